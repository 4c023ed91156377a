"""Messages: everybody is told what they may know, and nothing else."""

from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

import msgspec
import pytest

from snowtails.rules import Race, Turn
from snowtails.rules.move import Dent, Move
from snowtails.server.errors import RequestError
from snowtails.server.table.events import Decided, Event
from snowtails.server.table.race_table import RaceTable
from snowtails.server.table.seat import INVITED, OPEN
from snowtails.server.wire import messages, types, views
from snowtails.server.wire.encoding import encoded
from snowtails.server.wire.messages import ONLOOKER, Viewer, viewer_of
from tests.server.company import (
    SECRET,
    WorldDeal,
    as_json,
    choice_in_both,
    company,
    do,
    open_table,
    play_on,
    racing,
)


def told(table: RaceTable, viewer: Viewer) -> str:
    """Return everything that somebody can be told about a table."""
    parts: list[object] = [views.view_message(table, viewer), views.summary_message(table)]
    parts += [views.event_message(table, event, viewer) for event in table.events]
    return encoded(parts).decode()


def table_message(table: RaceTable, viewer: Viewer) -> Any:
    return as_json(views.view_message(table, viewer))


def event_message(table: RaceTable, event: Event, viewer: Viewer) -> Any:
    return as_json(views.event_message(table, event, viewer))


def test_a_seat_sees_its_own_cards_only() -> None:
    table = play_on(company("anna", "ben", "pup", course="srsrs"), 12)
    race = racing(table)
    for seat, holder in ((0, "anna"), (1, "ben"), (None, "cleo"), (None, None)):
        viewer = viewer_of(table, holder)
        assert viewer.seat == seat
        found = table_message(table, viewer)
        for number, sled in enumerate(found["race"]["sleds"]):
            assert ("hand" in sled) == ("deck" in sled) == (number == seat)
            assert sled["hand_size"] == len(race.hand_of(number))
        if seat is None:
            assert found["choices"] is None
        else:
            assert found["race"]["sleds"][seat]["hand"] == list(race.hand_of(seat))
            decisions = race.decisions if table.actor == seat else ()
            assert found["choices"]["decisions"] == [str(each) for each in decisions]


def test_moves_are_told_whenever_a_person_decides() -> None:
    table = company("anna", "ben", "pup", course="srsrs")
    told = set()
    while table.actor is not None:
        race, actor = racing(table), table.actor
        for seat, holder in ((0, "anna"), (1, "ben")):
            choices = table_message(table, viewer_of(table, holder))["choices"]
            told.add((seat, actor, "moves" in choices))
            if choices.get("moves"):
                expected = [str(outcome.turn) for outcome in race.reach(seat)]
                assert [each["turn"] for each in choices["moves"]] == expected
        play_on(table, 1)
    assert told == {(seat, actor, actor < 2) for seat in (0, 1) for actor in (0, 1, 2)}


def test_cards_drawn_are_told_to_whoever_drew_them() -> None:
    table = play_on(company("anna", "ben"), 9)
    for event in table.events:
        if isinstance(event.body, Decided):
            for seat in (0, 1, None):
                found = event_message(table, event, Viewer(seat=seat))
                for drawn, real in zip(found["drawn"], event.body.drawn, strict=True):
                    assert drawn["count"] == len(real.cards)
                    assert drawn.get("cards") == (list(real.cards) if real.sled == seat else None)


def test_a_move_is_told_as_it_was() -> None:
    table = company("anna", "ben", course="srsrs")
    race = racing(table)
    while table.actor is not None:
        expected = race.preview(race.turns[0]) if race.turns else None
        play_on(table, 1, lambda table: str(racing(table).decisions[0]))
        found = event_message(table, table.events[-1], ONLOOKER)
        assert ("move" in found) == (expected is not None)
        if expected:
            move = found["move"]
            assert move["way"] == [expected.start, *expected.path]
            assert move["speed"] == expected.speed
            dents = sum(dent.get("count", 1) for dent in move.get("dents", []))
            assert dents == move.get("price", 0) == expected.dent_count
            changed = expected.place_after != expected.place_before
            assert move.get("place") == (expected.place_after if changed else None)


def test_every_field_of_a_move_and_of_a_sled_is_told_as_what_it_is() -> None:
    dent = Dent("speeding", 1, "2e1", speed=6, limit=4)
    move = Move(
        *(7, Turn.parse("3L"), "1a1", ("1a2", "1b2"), "1b2", 11, 12, 13, "side", (dent,)),
        *(True, False, 14, 15, 16, 17),
    )
    expected = move._asdict() | {"turn": "3L", "price": 1, "dents": (types.Dent(**asdict(dent)),)}
    expected |= {"way": ("1a1", "1a2", "1b2"), "place": 15}
    for part in ("sled", "start", "path", "end", "place_before", "place_after"):
        del expected[part]
    assert msgspec.structs.asdict(messages.move_message(move)) == expected
    sled = Race("nutcracker", sleds=2, seed=7).sleds[0]
    sled = sled._replace(space="1c3", left=1, right=2, brake=4, dents=5, place=6, moved=True)
    fields = msgspec.structs.asdict(messages.sled_message(sled))
    assert fields == {name: getattr(sled, name) for name in fields}


