"""What environments of one race need: observation, mask and rewards of a seat, and one door."""

import numpy as np
from numpy.typing import NDArray

from ..course import Refused
from ..course.track import Track
from ..rules.race import Race
from ..rules.state import RACING, State
from . import observing, stepping
from .actions import ACTIONS, decision_of, is_legal, write_mask
from .encoding import goal_of, windows_of
from .observing import SIZE


class Observer:
    """Makes the observations of races on one course."""

    def __init__(self, track: Track) -> None:
        self._spaces, self._windows = track.spaces, windows_of(track)
        self._saplings = np.array(track.saplings, np.int16)

    def __call__(self, state: State, seat: int) -> NDArray[np.int8]:
        """Return the observation of a seat; see `encoding`."""
        seen = np.empty(SIZE, np.int8)
        observing.observe(state, self._spaces, self._windows, self._saplings, seat, seen)
        return seen

    def of(self, race: Race, seat: int) -> NDArray[np.int8]:
        """Return the observation of a seat in a race."""
        return self(race._state, seat)


def observation_of(race: Race, seat: int) -> NDArray[np.int8]:
    """Return the observation of a seat; see `encoding`.

    >>> from .encoding import pieces
    >>> race = Race("nutcracker", sleds=2, seed=7)
    >>> race.play("@1"); race.play("@2")
    >>> pieces(observation_of(race, 1))["hand"].tolist()
    [0, 1, 1, 2, 1]
    """
    return Observer(race.track).of(race, seat)


def mask_of(race: Race, seat: int | None) -> NDArray[np.int8]:
    """Return a 1 for each action that a seat may take now, 0 for the others and for no seat."""
    mask = np.zeros(ACTIONS, np.int8)
    if seat is not None and race.actor == seat:
        write_mask(race._state, race.track.spaces, mask)
    return mask


def can_play(race: Race, action: int) -> bool:
    """Return whether an action is legal now."""
    return is_legal(race._state, race.track.spaces, int(action))


def play(race: Race, action: int) -> None:
    """Take an action, if it is legal; see `encoding`."""
    if not can_play(race, action):
        raise Refused(f"action {action} is not legal now\n  in {race.line}")
    race.play(race.numbered(decision_of(int(action))))


def is_racing(race: Race, sled: int) -> bool:
    """Return whether a sled is on its way, neither finished nor wrecked."""
    return bool(race._state[0]["status"][sled] == RACING)


def rewards_of(race: Race) -> list[float]:
    """Return the rewards by place: 1 for the first down to -1 for the last, and for no place."""
    return [stepping.reward_of(race._state, sled) for sled in range(len(race.colours))]


def progress_of(race: Race, sled: int, wrecked: float = 0.0) -> float:
    """Return how much of the course a sled has behind it, from 0 to 1, or what a wreck counts."""
    found = stepping.progress(race._state, race.track.spaces, sled, goal_of(race.track))
    return wrecked if found < 0 else float(found)
