"""`Card`: the title, text and picture that an address of the page unfolds to.

It is made of what anybody may know who has the link: lists tell nothing of cards, and a try at a
daily trail that is not over is told as the trail alone.
"""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from html import escape
from typing import TYPE_CHECKING
from urllib.parse import quote, urlencode

import msgspec
from starlette.concurrency import run_in_threadpool

from ....course import Course, Refused
from ...store.listing import RACE_KINDS, Result
from ...wire.solo_types import SoloSummary
from ...wire.titles import title_of
from ...wire.types import Summary
from .words import Say

if TYPE_CHECKING:
    from ...session.hub import Hub  # which compiles the mushers; pages are there before

USUAL = "/api/courses/nutcracker/picture"


@dataclass(frozen=True)
class Card:
    """What a link unfolds to."""

    title: str
    text: str
    picture: str
    """The path of the picture."""


_RACE, _SOLO = msgspec.json.Decoder(Summary), msgspec.json.Decoder(SoloSummary)
_PAGES = ("courses", "daily", "help", "lobby", "replay", "season", "solo", "you")
"""Pages that have a title of their own."""


async def card_of(hub: "Hub | None", path: str, query: Mapping[str, str], say: Say) -> Card:
    """Return what an address unfolds to; without a hub, what can be said without looking."""
    _, page, *rest = [*path.split("/"), ""]
    table = rest[0] if rest else ""
    if page == "daily" and (result := query.get("result")):
        table = result
    told = table and hub and page in ("race", "replay", "solo", "daily")
    if told and hub and (card := await _table_card(hub, table, say)):
        return card
    if (course := query.get("course")) and (name := await _course_title(course)) is not None:
        picture = f"/api/courses/{quote(course, safe='')}/picture"
        named = name or title_of(query.get("name", "")) or say("own")
        return Card(say("course", course=named), say("course.text"), picture)
    if page == "courses" and table and (card := await _course_card(hub, table, say)):
        return card
    if page == "duplicate":
        known = hub and table.isalnum() and table.isascii()
        made = await hub.duplicates.find(table[:32]) if hub and known else None
        picture = f"/api/courses/{quote(made.course, safe='')}/picture" if made else USUAL
        title = say("duplicate.trial" if made and not made.mushers else "duplicate")
        return Card(title, say("duplicate.text"), picture)
    if page == "puzzles":
        picture = _puzzle_picture(table) if table and hub else USUAL
        return Card(say("puzzles"), say("puzzles.text"), picture)
    if page == "daily":
        return Card(say("daily"), say("daily.text"), "/api/daily/picture")
    if page in _PAGES:
        return Card(say(page), say("solo.text" if page == "solo" else "about"), USUAL)
    return Card("Snow Tails", say("about"), USUAL)


async def _table_card(hub: "Hub", table: str, say: Say) -> Card | None:
    if not table.replace("-", "").isalnum() or len(table) > 64 or not table.isascii():
        return None
    found = await hub.visitors.summary(table)
    if found is None:
        return None
    kind, stage, text = found
    results = await hub.visitors.results_at(table) if stage == "over" else []
    if kind in RACE_KINDS:
        return _race_card(_RACE.decode(text), results, say)
    return _solo_card(_SOLO.decode(text), results, say)


async def _course_card(hub: "Hub | None", key: str, say: Say) -> Card | None:
    """Return what the page of a course unfolds to; without a hub, those that ship alone."""
    if key in Course.shipped():
        course = Course.load(key)
        about = course.description.get(say.language) or course.description.get("en")
        title = say("course", course=course.name)
        return Card(title, about or say("course.text"), f"/api/courses/{key}/picture")
    found = await hub.courses.find(key) if hub and key.isalnum() and key.isascii() else None
    if found is None:
        return None
    description = msgspec.json.decode(found.description, type=dict[str, str])
    told = description.get(say.language) or next(iter(description.values()), "")
    title = say("course", course=found.name)
    by = say("course.by", name=found.author_name) if found.author_name else ""
    about = " ".join(part for part in (told, by) if part) or say("course.text")
    # What the name comes to tells caches apart the pictures before and after a change of it.
    named = hashlib.sha256(found.name.encode()).hexdigest()[:8]
    return Card(title, about, f"/api/library/{key}/picture?{urlencode({'v': named})}")


