"""Turns and moves that a kernel writes are those that would be told one by one."""

import json

from hypothesis import given

from snowtails.rules import Phase, Race
from snowtails.server.wire.encoding import encoded
from snowtails.server.wire.messages import choices_message, move_message
from snowtails.server.wire.move_writer import (
    LONGEST_MOVE,
    LONGEST_TURN,
    write_moves,
    write_turns,
)
from tests.rules.random_races import COURSES, STYLES, go_on, races


def driving(race: Race) -> list[int]:
    """Return the sleds whose moves can be told."""
    dealt = race.phase in (Phase.TURN, Phase.DISCARD)
    return [sled for sled in range(len(race.sleds)) if dealt and race.is_driving(sled)]


@given(races)
def test_moves_are_written_as_they_are_told_one_by_one(race: Race) -> None:
    for sled in driving(race):
        view = race.view(sled)
        assert write_moves(view) == encoded(tuple(map(move_message, view.reach())))
        assert write_turns(view) == encoded(tuple(map(str, view.turns_of(sled))))


def test_every_kind_of_move_is_written() -> None:
    """The comparison above would miss what never happens."""
    expect_every_kind(races=120)


def expect_every_kind(races: int) -> None:
    seen: set[object] = set()
    for seed, style in enumerate(sorted(STYLES) * (races // len(STYLES))):
        race = go_on(Race(COURSES[seed % len(COURSES)], 1 + seed % 5, seed=seed), seed, 30, style)
        for sled in driving(race):
            view = race.view(sled)
            told = json.loads(write_moves(view))
            assert told == json.loads(encoded(tuple(map(move_message, view.reach()))))
            for move in told:
                seen |= {*move, ("stop", move.get("stop"))}
                for dent in move.get("dents", ()):
                    seen |= {*dent, ("dent", dent["cause"])}
                assert len(encoded(move)) < LONGEST_MOVE // 2
                assert len(move["turn"]) < LONGEST_TURN // 2
    wanted = {"price", "drift", "bonus", "dents", "wrecked", "finished", "place", "draws"}
    wanted |= {"discards", "count", "limit"}
    stops = {("stop", each) for each in ("side", "sled", None)}
    assert wanted | stops | {("dent", each) for each in ("saplings", "speeding", "side")} <= seen


def test_choices_are_told_in_every_phase() -> None:
    phases = set()
    for seed in range(6):
        race = Race("nutcracker", sleds=2, seed=seed)
        while race.phase is not Phase.OVER and race.round < 12:
            phases.add(race.phase)
            for seat in (0, 1):
                view = race.view(seat)
                told = json.loads(encoded(choices_message(view)))
                assert told["decisions"] == [str(each) for each in view.decisions]
                moves = view.reach() if seat in driving(race) else ()
                assert told["moves"] == json.loads(encoded(tuple(map(move_message, moves))))
            go_on(race, race.round, 1, "gentle")
    assert phases == {Phase.START, Phase.TURN, Phase.DISCARD}
