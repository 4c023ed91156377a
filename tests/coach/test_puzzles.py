"""Puzzles: those that ship hold, mining finds the same again, answers are judged."""

import json
from dataclasses import replace
from datetime import date, timedelta
from importlib import resources
from pathlib import Path

import pytest
from typer.testing import CliRunner

from snowtails.cli import app
from snowtails.coach import mining
from snowtails.coach.explaining import explain
from snowtails.coach.mining import (
    balanced,
    chances_to_the_end,
    check_puzzle,
    check_puzzles,
    grade_of,
    mine,
    theme_of,
)
from snowtails.coach.puzzle import (
    GRADES,
    THEMES,
    YOU,
    InvalidPuzzle,
    Puzzle,
    id_of,
    lines_of,
    puzzle_of_day,
    read_puzzles,
    shipped_puzzles,
    write_puzzles,
)
from snowtails.coach.spread import spread_of
from snowtails.rules import IllegalTurn
from snowtails.rules.position import RacePosition

CLEAR = max(shipped_puzzles(), key=lambda puzzle: (puzzle.gap, puzzle.id))
"""The puzzle in which there is least to doubt."""


def wrong_turn(puzzle: Puzzle) -> str:
    """Return a legal turn that is not right."""
    return next(str(move.turn) for move in puzzle.lines.values() if move not in puzzle.solutions)


# -- why a line is the best -----------------------------------------------------------------------


def test_the_reason_compares_the_best_line_with_what_was_chosen() -> None:
    told = set()
    for puzzle in shipped_puzzles()[::40]:
        answer = puzzle.answer(wrong_turn(puzzle))
        reason = explain(puzzle, answer)
        assert reason.other is not None
        assert (reason.other.decision, reason.other.win) == (answer.chosen.turn, answer.chance)
        for fact in reason.facts:
            told.add(fact.code)
            saved = answer.chosen.dent_count - answer.best.dent_count
            match fact.code:
                case "clean" | "costs":
                    assert fact.dents == abs(saved)
                    assert (fact.code == "clean") == (saved > 0)
                case "finish":
                    assert answer.best.finished
                    assert not answer.chosen.finished
    assert told


def test_nearly_every_best_line_has_a_reason() -> None:
    slight = {"costs", "bumps", "keeps", "further"}
    puzzles = shipped_puzzles()[::40]
    told = [{fact.code for fact in explain(each, each.answer(each.best)).facts} for each in puzzles]
    assert sum(bool(codes - slight) for codes in told) >= len(puzzles) - 1


def test_chances_of_a_puzzle_are_told_by_the_measure_of_all() -> None:
    answer = CLEAR.answer(CLEAR.best)
    assert answer.best_chance == spread_of(CLEAR.view).win(YOU, max(CLEAR.chances))


def test_what_is_told_of_a_wreck_is_no_chance_at_all() -> None:
    puzzle = next(
        each for each in shipped_puzzles() if any(move.wrecked for move in each.lines.values())
    )
    best = puzzle.chance_after(puzzle.view.preview(puzzle.best))
    moves = puzzle.lines.values()
    right = [puzzle.chance_after(move) == best for move in moves]
    # Of the lines that are not right, wrecks are said to have most.
    chances = (
        best if good else 0.05 * move.wrecked for good, move in zip(right, moves, strict=True)
    )
    wrecks = replace(puzzle, chances=tuple(chances))
    answer = wrecks.answer(wrecks.best)
    assert wrecks.next_best is not None
    assert wrecks.next_best.wrecked
    assert answer.next_best_chance == 0.0
    assert wrecks.answer(wrecks.next_best.turn).chance == 0.0
    alike = replace(puzzle, chances=(best,) * len(puzzle.chances))
    assert alike.answer(alike.best).next_best_chance == 0.0, "there is no such line"
    assert explain(alike, alike.answer(alike.best)).other is None


def test_a_right_answer_is_compared_with_the_next_best() -> None:
    answer = CLEAR.answer(CLEAR.best)
    reason = explain(CLEAR, answer)
    assert reason.other is not None
    assert reason.other.win == answer.next_best_chance < answer.best_chance
    assert CLEAR.next_best is not None
    assert reason.other.decision == CLEAR.next_best.turn


def test_a_right_answer_is_compared_with_what_is_offered() -> None:
    for puzzle in shipped_puzzles()[::5]:
        best, other = puzzle.view.preview(puzzle.best), puzzle.next_best
        assert other is not None
        if other.end == best.end:
            cards = [(each.turn.value, each.turn.places) for each in (best, other)]
            assert cards[0] != cards[1], "not another route of the same cards"
            assert (other.dent_count, other.stop) <= (best.dent_count, best.stop)


# -- those that ship -------------------------------------------------------------------------------


def test_every_shipped_puzzle_is_sound() -> None:
    wrong = {puzzle.id: puzzle.status() for puzzle in shipped_puzzles()}
    assert not {name: why for name, why in wrong.items() if why}


