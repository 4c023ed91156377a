"""Positions made up at random, also such as races seldom come to: any hands, dogs and dents."""

import numpy as np

from snowtails import Course
from snowtails.rules.deal import SeededDeal
from snowtails.rules.order import foremost
from snowtails.rules.race import Race
from snowtails.rules.state import COPIES, TURN, VALUES
from tests.rules.twins import twin_course

GROVES = tuple(
    Course.parse(line)
    for line in (
        "sy_y_y_y_y_y_y_y_y_y_y_y_ysl",  # more ways through saplings than anywhere else
        "st",
        "tul3t",
        "lsyyyyyyyyyy_____yyyyy_____r2",
        "sursx_y_xy_x_yx_y_xy_x_yx_y_x",
    )
)


def random_position(seed: int) -> Race:
    """Return a race in which a sled is to play a turn, by its number."""
    rng = np.random.default_rng(seed)
    course = GROVES[seed // 2 % len(GROVES)] if seed % 2 else twin_course(seed // 2)
    track = course.track
    sleds = int(rng.integers(1, 6))
    race = Race(course, sleds, choosing=range(sleds))
    state = race.state
    r = state[0]
    r["saplings"] &= rng.integers(1 << len(track.saplings))
    standing = [space for i, space in enumerate(track.saplings) if int(r["saplings"]) >> i & 1]
    free = np.flatnonzero((track.spaces["free"] == 1) & (track.spaces["past"] == 0))
    free = np.setdiff1d(free, standing)
    middle = rng.integers(len(free))
    near = free[max(0, middle - 20) : middle + 20]  # so that they are in each other's way
    r["space"][:sleds] = rng.choice(near, sleds, replace=False)
    for sled in range(sleds):
        for dog in ("left", "right"):
            r[dog][sled], r[f"{dog}_card"][sled] = rng.integers(1, 6), 1
        r["brake"][sled] = rng.integers(1, 6)
        tops = np.bincount([r["left"][sled], r["right"][sled]], minlength=VALUES + 1)[1:]
        r["hand"][sled] = rng.integers(0, COPIES + 1 - tops)
        if not r["hand"][sled].any():
            r["hand"][sled] = COPIES - tops
        r["deck"][sled] = COPIES - tops - r["hand"][sled]
        r["dents"][sled] = rng.integers(0, 5)
    r["round"] = rng.integers(1, 4)
    r["phase"] = TURN
    r["actor"] = foremost(state, track.spaces, 0)
    return Race.from_state(course, state, SeededDeal(seed))
