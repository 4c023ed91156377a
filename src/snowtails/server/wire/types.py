"""Every message of a table that leaves the server, declared.

JSON, the schemas in `/openapi.json`, the page's `types.d.ts` and the tables of docs/http-api.md are
made from these declarations; see `scripts/wire.py`. Solo games have theirs in `solo_types`.
"""

from typing import Annotated, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType

from ...rules.move import Cause

Card = Literal[1, 2, 3, 4, 5]
Stop = Literal["side", "sled"]
Status = Literal["racing", "finished", "wrecked"]
Stage = Literal["waiting", "racing", "between", "over", "closed"]
SeatKind = Literal["person", "musher", "open", "invited"]
Why = Literal["left", "gone", "rounds"]
By = Literal["person", "musher", "relief", "clock"]
DrawReason = Literal["deal", "refill", "no_cards"]
Space = Annotated[str, Meta(description="Tile, lane letter and number of a space.")]
Colour = Literal["charcoal", "blue", "vermilion", "teal", "orchid"]
Dog = Literal["anori", "kaya", "miska", "nanuk", "pika", "sila", "taiga", "yuki"]
Reaction = Literal["howl", "well-driven", "ouch", "close", "hurry", "thanks"]


class Message(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """Something that leaves the server.

    Messages hold values only, never each other in a circle: the garbage collector need not look
    at them, of which there are tens of thousands.
    """


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
    """`saplings` (DENT-6), `speeding` (DENT-1), `side` (DENT-3); in the solo game also
    `no_cards` (TURN-4) and `opponent` (SOLO-4)."""
    space: Space
    count: int = 1
    """How many; one is usual."""
    speed: int | None = None
    """For speeding: the turn's speed."""
    limit: int | None = None
    """For speeding: the safety speed."""


class Move(Message, frozen=True, omit_defaults=True):
    """What a turn leads to. What has its usual value is left out."""

    # Made by position, like dents and sleds; see `messages`. `move_writer` writes the same.

    turn: str
    way: tuple[Space, ...]
    """The space where the sled stood, and those that it enters, in order; it ends on the last."""
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
    place: int | None = None
    """The sled's place then, if the move changes it."""
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


class RetryOf(Message, frozen=True):
    """The race in whose midst another begins."""

    table: str
    decisions: int
    """How many of its decisions come before."""


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
    retry_of: RetryOf | None
    """The race that is tried again here, from a decision on."""
    season: Season | None
    race: RaceState | None
    """Null before the race."""
    choices: Choices | None
    """Null before the race, and for onlookers."""
    duplicate: str | None = None
    """The duplicate race that it takes up, with the same cards as all who do."""
    next_seal: str | UnsetType = UNSET
    """The seal of the season's next race, told before anybody lays its course."""


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
