"""Snow Tails for PettingZoo: an AEC environment in which every sled is an agent.

    >>> from snowtails.adapters import pettingzoo
    >>> env = pettingzoo.env(course="nutcracker", sleds=3)
    >>> env.reset(seed=7)
    >>> for agent in env.agent_iter():
    ...     observation, reward, termination, truncation, info = env.last()
    ...     if termination or truncation:
    ...         action = None
    ...     else:
    ...         action = env.action_space(agent).sample(observation["action_mask"])
    ...     env.step(action)

| | |
|---|---|
| name | `snowtails_v1`; the number goes up with every change of rules or observations |
| agents | `sled_0` … `sled_4`, as many as `sleds` |
| action space | `Discrete(986)`: turns, start spaces, discards; see `encoding` |
| observation space | `Dict` of `observation`, a `Box` of 259 bytes, and `action_mask` |
| rewards | at the end, 1 for the first place down to -1 for the last, and -1 for none |
| `shaping` | a reward for the way from start to finish, given as it is gone; 0 unless wished |
| render modes | `rgb_array`, `svg`, `ansi`, and `human`, which prints a sketch |

All agents stay until the race is over. A race of more than `round_limit` rounds is truncated. The
mask of an agent that has nothing to decide is all zeros. An action that is not legal ends the race
with a reward of -1 for whoever took it and 0 for the others. PettingZoo's wrappers, which would do
the same and see to the order of calls, take three times as long as a race: what they check is
checked here. `env.race` is the `Race` itself.
"""

from pathlib import Path
from typing import Any, ClassVar

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete
from gymnasium.utils import EzPickle, seeding
from numpy.typing import NDArray
from pettingzoo import AECEnv

from ..course import Course, Refused
from ..mushers import ROUND_LIMIT
from ..rules.deal import SeededDeal
from ..rules.race import Race
from .encoding import ACTIONS, HIGH, LOW
from .kernels import is_legal
from .pictures import RENDER_MODES, checked_mode, render
from .seat import Observer, mask_of, play, progress_of, rewards_of

Observation = dict[str, NDArray[np.int8]]


def env(**options: Any) -> "raw_env":
    """Return the environment; the options are those of `raw_env`."""
    return raw_env(**options)


class raw_env(AECEnv, EzPickle):  # type: ignore[misc]  # noqa: N801 - as PettingZoo calls it
    """A race in which every sled is an agent; see the module's page."""

    metadata: ClassVar[dict[str, Any]] = {
        "name": "snowtails_v1",
        "render_modes": list(RENDER_MODES),
        "is_parallelizable": False,
        "render_fps": 2,
    }

    def __init__(
        self,
        course: Course | str | Path = "nutcracker",
        sleds: int = 4,
        *,
        shaping: float = 0.0,
        round_limit: int = ROUND_LIMIT,
        render_mode: str | None = None,
    ) -> None:
        options = {"shaping": shaping, "round_limit": round_limit, "render_mode": render_mode}
        EzPickle.__init__(self, course, sleds, **options)
        super().__init__()
        self.course, self.sleds = Course.of(course), sleds
        self.shaping, self.round_limit = shaping, round_limit
        self.render_mode = checked_mode(render_mode)
        self.race = Race(self.course, sleds, seed=0)
        self._observer = Observer(self.course.track)
        self.possible_agents = [f"sled_{sled}" for sled in range(sleds)]
        self._numbers = {agent: sled for sled, agent in enumerate(self.possible_agents)}
        self.observation_spaces = {
            agent: Dict(
                observation=Box(LOW, HIGH, dtype=np.int8),
                action_mask=Box(0, 1, (ACTIONS,), np.int8),
            )
            for agent in self.possible_agents
        }
        self.action_spaces = {agent: Discrete(ACTIONS) for agent in self.possible_agents}
        self._chance, _ = seeding.np_random()
        self.agents: list[str] = []

    def observation_space(self, agent: str) -> Dict:
        """Return the space of an agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Discrete:
        """Return the space of an agent's actions."""
        return self.action_spaces[agent]

    def reset(
        self,
        seed: int | None = None,
        options: dict[str, Any] | None = None,  # noqa: ARG002 - PettingZoo's contract
    ) -> None:
        """Begin a race; a seed fixes its cards, and those of the races that follow."""
        if seed is not None:
            self._chance, _ = seeding.np_random(seed)
        deal = SeededDeal(int(self._chance.integers(2**64, dtype=np.uint64)))
        self.race = Race(self.course, self.sleds, deal=deal)
        self.agents = self.possible_agents.copy()
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[self.race.actor or 0]

    def observe(self, agent: str) -> Observation:
        """Return what an agent may know, and what it may do now."""
        sled = self._numbers[agent]
        return {
            "observation": self._observer(self.race._state, sled),
            "action_mask": mask_of(self.race, sled),
        }

    def step(self, action: int | None) -> None:
        """Take the action of the agent whose turn it is."""
        if not self.agents:
            raise Refused("there is no race under way: reset() begins one")
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise Refused(f"{agent} is in the race and has to decide: an action is not None")
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        if not is_legal(self.race._state, self.race.track.spaces, int(action)):
            self._end(self.terminations, {agent: -1.0})
            self._accumulate_rewards()
            return
        sled = self._numbers[agent]
        before = progress_of(self.race, sled) if self.shaping else 0.0
        play(self.race, action)
        if self.shaping:
            gained = progress_of(self.race, sled, before) - before
            self.rewards[agent] = self.shaping * gained
        self._go_on()
        self._accumulate_rewards()

    def _go_on(self) -> None:
        """Let the next agent decide, or end the race."""
        actor = self.race.actor
        if actor is not None and self.race.round <= self.round_limit:
            self.agent_selection = self.possible_agents[actor]
            return
        flags = self.terminations if actor is None else self.truncations
        self._end(flags, dict(zip(self.agents, rewards_of(self.race), strict=True)))

    def _end(self, flags: dict[str, bool], rewards: dict[str, float]) -> None:
        """End the race for all agents, with rewards for some."""
        for agent in self.agents:
            self.rewards[agent] += rewards.get(agent, 0.0)
            flags[agent] = True
        self.agent_selection = self.agents[0]

    def render(self) -> Any:
        """Show the race as the render mode wishes."""
        return render(self.race, self.render_mode)

    def close(self) -> None:
        """Close nothing: there is no window."""
