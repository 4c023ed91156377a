"""The land to the edges of the stage, dogs that run, tracks that stay, and a picture to keep."""

from pathlib import Path
from xml.etree import ElementTree

from playwright.sync_api import Page, expect

from tests.browser.finished import Finished
from tests.browser.people import Arrive, open_table

SVG = "{http://www.w3.org/2000/svg}"
BOTS = {"seats": ["me", "pup", "pup"], "begin": True, "hints": True}

EDGES = """() => {
    const box = (selector) => document.querySelector(selector).getBoundingClientRect();
    const [land, stage] = [box(".paper .beyond"), box(".board")];
    const before = [stage.left - land.left, stage.top - land.top];
    return [...before, land.right - stage.right, land.bottom - stage.bottom];
}"""


def choose_start(page: Page) -> None:
    """Choose a start space and wait for a turn."""
    page.locator(".race.due").wait_for()
    page.keyboard.press("ArrowUp")
    page.keyboard.press("g")
    page.locator(".race.due .reach .sign").first.wait_for()


def drive(page: Page) -> None:
    """Take the turn that the strongest of the instant mushers would."""
    page.keyboard.press("h")
    page.locator(".acts .go[aria-disabled=false]").wait_for()
    page.keyboard.press("g")


def test_the_land_reaches_every_edge_of_the_stage(arrive: Arrive) -> None:
    page = arrive("Anna")
    page.goto(open_table(page, **BOTS))
    page.locator(".race.due").wait_for()
    for width, height in ((1440, 900), (820, 1180), (390, 844)):
        page.set_viewport_size({"width": width, "height": height})
        for _ in ("whole", "sled"):
            page.keyboard.press("v")
            assert min(page.evaluate(EDGES)) > 0


def test_tracks_stay_in_the_snow_and_outlast_a_reload(arrive: Arrive) -> None:
    page = arrive("Anna")
    page.goto(open_table(page, **BOTS))
    choose_start(page)
    while page.locator(".groove").count() < 3:  # cards may have to be discarded in between
        page.locator(".race.due").wait_for()
        seen = page.locator(".race").get_attribute("data-number")
        drive(page)
        page.locator(f".race:not([data-number='{seen}'])").wait_for()
    page.locator(".race.due").wait_for()
    left = page.locator(".groove").count()
    assert page.locator(".groove[data-seat='0']").count()
    page.reload()
    page.locator(".race.due").wait_for()
    expect(page.locator(".groove")).to_have_count(left)


def test_dogs_run_while_their_sled_moves_and_rest_afterwards(arrive: Arrive) -> None:
    page = arrive("Anna", reduced_motion="no-preference")
    page.goto(open_table(page, **BOTS))
    page.locator(".opening-title").wait_for()
    page.keyboard.press(" ")
    expect(page.locator(".opening-title")).to_have_count(0)
    choose_start(page)
    drive(page)
    page.locator("[data-seat='0'][data-running] .strides").first.wait_for(state="attached")
    page.locator(".race.due").wait_for()
    expect(page.locator("[data-running]")).to_have_count(0)


def test_without_motion_nothing_flies_and_nothing_falls(page: Page, finished: Finished) -> None:
    finished.visit(page, f"/race/{finished.table}")
    page.locator(".ending .lanterns").wait_for()
    expect(page.locator(".snowfall, .opening-title")).to_have_count(0)
    # The ends of strips fade as one scrolls, whatever the time.
    timed = "document.getAnimations().filter((each) => each.timeline instanceof DocumentTimeline)"
    assert page.evaluate(f"{timed}.length") == 0


def test_the_tracks_of_a_race_are_a_picture_to_keep(
    page: Page, finished: Finished, tmp_path: Path
) -> None:
    finished.visit(page, f"/race/{finished.table}")
    expect(page.locator(".keepsake img")).to_be_visible()
    with page.expect_download() as downloading:
        page.get_by_role("button", name="SVG").click()
    kept = tmp_path / "race.svg"
    downloading.value.save_as(kept)
    root = ElementTree.parse(kept).getroot()
    frames = page.request.get(f"/api/tables/{finished.table}/replay").json()["frames"]
    moved = {frame["seat"] for frame in frames if frame["move"] and frame["move"]["way"][1:]}
    ways = [found for found in root.iter(f"{SVG}path") if found.get("stroke-width") == "0.085"]
    assert len([way for way in ways if way.get("d")]) == len(moved)
    assert not [found for found in root.iter() if found.get("style")]
