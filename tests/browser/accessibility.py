"""What every screen must be for everyone: no violation that axe knows, nothing out of sight."""

from functools import cache
from typing import Any

from playwright.sync_api import Page

from scripts.node_tools import AXE, installed

RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]

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


def complaints(page: Page) -> list[str]:
    """Return what axe finds wrong with the page as it is shown, a line for each place."""
    page.evaluate(_axe())
    found: dict[str, Any] = page.evaluate("rules => axe.run(document, {runOnly: rules})", RULES)
    return [
        f"{each['id']}: {node['html'][:200]} {node['failureSummary']}"
        for each in found["violations"]
        for node in each["nodes"]
    ]


def assert_accessible(page: Page) -> None:
    """Assert that axe finds nothing wrong with the page as it is shown."""
    found = complaints(page)
    assert not found, "\n".join([page.url, *found])


def assert_fits(page: Page) -> None:
    """Assert that nothing is wider than the screen, and no words spill out of what holds them."""
    wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
    found = page.evaluate(_OUT_OF_SIGHT) + page.evaluate(_SPILLING)
    told = "\n".join([page.url, f"{wide} px too wide", *found])
    assert (wide <= 0, found) == (True, []), told
