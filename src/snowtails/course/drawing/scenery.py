"""The country beside the track as it is drawn: snow without end, ice, woods and a warm window."""

import math
import random
from collections.abc import Iterable, Sequence
from itertools import pairwise

from ..layout import svg_number
from .country import WOODS, Country, Frame, Lake, Tree, Wood, plant_wood
from .figures import SHADOW, Palette, element, glow, path, smooth, stops, translate

FAR = 300.0
"""How far around the picture there is land."""

HUT_SIZE = 1.25
"""Size of the hut; its figure is two units long."""

SWELL = (46.0, 23.0, -14)
"""Length and breadth of the snow's waves that are repeated, and the way they run in degrees."""


def scenery_definitions(prefix: str, country: Country, colours: Palette) -> list[str]:
    """Define what the land is painted with."""
    x, y, width, height = country.frame
    half = (width + height) / 2
    middle = (x + width / 2, y + height / 2)
    # Light falls along the shadows, whatever the shape of the picture.
    along = half / math.hypot(*SHADOW)
    ends = {
        "x1": middle[0] - SHADOW[0] * along,
        "y1": middle[1] - SHADOW[1] * along,
        "x2": middle[0] + SHADOW[0] * along,
        "y2": middle[1] + SHADOW[1] * along,
    }
    return [
        element(
            "linearGradient",
            *stops(colours.glow, ((0, 0.6 * colours.glow_opacity), (0.2, colours.glow_opacity))),
            *stops(colours.glow, ((0.3, 0.85 * colours.glow_opacity), (0.52, 0))),
            *stops(colours.dusk, ((0.45, 0), (0.85, colours.dusk_opacity))),
            id=f"{prefix}-light",
            gradientUnits="userSpaceOnUse",
            **ends,
        ),
        _fading(f"{prefix}-swell-side", colours.ridge, ((0, 0.8), (0.35, 0.3), (1, 0)), 0.1),
        _fading(f"{prefix}-sheen", colours.ice_edge, ((0, 0.7), (0.55, 0.1), (1, 0)), 0.8),
        glow(f"{prefix}-warmth", colours.lamp, colours.warmth),
        _define_swell(prefix, country),
        *(part for kind in range(len(WOODS)) for part in _define_wood(prefix, kind)),
        _define_beyond(prefix, country, colours),
    ]


def _fading(name: str, colour: str, along: Iterable[tuple[float, float]], lean: float) -> str:
    return element("linearGradient", *stops(colour, along), id=name, x1=0, y1=0, x2=lean, y2=1)


# -- snow and ice ---------------------------------------------------------------------------------


def draw_ground(prefix: str, country: Country, colours: Palette) -> str:
    """Draw open snow under a low light, waves in it, and the lakes, further than one can see."""
    everywhere = country.land.grown(FAR).attributes()
    parts = [
        element("rect", class_="snow", fill=colours.ground, **everywhere),
        element("rect", class_="light", fill=f"url(#{prefix}-light)", **everywhere),
        element("rect", class_="waves", fill=f"url(#{prefix}-swell)", **everywhere),
    ]
    if country.lake:
        parts.append(_draw_lake(prefix, country.lake, colours))
    return element("g", *parts, class_="ground")


def _define_swell(prefix: str, country: Country) -> str:
    """Define long waves of wind-blown snow, each with a crest and a slope that fades away."""
    rng = random.Random(country.seed + 1)
    length, breadth, turn = SWELL
    waves, y = [], 1.5
    while y < breadth - 3:
        waves.append(_crest(rng, length, y))
        y += rng.uniform(5, 8)
    # What leaves the pattern below comes in above.
    above = path(waves[-1], transform=translate(0, -breadth))
    return element(
        "pattern",
        element("g", above, *map(path, waves), fill=f"url(#{prefix}-swell-side)"),
        id=f"{prefix}-swell",
        width=length,
        height=breadth,
        patternUnits="userSpaceOnUse",
        patternTransform=f"rotate({turn})",
    )


def _crest(rng: random.Random, length: float, y: float) -> str:
    """Return a wave that goes on where it began once it has run through."""
    inner = [length * (part + rng.uniform(0, 0.12)) for part in (0.08, 0.35, 0.62)]
    crest = [(-6.0, y), *((x, y + rng.uniform(-1.3, 1.3)) for x in inner), (length - 6, y)]
    crest.append((crest[1][0] + length, crest[1][1]))
    d = f"M{svg_number(crest[0][0])} {svg_number(round(crest[0][1], 1))}"
    for (ax, ay), (bx, by) in pairwise(crest):
        bend = (bx - ax) * 0.45
        bends = (ax + bend, ay, bx - bend, by, bx, by)
        d += "C" + " ".join(svg_number(round(number, 1)) for number in bends)
    return f"{d}V{svg_number(round(y + 5.5, 1))}H{svg_number(crest[0][0])}Z"


