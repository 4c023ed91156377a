"""The page in three languages: switched on the spot, whole, and fitting on small screens."""

import re
from collections.abc import Callable, Iterator
from typing import Literal

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from tests.browser.accessibility import assert_accessible, assert_fits
from tests.browser.browsing import PATIENCE, QUIET
from tests.web.catalogues import words

LANGUAGES = ("en", "de", "ja")
Theme = Literal["light", "dark"]
Open = Callable[..., Page]


@pytest.fixture
def visit(browser: Browser, address: str) -> Iterator[Open]:
    """Open a page for somebody whose browser wishes a language."""
    contexts = []

    def visiting(language: str, width: int = 1280, theme: Theme = "light") -> Page:
        context = browser.new_context(
            base_url=address,
            locale=language,
            color_scheme=theme,
            viewport=ViewportSize(width=width, height=800),
            **QUIET,
        )
        context.set_default_timeout(PATIENCE)
        contexts.append(context)
        return context.new_page()

    yield visiting
    for context in contexts:
        context.close()


def race(page: Page) -> None:
    page.goto("/")
    page.locator(".race-now").click()
    page.locator(".race.due .target.start").first.wait_for()


def drive_on(page: Page) -> None:
    """Take a start space and wait for the first turn."""
    page.keyboard.press("ArrowUp")
    page.keyboard.press("g")
    page.locator(".race.due .reach .sign").first.wait_for()


def open_settings(page: Page, language: str) -> None:
    page.get_by_role("button", name=words(language)["settings.label"]).click()
    expect(page.locator("dialog")).to_be_visible()


@pytest.mark.parametrize("language", LANGUAGES)
def test_at_first_the_browser_decides(visit: Open, language: str) -> None:
    page = visit({"en": "en-GB", "de": "de-AT", "ja": "ja-JP"}[language])
    page.goto("/")
    expect(page.locator(".race-now")).to_have_text(words(language)["home.race"])
    expect(page.locator("html")).to_have_attribute("lang", language)
    expect(page).to_have_title(words(language)["title"])


def test_an_unknown_wish_falls_back_to_the_next_or_to_english(visit: Open) -> None:
    page = visit("fi-FI")
    page.goto("/")
    expect(page.locator(".race-now")).to_have_text(words("en")["home.race"])


def test_the_language_is_switched_on_the_spot_and_kept(visit: Open) -> None:
    page = visit("en")
    race(page)
    page.evaluate("window.same = true")
    open_settings(page, "en")
    page.get_by_label(words("en")["settings.language"]).select_option("ja")
    expect(page.locator("dialog h2")).to_have_text(words("ja")["settings.label"])
    expect(page.locator(".race .prompt")).to_have_text(words("ja")["prompt.start"])
    page.get_by_label(words("ja")["settings.language"]).select_option("de")
    expect(page.locator("dialog h2")).to_have_text(words("de")["settings.label"])
    expect(page.locator(".race .prompt")).to_have_text(words("de")["prompt.start"])
    page.keyboard.press("Escape")
    assert page.evaluate("window.same")
    page.reload()
    expect(page.locator(".race .prompt")).to_have_text(words("de")["prompt.start"])


def test_plurals_are_those_of_the_language(visit: Open) -> None:
    said = {
        "en": ["no dents", "1 dent", "2 dents", "1st", "2nd", "3rd", "11th"],
        "de": ["keine Dellen", "1 Delle", "2 Dellen", "1.", "2.", "3.", "11."],
        "ja": ["凹みなし", "凹み1枚", "凹み2枚", "1位", "2位", "3位", "11位"],
    }
    page = visit("en")
    page.goto("/")
    modules = page.locator("script[type=module]").get_attribute("src") or ""
    for language, expected in said.items():
        found = page.evaluate(
            """async ([words, language]) => {
                const { say, setLanguage } = await import(words);
                await setLanguage(language);
                const dents = [0, 1, 2].map((count) => say("replay.dents", { count }));
                const places = [1, 2, 3, 11].map((place) => say("end.place", { place }));
                return [...dents, ...places];
            }""",
            [modules.replace("main.js", "core/words.js"), language],
        )
        assert found[:3] == expected[:3]
        assert all(part in told for part, told in zip(expected[3:], found[3:], strict=True))


FOREIGN = re.compile(r"[A-Za-z]{3,}")
NAMES = {"Snow", "Tails", "Esc", "Enter", "Home", "End", "HTTP", "UTF", "docs", "http", "api"}


def test_in_japanese_no_english_word_is_left(visit: Open) -> None:
    page = visit("ja")
    for path in ("/", "/help", "/friends", "/lobby", "/replay", "/build"):
        page.goto(path)
        page.locator("main").wait_for()
        assert_japanese(page)
    race(page)
    drive_on(page)
    page.keyboard.press("ArrowUp")
    assert_japanese(page)


def assert_japanese(page: Page) -> None:
    """Assert that words are Japanese, but for names and clauses."""
    seen: list[str] = page.evaluate(
        """() => [...document.querySelectorAll('body *')]
            .filter((each) => !each.closest('code, svg, script, [lang=en], .clause-id'))
            .flatMap((each) => [
                ...[...each.childNodes].map((one) => (one instanceof Text ? one.data : '')),
                ...['aria-label', 'title', 'alt'].map((name) => each.getAttribute(name)),
                each.getAttribute('placeholder'),
            ].filter(Boolean))"""
    )
    assert any("\u3040" <= letter <= "\u30ff" for text in seen for letter in text), page.url
    clauses = re.compile(r"[A-Z]+-\d+|PvP")
    left = {word for text in seen for word in FOREIGN.findall(clauses.sub("", text))} - NAMES
    left -= {"Anna", "Ben", "Cleo", "Dora", "Frost"}  # whoever else waits in the lobby
    assert (page.url, left) == (page.url, set())


