"""What the coach tells, declared: before a turn, and after a race."""

from typing import Annotated, Literal

from msgspec import Meta

from ...coach.reasons import FactCode
from .types import Card, Message, Move, Space

Chance = Annotated[float, Meta(description="A chance, from 0 to 1.")]


class CoachOption(Message, frozen=True):
    """Something that may be decided, and the chances that it leaves."""

    decision: str
    space: Space | None
    """Where it ends, or the start space; null for a discard."""
    places: tuple[Chance, ...]
    """The chance of each place, the first first."""
    worlds: int
    """In how many worlds it was tried."""


class CoachFact(Message, frozen=True):
    """One thing in which the best differs from what it is compared with; its code says which."""

    code: FactCode
    dents: float
    """Dents more, or less, than the other costs."""
    turns: float
    """Turns that it is quicker to the finish line, or that it costs the fastest of the others."""
    spaces: int
    """Spaces that it ends further on, or to the next bend."""
    limit: int
    """The safety speed of that bend."""
    speed: int
    """The speed that it leaves on the mat."""
    other: int
    """The speed that the other would leave."""
    chance: float
    """By how much a wreck is less likely in the next rounds, or being first over the line more."""
    place: int
    """The place that it takes the sled to at once."""
    cards: tuple[Card, ...]
    """Cards that it keeps and the other does not."""
    count: int
    """Cards more that a start space brings, or among how many others the fastest loses turns."""


class CoachReason(Message, frozen=True):
    """Why the best is the best: what it was compared with, and how both differ."""

    other: CoachOption | None
    """Null if there is nothing else to decide, or nothing worse."""
    even: bool
    """Whether both are as good as each other."""
    facts: tuple[CoachFact, ...]


class CoachAdvice(Message, frozen=True):
    """What may come of everything that a seat can decide; better and better figures."""

    asks: int
    """The event after which the decision is due."""
    worlds: int
    """In how many worlds the best was tried."""
    done: bool
    options: tuple[CoachOption, ...]
    """The best for each space, or each discard; the best of all first."""
    reason: CoachReason | None
    """Null as long as too little is known."""


class SledLuck(Message, frozen=True):
    """What a sled's cards were worth, and what it made of them."""

    cards: float
    """Turns that its cards saved beside what cards are worth on average; below zero for bad."""
    play: float
    """Chance to win that its decisions gave away, summed up."""


class JudgedDecision(Message, frozen=True):
    """A decision, looked at afterwards."""

    number: int
    """That of the frame of the replay that tells it."""
    seat: int
    round: int
    decision: str
    win: Chance
    """The chance to win that it left, as far as its sled could know."""
    best: str
    best_win: Chance


class CostlyTurn(Message, frozen=True):
    """A decision that gave much away, with what it led to and what would have been better."""

    judged: JudgedDecision
    move: Move | None
    """Null if it is no turn."""
    best_move: Move | None


class RaceAnalysis(Message, frozen=True):
    """A race, looked at afterwards; more and more of it until it is done."""

    done: bool
    share: float
    """How much of it is done, from 0 to 1."""
    chances: tuple[tuple[Chance, ...], ...]
    """Everybody's chance to win with all cards open, in each frame of the replay."""
    judged: tuple[JudgedDecision, ...]
    """All decisions; none before it is done."""
    costly: tuple[tuple[CostlyTurn, ...], ...]
    """For each sled its costliest decisions, three at most."""
    luck: tuple[SledLuck, ...]
    """For each sled."""


class SoloDriver(Message, frozen=True):
    """How somebody drives a solo course who looks one turn ahead, as people do."""

    driver: Literal["clear", "rough"]
    """With clear eyes, or with one that is off by a space."""
    rounds: int
    mean: float
    """Points a round, setup points included."""
    worst: int
    best: int


class SoloDrivers(Message, frozen=True):
    """How such drivers do on the course of a solo game, and how the player did."""

    drivers: tuple[SoloDriver, ...]
    points: tuple[int, ...]
    """Those of the player, by round."""
