"""Sleds on the track, seen from above: a colour, a shape of nose and a mark of their own."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

from .figures import Palette, element, path, text, translate

if TYPE_CHECKING:
    from ..course import Course

HULLS = {
    "charcoal": (
        "#141414",
        "#dfe6ec",
        "M-.23 .44V-.02Q-.23-.2 0-.24Q.23-.2 .23-.02V.44Q0 .52-.23 .44Z",
    ),
    "blue": ("#003099", "#8cb0ff", "M-.23 .44V.02L0-.27L.23 .02V.44Q0 .52-.23 .44Z"),
    "vermilion": ("#ad1d00", "#ff8f70", "M-.24 .44V-.19H.24V.44Q0 .52-.24 .44Z"),
    "teal": ("#00856e", "#35c9ad", "M-.24 .44V-.24L0-.08L.24-.24V.44Q0 .52-.24 .44Z"),
    "orchid": ("#c269d3", "#e7b3f1", "M-.2 .46L-.26 .1L-.13-.22H.13L.26 .1L.2 .46Q0 .52-.2 .46Z"),
}
"""For each colour of sled its paint by day and by night, and its hull, nose up."""

HUSKY = (
    ("edge", "M-9-12L-15-20M9-12L15-20M-10 24L-17 30M10 24L17 30"),
    ("coat", "M-5 31C-9 43-4 56 9 57C20 57 23 46 17 39C14 35 9 38 11 42C8 43 6 38 5 31Z"),
    ("pale", "M9 57C20 57 23 46 17 39C14 35 9 38 11 42C14 46 12 53 3 55.4C5 56.5 7 57 9 57Z"),
    (
        "pale",
        (
            "M0-24C-10-24-16-18-16.5-9C-17 1-12 6-12 14C-12 20-15 22-14 29C-13 36-6 39 0 39"
            "C6 39 13 36 14 29C15 22 12 20 12 14C12 6 17 1 16.5-9C16-18 10-24 0-24Z"
        ),
    ),
    (
        "coat",
        (
            "M0-30C-7-30-9-24-11-20L-9-17L-13-11L-10-8L-13.5-1L-9.5 1L-11 8L-8 11L-10 18"
            "L-8 21L-11.5 28C-10 34-4 37 0 37C4 37 10 34 11.5 28L8 21L10 18L8 11L11 8L9.5 1"
            "L13.5-1L10-8L13-11L9-17L11-20C9-24 7-30 0-30Z"
        ),
    ),
    ("collar", "M-16-6Q0-12 16-6L15.6 0Q0-6-15.6 0Z"),
    (
        "pale",
        (
            "M0-62C-4.6-62-7.4-59-7.8-55C-8.4-50-14-47-16-40L-21-33L-16.5-31.5L-17.5-26"
            "C-11-18.5 11-18.5 17.5-26L16.5-31.5L21-33L16-40C14-47 8.4-50 7.8-55"
            "C7.4-59 4.6-62 0-62Z"
        ),
    ),
    (
        "coat",
        (
            "M-15.5-31C-16.5-39-13-43-9-44C-6-44-4.4-41-3.4-37L-1.3-48Q0-51 1.3-48L3.4-37"
            "C4.4-41 6-44 9-44C13-43 16.5-39 15.5-31L16.5-26C11-19-11-19-16.5-26Z"
        ),
    ),
    (
        "coat",
        (
            "M-4-28C-8-23-15-25-16.5-31L-21-48C-13-46-7-39-4-28ZM4-28C8-23 15-25 16.5-31"
            "L21-48C13-46 7-39 4-28Z"
        ),
    ),
    ("nose", "M0-62.4a3.8 2.9 0 1 0 .01 0Z"),
)
"""A husky at rest, seen from above: what each shape is painted with, and the shape."""

CRACKED = (
    "M.25 .2L.17 .17L.19 .22L.14 .24",
    "M-.25 .06L-.17 .04L-.18 .09L-.13 .1",
    "M-.25 .36L-.16 .33L-.18 .39L-.12 .4",
    "M.25 0L.17 0L.19 .05L.13 .06",
    "M.22 .45L.16 .36L.13 .42L.08 .36",
    "M-.13-.15L-.1-.07L-.06-.1L-.04-.04",
)
"""What dents leave on a hull, one after the other."""

_COATS = (("#3C4853", "#F3F6F8"), ("#7A4A30", "#FBF5EE"))
_EDGE = "#22303C"


class DrawnSled(NamedTuple):
    """A sled to be drawn on a course."""

    space: int
    colour: str
    """One of HULLS."""
    mark: str = ""
    """What is written on it."""
    dents: int = 0
    """How many it carries."""


def draw_sleds(course: "Course", sleds: Iterable[DrawnSled], theme: str, colours: Palette) -> str:
    """Draw sleds where they stand, each pointing the way it goes."""
    return element(
        "g",
        *(_draw_sled(course, sled, theme, colours) for sled in sleds),
        class_="sleds",
        pointer_events="none",
    )


def _draw_sled(course: "Course", sled: DrawnSled, theme: str, colours: Palette) -> str:
    tile, lane, space = course.track.place(sled.space)
    x, y, heading = course.layout.laid[tile].centre(lane, space)
    by_day, by_night, hull = HULLS[sled.colour]
    paint, ink = (by_day, "#ffffff") if theme == "light" else (by_night, "#0e161f")
    upright = element(
        "text",
        text(sled.mark),
        fill=ink,
        font_size=0.4,
        font_weight=800,
        text_anchor="middle",
        dominant_baseline="central",
        transform=f"translate(0 .15)rotate({-heading:g})",
    )
    cracks = "".join(CRACKED[: sled.dents])
    crack = path(cracks, "none", class_="dents", stroke=colours.plate, stroke_width=0.026)
    return element(
        "g",
        element(
            "ellipse",
            cx=0.08,
            cy=0.06,
            rx=0.32,
            ry=0.62,
            fill=colours.shadow,
            opacity=colours.shade,
        ),
        element(
            "g",
            path(_RUNNERS, "none", stroke=colours.log, stroke_width=0.05, stroke_linecap="round"),
            path(hull, paint, stroke=colours.plate, stroke_width=0.03),
            *([crack] if cracks else []),
            *([upright] if sled.mark else []),
            transform="translate(0 .13)scale(.92)",
        ),
        path("M0-.06L-.175-.16M0-.06L.175-.16", "none", stroke=colours.quiet, stroke_width=0.025),
        *(_draw_dog(side, paint) for side in (-1, 1)),
        class_=f"sled {sled.colour}",
        transform=translate(x, y, 1.1, heading),
    )


_RUNNERS = "M-.27-.02V.54M.27-.02V.54M-.27-.02Q-.27-.16-.16-.2M.27-.02Q.27-.16 .16-.2"


def _draw_dog(side: int, paint: str) -> str:
    """Draw the left (-1) or the right dog of a team, in a harness of the sled's colour."""
    coat, pale = _COATS[side > 0]
    paints = {"coat": coat, "pale": pale, "collar": paint, "nose": "#10171D"}
    shapes = []
    for kind, d in HUSKY:
        if kind == "edge":
            legs = {"stroke_linecap": "round", "fill": "none"}
            shapes.append(path(d, stroke=_EDGE, stroke_width=10.4, **legs))
            shapes.append(path(d, stroke=pale, stroke_width=7, **legs))
        else:
            shapes.append(path(d, paints[kind], stroke=_EDGE, stroke_width=1.7))
    place = f"translate({side * 0.175:g} -.375)scale(.0065 .0061)"
    return element("g", *shapes, class_="dog", transform=place, stroke_linejoin="round")
