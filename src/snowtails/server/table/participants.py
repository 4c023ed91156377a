"""`Participants`: those around a race, the seats they hold and what they say to each other."""

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from typing import Literal

from ..errors import Forbidden, NotFound, Unprocessable
from .event_sourced import EventSourced
from .events import Body, Chatted, Event, Moved, Muted, Options, Reacted, RecoveryOffered
from .seat import Seat, checked_name
from .talk import Talk
from .tokens import RECOVERY_LASTS, hashed, same

LONGEST_TEXT = 300
LONGEST_KEY = 64
MOST_CHATS = 500
MOST_CHATS_OF_ONLOOKERS = 200
"""What onlookers may say of it all, with what is said before the race, so that those who race can
still talk."""
MOST_REACTIONS = 400
MOST_REACTIONS_OF_ONLOOKERS = 150
"""Calls at one table; they are counted apart from what is said."""
REACTION_EVERY = 2.0
"""Seconds that somebody has to wait before calling again."""
MOST_CHANGES = 200
"""How often one visitor may take, leave, take back and move a seat, and the host may mute."""
MOST_CHANGES_BEFORE = 1000
"""How often a seat may change before the race, when anybody may sit down and rise: several times
what one visitor may, so that nobody alone can keep it from all others."""

Stage = Literal["waiting", "racing", "between", "over", "closed"]
"""Seats are taken, it is played, the next round of a solo game can begin, all is over, or everybody
left before anything began."""


