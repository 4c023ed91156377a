"""Hints that say why and can be cancelled; settings that each have an effect."""

import json
import re
from typing import Any

from playwright.sync_api import Page, Route, expect

from tests.web.catalogues import words

EN = words("en")
LOUDER_THAN = """least => new Promise((done) => {
    const look = () => window.loud[0]?.gain.value > least
        ? done(window.loud[0].gain.value) : requestAnimationFrame(look);
    look();
})"""
"""Waits until it sounds louder, and tells how loud."""


def race(page: Page) -> None:
    page.goto("/")
    page.get_by_role("button", name="Race now").click()
    page.locator(".race.due .target.start").first.wait_for()


def first_turn(page: Page) -> None:
    race(page)
    page.keyboard.press("ArrowUp")
    page.keyboard.press("g")
    page.locator(".race.due .reach .sign").first.wait_for()


def settings(page: Page) -> None:
    page.get_by_role("button", name="Settings").click()


def kept(page: Page) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(page.evaluate("localStorage.getItem('snowtails')"))
    return found


def test_a_hint_says_why_until_something_else_is_planned(page: Page) -> None:
    first_turn(page)
    page.get_by_role("button", name=EN["hint"], exact=True).click()
    expect(page.locator(".advice")).to_contain_text(EN["hint.says"].partition("{")[0])
    expect(page.locator(".target.chosen")).to_have_count(1)
    page.get_by_role("button", name=EN["clear"]).click()
    expect(page.locator(".advice")).to_have_count(0)


def test_a_hint_shows_that_it_thinks_and_can_be_cancelled(page: Page) -> None:
    first_turn(page)
    held: list[Route] = []
    page.route("**/hint", lambda route: held.append(route))
    page.get_by_role("button", name=EN["hint"], exact=True).click()
    expect(page.locator(".advice")).to_have_text(EN["hint.thinking"])
    page.get_by_role("button", name=EN["hint.cancel"]).click()
    expect(page.locator(".advice")).to_have_count(0)
    expect(page.get_by_role("button", name=EN["hint"], exact=True)).to_be_visible()
    assert len(held) == 1
    page.unroute("**/hint")
    page.get_by_role("button", name=EN["hint"], exact=True).click()
    expect(page.locator(".target.chosen")).to_have_count(1)


def test_go_is_pressed_twice_by_whoever_wants_it(page: Page) -> None:
    race(page)
    settings(page)
    page.get_by_label(EN["settings.confirm"]).check()
    page.keyboard.press("Escape")
    page.keyboard.press("ArrowUp")
    go = page.locator(".acts .go")
    go.click()
    expect(go).to_have_text(EN["go.sure"])
    page.keyboard.press("ArrowUp")
    expect(go).to_have_text(EN["go"])
    go.click()
    go.click()
    page.locator(".race.due .reach .sign").first.wait_for()
    assert kept(page)["confirm"] is True


def test_larger_type_is_larger_and_kept(page: Page) -> None:
    race(page)
    tall = "document.querySelector('.prompt').getBoundingClientRect().height"
    before = page.evaluate(tall)
    settings(page)
    page.get_by_label(EN["settings.large"]).check()
    assert page.evaluate(tall) > before * 1.1
    page.reload()
    page.locator(".race.due .target.start").first.wait_for()
    assert page.evaluate(tall) > before * 1.1


def test_moves_take_the_time_that_was_chosen(page: Page) -> None:
    page.emulate_media(reduced_motion="no-preference")
    page.goto("/")
    settings(page)
    seconds = {}
    for speed in ("calm", "none"):
        page.get_by_label(EN["settings.speed"]).select_option(speed)
        paced = "import(document.querySelector('script[type=module]').src"
        seconds[speed] = page.evaluate(
            f"{paced}.replace('main.js', 'core/settings.js')).then(({{ paced }}) => paced(100))"
        )
    assert seconds == {"calm": 160, "none": 0}


def test_the_volume_is_that_of_the_slider(page: Page) -> None:
    page.add_init_script(
        """window.loud = [];
        window.GainNode = class extends GainNode {
            constructor(context, options) { super(context, options); window.loud.push(this); }
        };"""
    )
    first_turn(page)
    settings(page)
    page.get_by_role("checkbox", name=EN["settings.sound"]).check()
    page.get_by_label(EN["settings.volume"]).fill("0.2")
    page.keyboard.press("Escape")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("g")
    assert page.evaluate(LOUDER_THAN, 0) <= 0.25
    settings(page)
    page.get_by_label(EN["settings.volume"]).fill("1")
    assert page.evaluate(LOUDER_THAN, 0.8) > 0.8


def test_whoever_forbids_notices_is_told_that_there_will_be_none(page: Page) -> None:
    page.add_init_script("Notification.requestPermission = async () => 'denied'")
    page.goto("/")
    settings(page)
    page.get_by_label(EN["settings.notify"]).click()
    expect(page.get_by_text(EN["settings.notify.denied"])).to_be_visible()
    expect(page.get_by_label(EN["settings.notify"])).not_to_be_checked()
    assert kept(page)["notify"] is False


def test_a_race_is_chosen_in_two_taps_and_remembered(page: Page) -> None:
    page.goto("/")
    expect(page.locator(".against")).to_contain_text(EN["home.against.gentle"])
    page.get_by_role("button", name=EN["home.change"]).click()
    page.get_by_role("radio", name=EN["home.strength.champion"]).check()
    expect(page.locator(".against")).to_contain_text(EN["home.against.champion"])
    page.get_by_role("radio", name=EN["home.length.long"]).check()
    page.get_by_label(EN["course.label"]).select_option("midnight-mail")
    page.reload()
    expect(page.locator(".against")).to_contain_text("Midnight Mail")
    page.get_by_role("button", name="Race now").click()
    page.locator(".race.due .target.start").first.wait_for()
    view = page.request.get(f"/api/tables/{page.url.rpartition('/')[2]}").json()
    assert view["options"]["course"]["name"] == "Midnight Mail"
    assert [seat["name"] for seat in view["seats"][1:]] == ["husky", "malamute", "togo"]
    page.goto("/")
    page.get_by_role("button", name=EN["home.change"]).click()
    page.get_by_role("button", name=EN["home.propose"]).click()
    expect(page.locator(".against")).to_contain_text(re.compile("Nutcracker"))
