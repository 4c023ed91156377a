"""Measures building: how fast courses are raced, alone and by a cluster, and what the page pays.

python bench/build.py            print the table
python bench/build.py --write    also put it into docs/benchmarks.md
"""

import logging
import time
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Browser, Locator, Page, ViewportSize

from bench.chromed import browsing_at_home
from bench.page import show
from snowtails import Course
from snowtails.lab import certify, tally_races
from tests.browser.test_build import KEYS, NAMES, is_built, lay_by_hand

HEAD = "## Building a course"
LONGEST = "whole-box"
MONSTER = "srclcsuls" * 5
"""Forty tiles: the most a course may have."""
MANY = 100_000

SLOWEST_UPDATE = """async (line) => {
  const base = document.querySelector("script[type=module]").src.replace(/main\\.js.*/, "");
  const { makeCertificate } = await import(`${base}build/certificate.js`);
  const { makeLayers } = await import(`${base}build/layers.js`);
  const { follow } = await import(`${base}build/certificate-stream.js`);
  const signal = new AbortController().signal;
  const [figures, layers] = [makeCertificate(), makeLayers(signal)];
  document.querySelector(".build-figures").append(figures.element);
  document.querySelector(".build-course").append(layers.drawn);
  const times = [];
  const told = (certificate) => {
    const began = performance.now();
    figures.show(certificate);
    layers.show(certificate);
    document.body.getBoundingClientRect();
    times.push(performance.now() - began);
  };
  await new Promise((failed) => follow(line, { told, waiting() {}, failed }, signal).then(failed));
  return { slowest: Math.max(...times), updates: times.length };
}"""
"""Race a course and show every update with its layout; return the slowest in milliseconds."""


def best(task: Callable[[], object], rounds: int) -> float:
    """Return the least seconds that a task took."""
    times = []
    for _ in range(rounds):
        began = time.perf_counter()
        task()
        times.append(time.perf_counter() - began)
    return min(times)


def through_cluster(workers: int) -> float:
    """Race the longest course very often by some processes of a cluster; return the seconds."""
    import distributed

    logging.getLogger("distributed").setLevel(logging.CRITICAL)
    start: Any = distributed.LocalCluster
    options = {"processes": True, "threads_per_worker": 1, "dashboard_address": None}
    with start(n_workers=workers, host="127.0.0.1", **options) as cluster:
        address = cluster.scheduler_address
        certify(LONGEST, 2000 * workers, cluster=address)  # everybody has loaded the rules
        return best(lambda: certify(LONGEST, MANY, cluster=address), 1)


def built(page: Page, lay: Callable[[Page], None]) -> float:
    """Build The Hobbit's Breakfast from nothing; return the seconds."""
    page.goto("/build")
    page.locator(".build-screen").wait_for()
    began = time.perf_counter()
    lay(page)
    is_built(page, Course.load("hobbits-breakfast"))
    return time.perf_counter() - began


def by_keyboard(page: Page) -> None:
    for name in NAMES:
        page.keyboard.press(KEYS[name])


def by_mouse(page: Page) -> None:
    lay_by_hand(page, Locator.click)


def by_touch(page: Page) -> None:
    lay_by_hand(page, Locator.tap)


def arrive(browser: Browser, address: str, *, phone: bool) -> Page:
    size = ViewportSize(width=390, height=844) if phone else ViewportSize(width=1440, height=900)
    context = browser.new_context(base_url=address, viewport=size, has_touch=phone)
    return context.new_page()


def table(rounds: int) -> str:
    course = Course.load(LONGEST)
    tally_races(course, ["yearling"] * 4, 1, range(8))
    thousand = best(lambda: tally_races(course, ["yearling"] * 4, 1, range(1000)), rounds)
    one, two = through_cluster(1), through_cluster(2)
    with browsing_at_home() as (browser, address):
        page = arrive(browser, address, phone=False)
        page.goto("/build?course=srs")
        page.locator(".certificate-figures b").first.wait_for()
        began = time.perf_counter()
        page.keyboard.press("s")
        page.locator(".certificate:not(.stale) .certificate-figures b").first.wait_for()
        first = time.perf_counter() - began
        update = page.evaluate(SLOWEST_UPDATE, MONSTER)
        keyboard, mouse = built(page, by_keyboard), built(page, by_mouse)
        touch = built(arrive(browser, address, phone=True), by_touch)
    updates, slowest = update["updates"], f"{update['slowest']:.0f} ms"
    found = (
        (
            "1,000 races of four Yearlings on the longest course, counted",
            f"{thousand:.2f} s",
            "1 s",
        ),
        (f"{MANY:,} races by two Dask workers, one: {one:.1f} s", f"{one / two:.2f} ×", "1.7 ×"),
        ("first figures on the page after a change", f"{first:.2f} s", "1 s"),
        (f"slowest of {updates} updates of the figures of forty tiles", slowest, "50 ms"),
        ("The Hobbit's Breakfast from nothing, by keyboard", f"{keyboard:.1f} s", "60 s"),
        ("by mouse", f"{mouse:.1f} s", "60 s"),
        ("by touch", f"{touch:.1f} s", "60 s"),
    )
    rows = ["| what | measured | to reach |", "|---|--:|--:|"]
    return "\n".join(rows + [f"| {' | '.join(row)} |" for row in found])


if __name__ == "__main__":
    show("build", HEAD, table, 5, __doc__)
