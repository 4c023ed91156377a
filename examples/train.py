"""Teach a small network to race: masked PPO in a page of NumPy, on the vectorised environment.

python examples/train.py --minutes 10

It races three Pups over and over, and is measured against Pups and against Huskies as it learns.
`bench/learning.py` draws the curve.
"""

import argparse
import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from snowtails.adapters.encoding import ACTIONS, SIZE, scaled
from snowtails.adapters.vector import VectorEnv

Floats = NDArray[np.float32]

COURSE, SLEDS = "nutcracker", 4
RACES, STEPS, HIDDEN = 256, 16, 64
GAMMA, LAMBDA, CLIP, ENTROPY, RATE = 0.99, 0.95, 0.2, 0.01, 2e-3
EPOCHS, BATCHES = 4, 8


class Network:
    """Two hidden layers, a logit for each action, and what the race is worth."""

    def __init__(self, rng: np.random.Generator) -> None:
        shapes = [(SIZE, HIDDEN), (HIDDEN, HIDDEN), (HIDDEN, ACTIONS), (HIDDEN, 1)]
        gains = [np.sqrt(2 / SIZE), np.sqrt(2 / HIDDEN), 0.01 / np.sqrt(HIDDEN), 0.1]
        self.weights = [
            (gain * rng.standard_normal(shape)).astype(np.float32)
            for shape, gain in zip(shapes, gains, strict=True)
        ] + [np.zeros(shape[1], np.float32) for shape in shapes]
        self._moments = [[np.zeros_like(w), np.zeros_like(w)] for w in self.weights]
        self._steps = 0

    def __call__(self, x: Floats, masks: NDArray[np.int8]) -> tuple[Floats, Floats, list[Floats]]:
        """Return the chance of each action, the value, and the hidden layers."""
        w1, w2, wp, wv, b1, b2, bp, bv = self.weights
        first = np.maximum(x @ w1 + b1, 0)
        second = np.maximum(first @ w2 + b2, 0)
        logits = np.where(masks, second @ wp + bp, np.float32(-1e9))
        chances = np.exp(logits - logits.max(axis=1, keepdims=True))
        chances /= chances.sum(axis=1, keepdims=True)
        return chances, (second @ wv + bv)[:, 0], [x, first, second]

    def learn(self, layers: list[Floats], to_logits: Floats, to_value: Floats) -> None:
        """Take a step of Adam down the gradients of logits and value."""
        x, first, second = layers
        w2, wp, wv = self.weights[1:4]
        to_second = (to_logits @ wp.T + to_value[:, None] * wv[:, 0]) * (second > 0)
        to_first = (to_second @ w2.T) * (first > 0)
        outs = [to_first, to_second, to_logits, to_value[:, None]]
        ins = [x, first, second, second]
        gradients = [i.T @ o for i, o in zip(ins, outs, strict=True)]
        gradients += [out.sum(axis=0) for out in outs]
        self._steps += 1
        for weight, gradient, moment in zip(self.weights, gradients, self._moments, strict=True):
            moment[0] += 0.1 * (gradient - moment[0])
            moment[1] += 0.01 * (gradient**2 - moment[1])
            mean = moment[0] / (1 - 0.9**self._steps)
            weight -= RATE * mean / (np.sqrt(moment[1] / (1 - 0.99**self._steps)) + 1e-6)


def drawn(chances: Floats, rng: np.random.Generator) -> NDArray[np.intp]:
    """Return an action for each row, by its chances."""
    below = chances.cumsum(axis=1) < rng.random((len(chances), 1)) * chances.sum(
        axis=1, keepdims=True
    )
    found: NDArray[np.intp] = np.minimum(below.sum(axis=1), ACTIONS - 1)
    return found


