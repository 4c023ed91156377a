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

_DOG = (
    "M-.08 .2Q-.11 .02-.1-.14L-.12-.3L-.05-.25Q0-.34 .05-.25L.12-.3L.1-.14"
    "Q.11 .02 .08 .2Q.03 .3 0 .36Q-.03 .3-.08 .2Z"
)
_MASK = "M-.06-.2Q-.05-.3 0-.31T.06-.2Q0-.13-.06-.2Z"


class DrawnSled(NamedTuple):
    """A sled to be drawn on a course."""

    space: int
    colour: str
    """One of HULLS."""
    mark: str = ""
    """What is written on it."""


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
    fur, face = ("#42525f", "#ffffff") if theme == "light" else ("#8ba0b2", "#eaf2f8")
    dogs = [
        element("g", path(_DOG, fur), path(_MASK, face), transform=f"translate({x} -.42)")
        for x in (-0.17, 0.17)
    ]
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
    return element(
        "g",
        element(
            "ellipse", cx=0.1, cy=0.2, rx=0.3, ry=0.42, fill=colours.shadow, opacity=colours.shade
        ),
        path("M0-.15L-.16-.42M0-.15L.16-.42", "none", stroke=colours.quiet, stroke_width=0.025),
        *dogs,
        path(hull, paint, stroke=colours.plate, stroke_width=0.03),
        *([upright] if sled.mark else []),
        class_=f"sled {sled.colour}",
        transform=translate(x, y, 1.25, heading),
    )
