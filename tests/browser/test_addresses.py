"""Addresses that lead nowhere lead on."""

from playwright.sync_api import expect

from tests.browser.accessibility import assert_accessible, assert_fits
from tests.browser.people import Arrive, open_table


def test_an_unknown_address_leads_on(arrive: Arrive) -> None:
    page = arrive(path="/races/of-old", may_complain=True)
    expect(page.get_by_role("heading")).to_have_text("There is nothing at this address.")
    assert_accessible(page)
    assert_fits(page)
    page.get_by_role("link", name="To the start page").click()
    expect(page.locator(".race-now")).to_be_visible()


def test_a_race_that_is_not_there_leads_on(arrive: Arrive) -> None:
    page = arrive(path="/race/nowhere", may_complain=True)
    expect(page.get_by_role("heading")).to_be_visible()
    page.get_by_role("link", name="Lobby").click()
    expect(page.get_by_role("heading", name="Lobby")).to_be_visible()


def test_an_invitation_that_has_been_used_leads_on(arrive: Arrive) -> None:
    host = arrive("Anna")
    path = open_table(host, seats=["me", "open"])
    table = path.rpartition("/")[2]
    first = arrive("Ben")
    sat = first.context.request.post(f"/api/tables/{table}/seats/1/sit", data={})
    assert sat.ok, sat.text()
    late = arrive("Carl", f"{path}?seat=1")
    expect(late.get_by_role("heading")).to_have_text("The seat of this invitation is taken.")
    assert_accessible(late)
    late.get_by_role("button", name="Only watch").click()
    expect(late.locator(".waiting-seats")).to_contain_text("Ben")
    assert host.context.request.post(f"/api/tables/{table}/begin", data={}).ok
    later = arrive("Dora", f"{path}?seat=1")
    expect(later.get_by_role("heading")).to_contain_text("has begun without you")
    later.get_by_role("button", name="Only watch").click()
    expect(later.locator(".race .board")).to_be_visible()
