"""Learn: six scenes by touch or by keys, resumed where they were left, with no table needed."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from scripts.learn_scenes import DONE, SCENES, WRITTEN
from tests.browser.accessibility import assert_fits, assert_for_everyone
from tests.browser.browsing import PATIENCE, QUIET
from tests.web.catalogues import words

PHONE = ViewportSize(width=390, height=844)
NARROW = ViewportSize(width=320, height=640)
EN = words("en")
STEPS: dict[str, list[dict[str, Any]]] = {
    scene["name"]: scene["steps"] for scene in json.loads(WRITTEN.read_text("utf-8"))
}


@pytest.fixture
def phone(browser: Browser, address: str) -> Iterator[Page]:
    context = browser.new_context(base_url=address, viewport=PHONE, has_touch=True, **QUIET)
    context.set_default_timeout(PATIENCE)
    yield context.new_page()
    context.close()


def goal(page: Page, scene: str, step: int) -> None:
    """Expect a step to be asked for."""
    expect(page.locator(".learn-words")).to_have_text(EN[f"learn.{scene}.{step}.goal"])


def go(page: Page) -> None:
    page.locator(".acts .go").tap()


def lay(page: Page, card: int, *slots: str) -> None:
    for slot in slots:
        page.locator(f"button.card[data-card='{card}']:not(.laid)").first.tap()
        page.locator(f".mat [data-slot={slot}]").tap()


def test_all_scenes_lead_into_the_first_race(phone: Page) -> None:
    phone.goto("/")
    phone.get_by_role("link", name=EN["home.learn"]).tap()
    for scene, steps in SCENES.items():
        for number in range(len(steps)):
            goal(phone, scene, number)
            phone.get_by_role("button", name=EN["learn.show"]).tap()
            go(phone)
            expect(phone.locator(".learn-coach")).to_have_attribute("data-verdict", DONE)
            go(phone)
    expect(phone.locator(".learn-end li")).to_have_count(len(SCENES))
    phone.get_by_role("button", name=EN["learn.end.race"]).tap()
    phone.locator(".race.due .target.start").first.wait_for()
    view = phone.request.get(f"/api/tables/{phone.url.rpartition('/')[2]}").json()
    assert [seat["name"] for seat in view["seats"][1:]] == ["pup"] * 3


def test_what_goes_wrong_is_explained_and_tried_again(phone: Page) -> None:
    phone.goto("/learn")
    goal(phone, "speed", 0)
    lay(phone, 1, "L")
    go(phone)
    expect(phone.locator(".learn-words")).to_have_text(EN["learn.speed.0.drift"])
    go(phone)
    goal(phone, "speed", 0)
    lay(phone, 1, "B")
    go(phone)
    expect(phone.locator(".learn-words")).to_have_text(EN["learn.speed.0.done"])


def test_it_goes_on_where_it_was_left(phone: Page) -> None:
    phone.goto("/learn")
    lay(phone, 1, "B")
    go(phone)
    expect(phone.locator(".learn-coach")).to_have_attribute("data-verdict", DONE)
    go(phone)
    goal(phone, "speed", 1)
    phone.reload()
    goal(phone, "speed", 1)
    phone.get_by_role("button", name=EN["learn.skip"]).tap()
    goal(phone, "drift", 0)
    phone.get_by_role("button", name=EN["learn.back"]).tap()
    goal(phone, "speed", 1)


def test_nothing_is_fetched_once_it_is_there(phone: Page) -> None:
    phone.goto("/learn", wait_until="networkidle")
    goal(phone, "speed", 0)
    phone.context.set_offline(True)
    phone.get_by_role("button", name="6", exact=False).last.tap()
    goal(phone, "finish", 0)
    expect(phone.locator(".board svg.course-drawing, .board .paper svg").first).to_be_visible()
    phone.get_by_role("button", name=EN["learn.show"]).tap()
    go(phone)
    expect(phone.locator(".learn-words")).to_have_text(EN["learn.finish.0.done"])
    phone.context.set_offline(False)


def test_skipping_while_the_sled_glides_teaches_nothing(phone: Page) -> None:
    phone.emulate_media(reduced_motion="no-preference")
    phone.goto("/learn")
    lay(phone, 1, "B")
    go(phone)
    phone.get_by_role("button", name=EN["learn.skip"]).tap()
    goal(phone, "drift", 0)
    phone.locator(".learn-scenes button").first.tap()
    goal(phone, "speed", 0)
    lay(phone, 1, "L")
    go(phone)
    expect(phone.locator(".learn-words")).to_have_text(EN["learn.speed.0.drift"])
    expect(phone.locator(".tracks path")).not_to_have_count(0)
    go(phone)
    goal(phone, "speed", 0)
    expect(phone.locator(".tracks path")).to_have_count(0)
    assert "learnt" not in json.loads(phone.evaluate("localStorage.getItem('snowtails')"))


def test_the_focus_stays_on_go_from_scene_to_scene(page: Page) -> None:
    page.goto("/learn")
    page.locator(".learn-scenes button").nth(2).click()
    goal(page, "line", 0)
    page.get_by_role("button", name=EN["learn.show"]).click()
    page.locator(".acts .go").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".learn-coach")).to_have_attribute("data-verdict", DONE)
    page.keyboard.press("Enter")
    goal(page, "bonus", 0)
    expect(page.locator(".acts .go")).to_be_focused()


def test_a_reply_decides_the_finish(phone: Page) -> None:
    phone.goto("/learn")
    phone.locator(".learn-scenes button").nth(5).tap()
    goal(phone, "finish", 0)
    lay(phone, 4, "L", "R")
    go(phone)
    expect(phone.locator(".learn-words")).to_have_text(EN["learn.finish.0.caught"])
    assert STEPS["finish"][0]["outcomes"]["4LR"]["replies"][0]["seat"] == 1


def test_keys_alone_are_enough(page: Page) -> None:
    page.goto("/learn")
    goal(page, "speed", 0)
    for key in ("1", "b", "g"):
        page.keyboard.press(key)
    expect(page.locator(".learn-words")).to_have_text(EN["learn.speed.0.done"])
    page.keyboard.press("g")
    goal(page, "speed", 1)
    for key in ("5", "l", "r", "Enter"):
        page.keyboard.press(key)
    expect(page.locator(".learn-words")).to_have_text(EN["learn.speed.1.done"])


@pytest.mark.parametrize("language", ["en-GB", "de-DE", "ja-JP"])
def test_every_scene_fits_the_narrowest_screen(
    browser: Browser, address: str, language: str
) -> None:
    context = browser.new_context(base_url=address, viewport=NARROW, **QUIET, locale=language)
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    page.goto("/learn")
    for at in range(len(SCENES)):
        page.locator(".learn-scenes button").nth(at).click()
        expect(page.locator(".learn-scenes button").nth(at)).to_have_attribute(
            "aria-current", "step"
        )
        page.locator(".reach .sign").first.wait_for()
        assert_fits(page)
    context.close()


def test_learn_shuts_nobody_out(page: Page) -> None:
    page.goto("/learn")
    page.locator(".reach .sign").first.wait_for()
    assert_for_everyone(page)
    page.get_by_role("button", name=EN["learn.show"]).click()
    page.locator(".acts .go").click()
    expect(page.locator(".learn-coach")).to_have_attribute("data-verdict", DONE)
    assert_for_everyone(page)
    page.locator(".learn-scenes button").nth(5).click()
    goal(page, "finish", 0)
    page.get_by_role("button", name=EN["learn.skip"]).click()
    page.locator(".learn-end").wait_for()
    assert_for_everyone(page)
