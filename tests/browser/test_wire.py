"""Between the page and the server: silence, refusals, upgrades, and the way between screens."""

import json

from playwright.sync_api import Page, Route, expect

from tests.browser.people import Arrive, open_table

SILENCE = 41_000
"""Milliseconds after which whoever says nothing is not there."""

CALM = 2_000
"""Milliseconds after which a server that was lost is asked whether it is the same."""

LONG = 70_001
"""Milliseconds after which a server that was not heard may be another one."""

DEAF = """
globalThis.opened = 0;
globalThis.EventSource = class extends EventTarget {
  constructor() {
    super();
    globalThis.opened++;
    globalThis.speaking = this;
    setTimeout(() => this.onopen());
  }
  close() {}
};
"""


def refuse(page: Page, path: str, status: int, code: str, **facts: int) -> None:
    """Have the server refuse something until the route is gone."""
    body = json.dumps({"code": code, "message": code, **facts})
    page.route(f"**{path}", lambda route: route.fulfill(status=status, body=body))


def test_a_stream_that_falls_silent_is_opened_again(arrive: Arrive) -> None:
    page = arrive()
    page.add_init_script(DEAF)
    page.clock.install()
    page.goto("/lobby")
    page.wait_for_function("() => globalThis.opened === 1")
    page.clock.run_for(SILENCE - 2000)
    page.evaluate("speaking.dispatchEvent(new MessageEvent('beat', { data: '{}' }))")
    page.clock.run_for(SILENCE - 2000)
    assert page.evaluate("opened") == 1
    page.clock.run_for(2000)
    assert page.evaluate("opened") == 2


def upgrade(page: Page, module: str = "core/version.js") -> None:
    """Have the server without a module of the page's version until the page is loaded anew."""

    def gone(route: Route) -> None:
        route.fulfill(status=404)

    def load(route: Route) -> None:
        if route.request.is_navigation_request():
            page.unroute(f"**/assets/*/{module}", gone)
            page.unroute("**/*", load)
        route.fallback()

    page.route(f"**/assets/*/{module}", gone)
    page.route("**/*", load)
    page.evaluate("globalThis.old = true")


def test_a_tab_outlives_an_upgrade(arrive: Arrive) -> None:
    """After an upgrade the modules that a tab has not loaded yet are gone."""
    # What a service worker asks for is not seen here.
    page = arrive(may_complain=True)
    upgrade(page, "table/lobby.js")
    page.get_by_role("link", name="Lobby").click()
    expect(page.get_by_role("heading", name="Lobby")).to_be_visible()
    assert page.evaluate("globalThis.old") is None


def test_a_tab_whose_server_was_upgraded_is_loaded_anew(arrive: Arrive) -> None:
    """The server may tell things otherwise than the page expects that was there before."""
    page = arrive(may_complain=True)
    page.add_init_script(DEAF)
    page.clock.install()
    page.goto("/lobby")
    page.wait_for_function("() => globalThis.opened === 1")
    loaded: list[str] = []
    page.on("framenavigated", lambda frame: loaded.append(frame.url))
    # When the second answer is here, what followed from the first has happened.
    for _ in range(2):
        with page.expect_response("**/core/version.js"):
            page.clock.run_for(SILENCE + CALM)
    assert loaded == [], "it is the same server as before"
    upgrade(page)
    with page.expect_navigation():
        page.clock.run_for(SILENCE + CALM)
    expect(page.get_by_role("heading", name="Lobby")).to_be_visible()
    assert page.evaluate("globalThis.old") is None


def test_a_tab_left_on_the_first_screen_over_an_upgrade_is_loaded_anew(arrive: Arrive) -> None:
    """No stream was lost there, and what a race needs is loaded already."""
    page = arrive("Anna", may_complain=True)
    page.clock.install()
    asked: list[str] = []
    page.on("request", lambda each: asked.append(each.url))
    page.goto("/")
    race = page.get_by_role("button", name="Race now")
    race.click()
    page.locator(".race .reach, .race .target").first.wait_for(state="attached")
    page.go_back()
    race.wait_for()
    page.clock.run_for(CALM)
    assert sum("core/version.js" in each for each in asked) == 1, "loaded, and not asked for again"
    page.clock.fast_forward(LONG)
    upgrade(page)
    race.click()
    page.locator(".race").wait_for()
    with page.expect_navigation():
        page.clock.run_for(CALM)
    page.locator(".race").wait_for()
    assert page.evaluate("globalThis.old") is None


def test_refusals_are_told_whether_they_pass_or_not(arrive: Arrive) -> None:
    page = arrive(may_complain=True)
    race = page.get_by_role("button", name="Race now")
    # A name that was refused is not kept.
    page.get_by_label("Your name").fill("Ann, Bob")
    race.click()
    expect(page.get_by_role("alert")).to_contain_text("no comma")
    assert not page.evaluate("JSON.parse(localStorage.snowtails ?? '{}').name")
    # Waiting does not help.
    page.get_by_label("Your name").fill("Ann")
    refuse(page, "/api/tables", 429, "tables")
    race.click()
    expect(page.get_by_role("alert")).to_contain_text("too many unfinished races")
    expect(race).to_be_enabled()
    # Waiting helps.
    refuse(page, "/api/daily", 503, "warming", done=3, total=8)
    page.get_by_role("link", name="Daily trail").click()
    expect(page.locator(".request-status")).to_contain_text("being made ready")
    progress = page.locator(".request-status progress")
    assert progress.evaluate("bar => [bar.value, bar.max]") == [3, 8]
    expect(page.get_by_role("heading", name="One moment …")).to_be_focused()
    # Whoever does not wait is not called back.
    page.get_by_role("link", name="To the start page").click()
    expect(page.get_by_role("heading", name="Snow Tails")).to_be_focused()
    expect(page.locator(".request-status")).to_be_empty()
    expect(page).to_have_title("Snow Tails")
    page.get_by_role("link", name="Daily trail").click()
    expect(page.locator(".request-status")).to_contain_text("being made ready")
    page.unroute("**/api/daily")
    expect(page.get_by_role("heading", name="Daily trail", level=1)).to_be_focused()
    expect(page).to_have_title("Daily trail · Snow Tails")
    expect(page.locator(".request-status")).to_be_empty()


def test_a_list_that_changes_leaves_the_focus_where_it_is(arrive: Arrive) -> None:
    anna, ben = arrive("Anna"), arrive("Ben", "/lobby")
    first = open_table(anna, seats=["me", "open", "open"], listed=True)
    sit = ben.locator(f"[data-key='{first.rpartition('/')[2]}']").get_by_role("link").first
    sit.focus()
    second = open_table(anna, seats=["me", "open"], listed=True)
    expect(ben.locator(f"[data-key='{second.rpartition('/')[2]}']")).to_be_visible()
    expect(sit).to_be_focused()
    # A row that says something else hands the focus on.
    carl = arrive("Carl")
    seat = carl.context.request.post(
        f"/api/tables{first.removeprefix('/race')}/seats/1/sit", data={}
    )
    assert seat.ok
    expect(ben.locator(f"[data-key='{first.rpartition('/')[2]}']")).to_contain_text("Carl")
    expect(sit).to_be_focused()
