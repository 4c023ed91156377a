"""Tracks that runners leave in the snow: where every sled has been, in its colour."""

import math
from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from ..layout import Point, svg_point
from .figures import Palette, element, path
from .sleds import HULLS

if TYPE_CHECKING:
    from ..course import Course

RUNNERS = 0.1
"""How far each of the two runners is from the middle of a sled."""

APART = 0.15
"""How far beside one another sleds are drawn that took the same spaces."""

SHARE = 0.4
"""Part of a step for which a track keeps the direction that it has in the middle of a space."""


SIDEWAYS = 0.3
"""The same at least, where a step goes sideways."""


class DrawnTrack(NamedTuple):
    """The way of a sled, to be drawn on a course."""

    spaces: Sequence[int]
    """Spaces that it touched, in order."""
    colour: str
    """One of HULLS."""


def draw_tracks(
    course: "Course", tracks: Sequence[DrawnTrack], theme: str, colours: Palette
) -> str:
    """Draw the ways of sleds as pairs of grooves, each a little beside the others."""
    drawn = []
    for number, track in enumerate(tracks):
        beside = (number - (len(tracks) - 1) / 2) * APART
        places = [_centre(course, space) for space in track.spaces]
        by_day, by_night, _ = HULLS[track.colour]
        grooves = (
            follow([place.moved(0, beside + side) for place in places])
            for side in (-RUNNERS, RUNNERS)
        )
        drawn.append(
            element(
                "g",
                path(
                    follow([place.moved(0, beside) for place in places]),
                    stroke=colours.bank_dark,
                    stroke_width=0.3,
                    stroke_opacity=0.5,
                ),
                path(
                    "".join(grooves),
                    stroke=by_day if theme == "light" else by_night,
                    stroke_width=0.075,
                ),
                class_=f"tracks {track.colour}",
            )
        )
    return element(
        "g",
        *drawn,
        class_="all-tracks",
        fill="none",
        stroke_linecap="round",
        stroke_linejoin="round",
        pointer_events="none",
    )


def _centre(course: "Course", space: int) -> Point:
    tile, lane, number = course.track.place(space)
    return course.layout.laid[tile].centre(lane, number)


def follow(places: Sequence[Point]) -> str:
    """Return the path data of a way through places that heads as each of them does.

    >>> follow([Point(0, 0, 90), Point(1, 0, 90), Point(2, 1, 90)])
    'M0 0C0.4 0 0.6 0 1 0C1.4 0 1.6 1 2 1'
    """
    if not places:
        return ""
    steps = []
    for here, there in pairwise(places):
        bends = (
            here.moved(_reach(here, there, here), 0),
            there.moved(-_reach(here, there, there), 0),
        )
        steps.append("C" + " ".join(map(svg_point, (*bends, there))))
    return f"M{svg_point(places[0])}{''.join(steps)}"


def _reach(here: Point, there: Point, heading: Point) -> float:
    """Return how far a step keeps a direction: the less, the more it goes sideways."""
    x, y = there.x - here.x, there.y - here.y
    angle = math.radians(heading.heading)
    ahead = x * math.sin(angle) - y * math.cos(angle)
    return SHARE * max(ahead, SIDEWAYS * math.hypot(x, y))
