"""Playing with others: tables, links, the lobby, and who holds the reins."""

import re
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Page, Route, ViewportSize, expect

from tests.browser.browsing import PATIENCE, serving
from tests.browser.people import Arrive, agree, decide, open_table, post

PHONE = ViewportSize(width=390, height=844)


def menu(page: Page) -> None:
    page.get_by_role("button", name="At this table").click()


def shown_link(page: Page) -> str:
    return page.locator(".address").input_value()


def two_racing(arrive: Arrive, **wishes: object) -> tuple[Page, Page]:
    """Let Anna and Ben race; Anna is the host."""
    anna, ben = arrive("Anna"), arrive("Ben", **wishes)
    path = open_table(anna, seats=["me", "open"])
    post(ben, f"{path.removeprefix('/race/')}/seats/1/sit")
    post(anna, f"{path.removeprefix('/race/')}/begin")
    for page in (anna, ben):
        page.goto(path)
        page.locator(".race").wait_for()
    return anna, ben


# -- coming together -------------------------------------------------------------------------------


def test_two_browsers_race_by_an_invitation_link(arrive: Arrive) -> None:
    anna = arrive()
    anna.get_by_role("link", name="Play with friends").click()
    anna.get_by_role("radio", name="Sauna Sprint").check(force=True)
    anna.get_by_label("Your name").fill("Anna")
    anna.get_by_role("button", name="Open the table").click()
    expect(anna.locator(".waiting-state")).to_have_text("One seat is still free.")

    ben = arrive(path=shown_link(anna))
    expect(ben.get_by_role("heading", name="Race on Sauna Sprint")).to_be_visible()
    ben.get_by_label("Your name").fill("Ben")
    ben.get_by_role("button", name="Take the seat").click()
    expect(ben.locator(".waiting")).to_be_visible()
    assert "code" not in ben.url
    expect(anna.locator(".waiting-seats")).to_contain_text("Ben")
    expect(anna.locator(".waiting-state")).to_have_text("Everybody is here.")
    anna.get_by_role("button", name="Begin the race").click()

    for page in (anna, ben):
        page.locator(".race").wait_for()
    for _ in range(4):
        agree(anna, ben)
        decide(who_moves(anna, ben))
    expect(ben.locator(".event-log-list")).to_contain_text("Anna: ")
    expect(anna.locator(".event-log-list")).to_contain_text("Ben: ")


def who_moves(anna: Page, ben: Page) -> Page:
    """Wait until Anna knows whose turn it is; return the page of who has it."""
    anna.locator(".racer.acting").wait_for()
    return anna if anna.locator(".racer.acting.yours").count() else ben


def test_a_seat_that_is_taken_is_not_taken_twice(arrive: Arrive) -> None:
    anna = arrive("Anna")
    path = open_table(anna, seats=["me", "invited", "open"])
    anna.goto(path)
    link = shown_link(anna)
    ben, late = arrive("Ben", link), arrive("Late", link, may_complain=True)
    ben.get_by_role("button", name="Take the seat").click()
    ben.locator(".waiting").wait_for()
    late.get_by_role("button", name="Take the seat").click()
    expect(late.get_by_role("alert")).to_have_text("Somebody else has taken this seat.")
    late.get_by_role("button", name="Only watch").click()
    expect(late.locator(".waiting")).to_be_visible()


def test_free_seats_are_filled_with_yearlings(arrive: Arrive) -> None:
    anna = arrive("Anna")
    anna.goto(open_table(anna, seats=["me", "invited", "invited"]))
    anna.get_by_role("button", name="Begin with 2 Yearlings in the free seats").click()
    anna.locator(".race").wait_for()
    expect(anna.locator(".racer")).to_have_count(3)


