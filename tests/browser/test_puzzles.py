"""Puzzles on the page: a wrong answer and a right one, by touch and by keys, and on to the next."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, Route, ViewportSize, expect

from snowtails.coach.puzzle import THEMES, Puzzle, shipped_puzzles
from snowtails.rules import Turn
from tests.browser.accessibility import assert_fits, assert_for_everyone
from tests.browser.browsing import PATIENCE, QUIET
from tests.web.catalogues import words

PHONE = ViewportSize(width=390, height=844)
DE, EN = words("de"), words("en")


def by_cards_alone(puzzle: Puzzle, *, right: bool) -> list[Turn]:
    """Return turns, right or wrong, of which the cards leave nothing more to choose."""
    return [
        move.turn
        for move in puzzle.lines.values()
        if not move.drift and not move.bonus and move.speed > 0
        if (move in puzzle.solutions) == right
    ]


@pytest.fixture(scope="module")
def puzzle() -> Puzzle:
    """A puzzle that can be answered right and wrong by cards alone."""
    return next(
        puzzle
        for puzzle in shipped_puzzles()
        if by_cards_alone(puzzle, right=True) and by_cards_alone(puzzle, right=False)
    )


def lay(page: Page, turn: Turn) -> None:
    """Lay the cards of a turn by touch."""
    for place in turn.places:
        page.locator(f"button.card[data-card='{turn.value}']:not(.laid)").first.tap()
        page.locator(f".mat [data-slot={place}]").tap()


@pytest.fixture
def phone(browser: Browser, address: str) -> Iterator[Page]:
    context = browser.new_context(base_url=address, viewport=PHONE, has_touch=True, **QUIET)
    context.set_default_timeout(PATIENCE)
    yield context.new_page()
    context.close()


def test_a_puzzle_is_missed_shown_solved_and_followed_by_another(
    phone: Page, puzzle: Puzzle
) -> None:
    phone.goto(f"/puzzles/{puzzle.id}")
    told, go = phone.locator(".learn-words"), phone.locator(".acts .go")
    expect(told).to_contain_text(EN["puzzles.goal"])
    assert_fits(phone)
    assert_for_everyone(phone)
    lay(phone, by_cards_alone(puzzle, right=False)[0])
    # An answer that is refused says why, and leaves the cards where they are.
    refusal = {"code": "illegal", "message": ""}
    phone.route("**/answers", lambda route: route.fulfill(status=422, json=refusal))
    go.tap()
    expect(told).to_contain_text(EN["refused.illegal"])
    phone.unroute("**/answers")
    go.tap()
    expect(phone.locator(".learn-coach")).to_have_attribute("data-verdict", "again")
    answer = puzzle.answer(puzzle.best)
    expect(told).to_contain_text(f"{round(answer.best_chance * 100)}%")
    phone.get_by_role("button", name=EN["puzzles.best"]).tap()
    # The best line is shown as if it had been played, beside the other, with the reason.
    expect(phone.locator(".coach-paths .coach-way")).to_have_count(2)
    best = answer.best.turn
    for place in best.places:
        expect(phone.locator(f".mat [data-slot={place}]")).to_contain_text(str(best.value))
    expect(told).to_contain_text(EN["puzzles.yours"])
    assert_for_everyone(phone)
    phone.get_by_role("button", name=EN["learn.again"]).tap()
    expect(told).to_contain_text(EN["puzzles.goal"])
    lay(phone, by_cards_alone(puzzle, right=True)[0])
    go.tap()
    expect(phone.locator(".learn-coach")).to_have_attribute("data-verdict", "done")
    expect(told).to_contain_text(EN["puzzles.uncounted"])
    expect(go).to_have_text(EN["learn.next"])
    phone.keyboard.press("Enter")
    expect(told).to_contain_text(EN["puzzles.goal"])
    assert puzzle.id not in phone.url
    phone.get_by_role("button", name="Level").tap()
    expect(phone.get_by_role("dialog")).to_contain_text(EN["puzzles.level.about"])
    phone.keyboard.press("Escape")
    # Today's puzzle can be come back to from any other.
    today = phone.request.get("/api/puzzles").json()["today"]["puzzle"]
    phone.get_by_role("link", name=EN["puzzles.today"]).tap()
    expect(phone).to_have_url(re.compile(f"/puzzles/{today}$"))
    kept = phone.request.get("/api/puzzles").json()["standing"]
    assert (kept["answered"], kept["solved"], kept["streak"]["now"]) == (1, 0, 0)


def solve_many(page: Page, puzzle: Puzzle) -> None:
    """Let a puzzle be today's, and whoever looks have solved many before."""

    def with_a_streak(route: Route) -> None:
        answer = route.fetch()
        told = answer.json()
        told["today"]["puzzle"] = puzzle.id
        told["standing"] |= {
            "level": 1234,
            "streak": {"now": 12, "best": 31},
            "days": {"now": 11, "best": 11},
        }
        route.fulfill(response=answer, json=told)

    page.route("**/api/puzzles", with_a_streak)


