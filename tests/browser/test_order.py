"""Who is ahead and why, and what the others play, as somebody sees it in a race."""

import re
from contextlib import suppress

import pytest
from playwright.sync_api import TimeoutError as PlaywrightTimeout
from playwright.sync_api import expect

from tests.browser.accessibility import assert_accessible
from tests.browser.people import Arrive, decide, open_table


@pytest.mark.clause("ORDER-3")
def test_the_standings_say_why_a_sled_is_ahead(arrive: Arrive) -> None:
    anna = arrive("Anna")
    anna.goto(open_table(anna, seats=["me", "pup"], begin=True))
    decide(anna)
    anna.locator(".race.due .reach .sign").first.wait_for()
    first, last = anna.locator(".racer button").first, anna.locator(".racer button").last
    note, lines = anna.locator(".lead-note"), anna.locator(".lead-line")
    # The last has nobody behind it: it is told why it is behind.
    last.focus()
    anna.keyboard.press("Enter")
    expect(last).to_have_attribute("aria-expanded", "true")
    expect(note.get_by_role("status")).to_have_text(re.compile(r"^(Anna|Pup) is ahead of "))
    expect(anna.locator(".lead-space")).to_have_count(2)
    expect(lines).not_to_have_count(0)
    assert_accessible(anna)
    anna.keyboard.press("Escape")
    expect(lines).to_have_count(0)
    expect(last).to_be_focused()

    first.click()
    clause = note.get_by_role("link").inner_text()
    assert clause in ("ORDER-2", "ORDER-3")
    note.get_by_role("link").click()
    expect(anna.locator(f"dialog [id='{clause}']")).to_be_visible()
    anna.keyboard.press("Escape")
    note.get_by_role("button", name="Close").click()
    expect(note.get_by_role("status")).to_be_empty()


def test_the_cards_of_the_others_are_seen_beside_their_sleds_and_a_tap_skips(
    arrive: Arrive,
) -> None:
    anna = arrive("Anna", reduced_motion="no-preference")
    anna.evaluate("localStorage.setItem('snowtails', JSON.stringify({speed: 'calm'}))")
    anna.goto(open_table(anna, seats=["me", "pup"], begin=True))
    decide(anna)
    played = None
    for _ in range(4):  # whoever is last in a round may be first in the next
        decide(anna)
        with suppress(PlaywrightTimeout):
            played = anna.wait_for_selector(".played", state="attached", timeout=6000)
            break
    assert played is not None
    assert played.get_attribute("data-seat") == "1"
    assert len(played.query_selector_all(".played-card")) == 3
    assert played.query_selector_all(".played-card.laid")
    anna.locator(".board").click(position={"x": 30, "y": 90})
    assert not played.evaluate("element => element.isConnected")
