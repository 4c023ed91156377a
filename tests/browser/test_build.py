"""Building a course on the page, by mouse, by keyboard and by touch."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, ViewportSize, expect

from snowtails import Course, Tile
from tests.browser.accessibility import assert_accessible, assert_for_everyone
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


def lay_by_hand(page: Page, press: Callable[[Locator], None]) -> None:
    """Lay The Hobbit's Breakfast from nothing, by tapping ghosts and faces."""
    for number, name in enumerate(NAMES):
        shape = SHAPES.get(name, name)
        press(page.locator(f".ghost[data-piece={shape}] .ghost-button"))
        expect(page.locator(".build-course .tile[data-tile]")).to_have_count(number + 1)
        if shape != name:
            press(page.locator(f".face-choice[aria-label={name}]"))
            expect(page.locator(f".face-choice[aria-label={name}]")).to_have_attribute(
                "aria-pressed", "true"
            )
    is_built(page, BREAKFAST)


def test_the_hobbits_breakfast_is_built_by_mouse(page: Page) -> None:
    page.goto("/build")
    lay_by_hand(page, lambda target: target.click())
    page.locator(".build-course.painted").wait_for()
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(".tile-row")).to_have_count(len(NAMES) - 1)
    page.get_by_role("button", name="Redo").click()
    is_built(page, BREAKFAST)
    # A tile taken up on the drawing and let go on another lies behind that.
    tile, onto = (page.locator(f".tile[data-tile='{n}']").bounding_box() for n in (4, 0))
    assert tile
    assert onto
    page.mouse.move(tile["x"] + tile["width"] / 2, tile["y"] + tile["height"] / 2)
    page.mouse.down()
    page.mouse.move(onto["x"] + onto["width"] / 2, onto["y"] + onto["height"] / 2, steps=5)
    page.mouse.up()
    expect(page.locator(".tile-row").nth(1)).to_contain_text(NAMES[4], ignore_case=True)
    page.get_by_role("button", name="Undo").click()
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


def test_the_hobbits_breakfast_is_built_by_touch(arrive: Arrive) -> None:
    page = arrive(viewport=ViewportSize(width=390, height=844), has_touch=True, path="/build")
    # On a high screen the course has its room above and below it.
    zooms = page.locator(".zooms").bounding_box()
    assert zooms is not None
    assert zooms["height"] < zooms["width"]
    lay_by_hand(page, lambda target: target.tap())
    page.locator(".tile-acts [data-act=earlier]").tap()
    moved = [*NAMES[:-2], NAMES[-1], NAMES[-2]]
    expect(page).to_have_url(re.compile(rf"course={Course(tuple(map(Tile, moved))).line}$"))


def test_one_looks_closer_and_plants_on_the_drawing(page: Page) -> None:
    page.goto("/build?course=srs")
    course = page.locator(".build-course.painted")
    course.wait_for()

    def seen() -> list[float]:
        return [float(each) for each in str(course.get_attribute("viewBox")).split()]

    whole = seen()
    box = course.bounding_box()
    assert box
    at = (box["x"] + box["width"] / 4, box["y"] + box["height"] / 4)
    page.mouse.move(*at)
    page.mouse.wheel(0, -400)
    expect(course).to_have_class(re.compile("close"))
    near = seen()
    assert near[2] < whole[2]
    assert near[0] + near[2] / 4 == pytest.approx(whole[0] + whole[2] / 4, abs=0.01)
    page.mouse.down()
    page.mouse.move(at[0] + 60, at[1], steps=3)
    page.mouse.up()
    assert seen()[0] <= near[0]
    expect(page.locator(".tile-row[aria-current]")).to_have_count(1)  # nothing was tapped
    page.keyboard.press("0")
    assert seen() == whole
    page.get_by_role("button", name="Closer").click()
    assert seen()[2] < whole[2]
    page.locator(".tile-row").first.click()
    page.get_by_role("button", name="Tap on the drawing").click()
    page.locator("[data-plot='12']").click()
    expect(page).to_have_url(re.compile(r"course=s_{12}y_{12}rs$"))
    page.keyboard.press("Escape")
    expect(page.locator("[data-plot]")).to_have_count(0)


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
    callout = page.locator(".callout")
    expect(callout).to_contain_text("Tile 2")
    expect(wrong.get_by_role("button", name="Clear tile 2")).to_be_visible()
    callout.get_by_role("button", name="Clear tile 2").click()
    expect(callout).to_be_hidden()
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
    speeding = page.locator(".layer .mark.speeding")
    expect(speeding).to_have_attribute("d", re.compile("^M"))
    page.get_by_role("button", name=re.compile("too fast")).click()
    expect(speeding).to_have_count(0)
    page.get_by_text("Racing line", exact=True).click()
    expect(page.locator(".layer .line")).to_have_attribute("d", re.compile("^M.*C"))
    page.keyboard.press("h")
    expect(page.locator(".layer > *")).to_have_count(0)
    page.keyboard.press("c")
    expect(page.locator(".was").first).to_be_visible(timeout=PATIENCE * 2)


def test_building_is_for_everyone(page: Page) -> None:
    page.goto("/build?course=hobbits-breakfast")
    page.locator(".certificate-charts figure").first.wait_for()
    assert_for_everyone(page)
    page.goto(f"/build?course={BARRED}")
    page.locator(".problems .wrong").first.wait_for()
    assert_for_everyone(page)
    page.get_by_role("button", name="My courses").click()
    assert_accessible(page)
