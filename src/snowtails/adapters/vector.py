"""Thousands of races at once: one compiled call steps all of them, on all cores.

    >>> import numpy as np
    >>> from snowtails.adapters.vector import VectorEnv
    >>> env = VectorEnv("nutcracker", sleds=4, races=64, opponents="pup", seed=1)
    >>> observations = env.reset()
    >>> env.masks.shape, env.rewards.shape
    ((64, 986), (64,))
    >>> actions = env.sample(np.random.default_rng(1))
    >>> observations, rewards, terminals, truncations, info = env.step(actions)

Every row is a race. Where `opponents` drive the other sleds, a row is one agent: the shape that
PufferLib and Sample Factory expect of native environments (`single_observation_space` and
`single_action_space` are made by `gymnasium` where it is installed). PufferLib asks besides for its
`PufferEnv` as base class, and for `[]` as infos of reset and step: a shell of some lines that holds
a `VectorEnv` with its buffers as `buf`. Without opponents all seats are yours: `actors` says which
one decides, and `rewards` has a column for each sled.

Arrays are written in place, and never moved: `observations`, `masks`, `rewards`, `terminals`,
`truncations`, `actors`; what they mean is said in `encoding`. Give a `buf` with arrays of these
names, as attributes or keys, and it is they that are written; the masks are `action_masks` there,
as PufferLib's `masks` say which agents live. A race that is over begins anew at once, with the next
number of the seed: its last reward and flag come with the first observation of the new race. A
reward is 1 for the first place down to -1 for the last, and -1 for no place; `shaping` adds a
reward for the way from start to finish as it is gone. Races of more than `round_limit` rounds are
truncated.

With `auto_reset=False` a race that is over stays as it is until the next reset: its flag stays set,
its mask is all zeros, and its only action is -1, which does nothing.

Actions are checked before any race goes on: if one is not legal, `step` changes nothing at all and
raises Refused.
"""

import os
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from pathlib import Path
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from ..course import Course, InvalidArgument, Refused
from ..course.problem import whole_number
from ..lab.races import prepared
from ..mushers import INSTANT, ROUND_LIMIT, CompiledMusher, find_musher
from ..mushers.asking import checked_limit
from ..rules.deal import SeededDeal
from ..rules.position import RacePosition
from ..rules.state import MOST_SLEDS, STATE, State
from . import stepping
from .actions import ACTIONS, NO_ACTION, sample_actions
from .encoding import goal_of, windows_of
from .observing import SIZE
from .stepping import EVERY_SEAT, Buffers, Races, Setting

Opponents = CompiledMusher | str | Sequence[CompiledMusher | str | None] | None

_IN_BUF = {"masks": "action_masks"}
"""Names of arrays that the caller's buffer has another name for."""

_LEAST_ROWS = 64
"""Rows that are worth a thread."""


