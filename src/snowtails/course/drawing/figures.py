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
    ground="#E7F0F7",
    glow="#FFEBCB",
    glow_opacity=0.95,
    dusk="#B9D0E6",
    dusk_opacity=0.7,
    ridge="#C6D8E8",
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
    red="#D0443A",
    plate="#FFFFFF",
    buds=("#7C6BB0", "#2E8C86", "#C27A2C", "#A8567E"),
)

DARK = Palette(
    snow="#16202B",
    bank="#1E2C3A",
    shadow="#000000",
    shade=0.4,
    line="#34485A",
    ink="#EAF2F8",
    quiet="#A9BECF",
    sun="#F2B134",
    pine="#2F6B60",
    danger="#FF8A80",
    ground="#0F1821",
    glow="#6C9CC4",
    glow_opacity=0.16,
    dusk="#2F8F76",
    dusk_opacity=0.2,
    ridge="#0B121A",
    crest="#3A5064",
    bank_dark="#0E161F",
    joint="#4E6880",
    ice="#1A3145",
    ice_dark="#0C1A28",
    ice_edge="#2A4459",
    pine_lit="#3F8273",
    pine_dark="#1C463F",
    laden="#2E4356",
    laden_hem="#1C463F",
    depth="#03070D",
    depth_wall="#0B2239",
    depth_ice="#2B567B",
    rock="#4A5D6F",
    rock_lit="#6B8194",
    rock_dark="#2C3A48",
    heap="#2A3C4D",
    heap_lit="#34485A",
    heap_dark="#1F2E3C",
    red="#D9564C",
    plate="#0E161F",
    buds=("#A498DB", "#58B8B0", "#E0A05A", "#D486AC"),
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
    name: str, colour: str, stops: Iterable[tuple[float, float]], **ends: str | float
) -> str:
    """Write a linear gradient of one colour through (offset, opacity) stops."""
    return element("linearGradient", *_stops(colour, stops), id=name, **ends)


def glow(name: str, colour: str, opacity: float, **place: str | float) -> str:
    """Write a radial gradient that fades out from its centre."""
    stops = ((0, opacity), (0.3, opacity * 0.6), (0.65, opacity * 0.18), (1, 0))
    return element("radialGradient", *_stops(colour, stops), id=name, **place)


def _stops(colour: str, stops: Iterable[tuple[float, float]]) -> list[str]:
    return [
        element("stop", offset=offset, stop_color=colour, stop_opacity=opacity)
        for offset, opacity in stops
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
    drawn = [path("M-.04-.08H.04V.03Q0 .05-.04 .03Z", colours.rock_dark)]
    layers = (
        ((_SKIRT, colours.laden), (_LIT_SIDE, colours.crest), (_HEM, colours.laden_hem))
        if laden
        else ((_SKIRT, colours.pine), (_LIT_SIDE, colours.pine_lit), (_SNOW, colours.crest))
    )
    for tier in tiers:
        drawn += [path(_fitted(shape, tier), colour) for shape, colour in layers]
    return drawn


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
