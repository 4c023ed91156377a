"""Building a course on the page, by mouse, by keyboard and by touch."""

import re
from collections.abc import Iterator
from typing import Any, Literal

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from snowtails import Course
from tests.browser.accessibility import assert_accessible, assert_fits
from tests.browser.browsing import PATIENCE
from tests.browser.people import Arrive

BREAKFAST = Course.load("hobbits-breakfast")
NAMES = [tile.name for tile in BREAKFAST.tiles]
KEYS = {
    "straight": "s",
    "corner-left": "l",
    "corner-right": "r",
    "u-turn-left": "u",
    "u-turn-right": "n",
    "saplings": "t",
    "chasm": "c",
}
BARRED = "ssxxxxx" + "_" * 20 + "l"
SHAPES = {"saplings": "straight", "chasm": "straight"}


def is_built(page: Page, course: Course) -> None:
    """Expect that the page holds a course, can race it and has its line in the address."""
    expect(page.locator(".tile-row")).to_have_count(len(course.tiles))
    expect(page).to_have_url(re.compile(rf"/build\?course={course.line}(&|$)"))
    expect(page.get_by_role("button", name="Race it", exact=True)).to_be_enabled()


def test_the_hobbits_breakfast_is_built_by_mouse(page: Page) -> None:
    page.goto("/build")
    for number, name in enumerate(NAMES):
        shape = SHAPES.get(name, name)
        page.locator(f".ghost[data-piece={shape}] .ghost-button").click()
        expect(page.locator(".tile-row")).to_have_count(number + 1)
        if shape != name:
            page.get_by_role("group", name="Another piece").get_by_role(
                "button", name=name, exact=True
            ).click()
        expect(page.locator(".build-course .tile[data-tile]")).to_have_count(number + 1)
    if BREAKFAST.flag == "left":
        page.get_by_label("Chequered flag").select_option("left")
    is_built(page, BREAKFAST)
    page.locator(".build-course.painted").wait_for()
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(".tile-row")).to_have_count(len(NAMES) - 1)
    page.get_by_role("button", name="Redo").click()
    is_built(page, BREAKFAST)
    page.get_by_role("button", name="Race it", exact=True).click()
    page.locator(".race.due").wait_for()


def test_the_hobbits_breakfast_is_built_by_keyboard_alone(page: Page) -> None:
    page.goto("/build")
    page.locator(".build-screen").wait_for()
    for name in NAMES:
        page.keyboard.press(KEYS[name])
    is_built(page, BREAKFAST)
    page.keyboard.press("m")
    mirrored = BREAKFAST.line.translate(str.maketrans("lr", "rl"))
    expect(page).to_have_url(re.compile(rf"course={mirrored}fl(&|$)"))
    page.keyboard.press("z")
    is_built(page, BREAKFAST)
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Delete")
    expect(page.locator(".tile-row")).to_have_count(len(NAMES) - 1)
    page.keyboard.press("Control+z")
    is_built(page, BREAKFAST)


def test_pieces_are_dragged_and_tiles_moved_by_touch(arrive: Arrive) -> None:
    page = arrive(viewport=ViewportSize(width=390, height=844), has_touch=True, path="/build")
    page.locator(".piece[data-name=straight]").tap()
    page.locator(".piece[data-name=corner-left]").tap()
    expect(page.locator(".tile-row")).to_have_count(2)
    page.locator(".ghost[data-piece=straight] .ghost-button").tap()
    expect(page).to_have_url(re.compile(r"course=sls$"))
    page.locator(".tile-acts [data-act=earlier]").tap()
    expect(page).to_have_url(re.compile(r"course=ssl$"))


def test_a_piece_is_dropped_between_others(page: Page) -> None:
    page.goto("/build?course=srs")
    page.locator(".build-course.painted").wait_for()
    piece = page.locator(".piece[data-name=saplings]").bounding_box()
    row = page.locator(".tile-row").nth(2).bounding_box()
    assert piece
    assert row
    page.mouse.move(piece["x"] + 20, piece["y"] + 20)
    page.mouse.down()
    page.mouse.move(row["x"] + 40, row["y"] + 10, steps=6)
    page.mouse.up()
    expect(page).to_have_url(re.compile(r"course=srts$"))
    expect(page.locator(".tile-row").nth(2)).to_have_attribute("aria-current", "true")


