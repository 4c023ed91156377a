"""Replays on the page: any moment, any eyes, by hand or by keyboard."""

from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.finished import Finished
from tests.browser.people import Arrive


@pytest.fixture
def table(finished: Finished) -> str:
    return finished.table


def told(page: Page, table: str) -> Any:
    return page.request.get(f"/api/tables/{table}/replay").json()


def at(page: Page, moment: int) -> None:
    """Expect the replay to be at a moment."""
    expect(page.locator(".replay")).to_have_attribute("data-at", str(moment))


def cards(page: Page, seat: int) -> Locator:
    return page.locator(f'.open-hand[data-hand="{seat}"] .small-card:not(.dent)')


def test_a_link_leads_to_a_moment(page: Page, table: str) -> None:
    page.goto(f"/replay/{table}#12")
    at(page, 12)
    race = told(page, table)["frames"][12]["race"]
    expect(page.locator(".moment-count")).to_contain_text(f"Round {race['round']}")
    expect(page.locator(".moment[aria-current]")).to_have_count(1)
    for seat, sled in enumerate(race["sleds"]):
        expect(cards(page, seat)).to_have_text([str(card) for card in sled["hand"]])


def test_a_seats_eyes_see_its_own_cards_only(page: Page, table: str) -> None:
    page.goto(f"/replay/{table}#10")
    sleds = told(page, table)["frames"][10]["race"]["sleds"]
    page.locator('.open-hand[data-hand="2"] .eyes-of').click()
    for seat, sled in enumerate(sleds):
        hand = [str(card) for card in sled["hand"]] if seat == 2 else [""] * sled["hand_size"]
        expect(cards(page, seat)).to_have_text(hand)
    assert page.url.endswith(f"/replay/{table}?eyes=3#10")
    page.reload()
    at(page, 10)
    expect(cards(page, 0)).to_have_text([""] * sleds[0]["hand_size"])
    page.keyboard.press("0")
    expect(cards(page, 0)).to_have_text([str(card) for card in sleds[0]["hand"]])


def test_the_slider_is_moved_by_keys(page: Page, table: str) -> None:
    page.goto(f"/replay/{table}")
    last = len(told(page, table)["frames"]) - 1
    slider = page.get_by_role("slider", name="Moment")
    slider.focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    at(page, 2)
    page.keyboard.press("End")
    at(page, last)
    page.keyboard.press("ArrowLeft")
    at(page, last - 1)
    assert page.url.endswith(f"#{last - 1}")
    assert "Round" in (slider.get_attribute("aria-valuetext") or "")


def test_keys_step_play_and_go_by_rounds(page: Page, table: str) -> None:
    page.goto(f"/replay/{table}")
    frames = told(page, table)["frames"]
    at(page, 0)
    page.keyboard.press("ArrowRight")
    at(page, 1)
    page.keyboard.press("ArrowLeft")
    at(page, 0)
    page.keyboard.press("ArrowDown")
    at(page, next(frame["number"] for frame in frames if frame["race"]["round"] == 1))
    for _ in "...":
        page.keyboard.press(".")
    expect(page.get_by_label("Speed of the replay")).to_have_value("4")
    page.keyboard.press(" ")
    expect(page.get_by_role("button", name="Pause")).to_be_visible()
    page.wait_for_function("() => +document.querySelector('.replay').dataset.at > 7")
    page.keyboard.press(" ")
    expect(page.get_by_role("button", name="Play")).to_be_visible()


def test_a_replay_plays_to_its_end_and_stops(page: Page, table: str) -> None:
    last = len(told(page, table)["frames"]) - 1
    page.goto(f"/replay/{table}#{last - 2}")
    page.get_by_role("button", name="Play").click()
    at(page, last)
    expect(page.get_by_role("button", name="Play")).to_be_visible()


