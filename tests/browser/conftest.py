"""A browser, a server and its pages, for tests that look at the page."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, sync_playwright

from scripts.chromium import on_machine
from tests.browser.browsing import FLAGS, PATIENCE, QUIET, serving
from tests.browser.finished import COMPANY, RACE, Finished
from tests.browser.people import Arrive, known_as


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Give each test with a browser a second try; the summary tells which of them took it."""
    here = Path(__file__).parent
    for item in items:
        if here in item.path.parents:
            item.add_marker(pytest.mark.flaky(reruns=1))


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=on_machine(), args=FLAGS)
        yield running
        running.close()


@pytest.fixture(scope="session")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with serving(tmp_path_factory.mktemp("races")) as found:
        yield found


def hear_complaints(page: Page, heard: list[str], *, of_browser: bool = True) -> None:
    """Note every error of a page, and whatever else its browser says of it."""

    def note(said: ConsoleMessage) -> None:
        if said.text != "Service Worker registration blocked by Playwright":
            heard.append(said.text)

    page.on("pageerror", lambda error: heard.append(str(error)))
    if of_browser:
        page.on("console", note)


@pytest.fixture
def page(browser: Browser, address: str) -> Iterator[Page]:
    """A page whose visitor is new, with moves that take no time; it must not complain."""
    context = browser.new_context(base_url=address, **QUIET)
    context.set_default_timeout(PATIENCE)
    opened = context.new_page()
    complaints: list[str] = []
    hear_complaints(opened, complaints)
    yield opened
    context.close()
    assert complaints == []


@pytest.fixture
def arrive(browser: Browser, address: str) -> Iterator[Arrive]:
    """Pages of as many people as a test likes; none of them may complain."""
    contexts: list[BrowserContext] = []
    complaints: list[str] = []

    def come(name: str = "", path: str = "/", *, may_complain: bool = False, **wishes: Any) -> Page:
        wishes = {"base_url": address, **QUIET, **wishes}
        context = browser.new_context(**wishes)
        context.set_default_timeout(PATIENCE)
        contexts.append(context)
        if name:
            known_as(context, name)
        page = context.new_page()
        hear_complaints(page, complaints, of_browser=not may_complain)
        page.goto(path)
        page.locator("main").wait_for()
        return page

    yield come
    for context in contexts:
        context.close()
    assert complaints == []


@pytest.fixture(scope="session")
def finished(browser: Browser, address: str) -> Iterator[Finished]:
    context = browser.new_context(base_url=address)
    page = context.new_page()
    page.goto("/replay")
    yield Finished(str(page.evaluate(RACE, {"company": COMPANY})), context)
    context.close()
