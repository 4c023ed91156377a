"""Positions drawn in tests: a track unrolled from left to right, with sleds on it.

    race = board(
        '''
          0 1     2<4     3
        a|.|.#...|.-.-.--|=|
        b|.|..t..|..-.-.-|=|
        c|.|..0..|...-..-|=|
        d|.|.....|......-|=|
        e|.|.....|.......|=|
        ''',
        Team(hand="2234", dogs="=4", dents=1),
    )

A drawing is what `snowtails.course.sketch` prints of the position, to the letter: one that is out
of shape is refused, and the right one shown. Digits are sleds. Curves come from the heading (`<`
and `>` a corner, `<<` and `>>` a U-turn, then the safety speed), everything else from the
characters. `show` is the way back, and `play` checks what a turn does.
"""

import re
from collections import Counter
from dataclasses import dataclass
from textwrap import dedent
from typing import Any

from snowtails import Course, InvalidCourse, Tile
from snowtails.course.course import Flag
from snowtails.course.sketch import sketch
from snowtails.course.tile import FACES, LANE_LETTERS
from snowtails.rules.deal import SeededDeal
from snowtails.rules.outcome import Preview
from snowtails.rules.race import Phase, Race, Sled, Status

BENDS = {"<": "corner-left", ">": "corner-right", "<<": "u-turn-left", ">>": "u-turn-right"}
WIDTH = 999


class BadDrawing(ValueError):
    """A drawing that shows no position, with what it should look like if that can be told."""


@dataclass(frozen=True)
class Team:
    """What a sled has besides its space.

    Dogs are written as in a position line, `=` for a printed three. A deck left out is all that is
    neither in hand nor on the dogs; what is missing to twenty cards is used. `status` is that of a
    sled no longer on the track: `f1` finished first, `w0` wrecked before all others.
    """

    hand: str = "12345"
    dogs: str = "=="
    brake: int = 3
    deck: str | None = None
    dents: int = 0
    moved: bool | None = None
    """In this round; left out, see `board`."""
    status: str = ""

    def written(self, space: str, *, moved: bool) -> str:
        """Return the sled as a position line has it."""
        held = self.hand + self.dogs
        rest = "".join(value * (4 - held.count(value)) for value in "12345")
        hand, deck = _counts(self.hand), _counts(rest if self.deck is None else self.deck)
        dents = 5 if self.status[:1] == "w" else self.dents
        status = self.status or ("m" if moved else "r")
        return f"{space}/{self.dogs}{self.brake}/{hand}/{deck}/{dents}/{status}"


def _counts(cards: str) -> str:
    return "".join(str(cards.count(value)) for value in "12345")


def board(drawing: str, *teams: Team, round: int = 2, flag: Flag = "right") -> Race:  # noqa: A002
    """Return the race that a drawing shows, each sled with its team.

    Sleds ahead of sled 0 have moved in this round unless their teams say otherwise; so it is sled
    0's turn, or that of the foremost who has not moved. The race has a deal: cards need not be
    given.
    """
    drawn = _tidy(drawing)
    course, spaces = _read(drawn, flag)
    track = course.track
    numbers = {track.by_name[space]: name for name, space in spaces.items() if space in track.by_name}
    shown = sketch(track, numbers, WIDTH)
    if shown != drawn:
        raise BadDrawing(f"a drawing out of shape:\n{drawn}\nThis course is drawn so:\n{shown}")
    count = max(len(teams), *(int(name) + 1 for name in spaces))
    fielded = [*teams, *[Team()] * (count - len(teams))]
    for name, team in enumerate(fielded):
        if (str(name) in spaces) == bool(team.status):
            raise BadDrawing(f"sled {name} is either drawn or out of the race, not\n{drawn}")
    ranks = {int(name): track.spaces["rank"][number] for number, name in numbers.items()}
    moved = {
        sled: rank > ranks.get(0, -1) if (told := fielded[sled].moved) is None else told
        for sled, rank in ranks.items()
    }
    to_move = max((sled for sled in ranks if not moved[sled]), key=ranks.__getitem__, default=0)
    written = [
        team.written(spaces.get(str(sled), "-"), moved=moved.get(sled, False))
        for sled, team in enumerate(fielded)
    ]
    saplings = f"{(1 << len(track.saplings)) - 1:x}" if track.saplings else "-"
    line = " ".join([course.line, str(round), f"turn:{to_move}", saplings, *written])
    return Race.from_position(line, SeededDeal(0))


def _tidy(drawing: str) -> str:
    lines = dedent(drawing).strip("\n").splitlines()
    return "\n".join(line.rstrip() for line in lines).rstrip()


def _read(drawn: str, flag: Flag) -> tuple[Course, dict[str, str]]:
    """Read a drawing into its course and the spaces of its sleds."""
    heading, *lanes = drawn.splitlines()
    bends = re.findall(r"\d+([<>]*)(\d*)", heading)
    columns = [line[2:].rstrip("|").split("|") for line in lanes]
    if [line[:2] for line in lanes] != [f"{lane}|" for lane in LANE_LETTERS] or {
        len(tiles) for tiles in columns
    } != {len(bends)}:
        raise BadDrawing(
            f"a drawing has a heading and the lanes a–e, each with as many tiles, not\n{drawn}"
        )
    spaces: dict[str, str] = {}
    tiles = []
    finish = next((i for i, cells in enumerate(columns[0]) if i and set(cells) & set("=")), 0)
    for number, (bend, safety) in enumerate(bends):
        cells = [tiles[number].replace("-", "").strip() for tiles in columns]
        for lane, found in zip(LANE_LETTERS, cells, strict=True):
            for space, mark in enumerate(found, 1):
                if mark.isdigit():
                    if mark in spaces:
                        raise BadDrawing(f"sled {mark} is drawn twice:\n{drawn}")
                    spaces[mark] = f"{number}{lane}{space}"
        tiles.append(_tile(cells, bend, safety))
    course = Course(tuple(tiles[1:finish]), flag)
    return course, spaces