class Participants(EventSourced, ABC):
    """The company of a table; a command returns the events that say what it did."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.stage: Stage = "waiting"
        self.seats: list[Seat] = []
        self.onlookers_muted = False
        self._chats = Talk("messages", "chat-full", MOST_CHATS, MOST_CHATS_OF_ONLOOKERS)
        self._reactions = Talk(
            "calls",
            "reactions-full",
            MOST_REACTIONS,
            MOST_REACTIONS_OF_ONLOOKERS,
            REACTION_EVERY,
        )
        self._changes: Counter[tuple[int, str | None]] = Counter()  # by seat and holder
        self._changes_before: Counter[int] = Counter()  # before the race, by seat
        self._mutes = 0

    # -- looking ------------------------------------------------------------------------------

    @property
    @abstractmethod
    def host(self) -> str:
        """Hashed token of whoever opened the table."""

    @property
    @abstractmethod
    def options(self) -> Options:
        """How the table is played."""

    def seats_of(self, holder: str | None) -> tuple[int, ...]:
        """Return the seats that a visitor holds."""
        if holder is None:
            return ()
        return tuple(n for n, seat in enumerate(self.seats) if seat.holder == holder)

    @abstractmethod
    def invitation(self, seat: int) -> str:
        """Return the code in the invitation to a seat."""

    # -- talking, and moving seats ------------------------------------------------------------

    def chat(self, holder: str, name: str, text: str, key: str, now: float) -> tuple[Event, ...]:
        """Say something to the whole table."""

        def said(seat: int | None) -> Chatted:
            plain = " ".join(text.split())
            if not 1 <= len(plain) <= LONGEST_TEXT or not plain.isprintable():
                raise Unprocessable(
                    "text", f"say something in 1 to {LONGEST_TEXT} printable characters"
                )
            return Chatted(checked_name(name), holder, key, seat, text=plain)

        return self._speak(self._chats, holder, key, said, now)

    def react(
        self, holder: str, name: str, reaction: str, key: str, now: float
    ) -> tuple[Event, ...]:
        """Call one of a few things to the whole table; not too often."""

        def called(seat: int | None) -> Reacted:
            return Reacted(checked_name(name), holder, key, seat, reaction=reaction)

        return self._speak(self._reactions, holder, key, called, now)

    def _speak(
        self, talk: Talk, holder: str, key: str, body: Callable[[int | None], Body], now: float
    ) -> tuple[Event, ...]:
        """Say something once, from whichever seat somebody has, unless it is refused."""
        if (number := talk.numbers.get((holder, key))) is not None:
            return (self.events[number - 1],)
        if not 1 <= len(key) <= LONGEST_KEY:
            raise Unprocessable("key", f"a key has 1 to {LONGEST_KEY} characters")
        seat = self._voice_of(holder)
        said = body(seat)
        talk.check_pace(holder, now)
        if why := talk.too_much(racing=self._races(seat)):
            raise self._conflict(talk.code, why)
        return self._next(now, said)

    def mute(self, holder: str, seat: int | None, muted: bool, now: float) -> tuple[Event, ...]:
        """Mute a seat, or all onlookers, or give them their voice back."""
        if holder != self.host:
            raise Forbidden("not-host", "only the host can mute")
        before = self.onlookers_muted if seat is None else self._seat(seat).muted
        if before == muted:
            return ()
        if self._mutes >= MOST_CHANGES:
            told = f"somebody was muted or heard again {MOST_CHANGES} times; it stays as it is"
            raise self._conflict("changes", told)
        return self._next(now, Muted(seat, muted))

    def offer_recovery(self, seat: int, holder: str, code: str, now: float) -> tuple[Event, ...]:
        """Let whoever brings a code move a seat to another device, once."""
        self._own(seat, holder)
        self._check_changes(seat, holder)
        return self._next(now, RecoveryOffered(seat, hashed(code), now + RECOVERY_LASTS))

    def recover(self, seat: int, holder: str, code: str, now: float) -> tuple[Event, ...]:
        """Move a seat to the device that brings its code."""
        found = self._seat(seat)
        offered, until = found.recovery or ("", 0.0)
        if not same(hashed(code), offered) or now > until:
            used = [event for event in self.events if isinstance(event.body, Moved)]
            for event in used:
                assert isinstance(event.body, Moved)
                if event.body.holder == holder and same(event.body.code, hashed(code)):
                    return (event,)
            raise Forbidden(
                "recovery", "this link was used, is too old or was replaced; make a new one"
            )
        if self.seats_of(holder) and not self.options.hot_seat:
            raise self._conflict("seated", "this device has a seat at the table already")
        return self._next(now, Moved(seat, holder, offered))

    # -- helping ------------------------------------------------------------------------------

    def _seat(self, seat: int) -> Seat:
        if not 0 <= seat < len(self.seats):
            raise NotFound("no-seat", f"there is no seat {seat}; seats are 0–{len(self.seats) - 1}")
        return self.seats[seat]

    def _races(self, seat: int | None) -> bool:
        """Return whether somebody with a seat races: before that, anybody may sit down and rise."""
        return seat is not None and self.stage != "waiting"

    def _voice_of(self, holder: str) -> int | None:
        """Return the seat that somebody speaks from, or None for onlookers; refuse the muted."""
        held = self.seats_of(holder)
        seat = held[0] if held else None
        if self.onlookers_muted if seat is None else self.seats[seat].muted:
            raise Forbidden("muted", "the host has muted you at this table")
        return seat

    def _check_changes(self, seat: int, holder: str, more: int = 1) -> None:
        """Refuse so many changes of a seat that the log of a table would grow without end.

        What one visitor does uses up nothing of the others, least of all of who sits there next.
        """
        if self._changes[seat, holder] + more > MOST_CHANGES:
            told = f"you have changed seat {seat} {MOST_CHANGES} times; it stays as it is for you"
            raise self._conflict("changes", told)
        if self.stage == "waiting" and self._changes_before[seat] >= MOST_CHANGES_BEFORE:
            told = f"seat {seat} has changed {MOST_CHANGES_BEFORE} times; open another table"
            raise self._conflict("changes", told)

    def _change(self, seat: int, **fields: object) -> None:
        """Let whoever sits there, now or because of it, change some fields of a seat; count it."""
        self._set(seat, **fields)
        self._changes[seat, self.seats[seat].holder] += 1
        if self.stage == "waiting":
            self._changes_before[seat] += 1

    def _move(self, seat: int, holder: str) -> None:
        """Let the holder of a seat have it on another device."""
        # Whoever goes from device to device is the same person, and does not begin anew.
        so_far = self._changes[seat, self.seats[seat].holder]
        self._changes[seat, holder] = max(self._changes[seat, holder], so_far)
        self._change(seat, holder=holder, recovery=None)

    def _set(self, seat: int, **fields: object) -> None:
        """Set some fields of a seat; seats themselves are values."""
        self.seats[seat] = replace(self.seats[seat], **fields)  # type: ignore[arg-type]

    def _own(self, seat: int, holder: str) -> Seat:
        found = self._seat(seat)
        if found.holder != holder:
            raise self._not_yours(seat)
        return found

    def _not_yours(self, seat: int) -> Forbidden:
        return Forbidden("not-your-seat", f"seat {seat} is not yours")

    def _has(self, kind: type[Body], seat: int | None = None) -> bool:
        return any(
            isinstance(event.body, kind) and getattr(event.body, "seat", None) == seat
            for event in self.events
        )

    def _last_of(self, kind: type[Body], seat: int | None = None) -> Event:
        return next(
            event
            for event in reversed(self.events)
            if isinstance(event.body, kind) and getattr(event.body, "seat", None) == seat
        )
