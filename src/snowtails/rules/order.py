"""Who is ahead, and whose turn it is."""

import numpy as np
from numpy.typing import NDArray

from ..course.track import Spaces
from .kernel import kernel, kernel_part
from .state import FINISHED, OFF, RACING, State


@kernel_part
def actor_of(race: State) -> int:
    """Return the sled that decides or draws."""
    # Of full width, and plainly not negative: indices that may be are looked at before each use.
    return race[0]["actor"] & 7


@kernel_part
def place_at(race: State, track: Spaces, sled: int, space: int) -> int:
    """Return the place of a sled that stood on a space: one more than the sleds ahead of it."""
    r = race[0]
    rank = track[space]["rank"]
    ahead = 0
    for other in range(r["sleds"]):
        held = r["space"][other]
        if r["status"][other] == FINISHED or (
            other != sled and held != OFF and track[held]["rank"] > rank
        ):
            ahead += 1
    return ahead + 1


@kernel
def place_of(race: State, track: Spaces, sled: int) -> int:
    """Return a sled's place, which the rules call its position (ORDER-5)."""
    r = race[0]
    if r["status"][sled] == FINISHED:
        return int(r["place"][sled])
    return place_at(race, track, sled, r["space"][sled])


@kernel
def all_places(race: State, track: Spaces) -> NDArray[np.int8]:
    """Return the place of each sled; 0 for a wreck and before the start."""
    r = race[0]
    places = np.zeros(r["sleds"], np.int8)
    for sled in range(r["sleds"]):
        if r["status"][sled] == FINISHED or r["space"][sled] != OFF:
            places[sled] = place_of(race, track, sled)
    return places


@kernel_part
def foremost(race: State, track: Spaces, moved: int) -> int:
    """Return the foremost sled that is racing and has, or has not, moved; -1 if none (ORDER-1)."""
    r = race[0]
    best = -1
    for sled in range(r["sleds"]):
        # Ranks differ; with the sled in the lowest bits there is nothing to branch on.
        asked = (r["status"][sled] == RACING) & (r["moved"][sled] == moved)
        rank = int(track[r["space"][sled]]["rank"])
        best = max(best, 8 * rank + sled if asked else -1)
    return best & 7 if best >= 0 else -1
