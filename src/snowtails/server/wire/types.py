"""Every message of a table that leaves the server, declared.

JSON, the schemas in `/openapi.json`, the page's `types.d.ts` and the tables of docs/http-api.md are
made from these declarations; see `scripts/wire.py`. Solo games have theirs in `solo_types`.
"""

from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType

Card = Literal[1, 2, 3, 4, 5]
Cause = Literal["saplings", "speeding", "side", "no_cards", "opponent"]
Stop = Literal["side", "sled"]
Status = Literal["racing", "finished", "wrecked"]
Stage = Literal["waiting", "racing", "between", "over", "closed"]
SeatKind = Literal["person", "musher", "open", "invited"]
Why = Literal["left", "gone"]
By = Literal["person", "musher", "relief", "clock"]
DrawReason = Literal["deal", "refill", "no_cards"]
WhyAdvised = Literal[
    "furthest",
    "only-clean",
    "slower",
    "quicker",
    "even",
    "finish",
    "least",
    "no-clean",
    "lost",
    "buys",
    "buys-bump",
    "buys-finish",
    "buys-further",
    "keep",
    "tried",
    "tried-costs",
    "start-cards",
    "start-front",
    "start-way",
]
Space = Annotated[str, Meta(description="Tile, lane letter and number of a space.")]
Colour = Literal["charcoal", "blue", "vermilion", "teal", "orchid"]
Dog = Literal["anori", "kaya", "miska", "nanuk", "pika", "sila", "taiga", "yuki"]
Reaction = Literal["howl", "well-driven", "ouch", "close", "hurry", "thanks"]


class Message(msgspec.Struct, frozen=True, kw_only=True):
    """Something that leaves the server."""


# -- the table -------------------------------------------------------------------------------------


class CourseName(Message, frozen=True):
    """Which course it is."""

    line: str
    """The course line."""
    name: str


class Options(Message, frozen=True):
    """How a table is played."""

    course: CourseName
    clock: int | None
    """Seconds for each decision of a person."""
    listed: bool
    """Whether the lobby shows it."""
    hints: bool
    hot_seat: bool
    """Whether one visitor may hold several seats."""
    relief: str
    """The musher that holds the reins of whoever is gone."""
    grace: int
    """Seconds after which somebody not seen is gone."""


class Seat(Message, frozen=True):
    """A seat, and who sits there."""

    seat: int
    kind: SeatKind
    name: str
    colour: Colour
    """The colour of its sled; before the race that of a seat nobody chose for may still change."""
    reins: str | None
    """The musher that decides for the seat now."""
    why: Why | None
    """Why it does so for a person."""
    muted: bool
    dog: Dog | None = None
    """The face that the person has chosen."""


class You(Message, frozen=True):
    """What the visitor is at the table."""

    seats: tuple[int, ...]
    """The seats held."""
    seat: int | None
    """The seat whose cards are seen; null for onlookers, and behind a curtain."""
    host: bool
    invitations: dict[str, str]
    """For the host: the codes of invitations, by seat."""


class BigPaws(Message, frozen=True):
    """Who took the longest single turn so far (PAWS-1)."""

    seat: int
    seconds: float


# -- the season ------------------------------------------------------------------------------------


class PastRace(Message, frozen=True):
    """A race of the season that is over."""

    table: str
    course: CourseName


class SeasonRow(Message, frozen=True):
    """A line of the season's table."""

    rank: int
    seat: int
    points: int
    places: tuple[int | None, ...]
    """Its place in each race; null for a wreck."""


class Season(Message, frozen=True):
    """A season as it stands; the race of the table counts as soon as it is over."""

    race: int
    """Which race this is, from 1."""
    races: int
    past: tuple[PastRace, ...]
    rows: tuple[SeasonRow, ...]
    """The best first."""
    progress: tuple[tuple[int, ...], ...]
    """Points after each race, by seat."""
    layer: int | None
    """The seat that has to lay the next course now."""
    lay_by: float | None
    """When anybody may have a musher lay it."""
    champions: tuple[int, ...]
    """Empty until the season is over."""


class SeasonInShort(Message, frozen=True):
    """Where in a season a race stands."""

    race: int
    races: int
    layer: int | None


# -- the race --------------------------------------------------------------------------------------


class Sled(Message, frozen=True):
    """A sled; its cards are there where they may be seen, sorted, not in the order of the deck."""

    space: Space | None
    """Null before the start, and once it has left the track."""
    left: int
    right: int
    brake: int
    dents: int
    status: Status
    place: int | None
    """Its place in the race (ORDER-5), final once it has finished; null for a wreck."""
    moved: bool
    """Whether it has moved in this round."""
    hand_size: int
    deck_size: int
    used: tuple[Card, ...]
    """Discards and covered cards."""
    hand: tuple[Card, ...] | UnsetType = UNSET
    deck: tuple[Card, ...] | UnsetType = UNSET


