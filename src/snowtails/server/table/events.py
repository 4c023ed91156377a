"""What happens at a table, as small values with a JSON form: the table's log is a list of them.

The log is private to the server. What a seat may see of an event is told by `messages`.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import ConfigDict, Field, TypeAdapter, ValidationError

from ...course import Refused
from .leg import Leg
from .solo_events import RoundBegan, SoloDecided, SoloOpened

Why = Literal["left", "gone"]
"""Why a bot holds somebody's reins: the person left, or has not been seen for a while."""

By = Literal["person", "musher", "relief", "clock"]
"""Who decided: the person, the musher of the seat, the one holding a person's reins, or the one
that plays a single turn because the clock ran out."""


class InvalidEvent(Refused):
    """A text that is no event."""


@dataclass(frozen=True, slots=True)
class Options:
    """How a table is to be played; settled when it is opened."""

    course: str
    """The course line."""
    course_name: str = ""
    clock: int | None = None
    """Seconds for each decision of a person; None to take one's time."""
    listed: bool = False
    """Whether the lobby shows the table; if not, it is found by its link alone."""
    hints: bool = True
    """Whether a musher may be asked for advice."""
    hot_seat: bool = False
    """Whether one visitor may hold several seats, at one screen."""
    relief: str = "yearling"
    """The musher that holds the reins of whoever is gone."""
    grace: int = 60
    """Seconds after which somebody not seen is gone."""


@dataclass(frozen=True, slots=True)
class Opened:
    """A table was opened."""

    options: Options
    offers: tuple[str, ...]
    """For each seat `open`, `invited`, or the name of the musher that sits there."""
    host: str
    """Hashed token of the visitor who opened it."""
    secret: str
    """256 bits that the cards come from; see `rules.deal.SecretDeal`."""
    seal: str
    """The commitment to the secret that is shown before anybody adds bytes; empty where bytes came
    with the request that opened the table."""
    invitations: str
    """Key of the codes in invitation links."""
    rematch_of: str | None = None
    """The table before it, of a rematch or of a season."""
    season: Leg | None = None
    """Where in a season its race stands."""
    kind: Literal["opened"] = "opened"


@dataclass(frozen=True, slots=True)
class Sat:
    """Somebody took a free seat."""

    seat: int
    holder: str
    """Hashed token of the visitor."""
    name: str
    added: str = ""
    """Bytes of the visitor's own, in hexadecimal, that the cards also come from."""
    colour: str | None = None
    """The colour chosen for the sled; None for any that is left (SETUP-1)."""
    kind: Literal["sat"] = "sat"


@dataclass(frozen=True, slots=True)
class Rose:
    """Somebody gave a seat up before the race."""

    seat: int
    kind: Literal["rose"] = "rose"


@dataclass(frozen=True, slots=True)
class Filled:
    """A musher was put on a free seat."""

    seat: int
    musher: str
    kind: Literal["filled"] = "filled"


@dataclass(frozen=True, slots=True)
class Began:
    """The race began."""

    commitment: str
    kind: Literal["began"] = "began"


@dataclass(frozen=True, slots=True)
class Draw:
    """Cards that one sled drew at once."""

    sled: int
    cards: tuple[int, ...]
    reason: Literal["deal", "refill", "no_cards"]


@dataclass(frozen=True, slots=True)
class Decided:
    """A start space, a turn or a discard was decided, and cards were drawn because of it."""

    seat: int
    decision: str
    answers: int
    """Number of the event after which this decision was due."""
    by: By
    drawn: tuple[Draw, ...] = ()
    took: float | None = None
    """Seconds that the person took, or let run out; None if a bot decided."""
    kind: Literal["decided"] = "decided"


@dataclass(frozen=True, slots=True)
class HandedOver:
    """A bot took somebody's reins."""

    seat: int
    musher: str
    why: Why
    kind: Literal["handed_over"] = "handed_over"


@dataclass(frozen=True, slots=True)
class TookBack:
    """A person took the reins back."""

    seat: int
    kind: Literal["took_back"] = "took_back"


@dataclass(frozen=True, slots=True)
class Chatted:
    """Somebody said something."""

    name: str
    text: str
    holder: str
    key: str
    """Chosen by the sender, so that a message sent twice is said once."""
    seat: int | None = None
    """None if an onlooker said it."""
    kind: Literal["chatted"] = "chatted"


@dataclass(frozen=True, slots=True)
class Muted:
    """The host muted a seat, or all onlookers, or gave them their voice back."""

    seat: int | None
    muted: bool
    kind: Literal["muted"] = "muted"


@dataclass(frozen=True, slots=True)
class RecoveryOffered:
    """A link was made by which a seat can be moved to another device, once."""

    seat: int
    code: str
    """Hashed."""
    until: float
    kind: Literal["recovery_offered"] = "recovery_offered"


@dataclass(frozen=True, slots=True)
class Moved:
    """A seat was moved to another device."""

    seat: int
    holder: str
    code: str
    """Hash of the code that was used up."""
    kind: Literal["moved"] = "moved"


@dataclass(frozen=True, slots=True)
class Closed:
    """Everybody left before the race began."""

    kind: Literal["closed"] = "closed"


@dataclass(frozen=True, slots=True)
class Rematched:
    """A table was opened for the same company to race again, or to race on in its season."""

    table: str
    kind: Literal["rematched"] = "rematched"


Body = (
    Opened
    | Sat
    | Rose
    | Filled
    | Began
    | Decided
    | HandedOver
    | TookBack
    | Chatted
    | Muted
    | RecoveryOffered
    | Moved
    | Closed
    | Rematched
    | SoloOpened
    | RoundBegan
    | SoloDecided
)


@dataclass(frozen=True, slots=True)
class Event:
    """One entry of a table's log."""

    # Pydantic reads this setting; it is not a field.
    __pydantic_config__ = ConfigDict(extra="forbid")

    number: int
    """Counted from 1 at each table."""
    at: float
    """When, by the server's clock, in seconds since 1970."""
    body: Annotated[Body, Field(discriminator="kind")]


_EVENT = TypeAdapter(Event)


def format_event(event: Event) -> str:
    """Write an event as JSON."""
    return _EVENT.dump_json(event).decode()


def parse_event(text: str | bytes) -> Event:
    """Read an event; raise InvalidEvent if the text is none.

    >>> event = Event(2, 12.5, Sat(0, "…", "Anna"))
    >>> parse_event(format_event(event)) == event
    True
    """
    try:
        return _EVENT.validate_json(text)
    except ValidationError as error:
        found = error.errors(include_input=False, include_url=False)[0]
        where = ".".join(map(str, found["loc"]))
        raise InvalidEvent(f"no event: {where or 'the text'}: {found['msg']}") from None


def numbered(after: int, at: float, bodies: Sequence[Body]) -> tuple[Event, ...]:
    """Give events that follow one upon another their numbers."""
    return tuple(Event(after + n, at, body) for n, body in enumerate(bodies, 1))
