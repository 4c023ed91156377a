"""The page is for everyone: axe finds nothing to complain about, by day and by night."""

from playwright.sync_api import Page, expect

from tests.browser.accessibility import assert_for_everyone


def test_no_screen_shuts_anybody_out(page: Page) -> None:
    page.goto("/")
    page.get_by_role("button", name="Race now").wait_for()
    assert_for_everyone(page)
    page.get_by_role("button", name="Race now").click()
    page.locator(".race.due .target.start").first.wait_for()
    assert_for_everyone(page)
    page.keyboard.press("ArrowUp")
    page.keyboard.press("g")
    page.locator(".race.due .reach .sign").first.wait_for()
    # Everybody is in sight on the smallest phone.
    page.set_viewport_size({"width": 320, "height": 640})
    edges = "all => all.map((each) => each.getBoundingClientRect().right)"
    assert max(page.locator(".racer").evaluate_all(edges)) <= 320
    page.locator(".destinations summary").click()
    page.keyboard.press("ArrowUp")
    expect(page.locator(".preview")).not_to_be_empty()
    assert_for_everyone(page)
    page.keyboard.press("?")
    expect(page.locator("dialog")).to_be_visible()
    assert_for_everyone(page)
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Settings").click()
    assert_for_everyone(page)
    page.goto("/host")
    page.get_by_role("table").wait_for()
    assert_for_everyone(page)
    # Every figure is in sight on a phone, in a table that says what it is however it is laid out.
    expect(page.locator(".scrolled :is(table, table *):not([role], wbr)")).to_have_count(0)
    assert page.locator(".scrolled").evaluate("each => each.scrollWidth <= each.clientWidth")
