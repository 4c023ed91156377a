"""A course measured in fractions, straight from the rules, as a second opinion on the track.

It knows the names of tiles and nothing of the program: the counts, limits and maps are written out
again here, and where a step leads is found by looking at every space of the neighbouring lane.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple

LANES = range(5)  # TILE-1
RUN_OFF = 3  # TILE-8: with the finish tile 16 spaces, enough for 9 + 5

PLAIN = (".....",) * 5
MAPS = {  # TILE-4
    "straight": PLAIN,
    "snowdrift-left": (".....", "##...", "###..", "##...", "....."),
    "snowdrift-right": (".....", "...##", "..###", "...##", "....."),
    "chasm": (".....", "#.#.#", "##.##", "#.#.#", "....."),
    "saplings": (".....", "t.t.t", ".t.t.", "t.t.t", "....."),
}
CURVES = {  # TILE-3: spaces from the left, the inside lane, the safety speed
    "corner-left": ((3, 4, 5, 6, 7), 0, 4),
    "corner-right": ((7, 6, 5, 4, 3), 4, 4),
    "u-turn-left": ((5, 7, 9, 11, 13), 0, 3),
    "u-turn-right": ((13, 11, 9, 7, 5), 4, 3),
}


class SlowTile(NamedTuple):
    """A tile with what the course changes about it already applied."""

    counts: tuple[int, ...]
    inside: int | None
    """The inside lane of a curve."""
    limit: int
    rows: tuple[str, ...]
    """The map of a straight, as printed."""


START_OR_FINISH = SlowTile((1,) * 5, None, 0, (".....",))


def slow_tile(name: str, own_map: Sequence[str] | None, own_limit: int | None) -> SlowTile:
    """Return the tile of that name (TILE-2, TILE-3, TILE-4)."""
    if name in CURVES:
        counts, inside, limit = CURVES[name]
        return SlowTile(counts, inside, limit if own_limit is None else own_limit, ())
    return SlowTile((5,) * 5, None, 0, tuple(MAPS[name] if own_map is None else own_map))


class Spot(NamedTuple):
    """A space: its tile (0 is the start), its lane and its place in the lane, from 0."""

    tile: int
    lane: int
    space: int

    def __str__(self) -> str:
        return f"{self.tile}{'abcde'[self.lane]}{self.space + 1}"


@dataclass(frozen=True)
class SlowCourse:
    """The tiles of a course from start to the end of the run-off."""

    between: tuple[SlowTile, ...]
    flag: str

    @cached_property
    def tiles(self) -> tuple[SlowTile, ...]:
        run_off = (slow_tile("straight", None, None),) * RUN_OFF
        return (START_OR_FINISH, *self.between, START_OR_FINISH, *run_off)

    @property
    def finish(self) -> int:
        return len(self.between) + 1

    def spots(self) -> Iterator[Spot]:
        """Find every space, impassable ones included."""
        for tile, laid in enumerate(self.tiles):
            for lane in LANES:
                for space in range(laid.counts[lane]):
                    yield Spot(tile, lane, space)

    def near_line(self, spot: Spot) -> Fraction:
        return spot.tile + Fraction(spot.space, self.tiles[spot.tile].counts[spot.lane])

    def front_line(self, spot: Spot) -> Fraction:
        """Return the progress of a sled on a space (ORDER-2), in tiles."""
        return spot.tile + Fraction(spot.space + 1, self.tiles[spot.tile].counts[spot.lane])

    def holds(self, spot: Spot) -> str:
        """Return what stands on a space: `.`, `#` or `t`."""
        rows = self.tiles[spot.tile].rows
        return rows[len(rows) - 1 - spot.space][spot.lane] if rows else "."

    def step(self, spot: Spot, sideways: int) -> Spot | None:
        """Return where a step leads (MOVE-4), or nothing: the side or rocks (TILE-5)."""
        lane, line = spot.lane + sideways, self.front_line(spot)
        for tile in (spot.tile, spot.tile + 1):
            if lane not in LANES or tile >= len(self.tiles):
                return None
            for space in range(self.tiles[tile].counts[lane]):
                entered = Spot(tile, lane, space)
                if self.near_line(entered) <= line < self.front_line(entered):
                    return None if self.holds(entered) == "#" else entered
        return None

    def inside(self, tile: int) -> int:
        """Return the lane that is ahead of level ones on a tile (ORDER-3)."""
        lanes = [found.inside for found in self.tiles[tile : self.finish]]
        curves = [lane for lane in lanes if lane is not None]
        return curves[0] if curves else {"left": 0, "right": 4}[self.flag]

    def place(self, spot: Spot) -> tuple[Fraction, int]:
        """Return what orders sleds from the back of the field to its front."""
        return self.front_line(spot), -abs(spot.lane - self.inside(spot.tile))
