"""The map of a course: where each space lies, where steps lead, which bend comes next.

The page puts sleds and signs on the drawing by it, and never works out a step by itself.
"""

from typing import Any

from ...course import Course
from ...course.lead import progress
from ...course.tile import LANE_LETTERS, LANES
from ...course.track import FAR, SIDE, Track

Message = dict[str, Any]


def map_message(course: Course) -> Message:
    """Tell all spaces of a sound course by name."""
    track, layout = course.track, course.layout
    names = track.names
    return {
        "starts": [names[space] for space in track.starts],
        "finish": track.finish,
        "lanes": LANE_LETTERS,
        "spaces": {
            names[number]: _place_message(course, number) | _way_message(track, number)
            for number in range(len(track))
        },
        "tiles": [{"name": laid.face.name, "safety": laid.face.safety} for laid in layout.laid],
    }


def _place_message(course: Course, number: int) -> Message:
    tile, lane, space = course.track.place(number)
    laid = course.layout.laid[tile]
    x, y, heading = laid.centre(lane, space)
    fronts = (laid.at(across, (space + 1) / laid.face.spaces[lane]) for across in (0, LANES))
    return {
        "x": round(x, 3),
        "y": round(y, 3),
        "heading": round(heading, 2),
        "tile": tile,
        "lane": lane,
        "front": [round(length, 3) for front in fronts for length in front[:2]],
    }


def _way_message(track: Track, number: int) -> Message:
    row = track.spaces[number]
    steps = {"ahead": "ahead", "left": "drift_left", "right": "drift_right"}
    bend = int(row["bend_in"]) < FAR and int(row["bend_safety"]) > 0
    return {
        **{name: _name(track, int(row[column])) for name, column in steps.items()},
        "progress": round(float(progress(track, number)), 2),
        "bend_in": int(row["bend_in"]) if bend else None,
        "bend_safety": int(row["bend_safety"]) if bend else None,
    }


def _name(track: Track, space: int) -> str | None:
    return None if space == SIDE else track.names[space]
