"""What lies in the game's box, and what the solo game asks of a course."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from .tile import FACES, IMPASSABLE, Tile

PIECES = {
    "straight": 8,
    "corner": 4,
    "u-turn": 2,
    "snowdrift-left": 1,
    "snowdrift-right": 1,
    "chasm": 2,
    "saplings": 2,
    "own rocks": 0,
    "own safety speed": 0,
}
"""How often the box holds each piece (TILE-7).

Hazards are the backs of straights, so they count twice: as themselves and as straights. A map of
the course's own is laid with the box's saplings, on a straight or on the saplings tile that it
names, but there are no loose rocks in it, and no signs for other safety speeds.
"""


class Count(NamedTuple):
    """How many of a piece a course takes, and how many the box holds."""

    needed: int
    held: int


@dataclass(frozen=True)
class Box:
    """The pieces that a course takes."""

    counts: dict[str, Count]

    @property
    def enough(self) -> bool:
        """Whether one box holds them all."""
        return not self.missing

    @property
    def missing(self) -> dict[str, Count]:
        """The pieces of which the course takes more than the box holds."""
        return {piece: n for piece, n in self.counts.items() if n.needed > n.held}


def _pieces(tile: Tile) -> list[str]:
    """Return what has to be taken from the box for one tile."""
    turn = abs(FACES[tile.name].turn)
    if turn:
        pieces = ["corner" if turn == 90 else "u-turn"]
        return pieces if tile.safety is None else [*pieces, "own safety speed"]
    pieces = ["straight"]
    if tile.name != "straight":
        pieces.append(tile.name)
    if tile.map and any(IMPASSABLE in row for row in tile.map):
        pieces.append("own rocks")
    return pieces


def count_pieces(tiles: Sequence[Tile]) -> Box:
    """Count the pieces that tiles take, each known by name."""
    needed = Counter(piece for tile in tiles for piece in _pieces(tile))
    return Box({piece: Count(needed[piece], held) for piece, held in PIECES.items()})


SOLO_STRAIGHTS = 7
SOLO_CURVES = {"corner": 4, "u-turn": 2}

SOLO_SENTENCES = {
    "alternating": "straights and curves must alternate, beginning and ending with a straight",
    "straights": "the solo game takes 7 straights before the finish, not {found}",
    "corner": "the solo game takes all 4 corners, not {found}",
    "u-turn": "the solo game takes both U-turns, not {found}",
    "plain-ends": "the straights next to start and finish must be plain",
    "snowdrift": "at least one snowdrift must lie on the course",
    "printed": "tile {found} is changed; the solo game takes tiles as printed",
    "box": "the box holds {held} {piece}, not {found}",
}


@dataclass(frozen=True)
class SoloReason:
    """One reason why a course is not fit for the solo game."""

    code: str
    facts: dict[str, object]

    def __str__(self) -> str:
        return SOLO_SENTENCES[self.code].format(**self.facts)


def solo_reasons(tiles: Sequence[Tile]) -> tuple[SoloReason, ...]:
    """Return every reason why tiles are not a solo course (SOLO-1)."""
    reasons = []

    def demand(met: bool, code: str, **facts: object) -> None:
        if not met:
            reasons.append(SoloReason(code, facts))

    curves = [FACES[tile.name].curve for tile in tiles]
    counts = count_pieces(tiles).counts
    demand(
        curves == [i % 2 == 1 for i in range(len(curves))] and len(curves) % 2 == 1, "alternating"
    )
    straights = counts["straight"].needed
    demand(straights == SOLO_STRAIGHTS, "straights", found=straights)
    for piece, wanted in SOLO_CURVES.items():
        demand(counts[piece].needed == wanted, piece, found=counts[piece].needed)
    ends = [tile.name for tile in (*tiles[:1], *tiles[-1:])]
    demand(ends == ["straight", "straight"], "plain-ends")
    drifts = counts["snowdrift-left"].needed + counts["snowdrift-right"].needed
    demand(drifts > 0, "snowdrift")
    for number, tile in enumerate(tiles, start=1):
        demand(tile.as_printed, "printed", found=number)
    for piece in ("snowdrift-left", "snowdrift-right", "chasm", "saplings"):
        needed, held = counts[piece]
        demand(needed <= held, "box", piece=piece, held=held, found=needed)
    return tuple(reasons)
