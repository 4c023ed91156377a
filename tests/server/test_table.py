"""The table: seats, decisions, leaving and coming back, all without a server."""

from copy import deepcopy
from typing import Any

import numpy as np
import pytest

from snowtails.mushers import INSTANT, ROUND_LIMIT, ask
from snowtails.rules import Phase, Race, read_record, verify
from snowtails.server.errors import Conflict, Forbidden, NotFound, RequestError, Unprocessable
from snowtails.server.table import race_table
from snowtails.server.table.events import Began, Closed, Decided, HandedOver, Options, Sat, TookBack
from snowtails.server.table.participants import (
    LONGEST_TEXT,
    MOST_CHANGES,
    MOST_CHANGES_BEFORE,
    MOST_CHATS,
    MOST_CHATS_OF_ONLOOKERS,
    MOST_REACTIONS_OF_ONLOOKERS,
    REACTION_EVERY,
)
from snowtails.server.table.paws import BigPaws
from snowtails.server.table.race_table import RaceTable
from snowtails.server.table.seat import INVITED, OPEN, checked_name
from snowtails.server.table.tokens import RECOVERY_LASTS
from tests.server.company import (
    SECRET,
    company,
    decide,
    do,
    first_choice,
    open_table,
    play_on,
    racing,
    sensible,
)


def refused(code: str, *kinds: type[RequestError]) -> "pytest.RaisesExc[RequestError]":
    return pytest.RaisesExc(kinds or (RequestError,), check=lambda error: error.code == code)


# -- opening and sitting down ----------------------------------------------------------------------


def test_a_table_is_what_its_events_say() -> None:
    table = play_on(company("anna", "pup", "ben"))
    again = RaceTable.from_events(table.name, table.events)
    assert racing(again).state.tobytes() == racing(table).state.tobytes()
    assert (again.seats, again.stage, again.big_paws) == (table.seats, "over", table.big_paws)
    assert again.record() == table.record()


def test_seats_are_offered_to_all_to_the_invited_or_to_mushers() -> None:
    table = open_table(OPEN, INVITED, "husky")
    assert [seat.free for seat in table.seats] == [True, True, False]
    do(table, table.sit(0, "ben", "Ben", 0))
    with refused("invitation", Forbidden):
        table.sit(1, "cleo", "Cleo", 0, code="guessed")
    do(table, table.sit(1, "cleo", "Cleo", 0, code=table.invitation(1)))
    assert table.mushers == "Ben, Cleo, husky"


@pytest.mark.parametrize(
    ("offers", "wishes", "code"),
    [
        ((), {}, "seats"),
        ((OPEN,) * 6, {}, "seats"),
        (("wolf",), {}, "no-musher"),
        ((OPEN,), {"relief": "wolf"}, "no-musher"),
        (("os:system",), {}, "no-musher"),
    ],
)
def test_an_unfit_table_is_not_opened(
    offers: tuple[str, ...], wishes: dict[str, Any], code: str
) -> None:
    with refused(code, Unprocessable):
        open_table(*offers, **wishes)


def test_a_seat_is_taken_once_and_by_one() -> None:
    table = open_table(OPEN, OPEN)
    first = do(table, table.sit(0, "anna", "Anna", 1))
    assert table.sit(0, "anna", "Anna", 2) == (first,)
    with refused("seat-taken", Conflict):
        table.sit(0, "ben", "Ben", 2)
    with refused("seated", Conflict):
        table.sit(1, "anna", "Anna", 2)
    with refused("no-seat", NotFound):
        table.sit(2, "ben", "Ben", 2)


def test_one_screen_holds_several_seats_at_a_hot_seat_table() -> None:
    table = open_table(OPEN, OPEN, hot_seat=True)
    do(table, table.sit(0, "anna", "Anna", 0))
    do(table, table.sit(1, "anna", "Ben", 0))
    assert table.seats_of("anna") == (0, 1)
    assert table.seats_of(None) == ()


@pytest.mark.parametrize("name", ["", " ", "x" * 25, "a,b", "a;b", "a\x00b"])
def test_a_name_must_be_fit_to_be_shown_and_recorded(name: str) -> None:
    with refused("name", Unprocessable):
        checked_name(name)
    assert checked_name("  Anna  van Dyk ") == "Anna van Dyk"


