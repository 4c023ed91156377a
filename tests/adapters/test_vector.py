"""Many races stepped at once."""

import subprocess
import sys
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from snowtails import Race, Refused, SeededDeal, run_races
from snowtails.adapters.actions import ACTIONS, NO_ACTION, action_of
from snowtails.adapters.observing import SIZE
from snowtails.adapters.seat import mask_of, observation_of, play, rewards_of
from snowtails.adapters.vector import VectorEnv
from snowtails.mushers import INSTANT


def test_rows_go_as_races_go() -> None:
    env = VectorEnv("lumberjack", sleds=3, races=8, seed=11, workers=1)
    env.reset()
    races = [Race("lumberjack", 3, deal=SeededDeal(11, number)) for number in range(8)]
    chance, ended = np.random.default_rng(2), 0
    for _ in range(150):
        for i, race in enumerate(races):
            assert env.actors[i] == race.actor
            assert env.observations[i].tobytes() == observation_of(race, env.actors[i]).tobytes()
            assert env.masks[i].tobytes() == mask_of(race, int(env.actors[i])).tobytes()
        actions = env.sample(chance).copy()
        _, rewards, terminals, truncations, _ = env.step(actions)
        assert not truncations.any()
        for i, race in enumerate(races):
            play(race, int(actions[i]))
            assert terminals[i] == race.over
            if race.over:
                ended += 1
                assert rewards[i] == pytest.approx(rewards_of(race))
                races[i] = Race("lumberjack", 3, deal=SeededDeal(11, int(env.numbers[i])))
            else:
                assert not rewards[i].any()
    assert ended > 8
    assert sorted(env.numbers % 8) == list(range(8))


def test_opponents_race_as_they_do_in_simulations() -> None:
    places = run_races("nutcracker", 64, 3, "husky", seed=4)["place"]
    env = VectorEnv("nutcracker", 3, 64, opponents=[None, "husky", "husky"], seed=4, workers=1)
    env.reset()
    driver = INSTANT["husky"]  # of the caller's sled too, with the words that it would have
    values, spaces = driver.values(env.course), env.course.track.spaces
    left = np.ones(64, bool)
    rewards = np.zeros(64)
    decided = np.zeros(64, int)
    while left.any():
        states = env.states
        for i in range(64):
            word = SeededDeal(4, int(env.numbers[i])).words(6, int(decided[i]), 1)[0]
            number = driver.policy(states[i : i + 1], spaces, values, word)
            env.actions[i] = action_of(int(states[i]["phase"]), number)
            decided[i] += 1
        _, gained, terminals, _, _ = env.step()
        rewards[left & terminals] = gained[left & terminals]
        decided[terminals] = 0
        left &= ~terminals
    expected = np.where(places[:, 0] == 0, -1.0, 2.0 - places[:, 0])
    assert rewards.tolist() == expected.tolist()


def test_threads_change_nothing() -> None:
    seen = []
    for workers in (1, 3):
        with VectorEnv("nutcracker", 4, 300, opponents="pup", seed=9, workers=workers) as env:
            env.reset()
            chance = np.random.default_rng(1)
            rewards = [env.step(env.sample(chance))[1].copy() for _ in range(30)]
            seen.append((env.observations.tobytes(), env.masks.tobytes(), np.array(rewards)))
    assert seen[0][:2] == seen[1][:2]
    assert (seen[0][2] == seen[1][2]).all()


def test_the_same_seed_gives_the_same_races() -> None:
    env = VectorEnv("nutcracker", 2, 16, seed=1, workers=1)
    first, again, other = (env.reset(seed).copy() for seed in (5, 5, 6))
    env.step(env.sample(np.random.default_rng(1)))
    assert first.tobytes() == again.tobytes()
    assert env.reset(5).tobytes() == first.tobytes()
    assert other.shape == first.shape


@pytest.mark.parametrize("given_as", [SimpleNamespace, dict])
def test_what_is_written_is_the_callers(given_as: type) -> None:
    buf = SimpleNamespace(
        observations=np.zeros((8, SIZE), np.int8),
        rewards=np.zeros(8, np.float32),
        terminals=np.zeros(8, bool),
        truncations=np.zeros(8, bool),
        actions=np.zeros(8, np.int32),
        masks=np.ones(8, bool),
        action_masks=np.zeros((8, ACTIONS), np.int8),
    )
    given = given_as(**vars(buf))
    env = VectorEnv("nutcracker", 2, 8, opponents="rookie", seed=1, buf=given, workers=1)
    env.reset()
    assert buf.observations.any(axis=1).all()
    assert buf.action_masks.any(axis=1).all()
    buf.actions[:] = buf.action_masks.argmax(axis=1)
    env.step()
    assert env.observations is buf.observations
    wrong = SimpleNamespace(action_masks=np.zeros((8, 3), np.int8))
    with pytest.raises(Refused, match="action_masks is a int8 array of shape"):
        VectorEnv("nutcracker", 2, 8, buf=wrong)


