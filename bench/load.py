"""Measures the first load of the page in a Chromium that has never seen it.

python bench/load.py            print the table
python bench/load.py --write    also put it into docs/benchmarks.md

Each load has a profile of its own. Bytes are those that come over the wire, compressed and with
headers; the page is usable when its first button can be pressed. The second line is a fair mobile
connection.
"""

import statistics
import time
from dataclasses import dataclass, field

from playwright.sync_api import Browser

from bench.chromed import browsing_at_home
from bench.page import show

HEAD = "## First load of the page\n\nThe targets are 250 KB and one second."
MOBILE = {"latency": 60, "downloadThroughput": 9e6 / 8, "uploadThroughput": 3e6 / 8}


@dataclass
class Load:
    """What one load took."""

    seconds: float = 0.0
    at_once: int = 0
    """Requests until the page was usable."""
    sizes: list[int] = field(default_factory=list)
    """Bytes of each request, in the order of their ends."""


def load(browser: Browser, address: str, network: dict[str, float] | None) -> Load:
    """Open the first screen in a new profile, until one can press its button and all is quiet."""
    context = browser.new_context(base_url=address)
    page = context.new_page()
    line = context.new_cdp_session(page)
    line.send("Network.enable")
    if network:
        line.send("Network.emulateNetworkConditions", {"offline": False, **network})
    found = Load()
    line.on("Network.loadingFinished", lambda done: found.sizes.append(done["encodedDataLength"]))
    began = time.perf_counter()
    page.goto("/", wait_until="commit")
    page.locator(".race-now").wait_for()
    found.seconds, found.at_once = time.perf_counter() - began, len(found.sizes)
    page.wait_for_timeout(3000)  # what is fetched when nothing else is to do
    page.wait_for_load_state("networkidle")
    context.close()
    return found


def table(rounds: int) -> str:
    rows = [
        "| first load | until usable | median | worst | with the race, fetched when idle |",
        "|---|--:|--:|--:|--:|",
    ]
    with browsing_at_home() as (browser, address):
        for name, network in (("this machine", None), ("9 Mbit/s, 60 ms", MOBILE)):
            loads = [load(browser, address, network) for _ in range(rounds + 1)][1:]
            times = [each.seconds for each in loads]
            most = max(loads, key=lambda each: each.at_once)
            rows.append(
                f"| {name} | {told(most.sizes[: most.at_once])} | {statistics.median(times):.2f} s "
                f"| {max(times):.2f} s | {told(most.sizes)} |"
            )
    return "\n".join(rows)


def told(sizes: list[int]) -> str:
    return f"{len(sizes)} requests, {sum(sizes) / 1000:.0f} KB"


if __name__ == "__main__":
    show("load", HEAD, table, 10, __doc__)
