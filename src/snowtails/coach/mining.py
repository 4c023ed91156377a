"""Mining puzzles: races of mushers of mixed strength are looked through for clear decisions.

A position is searched; if one line promises much more than all others, it and those that come next
are raced to the end in many worlds that fit the view. Only what both measures find clearly best
becomes a puzzle. How hard it is, the instant mushers tell: by how often they miss it.
"""

import threading
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from ..course import Course
from ..course.track import Spaces
from ..finding import Finding
from ..mushers import INSTANT, Budget, ask, compare, own_chance, search, solve
from ..mushers.playouts import EVERYBODY, race_on_in_thought
from ..mushers.solver import Values
from ..mushers.worlds import deal_world, worlds_of
from ..rules.choices import Phase
from ..rules.deal import SeededDeal
from ..rules.decide import decide
from ..rules.kernel import FINGERPRINT
from ..rules.move import Move
from ..rules.movement import LONGEST_PATH
from ..rules.notation import Turn
from ..rules.position import RacePosition
from ..rules.race import Race
from ..rules.state import FINISHED, OVER, WRECKED, State
from ..rules.view import View
from .puzzle import (
    AS_GOOD,
    FORMAT,
    YOU,
    InvalidPuzzle,
    Puzzle,
    Theme,
    id_of,
    left_by,
    lines_of,
    read_puzzles,
)

GAP = 0.12
"""The least that every other line gives away of a win."""

_SCREENED = 0.1
"""The gap that a first, short search must find."""

_SCREENING, _SURVEY, _RACED = 500, 100, 1_000
"""Races in thought: to screen a position, for each line, and to the end for those in question."""

_IN_QUESTION = 4
"""Lines that are raced to the end."""

_FEWEST_LINES = 8
"""Positions with fewer lines are no puzzles."""

_LOOKED_AT, _FROM_ONE_RACE = 30, 2
"""Positions of a race that are looked at, and puzzles that are kept of them."""

_RACERS = ("pup", "yearling", "husky")
_LONGEST = 60
"""Rounds after which a race is broken off."""

_SEEDS = 8
"""How often each musher tries a puzzle to grade it."""


# -- chances ---------------------------------------------------------------------------------------


def chances_to_the_end(
    view: View, turns: Sequence[Turn], races: int, seed: int
) -> NDArray[np.float64]:
    """Return the chance to win after each of some turns: raced to the end in the same worlds."""
    state, track = view.state, view.track.spaces
    values, worlds = solve(view.course).values, worlds_of(view)
    word, sled = np.uint64(SeededDeal(seed).seed), int(view.state[0]["actor"])
    path = np.empty(LONGEST_PATH, np.int16)
    won = np.zeros(len(turns))
    numbers = [turn.number for turn in turns]
    for world in range(races):
        dealt = deal_world(state, worlds, word, world)
        for i, number in enumerate(numbers):
            after = dealt.copy()
            decide(after, track, number, path)
            won[i] += _is_won(after, track, values, sled, word, world)
    return won / races


def _is_won(
    race: State, track: Spaces, values: Values, sled: int, word: np.uint64, world: int
) -> bool:
    """Race on in thought until it is known whether a sled wins."""
    r = race[0]
    limit = r["round"] + _LONGEST
    leg = 0
    while r["phase"] != OVER and r["round"] < limit:
        if r["status"][sled] == WRECKED or (r["status"] == FINISHED).any():
            break
        # Each leg draws from streams of its own.
        race_on_in_thought(race, track, values, EVERYBODY, word, world + (leg << 20))
        leg += 1
    return bool(r["status"][sled] == FINISHED and r["place"][sled] == 1)


# -- one position ----------------------------------------------------------------------------------


def puzzle_at(position: RacePosition, seed: int) -> Puzzle | None:
    """Return the puzzle that a position is, for whoever comes upon it; None if it is none."""
    line = _told_by_actor(position.line)
    # Read back from its line: who comes upon a puzzle has not seen the race before.
    view = RacePosition.parse(line).view(YOU)
    if not _is_promising(view, seed):
        return None
    lines = lines_of(view)
    if len(lines) < _FEWEST_LINES:
        return None
    turns = [move.turn for move in lines.values()]
    surveyed = compare(view, turns, _SURVEY, seed ^ 1)
    chances = np.array([tried.win for tried in surveyed])
    first = np.argsort(-chances, kind="stable")
    leading = [int(i) for i in first[:_IN_QUESTION]]
    raced = chances_to_the_end(view, [turns[i] for i in leading], _RACED, seed ^ 2)
    order = np.argsort(-raced, kind="stable")
    best = leading[int(order[0])]
    if best != first[0]:
        return None  # the two measures do not agree
    # What was not raced to the end cannot be better than the last that was.
    others = _others(len(chances), leading)
    chances[others] = np.minimum(chances[others], raced.min())
    chances[leading] = raced
    moves = list(lines.values())
    most = chances[best]
    good = [i for i in range(len(chances)) if chances[i] >= most - AS_GOOD]
    if len({moves[i].end for i in good}) > 1:
        return None
    wrong = np.flatnonzero(_others(len(chances), good))
    if not len(wrong):
        return None
    runner_up = int(wrong[np.argmax(chances[wrong])])
    gap = float(most - chances[runner_up])
    if gap < GAP:
        return None
    # In fresh worlds again: of many positions, some pass the first time by luck.
    again = chances_to_the_end(view, [turns[best], turns[runner_up]], _RACED, seed ^ 3)
    if again[0] - again[1] < GAP:
        return None
    gap = min(gap, float(again[0] - again[1]))
    rounded = tuple(round(float(chance), 2) for chance in chances)
    theme = theme_of(view, moves[best], moves[runner_up])
    found = Puzzle(id_of(view), theme, 1, round(gap, 2), turns[best], line, rounded)
    found = replace(found, grade=grade_of(misses(found)))
    return None if found.status() else found