def roll_out(env: VectorEnv, network: Network, rng: np.random.Generator) -> dict[str, Any]:
    """Race on for some steps, and return what happened with the advantage of each action."""
    kept: dict[str, list[Any]] = {key: [] for key in ("x", "masks", "actions", "old", "values")}
    rewards, ends = np.zeros((STEPS, RACES), "f4"), np.zeros((STEPS, RACES), bool)
    for t in range(STEPS):
        x, masks = scaled(env.observations), env.masks.copy()
        chances, values, _ = network(x, masks)
        actions = drawn(chances, rng)
        legal = masks[np.arange(RACES), actions] > 0
        actions = np.where(legal, actions, masks.argmax(axis=1))
        old = chances[np.arange(RACES), actions]
        for key, value in zip(kept, (x, masks, actions, old, values), strict=True):
            kept[key].append(value)
        _, gained, terminals, truncations, _ = env.step(actions)
        rewards[t], ends[t] = gained, terminals | truncations
    values = np.array([*kept["values"], network(scaled(env.observations), env.masks)[1]])
    advantages, running = np.zeros((STEPS, RACES), np.float32), np.zeros(RACES)
    for t in range(STEPS - 1, -1, -1):
        surprise = rewards[t] + GAMMA * values[t + 1] * ~ends[t] - values[t]
        running = surprise + GAMMA * LAMBDA * running * ~ends[t]
        advantages[t] = running
    flat = {key: np.concatenate(value) for key, value in kept.items()}
    return flat | {"advantages": advantages.ravel()}


def update(network: Network, batch: dict[str, Any], rng: np.random.Generator) -> None:
    """Improve the network by PPO's clipped objective, a value loss and an entropy bonus."""
    targets = batch["values"] + batch["advantages"]
    scale = batch["advantages"].std() + 1e-6
    for part in (
        p for _ in range(EPOCHS) for p in np.split(rng.permutation(len(targets)), BATCHES)
    ):
        chances, values, layers = network(batch["x"][part], batch["masks"][part])
        rows, actions = np.arange(len(part)), batch["actions"][part]
        advantage = batch["advantages"][part] / scale
        ratio = chances[rows, actions] / batch["old"][part]
        clipped = np.where(advantage > 0, ratio > 1 + CLIP, ratio < 1 - CLIP)
        push = np.where(clipped, 0, ratio * advantage)[:, None]
        log = np.log(chances + 1e-12)
        entropy = -(chances * log).sum(axis=1, keepdims=True)
        to_logits = push * chances + ENTROPY * chances * (log + entropy)
        to_logits[rows, actions] -= push[:, 0]
        to_value = 0.5 * (values - targets[part])
        size = np.float32(len(part))
        network.learn(layers, (to_logits / size).astype(np.float32), (to_value / size).astype("f4"))


@dataclass
class Measured:
    """How well the network races, after so many decisions."""

    minutes: float
    decisions: int
    rewards: dict[str, float]
    """Mean reward, from -1 for always last to 1 for always first, by opponent."""
    wins: dict[str, float]


def measure(network: Network, opponent: str, races: int = 256) -> tuple[float, float]:
    """Return mean reward and share of wins against three mushers of a kind, playing its best."""
    with VectorEnv(COURSE, SLEDS, races, opponents=opponent, seed=99) as env:
        env.reset()
        result, left = np.zeros(races), np.ones(races, bool)
        while left.any():
            chances, _, _ = network(scaled(env.observations), env.masks)
            _, rewards, terminals, truncations, _ = env.step(chances.argmax(axis=1))
            ended = left & (terminals | truncations)
            result[ended] = rewards[ended]
            left &= ~ended
    return float(result.mean()), float((result == 1).mean())


def train(minutes: float, seed: int = 1, every: int = 15) -> Iterator[Measured]:
    """Learn for some minutes, and tell now and then how well it goes."""
    rng = np.random.default_rng(seed)
    network = Network(rng)
    env = VectorEnv(COURSE, SLEDS, RACES, opponents="pup", seed=seed, shaping=1.0)
    env.reset()
    began, updates = time.monotonic(), 0
    while True:
        spent = (time.monotonic() - began) / 60
        if updates % every == 0 or spent >= minutes:
            found = {opponent: measure(network, opponent) for opponent in ("pup", "husky")}
            rewards = {opponent: mean for opponent, (mean, _) in found.items()}
            wins = {opponent: share for opponent, (_, share) in found.items()}
            yield Measured(spent, updates * RACES * STEPS, rewards, wins)
        if spent >= minutes:
            return
        update(network, roll_out(env, network, rng), rng)
        updates += 1


def main() -> None:
    """Learn, and print how it goes."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--minutes", type=float, default=10.0)
    for found in train(parser.parse_args().minutes):
        told = ", ".join(
            f"{opponent} {found.rewards[opponent]:+.2f} ({found.wins[opponent]:.0%} won)"
            for opponent in found.rewards
        )
        print(f"{found.minutes:5.1f} min {found.decisions:10,} decisions: {told}", flush=True)


if __name__ == "__main__":
    main()