class Standing(Message, frozen=True):
    """A sled in the order of the race."""

    sled: int
    status: Status
    place: int | None
    """Null for a wreck."""


class Lead(Message, frozen=True):
    """Why a sled is ahead of the next one of the order."""

    ahead: int
    behind: int
    reason: Literal["further", "curve-inside", "next-curve-inside", "flag", "finished", "wrecked"]
    clause: str
    gap: float
    """By how many spaces of the middle lane it is further."""


class RaceState(Message, frozen=True):
    """A race as a seat, or an onlooker, may know it."""

    round: int
    phase: Literal["start", "turn", "discard", "over"]
    actor: int | None
    """The seat that has to decide."""
    owed: int
    """Cards that it has to discard."""
    sleds: tuple[Sled, ...]
    standings: tuple[Standing, ...]
    leads: tuple[Lead, ...]
    """One for every two neighbours of the order."""
    saplings: tuple[Space, ...]
    """Where one still stands."""


class Dent(Message, frozen=True, omit_defaults=True):
    """Dents that fall for one reason."""

    cause: Cause
    clause: str
    """The clause of the rules that says so."""
    count: int
    space: Space
    speed: int | None = None
    """For speeding: the turn's speed."""
    limit: int | None = None
    """For speeding: the safety speed."""


class Move(Message, frozen=True, omit_defaults=True):
    """What a turn leads to. What has its usual value is left out."""

    turn: str
    start: Space
    path: tuple[Space, ...]
    """The spaces entered, in order."""
    end: Space
    speed: int
    price: int = 0
    """Dents that it costs."""
    drift: int = 0
    bonus: int = 0
    stop: Stop | None = None
    """What cut it short."""
    dents: tuple[Dent, ...] = ()
    """The reasons for the dents."""
    wrecked: bool = False
    finished: bool = False
    place_before: int | None = None
    place_after: int | None = None
    draws: int = 0
    """Cards that will be drawn."""
    discards: int = 0
    """Cards that will have to be given up."""


class Choices(Message, frozen=True):
    """What a seat may decide."""

    decisions: tuple[str, ...]
    """All that may be decided now; empty when it is somebody else's turn."""
    moves: tuple[Move, ...] | UnsetType = UNSET
    """Where the own sled could go if it moved now, the cheapest first, one for each outcome.

    Left out while a musher decides: it will be told in a moment, as things are then.
    """


class RaceView(Message, frozen=True, tag_field="game", tag="race"):
    """A table at which a race is, or will be, as a visitor sees it."""

    table: str
    number: int
    """The number of the last event."""
    stage: Stage
    asks: int
    """The number of the event that the decision now due answers."""
    options: Options
    seats: tuple[Seat, ...]
    you: You
    onlookers_muted: bool
    big_paws: BigPaws | None
    seal: str | None
    """Commits the server to its secret before anybody adds bytes."""
    commitment: str | None
    """Binds it to course, mushers and rules, once the race begins."""
    rematch: str | None
    """The table that follows."""
    rematch_of: str | None
    season: Season | None
    race: RaceState | None
    """Null before the race."""
    choices: Choices | None
    """Null before the race, and for onlookers."""


class Changes(Message, frozen=True, omit_defaults=True):
    """What has changed of a view since the message before; put it into what is known."""

    number: int
    view: dict[str, Any] = {}
    """Fields of the view that have other values now, its race apart."""
    race: dict[str, Any] = {}
    """Fields of its race that have other values now."""
    lists: dict[str, dict[str, dict[str, Any]]] = {}
    """Of its sleds, standings and leads, by name and place: the fields that have other values."""


class Summary(Message, frozen=True):
    """A table in short, in the lobby and in lists of races."""

    table: str
    number: int
    stage: Stage
    options: Options
    seats: tuple[Seat, ...]
    free: int
    """Seats open to anybody."""
    actor: int | None
    round: int
    season: SeasonInShort | None
    opened: float
    updated: float


class OwnSummary(Summary, frozen=True):
    """A race that the visitor takes part in."""

    yours: tuple[int, ...]
    """The seats held."""
    your_turn: bool
    """Whether to decide, or to lay the next course."""


class Lobby(Message, frozen=True):
    """The tables that anybody may come to."""

    tables: tuple[Summary, ...]
    """With free seats."""
    watch: tuple[Summary, ...]
    """Races to look on at."""


