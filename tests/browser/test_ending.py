"""The end of a race on the page: podium, figures, proof, record, rematch; and sound."""

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from typer.testing import CliRunner

from snowtails.cli import app
from tests.browser.accessibility import assert_for_everyone
from tests.browser.finished import Finished

PEOPLE_AND_MUSHERS = 4


@pytest.fixture
def table(page: Page, finished: Finished) -> str:
    """The table at whose end the page looks."""
    finished.visit(page, f"/race/{finished.table}")
    page.locator(".ending .figures").wait_for()
    return finished.table


def test_everybody_is_on_the_podium_or_behind_it(page: Page, table: str) -> None:
    expect(page.locator(".standings li")).to_have_count(PEOPLE_AND_MUSHERS)
    expect(page.locator(".standings li.yours")).to_contain_text("Lumi")
    assert 1 <= page.locator(".podium li").count() <= 3


def test_charts_have_names_and_the_same_numbers_in_tables(page: Page, table: str) -> None:
    sleds = page.request.get(f"/api/tables/{table}/replay").json()["figures"]["sleds"]
    for title in ("Speed by round", "Position by round", "Dents by cause"):
        expect(page.get_by_role("img", name=title)).to_be_visible()
    figure = page.locator("figure").filter(has_text="Speed by round")
    figure.get_by_text("Numbers").click()
    cells = figure.locator("tbody tr").first.locator("td").all_inner_texts()
    assert cells == ["–" if speed is None else str(speed) for speed in sleds[0]["speeds"]]


def test_the_record_can_be_taken_home_and_verifies(page: Page, table: str, tmp_path: Path) -> None:
    with page.expect_download() as downloading:
        page.get_by_role("link", name="Record of the race").click()
    record = tmp_path / "race.txt"
    downloading.value.save_as(record)
    checked = CliRunner().invoke(app, ["verify", str(record)])
    assert checked.exit_code == 0, checked.output


def test_the_shuffle_is_checked_in_plain_words(page: Page, table: str) -> None:
    page.get_by_role("button", name="Check the shuffle").click()
    expect(page.locator(".fairness .verdict")).to_have_text("All cards were dealt fairly.")
    expect(page.locator(".fairness li.good")).to_have_count(4)
    expect(page.locator(".fairness li.bad")).to_have_count(0)


def test_the_company_races_again(page: Page, table: str) -> None:
    page.get_by_role("button", name="Race again").click()
    page.wait_for_function(
        "table => location.pathname.startsWith('/race/') && !location.pathname.endsWith(table)",
        arg=table,
    )
    page.locator("main").wait_for()
    again = page.evaluate("location.pathname").rpartition("/")[2]
    assert page.request.get(f"/api/tables/{again}").json()["rematch_of"] == table


def test_the_course_can_be_looked_at_and_the_result_again(page: Page, table: str) -> None:
    expect(page.locator(".dock")).to_have_attribute("inert", "")
    page.keyboard.press("Escape")
    expect(page.locator(".ending")).to_be_hidden()
    expect(page.locator(".dock")).not_to_have_attribute("inert", "")
    page.keyboard.press("Enter")
    expect(page.locator(".ending")).to_be_visible()


def test_a_link_to_the_replay_can_be_shared(page: Page, table: str) -> None:
    page.get_by_role("button", name="Share", exact=True).click()
    link = page.get_by_role("dialog").locator("input").input_value()
    assert link.endswith(f"/replay/{table}")


def test_the_end_and_its_replay_shut_nobody_out(page: Page, table: str) -> None:
    page.get_by_role("button", name="Check the shuffle").click()
    page.locator(".fairness .verdict").wait_for()
    assert_for_everyone(page)
    page.goto(f"/replay/{table}#9")
    expect(page.locator(".replay")).to_have_attribute("data-at", "9")
    assert_for_everyone(page)
    page.get_by_role("button", name="The race in figures").click()
    assert_for_everyone(page)
    page.keyboard.press("Escape")
    page.keyboard.press("2")
    assert_for_everyone(page)
    page.goto("/replay")
    page.locator(".record-form").wait_for()
    assert_for_everyone(page)


def test_nothing_sounds_until_it_is_asked_for(page: Page, finished: Finished) -> None:
    """Every sound needs an AudioContext: count those that are made."""
    page.add_init_script(
        "globalThis.heard = 0; const Real = AudioContext;"
        "globalThis.AudioContext = class extends Real { constructor() { super(); heard++; } }"
    )
    page.goto(f"/replay/{finished.table}#8")
    step = page.get_by_role("button", name="One step on")
    step.click()
    expect(page.locator(".replay")).to_have_attribute("data-at", "9")
    assert page.evaluate("heard") == 0
    sound = page.get_by_role("button", name="Sound")
    sound.click()
    expect(sound).to_have_attribute("aria-pressed", "true")
    for moment in range(10, 14):  # a discard makes no sound, a turn does
        step.click()
        expect(page.locator(".replay")).to_have_attribute("data-at", str(moment))
    assert page.evaluate("heard") == 1
