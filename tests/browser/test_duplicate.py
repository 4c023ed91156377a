"""A duplicate race on the page: made, taken up beside a ghost, and its table of results."""

from playwright.sync_api import Page, Route, expect

from tests.browser.accessibility import assert_fits, assert_for_everyone
from tests.web.catalogues import words

EN = words("en")


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
    duplicate = page.url
    page.get_by_role("button", name=EN["duplicate.take"]).click()
    page.locator(".race.due .target.start").first.wait_for()
    expect(page.locator(".ghost-sled")).to_have_count(0)
    page.route("**/ghosts", on_the_own_space)
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
