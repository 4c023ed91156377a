"""What every screen must be for everyone: no violation that axe knows, nothing out of sight."""

from functools import cache
from typing import Any

from playwright.sync_api import Page

from scripts.node_tools import AXE, installed

RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
# What a drawing consists of is hidden from readers of the screen, and of thousands of parts.
_LOOK = """rules => axe.run(
    { exclude: [['svg[role=img] > *'], ['svg[aria-hidden=true] > *']] },
    { runOnly: rules, resultTypes: ['violations'] },
).then((found) => found.violations)"""

_OUT_OF_SIGHT = """() => {
    const scrolls = (each) => ['auto', 'scroll'].includes(getComputedStyle(each).overflowX);
    const within = (each) => each && each !== document.body
        && (scrolls(each) || within(each.parentElement));
    return [...document.querySelectorAll('body *')].filter((each) => {
        const { left, right, width } = each.getBoundingClientRect();
        const out = width && (right > innerWidth + 1 || left < -1);
        return out && !each.closest('svg, .board, .visually-hidden') && !within(each.parentElement);
    }).map((each) => `${each.tagName}.${each.className}: ${each.textContent.slice(0, 60)}`);
}"""

_SPILLING = """() => {
    const kinds = 'button, a, label, h1, h2, h3, p, li, dd, dt, figcaption';
    return [...document.querySelectorAll(kinds)].filter((each) => {
        const { overflowX, display } = getComputedStyle(each);
        const wide = each.clientWidth && each.scrollWidth > each.clientWidth + 1;
        const shown = overflowX === 'visible' && display !== 'inline';
        return wide && shown && !each.closest('.board, .visually-hidden');
    }).map((each) => `${each.tagName}.${each.className}: ${each.textContent.slice(0, 60)}`);
}"""


@cache
def _axe() -> str:
    return (installed(*AXE) / "axe.min.js").read_text("utf-8")


def assert_accessible(page: Page) -> None:
    """Assert that axe finds nothing wrong with the page as it is shown."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(_axe())
    found: list[Any] = page.evaluate(_LOOK, RULES)
    told = [
        f"{each['id']}: {node['html'][:200]} {node['failureSummary']}"
        for each in found
        for node in each["nodes"]
    ]
    assert not told, "\n".join([page.url, *told])


def assert_for_everyone(page: Page) -> None:
    """Assert that the screen shuts nobody out, on a small phone by night and on a desk by day."""
    for width, height, theme in ((320, 640, "dark"), (1440, 900, "light")):
        page.set_viewport_size({"width": width, "height": height})
        page.emulate_media(color_scheme=theme)  # type: ignore[arg-type]
        assert_accessible(page)
        assert_fits(page)


def assert_fits(page: Page) -> None:
    """Assert that nothing is wider than the screen, and no words spill out of what holds them."""
    wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
    found = page.evaluate(_OUT_OF_SIGHT) + page.evaluate(_SPILLING)
    told = "\n".join([page.url, f"{wide} px too wide", *found])
    assert (wide <= 0, found) == (True, []), told
