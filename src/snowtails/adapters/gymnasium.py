"""Snow Tails for Gymnasium: one sled against mushers, and the solo game.

    >>> import gymnasium
    >>> import snowtails.adapters.gymnasium as snowtails_envs
    >>> gymnasium.register_envs(snowtails_envs)  # the import has registered the ids
    >>> env = gymnasium.make("snowtails/Race-v1", course="nutcracker", opponents=["pup", "husky"])
    >>> observation, info = env.reset(seed=7)
    >>> action = env.action_space.sample(info["action_mask"])
    >>> observation, reward, terminated, truncated, info = env.step(action)

`gymnasium.make("snowtails.adapters.gymnasium:snowtails/Race-v1")` needs no import before it.

| id | what it is | options |
|---|---|---|
| `snowtails/Race-v1` | sled 0 is the agent's | `course`, `opponents`, `shaping`, `round_limit` |
| `snowtails/Solo-v1` | a round of the solo game | `course`, `opponents` |

The `opponents` of a race drive one sled each and are given by name, or are any `Musher`; those of a
solo round are there or not. Both take a `render_mode`: `rgb_array`, `svg`, `ansi` or `human`.

Actions and observations of a race are those of `encoding`; those of the solo game are documented in
`solo`. The mask of legal actions is `info["action_mask"]`, and `env.unwrapped.action_masks()` for
libraries that ask for it. The reward of a race is given by place, 1 for the first down to -1 for
the last and for none, as soon as the sled has finished or is wrecked; that of a solo round is its
score. An action that is not legal ends the episode with a reward of -1 and `info["illegal"]`. When
an episode has ended its mask is all zeros, and `step` raises Refused until the next reset.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import gymnasium as gym
import numpy as np
from gymnasium.spaces import Box, Discrete
from numpy.typing import NDArray

from ..course import Course, InvalidArgument, Refused
from ..course.problem import whole_number
from ..mushers import ROUND_LIMIT, Musher, ask, find_musher
from ..mushers.asking import checked_limit
from ..rules.deal import SeededDeal
from ..rules.race import Race
from ..rules.solo import SoloRace
from . import solo
from .encoding import ACTIONS, HIGH, LOW
from .pictures import RENDER_MODES, checked_mode, render
from .seat import Observer, can_play, is_racing, mask_of, play, progress_of, rewards_of

Observation = NDArray[np.int8]
Stepped = tuple[Observation, float, bool, bool, dict[str, Any]]

_YOU = 0
_METADATA: dict[str, Any] = {"render_modes": list(RENDER_MODES), "render_fps": 2}


class RaceEnv(gym.Env[Observation, np.int64]):
    """A race of one agent against mushers; see the module's page."""

    metadata = _METADATA

    def __init__(
        self,
        course: Course | str | Path = "nutcracker",
        opponents: Sequence[Musher | str] = ("pup", "pup", "pup"),
        *,
        shaping: float = 0.0,
        round_limit: int = ROUND_LIMIT,
        render_mode: str | None = None,
    ) -> None:
        self.course = Course.of(course)
        if isinstance(opponents, str):
            raise InvalidArgument(f"opponents are a list, one a sled, as in [{opponents!r}]")
        self.opponents = tuple(map(find_musher, opponents))
        self.shaping, self.round_limit = shaping, checked_limit(round_limit)
        self.render_mode = checked_mode(render_mode)
        self.observation_space = Box(LOW, HIGH, dtype=np.int8)
        self.action_space = Discrete(ACTIONS)
        self.race = Race(self.course, 1 + len(self.opponents), seed=0)
        self._observer = Observer(self.course.track)
        self._ended = True

    def reset(
        self,
        *,
        seed: int | None = None,
        options: dict[str, Any] | None = None,  # noqa: ARG002 - Gymnasium's contract
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin a race; a seed fixes the cards, and what compiled mushers do."""
        super().reset(seed=seed)
        deal = SeededDeal(int(self.np_random.integers(2**64, dtype=np.uint64)))
        self.race = Race(self.course, 1 + len(self.opponents), deal=deal)
        self._ended = False
        self._let_others_drive()
        return self._observe(), self._info()

    def step(self, action: np.int64 | int) -> Stepped:
        """Take an action, and let the others drive until the next is due."""
        _ensure_under_way(self._ended)
        action = whole_number(action, "an action is a whole number")
        if not can_play(self.race, action):
            self._ended = True
            return self._observe(), -1.0, True, False, _ILLEGAL | self._info()
        shaping = self.shaping if self.race.round else 0.0  # start spaces are no way gone
        before = progress_of(self.race, _YOU) if shaping else 0.0
        play(self.race, action)
        self._let_others_drive()
        reward = 0.0
        if shaping:
            reward = shaping * (progress_of(self.race, _YOU, before) - before)
        terminated = self.race.over or not is_racing(self.race, _YOU)
        truncated = not terminated and self.race.round > self.round_limit
        self._ended = terminated or truncated
        if self._ended:
            reward += rewards_of(self.race)[_YOU]
        return self._observe(), reward, terminated, truncated, self._info()

    def _observe(self) -> Observation:
        return self._observer.of(self.race, _YOU)

    def _let_others_drive(self) -> None:
        """Play for the mushers until the agent decides, or has nothing to decide any more."""
        race = self.race
        while (sled := race.actor) is not None and sled != _YOU:
            if race.round > self.round_limit or not is_racing(race, _YOU):
                return
            race.play(ask(self.opponents[sled - 1], race.view(sled), self.np_random))

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.action_masks()}

    def action_masks(self) -> NDArray[np.int8]:
        """Return the mask of legal actions, all zeros when the episode has ended."""
        return mask_of(self.race, None if self._ended else _YOU)

    def render(self) -> Any:
        """Show the race as the render mode wishes."""
        return render(self.race, self.render_mode)


class SoloEnv(gym.Env[Observation, np.int64]):
    """A round of the solo game; see the module's page."""

    metadata = _METADATA

    def __init__(
        self,
        course: Course | str | Path = "lone-wolf",
        *,
        opponents: bool = False,
        render_mode: str | None = None,
    ) -> None:
        self.course, self.opponents = Course.of(course), opponents
        self.render_mode = checked_mode(render_mode)
        self.observation_space = Box(solo.LOW, solo.HIGH, dtype=np.int8)
        self.action_space = Discrete(solo.ACTIONS)
        self.race = SoloRace(self.course, opponents=opponents, seed=0)
        self._ended = True

    def reset(
        self,
        *,
        seed: int | None = None,
        options: dict[str, Any] | None = None,  # noqa: ARG002 - Gymnasium's contract
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin a round; a seed fixes the cards."""
        super().reset(seed=seed)
        deal = SeededDeal(int(self.np_random.integers(2**64, dtype=np.uint64)))
        self.race = SoloRace(self.course, opponents=self.opponents, deal=deal)
        self._ended = False
        return solo.observation_of(self.race), self._info()

    def step(self, action: np.int64 | int) -> Stepped:
        """Take an action."""
        _ensure_under_way(self._ended)
        action = whole_number(action, "an action is a whole number")
        decisions = solo.decisions_of(self.race)
        if action not in decisions:
            self._ended = True
            return solo.observation_of(self.race), -1.0, True, False, _ILLEGAL | self._info()
        self.race.play(decisions[action])
        self._ended = self.race.over
        reward = float(self.race.score().total) if self._ended else 0.0
        return solo.observation_of(self.race), reward, self._ended, False, self._info()

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.action_masks()}

    def action_masks(self) -> NDArray[np.int8]:
        """Return the mask of legal actions, all zeros when the episode has ended."""
        mask = np.zeros(solo.ACTIONS, np.int8)
        if not self._ended:
            mask[list(solo.decisions_of(self.race))] = 1
        return mask

    def render(self) -> Any:
        """Show the round as the render mode wishes."""
        return render(self.race, self.render_mode)


_ILLEGAL = {"illegal": True}


def _ensure_under_way(ended: bool) -> None:
    """Raise Refused if there is nothing to decide: whoever acts now is somebody else."""
    if ended:
        raise Refused("there is no race under way: reset() begins one")


gym.register("snowtails/Race-v1", entry_point=f"{__name__}:RaceEnv")
gym.register("snowtails/Solo-v1", entry_point=f"{__name__}:SoloEnv")