def test_a_seat_adds_no_more_than_64_bytes() -> None:
    with refused("added", Unprocessable):
        open_table(OPEN).sit(0, "anna", "Anna", 0, added=bytes(65))


def test_whoever_rises_frees_the_seat_and_the_last_closes_the_table() -> None:
    table = open_table(OPEN, OPEN)
    do(table, table.sit(0, "anna", "Anna", 0))
    do(table, table.sit(1, "ben", "Ben", 0))
    with refused("not-your-seat", Forbidden):
        table.leave(0, "ben", 1)
    do(table, table.leave(0, "anna", 1))
    assert table.seats[0].free
    assert do(table, table.leave(1, "ben", 1)).body == Closed()
    with refused("closed", Conflict):
        table.begin("anna", 2)
    with refused("begun", Conflict):
        table.sit(0, "ben", "Ben", 2)


def test_a_race_begins_when_all_seats_are_taken_or_filled() -> None:
    table = open_table(OPEN, OPEN, OPEN)
    do(table, table.sit(0, "anna", "Anna", 0))
    do(table, table.sit(2, "ben", "Ben", 0))
    with refused("seats-free", Conflict):
        table.begin("anna", 1)
    with refused("not-seated", Forbidden):
        table.begin("cleo", 1)
    with refused("not-host", Forbidden):
        table.begin("ben", 1, fill="pup")
    with refused("no-musher", Unprocessable):
        table.begin("anna", 1, fill="wolf")
    began = do(table, table.begin("anna", 1, fill="pup"))
    assert isinstance(began.body, Began)
    assert table.mushers == "Anna, pup, Ben"
    assert table.begin("ben", 2) == (began,)


def test_nothing_is_decided_before_the_race() -> None:
    with refused("not-begun", Conflict):
        decide(open_table(OPEN), 0, "@1", 1, 0)


# -- deciding --------------------------------------------------------------------------------------


def test_a_decision_answers_the_event_that_asked_for_it() -> None:
    table = company("anna", "ben")
    actor = table.actor
    assert actor is not None
    asked = table.asks
    first = do(table, decide(table, actor, "@3", asked, 5))
    assert isinstance(first.body, Decided)
    assert (first.body.decision, first.body.answers, first.body.took) == ("@3", asked, 5.0)
    assert decide(table, actor, "@3", asked, 9) == (first,), "the same again is answered the same"
    with refused("stale", Conflict) as caught:
        decide(table, actor, "@4", asked, 9)
    assert caught.value.facts == {"number": table.number, "asks": table.asks}
    with refused("not-your-turn", Conflict):
        decide(table, actor, "@4", table.asks, 9)
    with refused("stale", Conflict):
        decide(table, 1 - actor, "@4", 10**6, 9)


def test_talking_does_not_make_a_decision_stale() -> None:
    table = company("anna", "ben")
    actor, asked = table.actor, table.asks
    assert actor is not None
    do(table, table.chat("ben", "Ben", "hurry up!", "1", 1))
    do(table, decide(table, actor, "@3", asked, 5))
    assert table.actor == 1 - actor


def test_a_refused_turn_shows_no_position() -> None:
    table = play_on(company("anna", "ben"), 2)
    assert table.actor is not None
    before = racing(table).state.tobytes()
    for decision in ("1LRB+", "5LRB:<<<", "x5", "@1"):
        with refused("illegal", Unprocessable) as caught:
            decide(table, table.actor, decision, table.asks, 9)
        assert "\n" not in str(caught.value)
    assert racing(table).state.tobytes() == before


def test_nothing_is_decided_after_the_race() -> None:
    table = play_on(company("anna", "pup"))
    with refused("over", Conflict):
        decide(table, 0, "1L", table.asks, 9)


def test_the_record_is_told_at_the_end_and_can_be_verified() -> None:
    table = open_table(OPEN, "pup")
    do(table, table.sit(0, "anna", "Anna", 0, added=b"my own"))
    do(table, table.begin("anna", 0))
    play_on(table, 4)
    with refused("not-over", Conflict):
        table.record()
    play_on(table)
    record = read_record(table.record())
    assert record.mushers == ("Anna", "pup")
    findings = verify(record)
    assert all(finding.good for finding in findings)
    assert any("before the seats added" in finding.what for finding in findings)
    assert SECRET.hex() in table.record()


