"""`Move`: what a turn leads to, and `Reach`: every move that a sled can make."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeVar, overload

from ..course.problem import whole_number
from ..course.track import Track
from .movement import HIT_SAPLING, HIT_SIDE, HIT_SLED, WENT_ON, Triple
from .notation import Turn
from .reach import Outcomes
from .state import HAND, WRECK

if TYPE_CHECKING:
    from .position import Position

Stop = Literal["side", "sled"] | None
Cause = Literal["saplings", "speeding", "side", "no_cards", "opponent"]

CLAUSE_OF: dict[Cause, str] = {
    "saplings": "DENT-6",
    "speeding": "DENT-1",
    "side": "DENT-3",
    "no_cards": "TURN-4",
    "opponent": "SOLO-4",
}
"""The clause of the rules by which dents fall, for each cause."""

_STOPS: dict[int, Stop] = {
    WENT_ON: None,
    HIT_SIDE: "side",
    HIT_SLED: "sled",
    HIT_SAPLING: None,
}


@dataclass(frozen=True, slots=True)
class Dent:
    """Dents that fall for one reason.

    >>> print(Dent("speeding", 2, "2e1", speed=6, limit=4))
    speed 6, limit 4: 2 dents (DENT-1)
    """

    cause: Cause
    count: int
    space: str
    """Where: the space of the sapling, the first space behind the safety line, the last space
    before the side."""
    speed: int | None = None
    """For speeding: the turn's speed."""
    limit: int | None = None
    """For speeding: the safety speed."""

    @property
    def clause(self) -> str:
        """The clause of the rules that says so."""
        return CLAUSE_OF[self.cause]

    def __str__(self) -> str:
        why = {
            "speeding": f"speed {self.speed}, limit {self.limit}",
            "saplings": f"a sapling on {self.space}",
            "side": f"the side at {self.space}",
            "no_cards": "no dog card left",
            "opponent": f"an opponent runs into the sled on {self.space}",
        }[self.cause]
        return f"{why}: {self.count} dent{'s' if self.count > 1 else ''} ({self.clause})"


class Price(NamedTuple):
    """What a move costs; of two prices the lesser is cheaper. Nothing else orders moves.

    `reach.prices_of` weighs the same, in the same order.
    """

    wrecked: bool
    """Whether it costs the sled."""
    dents: int
    refill: bool
    """Whether running into a sled costs the refill (DENT-2)."""
    bonus: bool
    """Whether the bonus is used, which in the solo game is spent (SOLO-9)."""
    cards: int


class Move(NamedTuple):
    """All that a turn leads to before cards are drawn.

    >>> from snowtails import Race
    >>> race = Race.parse("srs 3 turn:0 - 1c4/==3/00002/44442/0/r")
    >>> print(race.preview("5LR"))
    5LR: 1c4 to 3c1, speed 7; speed 7, limit 4: 3 dents (DENT-1)
    """

    sled: int
    turn: Turn
    start: str
    """The space where the sled stood."""
    path: tuple[str, ...]
    """The spaces entered, in order."""
    end: str
    """The space where the sled stands then; for a wreck, where it happened."""
    speed: int
    """The turn's speed, a declared bonus included."""
    drift: int
    """The difference of the dogs: negative to the left, positive to the right."""
    bonus: int
    """Steps of the bonus declared; in the solo game the marker added."""
    stop: Stop
    """What cut the move short."""
    dents: tuple[Dent, ...]
    wrecked: bool
    finished: bool
    """Whether the move ends past the finish line."""
    place_before: int | None
    """The sled's place before its turn (ORDER-5); None in the solo game."""
    place_after: int | None
    """Its place if the race stood as after this move; None if the sled is wrecked."""
    draws: int
    """Cards that will be drawn, or taken in the solo game's refill."""
    discards: int
    """Cards that will have to be given up: discarded, or put out of play in the solo game."""

    def __str__(self) -> str:
        told = [f"{self.turn}: {self.start} to {self.end}, speed {self.speed}"]
        told += map(str, self.dents)
        told += ["runs into a sled, no refill (DENT-2)"] * (self.stop == "sled")
        told += ["wrecked (DENT-4)"] * self.wrecked
        told += ["past the finish line"] * self.finished
        return "; ".join(told)

    @property
    def dent_count(self) -> int:
        """How many dents fall in all."""
        return sum([dent.count for dent in self.dents]) if self.dents else 0

    @property
    def saplings(self) -> tuple[str, ...]:
        """Spaces of the saplings hit, in order."""
        return tuple(dent.space for dent in self.dents if dent.cause == "saplings")

    @property
    def price(self) -> Price:
        """What it costs."""
        return Price(
            self.wrecked,
            self.dent_count,
            self.stop == "sled",
            self.bonus > 0,
            len(self.turn.places),
        )


