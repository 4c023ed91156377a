"""Seasons on the page: against bots from the first tap to the champion, and among people."""

import re
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, expect

from snowtails.rules import read_season
from snowtails.rules.verify import verify_season
from tests.browser.accessibility import assert_for_everyone
from tests.browser.people import Arrive, open_table


def drive_by_hints(page: Page) -> None:
    """Race to the end by keyboard, as the hints say."""
    go = page.locator(".acts .go")
    while True:
        page.locator(".race.due, .ending").first.wait_for()
        if page.locator(".ending").count():
            return
        seen = page.locator(".race").get_attribute("data-number")
        page.keyboard.press("h")
        expect(go).to_have_attribute("aria-disabled", "false")
        page.keyboard.press("g")
        page.locator(f".race:not([data-number='{seen}'])").wait_for()


def table_of(page: Page) -> str:
    return str(page.evaluate("location.pathname")).rpartition("/")[2]


def at_next_table(page: Page, table: str) -> str:
    """Wait until the page shows the race that follows upon another; return its table."""
    page.wait_for_url(re.compile(f"/race/(?!{table})"))
    page.locator(".race:not(:has(.ending))").wait_for()
    return table_of(page)


def season_of(page: Page, table: str) -> Any:
    return page.request.get(f"/api/tables/{table}").json()["season"]


def assert_shows_season(page: Page, table: str) -> None:
    """Assert that table and chart tell what the server tells."""
    season = season_of(page, table)
    rows = page.locator(".season-table tbody tr")
    expect(rows).to_have_count(len(season["rows"]))
    assert rows.locator(".points").all_inner_texts() == [
        str(row["points"]) for row in season["rows"]
    ]
    chart = page.get_by_role("img", name="Points after each race")
    expect(chart.locator(".line")).to_have_count(len(season["rows"]))
    expect(chart.locator(".point")).to_have_count(len(season["rows"]) * season["race"])


def test_a_whole_season_against_bots(page: Page, tmp_path: Path) -> None:
    page.goto("/")
    page.get_by_role("link", name="Season").click()
    page.get_by_label("Races").select_option("2")
    page.get_by_text("Your own").click()
    page.get_by_label("Course line").fill("srs")
    assert_for_everyone(page)
    # With a friend's seat it is a table first, which waits for the friend.
    page.get_by_label("Seat 2", exact=True).select_option("friend")
    expect(page.get_by_role("button", name="Open the table")).to_be_visible()
    page.get_by_label("Seat 2", exact=True).select_option("pup")
    page.get_by_role("button", name="Begin the season").click()
    expect(page.locator(".top-bar .season-leg")).to_have_text("Race 1 of 2")
    first = table_of(page)
    drive_by_hints(page)

    assert_shows_season(page, first)
    expect(page.locator(".next-told")).to_have_text("Pup lays the next course.")
    expect(page.get_by_role("button", name="Race again")).to_have_count(0)
    page.locator(".ending .figures").wait_for()
    assert_for_everyone(page)
    page.get_by_role("button", name="Begin race 2").press("Enter")
    second = at_next_table(page, first)
    expect(page.locator(".top-bar .season-leg")).to_have_text("Race 2 of 2")
    assert page.request.post(f"/api/tables/{second}/seats/0/leave").ok
    page.locator(".ending .figures").wait_for()

    assert_shows_season(page, second)
    expect(page.locator(".next-race")).to_be_hidden()
    season = season_of(page, second)
    expect(page.locator(".ending h2")).to_contain_text(
        "champion" if len(season["champions"]) == 1 else "share"
    )
    expect(page.locator(".podium .step-1 .step-told")).to_contain_text(
        str(season["rows"][0]["points"])
    )
    with page.expect_download() as downloading:
        page.get_by_role("link", name="Record of the season").click()
    record = tmp_path / "season.txt"
    downloading.value.save_as(record)
    assert all(each.good for each in verify_season(read_season(record.read_text("utf-8"))))
    assert_for_everyone(page)
    page.get_by_role("button", name="Another season").click()
    at_next_table(page, second)
    expect(page.locator(".top-bar .season-leg")).to_have_text("Race 1 of 2")


DECIDE = """view => {
    const { decisions, moves } = view.choices;
    if (view.race.phase !== "turn") return decisions[0];
    const price = ({ wrecked = 0, price = 0, speed, finished = 0 }) =>
        wrecked * 100 + price * 10 - speed - finished * 50;
    return moves.reduce((best, each) => price(each) < price(best) ? each : best).turn;
}"""


def race_without_looking(table: str, *people: Page) -> None:
    """Race to the end by plain requests; each has the seat of its place in the list."""
    while True:
        path = f"/api/tables/{table}"
        actor = people[0].request.get(path).json()["race"]["actor"]
        if actor is None:
            return
        asker = people[actor]
        view = asker.request.get(path).json()
        decision = {"decision": asker.evaluate(DECIDE, view), "answers": view["asks"]}
        assert asker.request.post(f"{path}/seats/{actor}/decisions", data=decision).ok


def test_whoever_lays_the_course_takes_the_others_along(arrive: Arrive) -> None:
    anna, ben = arrive("Anna", "/replay"), arrive("Ben", "/replay")
    address = open_table(anna, course="s", seats=["me", "open"], season=2)
    first = address.rpartition("/")[2]
    assert ben.request.post(f"/api/tables/{first}/seats/1/sit").ok
    assert anna.request.post(f"/api/tables/{first}/begin").ok
    for page in (anna, ben):
        page.goto(address)
        page.locator(".race").wait_for()
    race_without_looking(first, anna, ben)

    expect(anna.locator(".next-told")).to_have_text("Ben lays the next course.")
    expect(anna.locator(".next-choice button")).to_have_count(0)
    expect(ben.locator(".next-told")).to_have_text("You lay the next course.")
    ben.get_by_text("Made up").click()
    picture = ben.locator(".next-race .made-up img")
    shown = picture.get_attribute("src")
    ben.get_by_role("button", name="Another one").click()
    expect(picture).not_to_have_attribute("src", shown or "")
    assert_for_everyone(ben)
    wished = picture.get_attribute("src") or ""
    ben.get_by_role("button", name="Begin race 2").click()
    second = at_next_table(anna, first)
    assert at_next_table(ben, first) == second
    line = anna.request.get(f"/api/tables/{second}").json()["options"]["course"]["line"]
    assert f"/courses/{line}/" in wished

    # Whoever comes back to the race before is shown the way.
    anna.goto(address)
    expect(anna.locator(".next-told")).to_have_text("The season has gone on.")
    anna.get_by_role("button", name="To the race").click()
    assert at_next_table(anna, first) == second
