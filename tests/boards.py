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
characters. `show` is the way back; `put` makes one drawing out of another.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from textwrap import dedent

from snowtails import Course, InvalidCourse, Tile
from snowtails.course.course import Flag
from snowtails.course.sketch import sketch
from snowtails.course.tile import FACES, LANE_LETTERS
from snowtails.rules.deal import SeededDeal
from snowtails.rules.race import Race

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
    if problems := course.status():
        raise BadDrawing(f"{InvalidCourse(problems)}\n{drawn}")
    track = course.track
    numbers = {track.by_name.get(space, 0): name for name, space in spaces.items()}
    shown = sketch(track, numbers, WIDTH)
    if shown != drawn:
        raise BadDrawing(f"a drawing out of shape:\n{drawn}\nThis course is drawn so:\n{shown}")
    count = max([len(teams), *(int(name) + 1 for name in spaces)])
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
    return Race.parse(line, SeededDeal(0))


def _tidy(drawing: str) -> str:
    lines = dedent(drawing).strip("\n").splitlines()
    return "\n".join(line.rstrip() for line in lines).rstrip()


def _read(drawn: str, flag: Flag) -> tuple[Course, dict[str, str]]:
    """Read a drawing into its course and the spaces of its sleds."""
    heading, *lanes = drawn.splitlines()
    bends = re.findall(r"(?<![\^,\d])\d+([<>]*)(\d*)(?:\^[\d,]*…?)?", heading)
    rows = [line[2:].removesuffix("|").split("|") for line in lanes]
    if [line[:2] for line in lanes] != [f"{lane}|" for lane in LANE_LETTERS] or {
        len(row) for row in rows
    } != {len(bends)}:
        raise BadDrawing(f"draw a heading, and the lanes a–e with all its tiles, not\n{drawn}")
    tiles: list[Tile] = []
    spaces: dict[str, str] = {}
    gates = 0
    for number, (bend, safety) in enumerate(bends):
        cells = [row[number].replace("-", "").strip() for row in rows]
        gates += max(map(len, cells)) == 1  # start and finish are one space long
        if number and gates == 1:
            tiles.append(_tile(drawn, cells, bend, safety))
        for lane, found in zip(LANE_LETTERS, cells, strict=True):
            for mark in re.finditer(r"\d", found):
                if mark[0] in spaces:
                    raise BadDrawing(f"sled {mark[0]} is drawn twice:\n{drawn}")
                spaces[mark[0]] = f"{number}{lane}{mark.start() + 1}"
    return Course(tuple(tiles), flag), spaces


def _tile(drawn: str, cells: list[str], bend: str, safety: str) -> Tile:
    if bend:
        if bend not in BENDS or not safety:
            raise BadDrawing(f"{bend}{safety} is no bend: write {' '.join(BENDS)} and a speed")
        printed = FACES[BENDS[bend]].safety
        return Tile(BENDS[bend], safety=None if int(safety) == printed else int(safety))
    if {len(lane) for lane in cells} != {5}:
        raise BadDrawing(f"a straight has five spaces in each lane, not\n{drawn}")
    plain = [re.sub(r"\d", ".", lane) for lane in cells]
    rows = tuple("".join(row) for row in zip(*plain, strict=True))[::-1]
    return Tile("straight", map=None if set("".join(rows)) == {"."} else rows)


def put(drawing: str, marks: Mapping[str, str]) -> str:
    """Return a drawing with other characters on some spaces, given by their names."""
    lines = _tidy(drawing).splitlines()
    for name, mark in marks.items():
        found = re.fullmatch(r"(\d+)([a-e])(\d+)", name)
        if not found:
            raise BadDrawing(f"{name!r} is no space: write tile, lane and number, as in 3a2")
        row = 1 + LANE_LETTERS.index(found[2])
        tiles = lines[row].split("|")
        tile = tiles[int(found[1]) + 1]
        column = [i for i, cell in enumerate(tile) if cell != "-"][int(found[3]) - 1]
        tiles[int(found[1]) + 1] = tile[:column] + mark + tile[column + 1 :]
        lines[row] = "|".join(tiles)
    return "\n".join(lines)


def show(race: Race) -> str:
    """Draw a race as `board` reads it; felled saplings are free spaces."""
    track, standing = race.track, int(race.state[0]["saplings"])
    marks = {space: "." for i, space in enumerate(track.saplings) if not standing >> i & 1}
    for name, sled in enumerate(race.sleds):
        if sled.space is not None:
            marks[track.by_name[sled.space]] = str(name)
    return sketch(track, marks, WIDTH)


def assert_shows(race: Race, drawing: str) -> None:
    """Assert that a race looks like a drawing."""
    assert show(race) == _tidy(drawing)