def show_of_the_day(page: Page, puzzle: Puzzle) -> None:
    """Open a puzzle as if it were today's, and whoever looks had solved many before."""

    def of_the_day(route: Route) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, json=answer.json() | {"day": "2026-03-01"})

    solve_many(page, puzzle)
    page.route(f"**/api/puzzles/{puzzle.id}", of_the_day)
    page.goto("/puzzles")
    expect(page.locator(".learn-title")).to_contain_text(DE["puzzles.today"])
    expect(page.locator(".puzzle-standing")).to_contain_text("12 in Folge")


@pytest.mark.parametrize(
    ("width", "height"), [(320, 844), (361, 844), (641, 844), (844, 390), (667, 375)]
)
def test_level_and_streak_lie_over_no_other_words(
    browser: Browser, address: str, width: int, height: int
) -> None:
    size = ViewportSize(width=width, height=height)
    context = browser.new_context(base_url=address, viewport=size, locale="de", **QUIET)
    page = context.new_page()
    of_themes = {puzzle.theme: puzzle for puzzle in shipped_puzzles()}
    assert of_themes.keys() == set(THEMES)
    for puzzle in of_themes.values():
        show_of_the_day(page, puzzle)
        told, standing = page.locator(".learn-words"), page.locator(".puzzle-standing")
        above, below = told.bounding_box(), standing.bounding_box()
        assert above is not None
        assert below is not None
        assert above["y"] + above["height"] <= below["y"] + 1
        for box in (standing, page.locator(".learn-coach")):
            assert box.evaluate("each => each.scrollHeight <= each.clientHeight"), puzzle.theme
        assert_fits(page)
    # Another than today's has a way back beside the level.
    other = next(each for each in of_themes.values() if each is not puzzle)
    page.goto(f"/puzzles/{other.id}")
    expect(page.locator(".learn-ways a")).to_have_count(1)
    level = page.locator(".puzzle-standing span").first.bounding_box()
    ways = page.locator(".learn-ways").bounding_box()
    assert level is not None
    assert ways is not None
    assert level["x"] + level["width"] <= ways["x"] or level["y"] + level["height"] <= ways["y"]
    context.close()


def test_on_a_short_phone_most_of_the_rest_is_the_boards(phone: Page, puzzle: Puzzle) -> None:
    phone.set_viewport_size({"width": 320, "height": 640})
    phone.goto(f"/puzzles/{puzzle.id}")
    phone.locator(".target").first.wait_for()
    height = "each => each.getBoundingClientRect().height"
    assert phone.locator(".stage").evaluate(height) >= 150
    assert phone.locator(".learn-coach").evaluate("each => each.scrollHeight <= each.clientHeight")
    assert_fits(phone)


def test_on_its_side_a_phone_shows_spaces_that_can_be_tapped(phone: Page, puzzle: Puzzle) -> None:
    phone.set_viewport_size({"width": 844, "height": 390})
    phone.goto(f"/puzzles/{puzzle.id}")
    phone.locator(".target").first.wait_for()
    widths = "all => all.map((each) => each.getBoundingClientRect().width)"
    assert min(phone.locator(".target").evaluate_all(widths)) >= 30
    assert phone.locator(".learn-coach").evaluate("each => each.scrollHeight <= each.clientHeight")
    assert_fits(phone)


def test_on_its_side_a_small_phone_has_all_the_height_for_what_is_told(
    phone: Page, puzzle: Puzzle
) -> None:
    phone.set_viewport_size({"width": 620, "height": 520})
    phone.goto(f"/puzzles/{puzzle.id}")
    phone.locator(".target").first.wait_for()
    lay(phone, by_cards_alone(puzzle, right=False)[0])
    phone.locator(".acts .go").tap()
    coach = phone.locator(".learn-coach")
    expect(coach).to_have_attribute("data-verdict", "again")
    height = "each => each.getBoundingClientRect().height"
    assert coach.evaluate(height) == phone.locator(".side").evaluate(height)