def test_a_record_with_another_seal_is_not_verified() -> None:
    table = play_on(company("anna", "pup"))
    other = table.record().replace(table.opened.seal, "0" * 64)
    found = [finding.good for finding in verify(read_record(other))]
    assert found.count(False) == 1


def test_the_bytes_that_seats_add_change_the_cards() -> None:
    hands = []
    for added in (b"one", b"other"):
        table = open_table(OPEN)
        do(table, table.sit(0, "anna", "Anna", 0, added=added))
        do(table, table.begin("anna", 0))
        do(table, decide(table, 0, "@1", table.asks, 0))
        hands.append([draw.cards for draw in decided(table).drawn])
    assert hands[0] != hands[1]


def decided(table: RaceTable) -> Decided:
    body = table.events[-1].body
    assert isinstance(body, Decided)
    return body


# -- clocks and reins ------------------------------------------------------------------------------


def test_a_clock_runs_for_persons_only() -> None:
    table = company("anna", "pup", clock=30, now=100.0)
    while table.actor != 0:
        play_on(table, 1, first_choice)
    assert table.deadline == table.asked_at + 30
    table.resume(500.0)
    assert table.deadline == 530, "nobody's clock runs while the table sleeps"
    while table.actor == 0:
        play_on(table, 1, first_choice)
    assert table.deadline is None
    assert company("anna").deadline is None


def test_a_bot_holds_the_reins_until_they_are_taken_back() -> None:
    table = company("anna", "ben", clock=30, relief="pup")
    with refused("not-your-seat", Forbidden):
        table.leave(0, "ben", 1)
    left = do(table, table.leave(0, "anna", 1))
    assert left.body == HandedOver(0, "pup", "left")
    assert table.leave(0, "anna", 2) == (left,)
    while table.actor != 0:
        play_on(table, 1, first_choice)
    assert table.deadline is None
    with refused("reins", Conflict):
        decide(table, 0, first_choice(table), table.asks, 9)
    with refused("not-your-seat", Forbidden):
        table.take_back(0, "ben", 9)
    back = do(table, table.take_back(0, "anna", 9))
    assert table.take_back(0, "anna", 10) == (back,)
    assert table.take_back(1, "ben", 10) == ()
    assert table.deadline == 9 + 30 - 1, "a second was gone when she left"
    do(table, decide(table, 0, first_choice(table), table.asks, 12))


def test_only_the_holder_of_a_seat_decides() -> None:
    table = company("anna", "ben")
    seat = table.actor
    assert seat is not None
    other = ("ben", "anna")[seat]
    for holder in (other, "cleo", None):
        with refused("not-your-seat", Forbidden):
            table.decide(seat, holder, "@3", table.asks, 1)
    with refused("no-seat", NotFound):
        table.decide(2, other, "@3", table.asks, 1)


def test_whoever_is_gone_and_decides_is_back() -> None:
    table = company("anna", "ben", clock=30)
    seat, asked = table.actor, table.asks
    assert seat is not None
    do(table, decide(table, seat, "@3", asked, 1))
    do(table, table.hand_over(seat, "gone", 2))
    do(table, decide(table, seat, "@3", asked, 3))
    assert table.seats[seat].relief == "yearling", "what was decided before is no coming back"
    with refused("not-your-turn", Conflict):
        decide(table, seat, "@4", table.asks, 4)
    do(table, decide(table, 1 - seat, "@4", table.asks, 4))
    while table.actor != seat:
        play_on(table, 1)
    back, done = decide(table, seat, sensible(table), table.asks, 20)
    do(table, (back, done))
    assert (back.body, type(done.body)) == (TookBack(seat), Decided)
    assert table.seats[seat].relief is None
    do(table, table.leave(1 - seat, table.seats[1 - seat].holder or "", 21))
    while table.actor != 1 - seat:
        play_on(table, 1)
    with refused("reins", Conflict):
        decide(table, 1 - seat, sensible(table), table.asks, 22)


