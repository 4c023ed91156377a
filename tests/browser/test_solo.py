"""The solo game and the daily trail on the page, as people play them."""

import re

from playwright.sync_api import Page, expect

from tests.browser.accessibility import assert_for_everyone
from tests.browser.people import Arrive
from tests.browser.soloing import begin, begin_refilling, choose_by_keys, go, phase, play_on

LONGEST_ROUND = 150
"""Decisions after which a round should long be over."""


def drive_by_mouse(page: Page) -> None:
    """Choose something by clicks."""
    match phase(page):
        case "turn":
            if not page.locator(".destinations[open]").count():
                page.locator(".destinations summary").click()
            clean = page.locator(".destination", has_text="clean")
            (clean if clean.count() else page.locator(".destination")).last.click()
        case "surplus" | "out":
            for card in page.locator("button.card").all():
                if page.locator(".acts .go[aria-disabled=false]").count():
                    break
                card.click()
        case "take":
            page.locator(".card-choice").last.click()


def test_a_round_by_mouse(arrive: Arrive) -> None:
    page = arrive("Anna", "/solo")
    points = page.locator(".setup-sum b")
    expect(points).to_have_text("0 of 8")
    page.get_by_label("Tile 3").select_option("chasm")
    expect(points).to_have_text("1 of 8")
    page.get_by_label("Four opponents").check()
    expect(points).to_have_text("2 of 8")
    page.get_by_role("button", name="Begin").click()
    page.locator(".solo.due .target.start").first.wait_for()
    for _ in range(4):
        page.locator(".place-choice").last.click()
        go(page)
    expect(page.locator(".shuttle")).to_have_count(4)
    markers = page.locator(".marker")
    assert markers.all_text_contents() == ["5", "4", "3", "2", "1"], "as the book proposes"
    markers.nth(1).click()
    expect(markers.first).to_have_text("4")
    markers.nth(0).drag_to(markers.nth(2))
    assert markers.all_text_contents() == ["5", "3", "4", "2", "1"]
    go(page)
    expect(page.locator(".tokens .token.top")).to_contain_text("5")
    page.locator(".start-choice").first.click()
    go(page)
    page.get_by_role("button", name="Hint").click()
    expect(page.locator(".preview")).not_to_be_empty()
    go(page)
    for _ in range(LONGEST_ROUND):
        if page.locator(".solo-ending").count():
            break
        drive_by_mouse(page)
        go(page)
    ending = page.locator(".solo-ending")
    expect(ending.locator(".score .total")).to_have_count(1)
    ending.get_by_text("Change course").click()
    ending.get_by_text("Midnight Mail").click()
    expect(ending.locator(".setup-sum b")).to_have_text("5 of 8")
    ending.get_by_role("button", name="Begin round 2").click()
    expect(page.locator(".solo-state")).to_contain_text("Round 2 of 3")
    expect(page.locator(".solo-state")).to_contain_text("Setup points: 5")


def test_cards_to_take_are_clear_alternatives(arrive: Arrive) -> None:
    page = arrive("Anna")
    view = begin_refilling(page)
    page.goto(f"/solo/{view['table']}")
    options = {
        (str(option["cards"]), str(option["remains"])) for option in view["choices"]["options"]
    }
    expect(page.locator(".card-choice")).to_have_count(len(options))
    offered = [slot for slot in view["race"]["offered"] if slot < 4]
    expect(page.locator(".face-up .offered")).to_have_count(len(offered))
    page.locator(".card-choice .remains").first.wait_for()
    page.locator(".card-choice").last.click()
    # Whoever presses once too often has not yet decided the next.
    page.locator(".solo").evaluate(
        """solo => new MutationObserver(([{ oldValue }]) => {
          if (oldValue === solo.dataset.number) return;
          document.dispatchEvent(new KeyboardEvent("keydown", { key: "g" }));
        }).observe(solo, { attributeFilter: ["data-number"], attributeOldValue: true })"""
    )
    held = page.locator("button.card").count()
    go(page)
    expect(page.locator("button.card")).to_have_count(held + view["race"]["owed"])
    assert phase(page) == "drop"
    expect(page.locator(".card-choice[aria-pressed=true]")).to_contain_text("Discard none")
    go(page)
    assert phase(page) == "turn"
    expect(page.locator(".event-log-list li").last).to_contain_text("You discard nothing.")