class Mover(NamedTuple):
    """The sled that makes a move: what all of its moves have in common."""

    track: Track
    sled: int
    cards: int
    """Dog cards in hand."""
    dents: int
    place: int | None

    def move(
        self,
        turn: Turn,
        spaces: Sequence[int],
        pace: Triple,
        hits: int,
        end: int,
        fallen: Triple,
        place: int | None,
    ) -> Move:
        """Return a move of which the kernels have told how it went.

        `spaces` are where the sled stood and those entered; `pace` is speed with the bonus, drift
        and bonus; `hits` are bits of the saplings hit; `fallen` are the dents for saplings,
        speeding and the side; `place` is the sled's place then. They are not put together in an
        object first: dozens of moves are made for each turn.
        """
        track, sled, cards, dents_before, place_before = self
        speed, drift, bonus = pace
        saplings, speeding, side = fallen
        names = track.names
        start, *path = [names[space] for space in spaces]
        dents = saplings + speeding + side
        wrecked = dents_before + dents == WRECK
        past = spaces[-1] >= track.first_past
        cards += dents_before + dents - len(turn.places)
        draws, discards = cards_due(cards, wrecked, past, end)
        return Move(
            sled,
            turn,
            start,
            tuple(path),
            path[-1] if path else start,
            speed,
            drift,
            bonus,
            _STOPS[end],
            _dents(track, spaces, speed, hits, fallen) if dents else (),
            wrecked,
            past and not wrecked,
            place_before,
            None if wrecked else place,
            draws,
            discards,
        )


def cards_due(cards: int, wrecked: bool, past: bool, end: int) -> tuple[int, int]:
    """Return how many cards are drawn after a move, and how many have to be given up.

    `cards` are those left in hand and all dents; whoever ran into a sled is not refilled (DENT-2).
    """
    if wrecked:
        return 0, 0
    draws = 0 if past or end == HIT_SLED else max(HAND - cards, 0)
    return draws, max(cards - HAND, 0)


_dent = lru_cache(maxsize=4096)(Dent)
"""Makes a Dent, or gives back the same as before: the moves of a sled have many alike."""


def _dents(
    track: Track, spaces: Sequence[int], speed: int, hits: int, fallen: Triple
) -> tuple[Dent, ...]:
    """Return the reason for each dent of a move, in the order in which they fall (DENT-4)."""
    found: list[Dent] = []
    if hits:
        for space in spaces[1:]:
            sapling = track.sapling_at.get(space)
            if sapling is not None and hits >> sapling & 1:
                found.append(_dent("saplings", 1, track.names[space]))
    _, speeding, side = fallen
    if speeding:
        found += _speeding_dents(track, spaces, speed, speeding)
    if side:
        found.append(_dent("side", 1, track.names[spaces[-1]]))
    return tuple(found)


def _speeding_dents(track: Track, spaces: Sequence[int], speed: int, left: int) -> list[Dent]:
    """Share the dents that fell for speeding among the lines crossed, in their order."""
    found: list[Dent] = []
    tiles = track.tiles
    before = tiles[spaces[0]]
    for space in spaces[1:]:
        tile = tiles[space]
        if tile == before:
            continue
        before = tile
        limit = track.faces[tile].safety
        if limit and (count := min(speed - limit, left)) > 0:
            left -= count
            found.append(_dent("speeding", count, track.names[space], speed, limit))
    return found


Value = TypeVar("Value")


class _BySpace(dict[str, Value]):
    """What is in reach, by the names of spaces; a space that is not there says which ones are."""

    def __missing__(self, space: str) -> Value:
        raise KeyError(f"{space} is not in reach; in reach are {', '.join(self) or 'no spaces'}")


class Reach(Sequence[Move]):
    """Every move that a sled could make now, the cheapest first.

    Of several routes that come to the same with the same cards, the first is there.

    >>> from snowtails import Race
    >>> race = Race("nutcracker", sleds=1, seed=7)
    >>> race.play("@3")
    >>> move = race.reach().cheapest["1d4"]
    >>> str(move.turn), move.path, move.price.dents
    ('4R:>^^^', ('1d1', '1d2', '1d3', '1d4'), 0)
    """

    def __init__(self, position: "Position", sled: int, rows: Outcomes) -> None:
        self._position = position
        self.sled = sled
        self.rows = rows
        """The moves as one array, by their cards, for programs in a hurry; see `OUTCOME`."""

    @cached_property
    def moves(self) -> tuple[Move, ...]:
        """All moves, the cheapest first; those that cost the same in the order of `rows`."""
        return tuple(self._position._moves(self.sled, self.rows))

    @cached_property
    def by_space(self) -> dict[str, tuple[Move, ...]]:
        """The moves by the space where they end, the cheapest first."""
        found: dict[str, list[Move]] = {}
        for move in self.moves:
            found.setdefault(move.end, []).append(move)
        return _BySpace((space, tuple(moves)) for space, moves in found.items())

    @cached_property
    def cheapest(self) -> dict[str, Move]:
        """For each space where a turn can end, the move that costs least.

        The best spaces come first: those that cost the fewest dents, and of these the furthest.
        """
        rank = self._position.track.rank
        moves = [moves[0] for moves in self.by_space.values()]
        moves.sort(key=lambda move: (move.wrecked, move.dent_count, -rank(move.end)))
        return _BySpace((move.end, move) for move in moves)

    @overload
    def __getitem__(self, index: int) -> Move: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Move, ...]: ...
    def __getitem__(self, index: int | slice) -> Move | tuple[Move, ...]:
        if isinstance(index, slice):
            return self.moves[index]
        wanted = "moves are numbered from the cheapest on; by space see `cheapest` and `by_space`"
        return self.moves[whole_number(index, wanted)]

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Reach):
            return NotImplemented
        return (self._position, self.sled) == (other._position, other.sled)

    def __hash__(self) -> int:
        return hash((self._position, self.sled))

    def __iter__(self) -> Iterator[Move]:
        return iter(self.moves)

    def __len__(self) -> int:
        return len(self.rows)

    def __str__(self) -> str:
        return "\n".join(map(str, self.cheapest.values()))

    def __repr__(self) -> str:
        return f"<Reach of sled {self.sled}: {len(self)} moves to {len(self.by_space)} spaces>"
