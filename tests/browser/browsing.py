"""A browser and a server for tests that look at the page."""

import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from chromium import on_machine
from playwright.sync_api import Browser, Page, sync_playwright

from snowtails.play.server import Settings, listen, make_server

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]
PATIENCE = 30_000
"""Milliseconds after which something that should happen has not; two cores may be busy."""


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=on_machine(), args=FLAGS)
        yield running
        running.close()


@contextmanager
def serving(data: Path, port: int = 0) -> Iterator[str]:
    """Run a server in a thread and give its address."""
    settings = Settings(port=port, data=data)
    with closing(listen(settings.host, settings.port)) as listening:
        server, addresses = make_server(settings, listening)
        listening.listen(64)
        running = threading.Thread(target=server.run, args=([listening],))
        running.start()
        try:
            yield addresses[0]
        finally:
            server.should_exit = True
            running.join()


@pytest.fixture(scope="session")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with serving(tmp_path_factory.mktemp("races")) as found:
        yield found


@pytest.fixture
def page(browser: Browser, address: str) -> Iterator[Page]:
    """A page whose visitor is new, with moves that take no time; it must not complain."""
    context = browser.new_context(base_url=address, reduced_motion="reduce")
    context.set_default_timeout(PATIENCE)
    opened = context.new_page()
    complaints: list[str] = []
    opened.on("console", lambda said: complaints.append(said.text))
    opened.on("pageerror", lambda error: complaints.append(str(error)))
    yield opened
    context.close()
    assert complaints == []
