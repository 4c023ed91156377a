"""Actions and observations of the solo game, which `snowtails/Solo-v1` uses.

One flat discrete space of `ACTIONS` = 1191: 0–985 as in a race (see `encoding`; discards stand for
cards discarded and for cards put out of play), then

| actions | what they are |
|---|---|
| 986–1105 | the orders of the bonus stack, top first, in ascending order |
| 1106–1121 | the sets of cards taken, a bit each for #1, #2, #3 and the top of the stack |
| 1122–1126 | the card discarded: none, #1, #2, #3, the top of the stack |
| 1127–1190 | the places of an opponent: twice the tile, plus one if it faces backward |

An observation has the parts of `PIECES`, then the stretch ahead as in a race, with the opponents as
sleds: `finish`, `limits`, `bends`, `ahead`.
"""

from itertools import permutations

import numpy as np
from numpy.typing import NDArray

from ..course.tile import LANES
from ..rules.choices import Phase
from ..rules.solo import SoloDecision, SoloRace
from ..rules.solo.decide import solo_decisions
from ..rules.solo.state import OPPONENTS, SLOTS, YOU
from ..rules.state import OFF, VALUES
from . import encoding, observing
from .actions import FIRST_START, discard_action
from .encoding import windows_of

_FIRST_ORDER = encoding.ACTIONS
_ORDERS = {
    sum(marker << (3 * i) for i, marker in enumerate(order)): _FIRST_ORDER + n
    for n, order in enumerate(permutations(range(1, VALUES + 1)))
}
_FIRST_TAKE = _FIRST_ORDER + len(_ORDERS)
_FIRST_DROP = _FIRST_TAKE + (1 << (SLOTS + 1))
_FIRST_PLACE = _FIRST_DROP + SLOTS + 2
ACTIONS = _FIRST_PLACE + 64

_PHASES = (
    *(Phase.PLACE, Phase.BONUS, Phase.START, Phase.SURPLUS),
    *(Phase.TURN, Phase.OUT, Phase.TAKE, Phase.DROP),
)
PIECES = {
    "phase": len(_PHASES),
    "turn": 1,
    "owed": 1,
    "played": 1,
    "dogs": 3,
    "dents": 1,
    "hand": VALUES,
    "stack": VALUES,
    "discards": VALUES,
    "buried": VALUES,
    "out": VALUES,
    "face_up": SLOTS,
    "markers": VALUES,
    "brakes": VALUES,
    "placing": 2,
    "lane": LANES,
    "facing": OPPONENTS,
}
"""The parts before the stretch ahead, and how many numbers each has: the phase, one of place,
bonus, start, surplus, turn, out, take, drop; the turn; cards owed, cards played in this turn; dogs
and brake; dents; piles by value; face-up cards; markers from the top; which values were played to
the brake; row and column of the opponent to be placed; the own lane; where opponents face."""

_SIZE = sum(PIECES.values())
LOW = np.concatenate([np.full(_SIZE, -1), np.zeros(observing.STATIC)]).astype(np.int8)
HIGH = np.concatenate([np.full(_SIZE, observing.MOST), encoding.HIGH[-observing.STATIC :]]).astype(
    np.int8
)


def _action_of(phase: Phase, decision: int) -> int:
    match phase:
        case Phase.TURN:
            return decision
        case Phase.START:
            return FIRST_START + decision - 1
        case Phase.SURPLUS | Phase.OUT:
            return int(discard_action(decision))
        case Phase.BONUS:
            return _ORDERS[decision]
        case Phase.TAKE:
            return _FIRST_TAKE + decision
        case Phase.DROP:
            return _FIRST_DROP + decision
    return _FIRST_PLACE + decision


def decisions_of(race: SoloRace) -> dict[int, SoloDecision]:
    """Return all that may be decided now, by action.

    >>> race = SoloRace("lone-wolf", seed=1)
    >>> str(decisions_of(race)[986])
    'b12345'
    """
    numbers = solo_decisions(race._state, race.track.spaces).tolist()
    return {_action_of(race.phase, number): race.numbered(number) for number in numbers}


def observation_of(race: SoloRace) -> NDArray[np.int8]:
    """Return what the player sees."""
    g = race._state[0]
    space = int(g["space"][YOU])
    parts = {
        "phase": [race.phase is phase for phase in _PHASES],
        "turn": [min(int(g["turn"]), observing.MOST)],
        "owed": [g["owed"]],
        "played": [g["played"]],
        "dogs": [g["left"][YOU], g["right"][YOU], g["brake"][YOU]],
        "dents": [g["dents"][YOU]],
        "hand": g["hand"][YOU],
        **{pile: g[pile] for pile in ("stack", "discards", "buried", "out", "face_up", "markers")},
        "brakes": [int(g["brakes"]) >> value & 1 for value in range(VALUES)],
        "placing": [g["row"], g["column"]],
        "lane": np.arange(LANES) == race.track.spaces["lane"][space] if space != OFF else [0] * 5,
        "facing": g["facing"],
    }
    ahead = np.zeros(observing.STATIC, np.int8)
    if space != OFF:
        _see_ahead(race, space, ahead)
    named = [np.asarray(parts[name]).astype(np.int8) for name in PIECES]
    return np.concatenate([*named, ahead])


def _see_ahead(race: SoloRace, space: int, ahead: NDArray[np.int8]) -> None:
    """Write the stretch of track ahead of the sled."""
    track, windows, g = race.track, windows_of(race.track), race._state[0]
    ahead[:] = windows[space]["static"]
    felled = [
        sapling for n, sapling in enumerate(track.saplings) if not int(g["saplings"]) >> n & 1
    ]
    held = [int(other) for other in g["space"][1:] if other != OFF]
    for marked, mark in [
        *((s, observing.FREE) for s in felled),
        *((s, observing.SLED) for s in held),
    ]:
        observing.mark(windows, track.spaces, space, marked, mark, ahead)
