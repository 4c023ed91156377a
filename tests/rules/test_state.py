"""The record of a race: small, without padding, equal for equal races."""

import numpy as np
from hypothesis import given

from snowtails.rules.race import Race
from snowtails.rules.state import STATE, empty_state
from tests.rules.random_races import COURSES, go_on, races, random_race


def test_it_has_no_padding() -> None:
    assert STATE.fields is not None
    end = 0
    for name in STATE.names or ():
        dtype, offset, *_ = STATE.fields[name]
        assert offset == end, f"padding before {name}"
        end += dtype.itemsize
    assert end == STATE.itemsize


def test_the_widest_fields_come_first() -> None:
    widths = [STATE[name].base.itemsize for name in STATE.names or ()]
    assert widths == sorted(widths, reverse=True)


def test_all_fields_are_signed_numbers() -> None:
    assert all(STATE[name].base.kind == "i" for name in STATE.names or ())


def test_it_is_under_one_kibibyte() -> None:
    assert STATE.itemsize < 1024
    assert empty_state().nbytes == STATE.itemsize


def test_a_batch_is_a_longer_array() -> None:
    batch = empty_state(3)
    batch[1:2] = random_race(COURSES[2], 2, 1, 8).state
    assert batch[1]["sleds"] == 2
    assert not np.frombuffer(batch[[0, 2]].tobytes(), np.uint8).any()


@given(races)
def test_equal_races_are_equal_bytes(race: Race) -> None:
    """However a race came about: played, read from its record or its position, taken back."""
    state = race.state
    again = Race.from_record(race.record())
    assert again.state.tobytes() == state.tobytes()
    assert Race.parse(race.line).state.tobytes() == state.tobytes()
    before = len(race.log)
    go_on(race, 3, 3)
    while len(race.log) > before:
        race.undo()
    assert race.state.tobytes() == state.tobytes()


@given(races)
def test_different_positions_are_different_bytes(race: Race) -> None:
    seen = {each.state.tobytes(): each.line for each in race.history}
    assert len(seen) == len(race.history) == len(set(seen.values()))
