"""Replays of solo games on the page: round by round, with everything that lies on the table."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.accessibility import assert_for_everyone
from tests.browser.people import Arrive
from tests.browser.soloing import begin, play_on
from tests.server.serving import Json


@pytest.fixture
def lumi(arrive: Arrive) -> Page:
    return arrive("Lumi")


def two_rounds(page: Page) -> Json:
    """Play two rounds of a game, the first with opponents."""
    view = play_on(page, begin(page, opponents=True))
    path = f"/api/tables/{view['table']}"
    wish = {"round": 2, "course": "midnight-mail"}
    assert page.context.request.post(f"{path}/rounds", data=wish).ok
    return play_on(page, page.context.request.get(path).json())


def test_a_solo_game_is_told_again_round_by_round(lumi: Page) -> None:
    table = two_rounds(lumi)["table"]
    told = lumi.request.get(f"/api/tables/{table}/replay").json()
    first, second = told["rounds"]
    lumi.goto(f"/replay/{table}#7")
    replay = lumi.locator(".replay")
    expect(replay).to_have_attribute("data-at", "7")
    race = first["frames"][7]["race"]
    stack = lumi.locator(".pile.stack .pile-count")
    expect(stack).to_have_text(str(len(race["stack"])))
    expect(lumi.locator(".open-hand .small-card:not(.dent)")).to_have_text(
        [str(card) for card in race["sleds"][0]["hand"]]
    )
    expect(lumi.locator(".sled:visible")).to_have_count(5)
    lumi.keyboard.press("End")
    expect(replay).to_have_attribute("data-at", str(len(first["frames"]) - 1))
    lumi.get_by_role("button", name="Round 2").click()
    expect(replay).to_have_attribute("data-at", "0")
    assert f"/replay/{table}?round=2" in lumi.url
    expect(lumi.locator(".caption")).to_have_text("The cards are dealt.")
    lumi.get_by_role("button", name="To the end").click()
    expect(replay).to_have_attribute("data-at", str(len(second["frames"]) - 1))
    lumi.get_by_role("button", name="Points", exact=True).click()
    expect(lumi.locator("dialog .score .total td")).to_have_text(
        str(second["score"]["total"]).replace("-", "−")
    )
    lumi.keyboard.press("Escape")
    lumi.get_by_role("button", name="Link to this moment").click()
    link = lumi.locator("dialog input").input_value()
    assert link.endswith(f"/replay/{table}?round=2#{len(second['frames']) - 1}")


def test_the_end_of_a_round_leads_to_its_replay(lumi: Page) -> None:
    view = two_rounds(lumi)
    lumi.goto(f"/solo/{view['table']}")
    lumi.locator(".solo-ending").get_by_role("link", name="Replay").click()
    lumi.locator(".replay").wait_for()
    assert f"/replay/{view['table']}?round=2" in lumi.url


def test_a_solo_replay_shuts_nobody_out(lumi: Page) -> None:
    view = play_on(lumi, begin(lumi, opponents=True))
    lumi.goto(f"/replay/{view['table']}#9")
    expect(lumi.locator(".replay")).to_have_attribute("data-at", "9")
    assert_for_everyone(lumi)
