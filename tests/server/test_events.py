"""Events: every one can be written and read back, and nothing else is read."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from snowtails.server.table.events import (
    Body,
    Draw,
    Event,
    InvalidEvent,
    Options,
    format_event,
    numbered,
    parse_event,
)

texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=30)
st.register_type_strategy(str, texts)
st.register_type_strategy(float, st.floats(allow_nan=False, allow_infinity=False))
st.register_type_strategy(Draw, st.builds(Draw))
st.register_type_strategy(Options, st.builds(Options))
bodies: st.SearchStrategy[Body] = st.from_type(Body)  # type: ignore[arg-type]
events = st.builds(Event, st.integers(1, 10**9), st.floats(0, 1e10), bodies)


@given(events)
def test_every_event_can_be_read_back(event: Event) -> None:
    assert parse_event(format_event(event)) == event


@given(events, events)
def test_different_events_are_written_differently(one: Event, other: Event) -> None:
    assert (format_event(one) == format_event(other)) == (one == other)


@given(st.text() | st.binary())
def test_what_is_no_event_is_refused(text: str | bytes) -> None:
    with pytest.raises(InvalidEvent, match="no event"):
        parse_event(text)


@pytest.mark.parametrize(
    "text",
    [
        '{"number": 1, "at": 0, "body": {"kind": "danced"}}',
        '{"number": 1, "at": 0, "body": {"kind": "sat", "seat": 1}}',
        '{"number": 1, "at": 0, "body": {"kind": "closed"}, "more": 1}',
    ],
)
def test_what_is_nearly_an_event_is_refused(text: str) -> None:
    with pytest.raises(InvalidEvent, match="no event"):
        parse_event(text)


@given(st.lists(bodies, max_size=3))
def test_events_are_numbered_one_after_another(found: list[Body]) -> None:
    assert [event.number for event in numbered(7, 0.0, found)] == [8, 9, 10][: len(found)]
