"""Who is ahead, and whose turn it is."""

from ..course.track import Spaces
from .kernel import kernel
from .state import FINISHED, OFF, RACING, State


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


@kernel
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
