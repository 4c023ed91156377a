"""What lights a night: lamps that throw warm pools on the snow, and one still band of aurora."""

import math
from collections.abc import Sequence
from itertools import pairwise

from ..layout import BANK, Laid
from ..tile import LANES
from .country import Frame
from .figures import Palette, element, glow, translate
from .furniture import Spot

POOL = 3.2
"""How far a lamp lights the snow."""

BAND = ((-0.25, 0.78), (0.12, 0.5), (0.4, 0.62), (0.68, 0.4), (0.95, 0.3), (1.3, -0.1))
"""Points that lead the aurora over the picture, as parts of its width and height."""

HUES = ("#1F9C8B", "#3CCB98", "#4FD99B", "#3FB6B0", "#7C74D6")
"""Colours of the aurora from one end to the other."""


def night_definitions(prefix: str) -> list[str]:
    """Define the light of each part of the aurora."""
    return [glow(f"{prefix}-hue-{number}", hue, 0.5) for number, hue in enumerate(HUES)]


def draw_aurora(prefix: str, frame: Frame, colours: Palette) -> list[str]:
    """Draw the band of northern light that lies on the snow; by day there is none."""
    if not colours.aurora:
        return []
    led = [(frame.x + across * frame.width, frame.y + down * frame.height) for across, down in BAND]
    breadth = 0.2 * min(frame.width, frame.height)
    folds = []
    for number, ((ax, ay), (bx, by)) in enumerate(pairwise(led)):
        turn = math.degrees(math.atan2(by - ay, bx - ax))
        # Each part reaches well into its neighbours, so that no joint shows.
        length = math.hypot(bx - ax, by - ay) * 1.05
        middle = translate((ax + bx) / 2, (ay + by) / 2, turn=turn)
        light = f"url(#{prefix}-hue-{number})"
        for part in (1, 0.4):
            size = {"rx": length, "ry": breadth * part, "cy": breadth * (1 - part) * 0.3}
            folds.append(element("ellipse", fill=light, transform=middle, **size))
    return [element("g", *folds, class_="aurora", opacity=colours.aurora)]


def draw_lamps(prefix: str, signs: Sequence[Spot], finish: Laid, colours: Palette) -> list[str]:
    """Draw the pools of light around signs and beside the finish line; by day no lamp is lit."""
    if not colours.aurora:
        return []
    sides = (finish.at(across, 0) for across in (-BANK, LANES + BANK))
    places = [(sign.x, sign.y) for sign in signs] + [(side.x, side.y) for side in sides]
    light = f"url(#{prefix}-warmth)"
    pools = [element("circle", cx=x, cy=y, r=POOL, fill=light) for x, y in places]
    return [element("g", *pools, class_="lamps", pointer_events="none")]