def test_sleds_stand_where_they_stood(page: Page, table: str) -> None:
    frames = told(page, table)["frames"]
    first_move = next(frame for frame in frames if frame["move"])
    where = "seat => document.querySelector(`.sled-place[data-seat='${seat}']`).style.transform"
    page.goto(f"/replay/{table}#{first_move['number'] - 1}")
    at(page, first_move["number"] - 1)
    before = page.evaluate(where, first_move["seat"])
    page.get_by_role("button", name="One step on").click()
    at(page, first_move["number"])
    after = page.evaluate(where, first_move["seat"])
    assert before != after
    page.get_by_role("button", name="One step back").click()
    at(page, first_move["number"] - 1)
    assert page.evaluate(where, first_move["seat"]) == before


@pytest.mark.parametrize("key", ["ArrowRight", "ArrowLeft"])
def test_no_step_is_lost_however_quickly_one_presses(arrive: Arrive, table: str, key: str) -> None:
    page = arrive(path=f"/replay/{table}#8", reduced_motion="no-preference")
    at(page, 8)
    for _ in range(6):
        page.keyboard.press(key)
    at(page, 14 if key == "ArrowRight" else 2)


def test_a_key_that_is_held_down_goes_on(arrive: Arrive, table: str) -> None:
    page = arrive(path=f"/replay/{table}", reduced_motion="no-preference")
    at(page, 0)
    for _ in range(10):  # a key that is down already repeats
        page.keyboard.down("ArrowRight")
    page.keyboard.up("ArrowRight")
    at(page, 10)


def test_a_moment_in_the_list_is_gone_to(page: Page, table: str) -> None:
    page.goto(f"/replay/{table}")
    moment = page.locator(".moment").nth(9)
    said = moment.locator("span").inner_text()
    moment.click()
    at(page, 9)
    expect(moment).to_have_attribute("aria-current", "step")
    expect(page.locator(".caption")).to_contain_text(said)


def test_another_moment_in_the_address_is_gone_to(page: Page, table: str) -> None:
    page.goto(f"/replay/{table}#3")
    page.goto(f"/replay/{table}#5")
    at(page, 5)
    assert page.url.endswith("#5")


def test_a_moment_can_be_shared(page: Page, table: str) -> None:
    page.goto(f"/replay/{table}?eyes=2#7")
    page.get_by_role("button", name="Link to this moment").click()
    link = page.get_by_role("dialog").locator("input").input_value()
    assert link.endswith(f"/replay/{table}?eyes=2#7")


def test_a_pasted_record_is_replayed(page: Page, table: str) -> None:
    record = page.request.get(f"/api/tables/{table}/record").text()
    page.goto("/replay")
    page.get_by_label("Record", exact=True).fill(record)
    page.get_by_role("button", name="Show the race").click()
    at(page, 0)
    expect(page.locator(".moment")).to_have_count(len(told(page, table)["frames"]))
    page.keyboard.press("End")
    page.reload()
    at(page, len(told(page, table)["frames"]) - 1)


def test_what_is_wrong_with_a_record_is_told(page: Page) -> None:
    page.goto("/replay")
    refused = {"code": "record", "message": "line 2: 'mud' is no turn", "line": 2}
    # Browsers write real refusals into their console, which has to stay empty here.
    page.evaluate(
        "refused => globalThis.fetch = async () => ({"
        " ok: false, status: 422, headers: new Headers(),"
        " text: async () => JSON.stringify(refused) })",
        refused,
    )
    text, problem = page.get_by_label("Record", exact=True), page.locator("#record-problem")
    text.fill("hello")
    page.get_by_role("button", name="Show the race").click()
    expect(problem).to_contain_text("snowtails race 1")
    text.fill("snowtails race 1\nmud")
    expect(problem).to_be_empty()
    page.get_by_role("button", name="Show the race").click()
    expect(problem).to_contain_text("in line 2, 'mud' is no turn")


def test_a_replay_reflows_on_a_small_phone(page: Page, table: str) -> None:
    page.goto(f"/replay/{table}#9")
    at(page, 9)
    for width, height in ((390, 844), (320, 640), (844, 390)):
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        for target in page.locator(".replay button:visible:not(.moment)").all():
            box = target.bounding_box()
            assert box is not None
            assert min(box["width"], box["height"]) >= 24
        play = page.get_by_role("button", name="Play").bounding_box()
        assert play is not None
        assert play["y"] + play["height"] <= height
