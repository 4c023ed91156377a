"""Puzzles: positions in which one line is clearly best, as far as the sled to move can know.

A puzzle is a line of text: its id, theme and grade, how far the best is ahead, the best turn, the
position line, and the chance to win, in hundredths, after each of the sled's lines.

    1f0c9a7e bend 3 0.17 4LB:^^>^ ; srs 3 turn:0 - 1c2/=42/10211/34221/0/r … ; 12 45 28 …

A position line tells all cards; what is asked is the view of the sled to move, and no answer
depends on what that does not show.
"""

import hashlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date
from functools import cache, cached_property
from importlib import resources
from typing import Literal, get_args

from ..course import Refused
from ..course.problem import expect
from ..rules.choices import Phase
from ..rules.move import Move
from ..rules.notation import InvalidTurn, Turn
from ..rules.position import RacePosition
from ..rules.position_line import InvalidPosition
from ..rules.view import View
from .spread import Spread, spread_of

Theme = Literal[
    "bend", "chasm", "snowdrift", "saplings", "block", "bonus", "sprint", "cards", "lane"
]
"""What a puzzle is about: a safety line, a hazard, a sled in the way, the bonus, the way to the
finish, which cards to play, where to end."""

THEMES: tuple[Theme, ...] = get_args(Theme)
GRADES = range(1, 6)
"""From what nearly every musher finds to what even the Husky misses."""

AS_GOOD = 0.03
"""Lines that are this close to the best are as good."""

YOU = 0
"""The sled to move."""

FORMAT = "# snowtails puzzles 1"
"""How a file of puzzles begins."""

Left = tuple[str, int, int, tuple[int, int, int], int, tuple[str, ...], bool]
"""What a turn leaves: end, cards played, dogs and brake, dents, saplings felled, whether the refill
is lost. Turns that leave the same are one line."""


class InvalidPuzzle(Refused):
    """A text that is no puzzle."""


def left_by(view: View, move: Move) -> Left:
    """Return what a move of the sled to move leaves."""
    sled = view.sleds[move.sled]
    turn = move.turn
    dogs = tuple(
        turn.value if letter in turn.places else before
        for letter, before in zip("LRB", (sled.left, sled.right, sled.brake), strict=True)
    )
    return (
        move.end,
        turn.value,
        len(turn.places),
        (dogs[0], dogs[1], dogs[2]),
        move.dent_count,
        tuple(sorted(move.saplings)),
        move.stop == "sled",
    )


def lines_of(view: View) -> dict[Left, Move]:
    """Return every line of the sled to move once, by what it leaves, the cheapest first."""
    found: dict[Left, Move] = {}
    for move in view.reach():
        found.setdefault(left_by(view, move), move)
    return found


def id_of(view: View) -> str:
    """Return the id of the puzzle that shows a view."""
    return hashlib.sha256(view.line.encode()).hexdigest()[:8]


@dataclass(frozen=True)
class Answer:
    """What somebody chose in a puzzle, beside what was best; chances are spread as all are told."""

    right: bool
    chosen: Move
    chance: float
    """The chance to win that it leaves."""
    best: Move
    best_chance: float
    next_best_chance: float
    """What the best of the lines leaves that are not right."""


