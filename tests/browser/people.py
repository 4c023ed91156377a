"""Several people at one server, each with a browser of their own."""

from collections.abc import Callable
from typing import Any

from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.browsing import PATIENCE

expect.set_options(timeout=PATIENCE)

Arrive = Callable[..., Page]
"""Opens a page for somebody new: `arrive(name, path, **wishes for the context)`."""


def known_as(context: BrowserContext, name: str) -> None:
    """Let somebody have a name, as the page would remember it."""
    assert context.request.post("/api/visitors", data={"name": name}).ok
    kept = f'localStorage.setItem("snowtails", JSON.stringify({{name: "{name}"}}))'
    context.add_init_script(f'localStorage.getItem("snowtails") ?? {kept}')


def open_table(page: Page, **wishes: Any) -> str:
    """Open a table for whoever has a page, without its form; return its address."""
    answer = page.context.request.post("/api/tables", data={"course": "srs", **wishes})
    assert answer.ok, answer.text()
    return f"/race/{answer.json()['table']}"


def post(page: Page, path: str, **body: Any) -> None:
    """Do something at a table as whoever has a page."""
    answer = page.context.request.post(f"/api/tables/{path}", data=body)
    assert answer.ok, answer.text()


def agree(*pages: Page) -> None:
    """Wait until all see the same."""
    newest = max(int(page.locator(".race").get_attribute("data-number") or 0) for page in pages)
    for page in pages:
        page.wait_for_function(
            "n => +document.querySelector('.race').dataset.number >= n", arg=newest
        )


def decide(page: Page) -> None:
    """Choose something that can be chosen, and go."""
    page.locator(".race.due").wait_for()
    seen = page.locator(".race").get_attribute("data-number")
    page.keyboard.press("ArrowUp")
    page.locator(".acts .go[aria-disabled=false]").wait_for()
    page.keyboard.press("g")
    page.locator(f".race:not([data-number='{seen}'])").wait_for()