def test_what_is_wrong_is_said_at_the_tile_and_mended(page: Page) -> None:
    page.goto(f"/build?course={BARRED}")
    wrong = page.locator(".problems .wrong").first
    expect(wrong).to_contain_text("Tile 2")
    expect(page.get_by_role("button", name="Race it", exact=True)).to_be_disabled()
    expect(page.locator(".tile.wrong")).to_have_count(1)
    wrong.get_by_role("button", name="Clear tile 2").click()
    expect(page.locator(".problems .wrong")).to_have_count(0)
    expect(page).to_have_url(re.compile(r"course=ssl$"))
    expect(page.get_by_role("button", name="Race it", exact=True)).to_be_enabled()


@pytest.mark.clause("TILE-9")
def test_a_bridge_is_said_and_can_be_raced(page: Page) -> None:
    page.goto("/build?course=llll")
    bridge = page.locator(".problems .warned").first
    expect(bridge).to_contain_text("Tile 4")
    expect(bridge).to_contain_text("passes over")
    expect(page.get_by_role("button", name="Race it", exact=True)).to_be_enabled()
    bridge.get_by_role("button", name="Turn tile 4 over").click()
    expect(page).to_have_url(re.compile(r"course=lllr$"))


def test_a_link_is_a_course_with_its_name(page: Page) -> None:
    page.goto("/build?course=srs&name=Lake+%26+Tea")
    expect(page.get_by_label("Name", exact=True)).to_have_value("Lake & Tea")
    page.keyboard.press("s")
    expect(page).to_have_url(re.compile(r"course=srss&name=Lake\+%26\+Tea$"))
    page.get_by_role("button", name="My courses").click()
    page.get_by_role("button", name="Keep this course").click()
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Clear the table").click()
    expect(page).to_have_url(re.compile(r"/build$"))
    page.get_by_role("button", name="My courses").click()
    page.get_by_role("button", name="Open: Lake & Tea").click()
    expect(page).to_have_url(re.compile(r"course=srss&name="))


def test_spaces_are_planted_and_speeds_set(page: Page) -> None:
    page.goto("/build?course=sr")
    page.locator(".tile-row").first.click()
    page.locator("[data-cell=c3]").click()
    expect(page).to_have_url(re.compile(r"course=s_{12}y_{12}r$"))
    page.locator("[data-cell=c3]").click()
    expect(page).to_have_url(re.compile(r"course=s_{12}x_{12}r$"))
    expect(page.locator(".beyond")).to_contain_text("own rocks")
    page.locator(".tile-row").nth(1).click()
    page.get_by_label("Safety speed").select_option("6")
    expect(page).to_have_url(re.compile(r"r6$"))


def test_the_course_is_raced_while_it_is_built(page: Page) -> None:
    page.goto("/build?course=srs")
    state = page.locator(".certificate-state")
    expect(state).to_contain_text("After 2,000 races", timeout=PATIENCE * 2)
    expect(page.locator(".remarks li").first).to_be_visible()
    expect(page.locator(".certificate-figures b").first).to_have_text(re.compile(r"^\d"))
    expect(page.locator(".heat .hot").first).to_be_attached()
    page.get_by_label("Dents on the drawing").uncheck()
    expect(page.locator(".heat .hot")).to_have_count(0)
    page.keyboard.press("c")
    expect(page.locator(".was").first).to_be_visible(timeout=PATIENCE * 2)


LOOKS: list[tuple[int, int, Literal["light", "dark"]]] = [(1440, 900, "light"), (390, 844, "dark")]


@pytest.fixture(params=LOOKS, ids=["desk by day", "phone by night"])
def view(browser: Browser, address: str, request: pytest.FixtureRequest) -> Iterator[Page]:
    width, height, theme = request.param
    wishes: dict[str, Any] = {"color_scheme": theme, "reduced_motion": "reduce"}
    context = browser.new_context(
        base_url=address, viewport=ViewportSize(width=width, height=height), **wishes
    )
    context.set_default_timeout(PATIENCE)
    yield context.new_page()
    context.close()


def test_building_is_for_everyone(view: Page) -> None:
    view.goto("/build?course=hobbits-breakfast")
    view.locator(".certificate-charts figure").first.wait_for()
    assert_accessible(view)
    assert_fits(view)
    view.goto(f"/build?course={BARRED}")
    view.locator(".problems .wrong").first.wait_for()
    assert_accessible(view)
    assert_fits(view)
    view.get_by_role("button", name="My courses").click()
    assert_accessible(view)
