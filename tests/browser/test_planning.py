"""Planning while others move: the plan waits, and says so when the track has changed."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import APIRequestContext, Browser, Page, expect

from tests.browser.browsing import PATIENCE, QUIET


class Rival:
    """Somebody at the same table who decides when the test says so."""

    def __init__(self, request: APIRequestContext, table: str, seat: int) -> None:
        self.request, self.table, self.seat = request, table, seat

    def view(self) -> Any:
        """Return the table as the rival sees it."""
        return self.request.get(f"/api/tables/{self.table}").json()

    def decide(self, wish: str | None = None) -> None:
        """Decide as wished, or anything."""
        view = self.view()
        decision = wish or view["choices"]["decisions"][-1]
        path = f"/api/tables/{self.table}/seats/{self.seat}/decisions"
        answer = self.request.post(path, data={"decision": decision, "answers": view["asks"]})
        assert answer.ok, answer.text()


@pytest.fixture
def company(browser: Browser, address: str) -> Iterator[tuple[Page, Rival]]:
    """A page and a rival, both on the track, the rival to move first."""
    mine = browser.new_context(base_url=address, **QUIET)
    theirs = browser.new_context(base_url=address)
    mine.set_default_timeout(PATIENCE)
    for context, name in ((mine, "Anna"), (theirs, "Ben")):
        context.request.post("/api/visitors", data={"name": name})
    opened = mine.request.post("/api/tables", data={"course": "srs", "seats": ["me", "open"]})
    table = opened.json()["table"]
    rival = Rival(theirs.request, table, 1)
    me = Rival(mine.request, table, 0)
    theirs.request.post(f"/api/tables/{table}/seats/1/sit", data={})
    mine.request.post(f"/api/tables/{table}/begin", data={})
    starts = {0: "@2", 1: "@1"}
    for _ in range(2):
        chooser = next(each for each in (me, rival) if each.view()["choices"]["decisions"])
        chooser.decide(starts[chooser.seat])
    page = mine.new_page()
    page.goto(f"/race/{table}")
    page.locator(".reach .sign").first.wait_for()
    yield page, rival
    mine.close()
    theirs.close()


def test_a_plan_made_during_anothers_turn_is_there_when_the_turn_comes(
    company: tuple[Page, Rival],
) -> None:
    page, rival = company
    go = page.locator(".acts .go")
    page.keyboard.press("ArrowUp")
    expect(page.locator(".target.chosen")).to_have_count(1)
    expect(go).to_have_attribute("aria-disabled", "true")
    rival.decide()
    expect(go).to_have_attribute("aria-disabled", "false")
    expect(page.locator(".target.chosen")).to_have_count(1)
    expect(page.locator(".prompt.stale")).to_have_count(0)


def test_looking_at_spaces_asks_the_server_nothing(company: tuple[Page, Rival]) -> None:
    page, _ = company
    asked: list[str] = []
    page.on("request", lambda each: asked.append(each.url))
    spaces = page.locator(".target")
    ways = set()
    for at in range(4):
        spaces.nth(at).hover(force=True)
        ways.add(page.locator(".way").get_attribute("d"))
    assert len(ways) == 4, "the way to each is shown"
    assert [each for each in asked if "/api/" in each] == []


def test_a_plan_that_somebody_got_in_the_way_of_is_marked(company: tuple[Page, Rival]) -> None:
    page, rival = company
    # The rival ends where the longest turns of this sled wanted to go.
    ends = {each["way"][-1]: each["turn"] for each in rival.view()["choices"]["moves"]}
    mine = Rival(page.request, rival.table, 0)
    wanted = {each["way"][-1] for each in mine.view()["choices"]["moves"]}
    shared = max(wanted & ends.keys())
    page.locator(".destinations summary").click()
    lane, space = "abcde".index(shared[1]) + 1, shared[2:]
    page.get_by_role("button", name=f"tile {shared[0]}, lane {lane}, space {space}:").click()
    expect(page.locator(".target.chosen")).to_have_count(1)
    rival.decide(ends[shared])
    expect(page.locator(".prompt.stale")).to_be_visible()
