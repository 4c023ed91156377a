"""The coach on the page: in play, after the race, and trying it again."""

import re

from playwright.sync_api import Page, expect

from tests.browser.accessibility import assert_for_everyone
from tests.browser.finished import Finished
from tests.browser.test_hints_and_settings import first_turn
from tests.web.catalogues import words

EN = words("en")


def test_the_coach_speaks_when_asked_and_only_then(page: Page) -> None:
    first_turn(page)
    coach = page.locator(".coach")
    expect(coach.locator(".coach-card")).to_be_hidden()
    expect(page.locator(".chance")).to_have_count(0)
    page.keyboard.press("c")
    expect(coach).to_have_class(re.compile(r"\bdone\b"))
    signs = page.locator(".reach .target").count()
    expect(page.locator(".chance")).to_have_count(signs)
    expect(coach.locator(".coach-why")).not_to_be_empty()
    assert_for_everyone(page)
    coach.locator(".coach-best").click()
    expect(page.locator(".acts .go")).to_have_attribute("aria-disabled", "false")
    # Asked for in this race, it is there again after a reload.
    page.reload()
    expect(coach).to_have_class(re.compile(r"\bdone\b"))
    page.get_by_role("button", name=EN["coach.close"]).click()
    expect(page.locator(".chance")).to_have_count(0)
    expect(page.get_by_role("button", name=EN["coach.label"])).to_be_focused()


def test_the_coach_looks_back_and_a_race_is_tried_again(page: Page, finished: Finished) -> None:
    finished.visit(page, f"/race/{finished.table}")
    page.get_by_role("button", name=EN["coach.back.open"]).click()
    back = page.locator(".look-back")
    expect(back).to_have_class(re.compile(r"\bdone\b"))
    expect(back.locator(".luck-row")).to_have_count(2)
    expect(back.locator(".costly, .none").first).to_be_visible()
    assert_for_everyone(page)
    page.set_viewport_size({"width": 1440, "height": 900})
    back.locator(".curve").click(position={"x": 200, "y": 40})
    page.wait_for_url(re.compile(r"/replay/\w+\?coach=1#\d+"))
    expect(back).to_have_class(re.compile(r"\bdone\b"))
    assert_for_everyone(page)
    page.set_viewport_size({"width": 1440, "height": 900})
    # Mostly somebody has given something away; who it was depends on what was dealt.
    sleds = back.locator(".look-back-sleds button")
    whose = 0
    while not back.locator(".costly").count():
        whose += 1
        if whose == sleds.count():
            return
        sleds.nth(whose).click()
    back.get_by_role("button", name=EN["coach.show"]).first.click()
    page.wait_for_url(re.compile(rf"coach={whose + 1}-\d+#\d+"))
    turns = page.locator(".coach-way").count()
    assert turns in (0, 2), "start spaces and discards have no way"
    back.get_by_role("button", name=EN["coach.again"]).first.click()
    page.locator(".race.due").wait_for()
    assert page.url.split("/")[-1] != finished.table
