"""You, colours and dogs, the daily table, calls, rematches, and the page as an app."""

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.accessibility import assert_accessible, assert_fits, assert_for_everyone
from tests.browser.browsing import QUIET
from tests.browser.finished import COMPANY, RACE, Finished
from tests.browser.people import Arrive, open_table, post

PHONE = {"width": 320, "height": 640}


def choose(page: Page, name: str) -> None:
    """Choose one of the pictures; the radio button itself is out of sight."""
    page.locator(f".look-option:has(input[aria-label='{name}'])").click()
    expect(page.get_by_label(name)).to_be_checked()


@pytest.mark.clause("SETUP-1")
def test_people_choose_dog_and_colour_and_are_painted_so(arrive: Arrive) -> None:
    anna = arrive("Anna")
    path = open_table(anna, seats=["me", "open"])
    anna.goto(path)
    anna.get_by_role("button", name="Your dog and colour").click()
    choose(anna, "Orchid")
    choose(anna, "Miska")
    anna.keyboard.press("Escape")
    expect(anna.locator(".waiting-seats li").first.locator(".sled-orchid").first).to_be_visible()
    expect(anna.locator(".waiting-seats li").first.locator(".face svg")).to_be_visible()

    ben = arrive("Ben", f"{path}?seat=1")
    expect(ben.get_by_label("Orchid: taken by Anna")).to_be_disabled()
    assert_accessible(ben)
    choose(ben, "Charcoal")
    ben.get_by_role("button", name="Take the seat").click()
    ben.locator(".waiting").wait_for()
    anna.get_by_role("button", name="Begin the race").click()
    for page in (anna, ben):
        page.locator(".race").wait_for()
        for seat, colour in enumerate(("orchid", "charcoal")):
            sled = page.locator(f".sled-place[data-seat='{seat}'] .sled")
            expect(sled).to_have_class(re.compile(f"sled-{colour}"))
            expect(page.locator(f".racer[data-seat='{seat}'] .mark")).to_have_class(
                re.compile(f"sled-{colour}")
            )
    # The colour liked best goes along to the next table.
    anna.goto(open_table(anna, seats=["pup", "me"]))
    expect(anna.locator(".sled-place[data-seat='1'] .sled")).to_have_class(re.compile("orchid"))


def test_you_have_a_history_that_goes_along_and_can_be_deleted(arrive: Arrive) -> None:
    stranger = arrive(path="/you")
    expect(stranger.get_by_text("You have not raced here yet.")).to_be_visible()
    lumi = arrive("Lumi", "/replay")
    table = lumi.evaluate(RACE, {"company": COMPANY[:2], "course": "srs"})
    lumi.goto("/you")
    expect(lumi.locator(".past-games li")).to_have_count(1)
    expect(lumi.locator(f".past-games a[href='/replay/{table}']")).to_be_visible()
    expect(lumi.get_by_role("row", name=re.compile("Pup"))).to_be_visible()
    lumi.get_by_role("button", name="Make a recovery link").click()
    link = lumi.get_by_label(re.compile("Open it on another device")).input_value()
    assert "/you#take=" in link

    phone = arrive("Somebody", viewport=PHONE, may_complain=True)  # of a wrong name
    phone.goto(link)
    expect(phone.get_by_text("It takes the place of Somebody")).to_be_visible()
    phone.get_by_role("button", name="That is me").click()
    expect(phone.locator(".past-games li")).to_have_count(1)
    assert_accessible(phone)
    assert_fits(phone)

    phone.get_by_role("button", name="Delete everything").click()
    confirm = phone.get_by_label("Write Lumi to confirm.")
    confirm.fill("Lum")
    phone.get_by_role("button", name="Delete for good").click()
    expect(phone.locator("dialog .problem")).not_to_be_empty()
    confirm.fill("Lumi")
    phone.get_by_role("button", name="Delete for good").click()
    expect(phone.get_by_text("You have not raced here yet.")).to_be_visible()


