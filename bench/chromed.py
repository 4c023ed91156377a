"""A Chromium and a server for benchmarks of the page."""

import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path += [str(ROOT / "tests" / "browser"), str(ROOT / "scripts")]

from browsing import FLAGS, serving
from chromium import on_machine
from playwright.sync_api import Browser, sync_playwright


@contextmanager
def browsing_at_home() -> Iterator[tuple[Browser, str]]:
    """Run a server with nothing in it and a browser; give the browser and the address."""
    with (
        tempfile.TemporaryDirectory() as folder,
        serving(Path(folder)) as address,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=on_machine(), args=FLAGS)
        yield browser, address
        browser.close()
