"""The gallery of courses: looked through, raced, rated; and courses laid and played from it."""

import re
from typing import Any

from playwright.sync_api import Page, expect

from snowtails import Course
from tests.browser.accessibility import assert_for_everyone
from tests.browser.browsing import PATIENCE
from tests.browser.people import Arrive, open_table

SHIPPED = len(Course.shipped())
# Courses of one test each: all share a server, and what is published there stays.
RATED, MILE, LOOP = "srss", "ssrsss", Course.random(seed=3, solo=True, hazards=2).line


def published(page: Page, line: str, name: str) -> str:
    """Publish a course as whoever has a page; return its key."""
    answer = page.request.post("/api/library", data={"course": line, "name": name})
    assert answer.ok, answer.text()
    return str(answer.json()["course"]["key"])


def test_a_course_is_found_raced_and_rated(arrive: Arrive) -> None:
    anna = arrive("Anna", "/")
    anna.get_by_role("link", name="Courses").click()
    cards = anna.locator(".library-card")
    expect(cards.nth(SHIPPED - 1)).to_be_visible()
    assert_for_everyone(anna)
    anna.emulate_media(color_scheme="dark")
    expect(cards.first.locator("img")).to_have_attribute("src", re.compile("theme=dark"))
    anna.get_by_label("From").select_option("shipped")
    expect(cards).to_have_count(SHIPPED)
    anna.get_by_label("Sort by").select_option("wrecking")
    expect(cards.first.get_by_role("link")).to_have_text("The Whole Box")
    anna.get_by_label("Hazards").select_option("none")
    expect(cards.get_by_role("link").filter(has_text="The Nutcracker")).to_have_count(1)
    expect(anna).to_have_url(re.compile("hazards=none"))
    anna.get_by_role("searchbox").fill("nutcr")
    expect(anna.locator(".gallery-count")).to_have_text("One course")

    # By keyboard to the page of the course, which says why it cannot be rated yet.
    cards.first.get_by_role("link").press("Enter")
    expect(anna.get_by_role("heading", level=1)).to_have_text("The Nutcracker")
    expect(anna.locator(".rating-why")).to_be_visible()
    expect(anna.locator(".course-standings li").first).to_contain_text("of")
    anna.locator(".course-remarks li").first.wait_for(timeout=3 * PATIENCE)
    assert_for_everyone(anna)
    anna.go_back()
    expect(anna.get_by_role("searchbox")).to_have_value("nutcr")

    # Two taps from the first screen: Courses, Race it.
    anna.get_by_role("button", name="Race The Nutcracker").click()
    anna.wait_for_url(re.compile("/race/"))
    key = published(arrive("Ben", "/replay"), RATED, "Rated")
    table = open_table(anna, course=RATED, seats=["me", "pup"], begin=True).rpartition("/")[2]
    assert anna.request.post(f"/api/tables/{table}/seats/0/leave").ok
    anna.goto(f"/race/{table}")
    # Whoever has raced a published course is asked how it was.
    anna.locator(".rate-race .star-choice").first.wait_for(timeout=3 * PATIENCE)
    anna.goto(f"/courses/{key}")
    anna.get_by_role("radio", name="4 stars").press("Space")
    expect(anna.locator(".course-rating [role=status]")).to_have_text("Thank you: 4 stars.")
    anna.get_by_role("radio", name="4 stars").press("ArrowRight")
    expect(anna.locator(".course-rating [role=status]")).to_have_text("Thank you: 5 stars.")
    expect(anna.get_by_role("radio", name="5 stars")).to_be_checked()
    assert anna.request.get(f"/api/library/{key}").json()["course"]["stars"] == 5


def test_a_published_course_is_everybodys_until_it_is_withdrawn(arrive: Arrive) -> None:
    # Browsers complain of a course that is not there any more.
    anna, ben = arrive("Anna", "/replay"), arrive("Ben", "/replay", may_complain=True)
    key = published(anna, MILE, "Moonlight <Mile>")
    ben.goto("/courses?from=published")
    card = ben.locator(f".library-card[data-key='{key}']")
    expect(card).to_contain_text("by Anna")
    card.get_by_role("button").click()
    ben.wait_for_url(re.compile("/race/"))
    table = ben.url.rpartition("/")[2]
    name = ben.request.get(f"/api/tables/{table}").json()["options"]["course"]["name"]
    assert name == "Moonlight <Mile>", "it keeps its name"
    ben.goto(f"/courses/{key}")
    expect(ben.get_by_role("button", name="Withdraw it")).to_have_count(0)
    ben.get_by_role("link", name="Open in the editor").click()
    expect(ben.locator(".tile-row")).to_have_count(6)

    anna.goto(f"/courses/{key}")
    anna.get_by_role("button", name="Another name").click()
    anna.get_by_label("Name of the course").fill("Moonlit Mile")
    assert_for_everyone(anna)
    anna.get_by_role("button", name="Change").click()
    expect(anna.get_by_role("heading", level=1)).to_have_text("Moonlit Mile")
    anna.get_by_role("button", name="Withdraw it").click()
    anna.get_by_role("button", name="Withdraw for good").click()
    anna.wait_for_url(re.compile("/courses\\?"))
    ben.goto(f"/courses/{key}")
    expect(ben.get_by_role("heading", level=1)).to_contain_text("withdrawn")