def test_you_and_daily_are_for_everyone(browser: Browser, address: str, finished: Finished) -> None:
    context = browser.new_context(base_url=address, locale="de", **QUIET)
    context.add_init_script('localStorage.snowtails = JSON.stringify({ name: "Lumi" })')
    page = context.new_page()
    for path in ("/you", "/daily"):
        finished.visit(page, path)
        page.locator("main h2").first.wait_for()
        assert_for_everyone(page)
    context.close()


def test_the_daily_trail_has_a_table_a_calendar_and_a_result_to_share(arrive: Arrive) -> None:
    anna = arrive("Anna", "/daily")
    day = anna.evaluate("fetch('/api/daily').then((answer) => answer.json())")["day"]
    anna.evaluate(DRIVE, day)
    anna.reload()
    mine = anna.locator(".ranking .yours")
    expect(mine).to_contain_text("Anna")
    expect(anna.locator(".days .today.driven")).to_be_visible()
    expect(anna.get_by_text("1 day in a row")).to_be_visible()
    anna.get_by_role("button", name="Share the result").click()
    link = anna.get_by_label(re.compile("A link that shows your result")).input_value()
    assert re.search(r"/daily\?result=\w+$", link)
    shown = "() => document.querySelector('.painted img').naturalWidth === 1200"
    anna.wait_for_function(shown)


DRIVE = """async (day) => {
    const headers = { "content-type": "application/json" };
    const ask = async (path, body) =>
        (await fetch(path, { method: "POST", headers, body: JSON.stringify(body ?? {}) })).json();
    let view = await ask(`/api/daily/${day}/tries`);
    const table = `/api/tables/${view.table}`;
    while (view.stage === "racing") {
        const { decisions, moves } = view.choices;
        const decision = moves.length ? moves[0].turn : decisions[0];
        await ask(`${table}/seats/0/decisions`, { decision, answers: view.asks });
        view = await (await fetch(table)).json();
    }
}"""
"""A visitor drives the trail of the day, as cheaply as can be."""


def test_calls_are_heard_and_onlookers_named(arrive: Arrive) -> None:
    anna = arrive("Anna", viewport={"width": 390, "height": 844})
    path = open_table(anna, seats=["me", "pup"], begin=True)
    anna.goto(path)
    anna.locator(".race").wait_for()
    ben = arrive("Ben", path, locale="de")
    ben.locator(".race").wait_for()
    ben.get_by_role("button", name="Gut gefahren!").click()
    expect(anna.locator(".call-bubble")).to_have_text("Ben: Well driven!")
    anna.get_by_role("button", name="At this table").click()
    expect(anna.get_by_text("Watching: Ben")).to_be_visible()


def test_a_rematch_invites_whoever_is_still_there(arrive: Arrive) -> None:
    anna, ben = arrive("Anna"), arrive("Ben")
    path = open_table(anna, seats=["me", "open"])
    name = path.removeprefix("/race/")
    post(ben, f"{name}/seats/1/sit")
    post(anna, f"{name}/begin")
    for page, seat in ((anna, 0), (ben, 1)):
        post(page, f"{name}/seats/{seat}/leave")  # bots drive to the end
        page.goto(path)
    for page in (anna, ben):
        page.locator(".ending").wait_for()
    anna.get_by_role("button", name="Race again").click()
    anna.locator(".waiting").wait_for()
    ben.get_by_role("link", name="Join the rematch").click()
    ben.locator(".waiting").wait_for()
    assert ben.url == anna.url


def test_the_installed_page_starts_without_a_network(browser: Browser, address: str) -> None:
    context = browser.new_context(base_url=address, locale="de")
    page = context.new_page()
    page.goto("/")
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    context.set_offline(True)
    page.goto("/daily")
    expect(page.get_by_role("heading", name="Kein Weg zum Server")).to_be_visible()
    assert_accessible(page)
    expect(page.get_by_role("link", name="Noch einmal versuchen")).to_be_visible()
    context.set_offline(False)
    page.locator(".daily-screen").wait_for()  # it goes on by itself
    context.close()
