"""Take pictures of every screen, at three sizes, light and dark.

`./screenshots` puts them into `out/screenshots/`; `./screenshots FOLDER --only race --language de`
takes some of them. They are for looking at: what one would not show to a friend is to be mended.
`./screenshots --readme` takes those that the README shows, into `docs/pictures/`.
"""

import argparse
import base64
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from playwright.sync_api import (
    Browser,
    BrowserContext,
    Page,
    StorageState,
    ViewportSize,
    sync_playwright,
)

from scripts.chromium import on_machine
from tests.browser.browsing import FLAGS, serving
from tests.browser.finished import RACE
from tests.browser.soloing import begin, begin_refilling, play_on

SIZES = {
    "wide": ViewportSize(width=1440, height=900),
    "tablet": ViewportSize(width=820, height=1180),
    "phone": ViewportSize(width=390, height=844),
}
THEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
DRAWN = """() => [...document.images].every((each) => {
    const { left, top, width, height } = each.getBoundingClientRect();
    return each.complete || document.elementFromPoint(left + width / 2, top + height / 2) !== each;
})"""
"""Whether all pictures in sight have come; others wait to be scrolled to."""
PICTURES = Path(__file__).parents[1] / "docs" / "pictures"
AS_WEBP = """async (png) => {
    const read = await fetch(`data:image/png;base64,${png}`);
    const picture = await createImageBitmap(await read.blob());
    const canvas = new OffscreenCanvas(picture.width, picture.height);
    canvas.getContext("2d").drawImage(picture, 0, 0);
    const blob = await canvas.convertToBlob({ type: "image/webp", quality: 0.9 });
    const bytes = new Uint8Array(await blob.arrayBuffer());
    return btoa(Array.from(bytes, (each) => String.fromCharCode(each)).join(""));
}"""
"""A browser writes WebP: skies without bands, at a third of what a PNG takes."""
KNOWN = "localStorage.setItem('snowtails', JSON.stringify({ name: 'Lumi' }))"
TURNS = 4
"""Turns that are driven before the picture of a race in full swing."""


@dataclass(frozen=True)
class Stage:
    """What has been set up for the pictures."""

    start: str
    """A race in which a start space is to be chosen."""
    race: str
    """A race in full swing, on the visitor's turn."""
    waiting: str
    """A table that waits for company."""
    over: str
    """A race that is over."""
    season: str
    """The first race of a season, over."""
    solo: dict[str, str]
    """Solo games by the phase that they are in."""


def post(context: BrowserContext, path: str, **body: Any) -> Any:
    """Do something over HTTP as the visitor of a browser."""
    answer = context.request.post(f"/api/{path}", data=body)
    if not answer.ok:
        sys.exit(f"{path}: {answer.text()}")
    return answer.json()


def set_up(context: BrowserContext) -> Stage:
    """Open the tables that pictures are taken of."""
    page = context.new_page()
    page.goto("/")
    page.evaluate(KNOWN)
    seats = ["me", "pup", "yearling", "husky"]
    over = page.evaluate(RACE, {"company": seats})
    season = page.evaluate(RACE, {"company": seats, "season": 3})
    company = {"seats": seats, "begin": True}
    race = post(context, "tables", course="hobbits-breakfast", **company)["table"]
    drive(page, race)
    waiting = post(
        context,
        "tables",
        course="hobbits-breakfast",
        seats=["me", "open", "open", "husky", "invited"],
        listed=True,
    )
    start = post(context, "tables", **company)["table"]
    solo = {
        "place": begin(page, opponents=True)["table"],
        "bonus": begin(page)["table"],
        "turn": play_on(page, begin(page, opponents=True), "turn")["table"],
        "take": begin_refilling(page)["table"],
        "round": play_on(page, begin(page))["table"],
        "over": play_a_game(page),
    }
    play_on(page, post(context, f"daily/{context.request.get('/api/daily').json()['day']}/tries"))
    page.close()
    return Stage(start, race, waiting["table"], over, season, solo)