def test_only_a_persons_reins_are_handed_over() -> None:
    with refused("not-racing", Conflict):
        company("anna", "pup").hand_over(1, "gone", 1)
    with refused("not-racing", Conflict):
        open_table(OPEN).hand_over(0, "gone", 1)


# -- Big Paws --------------------------------------------------------------------------------------


def take(table: RaceTable, seconds: float) -> None:
    """Decide for whoever has to, after some time."""
    assert table.actor is not None
    decision, now = sensible(table), table.asked_at + seconds
    do(table, decide(table, table.actor, decision, table.asks, now))


@pytest.mark.clause("PAWS-1")
def test_big_paws_goes_to_the_longest_single_turn_and_moves_only_when_exceeded() -> None:
    table = company("anna", "ben", "pup", course="srsrs")
    take(table, 90)
    take(table, 90)
    take(table, 90)
    assert table.big_paws is None, "choosing a start space is no turn"
    longest: BigPaws | None = None
    for seconds in (5.0, 3.0, 700.0, 5.0, 5.0, 5.5, 7.25, 7.25, 7.25, 2.0):
        seat = table.actor
        assert seat is not None
        assert racing(table).phase is Phase.TURN
        take(table, seconds)
        while racing(table).phase is Phase.DISCARD:
            take(table, 0.0)
        if seat != 2 and (longest is None or seconds > longest.seconds):
            longest = BigPaws(seat, seconds)
        assert table.big_paws == longest


@pytest.mark.clause("PAWS-1")
def test_a_turn_and_its_discard_are_one_turn() -> None:
    for secret in range(40):
        table = company("anna", "ben", secret=bytes([secret] * 32))
        while table.actor is not None:
            if racing(table).phase is Phase.START:
                do(
                    table,
                    decide(table, table.actor, f"@{len(racing(table).log) + 4}", table.asks, 0),
                )
                continue
            seat = table.actor
            take(table, 4)
            if racing(table).phase is Phase.DISCARD:
                take(table, 3)
                assert table.big_paws == BigPaws(seat, 7)
                return
    pytest.fail("no sled had to discard")


@pytest.mark.clause("PAWS-1")
def test_a_turn_that_ran_out_of_time_counts_for_the_person_who_let_it() -> None:
    table = company("anna", "ben", clock=10)
    play_on(table, 2)
    actor = table.actor
    assert actor is not None
    do(table, decide(table, actor, sensible(table), table.asks, table.asked_at + 10.5, "clock"))
    assert table.big_paws == BigPaws(actor, 10.5), "with the whole time"


@pytest.mark.clause("PAWS-1")
def test_a_turn_that_a_bot_plays_for_somebody_gone_counts_for_nobody() -> None:
    table = company("anna", "ben", clock=10)
    play_on(table, 2)
    actor = table.actor
    assert actor is not None
    do(table, table.hand_over(actor, "gone", table.asked_at + 5))
    do(table, decide(table, actor, sensible(table), table.asks, table.asked_at + 10, "relief"))
    assert table.big_paws is None


def test_leaving_and_taking_back_leaves_the_clock_as_it_was() -> None:
    table = company("anna", "ben", clock=30)
    play_on(table, 2)
    seat = table.actor
    assert seat is not None
    holder = ("anna", "ben")[seat]
    asked = table.asked_at
    do(table, table.leave(seat, holder, asked + 20))
    do(table, table.take_back(seat, holder, asked + 100))
    assert table.deadline == asked + 110, "ten seconds are left"
    do(table, table.leave(seat, holder, asked + 105))
    do(table, table.take_back(seat, holder, asked + 200))
    assert table.deadline == asked + 205


def test_onlookers_cannot_use_up_what_may_be_said() -> None:
    table = company("anna", "ben")
    for n in range(MOST_CHATS_OF_ONLOOKERS):
        do(table, table.chat("cleo", "Cleo", "go!", str(n), 1))
    with refused("chat-full", Conflict):
        table.chat("dora", "Dora", "go!", "k", 1)
    do(table, table.chat("anna", "Anna", "thanks", "k", 1))


