"""What a turn leads to, as data: the path, what it hits, and the reason for every dent."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

import numpy as np

from ..course.track import Spaces, Track
from .movement import (
    HIT_SIDE,
    HIT_SLED,
    LONGEST_PATH,
    dents_fallen,
    drive,
    pace,
)
from .notation import Turn, numbered_turn
from .order import position
from .reach import Outcomes, reach
from .state import HAND, WRECK, State, state_of

Stop = Literal["side", "sled"] | None
Cause = Literal["saplings", "speeding", "side", "no_cards"]

STOPS: dict[int, Stop] = {HIT_SIDE: "side", HIT_SLED: "sled"}


@dataclass(frozen=True, slots=True)
class Dent:
    """Dents that fall for one reason."""

    cause: Cause
    clause: str
    """The clause of the rules that says so."""
    count: int
    space: str
    """Where: the space of the sapling, the first space behind the safety line, the last space
    before the side."""
    speed: int | None = None
    """For speeding: the turn's speed."""
    limit: int | None = None
    """For speeding: the safety speed."""


@dataclass(frozen=True, slots=True)
class Preview:
    """All that a turn leads to before cards are drawn."""

    sled: int
    turn: Turn
    start: str
    path: tuple[str, ...]
    """The spaces entered, in order."""
    end: str
    speed: int
    """The turn's speed, a declared bonus included."""
    drift: int
    """The difference of the dogs: negative to the left, positive to the right."""
    bonus: int
    """Steps of the bonus declared."""
    stop: Stop
    dents: tuple[Dent, ...]
    wrecked: bool
    finished: bool
    """Whether the move ends past the finish line."""
    position_before: int
    position_after: int
    """Position if the race stood as after this move; 0 if the sled is wrecked."""
    draws: int
    """Cards that will be drawn."""
    discards: int
    """Cards that will have to be discarded."""

    @property
    def dent_count(self) -> int:
        """How many dents fall in all."""
        return sum(dent.count for dent in self.dents)


def preview(state: State, track: Track, sled: int, turn: Turn) -> Preview:
    """Work out what a legal turn leads to."""
    spaces, names = track.spaces, track.names
    path = np.empty(LONGEST_PATH, np.int16)
    speed, drift, bonus = pace(state, spaces, sled, turn.number)
    steps, hits, owed, end = drive(state, spaces, sled, turn.number, path)
    entered = [int(space) for space in path[:steps]]
    origin = int(state[0]["space"][sled])
    last = entered[-1] if entered else origin
    past = bool(spaces["past"][last])
    held = int(state[0]["dents"][sled])
    fallen = dents_fallen(held, past, hits, owed, end)
    dents = dents_of(track, [origin, *entered], hits, speed + bonus, fallen)
    wrecked = held + sum(fallen) == WRECK
    cards = int(state[0]["hand"][sled].sum()) - len(turn.places) + held + sum(fallen)
    stop = STOPS.get(end)
    return Preview(
        sled=sled,
        turn=turn,
        start=names[origin],
        path=tuple(names[space] for space in entered),
        end=names[last],
        speed=speed + bonus,
        drift=drift,
        bonus=bonus,
        stop=stop,
        dents=dents,
        wrecked=wrecked,
        finished=past and not wrecked,
        position_before=position(state, spaces, sled),
        position_after=0 if wrecked else _position_at(state, spaces, sled, last),
        draws=0 if wrecked or past or stop == "sled" else max(HAND - cards, 0),
        discards=0 if wrecked else max(cards - HAND, 0),
    )


def dents_of(
    track: Track, way: Sequence[int], hits: int, speed: int, fallen: tuple[int, int, int]
) -> tuple[Dent, ...]:
    """Return the reason for each dent of a move: `way` begins where the sled stood."""
    origin, *entered = way
    return (
        *_sapling_dents(track, entered, hits),
        *_speeding_dents(track, origin, entered, speed, fallen[1]),
        *([Dent("side", "DENT-3", 1, track.names[way[-1]])] if fallen[2] else []),
    )


def _sapling_dents(track: Track, entered: Iterable[int], hits: int) -> Iterator[Dent]:
    for space in entered:
        sapling = int(track.spaces["sapling"][space])
        if sapling >= 0 and hits >> sapling & 1:
            yield Dent("saplings", "DENT-6", 1, track.names[space])


def _speeding_dents(
    track: Track, origin: int, entered: Iterable[int], speed: int, left: int
) -> Iterator[Dent]:
    """Share the dents that fell for speeding among the lines crossed, in their order."""
    before = origin
    for space in entered:
        limit = int(track.spaces["safety"][space])
        crossed = limit > 0 and track.spaces["tile"][space] != track.spaces["tile"][before]
        before = space
        if crossed and (count := min(speed - limit, left)) > 0:
            left -= count
            yield Dent("speeding", "DENT-1", count, track.names[space], speed, limit)


def _position_at(state: State, spaces: Spaces, sled: int, space: int) -> int:
    moved = state_of(state.tobytes())
    moved[0]["space"][sled] = space
    return position(moved, spaces, sled)


@dataclass(frozen=True, slots=True)
class Outcome:
    """One thing that a sled can reach, with the first turn that leads there."""

    turn: Turn
    space: str
    """Where the sled ends."""
    speed: int
    drift: int
    bonus: int
    stop: Stop
    dents: int
    saplings: tuple[str, ...]
    """Spaces of the saplings hit."""
    wrecked: bool
    finished: bool

    @property
    def price(self) -> tuple[bool, int, bool, int]:
        """What it costs: the sled, dents, the refill, cards; less is cheaper."""
        return self.wrecked, self.dents, self.stop == "sled", len(self.turn.places)


@dataclass(frozen=True)
class Reach:
    """Everything that a sled could reach if it moved now."""

    sled: int
    track: Track
    rows: Outcomes
    """The outcomes as one array, for programs in a hurry; see `reach.OUTCOME`."""

    @cached_property
    def outcomes(self) -> tuple[Outcome, ...]:
        """Every distinct outcome of every choice of cards and bonus."""
        return tuple(map(self._outcome, self.rows.tolist()))

    def _outcome(self, row: tuple[int, ...]) -> Outcome:
        hits, number, space, speed, drift, bonus, end, *dents, wrecked = row
        return Outcome(
            turn=self.turn(number, speed - bonus, drift),
            space=self.track.names[space],
            speed=speed,
            drift=drift,
            bonus=bonus,
            stop=STOPS.get(end),
            dents=sum(dents),
            saplings=tuple(
                self.track.names[at] for i, at in enumerate(self.track.saplings) if hits >> i & 1
            ),
            wrecked=bool(wrecked),
            finished=bool(self.track.spaces["past"][space]) and not wrecked,
        )

    def turn(self, number: int, speed: int, drift: int) -> Turn:
        """Return the turn with a number, given its speed without bonus and its drift."""
        return numbered_turn(number, speed, drift)

    @cached_property
    def cheapest(self) -> dict[str, Outcome]:
        """For each space where a turn can end, the outcome that costs least."""
        found: dict[str, Outcome] = {}
        for outcome in self.outcomes:
            best = found.get(outcome.space)
            if best is None or outcome.price < best.price:
                found[outcome.space] = outcome
        return found


def reach_of(state: State, track: Track, sled: int) -> Reach:
    """Return everything that a sled on the track could reach if it moved now."""
    return Reach(sled, track, reach(state, track.spaces, sled))