def test_shipped_puzzles_are_many_different_and_of_all_kinds() -> None:
    puzzles = shipped_puzzles()
    assert len(puzzles) >= 300
    assert len({puzzle.id for puzzle in puzzles}) == len(puzzles)
    assert len({puzzle.position for puzzle in puzzles}) == len(puzzles)
    assert len((resources.files("snowtails.coach") / "puzzles.txt").read_bytes()) < 300_000
    for theme in THEMES:
        assert sum(puzzle.theme == theme for puzzle in puzzles) >= 5, theme
    for grade in GRADES:
        assert sum(puzzle.grade == grade for puzzle in puzzles) >= 40, grade
    assert len({puzzle.position.split()[0] for puzzle in puzzles}) == 14, "all shipped courses"
    assert min(puzzle.gap for puzzle in puzzles) >= mining.GAP


def test_themes_say_what_best_and_second_best_do() -> None:
    for puzzle in shipped_puzzles():
        if puzzle.theme not in ("block", "bonus"):
            continue
        best = puzzle.view.preview(puzzle.best)
        pairs = zip(puzzle.chances, puzzle.lines.values(), strict=True)
        wrong = [each for each in pairs if each[1] not in puzzle.solutions]
        most = max(chance for chance, _ in wrong)
        seconds = [move for chance, move in wrong if chance == most]
        assert puzzle.theme in {theme_of(puzzle.view, best, second) for second in seconds}
        if puzzle.theme == "block":
            assert any("sled" in (best.stop, second.stop) for second in seconds), puzzle.id
        else:
            assert any(best.turn.bonus != second.turn.bonus for second in seconds), puzzle.id


def test_no_puzzle_of_the_day_comes_twice_before_all_came_once() -> None:
    first = date(2026, 1, 1)
    days = [first + timedelta(days=n) for n in range(len(shipped_puzzles()))]
    assert len({puzzle_of_day(day).id for day in days}) == len(days)


# -- texts -----------------------------------------------------------------------------------------


def test_a_puzzle_is_read_back_from_its_text() -> None:
    for puzzle in shipped_puzzles():
        assert Puzzle.parse(str(puzzle)) == puzzle
    assert tuple(read_puzzles(write_puzzles(shipped_puzzles()))) == shipped_puzzles()


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "expected 3"),
        ("1 bend 3 0.2 4L ; srs ; x", "invalid literal"),
        ("1 mud 3 0.2 4L ; srs ; 1", "themes are bend"),
        ("1 bend 3 0.2 9L ; srs ; 1", "9L"),
    ],
)
def test_what_is_no_puzzle_is_refused(text: str, why: str) -> None:
    with pytest.raises(InvalidPuzzle, match=why):
        Puzzle.parse(text)


def test_a_file_says_in_which_line_something_is_wrong() -> None:
    with pytest.raises(InvalidPuzzle, match="begins with"):
        list(read_puzzles("hello"))
    with pytest.raises(InvalidPuzzle, match="line 3"):
        list(read_puzzles(f"{write_puzzles([CLEAR])}mud"))


@pytest.mark.parametrize(
    ("changed", "why"),
    [
        ({"id": "0"}, "its id is"),
        ({"grade": 6}, "grades are 1–5"),
        ({"best": replace(CLEAR.best, route="^" * 9, bonus=False)}, "is not legal"),
        ({"chances": CLEAR.chances[1:]}, "need as many chances"),
        ({"chances": (2.0, *CLEAR.chances[1:])}, "0 to 100"),
        ({"chances": tuple(1 - chance for chance in CLEAR.chances)}, "not the line with the best"),
        ({"position": "srs 3 over -"}, "has 4 fields"),
    ],
)
def test_everything_wrong_with_a_puzzle_is_told(changed: dict[str, object], why: str) -> None:
    broken = replace(CLEAR, **changed)  # type: ignore[arg-type]
    assert any(why in told for told in broken.status())
    assert not check_puzzle(broken, races=1).good


# -- answers ---------------------------------------------------------------------------------------


def test_what_leaves_the_same_is_as_right() -> None:
    """Several routes, and dogs in another order, come to the same."""
    several = 0
    for puzzle in shipped_puzzles()[:60]:
        best = puzzle.view.preview(puzzle.best)
        for turn in puzzle.view.turns:
            alike = turn.value == best.turn.value and turn.places == best.turn.places
            move = puzzle.view.preview(turn) if alike and turn.bonus == best.turn.bonus else None
            if move and (move.end, move.dents, move.stop) == (best.end, best.dents, best.stop):
                assert puzzle.answer(turn).right
                several += turn != puzzle.best
    assert several > 20


def test_a_wrong_answer_says_what_it_leaves() -> None:
    answer = CLEAR.answer(wrong_turn(CLEAR))
    assert not answer.right
    assert answer.chance <= answer.next_best_chance < answer.best_chance
    assert answer.best.turn == CLEAR.best
    with pytest.raises(IllegalTurn):
        CLEAR.answer("1L:^^^^^^^^^")


