"""Who is ahead, and whose turn it is."""

from ..course.track import Spaces
from .kernel import kernel, kernel_part
from .state import FINISHED, OFF, RACING, State


@kernel_part
def actor_of(race: State) -> int:
    """Return the sled that decides or draws."""
    # The sum is of full width: kernels need not be compiled again for smaller numbers.
    return race[0]["actor"] + 0


@kernel
def position(race: State, track: Spaces, sled: int) -> int:
    """Return a sled's position: one more than the sleds ahead of it (ORDER-5)."""
    r = race[0]
    if r["status"][sled] == FINISHED:
        return int(r["place"][sled])
    rank = track[r["space"][sled]]["rank"]
    ahead = 0
    for other in range(r["sleds"]):
        space = r["space"][other]
        if r["status"][other] == FINISHED or (space != OFF and track[space]["rank"] > rank):
            ahead += 1
    return ahead + 1


@kernel_part
def foremost(race: State, track: Spaces, moved: int) -> int:
    """Return the foremost sled that is racing and has, or has not, moved; -1 if none (ORDER-1)."""
    r = race[0]
    found = -1
    best = -1
    for sled in range(r["sleds"]):
        if r["status"][sled] == RACING and r["moved"][sled] == moved:
            rank = track[r["space"][sled]]["rank"]
            if rank > best:
                found, best = sled, rank
    return found
