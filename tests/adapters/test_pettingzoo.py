"""The PettingZoo environment, by PettingZoo's own tests and by ours."""

import pickle

import numpy as np
import pytest
from pettingzoo.test import api_test, render_test, seed_test

from snowtails import Course, Refused
from snowtails.adapters import pettingzoo

# PettingZoo warns of every observation in a dictionary, unless it knows the game by name.
KNOWN_TO_NOBODY = pytest.mark.filterwarnings("ignore:Observation:UserWarning:pettingzoo")


@KNOWN_TO_NOBODY
def test_it_passes_the_api_test() -> None:
    api_test(pettingzoo.env(sleds=3), num_cycles=200)


def test_it_passes_the_seed_test() -> None:
    seed_test(lambda: pettingzoo.env(course="lumberjack"), num_cycles=30)


def test_it_passes_the_render_test() -> None:
    render_test(
        lambda render_mode: pettingzoo.env(course="sauna-sprint", render_mode=render_mode),
        custom_tests={"svg": lambda drawn: drawn.startswith("<svg")},
    )


def race_through(env: pettingzoo.raw_env, seed: int) -> dict[str, float]:
    """Race at random to the end, and return all that each agent was given."""
    env.reset(seed=seed)
    chance = np.random.default_rng(seed)
    total = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        observation, reward, termination, truncation, _ = env.last()
        total[agent] += reward
        legal = np.flatnonzero(observation["action_mask"])
        env.step(None if termination or truncation else int(chance.choice(legal)))
    return total


def test_rewards_go_by_place() -> None:
    env = pettingzoo.raw_env(sleds=3)
    total = race_through(env, 7)
    assert env.position.over
    for sled, reward in zip(env.position.sleds, total.values(), strict=True):
        assert reward == (-1 if sled.place is None else 2 - sled.place)


def test_shaping_adds_the_way_gone() -> None:
    plain = race_through(pettingzoo.raw_env("sauna-sprint", 2), 3)
    env = pettingzoo.raw_env("sauna-sprint", 2, shaping=1.0)
    for sled, agent in enumerate(plain):
        shaped = race_through(env, 3)[agent] - plain[agent]
        finished = env.position.sleds[sled].place is not None
        assert 0.9 < shaped <= 1.0 if finished else 0.0 <= shaped < 1.0


def test_a_long_race_is_truncated() -> None:
    env = pettingzoo.raw_env(sleds=2, round_limit=1)
    total = race_through(env, 1)
    assert not env.position.over
    assert list(total.values()) == [-1.0, -1.0]
    with pytest.raises(Refused, match="a round limit is 1 to"):
        pettingzoo.raw_env(sleds=2, round_limit=0)


def test_what_is_not_legal_ends_the_race() -> None:
    env = pettingzoo.env(sleds=3)
    env.reset(seed=1)
    agent = env.agent_selection
    env.step(0)
    assert all(env.terminations.values())
    assert {each: env.rewards[each] for each in env.agents} == {
        each: -1.0 if each == agent else 0.0 for each in env.possible_agents
    }
    assert env.infos == {each: {"illegal": True} if each == agent else {} for each in env.agents}
    for _ in env.agent_iter():
        env.step(None)
    assert env.agents == []


def test_the_order_of_calls_is_kept() -> None:
    env = pettingzoo.env(sleds=2)
    with pytest.raises(Refused, match="reset"):
        env.step(0)
    with pytest.raises(Refused, match="reset"):
        env.last()
    env.reset(seed=1)
    with pytest.raises(Refused, match="an action is a whole number, not 'left'"):
        env.step("left")  # type: ignore[arg-type]
    with pytest.raises(Refused, match="has to decide"):
        env.step(None)


def test_it_is_copied_by_pickle() -> None:
    env = pickle.loads(pickle.dumps(pettingzoo.raw_env("lumberjack", 3, shaping=0.5)))
    env.reset(seed=1)
    assert env.position.course == Course.load("lumberjack")
    assert env.possible_agents == ["sled_0", "sled_1", "sled_2"]


def test_an_unknown_render_mode_is_refused() -> None:
    with pytest.raises(Refused, match="render_mode is one of"):
        pettingzoo.env(render_mode="hologram")