def test_the_lobby_is_live_and_leads_to_a_seat(arrive: Arrive) -> None:
    ben, anna = arrive("Ben", "/lobby"), arrive("Anna")
    path = open_table(anna, seats=["me", "open", "open"], listed=True)
    table = path.removeprefix("/race/")
    row = ben.locator(f"[data-key='{table}']")
    expect(row).to_contain_text("2 free seats")
    row.get_by_role("link", name="Take a seat").click()
    ben.get_by_role("button", name="Take the seat").click()
    ben.locator(".waiting").wait_for()

    carl = arrive("Carl", "/lobby")
    shown = carl.locator(f"[data-key='{table}']")
    expect(shown).to_contain_text("1 free seat")
    ben.goto("/lobby")
    expect(ben.get_by_role("region", name="Your races")).to_contain_text("Waits for 1 more")
    post(anna, f"{table}/begin", fill="pup")
    # Now it is a race to watch.
    running = carl.get_by_role("region", name="Races to watch").locator(f"[data-key='{table}']")
    expect(running).to_contain_text("At the start")
    expect(shown).to_have_count(1)
    running.get_by_role("link", name="Watch").click()
    carl.locator(".race.watching").wait_for()
    expect(ben.get_by_role("region", name="Your races")).to_contain_text(
        re.compile(r"(Your turn|moves) · \d+:\d\d")
    )
    ben.get_by_role("region", name="Your races").get_by_role("link").first.click()
    ben.locator(".race").wait_for()


def test_a_course_of_ones_own_is_checked_and_raced(arrive: Arrive) -> None:
    anna = arrive("Anna", "/friends")
    anna.get_by_role("radio", name="Your own").check(force=True)
    line = anna.get_by_label("Course line")
    line.fill("sls")
    expect(anna.locator(".line-found")).to_contain_text("3 tiles")
    anna.get_by_label("Seat 2", exact=True).select_option("pup")
    anna.get_by_label("Time for a decision").select_option("60")
    anna.get_by_role("button", name="Open the table").click()
    # Nobody else has to come: the race begins at once.
    anna.locator(".race").wait_for()
    expect(anna.locator(".racer")).to_have_count(2)


def test_codes_are_made_for_this_server_only(arrive: Arrive, address: str) -> None:
    request = arrive().context.request
    good = request.get("/api/qr", params={"text": f"{address}/race/abc?seat=1&code=x"})
    assert good.ok
    assert good.headers["content-type"] == "image/svg+xml"
    assert request.get("/api/qr", params={"text": "https://elsewhere.example/"}).status == 403
    assert request.get("/api/qr", params={"text": f"{address}.example/"}).status == 403


# -- at the table ----------------------------------------------------------------------------------


def say(page: Page, text: str) -> None:
    page.get_by_label("Say something").fill(text)
    page.get_by_role("button", name="Send").click()


def test_chat_goes_both_ways_is_plain_text_and_can_be_muted(arrive: Arrive) -> None:
    anna, ben = two_racing(arrive)
    say(anna, "<b>Hello</b> & good luck")
    expect(ben.locator(".chat-log")).to_contain_text("<b>Hello</b> & good luck")
    say(ben, "Thank you!")
    expect(anna.locator(".chat-log")).to_contain_text("Thank you!")
    expect(anna.get_by_label("Say something")).to_have_value("")

    ben.get_by_role("button", name="Mute the chat").click()
    expect(ben.locator(".chat-log")).to_be_hidden()
    ben.get_by_role("button", name="Mute the chat").click()
    expect(ben.locator(".chat-log")).to_be_visible()

    menu(anna)
    anna.get_by_role("button", name="Mute Ben").click()
    expect(ben.get_by_label("Say something")).to_be_disabled()
    expect(anna.locator(".company")).to_contain_text("muted")
    anna.get_by_role("button", name="Mute Ben").click()
    expect(ben.get_by_label("Say something")).to_be_enabled()


def test_unread_messages_are_counted_on_a_phone(arrive: Arrive) -> None:
    anna, ben = two_racing(arrive, viewport=PHONE, has_touch=True)
    say(anna, "One")
    say(anna, "Two")
    opener = ben.locator(".chat-open")
    expect(opener).to_have_accessible_name("Chat, 2 unread messages")
    opener.tap()
    expect(ben.locator(".chat-log")).to_contain_text("Two")
    asked: list[Route] = []
    ben.route("**/chat", lambda route: asked.append(route))
    with ben.expect_request("**/chat"):
        say(ben, "Three")
    ben.keyboard.press("Escape")  # before the server has answered
    expect(ben.locator(".chat-panel")).to_be_hidden()
    asked[0].continue_()
    expect(anna.locator(".chat-log")).to_contain_text("Three")
    expect(opener).to_have_accessible_name("Chat")
    expect(opener).to_be_focused()


