"""Somebody who looks elsewhere is told of their turn."""

from playwright.sync_api import Page, expect

from tests.browser.people import Arrive, open_table

HIDE = """(hidden) => {
    Object.defineProperty(document, "hidden", { get: () => hidden, configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
}"""

TOLD = """
globalThis.told = [];
globalThis.Notification = class {
  static permission = "granted";
  constructor(title, { body }) { globalThis.told.push(`${title}: ${body}`); }
  close() {}
};
"""


def icon(page: Page) -> str:
    return page.locator("link[rel=icon]").get_attribute("href") or ""


def test_a_hidden_tab_tells_of_ones_turn(arrive: Arrive) -> None:
    page = arrive("Anna")
    page.add_init_script(TOLD)
    page.add_init_script('localStorage.setItem("snowtails", JSON.stringify({ notify: true }))')
    page.goto(open_table(page, course="sauna-sprint", seats=["me", "pup"], begin=True))
    page.locator(".race.due .target.start").first.wait_for()
    quiet, plain = page.title(), icon(page)
    page.keyboard.press("ArrowUp")
    page.evaluate(HIDE, True)
    page.keyboard.press("g")
    expect(page).to_have_title("Your turn · Sauna Sprint")
    marked = "() => document.querySelector('link[rel=icon]').href.startsWith('data:')"
    page.wait_for_function(marked)
    assert page.evaluate("told") == ["Your turn: Sauna Sprint"]
    # What happened meanwhile has been seen, although nothing moves in a hidden tab.
    page.locator(".race.due .reach .sign").first.wait_for()
    page.evaluate(HIDE, False)
    expect(page).to_have_title(quiet)
    assert icon(page).endswith(plain)


def test_nobody_is_called_who_looks(arrive: Arrive) -> None:
    page = arrive("Anna")
    page.goto(open_table(page, course="sauna-sprint", seats=["me", "pup"], begin=True))
    page.locator(".race.due .target.start").first.wait_for()
    quiet = page.title()
    page.keyboard.press("ArrowUp")
    page.keyboard.press("g")
    page.locator(".race.due .reach .sign").first.wait_for()
    assert page.title() == quiet
