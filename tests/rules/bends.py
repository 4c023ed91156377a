"""A bend to drive into, with a sled before or in it."""

from snowtails.rules import Race
from tests.boards import Team, board, put

BEND = """
      0 1     2<4     3     4
    a|.|.....|.-.-.--|.....|=|
    b|.|.....|..-.-.-|.....|=|
    c|.|.....|...-..-|.....|=|
    d|.|.....|......-|.....|=|
    e|.|.....|.......|.....|=|
"""


def bend(*teams: Team, at: str = "1c5", other: str = "", limit: int = 4) -> Race:
    """Return a race with sled 0 before or in a bend, and another one that may be in its way."""
    marks = {at: "0", other: "1"} if other else {at: "0"}
    return board(put(BEND.replace("2<4", f"2<{limit}"), marks), *teams)
