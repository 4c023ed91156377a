"""The board is drawn true: drawing, marks, sleds and taps agree, on every screen that has one."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, ViewportSize

import snowtails
from tests.browser.finished import Finished
from tests.browser.people import Arrive, open_table
from tests.browser.soloing import begin

SIZES = {
    "wide": ViewportSize(width=1440, height=900),
    "tablet": ViewportSize(width=820, height=1180),
    "phone": ViewportSize(width=390, height=844),
}

CLOSE = 0.5
"""Pixels by which two things that stand at one place may differ."""

MEASURE = """async () => {
    const board = document.querySelector(".board");
    const marks = board.querySelector(".marks");
    const spaces = [...board.querySelectorAll(".paper .space")];
    const edges = ({ left, top, right, bottom }) => [left, top, right, bottom];
    const apart = (some, others) => Math.max(...some.map((each, i) => Math.abs(each - others[i])));
    const middle = ({ left, top, width, height }) => [left + width / 2, top + height / 2];

    // The same outline once as drawn, and once as the marks would draw it; laid out once for all.
    const copies = spaces.map((space) => {
        const copy = document.createElementNS("http://www.w3.org/2000/svg", "path");
        copy.setAttribute("d", space.getAttribute("d"));
        return copy;
    });
    marks.append(...copies);
    const edgesOf = (each) => edges(each.getBoundingClientRect());
    const drawn = spaces.map((space, i) => apart(edgesOf(space), edgesOf(copies[i])));
    for (const copy of copies) copy.remove();

    // Where the server says that the middle of a space is, and where sleds stand.
    const spot = (space, x, y) => {
        const { x: left, y: top } = new DOMPoint(x, y).matrixTransform(space.getScreenCTM());
        return [left, top];
    };
    const { view } = await window.geometry();
    const map = await (await fetch(`/api/courses/${encodeURIComponent(view.line)}/map`)).json();
    const standing = view.sleds.flatMap((space, seat) => {
        const sled = board.querySelector(`.sled-place[data-seat="${seat}"]`);
        if (!space || !sled || sled.hidden) return [];
        const { x, y } = map.spaces[space];
        const element = board.querySelector(`#course-${CSS.escape(space)}`);
        const { left, top } = sled.getBoundingClientRect();
        return [apart([left, top], spot(element, x, y))];
    });

    // A tap in the middle of a space, or most of the way to its corners, finds that space.
    const missed = [];
    // What lies past the edge of the picture, behind the finish, cannot be tapped.
    const picture = board.querySelector(".paper svg");
    const frame = picture.viewBox.baseVal;
    const within = ({ x, y, width, height }, left, top) => {
        const at = new DOMPoint(left, top).matrixTransform(picture.getScreenCTM().inverse());
        return at.x > x && at.x < x + width && at.y > y && at.y < y + height;
    };
    let tapped = 0;
    for (const space of spaces) {
        const length = space.getTotalLength();
        const center = spot(space, ...middleOf(space));
        const corners = [0.05, 0.3, 0.55, 0.8].map((part) => {
            const { x, y } = space.getPointAtLength(length * part);
            const [left, top] = spot(space, x, y);
            return [center[0] + (left - center[0]) * 0.8, center[1] + (top - center[1]) * 0.8];
        });
        for (const [x, y] of [center, ...corners]) {
            const found = document.elementFromPoint(x, y);
            if (!found?.closest(".board") || !within(frame, x, y)) continue;
            tapped++;
            if (found.closest(".space") === space) continue;
            const instead = `${found.tagName} ${found.getAttribute("class")}`;
            missed.push(`${space.id} at ${x}, ${y}: ${instead}`);
        }
    }
    function middleOf(space) {
        const { x, y } = map.spaces[space.id.replace("course-", "")];
        return [x, y];
    }

    const { a, b } = new DOMMatrix(getComputedStyle(board.querySelector(".ground")).transform);
    return {
        drawn: Math.max(...drawn),
        standing: Math.max(0, ...standing),
        sleds: standing.length,
        spaces: spaces.length,
        missed,
        tapped,
        turned: Math.round((Math.atan2(b, a) * 180) / Math.PI),
        scale: Math.hypot(a, b),
    };
}"""


def measure(page: Page, line: str, sleds: list[str | None]) -> dict[str, Any]:
    """Compare what is drawn with what is marked, what stands there and what is tapped."""
    page.evaluate(
        "view => { window.geometry = async () => ({ view }); }", {"line": line, "sleds": sleds}
    )
    found: dict[str, Any] = page.evaluate(MEASURE)
    return found


def assert_true(found: dict[str, Any], *, sleds: bool) -> None:
    """Assert that a board is drawn true, and that there was something to compare."""
    assert found["spaces"] > 40
    assert found["tapped"] > 20
    assert bool(found["sleds"]) == sleds
    assert found["drawn"] < CLOSE, found
    assert found["standing"] < CLOSE, found
    assert found["missed"] == []


def look_everywhere(page: Page, state: Callable[[], tuple[str, list[str | None]]]) -> None:
    """Measure on screens of all sizes."""
    for size in SIZES.values():
        page.set_viewport_size(size)
        look_around(page, state)
        page.keyboard.press("v")  # back to the sled


def look_around(page: Page, state: Callable[[], tuple[str, list[str | None]]]) -> None:
    """Measure with the sled, over the whole course, and from near by."""
    looks = []
    for key in ("", "v", "+", "+"):
        if key:
            page.keyboard.press(key)
        line, sleds = state()
        found = measure(page, line, sleds)
        assert_true(found, sleds=any(sleds))
        looks.append((found["turned"], round(found["scale"], 2)))
    assert len(set(looks)) == 4, looks
    assert any(turned % 360 for turned, _ in looks), looks


def view_of(page: Page, table: str) -> dict[str, Any]:
    view: dict[str, Any] = page.context.request.get(f"/api/tables/{table}").json()
    return view


def sleds_of(race: dict[str, Any]) -> list[str | None]:
    return [each["space"] for each in race["sleds"]]


def test_the_board_of_a_race_is_true(arrive: Arrive) -> None:
    page = arrive("Anna")
    address = open_table(page, course="nutcracker", seats=["me", "pup"], begin=True)
    page.goto(address)
    page.locator(".race.due .target.start").first.wait_for()
    page.keyboard.press("ArrowUp")
    page.keyboard.press("g")
    page.locator(".race.due .reach .sign").first.wait_for()

    def state() -> tuple[str, list[str | None]]:
        view = view_of(page, address.rpartition("/")[2])
        return view["options"]["course"]["line"], sleds_of(view["race"])

    look_everywhere(page, state)


def test_the_board_of_the_solo_game_is_true(arrive: Arrive) -> None:
    page = arrive("Anna")
    table = begin(page)["table"]
    page.goto(f"/solo/{table}")
    page.locator(".solo.due .marker").first.wait_for()
    for _ in range(2):
        page.keyboard.press("ArrowUp")
        page.locator(".acts .go[aria-disabled=false]").wait_for()
        seen = page.locator(".solo").get_attribute("data-number")
        page.keyboard.press("g")
        page.locator(f".solo.due:not([data-number='{seen}'])").wait_for()

    def state() -> tuple[str, list[str | None]]:
        view = view_of(page, table)
        return view["course"]["line"], sleds_of(view["race"])

    look_everywhere(page, state)


def test_the_board_of_a_replay_is_true(arrive: Arrive, finished: Finished) -> None:
    page = arrive("Anna")
    told = page.context.request.get(f"/api/tables/{finished.table}/replay").json()
    frame = len(told["frames"]) // 2
    page.goto(f"/replay/{finished.table}#{frame}")
    page.locator(".eyes-of").first.click()

    def state() -> tuple[str, list[str | None]]:
        return told["course"]["line"], sleds_of(told["frames"][frame]["race"])

    look_everywhere(page, state)


def test_what_is_tapped_in_a_space_in_reach_chooses_that_space(arrive: Arrive) -> None:
    page = arrive("Anna")
    page.goto(open_table(page, course="nutcracker", seats=["me", "pup"], begin=True))
    page.locator(".race.due .target.start").first.wait_for()
    for size in SIZES.values():
        page.set_viewport_size(size)
        page.keyboard.press("v")  # over the whole course,
        page.keyboard.press("v")  # and with the sled, as this screen shows it
        for index in range(page.locator(".target.start").count()):
            target = page.locator(".target.start").nth(index)
            box = target.bounding_box()
            assert box is not None
            # Near a corner, where a drawing that is a little off has another space already.
            page.mouse.click(box["x"] + 0.85 * box["width"], box["y"] + 0.85 * box["height"])
            assert "chosen" in (target.get_attribute("class") or "")


OF_THE_BOARD = {"tokens", "page", "sled", "board"}
STYLES = Path(snowtails.__file__).parent / "web" / "style"
OF_SCREENS = sorted(each.name for each in STYLES.glob("*.css") if each.stem not in OF_THE_BOARD)

REACHING = """async (names) => {
    const found = [];
    const walk = (rules, parent, sheet) => {
        for (const rule of rules) {
            if (rule instanceof CSSStyleRule) {
                const nested = rule.selectorText.includes("&")
                    ? rule.selectorText.replaceAll("&", parent)
                    : `${parent} :is(${rule.selectorText.replace(/::[\\w-]+/g, "")})`;
                const selector = (parent ? nested : rule.selectorText).replace(/::[\\w-]+/g, "");
                const reached = document.querySelector(`:is(.ground, .ground *):is(${selector})`);
                if (rule.style.length && reached) found.push(`${sheet}: ${selector}`);
                walk(rule.cssRules, parent ? nested : rule.selectorText, sheet);
            } else if (rule.cssRules) walk(rule.cssRules, parent, sheet);
        }
    };
    const joined = document.querySelector("link[rel=stylesheet]").href;
    for (const name of names) {
        const answer = await fetch(joined.replace(/style\\.css$/, `style/${name}`));
        if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
        walk((await new CSSStyleSheet().replace(await answer.text())).cssRules, "", name);
    }
    return found;
}"""
"""Rules that are not the board's and reach something that is drawn on it."""


def test_no_rule_of_a_screen_reaches_the_board(arrive: Arrive, finished: Finished) -> None:
    page = arrive("Anna")
    page.goto(open_table(page, course="nutcracker", seats=["me", "pup"], begin=True))
    page.locator(".race.due .target.start").first.wait_for()
    page.keyboard.press("ArrowUp")
    page.keyboard.press("g")
    page.locator(".race.due .reach .sign").first.wait_for()
    page.keyboard.press("ArrowUp")
    assert page.evaluate(REACHING, OF_SCREENS) == []
    page.goto(f"/replay/{finished.table}")
    page.locator(".paper .space").first.wait_for()
    assert page.evaluate(REACHING, OF_SCREENS) == []
    page.goto(f"/solo/{begin(page, opponents=True)['table']}")
    page.locator(".paper .space").first.wait_for()
    assert page.evaluate(REACHING, OF_SCREENS) == []
