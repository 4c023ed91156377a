"""A browser and a server for tests that look at the page."""

import threading
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import httpx

from snowtails.server.http.server import Settings, listen, make_server
from tests.server.unlimited import UNLIMITED

_WITHOUT = [
    # Chromium keeps two hidden pages for the address bar of each context: two thirds of its work.
    "WebUIOmniboxPopup",
    "WebUIOmniboxAimPopup",
    # What Playwright switches off, too: of two such flags Chromium heeds the last alone.
    "AvoidUnnecessaryBeforeUnloadCheckSync",
    "DestroyProfileOnBrowserClose",
    "HttpsUpgrades",
    "HttpsFirstBalancedModeAutoEnable",
    "MediaRouter",
    "NetworkTimeServiceQuerying",
    "OptimizationHints",
    "PaintHolding",
    "PreconnectToSearch",
]
FLAGS = [
    f"--disable-features={','.join(_WITHOUT)}",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]
QUIET: Any = {"reduced_motion": "reduce", "service_workers": "block"}
"""How most tests look: moves take no time, and nothing is kept for an installed page."""
PATIENCE = 30_000
"""Milliseconds after which something that should happen has not; two cores may be busy."""


def _wait_until_ready(address: str) -> None:
    """Wait until races can begin: until then a page is told 503, and its browser complains."""
    while httpx.get(f"{address}/ready").status_code != 200:
        time.sleep(0.05)


@contextmanager
def serving(data: Path, port: int = 0) -> Iterator[str]:
    """Run a server in a thread and give its address."""
    settings = Settings(port=port, data=data, limits=UNLIMITED)  # all tests have one address
    with closing(listen(settings.host, settings.port)) as listening:
        server, _, addresses = make_server(settings, listening)
        listening.listen(64)
        running = threading.Thread(target=server.run, args=([listening],))
        running.start()
        try:
            _wait_until_ready(addresses[0])
            yield addresses[0]
        finally:
            server.should_exit = True
            running.join()
