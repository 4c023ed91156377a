"""Every message of a solo game that leaves the server, declared; beside those of `types`."""

from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, UnsetType

from .event_types import Happening
from .replay_types import ReplaySeat
from .types import (
    Card,
    CourseName,
    Dent,
    Dog,
    Message,
    Move,
    Options,
    Seat,
    Sled,
    Space,
    Stage,
    You,
)
from .visitor_types import Streak

Facing = Literal["forward", "backward"]
SoloPhase = Literal["place", "bonus", "start", "surplus", "turn", "out", "take", "drop", "over"]
End = Literal["past", "no_cards", "wrecked"]
Level = Literal["easy", "normal", "hard"]
Victory = Literal["game", "major", "complete"]


class SetupLine(Message, frozen=True):
    """Setup points of one kind (SOLO-2)."""

    kind: Literal["snowdrift", "chasm", "saplings", "opponents"]
    count: int
    points: int


class Setup(Message, frozen=True):
    """The setup points of a course."""

    points: int
    most: int
    lines: tuple[SetupLine, ...]


class ScoreLine(Message, frozen=True):
    """What one thing is worth."""

    reason: Literal["past", "length", "start", "cards", "dents", "setup", "wrecked"]
    clause: str
    points: int
    count: int


class Score(Message, frozen=True):
    """What a round is worth, line by line."""

    total: int
    setup: int
    lines: tuple[ScoreLine, ...]


class Grade(Message, frozen=True):
    """How a whole game went (SOLO-19)."""

    level: Level
    victory: Victory | None


class LevelRow(Message, frozen=True):
    """At how many setup points a level begins."""

    level: Level
    setup: int


class VictoryRow(Message, frozen=True):
    """At how many points a victory begins."""

    victory: Victory
    points: int


class Grades(Message, frozen=True):
    """The board of nine grades."""

    levels: tuple[LevelRow, ...]
    victories: tuple[VictoryRow, ...]


class Opponent(Message, frozen=True):
    """An opponent on the track."""

    space: Space
    facing: Facing


class SoloState(Message, frozen=True):
    """What lies on the table of a solo game; piles are sorted, not in the order of the stack."""

    turn: int
    phase: SoloPhase
    owed: int
    end: End | None
    """Why the round is over."""
    sleds: tuple[Sled, ...]
    """The one."""
    opponents: tuple[Opponent, ...]
    saplings: tuple[Space, ...]
    placing: Annotated[tuple[int, ...], Meta(min_length=2, max_length=2)] | None
    """Row and column of the opponent to be placed."""
    offered: tuple[int, ...]
    """Slots to take or discard from; 4 is the top of the stack."""
    face_up: tuple[Card | None, ...]
    stack: tuple[Card, ...]
    discards: tuple[Card, ...]
    buried: tuple[Card, ...]
    out: tuple[Card, ...]
    markers: tuple[Card, ...]
    """The bonus stack from its top."""
    brakes: tuple[Card, ...]
    """Values played to the brake."""


class SoloEffect(Message, frozen=True):
    """What a decision other than a turn does, as far as it can be known before."""

    space: Space | UnsetType = UNSET
    facing: Facing | UnsetType = UNSET
    draws: int | UnsetType = UNSET
    slots: tuple[int, ...] | UnsetType = UNSET
    cards: tuple[Card | None, ...] | UnsetType = UNSET
    """Cards given up, taken or discarded; null: unseen."""
    remains: tuple[Card, ...] | UnsetType = UNSET
    """Face-up cards that remain."""


class SoloOption(SoloEffect, frozen=True, kw_only=True):
    """A decision other than a turn or an order of the bonus stack, and what it does."""

    decision: str


class SoloChoices(Message, frozen=True):
    """What the player may decide."""

    decisions: tuple[str, ...]
    moves: tuple[Move, ...]
    """Where the sled can go, the cheapest first."""
    usual: str | None
    """What may be offered at first."""
    options: tuple[SoloOption, ...]


class OpponentMoved(Message, frozen=True):
    """Where an opponent went."""

    start: Space
    end: Space


class HappenedRoundBegan(Happening, frozen=True, tag="round_began"):
    """A round was set up."""

    round: int
    course: CourseName
    opponents: bool
    commitment: str | None
    """Null on a daily trail, whose cards follow from the date."""


class HappenedSoloOpened(Happening, frozen=True, tag="solo_opened"):
    """Somebody began a solo game, or a try at a daily trail."""

    name: str