class VectorEnv:
    """Many races on one course, stepped together; see the module's page.

    `opponents` is a compiled musher, or its name, for all sleds but the first; or one for each
    seat, None for the caller's own.
    """

    def __init__(
        self,
        course: Course | str | Path = "nutcracker",
        sleds: int = 4,
        races: int = 1024,
        *,
        opponents: Opponents = None,
        seed: int = 0,
        shaping: float = 0.0,
        round_limit: int = ROUND_LIMIT,
        workers: int | None = None,
        buf: Any = None,
        auto_reset: bool = True,
    ) -> None:
        self.course = Course.of(course)
        if not 1 <= whole_number(sleds, "a number of sleds is a whole number") <= MOST_SLEDS:
            raise Refused(f"a race has 1 to {MOST_SLEDS} sleds, not {sleds}")
        if whole_number(races, "a number of races is a whole number") < 1:
            raise Refused(f"there is one race at least, not {races}")
        self.sleds, self.num_agents, self.num_envs = sleds, races, races
        self.opponents = _seated(opponents, sleds)
        own = [seat for seat, driver in enumerate(self.opponents) if driver is None]
        if not own:
            raise Refused("one seat at least is the caller's: leave a None among the opponents")
        self.seat = own[0] if len(own) == 1 else None
        """The caller's only seat; None if it has several."""
        self._round_limit, self._shaping = checked_limit(round_limit), float(shaping)
        self._stride = races if auto_reset else 0
        self._races = Races(
            np.zeros(races, STATE),
            np.zeros((races, 2, MOST_SLEDS), np.uint64),
            np.zeros((races, 2, MOST_SLEDS), np.int64),
            np.arange(races),
            np.zeros(races, np.bool_),
        )
        self._begun = False
        self._buffers = self._arrays(buf)
        self.actions, self.observations, self.masks, rewards = self._buffers[:4]
        self.terminals, self.truncations, self.actors = self._buffers[4:]
        self.rewards = rewards if self.seat is None else rewards[:, 0]
        seats = [driver or INSTANT["rookie"] for driver in self.opponents]
        self._fresh, *minds = prepared(self.course, seats)
        driven = len(own) < sleds
        self._minds = minds if driven else (None, None)
        self._step = stepping.stepper(driven)
        self._chunks = self._split(workers or os.cpu_count() or 1)
        self._pool = ThreadPoolExecutor(len(self._chunks)) if len(self._chunks) > 1 else None
        self._setting = self._shared()
        self.seed(seed)

    def _arrays(self, buf: Any) -> Buffers:
        """Return the arrays to be written, those of the caller where it has given them."""
        n, columns = self.num_agents, self.sleds if self.seat is None else 1
        shapes: dict[str, tuple[tuple[int, ...], type[Any]]] = {
            "actions": ((n,), np.int32),
            "observations": ((n, SIZE), np.int8),
            "masks": ((n, ACTIONS), np.int8),
            "rewards": ((n, columns), np.float32),
            "terminals": ((n,), np.bool_),
            "truncations": ((n,), np.bool_),
            "actors": ((n,), np.int8),
        }
        return Buffers(
            **{
                name: _array(buf, _IN_BUF.get(name, name), shape, kind)
                for name, (shape, kind) in shapes.items()
            }
        )

    def _split(self, workers: int) -> list[tuple[Races, Buffers]]:
        """Return the rows that each thread steps."""
        parts = max(1, min(workers, self.num_agents // _LEAST_ROWS))
        bounds = np.linspace(0, self.num_agents, parts + 1).astype(int).tolist()
        rows = [slice(*pair) for pair in pairwise(bounds)]
        races: tuple[Any, ...] = self._races
        buffers: tuple[Any, ...] = self._buffers
        return [
            (Races(*(array[part] for array in races)), Buffers(*(array[part] for array in buffers)))
            for part in rows
        ]

    def seed(self, seed: int) -> None:
        """Fix the deals from the next reset on: row k begins with `SeededDeal(seed, k)`."""
        self._setting = self._setting._replace(seed=np.uint64(SeededDeal(seed).seed))

    def _shared(self) -> Setting:
        """Return what all races share."""
        return Setting(
            self._fresh,
            self.course.track.spaces,
            windows_of(self.course.track),
            np.array(self.course.track.saplings, np.int16),
            np.array([driver is not None for driver in self.opponents], np.int8),
            np.uint64(0),
            self._stride,
            self._round_limit,
            goal_of(self.course.track),
            self._shaping,
            EVERY_SEAT if self.seat is None else self.seat,
        )

    def reset(self, seed: int | None = None) -> NDArray[np.int8]:
        """Begin all races, and return the observations."""
        if seed is not None:
            self.seed(seed)
        self._races.numbers[:] = np.arange(self.num_agents)
        self._run(begin=True)
        self._begun = True
        return self.observations

    def step(
        self, actions: NDArray[np.integer[Any]] | None = None
    ) -> tuple[
        NDArray[np.int8],
        NDArray[np.float32],
        NDArray[np.bool_],
        NDArray[np.bool_],
        dict[str, NDArray[Any]],
    ]:
        """Take an action in each race; without any, those in `self.actions`.

        Returns observations, rewards, terminals, truncations, and masks and actors by name.
        """
        if actions is not None:
            self.actions[:] = self._one_each(actions)
        self._check_actions()
        self._run(begin=False)
        info = {"action_mask": self.masks, "actor": self.actors}
        return self.observations, self.rewards, self.terminals, self.truncations, info

    def _one_each(self, actions: NDArray[np.integer[Any]]) -> NDArray[np.integer[Any]]:
        """Return actions as an array, or raise Refused if they are not one for each race."""
        given = np.asarray(actions)
        if given.shape == self.actions.shape and given.dtype.kind in "iu":
            return given
        wanted = f"{self.num_agents} whole numbers are wanted, an action for each race"
        if given.dtype.kind not in "iu":
            raise InvalidArgument(f"{wanted}, not {given.dtype} of shape {given.shape}")
        raise Refused(f"{wanted}, not an array of shape {given.shape}")

    def _check_actions(self) -> None:
        """Raise Refused, before any race goes on, if an action is not legal."""
        if not self._begun:
            raise Refused("there are no races under way: reset() begins them")
        states, spaces = self._races.states, self.course.track.spaces
        row = int(stepping.illegal_row(states, spaces, self._races.ended, self.actions))
        if row < 0:
            return
        action, race = self.actions[row], self._races.numbers[row]
        if self._races.ended[row]:
            raise Refused(f"race {race} is over: its action is {NO_ACTION}, not {action}")
        raise Refused(f"action {action} is not legal now in race {race}")

    def _run(self, begin: bool) -> None:
        """Begin or step the rows of each thread."""

        def run(chunk: tuple[Races, Buffers]) -> None:
            self._step(chunk[0], self._setting, chunk[1], begin, *self._minds)

        list(self._pool.map(run, self._chunks) if self._pool else map(run, self._chunks))

    def sample(self, rng: np.random.Generator) -> NDArray[np.int32]:
        """Return a legal action for each race, each with the same chance, in `self.actions`.

        It is -1 where there is none: before the first reset, and in a race that is over.
        """
        words = rng.integers(2**64, size=self.num_agents, dtype=np.uint64)
        sample_actions(self.masks, words, self.actions)
        return self.actions

    @property
    def states(self) -> State:
        """A copy of all races as the rules keep them, hidden cards included."""
        return self._races.states.copy()

    @property
    def numbers(self) -> NDArray[np.int64]:
        """A copy of the numbers of the races of the seed that are under way."""
        return self._races.numbers.copy()

    def position(self, row: int = 0) -> RacePosition:
        """Return a race as a position, to be looked at or drawn."""
        return RacePosition(self.course, self._races.states[row : row + 1])

    @property
    def single_observation_space(self) -> Any:
        """The observation space of a row, for Gymnasium."""
        from gymnasium.spaces import Box

        from .encoding import HIGH, LOW

        return Box(LOW, HIGH, dtype=np.int8)

    @property
    def single_action_space(self) -> Any:
        """The action space of a row, for Gymnasium."""
        from gymnasium.spaces import Discrete

        return Discrete(ACTIONS)

    def close(self) -> None:
        """End the threads."""
        if self._pool is not None:
            self._pool.shutdown()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _seated(opponents: Opponents, sleds: int) -> tuple[CompiledMusher | None, ...]:
    """Return who drives each sled, None for the caller."""
    if opponents is None:
        return (None,) * sleds
    if isinstance(opponents, str | CompiledMusher):
        opponents = [None, *[opponents] * (sleds - 1)]
    if len(opponents) != sleds:
        raise Refused(f"{sleds} sleds need as many drivers, None for your own, not {opponents!r}")
    return tuple(None if driver is None else _compiled(driver) for driver in opponents)


def _compiled(driver: CompiledMusher | str) -> CompiledMusher:
    found = find_musher(driver)
    if not isinstance(found, CompiledMusher):
        raise Refused(f"{found.name} is not compiled: rookie, pup, yearling and husky are")
    return found


def _array(buf: Any, name: str, shape: tuple[int, ...], kind: type[Any]) -> NDArray[Any]:
    """Return an array of the caller, or a new one."""
    given = buf.get(name) if isinstance(buf, Mapping) else getattr(buf, name, None)
    if given is None:
        return np.zeros(shape, kind)
    found = np.asarray(given)
    if len(shape) == 2 and found.shape == shape[:1] and shape[1] == 1:
        found = found.reshape(shape)
    if found.shape != shape or found.dtype != kind or not found.flags.carray:
        raise Refused(f"{name} is a {kind.__name__} array of shape {shape}, contiguous")
    return found