def play_a_game(page: Page) -> str:
    """Play three rounds of the solo game; return its name."""
    view = play_on(page, begin(page))
    for number in (2, 3):
        wish = {"round": number, "course": "lone-wolf"}
        post(page.context, f"tables/{view['table']}/rounds", **wish)
        view = play_on(page, page.context.request.get(f"/api/tables/{view['table']}").json())
    return str(view["table"])


def drive(page: Page, table: str) -> None:
    """Drive as the strongest musher would, until it is time for a turn in full swing."""
    page.goto(f"/race/{table}")
    decisions = 0
    while decisions <= TURNS or not page.locator(".reach .sign").count():
        page.locator(".race.due").wait_for()
        seen = page.locator(".race").get_attribute("data-number")
        page.keyboard.press("h")
        page.locator(".acts .go[aria-disabled=false]").wait_for()
        page.keyboard.press("g")
        page.locator(f".race.due:not([data-number='{seen}'])").wait_for()
        decisions += 1


def planned(page: Page) -> None:
    """Let the strongest musher suggest a turn, and show where it leads."""
    page.locator(".due").wait_for()
    page.keyboard.press("h")
    page.locator(".acts .go[aria-disabled=false]").wait_for()
    page.locator(".preview").wait_for()


def chosen(page: Page) -> None:
    """Choose the space that is proposed first, and show which cards lead there."""
    page.locator(".race.due").wait_for()
    page.keyboard.press("Escape")  # a plan is kept from one picture to the next
    page.keyboard.press("ArrowUp")
    page.locator(".preview:not(:empty)").wait_for()


def ready(selector: str) -> Callable[[Page], None]:
    """Return something that waits for a part of the page."""
    return lambda page: page.locator(selector).first.wait_for()


def pressed(name: str, selector: str) -> Callable[[Page], None]:
    """Return something that presses a button, and waits for what it opens."""

    def press(page: Page) -> None:
        page.locator(".race.due, .home").first.wait_for()
        page.keyboard.press(name) if len(name) == 1 else page.locator(name).first.click()
        page.locator(selector).first.wait_for(state="attached")

    return press


def scrolled(page: Page) -> None:
    """Look at the figures of a race that is over."""
    page.locator(".figures").wait_for()
    page.locator(".figures").scroll_into_view_if_needed()


Scene = tuple[str, str, Callable[[Page], None]]
"""Its name, its address, and what happens there before the picture is taken."""


def scenes(stage: Stage) -> list[Scene]:
    """Return all scenes."""
    return [
        ("home", "/", ready(".race-now")),
        (
            "home-choice",
            "/",
            pressed(".race-choice-told .plain", ".race-choice option:nth-child(2)"),
        ),
        ("race-start", f"/race/{stage.start}", ready(".race.due .target.start")),
        ("race", f"/race/{stage.race}", ready(".race.due .reach .sign")),
        ("race-planned", f"/race/{stage.race}", planned),
        ("race-whole", f"/race/{stage.race}", pressed("v", ".race.due .reach .sign")),
        ("keys", f"/race/{stage.race}", pressed("?", "dialog[open]")),
        ("race-order", f"/race/{stage.race}", pressed(".racer button", ".lead-note p:not(:empty)")),
        ("season", "/season", ready("main form")),
        ("season-ending", f"/race/{stage.season}", ready(".season-table")),
        ("solo", "/solo", ready(".solo-picture svg, .solo-picture img")),
        *(
            (f"solo-{phase}", f"/solo/{game}", ready(".solo .board svg"))
            for phase, game in stage.solo.items()
        ),
        ("solo-planned", f"/solo/{stage.solo['turn']}", planned),
        ("daily", "/daily", ready("main h1")),
        ("you", "/you", ready("main h1")),
        ("friends", "/friends", ready("main form")),
        ("lobby", "/lobby", ready("main h1")),
        ("build", "/build?course=hobbits-breakfast", ready(".painted")),
        ("build-empty", "/build", ready(".build-state:not(:empty)")),
        ("puzzles", "/puzzles", ready(".puzzle .mat")),
        ("same-cards", "/duplicate", ready(".friends-form")),
        ("courses", "/courses", ready(".library-card")),
        ("course", "/courses/hobbits-breakfast", ready(".course-figures")),
        ("waiting", f"/race/{stage.waiting}", ready("main h1")),
        ("ending", f"/race/{stage.over}", ready(".podium")),
        ("ending-figures", f"/race/{stage.over}", scrolled),
        ("replay", f"/replay/{stage.over}#23", ready(".replay .paper svg")),
        ("replay-record", "/replay", ready("form")),
        ("help", "/help", ready("main h1")),
        ("learn", "/learn", ready(".learn-words")),
        ("settings", "/", pressed("footer button", "dialog[open]")),
        ("lost", "/race/nowhere", ready(".error-screen")),
        ("nowhere", "/north/pole", ready(".error-screen")),
        ("offline", "/offline", ready(".offline")),
        ("host", "/host", ready("main")),
    ]


