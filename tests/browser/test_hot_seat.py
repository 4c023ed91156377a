"""Several people at one screen: the server shows nobody's cards before the curtain lifts."""

import json
from collections.abc import Iterator

from playwright.sync_api import Page, expect

from tests.browser.people import Arrive, decide, open_table

NAMES = ["Anna", "Carl"]
LISTEN = """
window.heard = [];
const Source = window.EventSource;
window.EventSource = class extends Source {
  addEventListener(kind, told) {
    super.addEventListener(kind, (event) => { window.heard.push(event.data); told(event); });
  }
};
const ask = window.fetch;
window.fetch = async (...wish) => {
  const answer = await ask(...wish);
  window.heard.push(await answer.clone().text());
  return answer;
};
"""
"""Keeps everything that the page hears from the server."""


def hands_heard(page: Page) -> set[str]:
    """Return whose cards the page has heard of since it was asked last."""
    heard = page.evaluate("window.heard.splice(0)")
    told = [json.loads(each) for each in heard if each.startswith("{")]
    return {NAMES[sled] for sled in hands_in(told)}


def hands_in(told: object) -> Iterator[int]:
    """Find the sleds whose cards something tells, however deep."""
    if isinstance(told, list):
        for each in told:
            yield from hands_in(each)
    elif isinstance(told, dict):
        yield from (n for n, sled in enumerate(told.get("sleds", [])) if {"hand", "deck"} & {*sled})
        if "cards" in told:
            yield told["sled"]
        yield from hands_in(list(told.values()))


def curtain(page: Page) -> str:
    """Wait for the curtain before somebody's turn; return whose."""
    page.locator(".race.curtained .curtain .go").wait_for()
    return page.locator(".curtain-words").inner_text().partition(",")[0]


def open_hot_seat(page: Page) -> None:
    page.goto(open_table(page, seats=["me", {"name": "Carl"}], hot_seat=True, begin=True))


def test_no_hand_is_in_the_page_before_the_curtain_lifts(arrive: Arrive) -> None:
    page = arrive("Anna")
    page.context.add_init_script(LISTEN)
    open_hot_seat(page)
    shown: list[str] = []
    for _ in range(4):
        page.locator(".race.due, .race.curtained .curtain .go").first.wait_for()
        # Whoever moves twice in a row has seen these cards already.
        if page.locator(".race.curtained").count():
            name = curtain(page)
            assert hands_heard(page) <= {*shown[-1:]}
            expect(page.locator("button.card")).to_have_count(0)
            expect(page.locator(".hand")).to_be_hidden()
            page.get_by_role("button", name=f"I am {name}: show my cards").click()
            page.locator(".race.due").wait_for()
            assert hands_heard(page) == {name}
            shown.append(name)
        decide(page)
    assert {*shown} == {*NAMES}


def test_what_the_page_hears_would_show_a_hand() -> None:
    assert [*hands_in([{"race": {"sleds": [{"space": "1c2"}, {"hand": []}]}}])] == [1]
    assert [*hands_in({"events": [{"drawn": [{"sled": 0, "cards": [3]}, {"sled": 1}]}]})] == [0]


def test_a_key_pressed_too_often_lifts_nothing(arrive: Arrive) -> None:
    page = arrive("Anna")
    open_hot_seat(page)
    curtain(page)
    expect(page.locator(".curtain")).to_be_focused()
    for key in ("Enter", "g", " ", "1"):
        page.keyboard.press(key)
    expect(page.locator(".race.curtained")).to_be_visible()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.locator(".race.due:not(.curtained)").wait_for()


def test_a_hot_seat_is_made_by_choosing_who_sits_here(arrive: Arrive) -> None:
    page = arrive("Anna", "/friends")
    page.get_by_label("Seat 2", exact=True).select_option("here")
    page.get_by_label("Name at seat 2").fill("Carl")
    page.get_by_role("button", name="Open the table").click()
    assert curtain(page) in NAMES
    expect(page.locator(".order")).to_contain_text("Carl")
