"""A Chromium and a server for benchmarks of the page."""

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from scripts.chromium import on_machine
from tests.browser.browsing import FLAGS, serving


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