@contextmanager
def visiting(browser: Browser, address: str, **wishes: Any) -> Iterator[BrowserContext]:
    """Give a browser of somebody."""
    context = browser.new_context(base_url=address, reduced_motion="reduce", **wishes)
    try:
        yield context
    finally:
        context.close()


def staged(browser: Browser, address: str, language: str) -> tuple[Stage, StorageState]:
    """Set everything up; return it, and what the visitor's browser knows."""
    with visiting(browser, address, locale=language) as context:
        return set_up(context), context.storage_state()


def take_for_readme(browser: Browser, address: str) -> Iterator[Path]:
    """Take the pictures that the README shows."""
    stage, known = staged(browser, address, "en")
    for size in ("wide", "phone"):
        for theme in THEMES:
            wishes = {"viewport": SIZES[size], "color_scheme": theme, "storage_state": known}
            with visiting(browser, address, **wishes) as context:
                page = context.new_page()
                page.goto(f"/race/{stage.race}")
                chosen(page)
                page.wait_for_function(DRAWN)
                png = base64.b64encode(page.screenshot()).decode()
                page.goto("about:blank")
                file = PICTURES / f"race-{size}-{theme}.webp"
                file.write_bytes(base64.b64decode(page.evaluate(AS_WEBP, png)))
                yield file


def take(browser: Browser, address: str, folder: Path, only: str, language: str) -> Iterator[Path]:
    """Take all pictures whose name has a text in it; give each path when it is done."""
    stage, known = staged(browser, address, language)
    for size, viewport in SIZES.items():
        for theme in THEMES:
            with visiting(
                browser,
                address,
                viewport=viewport,
                color_scheme=theme,
                storage_state=known,
                locale=language,
            ) as context:
                for name, path, act in scenes(stage):
                    file = folder / f"{name}-{size}-{theme}.png"
                    if only not in file.stem:
                        continue
                    page = context.new_page()
                    page.goto(path)
                    act(page)
                    page.wait_for_function(DRAWN)
                    page.screenshot(path=file)
                    page.close()
                    yield file


def main() -> None:
    """Take the pictures that were asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", nargs="?", type=Path, default=Path("out/screenshots"))
    parser.add_argument("--only", default="", help="a part of a picture's name")
    parser.add_argument("--language", default="en", help="en, de or ja")
    parser.add_argument("--readme", action="store_true", help="the pictures of the README")
    wish = parser.parse_args()
    wish.folder.mkdir(parents=True, exist_ok=True)
    with ExitStack() as stack:
        data = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        address = stack.enter_context(serving(data))
        playwright = stack.enter_context(sync_playwright())
        browser = playwright.chromium.launch(executable_path=on_machine(), args=FLAGS)
        stack.callback(browser.close)
        if wish.readme:
            files = take_for_readme(browser, address)
        else:
            files = take(browser, address, wish.folder, wish.only, wish.language)
        for file in files:
            print(file, flush=True)


if __name__ == "__main__":
    main()