def test_onlookers_see_the_race_without_a_hand(arrive: Arrive) -> None:
    anna, ben = two_racing(arrive)
    menu(anna)
    anna.get_by_role("button", name="Link to watch").click()
    carl = arrive(path=shown_link(anna))
    carl.locator(".race.watching").wait_for()
    expect(carl.locator(".hand")).to_be_hidden()
    expect(carl.locator("button.card")).to_have_count(0)
    expect(anna.locator(".company")).to_contain_text("1 onlooker")
    anna.keyboard.press("Escape")
    say(carl, "Go, go!")
    expect(anna.locator(".chat-log")).to_contain_text("(watching)")
    expect(anna.locator(".chat-log")).to_contain_text("Go, go!")
    decide(who_moves(anna, ben))
    expect(carl.locator(".event-log-list")).to_contain_text("lines up")


def test_reins_are_left_and_taken_back(arrive: Arrive) -> None:
    anna, ben = two_racing(arrive)
    menu(anna)
    anna.get_by_role("button", name="Leave the race").click()
    anna.get_by_role("button", name="Leave", exact=True).click()
    expect(anna.locator(".takeover")).to_contain_text("Yearling holds your reins.")
    expect(ben.locator(".racer[data-seat='0']")).to_contain_text("Yearling holds the reins")
    anna.get_by_role("button", name="Take the reins").click()
    expect(anna.locator(".takeover")).to_be_hidden()
    expect(ben.locator(".racer[data-seat='0']")).not_to_contain_text("holds the reins")
    expect(ben.locator(".event-log-list")).to_contain_text("Anna has the reins again.")


def test_a_seat_moves_to_another_device_once(arrive: Arrive) -> None:
    anna, _ = two_racing(arrive)
    menu(anna)
    anna.get_by_role("button", name="Move my seat to another device").click()
    link = shown_link(anna)
    phone = arrive(path=link)
    phone.get_by_role("button", name="Race from here").click()
    phone.locator(".race:not(.watching)").wait_for()
    assert "recover" not in phone.url
    expect(phone.locator(".racer.yours")).to_have_attribute("data-seat", "0")
    anna.locator(".race.watching").wait_for()


def test_the_clock_counts_down_and_then_decides(arrive: Arrive) -> None:
    anna = arrive("Anna")
    anna.goto(open_table(anna, seats=["me"], clock=5, begin=True))
    clock = anna.locator(".clock")
    expect(clock.locator(".clock-digits")).to_have_text(re.compile(r"0:0[1-5]"))
    expect(clock.get_by_role("status")).to_have_text(re.compile(r"You have \d seconds? left\."))
    expect(anna.locator(".event-log-list")).to_contain_text("Anna is out of time.", timeout=20_000)


def test_the_page_says_when_it_hears_nothing(arrive: Arrive, tmp_path: Path) -> None:
    with serving(tmp_path) as address:
        anna = arrive(path="/lobby", base_url=address, may_complain=True)
        expect(anna.locator(".connection")).to_be_hidden()
        expect(anna.locator(".none")).to_have_text("No table is open. Make one!")
    expect(anna.locator(".connection")).to_have_text("Connection lost; trying again …")
    with serving(tmp_path, port=urlsplit(address).port or 0):
        expect(anna.locator(".connection")).to_be_hidden(timeout=PATIENCE)


def test_nothing_sticks_out_around_the_table(arrive: Arrive) -> None:
    phone: Any = {"viewport": {"width": 320, "height": 700}, "is_mobile": True, "has_touch": True}
    anna = arrive("Anna", "/friends", **phone)
    fits(anna)
    table = open_table(anna, seats=["me", "open", "husky"], listed=True)
    anna.goto(table)
    anna.locator(".invitation .address").wait_for()
    # Only this computer can reach the address: there is no code to scan.
    expect(anna.locator(".scan")).to_have_count(0)
    fits(anna)
    ben = arrive("", f"{table}?seat=1", **phone)
    fits(ben)
    ben.goto("/lobby")
    ben.locator(".table").first.wait_for()
    fits(ben)


SIZES_OF_TARGETS = """() => [...document.querySelectorAll("button, a, select")]
    .filter((each) => each.checkVisibility({ visibilityProperty: true }))
    .map((each) => each.getBoundingClientRect())
    .filter(({ width }) => width)
    .map(({ width, height }) => Math.min(width, height))"""


def fits(page: Page) -> None:
    for width, height in ((320, 700), (390, 700), (844, 390)):
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        assert min(page.evaluate(SIZES_OF_TARGETS)) >= 24
