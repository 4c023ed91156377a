"""Actions and observations, against the friendly door."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from snowtails import Course, Discard, Phase, Race, Refused, SeededDeal, Start, Turn
from snowtails.adapters import encoding, observing, pettingzoo
from snowtails.adapters.actions import (
    ACTIONS,
    FIRST_DISCARD,
    FIRST_START,
    action_of,
    decision_of,
    is_legal,
)
from snowtails.adapters.encoding import HIGH, LOW, PIECES, RIVAL, action_text, pieces, scaled
from snowtails.adapters.seat import mask_of, observation_of, play, progress_of, rewards_of

COURSES = ("nutcracker", "lumberjack", "sauna-sprint")


def played(race: Race, decisions: int, chance: np.random.Generator) -> Race:
    """Return a race after some random decisions, or at its end."""
    for _ in range(decisions):
        if race.over:
            break
        race.play(race.decisions[chance.integers(len(race.decisions))])
    return race


@some.composite
def races(draw: some.DrawFn) -> Race:
    race = Race(draw(some.sampled_from(COURSES)), draw(some.integers(1, 5)), seed=draw(SEEDS))
    return played(race, draw(some.integers(0, 40)), np.random.default_rng(draw(SEEDS)))


SEEDS = some.integers(0, 2**32)


@settings(max_examples=60)
@given(races())
def test_the_mask_shows_the_legal_decisions_and_no_others(race: Race) -> None:
    if race.over:
        assert not any(mask_of(race, seat).any() for seat in range(len(race.sleds)))
        return
    actor = race.actor
    assert actor is not None
    actions = np.flatnonzero(mask_of(race, actor)).tolist()
    legal = [action_text(race, action) for action in actions]
    assert sorted(legal) == sorted(map(str, race.decisions))
    every = range(-1, ACTIONS + 1)
    spaces = race.track.spaces
    assert [n for n in every if is_legal(race._state, spaces, n)] == actions
    others = set(range(len(race.sleds))) - {actor}
    assert not any(mask_of(race, seat).any() for seat in others)


@settings(max_examples=30)
@given(races())
def test_actions_and_decisions_stand_for_each_other(race: Race) -> None:
    phase = int(race._state[0]["phase"])
    for decision in race.decisions:
        action = action_of(phase, decision.number)
        assert decision_of(action) == decision.number
        if isinstance(decision, Turn):
            assert action == decision.number


def test_an_action_that_is_not_legal_is_refused() -> None:
    race = Race("nutcracker", sleds=2, seed=7)
    with pytest.raises(Refused, match="action 3 is not legal now"):
        play(race, 3)
    play(race, FIRST_START + 2)
    assert race.log[0].decision == Start(3)


def test_what_is_no_action_has_no_text() -> None:
    race = Race("nutcracker", sleds=2, seed=7)
    for action in (-1, ACTIONS):
        with pytest.raises(Refused, match=f"an action is 0 to 985, not {action}"):
            action_text(race, action)


@pytest.mark.parametrize("read", [pieces, scaled])
def test_what_is_no_observation_is_refused(read: Callable[[Any], object]) -> None:
    with pytest.raises(Refused, match=r"an observation has 259 numbers.*, not \(5,\)"):
        read(np.zeros(5, np.int8))
    with pytest.raises(Refused, match="observations are an array, not 'x'"):
        read("x")


def test_every_discard_has_an_action() -> None:
    codes = {decision_of(n) for n in range(FIRST_DISCARD, ACTIONS)}
    assert len(codes) == ACTIONS - FIRST_DISCARD == 246
    assert Discard((1, 1, 5)).number in codes
    assert (FIRST_START, FIRST_DISCARD, ACTIONS) == (735, 740, 986)


@settings(max_examples=60)
@given(races())
def test_an_observation_tells_what_the_view_shows(race: Race) -> None:
    for seat, sled in enumerate(race.sleds):
        seen, view = pieces(observation_of(race, seat)), race.view(seat)
        assert tuple(seen["hand"]) == tuple(view.hand.count(value) for value in range(1, 6))
        assert tuple(seen["deck"]) == tuple(sled.deck.count(v) for v in range(1, 6))  # type: ignore[union-attr]
        assert tuple(seen["used"]) == tuple(sled.used.count(value) for value in range(1, 6))
        assert tuple(seen["dogs"]) == (sled.left, sled.right, sled.brake)
        assert seen["dents"] == sled.dents
        assert seen["place"] == (sled.place or 0)
        assert seen["acting"] == (race.actor == seat)
        assert seen["round"] == min(race.round, 127)
        assert seen["sleds"] == len(race.sleds)
        phases = [Phase.START, Phase.TURN, Phase.DISCARD]
        assert seen["phase"].tolist() == [race.phase is phase for phase in phases]
        free = race.free_starts if race.phase is Phase.START else ()
        assert seen["starts"].tolist() == [number in free for number in range(1, 6)]
        for i in range(4):
            rival = dict(zip(RIVAL, seen["rivals"][i].tolist(), strict=True))
            if i + 1 >= len(race.sleds):
                assert not any(rival.values())
                continue
            other = view.sleds[(seat + 1 + i) % len(race.sleds)]
            assert rival["hand_size"] == other.hand_size
            assert rival["deck_size"] == other.deck_size
            assert rival["dents"] == other.dents
            assert rival["place"] == (other.place or 0)
            assert (rival["left"], rival["right"], rival["brake"]) == (
                other.left,
                other.right,
                other.brake,
            )
            assert rival["moved"] == other.moved
            statuses = [rival[name] for name in ("racing", "finished", "wrecked")]
            assert statuses == [other.status == name for name in ("racing", "finished", "wrecked")]


@settings(max_examples=60)
@given(races())
def test_cells_ahead_are_where_steps_lead(race: Race) -> None:
    track = race.track
    for seat, sled in enumerate(race.sleds):
        seen = pieces(observation_of(race, seat))
        if sled.space is None:
            assert not seen["ahead"].any()
            continue
        here = track.find(sled.space)
        others = {track.find(o.space) for o in race.sleds if o.space and o.number != seat}
        standing = {track.find(name) for name in race.saplings}
        for side, name in ((3, "drift_left"), (4, "ahead"), (5, "drift_right")):
            there = int(track.spaces[name][here])
            if there < 0:
                expected = observing.IMPASSABLE
            elif there in others:
                expected = observing.SLED
            else:
                expected = observing.SAPLING if there in standing else observing.FREE
            assert seen["ahead"][side, 0] == expected
        bend = int(track.spaces["bend_in"][here])
        if bend < 100:
            assert seen["bends"][0, 4] == bend
            assert seen["limits"][0] == track.spaces["bend_safety"][here]


def test_a_race_seen_from_a_sled() -> None:
    race = Race("nutcracker", sleds=2, deal=SeededDeal(7), choosing=[0, 1])
    race.play("@1")
    race.play("@2")
    lanes = [int(track) for track in race.track.spaces["lane"][list(race.track.starts[:2])]]
    seen = pieces(observation_of(race, 0))
    assert seen["lane"].tolist() == [lane == lanes[0] for lane in range(5)]
    rival = dict(zip(RIVAL, seen["rivals"][0].tolist(), strict=True))
    assert rival["lanes"] == lanes[1] - lanes[0]
    assert rival["gap"] == -1
    assert seen["bends"][0, 4] == race.track.faces[1].spaces[lanes[0]] + 1
    beyond = [side for side in range(9) if not 0 <= lanes[0] + side - 4 < 5]
    assert (seen["ahead"][beyond] == observing.IMPASSABLE).all()


@settings(max_examples=40)
@given(races(), SEEDS)
def test_hidden_cards_do_not_change_an_observation(race: Race, seed: int) -> None:
    """Two worlds that a seat cannot tell apart look alike to it, byte by byte."""
    for seat in range(len(race.sleds)):
        world = race.view(seat).deal(seed=seed)
        assert observation_of(world, seat).tobytes() == observation_of(race, seat).tobytes()
        assert mask_of(world, seat).tobytes() == mask_of(race, seat).tobytes()


def test_hidden_cards_are_dealt_anew_in_the_other_world() -> None:
    race = played(Race("nutcracker", 3, seed=5), 9, np.random.default_rng(1))
    worlds = {race.view(0).deal(seed=seed).hand_of(1) for seed in range(20)}
    assert len(worlds) > 1


@settings(max_examples=40)
@given(races())
def test_observations_lie_within_their_bounds(race: Race) -> None:
    for seat in range(len(race.sleds)):
        seen = observation_of(race, seat)
        assert (seen >= LOW).all()
        assert (seen <= HIGH).all()
        floats = scaled(seen)
        assert floats.dtype == np.float32
        assert (np.abs(floats) <= 1.0).all()


def test_pieces_are_documented_and_fill_the_observation() -> None:
    assert sum(int(np.prod(piece.shape)) for piece in PIECES) == observing.SIZE == 259
    assert len({piece.name for piece in PIECES}) == len(PIECES)
    assert len(RIVAL) == observing.RIVAL
    many = np.zeros((3, 2, observing.SIZE), np.int8)
    assert pieces(many)["ahead"].shape == (3, 2, 9, 14)


def test_rewards_go_by_place() -> None:
    race = played(Race("sauna-sprint", 4, seed=3), 10_000, np.random.default_rng(3))
    assert race.over
    for sled, reward in zip(race.sleds, rewards_of(race), strict=True):
        assert reward == pytest.approx(-1 if sled.place is None else 1 - 2 * (sled.place - 1) / 3)
        assert progress_of(race, sled.number, 0.5) == (0.5 if sled.place is None else 1.0)


@pytest.mark.parametrize("name", Course.shipped())
def test_every_course_has_its_windows(name: str) -> None:
    track = Course.load(name).track
    windows = encoding.windows_of(track)
    assert len(windows) == len(track)
    first = [windows["static"][space][0] for space in track.starts]
    assert (np.array(first) > 0).all()


def test_numbers_on_the_pages_are_right() -> None:
    research = (Path(__file__).parents[2] / "docs" / "research.md").read_text("utf-8")
    starts, discards, actions = FIRST_START, FIRST_DISCARD, ACTIONS
    ranges = (f"0–{starts - 1}", f"{starts}–{discards - 1}", f"{discards}–{actions - 1}")
    for page, told in (
        (research, (f"{actions} actions", f"{observing.SIZE} signed bytes", *ranges)),
        (encoding.__doc__, (f"`ACTIONS` = {actions}", *ranges)),
        (pettingzoo.__doc__, (f"Discrete({actions})", f"`Box` of {observing.SIZE} bytes")),
    ):
        assert page
        assert [each for each in told if each not in page] == []


def test_the_page_lists_the_pieces() -> None:
    page = (Path(__file__).parents[2] / "docs" / "research.md").read_text("utf-8")
    for piece in PIECES:
        shape = " × ".join(map(str, piece.shape))
        assert f"| `{piece.name}` | {shape} | {piece.text} |" in page