KEPT = """() => localStorage.setItem("snowtails-courses", JSON.stringify(
    [{ line: "slss", name: "Back Yard", description: {} }]))"""


def at_the_end_of_a_first_race(anna: Page) -> str:
    """Race the first race of a season, both of whose seats are Anna's; return its table."""
    wish = {"seats": ["me", {"name": "Carl"}], "hot_seat": True, "season": 2, "begin": True}
    table = open_table(anna, **wish).rpartition("/")[2]
    for seat in (0, 1):
        assert anna.request.post(f"/api/tables/{table}/seats/{seat}/leave").ok
    anna.goto(f"/race/{table}")
    anna.locator(".next-race.yours").wait_for(timeout=3 * PATIENCE)
    return table


def course_at(page: Page) -> Any:
    table = page.url.rpartition("/")[2]
    return page.request.get(f"/api/tables/{table}").json()["options"]["course"]


def test_the_next_course_of_a_season_is_anybodys(arrive: Arrive) -> None:
    anna = arrive("Anna", "/replay")
    published(anna, "srrss", "Hook")
    anna.evaluate(KEPT)
    table = at_the_end_of_a_first_race(anna)
    anna.get_by_role("radio", name="Published here").check()
    card = anna.locator(".next-race .course-card", has_text="Hook")
    expect(card).to_be_visible()
    assert_for_everyone(anna)
    anna.get_by_role("radio", name="My courses").check()
    expect(anna.locator(".next-race input[value=slss]")).to_be_checked()
    anna.get_by_role("button", name="Begin race 2").click()
    anna.wait_for_url(re.compile(f"/race/(?!{table})"))
    assert course_at(anna) == {"line": "slss", "name": "Back Yard"}


def test_the_next_course_is_built_published_and_laid_from_the_editor(arrive: Arrive) -> None:
    anna = arrive("Anna", "/replay")
    table = at_the_end_of_a_first_race(anna)
    anna.get_by_role("link", name="Build one").click()
    lay = anna.get_by_role("button", name="Lay it: begin race 2")
    expect(lay).to_be_disabled()
    for number, key in enumerate("ssls", 1):
        anna.keyboard.press(key)
        expect(anna.locator(".tile-row")).to_have_count(number)
    anna.get_by_label("Name", exact=True).fill("Elbow; Bent")
    expect(lay).to_be_enabled()
    expect(anna).to_have_url(re.compile(f"lay={table}.*name=Elbow"))
    anna.reload()
    anna.locator(".course-standings li").first.wait_for(timeout=3 * PATIENCE)
    assert_for_everyone(anna)
    anna.get_by_role("button", name="Publish on this server").click()
    anna.get_by_role("button", name="Publish", exact=True).click()
    expect(anna.locator(".published")).to_have_text("Elbow; Bent is published.")
    anna.keyboard.press("Escape")
    lay.click()
    anna.wait_for_url(re.compile(f"/race/(?!{table})"))
    assert course_at(anna) == {"line": "ssls", "name": "Elbow; Bent"}
    anna.goto(f"/build?lay={table}")
    expect(anna.locator(".laying")).to_contain_text("gone on")
    expect(anna.get_by_role("button", name="Race it", exact=True)).to_be_visible()


def test_solo_is_played_on_a_published_course(arrive: Arrive) -> None:
    anna = arrive("Anna", "/replay")
    key = published(anna, LOOP, "Lonely Loop")
    anna.goto(f"/courses/{key}")
    expect(anna.locator(".course-about")).to_contain_text("setup point")
    anna.get_by_role("link", name="Solo").click()
    anna.locator(".setup-sum").wait_for()
    wished = anna.locator(f"input[value='{LOOP}']")
    expect(wished).to_be_checked()
    expect(anna.get_by_role("radio", name="Published here")).to_be_checked()
    assert_for_everyone(anna)

    # What is ticked is what is played, wherever one has looked meanwhile.
    anna.get_by_role("radio", name="My courses").check()
    expect(anna.locator(".solo-places [role=status]")).to_contain_text("no course")
    expect(wished).to_be_checked()
    anna.get_by_role("radio", name="Shipped").check()
    expect(wished).to_have_count(0)
    anna.get_by_role("radio", name="Published here").check()
    expect(wished).to_be_checked()
    anna.get_by_role("button", name="Begin").click()
    anna.wait_for_url(re.compile("/solo/"))
    table = anna.url.rpartition("/")[2]
    assert anna.request.get(f"/api/tables/{table}").json()["options"]["course"] == {
        "line": LOOP,
        "name": "Lonely Loop",
    }
