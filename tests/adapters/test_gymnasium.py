"""The Gymnasium environments, by Gymnasium's own checker and by ours."""

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.utils.seeding import np_random
from gymnasium.wrappers import FlattenObservation, RecordEpisodeStatistics, TimeLimit

import snowtails.adapters.gymnasium  # noqa: F401 - registers the ids
from snowtails import Refused
from snowtails.adapters import solo
from snowtails.adapters.vector import VectorEnv
from snowtails.rules.solo import SoloRace

IDS = ("snowtails/Race-v1", "snowtails/Solo-v1")


@pytest.mark.parametrize("name", IDS)
def test_it_passes_the_checker(name: str) -> None:
    env = gymnasium.make(name).unwrapped
    check_env(env, skip_render_check=True)


def play_through(env: Any, seed: int) -> list[float]:
    """Play at random to the end and return the rewards."""
    _, info = env.reset(seed=seed)
    chance, rewards, done = np.random.default_rng(seed), [], False
    while not done:
        action = chance.choice(np.flatnonzero(info["action_mask"]))
        observation, reward, terminated, truncated, info = env.step(action)
        assert env.observation_space.contains(observation)
        rewards.append(reward)
        done = terminated or truncated
    return rewards


def test_wrappers_work() -> None:
    env = RecordEpisodeStatistics(TimeLimit(FlattenObservation(gymnasium.make(IDS[0])), 5))
    assert len(play_through(env, 1)) <= 5


def test_the_reward_is_the_place() -> None:
    env = gymnasium.make(IDS[0], course="sauna-sprint", opponents=["pup", "husky"])
    *before, last = play_through(env, 5)
    assert not any(before)
    sled = env.unwrapped.race.sleds[0]  # type: ignore[attr-defined]
    assert last == (-1 if sled.place is None else 2 - sled.place)


def test_any_musher_may_be_an_opponent() -> None:
    env = gymnasium.make(IDS[0], opponents=["rookie"], shaping=1.0, round_limit=3)
    assert play_through(env, 2)


def test_shaping_is_that_of_the_vector() -> None:
    env = gymnasium.make(IDS[0], course="sauna-sprint", opponents=[], shaping=0.5)
    rewards = play_through(env, 5)
    seed = int(np_random(5)[0].integers(2**64, dtype=np.uint64))
    rows = VectorEnv("sauna-sprint", 1, 1, seed=seed, shaping=0.5, workers=1)
    rows.reset()
    chance = np.random.default_rng(5)
    for reward in rewards:
        rows.step(chance.choice(np.flatnonzero(rows.masks[0]), 1))
        assert rows.rewards[0] == pytest.approx(reward, abs=1e-6)
    assert rows.terminals[0]


def test_the_same_seed_gives_the_same_race() -> None:
    records = []
    for _ in range(2):
        env = gymnasium.make(IDS[0], opponents=["pup"])
        play_through(env, 3)
        records.append(env.unwrapped.race.record())  # type: ignore[attr-defined]
    assert records[0] == records[1]


@pytest.mark.parametrize("opponents", [False, True])
def test_the_reward_of_a_solo_round_is_its_score(opponents: bool) -> None:
    env = gymnasium.make(IDS[1], opponents=opponents)
    for seed in range(4):
        *before, last = play_through(env, seed)
        assert not any(before)
        assert last == env.unwrapped.race.score().total  # type: ignore[attr-defined]


def test_every_solo_decision_has_one_action() -> None:
    race = SoloRace("lone-wolf", opponents=True, seed=3)
    chance = np.random.default_rng(3)
    while not race.over:
        found = solo.decisions_of(race)
        assert list(found.values()) == list(race.decisions)
        assert all(0 <= action < solo.ACTIONS for action in found)
        race.play(found[int(chance.choice(list(found)))])
    assert solo.decisions_of(race) == {}


@pytest.mark.parametrize("name", IDS)
def test_what_is_not_legal_ends_the_episode(name: str) -> None:
    env = gymnasium.make(name)
    _, info = env.reset(seed=1)
    wrong = int(np.flatnonzero(info["action_mask"] == 0)[0])
    _, reward, terminated, _, info = env.step(wrong)
    assert (reward, terminated, info["illegal"]) == (-1.0, True, True)


@pytest.mark.parametrize("name", IDS)
def test_nothing_is_decided_once_an_episode_has_ended(name: str) -> None:
    """Whoever acts then is a musher, whose turns are not the agent's to see or to take."""
    env: Any = gymnasium.make(name).unwrapped
    with pytest.raises(Refused, match=r"reset\(\) begins one"):
        env.step(0)
    play_through(env, 1)
    before = env.race.record()
    assert not env.action_masks().any()
    for action in range(env.action_space.n):
        with pytest.raises(Refused, match=r"reset\(\) begins one"):
            env.step(action)
    assert env.race.record() == before
    env.reset()
    assert env.action_masks().any()


def test_a_truncated_race_shows_no_mask() -> None:
    env: Any = gymnasium.make(IDS[0], opponents=["rookie"], round_limit=1).unwrapped
    play_through(env, 2)
    assert not env.action_masks().any()


@pytest.mark.parametrize("name", IDS)
def test_it_is_drawn(name: str) -> None:
    env = gymnasium.make(name, render_mode="svg", disable_env_checker=True)
    env.reset(seed=1)
    assert str(env.render()).startswith("<svg")


@pytest.mark.parametrize("name", IDS)
def test_an_action_is_a_whole_number(name: str) -> None:
    env: Any = gymnasium.make(name, disable_env_checker=True).unwrapped
    env.reset(seed=1)
    with pytest.raises(Refused, match="an action is a whole number, not 'left'"):
        env.step("left")


def test_opponents_are_a_list() -> None:
    with pytest.raises(Refused, match=r"opponents are a list, one a sled, as in \['pup'\]"):
        gymnasium.make(IDS[0], opponents="pup")


def test_it_is_made_without_an_import_before() -> None:
    env = gymnasium.make(f"snowtails.adapters.gymnasium:{IDS[0]}", disable_env_checker=True)
    assert env.reset(seed=1)[1]["action_mask"].any()
