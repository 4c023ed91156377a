"""Why one option is better than another, in facts: what differs between both in what was found.

A fact is a code and its figures; catalogues make sentences of it. Facts of this turn come from the
two moves, all others from what came of both in the same worlds.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, get_args

from ..course import LANES
from ..course.track import FAR, Track
from ..rules.flow import extra_cards
from ..rules.move import Move
from ..rules.notation import Decision, Discard, Start, Turn
from ..rules.sled import Status
from ..rules.view import View

if TYPE_CHECKING:
    from .ahead import Option

FactCode = Literal[
    "costs",
    "bumps",
    "finish",
    "clean",
    "brakes",
    "dents",
    "wreck",
    "delays",
    "refill",
    "ahead",
    "inner",
    "pace",
    "balanced",
    "line",
    "quicker",
    "further",
    "cards",
    "front",
    "keeps",
]
FACTS: tuple[FactCode, ...] = get_args(FactCode)
"""What may be told, in the order in which it is: the price, what matters most, what comes of it."""

PRICES: frozenset[FactCode] = frozenset({"costs", "bumps"})
"""What the better one costs: no reason, but part of the truth."""

MOST_FACTS = 3
_WITH_CARDS = 2
"""Facts among which cards that are kept are still worth telling."""
EVEN = 0.01
"""Chances to win in races in thought that differ by less are as good as each other."""
_DENTS, _TURNS, _WRECK, _SPACES = 0.15, 0.1, 0.03, 1
"""The least differences that are told: dents, turns, the chance of a wreck, and spaces."""
_FIRST, _DELAY = 0.1, 0.15
"""The same for the chance to be first over the line, and turns that the others lose."""
_DECIDED = 0.9
"""How often both races in thought must have a winner before who that is can be told."""


@dataclass(frozen=True)
class Fact:
    """One thing in which the better option differs from the other."""

    code: FactCode
    dents: float = 0.0
    """Dents more, or less, than the other costs."""
    turns: float = 0.0
    """Turns that it is quicker, or that it costs the fastest of the others."""
    spaces: int = 0
    """Spaces that it ends further on, or to the next bend, or fewer through that."""
    limit: int = 0
    """The safety speed of that bend."""
    speed: int = 0
    """The speed that it leaves on the mat."""
    other: int = 0
    """The speed that the other would leave."""
    chance: float = 0.0
    """By how much a wreck is less likely in the next rounds, or being first over the line more."""
    place: int = 0
    """The place that it takes the sled to at once."""
    cards: tuple[int, ...] = ()
    """Cards that it keeps and the other does not."""
    count: int = 0
    """Cards more that a start space brings, or among how many others the fastest loses turns."""


@dataclass(frozen=True)
class Reason:
    """Why an option is the best: what it was compared with, and how it differs from that."""

    other: "Option | None"
    """None if there is nothing else to decide."""
    even: bool
    """Whether both are as good as each other."""
    facts: tuple[Fact, ...]


def reason_for(
    view: View,
    best: "Option",
    other: "Option | None",
    moves: Mapping[Decision, Move],
) -> Reason:
    """Return how the best option differs from another, in a few facts."""
    if other is None:
        return Reason(None, True, ())
    if isinstance(best.decision, Turn) and isinstance(other.decision, Turn):
        facts = tuple(
            _turn_facts(view, (best, moves[best.decision]), (other, moves[other.decision]))
        )
    else:
        facts = tuple(_other_facts(best.decision, other.decision))
    finishes = any(fact.code == "finish" for fact in facts)
    facts += tuple(_search_facts(best, other, finishes=finishes))
    if isinstance(best.decision, Turn) and isinstance(other.decision, Turn) and not finishes:
        facts += tuple(_facts_of_others(view, best, other))
        if any(fact.code in ("line", "quicker") for fact in facts):
            facts += tuple(_causes(view, moves[best.decision], moves[other.decision]))
    first = sorted(facts, key=lambda fact: FACTS.index(fact.code))
    if len(first) > _WITH_CARDS:
        first = [fact for fact in first if fact.code != "keeps"]
    return Reason(other, abs(best.won - other.won) < EVEN, tuple(first[:MOST_FACTS]))


def _turn_facts(
    view: View, best: "tuple[Option, Move]", other: "tuple[Option, Move]"
) -> Iterator[Fact]:
    """Tell what differs between two moves, and what search says will come of it."""
    (option, move), (rival, beside) = best, other
    fewer = beside.dent_count - move.dent_count
    if move.finished and not beside.finished:
        yield Fact("finish")
    if fewer > 0:
        yield Fact("clean", dents=fewer)
    elif fewer < 0:
        yield Fact("costs", dents=-fewer)
    if beside.stop == "sled" and move.stop != "sled":
        yield Fact("refill")
    elif move.stop == "sled" and beside.stop != "sled":
        yield Fact("bumps")
    later = (rival.dents - beside.dent_count) - (option.dents - move.dent_count)
    if later >= _DENTS:
        yield _brakes(view, move, beside, later) or Fact("dents", dents=round(later, 1))
    if move.place_after and beside.place_after and move.place_after < beside.place_after:
        yield Fact("ahead", place=move.place_after)
    kept = _kept_more(move.turn, beside.turn)
    if kept and not move.finished:
        yield Fact("keeps", cards=kept)
    spaces = (view.track.rank(move.end) - view.track.rank(beside.end)) // LANES
    if spaces >= _SPACES and not move.finished:
        yield Fact("further", spaces=spaces)


def _search_facts(best: "Option", other: "Option", *, finishes: bool) -> Iterator[Fact]:
    """Tell what differs in the figures that search counted for both."""
    if other.wreck - best.wreck >= _WRECK:
        yield Fact("wreck", chance=round(other.wreck - best.wreck, 2))
    if other.turns - best.turns >= _TURNS and not finishes:
        yield Fact("quicker", turns=round(other.turns - best.turns, 1))


def _facts_of_others(view: View, best: "Option", other: "Option") -> Iterator[Fact]:
    """Tell who is first over the line, and whether the fastest of the others loses turns."""
    decided = min(best.decided, other.decided) >= _DECIDED
    if decided and best.first - other.first >= _FIRST:
        yield Fact("line", chance=round(best.first - other.first, 2))
    if best.others - other.others >= _DELAY:
        rivals = sum(sled.status is Status.RACING for sled in view.sleds) - 1
        yield Fact("delays", turns=round(best.others - other.others, 1), count=rivals)


def _brakes(view: View, move: Move, beside: Move, dents: float) -> Fact | None:
    """Say that a move slows down for a bend which the other would come to too fast."""
    bend, rival = _next_bend(view.track, move.end), _next_bend(view.track, beside.end)
    speed, faster = move.speed - move.bonus, beside.speed - beside.bonus
    if bend is None or rival is None or bend.tile != rival.tile or move.finished:
        return None
    if not (speed < faster > bend.limit and rival.steps <= faster):
        return None
    return Fact(
        "brakes",
        dents=round(dents, 1),
        spaces=bend.steps,
        limit=bend.limit,
        speed=speed,
        other=faster,
    )


def _causes(view: View, move: Move, beside: Move) -> Iterator[Fact]:
    """Tell what a move that is found to be quicker leaves for the turns to come."""
    if move.finished or beside.finished or beside.wrecked:
        return
    bend, rival = _next_bend(view.track, move.end), _next_bend(view.track, beside.end)
    if bend and rival and bend.tile == rival.tile and bend.length < rival.length:
        yield Fact("inner", spaces=rival.length - bend.length, limit=bend.limit)
    speed, slower = move.speed - move.bonus, beside.speed - beside.bonus
    if speed > slower:
        yield Fact("pace", speed=speed, other=slower)
    if _is_balanced(view, move) and not _is_balanced(view, beside):
        yield Fact("balanced")


def _is_balanced(view: View, move: Move) -> bool:
    """Return whether a move leaves equal dogs."""
    sled, turn = view.sleds[move.sled], move.turn
    left = turn.value if "L" in turn.places else sled.left
    right = turn.value if "R" in turn.places else sled.right
    return left == right


@dataclass(frozen=True)
class _Bend:
    """The next bend ahead of a space, in its lane."""

    tile: int
    steps: int
    limit: int
    length: int
    """How many spaces it has."""


def _next_bend(track: Track, space: str) -> _Bend | None:
    row = track.spaces[track.find(space)]
    steps, limit = int(row["bend_in"]), int(row["bend_safety"])
    if steps >= FAR or not limit:
        return None
    later = range(int(row["tile"]) + 1, len(track.faces))
    tile = next(tile for tile in later if track.faces[tile].curve)
    return _Bend(tile, steps, limit, track.faces[tile].spaces[int(row["lane"])])


def _kept_more(turn: Turn, other: Turn) -> tuple[int, ...]:
    """Return the cards that a turn keeps and another spends."""
    spent = [other.value] * len(other.places)
    if turn.value == other.value:
        spent = spent[len(turn.places) :]
    return tuple(spent)


def _other_facts(best: Decision, other: Decision) -> Iterator[Fact]:
    """Tell what differs between two start spaces, or two discards."""
    if isinstance(best, Start) and isinstance(other, Start):
        more = int(extra_cards(best.number)) - int(extra_cards(other.number))
        if more > 0:
            yield Fact("cards", count=more)
        elif best.number < other.number:
            yield Fact("front")
    elif isinstance(best, Discard) and isinstance(other, Discard):
        given = list(best.values)
        kept = list(other.values)
        for value in given:
            if value in kept:
                kept.remove(value)
        yield Fact("keeps", cards=tuple(kept))
