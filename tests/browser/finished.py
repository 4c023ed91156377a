"""A race that is over, for tests that look at its end: mushers drove all sleds."""

from dataclasses import dataclass

from playwright.sync_api import BrowserContext, Page

COMPANY = ["me", "pup", "yearling", "husky"]

RACE = """async ({ company, ...wish }) => {
    const headers = { "content-type": "application/json" };
    const post = async (path, body) =>
        (await fetch(path, { method: "POST", headers, body: JSON.stringify(body) })).json();
    if (!(await fetch("/api/visitors/me")).ok) await post("/api/visitors", { name: "Lumi" });
    const { table } = await post("/api/tables", { seats: company, begin: true, ...wish });
    await post(`/api/tables/${table}/seats/0/leave`, {});
    const stream = new EventSource(`/api/stream?table=${table}`);
    await new Promise((over) => stream.addEventListener("view", (event) => {
        if (JSON.parse(event.data).stage === "over") over();
    }));
    stream.close();
    return table;
}"""
"""A visitor opens a table, leaves the reins to a bot, and waits for the end."""


@dataclass(frozen=True)
class Finished:
    """A race that is over; `Lumi` had the first seat."""

    table: str
    context: BrowserContext

    def visit(self, page: Page, path: str) -> None:
        """Come to the page as Lumi."""
        page.context.add_cookies(self.context.cookies())  # type: ignore[arg-type]
        page.goto(path)