class HappenedSoloDecided(Happening, frozen=True, tag="solo_decided"):
    """Something was decided in a solo game, and this came of it."""

    decision: str
    answers: int
    option: SoloEffect | None
    """What it did, where its text does not tell."""
    drawn: tuple[Card, ...]
    move: Move | None
    dents: tuple[Dent, ...]
    """Those beside the move's own: causes `opponent` and `no_cards`."""
    opponents: tuple[OpponentMoved, ...]
    shuffled: bool
    """Whether the discards became the stack."""
    end: End | None


class SoloSummary(Message, frozen=True, tag_field="game", tag="solo"):
    """A solo game in short."""

    table: str
    number: int
    stage: Stage
    day: str | None
    """The date, on a daily trail."""
    attempt: int
    """Which try at it, of `attempts`."""
    attempts: int
    round: int
    rounds: int
    turn: int
    course: CourseName
    opponents: bool
    scores: tuple[Score, ...]
    """Of the rounds that are over."""
    points: int
    grade: Grade | None
    opened: float
    updated: float


class SoloView(SoloSummary, frozen=True, tag="solo"):
    """A solo game as its player, or an onlooker, sees it."""

    asks: int
    options: Options
    seats: tuple[Seat, ...]
    you: You
    onlookers_muted: bool
    commitment: str | None
    setup: Setup
    race: SoloState
    choices: SoloChoices
    score: Score | None
    """What the round is worth as it stands; null before the first turn."""
    grades: Grades


class SoloFrame(Message, frozen=True):
    """A decision and the table after it; frame 0 of a round is the table before the first."""

    number: int
    happened: HappenedSoloDecided | None
    """The decision as its event tells it; of a record, `number` counts from 1 and `at` is 0."""
    race: SoloState


class SoloRound(Message, frozen=True):
    """A round that is over, told again."""

    course: CourseName
    opponents: bool
    setup: Setup
    score: Score
    frames: tuple[SoloFrame, ...]


class SoloReplay(Message, frozen=True, tag_field="game", tag="solo"):
    """The rounds of a solo game that are over, told again."""

    table: str | None
    day: str | None
    """The date of the daily trail, if it is one."""
    seats: tuple[ReplaySeat, ...]
    rounds: tuple[SoloRound, ...]
    points: int
    grade: Grade | None


class SoloGames(Message, frozen=True):
    """The visitor's solo games, the latest first."""

    games: tuple[SoloSummary, ...]


class Fault(Message, frozen=True):
    """One reason why a course is not fit for the solo game."""

    code: str
    message: str
    facts: dict[str, Any]


class LaidFace(Message, frozen=True):
    """The course that results from laying a face."""

    face: str
    line: str
    points: int


class Straight(Message, frozen=True):
    """A straight of a course, and what else could lie there."""

    tile: int
    face: str
    faces: tuple[LaidFace, ...]


class SoloCourse(Message, frozen=True):
    """A course as the solo game sees it."""

    name: str
    title: str
    description: dict[str, str]
    line: str
    problems: tuple[Fault, ...]
    setup: Setup
    with_opponents: Setup
    straights: tuple[Straight, ...]


class SoloCourses(Message, frozen=True):
    """Shipped courses fit for the solo game."""

    courses: tuple[SoloCourse, ...]


class Try(Message, frozen=True):
    """One try at a daily trail."""

    table: str
    attempt: int
    stage: Stage
    score: Score | None


class Day(Message, frozen=True):
    """Somebody's tries at the trail of one day."""

    day: str
    tries: tuple[Try, ...]
    left: int
    best: int | None
    line: str | None
    """To share; null before the first result."""


class DayRow(Message, frozen=True):
    """Somebody's best result on a daily trail."""

    rank: int
    """The same for the same points."""
    name: str
    dog: Dog | None
    points: int
    table: str | None
    """The try, to be looked at; null for those of others until the visitor has used all tries."""
    yours: bool


class Daily(Day, frozen=True):
    """The trail of the day."""

    course: CourseName
    opponents: bool
    setup: Setup
    most: int
    ends: float
    """Midnight UTC, in seconds since 1970."""
    par: int | None
    """Points that a strong musher drives with these cards; null until it has driven."""
    entrants: int
    """How many have a result."""
    results: tuple[DayRow, ...]
    """The best of them, the best first, and the visitor's own."""
    streak: Streak
    """Days in a row with a result."""
    history: tuple[Day, ...]