def test_an_action_that_is_not_legal_changes_nothing() -> None:
    env = VectorEnv("nutcracker", 2, 4, seed=1, workers=1)
    env.reset()
    before = env.states.tobytes()
    actions = env.sample(np.random.default_rng(1)).copy()
    actions[2] = 5
    with pytest.raises(Refused, match="action 5 is not legal now in race 2"):
        env.step(actions)
    assert env.states.tobytes() == before


@pytest.mark.parametrize(
    ("actions", "told"),
    [
        (np.zeros(3, int), r"^4 whole numbers are wanted, an action for each race, not .*\(3,\)"),
        (735, r"not an array of shape \(\)"),
        (np.zeros(4), "not float64 of shape"),
        ("left", "^4 whole numbers are wanted"),
    ],
)
def test_every_race_wants_an_action(actions: Any, told: str) -> None:
    env = VectorEnv("nutcracker", 2, 4, seed=1, workers=1)
    env.reset()
    with pytest.raises(Refused, match=told):
        env.step(actions)


def test_there_is_nothing_to_sample_before_a_race_begins() -> None:
    env = VectorEnv("nutcracker", 2, 4, seed=1, workers=1)
    assert env.sample(np.random.default_rng(1)).tolist() == [NO_ACTION] * 4
    with pytest.raises(Refused, match="reset"):
        env.step()


@pytest.mark.parametrize("limit", [1, 99])
@pytest.mark.parametrize("opponents", [None, "pup"])
def test_without_reset_a_race_that_is_over_stays_so(opponents: str | None, limit: int) -> None:
    """Whoever is out first sees no mask of those who race on, and cannot play for them."""
    env = VectorEnv(
        *("lumberjack", 3, 8),
        opponents=opponents,
        seed=1,
        round_limit=limit,
        workers=1,
        auto_reset=False,
    )
    env.reset()
    chance, gained = np.random.default_rng(1), np.zeros_like(env.rewards)
    while not (env.terminals | env.truncations).all():
        over = env.terminals | env.truncations
        before = env.states
        actions = env.sample(chance)
        assert ((actions == NO_ACTION) == over).all()
        assert (env.masks.any(axis=1) == ~over).all()
        gained += env.step(actions)[1]
        assert (env.states[over] == before[over]).all()
        assert not env.rewards[over].any()
    assert (env.truncations if limit == 1 else env.terminals).any()
    assert (abs(gained) <= 1).all()
    with pytest.raises(Refused, match="race 0 is over: its action is -1, not 3"):
        env.step(np.full(8, 3))
    env.reset()
    assert env.masks.any(axis=1).all()
    assert not env.terminals.any()


def test_shaping_rewards_the_way_as_it_is_gone() -> None:
    env = VectorEnv("sauna-sprint", 1, 32, seed=1, shaping=0.5, workers=1)
    env.reset()
    total, left = np.zeros(32), np.ones(32, bool)
    chance = np.random.default_rng(1)
    wrecked = np.zeros(32, bool)
    while left.any():
        _, rewards, terminals, _, _ = env.step(env.sample(chance))
        total[left] += rewards[left]
        wrecked |= left & terminals & (total < 0)
        left &= ~terminals
    assert ((total[~wrecked] > 1.4) & (total[~wrecked] < 1.5001)).all()
    assert (total[wrecked] < -0.4).all()


def test_long_races_are_truncated() -> None:
    env = VectorEnv("nutcracker", 2, 16, seed=1, round_limit=1, workers=1)
    env.reset()
    chance, ended = np.random.default_rng(1), 0
    for _ in range(12):
        _, _, terminals, truncations, _ = env.step(env.sample(chance))
        assert not (terminals & truncations).any()
        ended += int(truncations.sum())
    assert ended > 0


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"sleds": 6}, "1 to 5 sleds"),
        ({"races": 0}, "one race at least"),
        ({"opponents": ["pup", "pup"], "sleds": 2}, "one seat at least"),
        ({"opponents": [None], "sleds": 2}, "2 sleds need as many drivers"),
        ({"opponents": "malamute"}, "malamute is not compiled"),
    ],
)
def test_what_makes_no_sense_is_refused(options: dict[str, object], message: str) -> None:
    with pytest.raises(Refused, match=message):
        VectorEnv("nutcracker", **options)  # type: ignore[arg-type]


def test_a_row_is_drawn() -> None:
    env = VectorEnv("nutcracker", 2, 4, seed=1, workers=1)
    env.reset()
    assert env.position(2).svg().startswith("<svg")
    assert env.single_action_space.n == ACTIONS
    assert env.single_observation_space.shape == (SIZE,)


def test_a_plain_import_loads_none_of_it() -> None:
    code = "import sys, snowtails.cli; print('snowtails.adapters' in sys.modules)"
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert told.stdout == "False\n"
