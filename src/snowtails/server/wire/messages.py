"""What leaves the server about tables, made as `types` declares it.

Everything about cards is made from `race.view(seat)`, by inclusion: what is not copied here cannot
be seen. A message depends on the table's log and on who asks, and on nothing else.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from msgspec import UNSET, Raw

from ... import rules
from ...rules import Phase, Turn
from ...rules.move import Dent as RulesDent
from ...rules.move import Move as RulesMove
from ...rules.notation import parse_decision
from ...rules.view import View
from ..errors import Conflict
from ..table import events as log
from ..table.race_table import RaceTable
from ..table.seat import INVITED
from ..table.table import Table
from . import event_types, types
from .move_writer import write_moves, write_turns


@dataclass(frozen=True)
class Viewer:
    """Who a message is for."""

    holder: str | None = None
    """Hashed token of the visitor; None for one without a name."""
    seats: tuple[int, ...] = ()
    """The seats that the visitor holds."""
    seat: int | None = None
    """The seat whose cards may be shown; None for an onlooker, or behind a curtain."""
    host: bool = False

    @property
    def key(self) -> tuple[object, ...]:
        """What tells apart those who see different things."""
        return (self.seats, self.seat, self.host)


ONLOOKER = Viewer()


def viewer_of(table: Table, holder: str | None, lifted: int | None = None) -> Viewer:
    """Return what a visitor may see at a table: of several seats only the one uncovered."""
    seats = table.seats_of(holder)
    seat = seats[0] if len(seats) == 1 else (lifted if lifted in seats else None)
    return Viewer(holder, seats, seat, holder is not None and holder == table.host)


# -- the table -------------------------------------------------------------------------------------


def race_view(table: RaceTable, viewer: Viewer) -> types.RaceView:
    """Tell the whole table as somebody sees it."""
    # What has been public is for those who deal hidden cards: nobody does from a message.
    view = View(table.race, viewer.seat, ledgers=()) if table.race else None
    paws = table.big_paws
    return types.RaceView(
        table=table.name,
        number=table.number,
        stage=table.stage,
        asks=table.asks,
        options=options_message(table),
        seats=seat_messages(table),
        you=you_message(table, viewer),
        onlookers_muted=table.onlookers_muted,
        big_paws=types.BigPaws(seat=paws.seat, seconds=paws.seconds) if paws else None,
        seal=table.opened.seal or None,
        commitment=table.commitment or None,
        rematch=table.rematch,
        rematch_of=table.opened.rematch_of,
        retry_of=_retry_of(table),
        season=season_message(table),
        race=race_message(view) if view else None,
        choices=choices_message(view, with_moves=_moves_matter(table, viewer)) if view else None,
        duplicate=table.opened.duplicate or None,
        next_seal=table.next_seal or UNSET,
    )


def _retry_of(table: RaceTable) -> types.RetryOf | None:
    given = table.opened.given
    return types.RetryOf(table=given.table, decisions=len(given.decisions)) if given else None


def course_message(line: str, name: str) -> types.CourseName:
    """Tell which course it is."""
    return types.CourseName(line=line, name=name)


def options_message(table: Table) -> types.Options:
    """Tell how a table is played."""
    options = table.options
    return types.Options(
        course=course_message(options.course, options.course_name),
        clock=options.clock,
        listed=options.listed,
        hints=options.hints,
        hot_seat=options.hot_seat,
        relief=options.relief,
        grace=options.grace,
    )


def season_message(table: RaceTable) -> types.Season | None:
    """Tell the season as it stands; this race counts as soon as it is over."""
    leg, season = table.leg, table.season
    if leg is None or season is None:
        return None
    over = leg.last and table.stage == "over"
    return types.Season(
        race=leg.number,
        races=leg.races,
        past=tuple(
            types.PastRace(table=race.table, course=course_message(race.course, race.course_name))
            for race in leg.past
        ),
        rows=tuple(
            types.SeasonRow(rank=row.rank, seat=row.musher, points=row.points, places=row.places)
            for row in season.table
        ),
        progress=season.progress,
        layer=table.layer,
        lay_by=table.lay_by,
        champions=season.champions if over else (),
    )


def seat_messages(table: Table) -> tuple[types.Seat, ...]:
    """Tell who sits where."""
    return tuple(
        types.Seat(
            seat=number,
            kind="musher" if seat.musher else "person" if seat.holder else seat.offer,  # type: ignore[arg-type]
            name=seat.name,
            colour=colour,  # type: ignore[arg-type]
            reins=seat.driver,
            why=seat.why,
            muted=seat.muted,
            dog=seat.dog,  # type: ignore[arg-type]
        )
        for number, (seat, colour) in enumerate(zip(table.seats, table.colours, strict=True))
    )


def you_message(table: Table, viewer: Viewer) -> types.You:
    """Tell what the visitor is at the table."""
    invitations = (
        {
            str(n): table.invitation(n)
            for n, seat in enumerate(table.seats)
            if seat.free and seat.offer == INVITED
        }
        if viewer.host
        else {}
    )
    return types.You(
        seats=viewer.seats, seat=viewer.seat, host=viewer.host, invitations=invitations
    )


def race_summary(table: RaceTable) -> types.Summary:
    """Tell in short what a table is: for the lobby and for lists of races."""
    leg = table.leg
    return types.Summary(
        table=table.name,
        number=table.number,
        stage=table.stage,
        options=options_message(table),
        seats=seat_messages(table),
        free=sum(seat.free and seat.offer != INVITED for seat in table.seats),
        actor=table.actor,
        round=table.race.round if table.race else 0,
        season=types.SeasonInShort(race=leg.number, races=leg.races, layer=table.layer)
        if leg
        else None,
        opened=table.events[0].at,
        updated=table.events[-1].at,
    )


# -- the race --------------------------------------------------------------------------------------


def race_message(position: rules.RacePosition) -> types.RaceState:
    """Tell a race as far as a position knows it: a view has no cards of others to be told."""
    standings = position.standings()
    return types.RaceState(
        round=position.round,
        phase=position.phase.value,  # type: ignore[arg-type]
        actor=position.actor,
        owed=position.owed,
        sleds=tuple(map(sled_message, position.sleds)),
        standings=tuple(
            types.Standing(each.sled, each.status.value, each.place) for each in standings
        ),
        leads=tuple(_lead_messages(standings)),
        saplings=position.saplings,
    )


def _lead_messages(standings: Sequence[rules.Standing]) -> Iterator[types.Lead]:
    """Tell of neighbours in the order of a race why the one is ahead of the other."""
    for ahead, behind in pairwise(standings):
        if lead := ahead.lead:
            yield types.Lead(
                ahead=ahead.sled,
                behind=behind.sled,
                reason=lead.reason,
                clause=lead.clause,
                gap=lead.gap,
            )


def sled_message(sled: rules.Sled) -> types.Sled:
    """Tell a sled, with those of its cards that may be known."""
    known = sled.hand is not None and sled.deck is not None
    cards: Any = (sled.hand, sled.deck) if known else ()
    return types.Sled(
        sled.space,
        sled.left,
        sled.right,
        sled.brake,
        sled.dents,
        sled.status.value,
        sled.place,
        sled.moved,
        sled.hand_size,
        sled.deck_size,
        sled.used,  # type: ignore[arg-type]
        *cards,
    )


def _moves_matter(table: RaceTable, viewer: Viewer) -> bool:
    """Return whether somebody may want to plan: not while a musher decides, in a moment."""
    actor = table.actor
    return actor is None or actor == viewer.seat or table.seats[actor].driver is None


def choices_message(view: View, *, with_moves: bool = True) -> types.Choices | None:
    """Tell what a seat may decide now, and what it could reach; None for an onlooker."""
    if view.seat is None:
        return None
    # Kernels write turns and moves as JSON; `types.Choices` declares what that says.
    decisions: Any
    if view.phase is Phase.TURN and view.actor == view.seat:
        decisions = Raw(write_turns(view))
    else:
        decisions = tuple(map(str, view.decisions))
    if not with_moves:
        return types.Choices(decisions=decisions)
    moves: Any = Raw(write_moves(view)) if _can_move(view) else ()
    return types.Choices(decisions=decisions, moves=moves)


def _can_move(view: View) -> bool:
    """Return whether the own sled stands on the track, before the finish, with its cards dealt."""
    dealt = view.phase in (Phase.TURN, Phase.DISCARD)
    return view.seat is not None and dealt and view.is_driving(view.seat)


def preview_message(view: View, turn: str) -> types.Move:
    """Tell where a turn of the own sled would end, what it costs and why."""
    if not _can_move(view):
        raise Conflict("not-on-track", "your sled is not on the track")
    return move_message(view.preview(turn))


def move_message(move: RulesMove) -> types.Move:
    """Tell a move: its way, its speed, its dents with their reasons, and what it is ahead of."""
    # A solo view has dozens: fields are given in their order, which takes a quarter of the time.
    return types.Move(
        str(move.turn),
        (move.start, *move.path),
        move.speed,
        move.dent_count,
        move.drift,
        move.bonus,
        move.stop,
        dent_messages(move.dents) if move.dents else (),
        move.wrecked,
        move.finished,
        move.place_after if move.place_after != move.place_before else None,
        move.draws,
        move.discards,
    )


def dent_messages(dents: Iterable[RulesDent]) -> tuple[types.Dent, ...]:
    """Tell dents and their reasons."""
    return tuple(
        [types.Dent(dent.cause, dent.space, dent.count, dent.speed, dent.limit) for dent in dents]
    )


# -- events ----------------------------------------------------------------------------------------


def race_event(table: RaceTable, event: log.Event, viewer: Viewer) -> event_types.Happening:
    """Tell the part of an event at a race that somebody may know."""
    when = {"number": event.number, "at": event.at}
    match event.body:
        case log.Opened() as opened:
            return event_types.HappenedOpened(
                **when,  # type: ignore[arg-type]
                options=options_message(table),
                seal=opened.seal or None,
            )
        case log.Began(commitment=commitment):
            return event_types.HappenedBegan(**when, commitment=commitment)  # type: ignore[arg-type]
        case log.Decided() as decided:
            return _decided_message(table, event, decided, viewer)
    return company_event(event)


def company_event(event: log.Event) -> event_types.Happening:
    """Tell an event that can happen at any table, and that everybody may know."""
    when: Any = {"number": event.number, "at": event.at}
    match event.body:
        case log.Sat(seat=seat, name=name, colour=colour, dog=dog):
            return event_types.HappenedSat(**when, seat=seat, name=name, colour=colour, dog=dog)  # type: ignore[arg-type]
        case log.Rose(seat=seat):
            return event_types.HappenedRose(**when, seat=seat)
        case log.Filled(seat=seat, musher=musher):
            return event_types.HappenedFilled(**when, seat=seat, musher=musher)
        case log.HandedOver(seat=seat, musher=musher, why=why):
            return event_types.HappenedHandedOver(**when, seat=seat, musher=musher, why=why)
        case log.TookBack(seat=seat):
            return event_types.HappenedTookBack(**when, seat=seat)
        case log.RecoveryOffered(seat=seat):
            return event_types.HappenedRecoveryOffered(**when, seat=seat)
        case log.Moved(seat=seat):
            return event_types.HappenedMoved(**when, seat=seat)
        case log.Muted(seat=whom, muted=muted):
            return event_types.HappenedMuted(**when, seat=whom, muted=muted)
        case log.Chatted(name=name, text=text, seat=speaker):
            return event_types.HappenedChatted(**when, name=name, text=text, seat=speaker)
        case log.Reacted(name=name, reaction=reaction, seat=speaker):
            return event_types.HappenedReacted(**when, name=name, reaction=reaction, seat=speaker)  # type: ignore[arg-type]
        case log.Rematched(table=following):
            return event_types.HappenedRematched(**when, table=following)
        case log.Closed():
            return event_types.HappenedClosed(**when)
    raise TypeError(f"no table tells of {event.body.kind}")


def _decided_message(
    table: RaceTable, event: log.Event, decided: log.Decided, viewer: Viewer
) -> event_types.HappenedDecided:
    decision = parse_decision(decided.decision)
    move = None
    if isinstance(decision, Turn):
        # A move tells of cards only how many there are, which everybody sees.
        move = move_message(table.position_before(event.number).trace(decided.seat, decision))
    return event_types.HappenedDecided(
        number=event.number,
        at=event.at,
        seat=decided.seat,
        decision=decided.decision,
        answers=decided.answers,
        by=decided.by,
        took=decided.took,
        drawn=tuple(_drawn_messages(decided, viewer.seat)),
        move=move or UNSET,
    )


def _drawn_messages(decided: log.Decided, seat: int | None) -> Iterator[event_types.Drawn]:
    for drawn in decided.drawn:
        yield event_types.Drawn(
            sled=drawn.sled,
            count=len(drawn.cards),
            reason=drawn.reason,
            cards=drawn.cards if drawn.sled == seat else UNSET,  # type: ignore[arg-type]
        )
