"""A race on a course that crosses itself: what lies beneath a bridge is seen and can be tapped."""

import pytest
from playwright.sync_api import Page, expect

CROSSING = "llsuls"
"""It passes over its own start."""

TOP = """([x, y]) => document.elementsFromPoint(x, y).find((each) => each.matches(".space")).id"""

OFFERED = """() => {
  const offered = [...document.querySelectorAll(".reach .target.start")];
  const outlines = offered.map((each) => each.getAttribute("d"));
  const spaces = [...document.querySelectorAll(".space[id^=course-0]")];
  return spaces.find((each) => outlines.includes(each.getAttribute("d"))).id;
}"""
"""A start space that nobody else has taken."""
MIDDLE = """async (id) => {
  const found = () => document.getElementById(id).getBoundingClientRect();
  const middle = ({ x, y, width, height }) => [x + width / 2, y + height / 2];
  for (let last = "", still = 0; still < 5; ) {
    await new Promise(requestAnimationFrame);
    const now = String(middle(found()));
    still = now === last ? still + 1 : 0;
    last = now;
  }
  return middle(found());
}"""
"""Where a space is seen, once the camera is at rest."""


@pytest.mark.clause("TILE-9")
def test_a_tap_means_the_space_that_is_offered_though_a_bridge_passes_over(page: Page) -> None:
    page.goto("/")
    assert page.request.post("/api/visitors", data={"name": "Anna"}).ok
    wish = {"course": CROSSING, "seats": ["me", "pup"], "begin": True}
    opened = page.request.post("/api/tables", data=wish)
    assert opened.ok, opened.text()
    page.goto(f"/race/{opened.json()['table']}")
    page.locator(".race.due").wait_for()
    page.locator(".reach .target.start").first.wait_for(state="attached")
    offered = page.evaluate(OFFERED)
    x, y = page.evaluate(MIDDLE, offered)
    assert page.evaluate(TOP, [x, y]) != offered
    page.mouse.click(x, y)
    expect(page.locator(".reach .target.start.chosen")).to_have_count(1)
    page.keyboard.press("g")
    expect(page.locator(".sled-place.beneath[data-seat='0'] .sled")).to_be_visible()
    expect(page.locator(".minimap-edge")).not_to_have_count(0)
