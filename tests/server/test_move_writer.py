"""Turns and moves that a kernel writes are those that would be told one by one."""

import json

from hypothesis import given

from snowtails.rules import Phase, Race
from snowtails.server.wire.encoding import encoded
from snowtails.server.wire.messages import choices_message, move_message
from snowtails.server.wire.move_writer import write_moves, write_turns
from tests.rules.random_races import go_on, races
from tests.server.moves import driving, expect_every_kind


@given(races)
def test_moves_are_written_as_they_are_told_one_by_one(race: Race) -> None:
    for sled in driving(race):
        view = race.view(sled)
        assert write_moves(view) == encoded(tuple(map(move_message, view.reach())))
        assert write_turns(view) == encoded(tuple(map(str, view.turns_of(sled))))


def test_every_kind_of_move_is_written() -> None:
    """The comparison above would miss what never happens."""
    expect_every_kind(races=120)


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
