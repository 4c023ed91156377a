"""What a solo turn leads to, as data: the path, every dent with its reason, the refill."""

from dataclasses import dataclass

import numpy as np

from ...course import Track
from ..movement import LONGEST_PATH, dents_fallen
from ..outcome import STOPS, Dent, Reach, Stop, dents_of
from ..state import HAND, WRECK, State
from .notation import SoloTurn, numbered_solo_turn
from .state import YOU
from .turns import solo_drive, solo_pace, solo_reach


@dataclass(frozen=True, slots=True)
class SoloPreview:
    """All that a turn leads to before the hand is refilled."""

    turn: SoloTurn
    start: str
    path: tuple[str, ...]
    """The spaces entered, in order."""
    end: str
    speed: int
    """The turn's speed, an added marker included."""
    drift: int
    bonus: int
    """The marker added, 0 if none."""
    stop: Stop
    dents: tuple[Dent, ...]
    wrecked: bool
    finished: bool
    out_of_play: int
    """Cards that will have to be put out of play (SOLO-14)."""
    refill: int
    """Cards missing to five when the hand is refilled; 0 if it is not."""

    @property
    def dent_count(self) -> int:
        """How many dents fall in all."""
        return sum(dent.count for dent in self.dents)


class SoloReach(Reach):
    """Everything that the player's sled could reach if it moved now."""

    def turn(self, number: int, speed: int, drift: int) -> SoloTurn:
        """Return the turn with a number, given its speed without bonus and its drift."""
        return numbered_solo_turn(number, speed, drift)


def solo_preview(state: State, track: Track, turn: SoloTurn) -> SoloPreview:
    """Work out what a legal turn leads to."""
    g, names = state[0], track.names
    path = np.empty(LONGEST_PATH, np.int16)
    speed, drift, bonus = solo_pace(state, turn.number)
    steps, hits, owed, end = solo_drive(state, track.spaces, turn.number, path)
    way = [int(g["space"][YOU]), *(int(space) for space in path[:steps])]
    past, held = bool(track.spaces["past"][way[-1]]), int(g["dents"][YOU])
    fallen = dents_fallen(held, past, hits, owed, end)
    wrecked = held + sum(fallen) == WRECK
    cards = int(g["hand"][YOU].sum()) - len(turn.places) + held + sum(fallen)
    stop = STOPS.get(end)
    return SoloPreview(
        turn=turn,
        start=names[way[0]],
        path=tuple(names[space] for space in way[1:]),
        end=names[way[-1]],
        speed=int(speed + bonus),
        drift=int(drift),
        bonus=int(bonus),
        stop=stop,
        dents=dents_of(track, way, hits, speed + bonus, fallen),
        wrecked=bool(wrecked),
        finished=past and not wrecked,
        out_of_play=0 if wrecked else max(cards - HAND, 0),
        refill=0 if wrecked or past or stop == "sled" else max(HAND - cards, 0),
    )


def solo_reach_of(state: State, track: Track) -> SoloReach:
    """Return everything that the player's sled could reach if it moved now."""
    return SoloReach(YOU, track, solo_reach(state, track.spaces))
