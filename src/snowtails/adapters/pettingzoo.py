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
with a reward of -1 for whoever took it, whose `infos` say `illegal`, and 0 for the others.
PettingZoo's wrappers, which would do the same and see to the order of calls, take longer than the
race itself: what they check is checked here. `env.position` is the race as it stands, to be looked
at or drawn.
"""

from pathlib import Path
from typing import Any, ClassVar

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete
from gymnasium.utils import EzPickle, seeding
from numpy.typing import NDArray
from pettingzoo import AECEnv

from ..course import Course, Refused
from ..course.problem import whole_number
from ..mushers import ROUND_LIMIT
from ..rules.position import RacePosition
from .encoding import ACTIONS, HIGH, LOW
from .pictures import RENDER_MODES, checked_mode, render
from .seat import Observer
from .vector import VectorEnv

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
        self.render_mode = checked_mode(render_mode)
        self._races = VectorEnv(
            course,
            sleds,
            races=1,
            shaping=shaping,
            round_limit=round_limit,
            workers=1,
            auto_reset=False,
        )
        self._observer = Observer(self._races.course.track)
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
        self._races.reset(int(self._chance.integers(2**64, dtype=np.uint64)))
        self.agents = self.possible_agents.copy()
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[self._races.actors[0]]

    def observe(self, agent: str) -> Observation:
        """Return what an agent may know, and what it may do now."""
        races, sled = self._races, self._numbers[agent]
        if races.actors[0] == sled:
            seen, mask = races.observations[0].copy(), races.masks[0].copy()
        else:
            seen, mask = self._observer(races.states, sled), np.zeros(ACTIONS, np.int8)
        return {"observation": seen, "action_mask": mask}

    def last(self, observe: bool = True) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Return what the agent whose turn it is sees, and what it was given since its last."""
        self._ensure_under_way()
        seen: tuple[Any, float, bool, bool, dict[str, Any]] = super().last(observe)
        return seen

    def _ensure_under_way(self) -> None:
        if not self.agents:
            raise Refused("there is no race under way: reset() begins one")

    def step(self, action: int | None) -> None:
        """Take the action of the agent whose turn it is."""
        self._ensure_under_way()
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise Refused(f"{agent} is in the race and has to decide: an action is not None")
        action = whole_number(action, "an action is a whole number")
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        races = self._races
        if not (0 <= action < ACTIONS and races.masks[0, action]):
            self.infos[agent]["illegal"] = True
            self._end(self.terminations, {agent: -1.0})
        else:
            races.actions[0] = action
            races.step()
            self._go_on()
        self._accumulate_rewards()

    def _go_on(self) -> None:
        """Let the next agent decide, or end the race."""
        races = self._races
        rewards = dict(zip(self.agents, races.rewards.ravel().tolist(), strict=True))
        if races.terminals[0]:
            self._end(self.terminations, rewards)
        elif races.truncations[0]:
            self._end(self.truncations, rewards)
        else:
            self.rewards.update(rewards)
            self.agent_selection = self.possible_agents[races.actors[0]]

    def _end(self, flags: dict[str, bool], rewards: dict[str, float]) -> None:
        """End the race for all agents, with rewards for some."""
        for agent in self.agents:
            self.rewards[agent] = rewards.get(agent, 0.0)
            flags[agent] = True
        self.agent_selection = self.agents[0]

    @property
    def position(self) -> RacePosition:
        """The race as it stands, hidden cards included."""
        return self._races.position()

    def render(self) -> Any:
        """Show the race as the render mode wishes."""
        return render(self.position, self.render_mode)

    def close(self) -> None:
        """Close nothing: there is no window."""
