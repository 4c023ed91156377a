"""The picture behind a link: the course, who raced on it, and the tracks they left."""

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

from ....course import Course
from ....course.drawing import DrawnTrack, draw
from ....course.drawing.figures import LIGHT, element, path, text, translate
from ....course.drawing.lettering import LOGOTYPE_SIZE, draw_logotype, draw_numeral
from ....course.drawing.sleds import HULLS
from .png import FONTS

WIDTH, HEIGHT = 1200, 630
"""Pixels; what those who unfold links ask for."""
PANEL = 400
"""Width of the part that is written on."""
EDGE = 44
LOGOTYPE = (PANEL - 2 * EDGE) * 0.72 / LOGOTYPE_SIZE[0]
"""Scale of the logotype."""
_OPENING = re.compile(r'<svg [^>]*viewBox="(?P<shown>[^"]*)"[^>]*>')


@dataclass(frozen=True)
class Entry:
    """A line of the poster: a sled, its place or points, and a name."""

    name: str
    colour: str
    figure: str = ""
    """What stands on the sled: a number, or a sign for a wreck."""
    told: str = ""
    """What stands behind the name."""


@dataclass(frozen=True)
class Poster:
    """What is shown."""

    course: Course
    title: str
    subtitle: str = ""
    entries: tuple[Entry, ...] = ()
    tracks: tuple[DrawnTrack, ...] = ()


def poster_svg(poster: Poster) -> str:
    """Draw a poster."""
    title = _wrapped(poster.title, 14)[:3]
    size = min(_fitting(each, 40) for each in title)
    written = [
        _line(each, EDGE + 92 + 50 * number, size, LIGHT.ink, weight=800)
        for number, each in enumerate(title)
    ]
    below = EDGE + 92 + 50 * len(title)
    if poster.subtitle:
        lines = _wrapped(poster.subtitle, 30)[:2]
        written += [
            _line(each, below + 32 * number, 23, LIGHT.quiet) for number, each in enumerate(lines)
        ]
        below += 32 * len(lines)
    rows = [_row(entry, below + 16 + 62 * n) for n, entry in enumerate(poster.entries[:5])]
    return element(
        "svg",
        element("rect", width=WIDTH, height=HEIGHT, fill=LIGHT.ground),
        _course(poster),
        element("rect", x=WIDTH - PANEL, width=PANEL, height=HEIGHT, fill=LIGHT.snow),
        element("rect", x=WIDTH - PANEL, width=6, height=HEIGHT, fill=LIGHT.sun),
        element(
            "g",
            element("g", draw_logotype(LIGHT), transform=translate(0, EDGE - 18, LOGOTYPE)),
            *written,
            *rows,
            transform=translate(WIDTH - PANEL + EDGE, 0),
        ),
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {WIDTH} {HEIGHT}",
        font_family=FONTS,
    )


def _course(poster: Poster) -> str:
    """Draw the course, as large as it fits beside the panel.

    As a group: an SVG within an SVG takes the renderer twenty times as long.
    """
    drawn = draw(poster.course, tracks=poster.tracks)
    opened = _OPENING.match(drawn)
    assert opened
    x, y, width, height = map(float, opened["shown"].split())
    scale = min((WIDTH - PANEL) / width, HEIGHT / height)
    left, top = (WIDTH - PANEL - scale * width) / 2, (HEIGHT - scale * height) / 2
    inside = drawn[opened.end() : -len("</svg>")]
    return element("g", inside, transform=translate(left - scale * x, top - scale * y, scale))


def _line(words: str, y: float, size: float, fill: str, weight: int = 400) -> str:
    return element("text", text(words), y=y, font_size=size, font_weight=weight, fill=fill)


def _figure(figure: str) -> str:
    """Write what stands on a sled: numerals of our own, which need no font."""
    if figure in ("1", "2", "3", "4", "5"):
        return element(
            "g", draw_numeral(int(figure), "#ffffff"), transform=translate(9.5, 14.5, 0.35)
        )
    return path("M13 22L27 36M27 22L13 36", stroke="#ffffff", stroke_width=4) if figure else ""


def _row(entry: Entry, top: float) -> str:
    """Draw a sled with its figure, and the name beside it."""
    by_day, _, hull = HULLS[entry.colour]
    size = _fitting(entry.name, 28, 62 + 20 * _width(entry.told))
    return element(
        "g",
        path(hull, by_day, transform=translate(20, 22, 74)),
        _figure(entry.figure),
        element("text", text(entry.name), x=62, y=38, font_size=size, fill=LIGHT.ink),
        element(
            "text",
            text(entry.told),
            x=PANEL - 2 * EDGE,
            y=38,
            font_size=24,
            font_weight=700,
            fill=LIGHT.quiet,
            text_anchor="end",
        ),
        transform=translate(0, top),
    )


def _fitting(words: str, most: float, taken: float = 0) -> float:
    """Return how large words can be written in the panel, of which some is taken."""
    return min(most, (PANEL - 2 * EDGE - taken) / (0.72 * max(1, _width(words))))


def _width(words: str) -> int:
    """Return about how many letters of ours would be as wide."""
    return sum(2 if unicodedata.east_asian_width(each) in "WF" else 1 for each in words)


def _wrapped(words: str, most: int) -> Sequence[str]:
    """Break a text into lines of at most so many letters, between words where there are any.

    >>> _wrapped("The Dagger of the Mountain Troll", 14)
    ['The Dagger of', 'the Mountain', 'Troll']
    >>> _wrapped("雪と犬の長い長い道のり", 8)
    ['雪と犬の', '長い長い', '道のり']
    """
    lines = [""]
    for word in words.split():
        if lines[-1] and _width(f"{lines[-1]} {word}") <= most:
            lines[-1] += f" {word}"
            continue
        lines += [word] if lines[-1] else []
        lines[-1] = lines[-1] or word
        while _width(lines[-1]) > most:
            cut = next(n for n in range(len(lines[-1]), 0, -1) if _width(lines[-1][:n]) <= most)
            lines[-1:] = [lines[-1][:cut], lines[-1][cut:]]
    return lines
