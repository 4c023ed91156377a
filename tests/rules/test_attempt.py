"""A decision can be tried without changing anything, and then accepted."""

import pytest
from hypothesis import given, settings

import snowtails as st
from tests.rules.random_races import races


@settings(max_examples=40)
@given(races)
def test_an_attempt_changes_nothing_and_tells_what_playing_does(race: st.Race) -> None:
    for decision in race.decisions[:3]:
        before, key = race.copy(), race.key
        tried = race.attempt(decision)
        assert race == before
        assert (race.key, race.words_used) == (key, before.words_used)
        played, accepted = race.copy(), race.copy()
        played.play(decision)
        accepted.accept(tried)
        assert tried.played == played.log[-1]
        assert tried.position == played.position()
        assert accepted == played
        assert accepted.words_used == played.words_used
        assert accepted.undo() == tried.played
        assert accepted == before


def test_a_solo_decision_is_tried_in_the_same_way() -> None:
    race = st.SoloRace("lone-wolf", seed=2)
    while race.phase is not st.Phase.OVER:
        before = race.copy()
        tried = race.attempt(race.decisions[-1])
        assert race == before
        before.play(race.decisions[-1])
        race.accept(tried)
        assert race == before


def test_what_cannot_be_played_cannot_be_tried() -> None:
    race = st.Race("srs", 2, seed=1)
    before = race.copy()
    with pytest.raises(st.IllegalTurn, match="chooses a start space first"):
        race.attempt("3L")
    with pytest.raises(st.InvalidTurn):
        race.attempt("what?")
    with pytest.raises(st.IllegalDraw, match="too many given"):
        race.attempt("@1", drawn=[3])
    assert race == before


def test_an_attempt_of_another_race_is_refused() -> None:
    tried = st.Race("sauna-sprint", 2, seed=1).attempt("@1")
    for other in (st.Race("nutcracker", 2, seed=1), st.Race("sauna-sprint", 2, seed=2)):
        with pytest.raises(st.Refused, match="gone on since"):
            other.accept(tried)
    with pytest.raises(st.InvalidArgument, match="what `attempt` returned"):
        other.accept("@1")  # type: ignore[arg-type]
    assert hash(tried) == hash(st.Race("sauna-sprint", 2, seed=1).attempt("@1"))


def test_an_attempt_is_refused_once_the_race_has_gone_on() -> None:
    race = st.Race("srs", 2, seed=1)
    tried = race.attempt("@1")
    race.play("@2")
    with pytest.raises(st.Refused, match="gone on since"):
        race.accept(tried)
    race.undo()
    race.accept(tried)
    assert race.sleds[race.log[0].sled].space == race.track.names[race.track.starts[0]]
