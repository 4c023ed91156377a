"""The courses that ship and those published, as messages tell them."""

from dataclasses import dataclass
from functools import cache, lru_cache

import msgspec

from ...course import Course
from ...lab.standing import (
    Figures,
    characters,
    course_figures,
    hazards_of,
    length_of,
    shipped_figures,
)
from ...rules.solo import setup_lines
from ..store.courses import PublishedCourse, Rating, key_of
from .build_types import CourseCertificate
from .library_types import CourseFigures, CourseRating, LibraryCourse

FIGURES = msgspec.json.Decoder(Figures)

_KEPT = 4096


@dataclass(frozen=True)
class Reader:
    """Who asks: what they have rated and raced."""

    holder: str | None
    stars: dict[str, int]
    """By key of the course."""
    raced: set[str]
    """Lines of courses."""


@dataclass(frozen=True)
class _Facts:
    """What follows from a course line."""

    tiles: int
    spaces: int
    hazards: int
    setup: int | None


@lru_cache(maxsize=_KEPT)
def _facts(line: str) -> _Facts:
    course = Course.parse(line)
    fit = not course.solo_reasons
    return _Facts(
        tiles=len(course.tiles),
        spaces=length_of(course),
        hazards=hazards_of(course),
        setup=sum(each.points for each in setup_lines(course, False)) if fit else None,
    )


@cache
def shipped_lines() -> dict[str, str]:
    """Return the lines of the courses that ship, by name."""
    return {name: Course.load(name).line for name in Course.shipped()}


def read_figures(text: str | None) -> Figures | None:
    """Return figures as they were kept; None if there are none, or none that can be read."""
    try:
        return FIGURES.decode(text) if text else None
    except msgspec.ValidationError:
        return None  # kept by another version


def figures_in(found: CourseCertificate) -> Figures:
    """Return the figures of a certificate that was told."""
    return course_figures(
        Course.parse(found.line),
        par=found.par,
        rounds=found.rounds,
        minutes=found.minutes,
        wrecks=found.wrecks.value,
        dents=sum(found.dents.values()),
        leads=found.lead_changes,
        half_leader=found.half_leader.value,
        skill=found.skill.value if found.skill else None,
        starts=[gain.value for gain in found.starts.values()],
    )


def shipped_message(name: str, ratings: dict[str, Rating], reader: Reader) -> LibraryCourse:
    """Tell a course that ships."""
    course, line = Course.load(name), shipped_lines()[name]
    key = key_of(line)
    return _message(
        line,
        shipped_figures().get(line),
        ratings.get(key),
        reader,
        key=name,
        shipped=True,
        title=course.name,
        description=dict(course.description),
        by=None,
        yours=False,
        published=None,
    )


def published_message(
    found: PublishedCourse, ratings: dict[str, Rating], reader: Reader
) -> LibraryCourse:
    """Tell a course that was published."""
    return _message(
        found.line,
        read_figures(found.figures),
        ratings.get(found.key),
        reader,
        key=found.key,
        shipped=False,
        title=found.name,
        description=msgspec.json.decode(found.description, type=dict[str, str]),
        by=found.author_name,
        yours=found.author is not None and found.author == reader.holder,
        published=found.at,
    )


def _message(
    line: str,
    figures: Figures | None,
    rating: Rating | None,
    reader: Reader,
    **named: object,
) -> LibraryCourse:
    facts = _facts(line)
    return LibraryCourse(
        **named,  # type: ignore[arg-type]
        line=line,
        tiles=facts.tiles,
        spaces=facts.spaces,
        hazards=facts.hazards,
        setup=facts.setup,
        characters=characters(figures, line) if figures else (),
        figures=_figures(figures) if figures else None,
        rating=CourseRating(mean=round(rating.stars / rating.count, 2), count=rating.count)
        if rating
        else None,
        stars=reader.stars.get(key_of(line)),
        raced=line in reader.raced,
    )


def _figures(figures: Figures) -> CourseFigures:
    return CourseFigures(
        **{name: getattr(figures, name) for name in CourseFigures.__struct_fields__}
    )