@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_fits_on_a_small_screen(visit: Open, language: str) -> None:
    page = visit(language, 320)
    for path in ("/help", "/friends", "/lobby", "/replay", "/build?course=srs"):
        page.goto(path)
        page.locator("main h1").wait_for()
        assert_fits_small(page)
    race(page)
    assert_fits_small(page)
    drive_on(page)
    page.keyboard.press("ArrowUp")
    expect(page.locator(".preview")).not_to_be_empty()
    # A tablet, and a window that is not quite wide.
    for wider in (820, 1024, 1180):
        page.set_viewport_size({"width": wider, "height": 1180})
        assert_fits(page)
    assert_fits_small(page)
    open_settings(page, language)
    assert_fits_small(page)
    page.keyboard.press("Escape")
    page.goto("/")
    page.locator(".race-now").wait_for()
    assert_fits_small(page)


def assert_fits_small(page: Page) -> None:
    """Assert that a screen fits phones, those of an older make too."""
    for width in (390, 320):
        page.set_viewport_size({"width": width, "height": 844})
        assert_fits(page)


def test_japanese_lines_break_where_they_may(visit: Open) -> None:
    page = visit("ja", 320)
    page.goto("/help")
    page.locator(".clause").first.wait_for()
    style = page.locator(".clause p").first.evaluate(
        "each => [getComputedStyle(each).lineBreak, getComputedStyle(each).wordBreak]"
    )
    assert style == ["strict", "auto-phrase"]
    beginnings: list[str] = page.locator(".help :is(p, li, h3, figcaption)").evaluate_all(
        """found => found.flatMap((each) => {
            const walker = document.createTreeWalker(each, NodeFilter.SHOW_TEXT);
            const found = [];
            let bottom = -Infinity;
            for (let node = walker.nextNode(); node; node = walker.nextNode())
                for (let at = 0; at < node.length; at++) {
                    const range = document.createRange();
                    range.setStart(node, at); range.setEnd(node, at + 1);
                    const box = range.getBoundingClientRect();
                    if (!box.width || box.top <= bottom - 4) continue;
                    found.push(node.data[at]);
                    bottom = box.bottom;
                }
            return found;
        })"""
    )
    assert len(beginnings) > 200
    assert (
        set(beginnings) & set("、。」』）！？ー々ぁぃぅぇぉっゃゅょァィゥェォッャュョ：・") == set()
    )


@pytest.mark.parametrize(("language", "theme"), [("de", "light"), ("ja", "dark")])
def test_every_language_is_for_everyone(visit: Open, language: str, theme: Theme) -> None:
    page = visit(language, 1280, theme)
    page.goto("/")
    page.locator(".race-now").wait_for()
    assert_accessible(page)
    race(page)
    assert_accessible(page)
    open_settings(page, language)
    assert_accessible(page)
    page.keyboard.press("Escape")
    page.get_by_role("button", name=words(language)["help.label"]).click()
    page.locator("dialog .clause").first.wait_for()
    assert_accessible(page)
    page.goto("/help")
    page.locator(".clause image").first.wait_for(state="attached")
    assert_accessible(page)


# -- the help


def test_an_address_leads_to_a_clause(visit: Open) -> None:
    page = visit("de")
    page.goto("/help#DENT-3")
    expect(page.locator("#DENT-3")).to_be_in_viewport()
    expect(page.locator("#DENT-3")).to_have_class(re.compile("sought"))
    page.locator(".contents a").last.click()
    expect(page.locator("#programs")).to_be_in_viewport()
    assert page.url.endswith("/help#programs")
    assert page.evaluate("location.origin") in (page.locator("pre").text_content() or "")


def test_pictures_come_from_the_engine_and_follow_the_theme(visit: Open) -> None:
    page = visit("en", theme="dark")
    page.goto("/help")
    image = page.locator("#DENT-1 image")
    expect(image).to_have_attribute("href", re.compile(r"/api/courses/srs/drawing\?theme=dark"))
    page.emulate_media(color_scheme="light")
    expect(image).to_have_attribute("href", re.compile(r"theme=light"))
    expect(page.locator(".scene:not(:has(image))")).to_have_count(0)
    assert page.locator(".scene").count() >= 10


def test_the_reason_for_a_dent_leads_to_its_clause(visit: Open) -> None:
    page = visit("ja")
    race(page)
    dent = {"cause": "speeding", "count": 2, "space": "2c1", "speed": 6, "limit": 4}
    modules = page.locator("script[type=module]").get_attribute("src") or ""
    page.evaluate(
        """async ([folder, dent]) => {
            const { withReasons } = await import(folder + "plan/clause-links.js");
            const { reasonOf } = await import(folder + "plan/outcome.js");
            const told = withReasons([reasonOf(dent)], [dent]);
            // Beside the preview, which the race fills anew with all that it hears.
            document.querySelector(".told-words").prepend(...told);
        }""",
        [modules.removesuffix("main.js"), dent],
    )
    link = page.locator(".told-words > a.why")
    expect(link).to_have_text("速度制限4をスピード6で通過：凹みカード2枚。")
    expect(link).to_have_attribute("href", "/help#DENT-1")
    link.click()
    expect(page.locator("dialog #DENT-1")).to_be_in_viewport()
    expect(page.locator("dialog #DENT-1")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator("dialog")).to_have_count(0)
    expect(page.locator(".race")).to_be_visible()
