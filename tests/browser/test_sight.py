"""What matters on the board stays in sight, and nothing lies over it."""

import re

from playwright.sync_api import Page, expect

from tests.browser.people import Arrive, open_table
from tests.browser.soloing import begin, go
from tests.browser.test_geometry import SIZES

COVERED = """() => {
    const board = document.querySelector(".board").getBoundingClientRect();
    const middle = (each) => {
        const { left, top, width, height } = each.getBoundingClientRect();
        return [left + width / 2, top + height / 2];
    };
    const within = ([x, y]) =>
        x > board.left && x < board.right && y > board.top && y < board.bottom;
    return [...document.querySelectorAll(".marks .target, .sled-place[data-seat='0'] .sled")]
        .map(middle)
        .filter(within)
        .map(([x, y]) => document.elementFromPoint(x, y))
        .filter((found) => !found.closest(".board"))
        .map((found) => found.outerHTML.slice(0, 80));
}"""
"""What lies over a space in reach, or over one's own sled."""

SEEN = """() => {
    const board = document.querySelector(".board").getBoundingClientRect();
    const own = document.querySelector(".sled-place[data-seat='0']");
    const { left, top } = own.getBoundingClientRect();
    return left > board.left && left < board.right && top > board.top && top < board.bottom;
}"""
"""Whether one's own sled is in sight."""

BEYOND = """() => {
    const board = document.querySelector(".board").getBoundingClientRect();
    return [...document.querySelectorAll(".marks .target")].some((each) => {
        const { left, right, top, bottom } = each.getBoundingClientRect();
        return right < board.left || left > board.right || bottom < board.top || top > board.bottom;
    });
}"""
"""Whether a space in reach is wholly out of sight."""


def to_first_turn(page: Page) -> None:
    page.goto(open_table(page, course="nutcracker", seats=["me", "pup"], begin=True))
    page.locator(".race.due .target.start").first.wait_for()
    page.keyboard.press("ArrowUp")
    page.keyboard.press("g")
    page.locator(".race.due .reach .sign").first.wait_for()


def test_zoom_keeps_ones_sled_and_points_at_what_is_out_of_sight(arrive: Arrive) -> None:
    page = arrive("Anna")
    to_first_turn(page)
    for size in SIZES.values():
        page.set_viewport_size(size)
        page.reload()
        page.locator(".race.due .reach .sign").first.wait_for()
        zoom_about(page)


def zoom_about(page: Page) -> None:
    """Zoom in at a corner, and see what is still in sight."""
    assert page.evaluate(COVERED) == []
    beyond = page.locator(".out-of-sight:not([hidden])")
    expect(beyond).to_have_count(0)
    board = page.locator(".board").bounding_box()
    assert board is not None
    page.mouse.move(board["x"] + board["width"] - 8, board["y"] + 8)
    for _ in range(8):
        page.mouse.wheel(0, -240)
        assert page.evaluate(SEEN)
    for _ in range(4):
        page.keyboard.press("+")
        assert page.evaluate(SEEN)
    if page.evaluate(BEYOND):  # slow cards may leave all that is in reach in sight
        expect(beyond).not_to_have_count(0)
    if beyond.count():
        beyond.first.click()
    expect(beyond).to_have_count(0)
    assert page.evaluate(COVERED) == []
    page.keyboard.press("v")
    assert page.evaluate(COVERED) == []


def test_the_small_map_makes_way_for_buttons(arrive: Arrive) -> None:
    page = arrive("Anna", viewport=SIZES["tablet"])
    page.goto(open_table(page, course="hairpin-post", seats=["me", "pup", "husky"], begin=True))
    page.locator(".race.due .target.start").first.wait_for()
    # A sign at the upper corner and the start at the lower one drive both into the third.
    expect(page.locator(".views.below")).to_be_visible()
    expect(page.locator(".minimap")).to_contain_class("elsewhere")
    expect(page.locator(".minimap")).to_be_hidden()
    page.keyboard.press("v")
    expect(page.locator(".minimap")).to_be_visible()


def test_nothing_shifts_when_something_is_planned(arrive: Arrive) -> None:
    page = arrive("Anna")
    to_first_turn(page)
    kept = [page.locator(each) for each in (".acts .go", ".board", ".top-bar")]
    for size in SIZES.values():
        page.set_viewport_size(size)
        before = [each.bounding_box() for each in kept]
        page.keyboard.press("ArrowUp")
        expect(page.locator(".preview")).not_to_be_empty()
        assert [each.bounding_box() for each in kept] == before
        page.keyboard.press("Escape")
        assert [each.bounding_box() for each in kept] == before


def test_names_stand_in_the_order_on_a_phone_and_codes_only_if_wished(arrive: Arrive) -> None:
    page = arrive("Anna", viewport=SIZES["phone"])
    to_first_turn(page)
    order = page.locator(".order")
    expect(order.locator(".racer-name", has_text="Pup")).to_be_visible()
    expect(order.locator(".racer-facts").first).to_be_empty()
    page.evaluate(
        "localStorage.setItem('snowtails', JSON.stringify({ name: 'Anna', spaceNames: true }))"
    )
    page.reload()
    expect(order.locator(".racer-facts").first).to_have_text(re.compile(r"^\d+[a-e]\d+$"))


def test_the_paw_explains_itself(arrive: Arrive) -> None:
    page = arrive("Anna", viewport=SIZES["phone"])
    to_first_turn(page)
    page.keyboard.press("ArrowUp")
    page.keyboard.press("g")
    page.locator(".paw-button").click()
    expect(page.locator(".lead-note")).to_contain_text("Big Paws")
    page.locator(".lead-note").get_by_role("button", name="Close").click()
    expect(page.locator(".lead-note p")).to_be_empty()


def test_opponents_are_placed_by_the_numbers_of_tiles(arrive: Arrive) -> None:
    page = arrive("Anna")
    page.goto(f"/solo/{begin(page, opponents=True)['table']}")
    page.locator(".solo.due .target.start").first.wait_for()
    labels = page.locator(".target-label").all_text_contents()
    buttons = page.locator(".place-choice b").all_text_contents()
    assert [f"Tile {label}" for label in labels] == buttons
    page.locator(".place-choice").last.click()
    expect(page.locator(".prompt")).to_contain_text("3 more are missing")
    go(page)
    expect(page.locator(".prompt")).to_contain_text("Opponent 2 of 4")


def test_dogs_and_brake_have_room_for_their_japanese_names_on_a_phone(arrive: Arrive) -> None:
    page = arrive("Anna", viewport=SIZES["phone"], locale="ja")
    to_first_turn(page)
    for width in (390, 320):
        page.set_viewport_size({"width": width, "height": 700})
        for slot in page.locator(".mat-slot").all():
            name = slot.locator(".slot-name")
            lines = name.evaluate(
                "each => each.getBoundingClientRect().height / parseFloat("
                "getComputedStyle(each).lineHeight)"
            )
            inside = slot.evaluate(
                "each => each.clientWidth"
                " - each.querySelector('.slot-name').getBoundingClientRect().width"
            )
            assert lines < 1.5, (width, name.inner_text())
            assert inside >= 0, (width, name.inner_text())