def test_secrets_of_the_table_are_never_told() -> None:
    table = open_table(OPEN, INVITED, "pup", host="anna-hash")
    do(table, table.sit(0, "anna-hash", "Anna", 0, added=b"mine"))
    do(table, table.sit(1, "ben-hash", "Ben", 0, code=table.invitation(1)))
    do(table, table.begin("anna-hash", 0))
    do(table, table.offer_recovery(0, "anna-hash", "code", 0))
    do(table, table.chat("ben-hash", "Ben", "hi", "k-e-y", 0))
    play_on(table, 6)
    hidden = [
        *(SECRET.hex(), "anna-hash", "ben-hash", b"mine".hex(), "k-e-y"),
        *(table.opened.invitations, table.invitation(1)),
    ]
    for holder in ("anna-hash", "ben-hash", None):
        text = told(table, viewer_of(table, holder))
        assert not [secret for secret in hidden if f'"{secret}"' in text]


def test_only_the_host_is_told_invitations_to_free_seats() -> None:
    table = open_table(OPEN, INVITED, INVITED)
    do(table, table.sit(1, "ben", "Ben", 0, code=table.invitation(1)))
    found = table_message(table, viewer_of(table, "anna"))["you"]
    assert found["invitations"] == {"2": table.invitation(2)}
    assert table_message(table, viewer_of(table, "ben"))["you"]["invitations"] == {}


def test_one_screen_sees_only_the_seat_whose_curtain_is_lifted() -> None:
    table = open_table(OPEN, OPEN, hot_seat=True)
    do(table, table.sit(0, "anna", "Anna", 0))
    do(table, table.sit(1, "anna", "Ben", 0))
    do(table, table.begin("anna", 0))
    play_on(table, 4)
    for lifted in (None, 0, 1, 2):
        viewer = viewer_of(table, "anna", lifted)
        assert viewer.seat == (lifted if lifted in (0, 1) else None)
        sleds = table_message(table, viewer)["race"]["sleds"]
        assert ["hand" in sled for sled in sleds] == [viewer.seat == 0, viewer.seat == 1]


def two_worlds(
    monkeypatch: pytest.MonkeyPatch, *names: str, other: int
) -> Iterator[tuple[RaceTable, RaceTable]]:
    """Play the same race in two worlds, for as long as seat 0 cannot tell them apart."""
    monkeypatch.setattr("snowtails.server.table.race_table.SecretDeal", WorldDeal)
    one, two = (
        company(*names, course="srsrs", secret=SECRET[:-1] + bytes([world])) for world in (0, other)
    )
    yield one, two
    while one.actor is not None and (choice := choice_in_both(one, two)) is not None:
        for table in (one, two):
            play_on(table, 1, lambda _: choice)
        if racing(one).view(0) != racing(two).view(0):
            return
        yield one, two


@pytest.mark.parametrize("other", range(1, 9))
def test_two_worlds_that_seat_0_cannot_tell_apart_are_told_alike(
    monkeypatch: pytest.MonkeyPatch, other: int
) -> None:
    differed = 0
    for one, two in two_worlds(monkeypatch, "anna", "ben", "pup", other=other):
        for viewer in (viewer_of(one, "anna"), ONLOOKER):
            assert told(one, viewer) == told(two, viewer)
        for wrong in ("1LRB+", "x9", "@1", "5LRB"):
            assert refusal(one, wrong) == refusal(two, wrong)
        differed += racing(one).state.tobytes() != racing(two).state.tobytes()
    assert differed > 3


def refusal(table: RaceTable, decision: str) -> str:
    """Return what a wrong decision of seat 0 is answered."""
    try:
        table.decide(0, table.seats[0].holder, decision, table.asks, 0)
    except (RequestError, ValueError) as error:
        return f"{error} {getattr(error, 'facts', '')}"
    return ""


def test_worlds_are_told_apart_by_whoever_holds_the_cards(monkeypatch: pytest.MonkeyPatch) -> None:
    """The proof above can fail."""
    *_, (one, two) = two_worlds(monkeypatch, "anna", "ben", "pup", other=1)
    assert told(one, viewer_of(one, "ben")) != told(two, viewer_of(two, "ben"))


def test_a_preview_is_made_from_the_seats_own_view() -> None:
    table = play_on(company("anna", "ben", course="srsrs"), 2)
    view = racing(table).view(0)
    race = racing(table)
    for turn in race.turns_of(0):
        found = messages.preview_message(view, str(turn))
        expected = race.preview(turn, 0)
        assert (found.way[-1], found.draws) == (expected.end, expected.draws)