def test_onlookers_cannot_use_up_what_may_be_called() -> None:
    table = company("anna", "ben")
    for n in range(MOST_REACTIONS_OF_ONLOOKERS):
        do(table, table.react("cleo", "Cleo", "howl", str(n), n * REACTION_EVERY))
    later = MOST_REACTIONS_OF_ONLOOKERS * REACTION_EVERY
    with refused("reactions-full", Conflict):
        table.react("dora", "Dora", "howl", "k", later)
    do(table, table.react("anna", "Anna", "thanks", "k", later))


def test_whoever_sits_down_and_rises_cannot_use_up_what_may_be_said() -> None:
    table = open_table(OPEN, OPEN)
    do(table, table.sit(0, "anna", "Anna", 1))
    do(table, table.sit(1, "cleo", "Cleo", 1))
    with refused("chat-full", Conflict):
        for n in range(MOST_CHATS):
            do(table, table.chat("cleo", "Cleo", "ha", str(n), 1))
    do(table, table.leave(1, "cleo", 1))
    do(table, table.begin("anna", 1, fill="pup"))
    for n in range(MOST_CHATS - MOST_CHATS_OF_ONLOOKERS):
        do(table, table.chat("anna", "Anna", "At last.", str(n), 1))


def test_a_decision_is_tried_once_also_by_whoever_was_gone(monkeypatch: pytest.MonkeyPatch) -> None:
    tried: list[str] = []
    work_out: Any = Race._work_out

    def noted(race: Race, decision: Any, drawn: Any) -> Any:
        tried.append(str(decision))
        return work_out(race, decision, drawn)

    monkeypatch.setattr(Race, "_work_out", noted)
    table, chosen = company("anna", "ben"), []
    for gone in (False, True, False, True):
        seat = table.actor
        assert seat is not None
        if gone:
            do(table, table.hand_over(seat, "gone", 1))
        chosen.append(first_choice(table))
        table = table.after(decide(table, seat, chosen[-1], table.asks, 1))
        assert tried == chosen


def test_the_log_of_a_table_is_bounded() -> None:
    table = company("anna", "ben")
    for n, holder in enumerate(("anna", "ben")):
        with refused("changes", Conflict):
            while table.number < 5 * MOST_CHANGES:
                do(table, table.hand_over(n, "left", 1))
                do(table, table.take_back(n, holder, 1))
        with refused("changes", Conflict):
            table.offer_recovery(n, holder, "code", 1)
    assert table.stage == "racing", "bots hold the reins"
    for muted in (0, None):
        with refused("changes", Conflict):
            while table.number < 5 * MOST_CHANGES:
                do(table, table.mute("anna", muted, True, 1))
                do(table, table.mute("anna", muted, False, 1))
    assert table.number < 4 * MOST_CHANGES


def test_what_one_does_at_a_table_uses_up_nothing_of_the_others() -> None:
    table = company("anna", "ben")
    with refused("changes", Conflict):
        while True:
            do(table, table.leave(0, "anna", 1))
            do(table, table.take_back(0, "anna", 1))
    assert table.seats[0].driver is None, "whoever leaves can come back"
    with refused("changes", Conflict):
        while True:
            do(table, table.mute("anna", 1, True, 1))
            do(table, table.mute("anna", 1, False, 1))
    do(table, table.hand_over(1, "gone", 1))
    do(table, table.take_back(1, "ben", 1))
    play_on(table, 4)


def sit_and_rise(table: RaceTable, holder: str) -> None:
    """Take seat 1 and leave it, until that is refused."""
    with refused("changes", Conflict):
        while table.number < 10 * MOST_CHANGES_BEFORE:
            do(table, table.sit(1, holder, "Somebody", 1))
            do(table, table.leave(1, holder, 1))


