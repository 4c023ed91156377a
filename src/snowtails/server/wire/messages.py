"""What leaves the server, as plain data for JSON.

Everything about cards is made from `race.view(seat)`, by inclusion: what is not copied here cannot
be seen. A message depends on the table's log and on who asks, and on nothing else.
"""

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from itertools import pairwise
from typing import Any

from ...rules import Move, Phase, RacePosition, Sled, Standing, Status, Turn, View
from ...rules.notation import parse_decision
from ..errors import Conflict
from ..table.events import (
    Began,
    Chatted,
    Decided,
    Event,
    Filled,
    HandedOver,
    Moved,
    Muted,
    Opened,
    RecoveryOffered,
    Rematched,
    Rose,
    Sat,
    TookBack,
)
from ..table.seat import INVITED
from ..table.table import Table

Message = dict[str, Any]


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
    return Viewer(holder, seats, seat, holder is not None and holder == table.opened.host)


# -- the table -------------------------------------------------------------------------------------


def table_message(table: Table, viewer: Viewer) -> Message:
    """Tell the whole table as somebody sees it."""
    race = table.race
    view = race.view(viewer.seat) if race else None
    paws = table.big_paws
    return {
        "table": table.name,
        "number": table.number,
        "stage": table.stage,
        "asks": table.asks,
        "options": options_message(table),
        "seats": [_seat_message(table, n) for n in range(len(table.seats))],
        "you": _you_message(table, viewer),
        "onlookers_muted": table.onlookers_muted,
        "big_paws": {"seat": paws.seat, "seconds": paws.seconds} if paws else None,
        "seal": table.opened.seal or None,
        "commitment": table.commitment or None,
        "rematch": table.rematch,
        "rematch_of": table.opened.rematch_of,
        "season": season_message(table),
        "race": race_message(view) if view else None,
        "choices": choices_message(view) if view else None,
    }


def options_message(table: Table) -> Message:
    """Tell how a table is played."""
    options = table.options
    return {
        "course": {"line": options.course, "name": options.course_name},
        "clock": options.clock,
        "listed": options.listed,
        "hints": options.hints,
        "hot_seat": options.hot_seat,
        "relief": options.relief,
        "grace": options.grace,
    }


def season_message(table: Table) -> Message | None:
    """Tell the season as it stands; this race counts as soon as it is over."""
    leg, season = table.leg, table.season
    if leg is None or season is None:
        return None
    over = leg.last and table.stage == "over"
    return {
        "race": leg.number,
        "races": leg.races,
        "past": [
            {"table": race.table, "course": {"line": race.course, "name": race.course_name}}
            for race in leg.past
        ],
        "rows": [
            {
                "rank": row.rank,
                "seat": row.musher,
                "points": row.points,
                "places": list(row.places),
            }
            for row in season.table
        ],
        "progress": [list(points) for points in season.progress],
        "layer": table.layer,
        "lay_by": table.lay_by,
        "champions": list(season.champions) if over else [],
    }


def _seat_message(table: Table, number: int) -> Message:
    seat = table.seats[number]
    kind = "musher" if seat.musher else "person" if seat.holder else seat.offer
    return {
        "seat": number,
        "kind": kind,
        "name": seat.name,
        "reins": seat.driver,
        "why": seat.why,
        "muted": seat.muted,
    }


def _you_message(table: Table, viewer: Viewer) -> Message:
    invitations = (
        {
            str(n): table.invitation(n)
            for n, seat in enumerate(table.seats)
            if seat.free and seat.offer == INVITED
        }
        if viewer.host
        else {}
    )
    return {
        "seats": list(viewer.seats),
        "seat": viewer.seat,
        "host": viewer.host,
        "invitations": invitations,
    }


def summary_message(table: Table) -> Message:
    """Tell in short what a table is: for the lobby and for lists of races."""
    leg = table.leg
    return {
        "table": table.name,
        "number": table.number,
        "stage": table.stage,
        "options": options_message(table),
        "seats": [_seat_message(table, n) for n in range(len(table.seats))],
        "free": sum(seat.free and seat.offer != INVITED for seat in table.seats),
        "actor": table.actor,
        "round": table.race.round if table.race else 0,
        "season": {"race": leg.number, "races": leg.races, "layer": table.layer} if leg else None,
        "opened": table.events[0].at,
        "updated": table.events[-1].at,
    }


# -- the race --------------------------------------------------------------------------------------


def race_message(position: RacePosition) -> Message:
    """Tell a race as far as a position knows it: a view has no cards of others to be told."""
    standings = position.standings()
    return {
        "round": position.round,
        "phase": position.phase,
        "actor": position.actor,
        "owed": position.owed,
        "sleds": [_sled_message(sled) for sled in position.sleds],
        "standings": [
            {"sled": each.sled, "status": each.status, "place": each.place} for each in standings
        ],
        "leads": list(_leads_message(standings)),
        "saplings": list(position.saplings),
    }


def _leads_message(standings: Sequence[Standing]) -> Iterator[Message]:
    """Tell of neighbours in the order of a race why the one is ahead of the other."""
    for ahead, behind in pairwise(standings):
        if ahead.lead:
            yield {"ahead": ahead.sled, "behind": behind.sled} | asdict(ahead.lead)