def _told_by_actor(line: str) -> str:
    """Return a position line with the sled to move as number 0."""
    course, round_, phase, saplings, *sleds = line.split()
    actor = int(phase.removeprefix("turn:"))
    others = (sled for number, sled in enumerate(sleds) if number != actor)
    return " ".join((course, round_, "turn:0", saplings, sleds[actor], *others))


def _others(count: int, chosen: Sequence[int]) -> NDArray[np.bool_]:
    """Return which of some numbered things are not among the chosen."""
    others = np.ones(count, np.bool_)
    others[list(chosen)] = False
    return others


def _is_promising(view: View, seed: int) -> bool:
    """Return whether a short search finds one line far ahead of all that end elsewhere."""
    tried = sorted(search(view, Budget(playouts=_SCREENING), seed), key=lambda each: -each.win)
    if len(tried) < 2:
        return False
    best = tried[0].win
    return tried[1].win <= best - _SCREENED or (
        tried[1].win >= best - AS_GOOD and len(tried) > 2 and tried[2].win <= best - _SCREENED
    )


# -- what it is about ------------------------------------------------------------------------------

_HAZARDS: dict[str, Theme] = {
    "chasm": "chasm",
    "snowdrift-left": "snowdrift",
    "snowdrift-right": "snowdrift",
    "saplings": "saplings",
}


def theme_of(view: View, best: Move, wrong: Move) -> Theme:
    """Return what a puzzle is about, by its best move and the best of the others."""
    track = view.track
    faces = track.faces
    tiles = [track.tiles[track.by_name[space]] for space in (best.start, *best.path, *wrong.path)]
    if (best.stop == "sled") != (wrong.stop == "sled"):
        return "block"
    if best.saplings != wrong.saplings:
        return "saplings"
    near = range(min(tiles), max(tiles) + 1)
    hazards = [_HAZARDS[faces[tile].name] for tile in near if faces[tile].name in _HAZARDS]
    if hazards:
        return hazards[-1]
    if best.turn.bonus != wrong.turn.bonus:
        return "bonus"
    if not any(face.curve for face in faces[tiles[0] + 1 :]):
        return "sprint"
    if any(faces[tile].curve for tile in near[1:]) or any(
        dent.cause == "speeding" for dent in (*best.dents, *wrong.dents)
    ):
        return "bend"
    return "cards" if best.end == wrong.end else "lane"


# -- how hard it is --------------------------------------------------------------------------------


def misses(puzzle: Puzzle) -> tuple[float, ...]:
    """Return how often each of the instant mushers misses a puzzle, the weakest first."""
    right = {left_by(puzzle.view, move) for move in puzzle.solutions}
    found = []
    for musher in INSTANT.values():
        missed = 0
        for seed in range(_SEEDS):
            turn = ask(musher, puzzle.view, own_chance(seed, 0, 0))
            missed += left_by(puzzle.view, puzzle.view.preview(str(turn))) not in right
        found.append(missed / _SEEDS)
    return tuple(found)


_WEIGHTS = (0.5, 1.0, 1.25, 1.25)
"""What a miss of Rookie, Pup, Yearling and Husky adds to the grade: four steps in all."""


def grade_of(missed: Sequence[float]) -> int:
    """Return the grade of a puzzle, by how often the instant mushers miss it."""
    return 1 + round(sum(w * m for w, m in zip(_WEIGHTS, missed, strict=True)))


# -- many races ------------------------------------------------------------------------------------


def mine_race(seed: int, number: int) -> list[Puzzle]:
    """Return the puzzles in the race of a seed that has a number."""
    chance = own_chance(seed, number, 0)
    course = Course.load(str(chance.choice(Course.shipped())))
    sleds = int(chance.choice([2, 3, 3, 4, 4, 5]))
    racers = [str(chance.choice(_RACERS)) for _ in range(sleds)]
    race = Race(course, sleds, deal=SeededDeal(seed, number))
    while (sled := race.actor) is not None and race.round <= _LONGEST:
        race.play(ask(INSTANT[racers[sled]], race.view(sled), chance))
    turns = [each for each in race.history if each.phase is Phase.TURN and each.round > 1]
    found: list[Puzzle] = []
    for index in chance.permutation(len(turns))[:_LOOKED_AT]:
        puzzle = puzzle_at(turns[index], int(chance.integers(1 << 62)))
        if puzzle is not None:
            found.append(puzzle)
        if len(found) == _FROM_ONE_RACE:
            break
    return found


