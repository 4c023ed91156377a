"""Measures what a frame costs the page's thread while sleds glide and the camera turns.

python bench/frames.py            print the table
python bench/frames.py --write    also put it into docs/benchmarks.md

A race against three Huskies is driven by hints, with the camera behind the own sled; then the view
is turned from the sled to the whole course and back. Script, style and layout of all that happens
are shared among the frames in which something moved, so the cost of each new view is part of it.
"""

from collections.abc import Callable

from playwright.sync_api import Browser, CDPSession, Page

from bench.chromed import browsing_at_home
from bench.page import show

HEAD = "## Frames of the page\n\nThe target is 4 ms for script, style and layout together."
COURSES = ("nutcracker", "whole-box")
PARTS = ("ScriptDuration", "RecalcStyleDuration", "LayoutDuration", "TaskDuration")
PATIENCE = 60_000

COUNT_FRAMES = """() => {
  const ground = document.querySelector(".ground");
  window.moving = 0;
  const count = () => {
    window.moving += ground.getAnimations({ subtree: true }).length > 0;
    requestAnimationFrame(count);
  };
  count();
}"""
MY_TURN = """() => document.querySelector(".standings")
  || (document.querySelector(".race.due") && !document.getAnimations().length)"""
AT_REST = "() => !document.getAnimations().length"


def sit_down(browser: Browser, address: str, course: str) -> Page:
    """Open a race against three Huskies and choose a start space."""
    context = browser.new_context(base_url=address, viewport={"width": 1440, "height": 900})
    context.set_default_timeout(PATIENCE)
    assert context.request.post("/api/visitors", data={"name": "Anna"}).ok
    wish = {"course": course, "seats": ["me", *["husky"] * 3], "begin": True, "hints": True}
    opened = context.request.post("/api/tables", data=wish)
    assert opened.ok, opened.text()
    page = context.new_page()
    page.goto(f"/race/{opened.json()['table']}")
    page.locator(".race.due").wait_for()
    page.keyboard.press("ArrowUp")
    page.keyboard.press("g")
    page.locator(".race.due .reach .sign").first.wait_for()
    page.evaluate(COUNT_FRAMES)
    return page


def seconds(line: CDPSession) -> list[float]:
    """Return what each part has taken so far."""
    told = {each["name"]: each["value"] for each in line.send("Performance.getMetrics")["metrics"]}
    return [told[part] for part in PARTS]


def cost(page: Page, act: Callable[[Page, int], None], times: int) -> tuple[list[float], int]:
    """Do something; return the milliseconds of each part for a frame, and how many moved."""
    line = page.context.new_cdp_session(page)
    # The time of the thread itself, whatever else the machine does.
    line.send("Performance.enable", {"timeDomain": "threadTicks"})
    before, moved = seconds(line), page.evaluate("moving")
    act(page, times)
    frames = page.evaluate("moving") - moved
    spent = zip(before, seconds(line), strict=True)
    return [1000 * (after - each) / frames for each, after in spent], frames


def drive(page: Page, turns: int) -> None:
    """Drive some turns as the hints say."""
    for _ in range(turns):
        page.wait_for_function(MY_TURN)
        if page.locator(".standings").count():
            break
        page.keyboard.press("h")
        page.locator(".acts .go[aria-disabled=false]").wait_for()
        seen = page.locator(".race").get_attribute("data-number")
        page.keyboard.press("g")
        page.locator(f".race:not([data-number='{seen}'])").wait_for()
    page.wait_for_function(MY_TURN)


def turn_view(page: Page, times: int) -> None:
    """Look at the whole course, and from the sled again."""
    for _ in range(times):
        page.keyboard.press("v")
        page.wait_for_function(AT_REST)


def table(times: int) -> str:
    rows = [
        "| milliseconds a frame | script | style | layout | together | with painting | frames |",
        "|---|--:|--:|--:|--:|--:|--:|",
    ]
    with browsing_at_home() as (browser, address):
        for course in COURSES:
            page = sit_down(browser, address, course)
            for what, act in (("driven", drive), ("view turned", turn_view)):
                (*parts, whole), frames = cost(page, act, times)
                told = " | ".join(f"{each:.2f}" for each in (*parts, sum(parts), whole))
                rows.append(f"| {course}, {what} | {told} | {frames:,} |")
            page.context.close()
    return "\n".join(rows)


if __name__ == "__main__":
    show("frames", HEAD, table, 8, __doc__)
