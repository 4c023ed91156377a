"""What happens at a table, as small values with a JSON form: the table's log is a list of them.

The log is private to the server. What a seat may see of an event is told by `messages`.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import msgspec

from ...course import Refused
from .event_body import EventBody
from .leg import Leg
from .solo_events import RoundBegan, SoloDecided, SoloOpened

Why = Literal["left", "gone", "rounds"]
"""Why a bot holds somebody's reins: the person left, has not been seen for a while, or the race has
gone on for too many rounds."""

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
class GivenDecision:
    """A decision of another race, with the cards drawn because of it."""

    decision: str
    cards: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Given:
    """How another race went until the decision from which on it is tried again."""

    table: str
    choosing: tuple[int, ...]
    """The order of choosing start spaces."""
    colours: tuple[str, ...]
    decisions: tuple[GivenDecision, ...]


class Opened(EventBody, frozen=True, tag="opened"):
    """A table was opened."""

    options: Options
    offers: tuple[str, ...]
    """For each seat `open`, `invited`, or the name of the musher that sits there."""
    host: str
    """Hashed token of the visitor who opened it."""
    secret: str
    """256 bits that the cards come from; see `rules.deal.SecretDeal`."""
    seal: str
    """The commitment to the secret that is shown before anybody adds bytes, in later races of a
    season already at the table before; empty where bytes came with the request that opened it."""
    invitations: str
    """Key of the codes in invitation links."""
    rematch_of: str | None = None
    """The table before it, of a rematch or of a season."""
    season: Leg | None = None
    """Where in a season its race stands."""
    given: Given | None = None
    """What was played before, if it begins in the midst of another race."""
    duplicate: str = ""
    """The duplicate race that it takes up: its secret, and so its cards, are those of all."""
    next_secret: str = ""
    """256 bits that the cards of the season's next race come from, settled a race ahead; empty if
    there is none, or in older logs."""


class Sat(EventBody, frozen=True, tag="sat"):
    """Somebody took a free seat."""

    seat: int
    holder: str
    """Hashed token of the visitor."""
    name: str
    added: str = ""
    """Bytes of the visitor's own, in hexadecimal, that the cards also come from."""
    colour: str | None = None
    """The colour chosen for the sled; None for any that is left (SETUP-1)."""
    dog: str | None = None
    """The face chosen."""


class Rose(EventBody, frozen=True, tag="rose"):
    """Somebody gave a seat up before the race."""

    seat: int


class Filled(EventBody, frozen=True, tag="filled"):
    """A musher was put on a free seat."""

    seat: int
    musher: str


class Began(EventBody, frozen=True, tag="began"):
    """The race began."""

    commitment: str


@dataclass(frozen=True, slots=True)
class Draw:
    """Cards that one sled drew at once."""

    sled: int
    cards: tuple[int, ...]
    reason: Literal["deal", "refill", "no_cards"]


class Decided(EventBody, frozen=True, tag="decided"):
    """A start space, a turn or a discard was decided, and cards were drawn because of it."""

    seat: int
    decision: str
    answers: int
    """Number of the event after which this decision was due."""
    by: By
    drawn: tuple[Draw, ...] = ()
    took: float | None = None
    """Seconds that the person took, or let run out; None if a bot decided."""


class HandedOver(EventBody, frozen=True, tag="handed_over"):
    """A bot took somebody's reins."""

    seat: int
    musher: str
    why: Why


class TookBack(EventBody, frozen=True, tag="took_back"):
    """A person took the reins back."""

    seat: int


class Said(EventBody, frozen=True):
    """Somebody spoke to the whole table."""

    name: str
    holder: str
    key: str
    """Chosen by the sender, so that what is sent twice is said once."""
    seat: int | None = None
    """None if an onlooker spoke."""


class Chatted(Said, frozen=True, tag="chatted", kw_only=True):
    """Somebody said something."""

    text: str


class Reacted(Said, frozen=True, tag="reacted", kw_only=True):
    """Somebody called one of a few things that everybody reads in the own language."""

    reaction: str


class Muted(EventBody, frozen=True, tag="muted"):
    """The host muted a seat, or all onlookers, or gave them their voice back."""

    seat: int | None
    muted: bool


class RecoveryOffered(EventBody, frozen=True, tag="recovery_offered"):
    """A link was made by which a seat can be moved to another device, once."""

    seat: int
    code: str
    """Hashed."""
    until: float


class Moved(EventBody, frozen=True, tag="moved"):
    """A seat was moved to another device."""

    seat: int
    holder: str
    code: str
    """Hash of the code that was used up."""


class Closed(EventBody, frozen=True, tag="closed"):
    """Everybody left before the race began."""


class Rematched(EventBody, frozen=True, tag="rematched"):
    """A table was opened for the same company to race again, or to race on in its season."""

    table: str


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
    | Reacted
    | Muted
    | RecoveryOffered
    | Moved
    | Closed
    | Rematched
    | SoloOpened
    | RoundBegan
    | SoloDecided
)


class Event(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """One entry of a table's log."""

    number: int
    """Counted from 1 at each table."""
    at: float
    """When, by the server's clock, in seconds since 1970."""
    body: Body


_DECODER = msgspec.json.Decoder(Event)
_ENCODER = msgspec.json.Encoder()


def format_event(event: Event) -> str:
    """Write an event as JSON."""
    return _ENCODER.encode(event).decode()


def parse_event(text: str | bytes) -> Event:
    """Read an event; raise InvalidEvent if the text is none.

    >>> event = Event(2, 12.5, Sat(0, "…", "Anna"))
    >>> parse_event(format_event(event)) == event
    True
    """
    try:
        return _DECODER.decode(text)
    except (msgspec.MsgspecError, UnicodeError) as error:
        raise InvalidEvent(f"no event: {error}") from None


def numbered(after: int, at: float, bodies: Sequence[Body]) -> tuple[Event, ...]:
    """Give events that follow one upon another their numbers."""
    return tuple(Event(after + n, at, body) for n, body in enumerate(bodies, 1))
