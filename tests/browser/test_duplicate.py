"""A duplicate race on the page: made, taken up beside ghosts, and its table of results."""

import re

from playwright.sync_api import Page, Route, expect

from tests.browser.accessibility import assert_fits, assert_for_everyone
from tests.browser.people import post
from tests.server.serving import Guest
from tests.web.catalogues import words

EN = words("en")

FRIEND = "Anna of the far North"
"""A name that leaves little room on a phone."""


def on_the_own_space(route: Route) -> None:
    """Let the ghost stand where one's own sled stands."""
    page = route.request.frame.page
    view = page.request.get(f"/api/tables/{page.url.rpartition('/')[2]}").json()
    answer = route.fetch()
    told = answer.json()
    told["ghosts"][0]["spaces"] = [view["race"]["sleds"][view["you"]["seat"]]["space"]]
    route.fulfill(response=answer, json=told)


def test_a_ghost_drives_along_with_the_same_cards(page: Page) -> None:
    page.goto("/duplicate")
    page.locator(".form-end .go").click()
    # How the ghost will do is told when one's own race is over.
    expect(page.get_by_text(EN["duplicate.results"], exact=True)).to_be_visible()
    expect(page.locator(".ranking li")).to_have_count(0)
    assert_fits(page)
    assert_for_everyone(page)
    picture = page.locator(".trail-picture img")
    expect(picture).to_have_attribute("src", re.compile("theme=light"))
    page.emulate_media(color_scheme="dark")
    expect(picture).to_have_attribute("src", re.compile("theme=dark"))
    duplicate = page.url
    page.get_by_role("button", name=EN["duplicate.take"]).click()
    page.locator(".race.due .target.start").first.wait_for()
    expect(page.locator(".ghost-sled")).to_have_count(0)
    page.route("**/ghosts?*", on_the_own_space)
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    expect(page.locator(".ghost-sled")).to_have_count(1)
    expect(page.locator(".stage")).to_contain_text(EN["duplicate.ghost.husky"])
    # A name under a sled would be the name of that sled.
    own = page.locator(".sled-place.acting").bounding_box()
    name = page.locator(".ghost-name").bounding_box()
    assert own is not None
    assert name is not None
    assert name["x"] > own["x"] + 10
    page.goto(duplicate)
    expect(page.get_by_role("button", name=EN["duplicate.goOn"])).to_be_visible()


def test_a_friends_ghost_is_chosen_in_a_time_trial(page: Page, address: str) -> None:
    page.goto("/duplicate")
    page.get_by_label(EN["duplicate.company"]).last.select_option("0")
    page.locator(".form-end .go").click()
    expect(page.locator(".trail-facts")).to_contain_text("A time trial")
    expect(page.locator(".ghost-choice")).to_have_count(0)
    key = page.url.rpartition("/")[2]
    friend = Guest(address)
    friend.post("/api/visitors", name=FRIEND)
    friends_table = friend.post(f"/api/duplicates/{key}/tables")["table"]
    friend.race(friends_table, 0)
    friend.close()
    page.reload()
    choice = page.get_by_label(EN["duplicate.beside"])
    expect(choice).to_have_value("best")
    choice.focus()
    page.keyboard.press("ArrowDown")
    expect(choice.locator(":checked")).to_contain_text(FRIEND)
    expect(page.locator(".ranking")).not_to_contain_text("1st")
    assert_fits(page)
    assert_for_everyone(page)
    page.get_by_role("button", name=EN["duplicate.take"]).click()
    page.locator(".race.due .target.start").first.wait_for()
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    expect(page.locator(".ghost-sled")).to_have_count(2)
    expect(page.locator(".stage")).to_contain_text(f"Ghost of {FRIEND}")
    # Another choice holds when one goes on.
    page.goto(f"/duplicate/{key}")
    expect(choice.locator(":checked")).to_contain_text(FRIEND)
    choice.select_option("nobody")
    page.get_by_role("button", name=EN["duplicate.goOn"]).click()
    expect(page.locator(".ghost-sled")).to_have_count(1)
    expect(page.locator(".stage")).to_contain_text(EN["duplicate.ghost.husky"])
    # Nobody was beaten: it ends with the turns that it took, beside par and the ghost.
    table = page.url.rpartition("/")[2]
    asked: list[Route] = []
    page.route("**/api/library", lambda route: asked.append(route))
    post(page, f"{table}/seats/0/leave")
    expect(page.locator(".step")).to_contain_text("turns")
    expect(page.locator(".step .place")).to_have_count(0)
    # The ghost does not wait for par, for which the library is asked once.
    compared = page.locator(".compared li")
    expect(compared).to_contain_text([EN["duplicate.ghost.husky"]])
    expect(compared).to_have_count(1)
    (library,) = asked
    library.continue_()
    expect(compared).to_contain_text([EN["trial.par"], EN["duplicate.ghost.husky"]])
    expect(page.locator(".difference").first).to_contain_text("You took")
    assert_for_everyone(page)
    page.set_viewport_size({"width": 320, "height": 640})
    assert_fits(page)
    # Whoever looks on has taken no turns there, and the best run may be the one that is shown.
    page.unroute("**/api/library")
    page.goto(f"/duplicate/{key}")
    page.evaluate("sessionStorage.clear()")
    page.goto(f"/race/{friends_table}")
    expect(compared).to_contain_text([EN["trial.par"], EN["duplicate.ghost.husky"]])
    expect(compared).to_have_count(2)
    expect(page.locator(".difference")).to_have_text(["", ""])
