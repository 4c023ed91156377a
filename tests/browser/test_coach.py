"""The coach on the page: in play, after the race, and trying it again.

What it says is fixed here; that it thinks is seen in the tests of the server.
"""

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.accessibility import assert_for_everyone
from tests.browser.finished import Finished
from tests.browser.test_hints_and_settings import first_turn
from tests.web.catalogues import words

EN = words("en")
DONE = re.compile(r"\bdone\b")


def answer(route: Route, stream: str, message: dict[str, Any]) -> None:
    """Answer with a stream of one message."""
    body = f"event: {stream}\ndata: {json.dumps(message)}\n\n"
    route.fulfill(content_type="text/event-stream", body=body)


def tell(page: Page, stream: str, message: dict[str, Any]) -> None:
    """Let a stream of the coach tell one message, by which it is done."""
    page.route(f"**/{stream}", lambda route: answer(route, stream, message))


def advice(view: dict[str, Any]) -> dict[str, Any]:
    """Make up chances for every space in reach; the first is the best."""
    turns = {move["way"][-1]: move["turn"] for move in reversed(view["choices"]["moves"])}
    options = [
        {"decision": turn, "space": space, "places": [0.62 / at, 1 - 0.62 / at], "worlds": 96}
        for at, (space, turn) in enumerate(turns.items(), 1)
    ]
    reason: dict[str, Any] = {"other": None, "even": True, "facts": []}
    return {
        "asks": view["asks"],
        "worlds": 96,
        "done": True,
        "options": options,
        "reason": reason,
    }


def analysis(frames: list[dict[str, Any]]) -> tuple[dict[str, Any], dict[str, Any]]:
    """Make up that the first sled's first turn was costly; return what is told, and the turn."""
    frame = next(each for each in frames if each.get("move") and each["seat"] == 0)
    judged = {
        "number": frame["number"],
        "seat": 0,
        "round": 1,
        "decision": frame["move"]["turn"],
        "win": 0.2,
        "best": frame["move"]["turn"],
        "best_win": 0.5,
    }
    costly = {"judged": judged, "move": frame["move"], "best_move": frame["move"]}
    sleds = len(frame["race"]["sleds"])
    found = {
        "done": True,
        "share": 1,
        "chances": [[1 / sleds] * sleds for _ in frames],
        "judged": [judged],
        "costly": [[costly], *([] for _ in range(sleds - 1))],
        "luck": [{"cards": 1, "play": 0.3}] * sleds,
    }
    return found, judged


def test_the_coach_speaks_when_asked_and_only_then(page: Page) -> None:
    first_turn(page)
    table = page.url.rpartition("/")[2]
    told = advice(page.request.get(f"/api/tables/{table}").json())
    tell(page, "coach", told)
    coach = page.locator(".coach")
    expect(coach.locator(".coach-card")).to_be_hidden()
    expect(page.locator(".chance")).to_have_count(0)
    page.locator(".destinations summary").click()
    last = page.locator(f".destination[data-key='{told['options'][-1]['space']}']")
    last.focus()
    page.keyboard.press("c")
    expect(coach).to_have_class(DONE)
    expect(page.locator(".chance")).to_have_count(len(told["options"]))
    # Chances come into the list without taking the focus away.
    expect(last).to_contain_text("to win")
    expect(last).to_be_focused()
    expect(coach.locator(".coach-why")).to_have_text(EN["coach.only"])
    lines = coach.get_by_role("list", name=EN["coach.lines"]).get_by_role("button")
    expect(lines).to_have_count(min(3, len(told["options"])))
    said = coach.get_by_role("status")
    expect(said).to_have_text(re.compile(r"^Best: .+, \d on .+; 62% to win\. .+ nothing else"))
    # On a phone the list would lie over part of the coach.
    page.locator(".destinations summary").click()
    assert_for_everyone(page)
    coach.locator(".coach-best").click()
    expect(page.locator(".acts .go")).to_have_attribute("aria-disabled", "false")
    # Asked for in this race, it is there again after a reload.
    page.reload()
    expect(coach).to_have_class(DONE)
    page.get_by_role("button", name=EN["coach.close"]).click()
    expect(page.locator(".chance")).to_have_count(0)
    expect(page.get_by_role("button", name=EN["coach.label"])).to_be_focused()


def test_the_coach_looks_back_and_a_race_is_tried_again(page: Page, finished: Finished) -> None:
    finished.visit(page, f"/race/{finished.table}")
    frames = page.request.get(f"/api/tables/{finished.table}/replay").json()["frames"]
    found, judged = analysis(frames)
    thinking: list[Route] = []
    page.route("**/analysis", lambda route: thinking.append(route))
    page.get_by_role("button", name=EN["coach.back.open"]).click()
    back = page.locator(".look-back")
    expect(back).to_have_class(re.compile("working"))
    # What is to come has its room: when it comes, nothing moves.
    tops = """back => ['.curve', '.look-back-turns'].map((each) =>
        back.querySelector(each).getBoundingClientRect().top - back.getBoundingClientRect().top)"""
    before = back.evaluate(tops)
    tell(page, "analysis", found)
    while not thinking:
        page.wait_for_timeout(20)  # routes are told of while something is waited for
    answer(thinking[0], "analysis", found)
    expect(back).to_have_class(DONE)
    assert back.evaluate(tops) == pytest.approx(before, abs=2)
    expect(back.locator(".luck-row")).to_have_count(2)
    expect(back.locator(".costly .way-sample")).to_have_count(2)
    assert_for_everyone(page)
    # Without a pointer, rounds lead to their moments.
    back.locator(".numbers summary").click()
    back.get_by_role("button", name=EN["coach.back.round"].format(round=1), exact=True).click()
    first = next(each["number"] for each in frames if each["race"]["round"] == 1)
    expect(page).to_have_url(re.compile(rf"/replay/\w+\?coach=1#{first}$"))
    expect(back).to_have_class(DONE)
    assert_for_everyone(page)
    back.locator(".curve").click()
    expect(page).to_have_url(re.compile(rf"\?coach=1#(?!{first}$)\d+$"))
    back.get_by_role("button", name=EN["coach.show"]).click()
    turn = re.compile(rf"\?coach=1-{judged['number']}#{judged['number'] - 1}$")
    expect(page).to_have_url(turn)
    ways = page.locator(".coach-paths .coach-way")
    expect(ways).to_have_count(2)
    expect(page.locator(".moment-cost")).to_have_text("−30")
    # The address names the turn.
    page.reload()
    expect(ways).to_have_count(2)
    expect(page).to_have_url(turn)
    back.get_by_role("button", name=EN["coach.again"]).click()
    page.locator(".race.due").wait_for()
    assert page.url.rpartition("/")[2] != finished.table
