"""Free start spaces, for those who choose one."""

from ..course.track import Spaces
from ..rules.flow import start_number
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
    taken = 0
    for sled in range(race[0]["sleds"]):
        space = race[0]["space"][sled]
        if space != OFF:
            taken |= 1 << start_number(track, space)
    last = OFF
    for number in range(1, MOST_SLEDS + 1):
        if not (taken >> number) & 1:
            last = number
            if n == 0:
                break
            n -= 1
    return last
