"""Whole races on the page, as people drive them."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, ViewportSize, expect

from snowtails import Course
from tests.browser.browsing import PATIENCE, QUIET, serving

LONGEST_RACE = 60
"""Decisions after which a race should long be over."""


def my_turn_or_end(page: Page, after: int = 0) -> bool:
    """Wait until the page wants a decision or the race is over; return whether it wants one."""
    page.wait_for_function(
        "after => (+document.querySelector('.race')?.dataset.number > after"
        " && document.querySelector('.race.due')) || document.querySelector('.standings')",
        arg=after,
    )
    return page.locator(".standings").count() == 0


def number(page: Page) -> int:
    return int(page.locator(".race").get_attribute("data-number") or 0)


def phase(page: Page) -> str:
    if page.locator(".target.start").count():
        return "start"
    return "turn" if page.locator(".reach .sign").count() else "discard"


def open_race(page: Page) -> None:
    page.goto("/")
    page.get_by_role("button", name="Race now").click()
    page.locator(".race").wait_for()


def tap_space(page: Page, space: str, tap: Callable[..., None] = Locator.click) -> None:
    """Click on the middle of a space of the track, once the board has come to rest."""
    found = page.locator(f"#course-{space}")
    found.element_handle().wait_for_element_state("stable")
    tap(found, force=True)


def pick_discards(page: Page, press: Callable[[Locator], None] = Locator.click) -> None:
    """Pick cards to discard until there are enough."""
    while page.locator(".acts .go[aria-disabled=true]").count():
        press(page.locator("button.card:not(.picked)").first)


def drive_by_mouse(page: Page) -> None:
    go = page.locator(".acts .go")
    match phase(page):
        case "discard":
            pick_discards(page)
        case "start":
            tap_space(page, start_spaces(page)[0])
        case _:
            if not page.locator(".destinations[open]").count():
                page.locator(".destinations summary").click()
            page.locator(".destination").last.click()
    expect(go).to_have_attribute("aria-disabled", "false")
    go.click()


def start_spaces(page: Page) -> list[str]:
    return spaces_of(page, ".target.start")


def spaces_of(page: Page, targets: str) -> list[str]:
    """Return the spaces that are marked on the map, from the middle of the board outwards."""
    found = page.locator(targets).evaluate_all(
        """found => {
          const board = document.querySelector(".board").getBoundingClientRect();
          const apart = ({left, top, width, height}) => Math.hypot(
            left + width / 2 - board.left - board.width / 2,
            top + height / 2 - board.top - board.height / 2);
          const spaces = [...document.querySelectorAll(".space")];
          return found
            .map(each => spaces.find(space => space.getAttribute("d") === each.getAttribute("d")))
            .sort((a, b) => apart(a.getBoundingClientRect()) - apart(b.getBoundingClientRect()))
            .map(space => space.id.replace("course-", ""));
        }"""
    )
    return [str(each) for each in found]


def drive_by_touch(page: Page) -> None:
    go = page.locator(".acts .go")
    if phase(page) == "discard":
        pick_discards(page, Locator.tap)
    else:
        tap_space(page, spaces_of(page, ".target")[0], Locator.tap)
    expect(go).to_have_attribute("aria-disabled", "false")
    go.tap()


def drive_by_keyboard(page: Page) -> None:
    go = page.locator(".acts .go")
    if phase(page) == "discard":
        # Twice through the values, for hands in which one is left over.
        for key in "1234512345":
            if go.get_attribute("aria-disabled") == "false":
                break
            page.keyboard.press(key)
    else:
        page.keyboard.press("ArrowDown")
    expect(go).to_have_attribute("aria-disabled", "false")
    page.keyboard.press("Enter")


@pytest.mark.parametrize("drive", [drive_by_mouse, drive_by_keyboard])
def test_a_whole_race(page: Page, drive: Callable[[Page], None]) -> None:
    if drive is drive_by_keyboard:
        page.goto("/")
        page.keyboard.press("Tab")
        page.keyboard.press("Enter")
        page.locator(".race").wait_for()
    else:
        open_race(page)
    drive_to_the_end(page, drive)


def drive_to_the_end(page: Page, drive: Callable[[Page], None]) -> None:
    seen = 0
    for _ in range(LONGEST_RACE):
        if not my_turn_or_end(page, seen):
            break
        seen = number(page)
        drive(page)
    expect(page.locator(".standings li")).to_have_count(4)
    expect(page.locator(".standings li.yours")).to_have_count(1)


def view_of(page: Page) -> dict[str, Any]:
    found: dict[str, Any] = page.request.get(f"/api/tables/{page.url.rpartition('/')[2]}").json()
    return found


@pytest.mark.clause("ADVICE-1")
def test_the_first_race_has_bends_and_no_hazard_tiles(page: Page) -> None:
    open_race(page)
    faces = [tile.face for tile in Course.parse(view_of(page)["options"]["course"]["line"]).tiles]
    assert any(face.curve for face in faces)
    assert not any(face.hazard for face in faces)


@pytest.mark.clause("ADVICE-3")
def test_yellow_is_left_and_red_is_right_on_the_mat_as_along_the_track(page: Page) -> None:
    open_race(page)
    flags = page.locator(".side-flag")
    expect(flags).to_have_count(2)
    left, right = flags.evaluate_all("found => found.map((each) => each.getBoundingClientRect().x)")
    assert left < right
    on_mat = flags.evaluate_all("found => found.map((each) => getComputedStyle(each).fill)")
    on_track = page.locator(":is(#course-left-flag, #course-right-flag) path:last-of-type")
    assert on_mat == on_track.evaluate_all(
        "found => found.map((each) => getComputedStyle(each).fill)"
    )


@pytest.mark.clause("ADVICE-3")
def test_the_view_turns_with_the_sled(page: Page) -> None:
    open_race(page)
    seen, space = 0, "0"
    while space.startswith(("0", "1")):
        assert my_turn_or_end(page, seen)
        seen = number(page)
        space = view_of(page)["race"]["sleds"][0]["space"] or "0"
        if space.startswith(("0", "1")):
            page.get_by_role("button", name="Hint").click()
            expect(page.locator(".acts .go")).to_have_attribute("aria-disabled", "false")
            page.locator(".acts .go").click()
    place = page.request.get("/api/courses/nutcracker/map").json()["spaces"][space]
    right, down = page.locator(f"#course-{space}").evaluate(
        """(space, { x, y, heading }) => {
            const seen = (x, y) => new DOMPoint(x, y).matrixTransform(space.getScreenCTM());
            const angle = (heading * Math.PI) / 180;
            const [here, ahead] = [seen(x, y), seen(x + Math.sin(angle), y - Math.cos(angle))];
            return [ahead.x - here.x, ahead.y - here.y];
        }""",
        place,
    )
    assert right == pytest.approx(0, abs=1)
    assert down < -10


def test_a_whole_race_by_touch_on_a_phone(browser: Browser, address: str) -> None:
    context = browser.new_context(
        base_url=address,
        viewport=ViewportSize(width=390, height=844),
        has_touch=True,
        is_mobile=True,
        **QUIET,
    )
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    page.goto("/")
    page.get_by_role("button", name="Race now").tap()
    drive_to_the_end(page, drive_by_touch)
    context.close()


def test_a_newcomer_moves_within_three_taps(page: Page) -> None:
    open_race(page)
    my_turn_or_end(page)
    tap_space(page, start_spaces(page)[0])
    before = number(page)
    page.locator(".acts .go").click()
    assert my_turn_or_end(page, before)


def test_cards_laid_on_the_mat_show_their_sum_and_can_be_taken_back(page: Page) -> None:
    to_first_turn(page)
    card = page.locator("button.card").first
    value = int(card.get_attribute("data-card") or 0)
    # Whoever presses Go too early is told what is missing.
    page.keyboard.press("g")
    expect(page.locator(".prompt")).to_contain_text("Go needs a turn")
    card.click()
    expect(page.locator(".prompt")).to_have_text(f"Lay the {value}: tap a dog or the brake.")
    page.locator("[data-slot=L]").click()
    expect(page.locator(".sum")).to_have_text(f"{value} + 3 − 3 = {value}")
    page.locator("[data-slot=L]").click()
    expect(page.locator(".sum")).to_have_text("3 + 3 − 3 = 3")
    card.drag_to(page.locator("[data-slot=B]"))
    expect(page.locator(".sum")).to_have_text(f"3 + 3 − {value} = {6 - value}")


def test_a_plan_survives_a_reload(page: Page) -> None:
    to_first_turn(page)
    page.keyboard.press("ArrowUp")
    expect(page.locator(".sum:not(.before)")).to_contain_text("=")
    planned = page.locator(".sum").inner_text()
    page.reload()
    expect(page.locator(".sum")).to_have_text(planned)
    expect(page.locator(".target.chosen")).to_have_count(1)


def test_a_space_that_is_tapped_first_brings_its_cards(page: Page) -> None:
    to_first_turn(page)
    page.keyboard.press("ArrowUp")
    chosen = page.locator(".target.chosen")
    expect(chosen).to_have_count(1)
    page.keyboard.press("Escape")
    expect(chosen).to_have_count(0)
    page.locator(".destinations summary").click()
    page.locator(".destination").first.click()
    expect(page.locator(".mat-slot.laid")).not_to_have_count(0)
    expect(page.locator(".preview")).not_to_be_empty()


def to_first_turn(page: Page) -> None:
    open_race(page)
    my_turn_or_end(page)
    page.keyboard.press("ArrowUp")
    page.keyboard.press("g")
    page.locator(".race.due .reach .sign").first.wait_for()


@pytest.fixture
def first_turn(browser: Browser, address: str) -> Iterator[Page]:
    """A page at its first turn; browsers complain by themselves about what a server refuses."""
    context = browser.new_context(base_url=address, **QUIET)
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    to_first_turn(page)
    yield page
    context.close()


def test_a_server_that_is_busy_gets_plan_and_decision_later(first_turn: Page) -> None:
    page = first_turn
    busy = {"code": "store", "message": "busy"}
    page.route("**/plan", lambda route: route.fulfill(status=503, json=busy), times=1)
    with page.expect_response(lambda answer: answer.url.endswith("/plan") and answer.ok):
        page.keyboard.press("ArrowUp")
    page.route(
        "**/decisions",
        lambda route: route.fulfill(status=503, json=busy, headers={"retry-after": "1"}),
        times=1,
    )
    before = number(page)
    page.keyboard.press("g")
    my_turn_or_end(page, before)


def test_a_refusal_can_be_read_until_something_else_is_planned(first_turn: Page) -> None:
    page = first_turn
    told = {"code": "?", "message": "the snow is too deep"}
    page.route("**/decisions", lambda route: route.fulfill(status=422, json=told), times=1)
    before, go = number(page), page.locator(".acts .go")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("g")
    expect(page.locator(".prompt")).to_contain_text("the snow is too deep")
    expect(go).to_have_attribute("aria-disabled", "false")
    page.keyboard.press("ArrowUp")
    expect(page.locator(".prompt")).not_to_contain_text("the snow is too deep")
    page.keyboard.press("g")
    expect(go).to_have_attribute("aria-disabled", "true")
    my_turn_or_end(page, before)


def test_the_race_goes_on_after_the_server_was_away(browser: Browser, tmp_path: Path) -> None:
    context = browser.new_context(**QUIET)
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    with serving(tmp_path) as address:
        page.goto(address)
        page.get_by_role("button", name="Race now").click()
        my_turn_or_end(page)
        page.keyboard.press("ArrowUp")
        page.keyboard.press("g")
        page.locator(".race.due .reach .sign").first.wait_for()
        page.keyboard.press("ArrowUp")
    lost = page.locator(".connection")
    expect(lost).to_be_visible()
    before = number(page)
    with serving(tmp_path, int(address.rpartition(":")[2])):
        expect(lost).to_be_hidden(timeout=PATIENCE)
        expect(page.locator(".target.chosen")).to_have_count(1)
        page.keyboard.press("g")
        my_turn_or_end(page, before)
        context.close()


def test_nothing_sticks_out_on_a_phone(browser: Browser, address: str) -> None:
    size = ViewportSize(width=390, height=844)
    context = browser.new_context(
        base_url=address, viewport=size, has_touch=True, is_mobile=True, **QUIET
    )
    page = context.new_page()
    to_first_turn(page)
    page.keyboard.press("ArrowUp")
    for width, height in ((390, 844), (844, 390), (320, 640)):
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        for target in page.locator("button:visible, summary:visible").all():
            box = target.bounding_box()
            assert box is not None
            assert min(box["width"], box["height"]) >= 24
        go = page.locator(".acts .go").bounding_box()
        assert go is not None
        assert go["y"] + go["height"] <= height
    context.close()