def test_a_game_by_keyboard_survives_a_reload(arrive: Arrive) -> None:
    # Browsers complain by themselves about the decision that comes too late.
    page = arrive("Anna", "/solo", may_complain=True)
    page.locator(".setup-sum").wait_for()
    page.get_by_role("button", name="Begin").focus()
    page.keyboard.press("Enter")
    page.locator(".solo.due .markers").wait_for()
    for key in "123":
        page.keyboard.press(key)
    assert page.locator(".marker").all_text_contents() == ["3", "2", "1", "5", "4"]
    page.locator(".marker").first.focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator(".marker").nth(1)).to_be_focused()
    page.reload()
    expect(page.locator(".marker")).to_have_text(["2", "3", "1", "5", "4"])
    go(page, "g")
    page.keyboard.press("5")
    expect(page.locator(".start-choice[aria-pressed=true] b")).to_have_text("5")
    for _ in range(6):
        choose_by_keys(page)
        go(page, "g")
    number = page.locator(".solo").get_attribute("data-number")
    hand = page.locator(".hand").text_content()
    told = page.locator(".event-log-list li").all_text_contents()
    assert len(told) == 7
    choose_by_keys(page)
    page.reload()
    page.locator(f".solo.due[data-number='{number}']").wait_for()
    assert page.locator(".hand").text_content() == hand
    expect(page.locator(".event-log-list li")).to_have_text(told)
    expect(page.locator(".acts .go")).to_have_attribute("aria-disabled", "false")
    other = page.context.new_page()
    other.goto(page.url)
    other.locator(".solo.due").wait_for()
    choose_by_keys(other)
    go(other, "g")
    page.keyboard.press("ArrowUp")
    go(page, "g")
    newest = other.locator(".solo").get_attribute("data-number")
    expect(page.locator(".solo")).to_have_attribute("data-number", newest or "")
    page.keyboard.press("?")
    expect(page.locator("dialog")).to_contain_text("marker")


def test_a_whole_game_ends_with_its_grade(arrive: Arrive) -> None:
    page = arrive("Anna")
    view = play_on(page, begin(page, course="midnight-mail"))
    for number in (2, 3):
        path, wish = f"/api/tables/{view['table']}/rounds", {"round": number}
        assert page.context.request.post(path, data=wish).ok
        view = play_on(page, page.context.request.get(f"/api/tables/{view['table']}").json())
    ben = arrive("Ben", f"/solo/{view['table']}")
    expect(ben.locator(".solo-ending .score")).to_have_count(3)
    expect(ben.locator(".grade-told")).to_contain_text("4 setup points")
    expect(ben.locator(".grades tbody td")).to_have_count(9)
    ben.get_by_role("button", name="Check the shuffle").click()
    expect(ben.locator(".verdict.good")).to_be_visible()


def test_the_daily_trail_has_three_tries_and_a_line_to_share(arrive: Arrive) -> None:
    page = arrive("", "/daily")
    expect(page.locator(".trail")).to_contain_text("3 tries left")
    for attempt in (1, 2, 3):
        page.goto("/daily")
        page.get_by_role("button", name=f"Begin try {attempt}").click()
        page.locator(".solo.due").wait_for()
        expect(page.locator(".solo-state")).to_contain_text(f"Try {attempt} of 3")
        expect(page.get_by_role("button", name="Hint")).to_be_hidden()
        game = page.url.rpartition("/")[2]
        if attempt == 1:
            page.goto("/daily")
            page.get_by_role("button", name="Go on with try 1").click()
            page.locator(".solo.due").wait_for()
            assert page.url.endswith(game), "an unfinished try is not lost"
        play_on(page, page.context.request.get(f"/api/tables/{game}").json())
        page.reload()
        line = page.locator(".solo-ending .share input").input_value()
        assert re.fullmatch(rf"Snow Tails \d{{4}}-\d\d-\d\d -?\d+ [🏁💥🛷]{{{attempt}}}", line)
    page.goto("/daily")
    expect(page.locator(".trail")).to_contain_text("No more tries today")
    expect(page.locator(".tries li")).to_have_count(3)
    expect(page.locator(".day .go")).to_have_count(0)
    page.get_by_role("button", name="Copy").click()
    expect(page.locator(".copied")).not_to_be_empty()


def test_games_that_wait_are_told_apart(arrive: Arrive) -> None:
    page = arrive("Anna", "/solo")
    begin(page, opponents=True)
    play_on(page, begin(page), "turn")
    begin(page, course="midnight-mail")
    page.reload()
    games = page.locator(".tables li")
    expect(games).to_have_count(3)
    told = games.all_inner_texts()
    assert len(set(told)) == 3, told
    expect(games.locator("img")).to_have_count(3)
    expect(games.nth(2)).to_contain_text("Four opponents")


def test_no_screen_shuts_anybody_out(arrive: Arrive) -> None:
    page = arrive("Anna", "/solo", locale="de")  # the longest words
    page.locator(".setup-sum").wait_for()
    assert_for_everyone(page)
    page.goto("/daily")
    page.locator(".trail").wait_for()
    assert_for_everyone(page)
    view = begin_refilling(page)
    page.goto(f"/solo/{view['table']}")
    page.locator(".solo.due .card-choice").first.wait_for()
    assert_for_everyone(page)
    view = begin(page, opponents=True)
    for wanted in ("place", "bonus", "start", "turn", "over"):
        view = play_on(page, view, wanted)
        page.goto(f"/solo/{view['table']}")
        page.locator(".solo.due, .solo-ending").first.wait_for()
        if wanted == "turn":
            page.keyboard.press("ArrowUp")
            expect(page.locator(".preview")).not_to_be_empty()
        assert_for_everyone(page)
