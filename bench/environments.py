"""Time the environments for researchers, side by side with peers in the same run.

python bench/environments.py            print the table
python bench/environments.py --write    also put it into docs/benchmarks.md

Peers that are not installed are left out: `pip install rlcard` brings those of PettingZoo.
"""

import argparse
import random
import time
import warnings
from collections.abc import Callable
from typing import Any

import numpy as np

from bench.page import write

SECONDS = 5.0
RACES = 4096


def best_rate(task: Callable[[], int], seconds: float = SECONDS) -> float:
    """Return the best number of decisions a second of a task that is repeated for a while."""
    task()
    best, end = 0.0, time.perf_counter() + seconds
    while (began := time.perf_counter()) < end:
        count = task()
        best = max(best, count / (time.perf_counter() - began))
    return best


def vectorised(**options: Any) -> float:
    """Step many races with a random policy, on one core."""
    from snowtails.adapters.vector import VectorEnv

    env = VectorEnv("nutcracker", 4, RACES, seed=1, workers=1, **options)
    env.reset()
    rng = np.random.default_rng(1)

    def a_step() -> int:
        env.step(env.sample(rng))
        return RACES

    return best_rate(a_step)


def aec(env: Any) -> float:
    """Run PettingZoo's loop with `last()` and a random choice from the mask."""

    def a_race() -> int:
        env.reset()
        count = 0
        for _ in env.agent_iter():
            observation, _, termination, truncation, _ = env.last()
            if termination or truncation:
                env.step(None)
            else:
                env.step(random.choice(np.flatnonzero(observation["action_mask"]).tolist()))
                count += 1
        return count

    return best_rate(lambda: sum(a_race() for _ in range(5)))


def spiel(name: str) -> float:
    """Run OpenSpiel's loop from Python with random choices; chance counts as a decision too."""
    import pyspiel
    from open_spiel.python import games  # noqa: F401 - registers those in Python

    import snowtails.adapters.openspiel  # noqa: F401 - registers ours

    game = pyspiel.load_game(name)

    def a_game() -> int:
        state, count = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                actions, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(random.choices(actions, chances)[0])
            else:
                state.apply_action(random.choice(state.legal_actions()))
            count += 1
        return count

    return best_rate(lambda: sum(a_game() for _ in range(5)))


def rollouts(name: str, count: int = 200) -> float:
    """Let OpenSpiel play random games wholly inside C++, and count what their players decide.

    One step of its tree search is so many games from where the players first decide; how long such
    games are is found by as many others, played from Python.
    """
    import pyspiel

    game = pyspiel.load_game(name)

    def go_on(state: Any, until_decision: bool = False) -> int:
        taken = 0
        while not state.is_terminal():
            if state.is_chance_node():
                actions, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(random.choices(actions, chances)[0])
            elif until_decision:
                break
            else:
                state.apply_action(random.choice(state.legal_actions()))
                taken += 1
        return taken

    start = game.new_initial_state()
    go_on(start, until_decision=True)
    mean = sum(go_on(start.clone()) for _ in range(count)) / count
    evaluator = pyspiel.RandomRolloutEvaluator(n_rollouts=count, seed=1)
    searcher = pyspiel.MCTSBot(game, evaluator, 2.0, 1, 100, False, 1, False)

    def play() -> int:
        searcher.mcts_search(start)
        return round(mean * count)

    return best_rate(play)


def compiled_races() -> float:
    """Run random races of four sleds wholly inside compiled code, and count their turns."""
    from snowtails.lab.races import races_of

    return best_rate(
        lambda: int(races_of("nutcracker", ["rookie"] * 4, 1, range(1000))["turns"].sum())
    )


def in_compiled_code() -> list[tuple[str, float, str]]:
    """Return the rates of whole random games without Python, ours and those of OpenSpiel."""
    ours = compiled_races()
    found = [("in compiled code: random races, four sleds, turns alone", ours, "5,000,000")]
    for name in ("hearts", "maedn(players=4)", "backgammon"):
        rate = rollouts(name)
        found.append((f"in C++: OpenSpiel's rollouts of `{name}`", rate, f"{ours / rate:.1f} × it"))
    return found


def zoo() -> list[tuple[str, float, str]]:
    """Return the rates of PettingZoo's loop."""
    from snowtails.adapters import pettingzoo

    found = [("PettingZoo loop, `snowtails_v1`", aec(pettingzoo.env()), "2 × its own")]
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            from pettingzoo.classic import texas_holdem_v4

            peer = aec(texas_holdem_v4.env())
    except ImportError as error:
        print(f"without PettingZoo's own: {error}")
        return found
    return [*found, ("PettingZoo loop, its `texas_holdem_v4`", peer, "")]


def figures() -> list[tuple[str, float, str]]:
    """Measure one after another: what, decisions a second, what is to be reached."""
    return [
        ("vectorised, masks and observations included", vectorised(), "1,000,000"),
        ("the same, one sled against three Pups", vectorised(opponents="pup"), ""),
        *in_compiled_code(),
        *zoo(),
        ("OpenSpiel loop, `snowtails`", spiel("snowtails(players=4)"), "`python_block_dominoes`"),
        ("OpenSpiel loop, its `python_block_dominoes`", spiel("python_block_dominoes"), ""),
        ("OpenSpiel loop, its `backgammon` in C++", spiel("backgammon"), ""),
    ]


def table(found: list[tuple[str, float, str]]) -> str:
    """Return the figures as a table."""
    rows = ["| one core, random play | decisions/s | to reach |", "|---|--:|--:|"]
    return "\n".join([*rows, *(f"| {what} | {rate:,.0f} | {goal} |" for what, rate, goal in found)])


HEAD = """## Environments

Best of many short runs, one after the other, by `python bench/environments.py`. Each row counts its
own decisions; in OpenSpiel's loops chance counts too, in its rollouts it does not."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--write", action="store_true", help="put the figures into the docs")
    options = parser.parse_args()
    text = table(figures())
    print(text)
    if options.write:
        write("environments", f"{HEAD}\n\n{text}")


if __name__ == "__main__":
    main()