def _draw_lake(prefix: str, lake: Lake, colours: Palette) -> str:
    """Draw the ice, its bright shore and the light on it."""
    x, y, radius, shore = lake
    ice = smooth(shore)
    streaks = "".join(
        f"M{svg_number(x + radius * a)} {svg_number(y + radius * b)}l{svg_number(radius * c)} "
        f"{svg_number(-radius * c * 0.25)}"
        for a, b, c in (
            (-0.42, 0.06, 0.5),
            (-0.1, 0.2, 0.42),
            (-0.3, 0.36, 0.22),
            (0.1, -0.22, 0.3),
        )
    )
    return element(
        "g",
        path(ice, colours.ice_dark, stroke=colours.ice_edge, stroke_width=0.5),
        path(ice, colours.ice, transform=translate(0.13, 0.08)),
        path(ice, f"url(#{prefix}-sheen)", transform=translate(0.13, 0.08)),
        path(
            streaks,
            "none",
            stroke=colours.ice_edge,
            stroke_width=0.07,
            stroke_linecap="round",
            opacity=0.8,
        ),
        class_="lake",
    )


# -- trees and woods ------------------------------------------------------------------------------


def _shade(prefix: str, trees: Iterable[Tree]) -> list[str]:
    return [
        element("use", href=f"#{prefix}-shade", transform=translate(x, y, height))
        for x, y, height, _ in trees
    ]


def _stand(prefix: str, trees: Iterable[Tree]) -> list[str]:
    return [
        element("use", class_="tree", href=f"#{prefix}-{kind}", transform=translate(x, y, height))
        for x, y, height, kind in trees
    ]


def _define_wood(prefix: str, kind: int) -> tuple[str, str]:
    """Define a kind of wood and its shadow."""
    trees = plant_wood(kind)
    name = f"{prefix}-wood-{kind}"
    return (
        element("g", *_shade(prefix, trees), id=f"{name}-shade"),
        element("g", *_stand(prefix, trees), id=name),
    )


def _place_woods(prefix: str, woods: Iterable[Wood], what: str = "") -> list[str]:
    return [element("use", href=f"#{prefix}-wood-{kind}{what}", x=x, y=y) for x, y, kind in woods]


def _define_beyond(prefix: str, country: Country, colours: Palette) -> str:
    """Define the land that is repeated beyond."""
    frame, lake, woods = country.beyond
    return element(
        "pattern",
        *([_draw_lake(prefix, lake, colours)] if lake else []),
        _in_shadow(colours, *_place_woods(prefix, woods, "-shade")),
        *_place_woods(prefix, woods),
        id=f"{prefix}-beyond",
        patternUnits="userSpaceOnUse",
        viewBox=" ".join(map(svg_number, frame)),
        **frame.attributes(),
    )


def _in_shadow(colours: Palette, *shadows: str) -> str:
    opacity = min(1, colours.shade * 1.7)
    return element("g", *shadows, class_="shadows", fill=colours.shadow, opacity=opacity)


def draw_beyond(prefix: str, country: Country) -> str:
    """Draw the land around everything that was made up for this course, further than one sees."""
    near, far = (_outline(frame) for frame in (country.land, country.land.grown(FAR)))
    return path(far + near, f"url(#{prefix}-beyond)", class_="beyond", fill_rule="evenodd")


def _outline(frame: Frame) -> str:
    x, y, width, height = map(svg_number, frame)
    return f"M{x} {y}h{width}v{height}h-{width}z"


def draw_shadows(prefix: str, country: Country, more: Sequence[str], colours: Palette) -> str:
    """Draw the long shadows of trees and of `more`, so that none darkens another."""
    woods = _place_woods(prefix, country.woods, "-shade")
    hut = _place_hut(prefix, country, "hut-shadow")
    return _in_shadow(colours, *woods, *_shade(prefix, country.trees), *hut, *more)


def _place_hut(prefix: str, country: Country, what: str) -> list[str]:
    if not country.hut:
        return []
    place = translate(*country.hut, HUT_SIZE)
    return [element("use", class_=what, href=f"#{prefix}-{what}", transform=place)]


def draw_trees(prefix: str, country: Country) -> str:
    """Draw woods and trees from the back to the front, and the hut among them."""
    feet = [wood.y for wood in country.woods] + [tree.y for tree in country.trees]
    drawn = _place_woods(prefix, country.woods) + _stand(prefix, country.trees)
    if country.hut:
        feet.append(country.hut[1])
        drawn += _place_hut(prefix, country, "hut")
    in_order = sorted(range(len(feet)), key=feet.__getitem__)
    return element("g", *(drawn[number] for number in in_order), class_="scenery")
