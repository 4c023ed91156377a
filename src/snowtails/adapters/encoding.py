"""Actions and observations: what all adapters share, and what each number in them means.

**Actions.** One flat discrete space of `ACTIONS` = 986 for all that a sled decides, with a mask of
what is legal now:

| actions | what they are |
|---|---|
| 0–734 | a turn, by its stable number: `(value - 1) * 147 + (places - 1) * 21 + choice` |
| 735–739 | the start spaces 1–5 |
| 740–985 | discards of one to five cards, those of fewer cards first |

`places` has a bit each for the left dog, the right dog and the brake; `choice` counts the routes,
those that drift earliest first. `action_text` writes an action as the game does.

**Observations.** `SIZE` signed bytes, made of what a seat's `View` shows and of nothing else. The
pieces lie one behind the other, as `PIECES` lists them: name, shape, least and highest number, and
what it is. `pieces(observation)` gives them by name. `scaled` gives floats from -1 to 1.

The stretch ahead is seen from the sled: `ahead[4]` is its own lane, `ahead[3]` the one to its left,
and so on. Cell 0 of the own lane is where one step ahead leads, cell 0 of the lanes beside it where
one drift leads; from there on cells follow in their lane.
"""

from dataclasses import dataclass
from functools import lru_cache
from math import prod

import numpy as np
from numpy.typing import NDArray

from ..course import Refused
from ..course.problem import expect, whole_number
from ..course.tile import LANES
from ..course.track import FAR, Track
from ..rules.notation import Discard, Start
from ..rules.position import RacePosition
from ..rules.state import COPIES, MOST_SLEDS, VALUES, WRECK
from . import observing
from .actions import ACTIONS, DISCARDS, FIRST_DISCARD, FIRST_START, MOST_OWED
from .observing import SIZE, Windows

__all__ = ["ACTIONS", "HIGH", "LOW", "PIECES", "RIVAL", "SIZE", "action_text", "pieces", "scaled"]


@dataclass(frozen=True)
class Piece:
    """A named part of an observation."""

    name: str
    shape: tuple[int, ...]
    low: int
    high: int
    text: str


_MOST = observing.MOST
_ROUTE_ROWS = (observing.SIDES, observing.ROWS)

PIECES = (
    Piece("phase", (3,), 0, 1, "whether a start space is chosen, a turn played, cards discarded"),
    Piece("acting", (1,), 0, 1, "whether the own sled decides"),
    Piece("owed", (1,), 0, MOST_OWED, "cards that it must discard"),
    Piece("round", (1,), 0, _MOST, "the round; 0 before the first"),
    Piece("sleds", (1,), 1, MOST_SLEDS, "how many sleds take part"),
    Piece("starts", (MOST_SLEDS,), 0, 1, "which start spaces are free, while they are chosen"),
    Piece("place", (1,), 0, MOST_SLEDS, "the own place; 0 before the start and for a wreck"),
    Piece("bonus", (1,), 0, MOST_SLEDS, "steps that the bonus would give; 0 on the first turn"),
    Piece("lane", (LANES,), 0, 1, "the own lane, from the left"),
    Piece("dogs", (3,), 1, VALUES, "left dog, right dog, brake"),
    Piece("cards", (2,), 0, 1, "whether a card lies on the left, on the right dog"),
    Piece("dents", (1,), 0, WRECK, "the own dents"),
    Piece("hand", (VALUES,), 0, COPIES, "the own dog cards, by value"),
    Piece("deck", (VALUES,), 0, COPIES, "cards in the own deck, by value"),
    Piece("used", (VALUES,), 0, COPIES, "discards and covered cards, by value"),
    Piece(
        "rivals",
        (observing.OTHERS, observing.RIVAL),
        -_MOST,
        _MOST,
        "the other sleds in the order of seats, beginning with the next; see `RIVAL`",
    ),
    Piece("finish", (1,), 0, FAR, "steps ahead that cross the finish line"),
    Piece("limits", (observing.BENDS,), 0, 9, "safety speeds of the next two bends; 0 for none"),
    Piece(
        "bends",
        (observing.BENDS, observing.SIDES),
        0,
        FAR,
        "steps to their safety lines in each lane as seen from the sled; 0 beyond the side",
    ),
    Piece(
        "ahead",
        _ROUTE_ROWS,
        0,
        observing.IMPASSABLE,
        "cells ahead in each lane: 0 free, 1 a sapling, 2 a sled, 3 impassable or beyond the side",
    ),
)
"""The parts of an observation, in their order."""

RIVAL = (
    *("racing", "finished", "wrecked", "moved", "place", "dents", "left", "right", "brake"),
    *("hand_size", "deck_size", *(f"unseen_{value}" for value in range(1, VALUES + 1))),
    *("lanes", "gap"),
)
"""The columns of `rivals`. `unseen_3` counts the threes in hand and deck together; `lanes` is how
many lanes it is to the right, `gap` how far it is ahead in the order of all spaces."""

