"""The map of a course: where each space lies, where steps lead, which bend comes next.

The page puts sleds and signs on the drawing by it, and never works out a step by itself.
"""

from collections.abc import Collection, Mapping

import numpy as np
from shapely import Point

from ...course import Course
from ...course.layout import outline
from ...course.tile import LANE_LETTERS, LANES
from ...course.track import FAR, SIDE, Track
from .answer_types import CourseMap, MapSpace, MapTile


def map_message(course: Course) -> CourseMap:
    """Tell all spaces of a sound course by name."""
    track, layout = course.track, course.layout
    names = track.names
    over, beneath = _bridges(course)
    return CourseMap(
        starts=tuple(names[space] for space in track.starts),
        finish=track.finish,
        lanes=LANE_LETTERS,
        spaces={
            names[number]: _space_message(course, number, over, beneath)
            for number in range(len(track))
        },
        tiles=tuple(MapTile(name=laid.face.name, safety=laid.face.safety) for laid in layout.laid),
    )


def _bridges(course: Course) -> tuple[dict[int, tuple[int, ...]], set[int]]:
    """Return what each tile passes over, and the spaces that lie beneath another tile (TILE-9)."""
    track, layout = course.track, course.layout
    over: dict[int, tuple[int, ...]] = {}
    beneath = set()
    for tile, other in layout.bridges:
        over[tile] = (*over.get(tile, ()), other)
        deck = outline(layout.laid[tile])
        for number in np.flatnonzero(track.spaces["tile"] == other).tolist():
            _, lane, space = track.place(number)
            x, y, _ = layout.laid[other].centre(lane, space)
            if deck.intersects(Point(x, y)):
                beneath.add(number)
    return over, beneath


def _space_message(
    course: Course, number: int, over: Mapping[int, tuple[int, ...]], beneath: Collection[int]
) -> MapSpace:
    track = course.track
    tile, lane, space = track.place(number)
    laid = course.layout.laid[tile]
    x, y, heading = laid.centre(lane, space)
    one, other = (
        laid.at(across, (space + 1) / laid.face.spaces[lane])[:2] for across in (0, LANES)
    )
    row = track.spaces[number]
    bend = int(row["bend_in"]) < FAR and int(row["bend_safety"]) > 0
    return MapSpace(
        x=round(x, 3),
        y=round(y, 3),
        heading=round(heading, 2),
        tile=tile,
        lane=lane,
        front=(round(one[0], 3), round(one[1], 3), round(other[0], 3), round(other[1], 3)),
        ahead=_name(track, int(row["ahead"])),
        left=_name(track, int(row["drift_left"])),
        right=_name(track, int(row["drift_right"])),
        progress=round(float(track.progress[number]), 2),
        bend_in=int(row["bend_in"]) if bend else None,
        bend_safety=int(row["bend_safety"]) if bend else None,
        over=over.get(tile, ()),
        beneath=number in beneath,
    )


def _name(track: Track, space: int) -> str | None:
    return None if space == SIDE else track.names[space]
