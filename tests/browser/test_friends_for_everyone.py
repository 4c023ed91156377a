"""The screens around a table shut nobody out, by day and by night."""

from typing import Literal

import pytest
from playwright.sync_api import ViewportSize

from tests.browser.accessibility import complaints
from tests.browser.people import Arrive, open_table


@pytest.mark.parametrize(("width", "theme"), [(1440, "light"), (390, "dark")])
def test_axe_finds_nothing_around_a_table(
    arrive: Arrive, theme: Literal["light", "dark"], width: int
) -> None:
    looks = {"color_scheme": theme, "viewport": ViewportSize(width=width, height=900)}
    anna = arrive("Anna", "/friends", **looks)
    assert complaints(anna) == []
    table = open_table(anna, seats=["me", "open", "husky"], listed=True)
    ben = arrive("", f"{table}?seat=1", **looks)
    assert complaints(ben) == []
    anna.goto(table)
    anna.locator(".scan").wait_for()
    anna.get_by_label("Say something").fill("Hello")
    anna.get_by_role("button", name="Send").click()
    anna.locator(".chat-log li").wait_for()
    assert complaints(anna) == []
    ben.goto("/lobby")
    ben.locator(".table").first.wait_for()
    assert complaints(ben) == []
    anna.get_by_role("button", name="Begin").click()
    anna.locator(".race").wait_for()
    anna.get_by_role("button", name="At this table").click()
    anna.get_by_role("button", name="Move my seat").click()
    anna.locator("dialog .scan").wait_for()
    assert complaints(anna) == []
    anna.goto(
        open_table(anna, seats=["me", {"name": "Carl"}], hot_seat=True, begin=True, clock=600)
    )
    anna.locator(".curtain .go").wait_for()
    assert complaints(anna) == []