def test_no_answer_depends_on_hidden_cards() -> None:
    puzzle = max(shipped_puzzles(), key=lambda each: (len(each.view.sleds), each.id))
    dealt = puzzle.view.deal(seed=5)
    assert dealt.line != puzzle.position, "other hands"
    view = RacePosition.parse(dealt.line).view(YOU)
    assert id_of(view) == puzzle.id
    assert list(lines_of(view)) == list(puzzle.lines)
    turns = [puzzle.best, puzzle.view.turns[0]]
    known = chances_to_the_end(puzzle.view, turns, 10, seed=3)
    assert chances_to_the_end(view, turns, 10, seed=3).tolist() == known.tolist()


# -- mining ----------------------------------------------------------------------------------------


def test_clear_puzzles_hold_in_fresh_worlds() -> None:
    clearest = sorted(shipped_puzzles(), key=lambda puzzle: -puzzle.gap)[:4]
    assert all(found.good for found in check_puzzles(clearest, seed=11))


def test_what_is_not_best_does_not_hold() -> None:
    """A puzzle whose text says that another line is best is found out by racing."""
    chances = list(CLEAR.chances)
    best = chances.index(max(chances))
    other = chances.index(min(chances))
    chances[best], chances[other] = chances[other], chances[best]
    moves = list(CLEAR.lines.values())
    told = replace(CLEAR, chances=tuple(chances), best=moves[other].turn)
    assert told.status() == []
    assert not check_puzzle(told, races=60).good


def test_one_that_comes_twice_is_found() -> None:
    found = [each.what for each in check_puzzles([CLEAR, CLEAR], seed=1)]
    assert f"{CLEAR.id} comes twice" in found


def test_mining_goes_on_where_it_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, few in (("_SCREENING", 60), ("_SURVEY", 10), ("_RACED", 20), ("_LOOKED_AT", 8)):
        monkeypatch.setattr(mining, name, few)
    monkeypatch.setattr(mining, "GAP", 0.05)
    whole, parts = tmp_path / "whole.txt", tmp_path / "parts.txt"
    seen: list[tuple[int, int]] = []
    mine(whole, wanted=3, seed=4, on_race=lambda races, found: seen.append((races, found)))
    assert seen[-1][0] == len(seen), "a race after the other"
    mine(parts, wanted=1, seed=4)
    with parts.open("a", encoding="utf-8") as file:
        file.write("what a race had found that was cut short")
    held = mine(parts, wanted=3, seed=4)
    assert parts.read_bytes() == whole.read_bytes()
    assert held == len(list(read_puzzles(whole.read_text("utf-8")))) >= 3
    with pytest.raises(InvalidPuzzle, match="seed 5"):
        mine(parts, wanted=3, seed=5)


def test_whoever_misses_makes_a_puzzle_harder() -> None:
    assert [grade_of((miss,) * 4) for miss in (0.0, 0.5, 1.0)] == [1, 3, 5]
    assert grade_of((1, 1, 0, 0)) < grade_of((1, 1, 1, 0)) <= grade_of((1, 1, 1, 1))


def test_a_choice_is_balanced() -> None:
    chosen = balanced(shipped_puzzles(), 90)
    assert len(chosen) == len({puzzle.id for puzzle in chosen}) == 90
    counts = [sum(puzzle.theme == theme for puzzle in chosen) for theme in THEMES]
    assert min(counts) >= 5, counts


# -- the command -----------------------------------------------------------------------------------


def test_the_command_shows_judges_checks_and_chooses(tmp_path: Path) -> None:
    runner = CliRunner()
    called = {"SNOWTAILS_CALLED_AS": "./play"}
    asking = runner.invoke(app, ["puzzles", "show"], env=called).output
    assert "grade" in asking
    assert "\n  ./play puzzles show" in asking, "a line of its own, to be copied"
    assert "A turn is written" in asking, "and those in reach are listed"
    asked = ["puzzles", "show", CLEAR.id, "--turn"]
    assert "Right" in runner.invoke(app, [*asked, str(CLEAR.best)]).output
    missed = runner.invoke(app, [*asked, wrong_turn(CLEAR)]).output
    assert "Not the best" in missed
    assert f"{CLEAR.best} wins" in missed
    told = json.loads(runner.invoke(app, [*asked, str(CLEAR.best), "--json"]).output)
    assert (told["id"], told["right"]) == (CLEAR.id, True)
    assert "?" in told["view"], "hidden cards stay hidden"
    assert runner.invoke(app, ["puzzles", "show", "nothing"]).exit_code == 1
    file, out = tmp_path / "some.txt", tmp_path / "one.txt"
    file.write_text(write_puzzles([CLEAR, replace(CLEAR, grade=9)]), encoding="utf-8")
    checked = runner.invoke(app, ["puzzles", "check", str(file)])
    assert checked.exit_code == 1
    assert "grades are 1–5" in checked.output
    runner.invoke(app, ["puzzles", "choose", str(file), "-o", str(out), "-n", "1"])
    assert len(list(read_puzzles(out.read_text("utf-8")))) == 1