def mine(
    file: Path,
    *,
    wanted: int,
    seed: int = 1,
    on_race: Callable[[int, int], None] | None = None,
    cancel: threading.Event | None = None,
) -> int:
    """Mine until a file holds as many puzzles as are wanted, and return how many it holds.

    Given again, it goes on where it ended: the same seed finds the same puzzles. `on_race` is told,
    after each race, how many were looked through and how many puzzles there are. Once `cancel` is
    set, the race under way is the last.
    """
    races, known = _begin(file, seed)
    while len(known) < wanted and not (cancel and cancel.is_set()):
        new = [puzzle for puzzle in mine_race(seed, races) if puzzle.id not in known]
        races += 1
        with file.open("a", encoding="utf-8") as kept:
            kept.write("\n".join([*map(str, new), f"{_RACE}{races}", ""]))
        known |= {puzzle.id for puzzle in new}
        if on_race:
            on_race(races, len(known))
    return len(known)


_RACE = "# races "


def _begin(file: Path, seed: int) -> tuple[int, set[str]]:
    """Begin a file, or return how many races it has seen and which puzzles it holds."""
    SeededDeal(seed)
    header = f"{FORMAT}\n# seed {seed}, rules and ladder {FINGERPRINT}\n"
    if not file.exists() or not file.stat().st_size:
        file.write_text(header, encoding="utf-8")
        return 0, set()
    text = file.read_text(encoding="utf-8")
    if not text.startswith(header):
        raise InvalidPuzzle(
            f"{file} was not mined with seed {seed} and these rules and mushers; give another file"
        )
    # What a race that was cut short had found comes again.
    marks = [n for n, line in enumerate(text.splitlines()) if line.startswith(_RACE)]
    lines = text.splitlines()[: marks[-1] + 1] if marks else header.splitlines()
    whole = "\n".join([*lines, ""])
    if whole != text:
        file.write_text(whole, encoding="utf-8")
    races = int(lines[-1].removeprefix(_RACE)) if marks else 0
    return races, {puzzle.id for puzzle in read_puzzles(whole)}


# -- checking and choosing -------------------------------------------------------------------------

_STILL = GAP / 2
"""The gap that fresh worlds must confirm."""


def check_puzzle(puzzle: Puzzle, seed: int = 2, races: int = 400) -> Finding:
    """Look at a puzzle again, in other worlds than those it was found in."""
    if wrong := "; ".join(puzzle.status()):
        return Finding(f"{puzzle.id}: {wrong}", good=False, code="puzzle")
    right = {left_by(puzzle.view, move) for move in puzzle.solutions}
    by_chance = sorted(
        zip(puzzle.chances, puzzle.lines.items(), strict=True), key=lambda each: -each[0]
    )
    others = [move for _, (left, move) in by_chance if left not in right]
    turns = [puzzle.best, *(move.turn for move in others[: _IN_QUESTION - 1])]
    chances = chances_to_the_end(puzzle.view, turns, races, seed)
    gap = float(chances[0] - chances[1:].max())
    told = f"{puzzle.id}: {puzzle.best} is ahead of {turns[1 + int(chances[1:].argmax())]} by"
    return Finding(f"{told} {gap:.2f} (told: {puzzle.gap:.2f})", good=gap >= _STILL, code="puzzle")


def check_puzzles(puzzles: Sequence[Puzzle], seed: int = 2) -> Iterator[Finding]:
    """Look at puzzles again, one after the other, and whether one comes twice."""
    seen: set[str] = set()
    for puzzle in puzzles:
        if puzzle.id in seen:
            yield Finding(f"{puzzle.id} comes twice", good=False, code="puzzle")
        seen.add(puzzle.id)
        yield check_puzzle(puzzle, seed)


def balanced(puzzles: Sequence[Puzzle], count: int) -> list[Puzzle]:
    """Choose puzzles so that themes and grades are as even as can be; the clearest first."""
    cells: dict[tuple[Theme, int], list[Puzzle]] = {}
    for puzzle in sorted(puzzles, key=lambda each: (-each.gap, each.id)):
        cells.setdefault((puzzle.theme, puzzle.grade), []).append(puzzle)
    chosen: list[Puzzle] = []
    while len(chosen) < count and any(cells.values()):
        by_theme = Counter(puzzle.theme for puzzle in chosen)
        by_grade = Counter(puzzle.grade for puzzle in chosen)
        cell = min(
            (cell for cell, left in cells.items() if left),
            key=lambda cell: (by_theme[cell[0]] + by_grade[cell[1]], cell),
        )
        chosen.append(cells[cell].pop(0))
    return sorted(chosen, key=lambda puzzle: puzzle.id)