@dataclass(frozen=True)
class Puzzle:
    """A position in which one line is clearly best.

    >>> puzzle = shipped_puzzles()[0]
    >>> puzzle.answer(puzzle.best).right
    True
    >>> Puzzle.parse(str(puzzle)) == puzzle
    True
    """

    id: str
    """A short name, made of what is shown; see `id_of`."""
    theme: Theme
    grade: int
    """From 1, easy, to 5; see GRADES."""
    gap: float
    """How much of a win the best of the other lines gives away."""
    best: Turn
    position: str
    """The position line."""
    chances: tuple[float, ...]
    """The chance to win after each line, in the order of `lines_of`, as races in thought say."""

    @classmethod
    def parse(cls, text: str) -> "Puzzle":
        """Read a puzzle; raise InvalidPuzzle if it is none. Whether it holds, `status` says."""
        try:
            head, position, chances = expect(str, text, "a puzzle is a text").split(";")
            id_, theme, grade, gap, best = head.split()
            return cls(
                id_,
                _theme(theme),
                int(grade),
                float(gap),
                Turn.parse(best),
                position.strip(),
                tuple(int(chance) / 100 for chance in chances.split()),
            )
        except (InvalidTurn, ValueError) as error:
            raise InvalidPuzzle(f"{text!r} is no puzzle: {error}") from None

    def __str__(self) -> str:
        chances = " ".join(f"{chance * 100:.0f}" for chance in self.chances)
        head = f"{self.id} {self.theme} {self.grade} {self.gap:.2f} {self.best}"
        return f"{head} ; {self.position} ; {chances}"

    def status(self) -> list[str]:
        """Return everything that is wrong with it, short of whether its answer is true."""
        try:
            view = self.view
        except InvalidPosition as error:
            return [str(error)]
        wrong = []
        if self.id != id_of(view):
            wrong.append(f"its id is {id_of(view)}, not {self.id}")
        if self.grade not in GRADES:
            wrong.append(f"grades are 1–5, not {self.grade}")
        if view.phase is not Phase.TURN or view.actor != YOU:
            wrong.append(f"it is not the turn of sled {YOU}")
        elif self.best not in view.turns:
            wrong.append(f"{self.best} is not legal")
        elif len(self.chances) != len(self.lines):
            wrong.append(f"{len(self.lines)} lines need as many chances, not {len(self.chances)}")
        elif not all(0 <= chance <= 1 for chance in self.chances):
            wrong.append("chances are 0 to 100 hundredths")
        elif not self._is_right(self.chance_after(view.preview(self.best))):
            wrong.append(f"{self.best} is not the line with the best chance")
        return wrong

    @cached_property
    def view(self) -> View:
        """What the sled to move may know."""
        return RacePosition.parse(self.position).view(YOU)

    @cached_property
    def _spread(self) -> Spread:
        return spread_of(self.view)

    @cached_property
    def lines(self) -> dict[Left, Move]:
        """All lines of the sled to move."""
        return lines_of(self.view)

    def answer(self, turn: str | Turn) -> Answer:
        """Judge a turn; raise IllegalTurn if it is not legal."""
        chosen, best = self.view.preview(turn), self.view.preview(self.best)
        return Answer(
            self._is_right(self.chance_after(chosen)),
            chosen,
            self.told_after(chosen),
            best,
            self.told_after(best),
            self.told_after(self.next_best) if self.next_best else 0.0,
        )

    def told_after(self, move: Move) -> float:
        """Return the chance to win that is told of a move: none for a wreck."""
        return 0.0 if move.wrecked else self._spread.win(YOU, self.chance_after(move))

    def chance_after(self, move: Move) -> float:
        """Return the chance to win that the puzzle knows of a move, as races in thought say."""
        by_line = dict(zip(self.lines, self.chances, strict=True))
        return by_line[left_by(self.view, move)]

    def _is_right(self, chance: float) -> bool:
        """Return whether a line with a chance counts as right."""
        return chance >= max(self.chances) - AS_GOOD - 1e-9

    @property
    def next_best(self) -> Move | None:
        """The best line that is not right, if there is one.

        Ways to the right space that only cost more, which nobody is offered, do not count beside
        others.
        """
        best = self.view.preview(self.best)
        pairs = zip(self.lines.values(), self.chances, strict=True)
        wrong = [(chance, move) for move, chance in pairs if not self._is_right(chance)]
        offered = [pair for pair in wrong if pair[1].end != best.end or _is_choice(pair[1], best)]
        return max(offered or wrong, key=lambda each: each[0], default=(0, None))[1]

    @property
    def solutions(self) -> tuple[Move, ...]:
        """The lines that count as right."""
        pairs = zip(self.lines.values(), self.chances, strict=True)
        return tuple(move for move, chance in pairs if self._is_right(chance))


def _is_choice(move: Move, best: Move) -> bool:
    """Return whether a move takes other cards than the best to its space, at no higher price."""
    cards = [(each.turn.value, each.turn.places) for each in (move, best)]
    return cards[0] != cards[1] and move.dent_count <= best.dent_count and move.stop == best.stop


def _theme(text: str) -> Theme:
    for theme in THEMES:
        if theme == text:
            return theme
    raise ValueError(f"themes are {', '.join(THEMES)}, not {text!r}")


# -- files -----------------------------------------------------------------------------------------


def read_puzzles(text: str) -> Iterator[Puzzle]:
    """Read a file of puzzles, one in a line; lines that begin with # are comments.

    Raises InvalidPuzzle, with the line, for what is none.
    """
    if not expect(str, text, "puzzles are read from a text").startswith(FORMAT):
        raise InvalidPuzzle(f"a file of puzzles begins with {FORMAT!r}")
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip() and not line.startswith("#"):
            try:
                yield Puzzle.parse(line)
            except InvalidPuzzle as error:
                raise InvalidPuzzle(f"line {number}: {error}") from None


def write_puzzles(puzzles: Iterable[Puzzle]) -> str:
    """Write a file of puzzles."""
    return "\n".join([FORMAT, *map(str, puzzles), ""])


@cache
def shipped_puzzles() -> tuple[Puzzle, ...]:
    """Return the puzzles that ship."""
    text = (resources.files(__package__) / "puzzles.txt").read_text("utf-8")
    return tuple(read_puzzles(text))


def puzzle_of_day(day: date) -> Puzzle:
    """Return the puzzle of a day, the same for everybody; none comes twice before all came once."""
    puzzles = shipped_puzzles()
    # A step that has no factor in common with their number visits all of them.
    return puzzles[day.toordinal() * _DAILY_STEP % len(puzzles)]


_DAILY_STEP = 7919
