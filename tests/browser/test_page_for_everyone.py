"""The page is for everyone: axe finds nothing to complain about, by day and by night."""

from collections.abc import Iterator
from typing import Literal

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from tests.browser.accessibility import complaints

LOOKS: list[tuple[int, int, Literal["light", "dark"]]] = [(1440, 900, "light"), (390, 844, "dark")]


@pytest.fixture(params=LOOKS, ids=["desk by day", "phone by night"])
def view(browser: Browser, address: str, request: pytest.FixtureRequest) -> Iterator[Page]:
    width, height, theme = request.param
    context = browser.new_context(
        base_url=address,
        color_scheme=theme,
        viewport=ViewportSize(width=width, height=height),
        reduced_motion="reduce",
    )
    yield context.new_page()
    context.close()


def test_no_screen_shuts_anybody_out(view: Page) -> None:
    view.goto("/")
    view.get_by_role("button", name="Race now").wait_for()
    assert complaints(view) == []
    view.get_by_role("button", name="Race now").click()
    view.locator(".race.due .target.start").first.wait_for()
    assert complaints(view) == []
    view.keyboard.press("ArrowUp")
    view.keyboard.press("g")
    view.locator(".race.due .reach .sign").first.wait_for()
    view.locator(".destinations summary").click()
    view.keyboard.press("ArrowUp")
    expect(view.locator(".preview")).not_to_be_empty()
    assert complaints(view) == []
    view.keyboard.press("?")
    expect(view.locator("dialog")).to_be_visible()
    assert complaints(view) == []
    view.keyboard.press("Escape")
    view.get_by_role("button", name="Settings").click()
    assert complaints(view) == []