class Races(Message, frozen=True):
    """What the visitor takes part in, the latest first."""

    races: tuple[OwnSummary, ...]


class Presence(Message, frozen=True):
    """Who is there, who is thinking, and when a clock runs out."""

    present: tuple[int, ...]
    """Seats."""
    onlookers: int
    watching: tuple[str, ...]
    """The names of onlookers, as far as they have given one."""
    thinking: int | None
    """The seat for which a musher is thinking."""
    deadline: float | None


class Bye(Message, frozen=True):
    """The server stops."""

    back_in: int
    """Seconds after which to come back."""


# -- events ----------------------------------------------------------------------------------------


class Happening(Message, frozen=True, tag_field="kind"):
    """An event, as a visitor may know it."""

    number: int
    at: float
    """Seconds since 1970."""


class HappenedOpened(Happening, frozen=True, tag="opened"):
    """A table was opened."""

    options: Options
    seal: str | None


class HappenedSat(Happening, frozen=True, tag="sat"):
    """Somebody took a seat."""

    seat: int
    name: str
    colour: Colour | None
    """The colour chosen, if one was."""
    dog: Dog | None
    """The face chosen, if one was."""


class HappenedRose(Happening, frozen=True, tag="rose"):
    """Somebody gave a seat up before the race."""

    seat: int


class HappenedFilled(Happening, frozen=True, tag="filled"):
    """A musher was put on a free seat."""

    seat: int
    musher: str


class HappenedBegan(Happening, frozen=True, tag="began"):
    """The race began."""

    commitment: str


class Drawn(Message, frozen=True):
    """Cards that one sled drew at once."""

    sled: int
    count: int
    reason: DrawReason
    cards: tuple[Card, ...] | UnsetType = UNSET
    """There for the own sled alone."""


class HappenedDecided(Happening, frozen=True, tag="decided"):
    """A start space, a turn or a discard was decided."""

    seat: int
    decision: str
    answers: int
    by: By
    took: float | None
    """Seconds that a person took, or let run out."""
    drawn: tuple[Drawn, ...]
    move: Move | UnsetType = UNSET
    """For a turn."""


class HappenedHandedOver(Happening, frozen=True, tag="handed_over"):
    """A bot took somebody's reins."""

    seat: int
    musher: str
    why: Why


class HappenedTookBack(Happening, frozen=True, tag="took_back"):
    """A person took the reins back."""

    seat: int


class HappenedChatted(Happening, frozen=True, tag="chatted"):
    """Somebody said something: plain text, for the client to escape."""

    name: str
    text: str
    seat: int | None
    """Null for an onlooker."""


class HappenedReacted(Happening, frozen=True, tag="reacted"):
    """Somebody called something that everybody reads in the own language."""

    name: str
    reaction: Reaction
    seat: int | None
    """Null for an onlooker."""


class HappenedMuted(Happening, frozen=True, tag="muted"):
    """The host muted somebody, or no longer."""

    seat: int | None
    """Null for all onlookers."""
    muted: bool


class HappenedRecoveryOffered(Happening, frozen=True, tag="recovery_offered"):
    """A link was made by which a seat can be moved."""

    seat: int


class HappenedMoved(Happening, frozen=True, tag="moved"):
    """A seat was moved to another device."""

    seat: int


class HappenedClosed(Happening, frozen=True, tag="closed"):
    """Everybody left before the race began."""


class HappenedRematched(Happening, frozen=True, tag="rematched"):
    """The company races again, or on in its season, at another table."""

    table: str


# -- replays ---------------------------------------------------------------------------------------


class ReplaySeat(Message, frozen=True):
    """Who raced."""

    seat: int
    name: str
    kind: Literal["person", "musher"]
    colour: Colour
    dog: Dog | None


class FrameDraw(Message, frozen=True):
    """Cards that one sled drew at once."""

    sled: int
    cards: tuple[Card, ...]
    reason: DrawReason


class Frame(Message, frozen=True):
    """A decision and the race after it, all hands open; frame 0 is the race before the first."""

    number: int
    seat: int | None
    decision: str | None
    drawn: tuple[FrameDraw, ...]
    move: Move | None
    """Null if the decision is no turn."""
    race: RaceState


class DentCounts(Message, frozen=True):
    """Dents by their cause."""

    speeding: int
    saplings: int
    side: int
    no_cards: int