def _sled_message(sled: Sled) -> Message:
    message: Message = {
        "space": sled.space,
        "left": sled.left,
        "right": sled.right,
        "brake": sled.brake,
        "dents": sled.dents,
        "status": sled.status,
        "place": sled.place if sled.status is Status.FINISHED else None,
        "position": sled.place,
        "moved": sled.moved,
        "hand_size": sled.hand_size,
        "deck_size": sled.deck_size,
        "used": list(sled.used),
    }
    if sled.hand is not None and sled.deck is not None:
        message |= {"hand": list(sled.hand), "deck": list(sled.deck)}
    return message


def choices_message(view: View) -> Message | None:
    """Tell what a seat may decide now, and what it could reach; None for an onlooker."""
    if view.seat is None:
        return None
    return {
        "decisions": [str(decision) for decision in view.decisions],
        "reach": _reach_message(view),
    }


def _reach_message(view: View) -> list[Message]:
    if not _can_move(view):
        return []
    return [outcome_message(move) for move in view.reach()]


def _can_move(view: View) -> bool:
    """Return whether the own sled stands on the track, before the finish, with its cards dealt."""
    if view.seat is None or view.phase not in (Phase.TURN, Phase.DISCARD):
        return False
    space = view.sleds[view.seat].space
    return space is not None and view.track.by_name[space] < view.track.first_past


def outcome_message(move: Move) -> Message:
    """Tell one thing that a sled could reach, with a turn that leads there."""
    return {
        "turn": str(move.turn),
        "space": move.end,
        "speed": move.speed,
        "drift": move.drift,
        "bonus": move.bonus,
        "stop": move.stop,
        "dents": move.dent_count,
        "saplings": list(move.saplings),
        "wrecked": move.wrecked,
        "finished": move.finished,
    }


def preview_message(view: View, turn: str) -> Message:
    """Tell where a turn of the own sled would end, what it costs and why."""
    if not _can_move(view):
        raise Conflict("not-on-track", "your sled is not on the track")
    move = view.preview(turn)
    return move_message(move) | {"draws": move.draws, "discards": move.discards}


def move_message(move: Move) -> Message:
    """Tell a move: its way, its speed, its dents with their reasons, and what it is ahead of."""
    return way_message(move) | {
        "position_before": move.place_before,
        "position_after": move.place_after or 0,
    }


def way_message(move: Move) -> Message:
    """Tell a move: its way, its speed, its dents with their reasons."""
    return {
        "turn": str(move.turn),
        "from": move.start,
        "path": list(move.path),
        "to": move.end,
        "speed": move.speed,
        "drift": move.drift,
        "bonus": move.bonus,
        "stop": move.stop,
        "dents": [asdict(dent) for dent in move.dents],
        "wrecked": move.wrecked,
        "finished": move.finished,
    }


# -- events ----------------------------------------------------------------------------------------


def event_message(table: Table, event: Event, viewer: Viewer) -> Message:
    """Tell the part of an event that somebody may know."""
    message: Message = {"number": event.number, "at": event.at, "kind": event.body.kind}
    match event.body:
        case Opened():
            message |= {"options": options_message(table), "seal": event.body.seal or None}
        case Sat(seat=seat, name=name):
            message |= {"seat": seat, "name": name}
        case Filled(seat=seat, musher=musher):
            message |= {"seat": seat, "musher": musher}
        case Began(commitment=commitment):
            message |= {"commitment": commitment}
        case Decided() as decided:
            message |= _decided_message(table, event.number, decided, viewer)
        case HandedOver(seat=seat, musher=musher, why=why):
            message |= {"seat": seat, "musher": musher, "why": why}
        case Rose(seat=seat) | TookBack(seat=seat) | RecoveryOffered(seat=seat) | Moved(seat=seat):
            message |= {"seat": seat}
        case Muted(seat=muted_seat, muted=muted):
            message |= {"seat": muted_seat, "muted": muted}
        case Chatted(name=name, text=text, seat=speaker):
            message |= {"name": name, "text": text, "seat": speaker}
        case Rematched(table=name):
            message |= {"table": name}
    return message


def _decided_message(table: Table, number: int, decided: Decided, viewer: Viewer) -> Message:
    message: Message = {
        "seat": decided.seat,
        "decision": decided.decision,
        "answers": decided.answers,
        "by": decided.by,
        "took": decided.took,
        "drawn": list(_drawn_message(decided, viewer.seat)),
    }
    decision = parse_decision(decided.decision)
    if isinstance(decision, Turn):
        before = table.before[number].view(None)
        message["move"] = move_message(before.trace(decided.seat, decision))
    return message


def _drawn_message(decided: Decided, seat: int | None) -> Iterator[Message]:
    for drawn in decided.drawn:
        told: Message = {"sled": drawn.sled, "count": len(drawn.cards), "reason": drawn.reason}
        if drawn.sled == seat:
            told["cards"] = list(drawn.cards)
        yield told
