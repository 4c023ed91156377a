"""The screens around a table shut nobody out, by day and by night."""

from tests.browser.accessibility import assert_for_everyone
from tests.browser.people import Arrive, open_table


def test_axe_finds_nothing_around_a_table(arrive: Arrive) -> None:
    anna = arrive("Anna", "/friends")
    assert_for_everyone(anna)
    table = open_table(anna, seats=["me", "open", "husky"], listed=True)
    ben = arrive("", f"{table}?seat=1")
    assert_for_everyone(ben)
    anna.goto(table)
    anna.locator(".invitation .address").wait_for()
    anna.get_by_label("Say something").fill("Hello")
    anna.get_by_role("button", name="Send").click()
    anna.locator(".chat-log li").wait_for()
    assert_for_everyone(anna)
    ben.goto("/lobby")
    ben.locator(".table").first.wait_for()
    assert_for_everyone(ben)
    anna.get_by_role("button", name="Begin").click()
    anna.locator(".race").wait_for()
    anna.get_by_role("button", name="At this table").click()
    anna.get_by_role("button", name="Move my seat").click()
    anna.locator("dialog .invitation .address").wait_for()
    assert_for_everyone(anna)
    anna.goto(
        open_table(anna, seats=["me", {"name": "Carl"}], hot_seat=True, begin=True, clock=600)
    )
    anna.locator(".curtain .go").wait_for()
    assert_for_everyone(anna)
