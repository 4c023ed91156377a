"""Courses made up at random: always valid, varied, and flat on the table."""

from collections.abc import Sequence

import numpy as np
import shapely

from .box import PIECES, SOLO_CURVES, SOLO_STRAIGHTS
from .layout import START_HEADING, Laid, Point, outline
from .problem import Refused
from .tile import FACES, FINISH, RUN_OFF, START, Face

_BOX_CURVES = ["corner"] * PIECES["corner"] + ["u-turn"] * PIECES["u-turn"]
_BOX_HAZARDS = [
    name
    for name in ("snowdrift-left", "snowdrift-right", "chasm", "saplings")
    for _ in range(PIECES[name])
]
_MOST_TILES = 30
_TRIES = 100
"""Bends tried before a new mixture of tiles is drawn; most mixtures need a dozen."""


def random_tiles(
    rng: np.random.Generator,
    tiles: int | None,
    hazards: int | None,
    *,
    in_box: bool,
    solo: bool,
) -> tuple[str, ...]:
    """Return the names of tiles that make a course as wished; see `Course.random`."""
    if solo:
        tiles = _solo_length(tiles)
    straights, curves, hazards = _amounts(rng, tiles, hazards, in_box=in_box, solo=solo)
    while True:
        mixture = _mixture(rng, straights, curves, hazards, in_box=in_box, solo=solo)
        bends = _lay_flat(rng, mixture)
        if bends is not None:
            return bends


def _solo_length(tiles: int | None) -> int:
    length = SOLO_STRAIGHTS + sum(SOLO_CURVES.values())
    if tiles not in (None, length):
        raise Refused(f"a solo course has {length} tiles, not {tiles}; leave the number out")
    return length


def _amounts(
    rng: np.random.Generator,
    tiles: int | None,
    hazards: int | None,
    *,
    in_box: bool,
    solo: bool,
) -> tuple[int, int, int]:
    """Decide how many straights, curves and, among the straights, hazards there are."""
    boxed = in_box or solo
    most_straights = PIECES["straight"] if boxed else _MOST_TILES
    most_curves = len(_BOX_CURVES) if boxed else _MOST_TILES
    most_hazards = len(_BOX_HAZARDS) if boxed else _MOST_TILES
    most = min(most_straights + most_curves, _MOST_TILES)
    if tiles is None:
        tiles = int(rng.integers(max(5, (hazards or 0) + 2), 14)) if (hazards or 0) < 11 else most
    if not 1 <= tiles <= most:
        raise Refused(f"a random course has 1 to {most} tiles, not {tiles}")
    least_hazards, most_hazards = 0, min(most_hazards, most_straights, tiles)
    if solo:
        least_hazards, most_hazards = 1, SOLO_STRAIGHTS - 2
    if hazards is not None and not least_hazards <= hazards <= most_hazards:
        raise Refused(
            f"{tiles} tiles can have {least_hazards} to {most_hazards} hazards, not {hazards}"
        )
    if solo:
        straights = SOLO_STRAIGHTS
    else:
        least = max(tiles - most_curves, hazards or 0, 1)
        wanted = round(tiles * rng.uniform(0.45, 0.7))
        straights = min(max(wanted, least), most_straights, tiles)
    if hazards is None:
        most_hazards = min(most_hazards, straights, 2 + tiles // 4)
        hazards = int(rng.integers(least_hazards, most_hazards + 1))
    return straights, tiles - straights, hazards


def _mixture(
    rng: np.random.Generator,
    straights: int,
    curves: int,
    hazards: int,
    *,
    in_box: bool,
    solo: bool,
) -> list[str]:
    """Draw tiles and put them in an order; curves are not yet bent to a side."""
    boxed = in_box or solo
    bends = _draw(rng, _BOX_CURVES, curves, returned=not boxed)
    dangers = _draw(rng, _BOX_HAZARDS, hazards, returned=not boxed)
    while solo and not any(name.startswith("snowdrift") for name in dangers):
        dangers = _draw(rng, _BOX_HAZARDS, hazards, returned=False)
    # Two tiles of saplings are all that the saplings of a course suffice for.
    for i in [i for i, name in enumerate(dangers) if name == "saplings"][2:]:
        dangers[i] = "chasm"
    plain = ["straight"] * (straights - hazards)
    if solo:
        middle = _shuffled(rng, [*plain[2:], *dangers])
        rows = ["straight", *middle, "straight"]
        return [name for pair in zip(rows, [*bends, ""], strict=True) for name in pair if name]
    # A first straight lets the field spread before the first bend, as most courses do.
    opening, rest = (plain[:1], plain[1:]) if rng.random() < 0.85 else ([], plain)
    return [*opening, *_shuffled(rng, [*rest, *dangers, *bends])]


def _draw(rng: np.random.Generator, pool: Sequence[str], n: int, *, returned: bool) -> list[str]:
    return [str(name) for name in rng.choice(pool, n, replace=returned)]


def _shuffled(rng: np.random.Generator, names: Sequence[str]) -> list[str]:
    return [names[i] for i in rng.permutation(len(names))]


def _bent(rng: np.random.Generator, name: str) -> tuple[Face, ...]:
    """Return the faces that a drawn tile may show, in random order."""
    if name in FACES:
        return (FACES[name],)
    hands = ("left", "right") if rng.random() < 0.5 else ("right", "left")
    return tuple(FACES[f"{name}-{hand}"] for hand in hands)


def _lay_flat(rng: np.random.Generator, mixture: Sequence[str]) -> tuple[str, ...] | None:
    """Bend each curve to a side so that nothing overlaps, or give up after a number of tries."""
    # Nobody has to keep the run-off clear, but a picture looks better for it.
    ends = [(face,) for face in (FINISH, *RUN_OFF)]
    tiles = [*(_bent(rng, name) for name in mixture), *ends]
    tries = iter(range(_TRIES))
    ground: list[shapely.Polygon] = []

    def fits(laid: Laid) -> bool:
        # The tile before always touches; it cannot overlap.
        return not shapely.intersects(ground[:-1], outline(laid)).any()

    def lay_from(number: int, entry: Point) -> tuple[Face, ...] | None:
        if number == len(tiles):
            return ()
        for face in tiles[number]:
            laid = Laid(face, entry)
            if next(tries, None) is None:
                return None
            if fits(laid):
                ground.append(outline(laid))
                rest = lay_from(number + 1, laid.exit)
                if rest is not None:
                    return (face, *rest)
                ground.pop()
        return None

    start = Laid(START, Point(0, 0, START_HEADING))
    ground.append(outline(start))
    found = lay_from(0, start.exit)
    return None if found is None else tuple(face.name for face in found[: len(mixture)])
