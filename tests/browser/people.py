"""Several people at one server, each with a browser of their own."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from browsing import PATIENCE
from playwright.sync_api import Browser, BrowserContext, Page, expect

expect.set_options(timeout=PATIENCE)

Arrive = Callable[..., Page]
"""Opens a page for somebody new: `arrive(name, path, **wishes for the context)`."""


def known_as(context: BrowserContext, name: str) -> None:
    """Let somebody have a name, as the page would remember it."""
    assert context.request.post("/api/visitors", data={"name": name}).ok
    kept = f'localStorage.setItem("snowtails", JSON.stringify({{name: "{name}"}}))'
    context.add_init_script(f'localStorage.getItem("snowtails") ?? {kept}')


@pytest.fixture
def arrive(browser: Browser, address: str) -> Iterator[Arrive]:
    """Pages of as many people as a test likes; none of them may complain."""
    contexts: list[BrowserContext] = []
    complaints: list[str] = []

    def come(name: str = "", path: str = "/", *, may_complain: bool = False, **wishes: Any) -> Page:
        wishes = {"base_url": address, "reduced_motion": "reduce", **wishes}
        context = browser.new_context(**wishes)
        context.set_default_timeout(PATIENCE)
        contexts.append(context)
        if name:
            known_as(context, name)
        page = context.new_page()
        if not may_complain:
            page.on("console", lambda said: complaints.append(said.text))
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.goto(path)
        page.locator("main").wait_for()
        return page

    yield come
    for context in contexts:
        context.close()
    assert complaints == []


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
