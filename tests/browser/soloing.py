"""Solo games for tests: begun and played on by requests, or by keys on the page."""

from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page

from tests.server.serving import Json, lavish, prudent


def begin(page: Page, **wish: Any) -> Json:
    """Begin a solo game as whoever has a page."""
    answer = page.context.request.post("/api/solo", data=wish)
    assert answer.ok, answer.text()
    view: Json = answer.json()
    return view


def play_on(page: Page, view: Json, *phases: str, choose: Callable[[Json], str] = prudent) -> Json:
    """Play on by requests until the round is over or in one of some phases."""
    while view["stage"] == "racing" and view["race"]["phase"] not in phases:
        body = {"decision": choose(view), "answers": view["asks"]}
        path = f"/api/tables/{view['table']}"
        answer = page.context.request.post(f"{path}/seats/0/decisions", data=body)
        assert answer.ok, answer.text()
        view = page.context.request.get(path).json()
    return view


def begin_refilling(page: Page) -> Json:
    """Begin games until there is a choice of cards to take in one."""
    while True:
        view = play_on(page, begin(page), "take", choose=lavish)
        if view["race"]["phase"] == "take":
            return view


def phase(page: Page) -> str:
    """Return what has to be decided on the page."""
    return page.locator(".solo").get_attribute("data-phase") or ""


def go(page: Page, press: str = "") -> None:
    """Carry out what is chosen, by a key or by the button, and wait until it has happened."""
    seen = page.locator(".solo").get_attribute("data-number")
    button = page.locator(".acts .go[aria-disabled=false]")
    button.wait_for()
    if press:
        page.keyboard.press(press)
    else:
        button.click()
    page.locator(f".solo:not([data-number='{seen}'])").wait_for()
    page.wait_for_function(
        "() => document.querySelector('.solo.due') || document.querySelector('.solo-ending')"
    )


def choose_by_keys(page: Page) -> None:
    """Choose something by the keyboard alone."""
    if phase(page) in ("surplus", "out"):
        for key in "1234512345":
            if page.locator(".acts .go").get_attribute("aria-disabled") == "false":
                return
            page.keyboard.press(key)
    elif phase(page) == "turn":
        for _ in range(20):
            page.keyboard.press("ArrowUp")
            page.locator(".preview:not(:empty)").wait_for()
            if not page.locator(".preview.costly").count():
                return
    elif phase(page) != "bonus":
        page.keyboard.press("ArrowUp")