def test_whoever_sits_down_and_rises_spoils_the_seat_for_nobody_else() -> None:
    table = open_table(OPEN, OPEN)
    do(table, table.sit(0, "anna", "Anna", 1))
    sit_and_rise(table, "ben")
    do(table, table.sit(1, "cleo", "Cleo", 1))
    do(table, table.begin("anna", 1))
    for _ in range(MOST_CHANGES // 2 - 1):
        do(table, table.leave(1, "cleo", 1))
        do(table, table.take_back(1, "cleo", 1))
    assert table.seats[1].driver is None


def test_many_who_sit_down_and_rise_come_to_an_end_too() -> None:
    table = open_table(OPEN, OPEN)
    do(table, table.sit(0, "anna", "Anna", 1))
    for n in range(2 * MOST_CHANGES_BEFORE // MOST_CHANGES):
        sit_and_rise(table, f"visitor {n}")
    assert table.number < 3 * MOST_CHANGES_BEFORE
    do(table, table.begin("anna", 1, fill="pup"))


def test_a_seat_that_goes_from_device_to_device_comes_to_an_end() -> None:
    table, holder = company("anna", "ben"), "anna"
    with refused("changes", Conflict):
        for n in range(MOST_CHANGES):
            do(table, table.offer_recovery(0, holder, f"code {n}", 1))
            holder = f"device {n}"
            do(table, table.recover(0, holder, f"code {n}", 1))
    assert table.seats_of(holder) == (0,)
    do(table, table.leave(1, "ben", 1))


def test_being_seen_to_be_gone_uses_up_nothing() -> None:
    table = company("anna", "ben")
    for _ in range(MOST_CHANGES - 1):
        do(table, table.hand_over(1, "gone", 1))
        do(table, table.take_back(1, "ben", 1))
    with refused("changes", Conflict):
        do(table, table.hand_over(1, "gone", 1))
        do(table, table.take_back(1, "ben", 1))


def test_what_was_done_before_is_answered_however_often_it_was_changed() -> None:
    table = open_table(OPEN, OPEN)
    with refused("changes", Conflict):
        for n in range(2 * MOST_CHANGES):
            do(table, table.sit(0, "anna", "Anna", 1, dog=f"dog {n}"))
    sat = table.events[-1]
    assert table.sit(0, "anna", "Anna", 1) == (sat,)


def contents(table: RaceTable) -> dict[str, object]:
    """Return everything that a table has, by name, as values of its own."""
    race = table.race
    state = (race.state.tobytes(), race.log) if race else None
    rest = {name: value for name, value in vars(table).items() if name not in ("race", "_tried")}
    return deepcopy(rest) | {"race": state}


def test_what_follows_changes_nothing_of_what_was() -> None:
    table = company("anna", "ben", "pup", course="srsrs", clock=30)
    while table.stage != "over":
        before = contents(table)
        seat, now, key = table.actor or 0, table.asked_at + 1, str(table.number)
        table.after(decide(table, seat, sensible(table), table.asks, now))
        table.after(table.chat("anna", "Anna", "hello", key, now))
        table.after(table.mute("anna", 1, True, now))
        left = table.after(table.leave(0, "anna", now))
        left.after(left.take_back(0, "anna", now))
        table.after(table.offer_recovery(0, "anna", "code", now))
        assert contents(table) == before
        take(table, 1)


# -- the company -----------------------------------------------------------------------------------


def test_what_is_said_twice_with_one_key_is_said_once() -> None:
    table = company("anna", "ben")
    said = do(table, table.chat("anna", "Anna", "  well \n done ", "k", 1))
    assert table.chat("anna", "Anna", "well done", "k", 2) == (said,)
    assert do(table, table.chat("ben", "Ben", "well done", "k", 2)).number == said.number + 1


@pytest.mark.parametrize("text", ["", " \n", "x" * (LONGEST_TEXT + 1), "\x1b[2J", "a\u202eb"])
def test_what_cannot_be_shown_is_not_said(text: str) -> None:
    with refused("text", Unprocessable):
        company("anna").chat("anna", "Anna", text, "k", 1)


def test_a_table_says_no_more_than_it_may() -> None:
    table = company("anna")
    for n in range(MOST_CHATS):
        do(table, table.chat("anna", "Anna", "ha", str(n), 1))
    with refused("chat-full", Conflict):
        table.chat("anna", "Anna", "ha", "more", 1)


def test_the_host_mutes_a_seat_or_all_onlookers() -> None:
    table = company("anna", "ben")
    with refused("not-host", Forbidden):
        table.mute("ben", 0, True, 1)
    do(table, table.mute("anna", 1, True, 1))
    do(table, table.mute("anna", None, True, 1))
    assert table.mute("anna", None, True, 1) == ()
    for holder in ("ben", "cleo"):
        with refused("muted", Forbidden):
            table.chat(holder, holder, "hello", "k", 1)
    do(table, table.mute("anna", 1, False, 1))
    do(table, table.chat("ben", "Ben", "hello", "k", 1))


def test_a_seat_moves_to_the_device_that_brings_the_code_once() -> None:
    table = company("anna", "ben")
    with refused("not-your-seat", Forbidden):
        table.offer_recovery(0, "ben", "code", 1)
    do(table, table.offer_recovery(0, "anna", "code", 1))
    with refused("recovery", Forbidden):
        table.recover(0, "phone", "cod", 2)
    with refused("recovery", Forbidden):
        table.recover(0, "phone", "code", 2 + RECOVERY_LASTS)
    with refused("seated", Conflict):
        table.recover(0, "ben", "code", 2)
    moved = do(table, table.recover(0, "phone", "code", 2))
    assert table.recover(0, "phone", "code", 3) == (moved,)
    assert table.seats_of("phone") == (0,)
    assert table.seats_of("anna") == ()
    with refused("recovery", Forbidden):
        table.recover(0, "thief", "code", 3)


def test_the_company_is_pointed_to_its_rematch() -> None:
    table = company("anna", "pup")
    with refused("not-over", Conflict):
        table.rematched("another", 1)
    play_on(table)
    do(table, table.rematched("another", 1))
    assert table.rematch == "another"


def test_events_follow_one_upon_another() -> None:
    table = open_table(OPEN)
    (event,) = table.sit(0, "anna", "Anna", -5)
    assert event.at == 0, "a log's time does not run backwards"
    table.apply(event)
    with pytest.raises(ValueError, match="event 2 cannot follow event 2"):
        table.apply(event)
    assert isinstance(event.body, Sat)


@pytest.mark.parametrize("musher", sorted(INSTANT))
def test_five_of_every_musher_race_to_the_end(musher: str) -> None:
    table = company(*[musher] * 5, course="srs")
    rng = np.random.default_rng(1)

    def choose(table: RaceTable) -> str:
        return str(ask(INSTANT[musher], racing(table).view(table.actor), rng))

    assert play_on(table, choose=choose).stage == "over"


def stand_still(table: RaceTable) -> str:
    """Return the decision that leads the least far, without a dent if it can be."""
    race = racing(table)
    if race.phase is not Phase.TURN:
        return first_choice(table)
    moves = map(race.preview, map(str, race.decisions))
    return str(min(moves, key=lambda move: (move.dent_count, len(move.path))).turn)


def test_whoever_stands_still_for_ever_is_driven_home() -> None:
    table = company("anna", "ben", "pup")
    with refused("rounds", Conflict):
        play_on(table, choose=lambda t: sensible(t) if t.actor else stand_still(t))
    assert (table.actor, racing(table).round) == (0, ROUND_LIMIT + 1)
    do(table, table.hand_over(0, "rounds", 1))
    assert table.seats[0].driver == "husky"
    with refused("rounds", Conflict):
        table.take_back(0, "anna", 1)
    do(table, table.leave(0, "anna", 1))
    with refused("rounds", Conflict):
        table.take_back(0, "anna", 1)
    while table.actor == 0:
        do(table, decide(table, 0, sensible(table), table.asks, 1, by="relief"))
    assert table.stage == "over"
    assert table.number < 3 * ROUND_LIMIT
    again = RaceTable.from_events(table.name, table.events)
    assert again.record() == table.record()


def test_a_log_in_which_somebody_raced_on_for_longer_is_still_read(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(race_table, "ROUND_LIMIT", 30_000)
    table = play_on(company("anna"), decisions=ROUND_LIMIT + 9, choose=stand_still)
    monkeypatch.undo()
    again = RaceTable.from_events(table.name, table.events)
    assert (again.number, again.overlong) == (table.number, True)


def test_options_have_defaults_for_all_but_the_course() -> None:
    assert Options("srs").clock is None