class SledFigures(Message, frozen=True):
    """The race of one sled, in figures by round."""

    speeds: tuple[int | None, ...]
    """Null where it had no turn."""
    positions: tuple[int | None, ...]
    """At the start, and at the end of each round; null where it was wrecked."""
    dented: tuple[int, ...]
    dents: DentCounts


class Figures(Message, frozen=True):
    """A race in figures."""

    rounds: int
    lead_changes: int
    """How often another sled came first."""
    sleds: tuple[SledFigures, ...]


class Replay(Message, frozen=True, tag_field="game", tag="race"):
    """A race told again."""

    table: str | None
    course: CourseName
    seats: tuple[ReplaySeat, ...]
    frames: tuple[Frame, ...]
    figures: Figures


class Finding(Message, frozen=True):
    """One thing that was checked about the cards."""

    what: str
    good: bool
    code: str
    cards: int
    """How many cards were checked."""


class Verification(Message, frozen=True):
    """Whether the cards follow from what was committed to."""

    findings: tuple[Finding, ...]


# -- answers ---------------------------------------------------------------------------------------


class Visitor(Message, frozen=True):
    """Who the visitor is."""

    name: str
    dog: Dog | None
    """The face chosen."""
    colour: Colour | None
    """The colour that the visitor likes best."""
    token: str | UnsetType = UNSET
    """For programs that asked for it."""


class TableName(Message, frozen=True):
    """A table to go to."""

    table: str


class HintReason(Message, frozen=True, omit_defaults=True):
    """Why a hint advises what it does; which facts are told depends on the code."""

    code: WhyAdvised
    dents: int = 0
    """Dents that it costs."""
    turns: float = 0.0
    """Turns that it is expected to save against what it is compared with."""
    space: Space | None = None
    """Where the move ends that it is compared with: the furthest without a dent."""
    speed: int = 0
    """The speed that the mat holds after it."""
    limit: int = 0
    """The safety speed of the next bend."""
    other: int = 0
    """The speed that the mat would hold after the furthest."""
    count: int = 0
    """Cards that a start space brings."""
    cards: tuple[Card, ...] = ()
    """Cards that a discard keeps."""


class Hint(Message, frozen=True):
    """What a strong musher would decide, and why."""

    decision: str
    asks: int
    reason: HintReason


class Plan(Message, frozen=True):
    """The plan kept for a seat; only its owner sees it."""

    plan: dict[str, Any] | None


class Recovery(Message, frozen=True):
    """What a link needs that moves a seat to another device, once, within a day."""

    table: str
    seat: int
    code: str


class Mushers(Message, frozen=True):
    """The mushers that race against people, weakest first."""

    mushers: tuple[str, ...]


class Problem(Message, frozen=True):
    """Why something was refused; more facts may stand beside."""

    code: str
    """For programs."""
    message: str
    """For people."""


class Health(Message, frozen=True):
    """Whether the server is well."""

    status: str
    version: str | UnsetType = UNSET
    compiling: dict[str, Any] | UnsetType | None = UNSET
    """How far the rules are compiled that races do not need; null if all are."""


# -- courses ---------------------------------------------------------------------------------------


class Course(Message, frozen=True):
    """A course."""

    name: str
    """Of a shipped course; else empty."""
    title: str
    description: dict[str, str]
    """By language."""
    line: str
    flag: str
    tiles: tuple[str, ...]
    starts: tuple[Space, ...]
    warnings: tuple[str, ...]


class Courses(Message, frozen=True):
    """The courses that ship."""

    courses: tuple[Course, ...]


class MapSpace(Message, frozen=True):
    """Where a space lies and leads, in the drawing's lengths and degrees clockwise from up."""

    x: float
    y: float
    heading: float
    tile: int
    lane: int
    front: Annotated[tuple[float, ...], Meta(min_length=4, max_length=4)]
    """The line across the track at its front, as x, y, x, y."""
    ahead: Space | None
    """Null for the side."""
    left: Space | None
    right: Space | None
    progress: float
    """Along the track, in spaces of the middle lane."""
    bend_in: int | None
    """Steps ahead that cross the next safety line."""
    bend_safety: int | None
    over: tuple[int, ...]
    """Earlier tiles that its tile passes over on a bridge (TILE-9)."""
    beneath: bool
    """Whether a later tile passes over it."""


class MapTile(Message, frozen=True):
    """A tile of a course."""

    name: str
    safety: int
    """0 on straights."""


class CourseMap(Message, frozen=True):
    """Where all spaces of a course lie."""

    starts: tuple[Space, ...]
    finish: int
    """Number of the finish tile."""
    lanes: str
    """Their letters."""
    spaces: dict[str, MapSpace]
    tiles: tuple[MapTile, ...]
