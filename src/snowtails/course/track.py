"""The compiled track: one row per space with all that the rules ask of it.

Nothing here is listed by hand. The spaces of a lane follow from its number of spaces, a drift
from the fractions of MOVE-4, and `rank` from those of ORDER-2 and ORDER-3.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from math import lcm

import numpy as np
from numpy.typing import NDArray

from .problem import Refused, expect
from .tile import (
    FINISH,
    IMPASSABLE,
    LANE_LETTERS,
    LANES,
    RUN_OFF,
    SAPLING,
    START,
    Face,
    cell,
)

SIDE = -1
"""In place of a space: the side of the track, or something impassable (TILE-5)."""

FAR = 127
"""Steps to a bend that is further away than anybody looks, or not there at all."""

SPACE = np.dtype(
    [
        ("rank", np.int16),
        ("ahead", np.int16),
        ("drift_left", np.int16),
        ("drift_right", np.int16),
        ("tile", np.uint8),
        ("lane", np.uint8),
        ("safety", np.int8),
        ("sapling", np.int8),
        ("past", np.uint8),
        ("free", np.uint8),
        ("bend_in", np.int8),
        ("bend_safety", np.int8),
        ("dead_end", np.int8),
    ]
)
"""A space of a track.

`rank` orders all spaces of the track: of two sleds the one on the higher rank is ahead.
`ahead`, `drift_left` and `drift_right` are the spaces that a step leads to, or SIDE. `safety` is
the safety speed of the curve the space belongs to (0 on straights); its line is crossed by a step
from another tile. `sapling` is the number of the sapling that stands there, or -1. `past` says
that the space is past the finish line, `free` that it is not impassable. `bend_in` is how many
steps ahead cross the next safety line, at most FAR, and `bend_safety` that line's safety speed.
`dead_end` says that no way leads on from the space to the finish.
"""

Spaces = NDArray[np.void]


@dataclass(frozen=True)
class Track:
    """A course ready for racing: spaces numbered tile by tile, lane by lane."""

    faces: tuple[Face, ...]
    """Start, the course's tiles, finish, run-off."""
    flag: str
    spaces: Spaces = field(compare=False)
    first: tuple[tuple[int, ...], ...] = field(compare=False)
    """Number of the first space of each lane of each tile."""

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        return compile_track, (self.faces[1 : self.finish], self.flag)

    def __repr__(self) -> str:
        return f"<Track of {self.finish - 1} tiles between start and finish, {len(self)} spaces>"

    def __len__(self) -> int:
        return len(self.spaces)

    def number(self, tile: int, lane: int, space: int) -> int:
        """Return the number of a space, given its tile, lane and place in the lane (from 0)."""
        return self.first[tile][lane] + space

    def place(self, number: int) -> tuple[int, int, int]:
        """Return tile, lane and place in the lane (from 0) of a space."""
        tile = int(self.spaces["tile"][number])
        lane = int(self.spaces["lane"][number])
        return tile, lane, number - self.first[tile][lane]

    @cached_property
    def names(self) -> tuple[str, ...]:
        """Names of all spaces: tile number, lane letter, space number from 1, as in `3a2`."""
        return tuple(
            f"{tile}{LANE_LETTERS[lane]}{space + 1}"
            for tile, face in enumerate(self.faces)
            for lane in range(LANES)
            for space in range(face.spaces[lane])
        )

    @cached_property
    def name_bytes(self) -> NDArray[np.uint8]:
        """The same for kernels that write: a row for each space, the length of its name first."""
        longest = max(map(len, self.names))
        found = np.zeros((len(self.names), 1 + longest), np.uint8)
        for row, name in zip(found, self.names, strict=True):
            row[: 1 + len(name)] = len(name), *name.encode()
        found.flags.writeable = False
        return found

    @cached_property
    def by_name(self) -> dict[str, int]:
        """Number of each space, by its name."""
        return {name: number for number, name in enumerate(self.names)}

    def find(self, name: str) -> int:
        """Return the number of a space; raise Refused if there is none of that name."""
        number = self.by_name.get(expect(str, name, "a space has a name such as 3a2"))
        if number is None:
            raise Refused(
                f"there is no space {name!r}: write the tile 0–{len(self.faces) - 1}, the lane a–e "
                "and the space from 1, as in 3a2"
            )
        return number

    def rank(self, name: str) -> int:
        """Return how far along a space is: of two sleds the one on the higher rank is ahead."""
        return int(self.spaces["rank"][self.find(name)])

    @cached_property
    def dead_ends(self) -> frozenset[str]:
        """Names of the spaces from which no way leads on to the finish."""
        lost = (self.spaces["dead_end"] > 0) & (self.spaces["free"] > 0)
        return frozenset(self.names[int(space)] for space in np.flatnonzero(lost))

    @cached_property
    def starts(self) -> tuple[int, ...]:
        """Start spaces in the order of their numbers 1–5 (SETUP-4)."""
        ranks = self.spaces["rank"][:LANES]
        return tuple(int(lane) for lane in np.argsort(-ranks, kind="stable"))

    @cached_property
    def saplings(self) -> tuple[int, ...]:
        """Spaces on which a sapling stands, in the order of the saplings' numbers."""
        return tuple(int(space) for space in np.flatnonzero(self.spaces["sapling"] >= 0))

    @cached_property
    def sapling_at(self) -> dict[int, int]:
        """Number of the sapling that stands on a space, by the space."""
        return {space: number for number, space in enumerate(self.saplings)}

    @cached_property
    def tiles(self) -> tuple[int, ...]:
        """Number of the tile that each space belongs to."""
        return tuple(self.spaces["tile"].tolist())

    @cached_property
    def progress(self) -> tuple[Fraction, ...]:
        """How far along the track each space's front line is, in spaces of the middle lane."""
        found: list[Fraction] = []
        behind = 0
        for face in self.faces:
            middle = face.spaces[LANES // 2]
            for count in face.spaces:
                found += [behind + Fraction(place * middle, count) for place in range(1, count + 1)]
            behind += middle
        return tuple(found)

    @cached_property
    def progress_parts(self) -> tuple[tuple[int, ...], int]:
        """The same in whole parts of a space, and how many of them a space has."""
        whole = lcm(*(each.denominator for each in self.progress))
        return tuple(int(each * whole) for each in self.progress), whole

    @cached_property
    def first_past(self) -> int:
        """The first space past the finish line; those behind it in number are past it too."""
        return self.first[self.finish][0]

    @property
    def finish(self) -> int:
        """Number of the finish tile; its near edge is the finish line (TILE-2)."""
        return len(self.faces) - 1 - len(RUN_OFF)

    @cached_property
    def steps(self) -> tuple[tuple[int, ...], ...]:
        """For each space the spaces that one step leads to, the side left out."""
        return _steps(self.spaces)

    @property
    def leads_on(self) -> NDArray[np.bool_]:
        """For each space whether some way leads from it past the finish line."""
        found: NDArray[np.bool_] = self.spaces["dead_end"] == 0
        return found

    @cached_property
    def reachable(self) -> NDArray[np.bool_]:
        """For each space whether some way leads to it from a start space."""
        found = np.zeros(len(self), bool)
        found[list(self.starts)] = True
        for space in np.argsort(self.spaces["rank"]).tolist():
            if found[space]:
                found[list(self.steps[space])] = True
        return found


def compile_track(tiles: Sequence[Face], flag: str) -> Track:
    """Compile the faces between start and finish of a sound course."""
    faces = (START, *tiles, FINISH, *RUN_OFF)
    finish = len(tiles) + 1
    first: list[tuple[int, ...]] = []
    count = 0
    for face in faces:
        first.append(tuple(count + sum(face.spaces[:lane]) for lane in range(LANES)))
        count += sum(face.spaces)

    spaces = np.zeros(count, SPACE)
    spaces["sapling"] = -1
    for tile, face in enumerate(faces):
        for lane in range(LANES):
            own = slice(first[tile][lane], first[tile][lane] + face.spaces[lane])
            spaces["tile"][own] = tile
            spaces["lane"][own] = lane
            cells = [cell(face, lane, space) for space in range(face.spaces[lane])]
            spaces["free"][own] = [found != IMPASSABLE for found in cells]
            spaces["sapling"][own] = [0 if found == SAPLING else -1 for found in cells]
        spaces["safety"][first[tile][0] : first[tile][-1] + face.spaces[-1]] = face.safety
    spaces["past"] = spaces["tile"] >= finish
    standing = spaces["sapling"] == 0
    spaces["sapling"][standing] = np.arange(np.count_nonzero(standing))

    _rank(spaces, faces, flag, finish)
    _look_ahead(spaces, faces, first)
    _link(spaces, faces, first)
    spaces["dead_end"] = ~_leading_on(spaces)
    spaces.flags.writeable = False
    return Track(faces, flag, spaces, tuple(first))


def _link(spaces: Spaces, faces: tuple[Face, ...], first: list[tuple[int, ...]]) -> None:
    """Find where each step leads (MOVE-3, MOVE-4)."""

    def entered(tile: int, lane: int, space: int) -> int:
        """Return the space as a destination: the next tile's where the lane is at its end."""
        if not 0 <= lane < LANES:
            return SIDE
        if space == faces[tile].spaces[lane]:
            tile, space = tile + 1, 0
            if tile == len(faces):
                return SIDE
        number = first[tile][lane] + space
        return number if spaces["free"][number] else SIDE

    for tile, face in enumerate(faces):
        for lane in range(LANES):
            length = face.spaces[lane]
            for step, name in ((-1, "drift_left"), (0, "ahead"), (1, "drift_right")):
                beside = lane + step
                other = face.spaces[beside] if 0 <= beside < LANES else 0
                # The front line of space k is at (k + 1) / length; the neighbour's space j holds
                # j / other <= front < (j + 1) / other. With `other == length` that is k + 1.
                spaces[name][first[tile][lane] : first[tile][lane] + length] = [
                    entered(tile, beside, (space + 1) * other // length) for space in range(length)
                ]


def _steps(spaces: Spaces) -> tuple[tuple[int, ...], ...]:
    columns = (spaces[name].tolist() for name in ("drift_left", "ahead", "drift_right"))
    return tuple(
        tuple(space for space in row if space != SIDE) for row in zip(*columns, strict=True)
    )


def _leading_on(spaces: Spaces) -> NDArray[np.bool_]:
    """Return for each space whether some way leads from it past the finish line."""
    found: NDArray[np.bool_] = spaces["past"].astype(bool)
    steps = _steps(spaces)
    # Every step gains rank, so what a space leads to is settled before the space itself.
    for space in np.argsort(-spaces["rank"]).tolist():
        found[space] |= any(found[step] for step in steps[space])
    return found


def _look_ahead(spaces: Spaces, faces: tuple[Face, ...], first: list[tuple[int, ...]]) -> None:
    """Count the steps ahead in each lane to the next safety line."""
    for lane in range(LANES):
        steps, safety = FAR, 0
        for tile in range(len(faces) - 1, -1, -1):
            for space in range(faces[tile].spaces[lane] - 1, -1, -1):
                steps = min(steps + 1, FAR)
                number = first[tile][lane] + space
                spaces["bend_in"][number], spaces["bend_safety"][number] = steps, safety
            if faces[tile].curve:
                steps, safety = 0, faces[tile].safety


def _rank(spaces: Spaces, faces: tuple[Face, ...], flag: str, finish: int) -> None:
    """Rank all spaces from the back of the field to its front (ORDER-2, ORDER-3)."""
    tiles = spaces["tile"].astype(np.int64)
    lanes = spaces["lane"].astype(np.int64)
    lengths = np.array([face.spaces for face in faces])[tiles, lanes]
    starts = np.flatnonzero(np.diff(tiles * LANES + lanes, prepend=-1))
    within = np.arange(len(spaces)) - np.repeat(starts, np.diff(starts, append=len(spaces)))

    # Fractions of different lanes become comparable as whole numbers of a common denominator.
    common = int(np.lcm.reduce(np.unique(lengths)))
    progress = tiles * common + (within + 1) * (common // lengths)

    inside_right = np.array([flag == "right"] * len(faces))
    for tile in range(finish - 1, -1, -1):
        turn = faces[tile].turn
        inside_right[tile] = turn > 0 if turn else inside_right[tile + 1]
    towards_inside = np.where(inside_right[tiles], lanes, LANES - 1 - lanes)

    spaces["rank"][np.lexsort((towards_inside, progress))] = np.arange(len(spaces))