_SLICES: dict[str, tuple[slice, tuple[int, ...]]] = {}
_first = 0
for _piece in PIECES:
    _SLICES[_piece.name] = slice(_first, _first + prod(_piece.shape)), _piece.shape
    _first += prod(_piece.shape)
assert _first == SIZE, "PIECES must agree with the offsets in observing"

LOW, HIGH = (
    np.concatenate([np.full(prod(piece.shape), getattr(piece, bound)) for piece in PIECES]).astype(
        np.int8
    )
    for bound in ("low", "high")
)
LOW[_SLICES["dogs"][0]] = 0


def pieces(observation: NDArray[np.int8]) -> dict[str, NDArray[np.int8]]:
    """Return the named pieces of one observation, or of many in rows, without copying."""
    _check_size(observation)
    return {
        name: observation[..., part].reshape(*observation.shape[:-1], *shape)
        for name, (part, shape) in _SLICES.items()
    }


def scaled(observations: NDArray[np.int8]) -> NDArray[np.float32]:
    """Return observations as floats from -1 to 1.

    Distances, of which only the near ones matter, are cut at 16.
    """
    _check_size(observations)
    return np.clip(observations, -_NEAR, _NEAR).astype(np.float32) / _SCALE


def _check_size(observations: NDArray[np.int8]) -> None:
    """Raise Refused unless it is one observation, or many in rows."""
    given = expect(np.ndarray, observations, "observations are an array").shape
    if given[-1:] != (SIZE,):
        raise Refused(f"an observation has {SIZE} numbers, many are rows of them, not {given}")


_NEAR = 16
_SCALE = np.minimum(HIGH, _NEAR).astype(np.float32)


def action_text(position: RacePosition, action: int) -> str:
    """Write an action of the sled that decides as the game does: `2L:>^`, `@3`, `x35`.

    >>> from snowtails import Race
    >>> race = Race("nutcracker", sleds=2, seed=7)
    >>> action_text(race, 737)
    '@3'
    >>> race.play("@1"); race.play("@2")
    >>> [action_text(race, turn.number) for turn in race.turns[:2]]
    ['2L:>^', '2L:^>']
    """
    if not 0 <= whole_number(action, "an action is a whole number") < ACTIONS:
        raise Refused(f"an action is 0 to {ACTIONS - 1}, not {action}")
    if action >= FIRST_DISCARD:
        counts = DISCARDS[action - FIRST_DISCARD].tolist()
        return str(Discard(tuple(v for v, n in enumerate(counts, 1) for _ in range(n))))
    if action >= FIRST_START:
        return str(Start(action - FIRST_START + 1))
    return str(position.numbered(action))


# -- the stretch ahead -----------------------------------------------------------------------------


@lru_cache(maxsize=64)
def goal_of(track: Track) -> int:
    """Return the rank of the hindmost space past the finish line."""
    return int(track.spaces["rank"][track.first_past :].min())


@lru_cache(maxsize=64)
def windows_of(track: Track) -> Windows:
    """Tabulate what a sled on each space of a track has before it."""
    lengths = np.array([face.spaces for face in track.faces])
    begins = np.vstack([np.zeros(LANES, int), np.cumsum(lengths, axis=0)])
    lanes = [_cells(track, lane) for lane in range(LANES)]
    bends = [tile for tile, face in enumerate(track.faces) if face.curve]
    windows = np.zeros(len(track), observing.WINDOW)
    for number, window in enumerate(windows):
        tile, lane, space = track.place(number)
        # MOVE-4: the space of another lane that begins at, or contains, the own front line.
        front = begins[tile] + (space + 1) * lengths[tile] // lengths[tile, lane]
        window["along"], window["front"] = begins[tile, lane] + space, front
        finish = np.array([min(max(begins[track.finish, lane] - front[lane] + 1, 0), FAR)])
        next_bends = [bend for bend in bends if bend > tile][: observing.BENDS]
        limits = np.zeros(observing.BENDS)
        steps = np.zeros((observing.BENDS, observing.SIDES))
        ahead = np.full((observing.SIDES, observing.ROWS), observing.IMPASSABLE)
        sides = np.arange(LANES) - lane + LANES - 1
        for i, bend in enumerate(next_bends):
            limits[i] = track.faces[bend].safety
            steps[i, sides] = np.minimum(begins[bend] - front + 1, FAR)
        for other in range(LANES):
            ahead[sides[other]] = lanes[other][front[other] : front[other] + observing.ROWS]
        parts = (finish, limits, steps.ravel(), ahead.ravel())
        window["static"] = np.concatenate(parts).astype(np.int8)
    windows.flags.writeable = False
    return windows


def _cells(track: Track, lane: int) -> NDArray[np.int8]:
    """Return what the spaces of a lane hold, and nothing behind its end."""
    own = track.spaces[track.spaces["lane"] == lane]
    held = np.where(own["free"] == 0, observing.IMPASSABLE, observing.FREE)
    held[own["sapling"] >= 0] = observing.SAPLING
    return np.concatenate([held, np.full(observing.ROWS + 1, observing.FREE)]).astype(np.int8)