def _puzzle_picture(name: str) -> str:
    """Return the picture of the course that a puzzle is on."""
    from ....coach.puzzle import shipped_puzzles  # loads the engine, which a hub has

    lines = (each.position.split()[0] for each in shipped_puzzles() if each.id == name)
    line = next(lines, None)
    return USUAL if line is None else f"/api/courses/{quote(line, safe='')}/picture"


def _picture(table: str, number: int) -> str:
    # The number tells caches apart what was before and after.
    return f"/api/tables/{table}/picture?{urlencode({'v': number})}"


def _race_card(summary: Summary, results: list[Result], say: Say) -> Card | None:
    course = summary.options.course.name or say("own")
    leg = summary.season
    prefix = say("leg", race=leg.race, races=leg.races) if leg else ""
    picture = _picture(summary.table, summary.number)
    names = [shown_name(seat.name) for seat in summary.seats if seat.name]
    match summary.stage:
        case "waiting":
            host = next((seat.name for seat in summary.seats if seat.kind == "person"), "")
            title = say("waiting", name=host or "Snow Tails")
            told = say("waiting.text", course=course, count=len(summary.seats))
        case "racing":
            title = say("racing", names=say.listed(names), course=course)
            told = say("racing.text", round=max(1, summary.round))
        case "over" if results:
            placed = sorted((each for each in results if each.place), key=lambda r: r.place or 0)
            title = say("result.nobody", course=course)
            if placed:
                title = say("result", name=shown_name(placed[0].name), course=course)
            places = ", ".join(f"{each.place}. {shown_name(each.name)}" for each in placed)
            told = say("result.text", places=places) if placed else say("about")
        case _:
            return None
    return Card(title, prefix + told, picture)


def _solo_card(summary: SoloSummary, results: list[Result], say: Say) -> Card | None:
    picture = _picture(summary.table, summary.number)
    course = summary.course.name or say("own")
    if summary.day and not results:
        return Card(say("daily"), say("daily.text"), "/api/daily/picture")
    if not results:
        return Card(say("solo"), say("solo.text"), picture)
    name, points = results[0].name, results[0].points
    if summary.day:
        title = say("daily.result", name=name, points=points)
        return Card(title, say("daily.result.text", day=summary.day), picture)
    return Card(
        say("solo.over", name=name, points=points, course=course), say("solo.text"), picture
    )


def shown_name(name: str) -> str:
    """Return the name of a musher, or of a person, as it is shown."""
    return name.capitalize() if name.isascii() and name.islower() else name


async def _course_title(course: str) -> str | None:
    """Return what a course is called that a link names; None if there is no such course."""
    if course in Course.shipped():
        return Course.load(course).name
    # It is compiled, which would keep everybody else waiting.
    return await run_in_threadpool(_own_title, course)


@lru_cache(maxsize=256)
def _own_title(course: str) -> str | None:
    try:
        found = Course.parse(course[:2000])
        found.check()
    except Refused:
        return None
    return found.name


def tags(card: Card, base: str, address: str, language: str) -> str:
    """Write a card as what stands in the head of a page; addresses are whole."""
    facts = {
        "og:type": "website",
        "og:site_name": "Snow Tails",
        "og:title": card.title,
        "og:description": card.text,
        "og:url": base + address,
        "og:image": base + card.picture,
        "og:image:type": "image/png",
        "og:image:width": "1200",
        "og:image:height": "630",
        "og:image:alt": card.title,
        "og:locale": {"en": "en_GB", "de": "de_DE", "ja": "ja_JP"}[language],
    }
    twitter = {
        "twitter:card": "summary_large_image",
        "twitter:title": card.title,
        "twitter:description": card.text,
        "twitter:image": base + card.picture,
        "description": card.text,
    }
    written = [f'<meta property="{name}" content="{escape(told)}">' for name, told in facts.items()]
    written += [f'<meta name="{name}" content="{escape(told)}">' for name, told in twitter.items()]
    return "\n".join(written)
