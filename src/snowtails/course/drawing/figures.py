"""What a drawing is made of: colours, elements, and the figures that it repeats.

A figure stands on the origin with its height along -y, about one unit tall, and is placed with
`<use>`. Light comes from the upper left; `SHADOW` is where it takes the shadow of something one
unit tall.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape

from ..layout import svg_number

SHADOW = (1.2, 0.66)
"""Where the shadow of a point one unit above the ground falls."""


@dataclass(frozen=True, slots=True)
class Palette:
    """Colours of a theme; those of the art direction first, then their tints."""

    snow: str
    bank: str
    shadow: str
    shade: float
    """Opacity of shadows."""
    line: str
    ink: str
    quiet: str
    sun: str
    pine: str
    danger: str

    ground: str
    glow: str
    """Light of the low sun, or of the moon, over the ground."""
    glow_opacity: float
    dusk: str
    """What the far corner of the picture fades into."""
    dusk_opacity: float
    ridge: str
    """Lee side of the waves in open snow."""
    crest: str
    """Snow that the light falls on: tops of banks, drifts and trees."""
    bank_dark: str
    joint: str
    ice: str
    ice_dark: str
    ice_edge: str
    pine_lit: str
    pine_dark: str
    laden: str
    """Shaded snow on a tree that is deep in it."""
    laden_hem: str
    depth: str
    depth_wall: str
    depth_ice: str
    rock: str
    rock_lit: str
    rock_dark: str
    heap: str
    heap_lit: str
    heap_dark: str
    log: str
    log_dark: str
    window: str
    """The one warm window."""
    lamp: str
    """Light of lamps on the snow."""
    warmth: float
    """How strongly they light the snow."""
    aurora: float
    """How strongly the northern light shines."""
    red: str
    plate: str
    buds: tuple[str, str, str, str]


LIGHT = Palette(
    snow="#F4F8FB",
    bank="#DCE7F0",
    shadow="#9DB8D2",
    shade=0.35,
    line="#B9CBDA",
    ink="#13222F",
    quiet="#4A6072",
    sun="#F2B134",
    pine="#1F4D46",
    danger="#B3261E",
    ground="#DCE8F2",
    glow="#FFE6BE",
    glow_opacity=0.7,
    dusk="#9DBBD9",
    dusk_opacity=0.72,
    ridge="#9FBBD6",
    crest="#FFFFFF",
    bank_dark="#BCD0E1",
    joint="#8FAAC1",
    ice="#C4DAEA",
    ice_dark="#A3BFD6",
    ice_edge="#F6FAFD",
    pine_lit="#3C7A6C",
    pine_dark="#173B3A",
    laden="#B4CADD",
    laden_hem="#6C8F93",
    depth="#0D2A4A",
    depth_wall="#24568A",
    depth_ice="#9CC4E2",
    rock="#667B8E",
    rock_lit="#93A7B7",
    rock_dark="#43566A",
    heap="#CBDBE8",
    heap_lit="#E4EDF4",
    heap_dark="#9FBAD2",
    log="#8A5C3E",
    log_dark="#5F3E2E",
    window="#FFC555",
    lamp="#FFB74A",
    warmth=0.35,
    aurora=0,
    red="#D0443A",
    plate="#FFFFFF",
    buds=("#7C6BB0", "#2E8C86", "#C27A2C", "#A8567E"),
)

DARK = Palette(
    snow="#445E78",
    bank="#2C4157",
    shadow="#01060C",
    shade=0.42,
    line="#64819C",
    ink="#EAF2F8",
    quiet="#CBDAE6",
    sun="#F2B134",
    pine="#0D2B27",
    danger="#FF8A80",
    ground="#0F1D2B",
    glow="#5C86AC",
    glow_opacity=0.34,
    dusk="#040A11",
    dusk_opacity=0.5,
    ridge="#08131E",
    crest="#9DBBD3",
    bank_dark="#1A2A3B",
    joint="#86A4BD",
    ice="#1B3A54",
    ice_dark="#0B1B2A",
    ice_edge="#4A7190",
    pine_lit="#1E4A42",
    pine_dark="#071B19",
    laden="#3B566D",
    laden_hem="#16342F",
    depth="#02060B",
    depth_wall="#0B2239",
    depth_ice="#4F83AC",
    rock="#4A5D6F",
    rock_lit="#7990A4",
    rock_dark="#25323F",
    heap="#5E7C97",
    heap_lit="#7796B1",
    heap_dark="#2B4157",
    log="#3A2B26",
    log_dark="#231A1A",
    window="#FFCF73",
    lamp="#FF9F43",
    warmth=0.62,
    aurora=1,
    red="#E2655B",
    plate="#0E161F",
    buds=("#B9AEEB", "#6BD0C7", "#F0B06A", "#E79BC0"),
)

PALETTES = {"light": LIGHT, "dark": DARK}


# -- elements -------------------------------------------------------------------------------------

_NOT_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def text(words: str) -> str:
    r"""Write words as the text of an element, without what XML cannot hold.

    >>> text("Salt & pepper\x00")
    'Salt &amp; pepper'
    """
    return escape(_NOT_XML.sub("", words), quote=False)


def element(tag: str, *inside: str, **attributes: str | float | None) -> str:
    """Write an element; `class_` stands for class, `stroke_width` for stroke-width.

    >>> element("g", element("path", d="M0 0"), class_="line", stroke_width=1 / 3, fill=None)
    '<g class="line" stroke-width="0.333"><path d="M0 0"/></g>'
    """
    written = "".join(
        f" {name.rstrip('_').replace('_', '-')}={_value(value)}"
        for name, value in attributes.items()
        if value is not None
    )
    content = "".join(inside)
    return f"<{tag}{written}>{content}</{tag}>" if content else f"<{tag}{written}/>"


def _value(value: str | float) -> str:
    return f'"{escape(value) if isinstance(value, str) else svg_number(value)}"'


def path(d: str, fill: str | None = None, **attributes: str | float | None) -> str:
    """Write a path."""
    return element("path", d=d, fill=fill, **attributes)


def translate(x: float, y: float, scale: float = 1, turn: float = 0) -> str:
    """Write the transform that puts a figure somewhere, in some size, turned clockwise."""
    moved = f"translate({svg_number(x)} {svg_number(y)})"
    turned = f"rotate({svg_number(turn)})" if turn else ""
    sized = f"scale({svg_number(scale)})" if scale != 1 else ""
    return moved + turned + sized


def gradient(
    name: str, colour: str, along: Iterable[tuple[float, float]], **ends: str | float
) -> str:
    """Write a linear gradient of one colour through (offset, opacity) stops."""
    return element("linearGradient", *stops(colour, along), id=name, **ends)


def glow(name: str, colour: str, opacity: float, **place: str | float) -> str:
    """Write a radial gradient that fades out from its centre."""
    fading = ((0, opacity), (0.3, opacity * 0.6), (0.65, opacity * 0.18), (1, 0))
    return element("radialGradient", *stops(colour, fading), id=name, **place)


def stops(colour: str, along: Iterable[tuple[float, float]]) -> list[str]:
    """Write the stops of a gradient of one colour by offset and opacity."""
    return [
        element("stop", offset=offset, stop_color=colour, stop_opacity=opacity)
        for offset, opacity in along
    ]


def smooth(points: Sequence[tuple[float, float]]) -> str:
    """Return the path data of a closed soft outline that is led by points."""
    ends = [
        f"{svg_number(round((x + next_x) / 2, 2))} {svg_number(round((y + next_y) / 2, 2))}"
        for (x, y), (next_x, next_y) in zip(points, [*points[1:], points[0]], strict=True)
    ]
    bends = [
        f"Q{svg_number(x)} {svg_number(y)} {end}" for (x, y), end in zip(points, ends, strict=True)
    ]
    return f"M{ends[-1]}{''.join(bends)}Z"


# -- figures --------------------------------------------------------------------------------------

Tier = tuple[float, float, float]
"""A skirt of branches: heights of its tip and of its hem, half its breadth."""

_TREES: dict[str, tuple[Tier, ...]] = {
    "spruce": ((0.28, 0.03, 0.27), (0.52, 0.2, 0.235), (0.76, 0.4, 0.19), (1, 0.6, 0.135)),
    "fir": ((0.46, 0.03, 0.36), (0.74, 0.28, 0.29), (1, 0.54, 0.2)),
    "laden": ((0.42, 0.03, 0.3), (0.66, 0.24, 0.26), (0.86, 0.46, 0.2), (1, 0.66, 0.125)),
}
TREES = tuple(_TREES)

_CAST = f"0.42 -0.72 {-SHADOW[0]} {-SHADOW[1]} 0 0"
"""The matrix that lays a standing figure down as its own shadow."""


def figures(prefix: str, colours: Palette) -> list[str]:
    """Define all figures that a drawing repeats."""
    trees = [
        element("g", *_tree(tiers, colours, laden=name == "laden"), id=f"{prefix}-{name}")
        for name, tiers in _TREES.items()
    ]
    return [
        *trees,
        gradient(f"{prefix}-fade", colours.shadow, ((0, 0.15), (1, 1)), x1=0, y1=0, x2=0, y2=1),
        path(
            "M0-1Q.12-.5 .27-.14Q.2-.02 0 .02Q-.2-.02-.27-.14Q-.12-.5 0-1Z",
            f"url(#{prefix}-fade)",
            transform=f"matrix({_CAST})",
            id=f"{prefix}-shade",
        ),
        path(
            "M-.03 0V-1H.85V-.36H.03V0Z",
            f"url(#{prefix}-fade)",
            transform=f"matrix({_CAST})",
            id=f"{prefix}-flag-shadow",
        ),
        element("g", *_hut(prefix, colours), id=f"{prefix}-hut"),
        path("M-1 0L-.2-.6L1.3-.2L2.1 .75L1.5 1L.6 .6L0 .1Z", id=f"{prefix}-hut-shadow"),
        element("g", *_sapling(colours), id=f"{prefix}-sapling"),
        element("g", *_rock(colours), id=f"{prefix}-rock"),
        element("g", *_column(colours), id=f"{prefix}-column"),
        element("g", *_sign(colours), id=f"{prefix}-sign"),
        element("g", *_chequered_flag(colours), id=f"{prefix}-chequered"),
        element("g", *_pennant(colours), id=f"{prefix}-left-flag"),
        element("g", *_swallowtail(colours), id=f"{prefix}-right-flag"),
    ]


_SKIRT = "M{0,1}Q{.3,.45} {1,0}Q{0,-.22} {-1,0}Q{-.3,.45} {0,1}Z"
_LIT_SIDE = "M{0,1}Q{-.3,.45} {-1,0}Q{-.5,-.13} {-.16,-.11}Q{.1,.4} {0,1}Z"
_SNOW = "M{-1,0}Q{-.62,.22} {-.3,.62}Q{-.42,.2} {-.5,-.08}Q{-.8,-.04} {-1,0}Z"
_HEM = "M{-.8,-.04}Q{0,-.26} {1,0}Q{0,-.06} {-.8,-.04}Z"


def _tree(tiers: Sequence[Tier], colours: Palette, *, laden: bool) -> list[str]:
    """Draw a conifer, its skirts of branches from the lowest up, lit from the left."""
    layers = (
        ((_SKIRT, colours.laden), (_LIT_SIDE, colours.crest), (_HEM, colours.laden_hem))
        if laden
        else ((_SKIRT, colours.pine), (_LIT_SIDE, colours.pine_lit), (_SNOW, colours.crest))
    )
    return [
        path("M-.04-.08H.04V.03Q0 .05-.04 .03Z", colours.rock_dark),
        *(
            path("".join(_fitted(shape, tier) for tier in tiers), colour)
            for shape, colour in layers
        ),
    ]


def _fitted(shape: str, tier: Tier) -> str:
    """Fit a shape to a skirt: its {x,y} run from -1 to 1 across and from 0 at the hem to 1."""
    tip, hem, half = tier

    def place(found: re.Match[str]) -> str:
        x, y = float(found[1]) * half, hem + float(found[2]) * (tip - hem)
        return f"{svg_number(x)} {svg_number(-y)}"

    return re.sub(r"\{(.+?),(.+?)\}", place, shape)


def _sapling(colours: Palette) -> list[str]:
    """Draw a young tree in its ring of snow."""
    return [
        path("M0-.04Q.3-.1 .7 .24Q.44 .3 0 .1Z", colours.shadow, opacity=colours.shade * 1.3),
        element("ellipse", rx=0.33, ry=0.15, cy=0.02, fill=colours.crest),
        *_tree(((0.56, 0.06, 0.36), (0.82, 0.34, 0.27), (1, 0.6, 0.17)), colours, laden=False),
    ]


def _hut(prefix: str, colours: Palette) -> list[str]:
    """Draw a log hut deep in snow, smoke over its chimney and a light in its window."""
    front = "M-.92 0V-.52L-.46-1.02L0-.52V0Z"
    logs = "".join(f"M-.92 {y}H.92" for y in (-0.13, -0.26, -0.39))
    snow = (
        "M-1.06-.5Q-.98-.66-.5-1.17Q-.42-1.24-.3-1.24H.5Q.62-1.24 .7-1.14L1.08-.6"
        "Q1.14-.48 1-.46Q.9-.44 .8-.5Q.7-.42 .58-.5Q.46-.42 .34-.48Q.2-.4 .1-.48"
        "L-.42-1.04L-.88-.52Q-.98-.4-1.06-.5Z"
    )
    return [
        element("ellipse", cx=0.45, cy=0.1, rx=2.1, ry=1.1, fill=f"url(#{prefix}-warmth)"),
        path("M-1.1 .06Q0-.1 1.1 .04Q.6 .16 0 .14T-1.1 .06Z", colours.crest),
        path("M.42-1.66Q.2-1.9 .5-2.06T.4-2.5Q.9-2.3 .66-2T.58-1.66Z", colours.crest, opacity=0.55),
        path("M.38-1.1V-1.6H.62V-1.1Z", colours.rock_dark),
        path("M.34-1.58Q.5-1.76 .66-1.58V-1.52H.34Z", colours.crest),
        path("M0 0V-.52H.92V0Z", colours.log_dark),
        path(front, colours.log),
        path(logs, "none", stroke=colours.rock_dark, stroke_width=0.025, opacity=0.6),
        path("M-.62 0V-.38H-.32V0Z", colours.log_dark),
        path("M.3-.42H.68V-.14H.3Z", colours.window, stroke=colours.log, stroke_width=0.05),
        path("M.49-.42V-.14M.3-.28H.68", "none", stroke=colours.log, stroke_width=0.03),
        path("M-.56-.62H-.36V-.76H-.56Z", colours.window),
        path(snow, colours.laden),
        path("M-1.06-.5Q-.98-.66-.5-1.17L-.4-1.04L-.88-.52Q-.98-.4-1.06-.5Z", colours.crest),
        path("M-.4-1.04Q-.5-1.2-.3-1.24H.5Q.66-1.22 .56-1.04Z", colours.crest),
    ]


def _rock(colours: Palette) -> list[str]:
    """Draw a boulder with snow on it, half a unit to each side."""
    return [
        path(
            "M.2-.38L.74 .02L.66 .3L.2 .42L-.36 .34Z", colours.shadow, opacity=colours.shade * 1.5
        ),
        path("M-.46 .14L-.38-.2L-.1-.46L.2-.42L.42-.12L.46 .2L.2 .38L-.26 .36Z", colours.rock),
        path("M.2-.42L.42-.12L.46 .2L.2 .38L.06 .02Z", colours.rock_dark),
        path("M-.46 .14L-.38-.2L-.1-.46L-.06-.08L-.26 .36Z", colours.rock_lit),
        path(
            "M-.4-.16L-.1-.46L.2-.42L.36-.2Q.24-.04 .12-.14Q.02-.2-.06-.06"
            "Q-.18 .04-.26-.1Q-.34-.18-.4-.16Z",
            colours.crest,
        ),
    ]


def _column(colours: Palette) -> list[str]:
    """Draw a pillar of rock that stands in a hole of the ice."""
    return [
        path(
            "M-.46 .1L-.4-.34L-.08-.54L.3-.48L.46-.14L.44 .34L.12 .52L-.32 .44Z", colours.depth_ice
        ),
        path("M-.42 .06L-.38-.34L-.1-.5L.26-.46L.4-.16L.38 .24L.1 .42L-.3 .36Z", colours.depth),
        path("M-.26 .2L-.24-.24L.02-.4L.28-.2L.28 .18L.06 .32Z", colours.rock),
        path("M.04-.12L.28-.2L.28 .18L.06 .32Z", colours.rock_dark),
        path("M-.24-.24L.02-.4L.28-.2L.04-.1Z", colours.crest),
    ]


def _sign(colours: Palette) -> list[str]:
    """Draw the empty face of a round sign with a radius of one."""
    return [
        element("circle", r=1, fill=colours.plate),
        element("circle", r=0.86, fill="none", stroke=colours.danger, stroke_width=0.22),
    ]


def _chequered_flag(colours: Palette) -> list[str]:
    """Draw the chequered flag: it flies to the right of a pole one unit tall."""
    columns, rows, size = 5, 4, 0.17
    sway = (0, -0.05, -0.04, 0.02, 0.04, 0)

    def corner(column: int, row: int) -> str:
        return f"{svg_number(column * size)} {svg_number(-1 + row * size * 0.92 + sway[column])}"

    squares = "".join(
        f"M{corner(i, j)}L{corner(i + 1, j)}L{corner(i + 1, j + 1)}L{corner(i, j + 1)}Z"
        for i in range(columns)
        for j in range(rows)
        if (i + j) % 2 == 0
    )
    edge = [corner(i, 0) for i in range(columns + 1)]
    edge += [corner(i, rows) for i in range(columns, -1, -1)]
    return [
        path(f"M{'L'.join(edge)}Z", "#FFFFFF"),
        path(squares, "#13222F"),
        path("M0-1.06V0", "none", stroke=colours.quiet, stroke_width=0.06, stroke_linecap="round"),
    ]


def _pennant(colours: Palette) -> list[str]:
    """Draw the pointed yellow flag of the left side, flying along the track."""
    return [
        path("M-.15 .08L.21-.7L.17 .1Z", colours.shadow, opacity=colours.shade),
        path("M-.17 0L0-.76L.17 0Z", colours.sun),
        element("circle", r=0.085, fill=colours.quiet),
    ]


def _swallowtail(colours: Palette) -> list[str]:
    """Draw the forked red flag of the right side, flying along the track."""
    return [
        path("M-.15 .08L-.08-.5L.06-.34L.2-.5L.2 .1Z", colours.shadow, opacity=colours.shade),
        path("M-.16 0L-.16-.58L0-.4L.16-.58L.16 0Z", colours.red),
        element("circle", r=0.085, fill=colours.quiet),
    ]
