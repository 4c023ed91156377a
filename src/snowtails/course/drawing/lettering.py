"""Letters and numerals drawn for this edition, for pictures that can rely on no font.

One broad stroke each; wherever a stroke lies on the ground it turns up at its end as the runner of
a sled does. The page has the same strokes in `core/lettering.js`.
"""

from .figures import Palette, element, path

NUMERALS = {
    1: "M16 20Q29 16 33 6V74",
    2: "M11 24C13-2 50 0 49 25C48 44 22 54 11 74H41Q53 74 54 63",
    3: "M12 17C20 0 49 4 47 23C46 35 36 39 26 39C39 39 50 44 50 57C49 80 17 79 9 63",
    4: "M39 74V6L8 52H44Q56 52 57 41",
    5: "M51 2Q50 9 40 9H18L14 37C25 29 50 31 50 54C49 80 17 79 9 64",
}
"""Strokes of the numerals on cards, in a box 60 wide and 80 tall."""

LOGOTYPE = (
    "M44 18C39 3 9 3 9 21C9 43 47 35 47 57C47 80 13 79 6 61",
    "M70 34V75M70 51C71 29 101 28 101 50V75",
    "M142 33A21 21 0 1 0 142.1 33Z",
    "M179 35L190 74L204 40L218 74L229 35",
    "M256 9H310M283 9V75",
    "M344 33A21 21 0 1 0 344.1 33ZM365 34V75",
    "M391 35V75",
    "M418 5V64Q418 75 429 75",
    "M476 42C471 29 448 31 449 43C450 55 479 51 479 64C479 79 453 79 447 66",
)
"""Strokes of the letters of the game's name."""

RUNNER = "M4 98H450C476 98 494 92 496 74"
DOT = "M391 9V23M384.9 12.5L397.1 19.5M397.1 12.5L384.9 19.5"

LOGOTYPE_SIZE = (500, 104)
"""Breadth and height of the logotype."""


def draw_logotype(colours: Palette) -> str:
    """Draw the name of the game, its upper left corner at the origin."""
    return element(
        "g",
        path(RUNNER, stroke=colours.sun, stroke_width=9),
        path("".join(LOGOTYPE), stroke=colours.ink, stroke_width=13),
        path(DOT, stroke=colours.red, stroke_width=5.5),
        class_="logotype",
        fill="none",
        stroke_linecap="round",
        stroke_linejoin="round",
    )


def draw_numeral(value: int, colour: str) -> str:
    """Draw a numeral from 1 to 5, its upper left corner at the origin."""
    return path(
        NUMERALS[value],
        "none",
        class_="numeral",
        stroke=colour,
        stroke_width=13,
        stroke_linecap="round",
        stroke_linejoin="round",
    )
