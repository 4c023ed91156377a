"""Free start spaces, for those who choose one."""

from ..course.track import Spaces
from ..rules.flow import start_space
from ..rules.kernel import kernel
from ..rules.state import MOST_SLEDS, OFF, State


@kernel
def count_free_starts(race: State) -> int:
    """Count the start spaces that nobody has chosen."""
    free = MOST_SLEDS
    for sled in range(race[0]["sleds"]):
        if race[0]["space"][sled] != OFF:
            free -= 1
    return free


@kernel
def nth_free_start(race: State, track: Spaces, n: int) -> int:
    """Return the free start number with n free ones before it, or the last if they are fewer."""
    r = race[0]
    last = OFF
    for number in range(1, MOST_SLEDS + 1):
        space = start_space(track, number)
        free = True
        for sled in range(r["sleds"]):
            if r["space"][sled] == space:
                free = False
        if free:
            last = number
            if n == 0:
                break
            n -= 1
    return last
