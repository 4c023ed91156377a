"""Leagues: who meets whom, in which seats, and how they go on where they were left."""

import json
import threading
from collections import Counter
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from snowtails import Course, Refused
from snowtails.lab import league as leagues
from snowtails.lab.league import (
    BROKEN_OFF,
    Heat,
    InvalidLeague,
    League,
    Raced,
    race_heat,
    race_league,
)
from snowtails.lab.races import Results, races_of
from snowtails.mushers import Musher
from snowtails.rules.state import RACING

SPRINT = Course.load("sauna-sprint").line
SMALL = League(("pup", "rookie"), (SPRINT,), (2,), rounds=40)

PYTHON = """
class Last:
    name = "last"

    def start(self, view, free, rng):
        return free[-1]

    def choose(self, view, turns, rng):
        return turns[-1]

    def discard(self, view, n, rng):
        hand = view.state[0]["hand"][view.seat]
        return [value for value, count in enumerate(hand, 1) for _ in range(count)][:n]
"""


# -- fields ----------------------------------------------------------------------------------------


def fields(*mushers: str, sleds: tuple[int, ...]) -> list[str]:
    names = {"a": "husky", "b": "pup", "c": "rookie", "d": "yearling"}
    letters = {name: letter for letter, name in names.items()}
    found = League(tuple(names[letter] for letter in mushers), (SPRINT,), sleds).fields
    return ["".join(letters[name] for name in field) for field in found]


def test_every_choice_of_the_mushers_is_a_field() -> None:
    assert fields("a", "b", "c", "d", sleds=(3,)) == ["abc", "abd", "acd", "bcd"]
    assert fields("a", "b", "c", sleds=(2, 3)) == ["ab", "ac", "bc", "abc"]


def test_mushers_are_repeated_where_they_are_too_few() -> None:
    assert fields("a", "b", sleds=(4,)) == ["abab"]
    assert fields("a", "b", "c", sleds=(5,)) == ["abcab"]


def test_mushers_may_be_given_more_than_once() -> None:
    assert fields("a", "b", "b", "b", sleds=(4,)) == ["abbb"]
    assert fields("a", "b", "b", sleds=(2,)) == ["ab"]


def test_nobody_races_only_itself() -> None:
    assert fields("a", "a", "b", sleds=(2,)) == ["ab"]


def test_fields_and_courses_advance_together() -> None:
    league = League(("husky", "pup", "rookie"), ("s", "sr"), (2,), rounds=25)
    heats = list(league.heats())
    assert [heat.first for heat in heats] == [0] * 6 + [10] * 6 + [20] * 6
    assert sum(heat.count for heat in heats) == 25 * 6
    assert len(set(heats)) == 18


@pytest.mark.parametrize(
    ("wish", "told"),
    [
        ({"mushers": ("pup", "pup")}, "two different mushers"),
        ({"courses": ()}, "needs a course"),
        ({"sleds": ()}, "a number of sleds"),
        ({"sleds": (2, 7)}, "2 to 5 sleds, not 7"),
        ({"rounds": 0}, "a round at least"),
    ],
)
def test_leagues_that_cannot_be_raced_are_refused(wish: dict[str, Any], told: str) -> None:
    with pytest.raises(InvalidLeague, match=told):
        replace(SMALL, **wish)


def test_a_file_counts_only_for_the_code_it_was_raced_with(
    at_once: list[Heat], file: Path, tmp_path: Path
) -> None:
    mine = tmp_path / "last.py"
    mine.write_text(PYTHON, "utf-8")
    league = replace(SMALL, mushers=("pup", f"{mine}:Last"), rounds=1)
    race_league(league, file)
    assert len(race_league(league, file)) == len(at_once) == 1
    mine.write_text(PYTHON + "\n# thinks twice\n", "utf-8")
    with pytest.raises(InvalidLeague, match="before it changed"):
        race_league(league, file)


# -- heats -----------------------------------------------------------------------------------------


@pytest.fixture
def raced_so(monkeypatch: pytest.MonkeyPatch) -> list[tuple[list[str], Results]]:
    """Who sat where, and how it went, race by race of a heat."""
    noted: list[tuple[list[str], Results]] = []

    def note(course: Course, seats: list[Musher], *rest: Any) -> Results:
        results = races_of(course, seats, *rest)
        noted.append(([musher.name for musher in seats], results))
        return results

    monkeypatch.setattr(leagues, "races_of", note)
    return noted


def test_a_round_seats_each_musher_once_in_every_seat(
    raced_so: list[tuple[list[str], Results]],
) -> None:
    race_heat(Heat(SPRINT, ("rookie", "pup", "yearling"), 0, 2), 1)
    seats = Counter((seat, name) for names, _ in raced_so for seat, name in enumerate(names))
    assert len(raced_so) == 3
    assert len(seats) == 9
    assert set(seats.values()) == {1}


def test_a_heat_tells_places_and_turns_of_the_mushers_and_not_of_the_seats(
    raced_so: list[tuple[list[str], Results]],
) -> None:
    field = ("rookie", "pup", "husky")
    raced = race_heat(Heat(SPRINT, field, 20, 3), 5)
    turns = Counter[str]()
    for shift, (names, results) in enumerate(raced_so):
        for number, result in enumerate(results):
            for seat, name in enumerate(names):
                place = raced.rounds[number][shift][field.index(name)]
                assert max(place, 0) == result["place"][seat]
                assert (place == BROKEN_OFF) == (result["status"][seat] == RACING)
                turns[name] += int(result["turns"][seat]) if place > 0 else 0
    assert raced.turns == tuple(turns[name] for name in field)
    assert [len(row) for row in raced.rounds] == [3, 3, 3]


def test_the_deals_of_a_round_are_the_same_for_all_fields_and_others_on_each_course(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    seeds: list[tuple[int, range]] = []

    def note(course: Course, seats: list[Musher], seed: int, numbers: range) -> Results:
        seeds.append((seed, numbers))
        return races_of(course, seats, seed, numbers)

    monkeypatch.setattr(leagues, "races_of", note)
    for line, field in [("s", "rookie pup"), ("s", "rookie yearling"), ("ss", "rookie pup")]:
        race_heat(Heat(line, tuple(field.split()), 4, 1), 1)
    assert len(set(seeds[:4])) == 1
    assert seeds[4] != seeds[0]


def test_a_heat_and_its_line_are_the_same() -> None:
    raced = race_heat(Heat(SPRINT, ("rookie", "pup"), 0, 3), 1)
    assert Raced.from_json(raced.to_json()) == raced
    assert "\n" not in raced.to_json()


def test_anybodys_musher_races_those_of_the_ladder(tmp_path: Path) -> None:
    (tmp_path / "last.py").write_text(PYTHON, "utf-8")
    name = f"{tmp_path / 'last.py'}:Last"
    raced = race_heat(Heat(SPRINT, ("pup", name), 0, 3), 1)
    assert [len(round_) for round_ in raced.rounds] == [2, 2, 2]
    firsts = Counter(race.index(1) for round_ in raced.rounds for race in round_ if 1 in race)
    assert firsts[0] > firsts[1]


# -- the file --------------------------------------------------------------------------------------


@pytest.fixture
def at_once(monkeypatch: pytest.MonkeyPatch) -> list[Heat]:
    """Race in this process, and note which heats were raced."""
    heats: list[Heat] = []

    class Pool:
        def __init__(self, *_: object) -> None: ...

        def __enter__(self) -> "Pool":
            return self

        def __exit__(self, *_: object) -> None: ...

        def submit(self, task: Callable[[Heat], Raced], heat: Heat) -> object:
            heats.append(heat)
            done: Future[Raced] = Future()
            done.set_result(task(heat))
            return done

    monkeypatch.setattr("snowtails.lab.workers.ProcessPoolExecutor", Pool)
    return heats


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "league.jsonl"


def by_heat(raced: list[Raced]) -> dict[Heat, Raced]:
    assert len({result.heat for result in raced}) == len(raced)
    return {result.heat: result for result in raced}


def test_a_league_goes_on_where_its_file_was_cut(at_once: list[Heat], file: Path) -> None:
    whole = race_league(SMALL, file)
    text = file.read_text("utf-8")
    assert len(text.splitlines()) == 5
    at_once.clear()
    file.write_text(text[: text.index("\n", len(text) // 2) - 7], "utf-8")
    kept = file.read_text("utf-8").splitlines()[1:-1]
    again = race_league(SMALL, file)
    assert len(at_once) == 4 - len(kept) > 0
    assert by_heat(again) == by_heat(whole)
    assert sorted(file.read_text("utf-8").splitlines()) == sorted(text.splitlines())


def test_a_file_cut_right_after_its_first_line_is_whole_again(
    at_once: list[Heat], file: Path
) -> None:
    race_league(SMALL, file)
    text = file.read_text("utf-8")
    file.write_text(text.splitlines()[0], "utf-8")
    race_league(SMALL, file)
    assert sorted(file.read_text("utf-8").splitlines()) == sorted(text.splitlines())


def test_what_is_in_the_file_is_not_raced_again(at_once: list[Heat], file: Path) -> None:
    whole = race_league(SMALL, file)
    at_once.clear()
    told: list[Raced] = []
    assert race_league(SMALL, file, on_heat=told.append) == whole
    assert told == whole
    assert not at_once


def test_more_rounds_keep_what_was_raced(at_once: list[Heat], file: Path) -> None:
    race_league(SMALL, file)
    at_once.clear()
    more = race_league(replace(SMALL, rounds=60), file)
    assert [heat.first for heat in at_once] == [40, 50]
    assert by_heat(more) == by_heat(race_league(replace(SMALL, rounds=60)))


def test_fewer_rounds_and_other_mushers_take_what_is_theirs(
    at_once: list[Heat], file: Path
) -> None:
    race_league(SMALL, file)
    assert len(race_league(replace(SMALL, rounds=20), file)) == 2
    at_once.clear()
    both = race_league(replace(SMALL, mushers=("pup", "rookie", "yearling")), file)
    assert len(at_once) == 8
    assert len(both) == 12


def test_another_seed_is_another_league(at_once: list[Heat], file: Path) -> None:
    race_league(SMALL, file)
    before = file.read_text("utf-8")
    with pytest.raises(InvalidLeague) as caught:
        race_league(replace(SMALL, seed=2), file)
    assert str(file) in str(caught.value)
    assert "give another file or that seed" in str(caught.value)
    assert isinstance(caught.value, Refused)
    assert file.read_text("utf-8") == before


def test_a_file_that_tells_of_no_league_is_left_alone(file: Path) -> None:
    file.write_text("Dear diary,\nsnow again.\n", "utf-8")
    with pytest.raises(InvalidLeague, match="no file of a league"):
        race_league(SMALL, file)
    assert file.read_text("utf-8") == "Dear diary,\nsnow again.\n"


def test_cancelling_keeps_what_was_raced_and_it_goes_on_later(
    at_once: list[Heat], file: Path
) -> None:
    league = replace(SMALL, rounds=200)
    cancel = threading.Event()
    part = race_league(league, file, workers=1, on_heat=lambda _: cancel.set(), cancel=cancel)
    assert 0 < len(part) < 20
    assert len(file.read_text("utf-8").splitlines()) == 1 + len(part)
    whole = race_league(league, file)
    assert len(at_once) == len(whole) == 20
    assert whole[: len(part)] == part


def test_a_league_cancelled_at_once_races_nothing(at_once: list[Heat], file: Path) -> None:
    cancel = threading.Event()
    cancel.set()
    assert race_league(SMALL, file, cancel=cancel) == []
    assert not at_once


def test_the_number_of_workers_changes_nothing(file: Path) -> None:
    league = replace(SMALL, mushers=("pup", "rookie", "yearling"), rounds=20)
    told: list[Raced] = []
    apart = race_league(league, file, workers=2, on_heat=told.append)
    assert told == apart
    assert by_heat(apart) == {heat: race_heat(heat, league.seed) for heat in league.heats()}
    lines = file.read_text("utf-8").splitlines()
    assert json.loads(lines[0])["seed"] == league.seed
    assert [Raced.from_json(line) for line in lines[1:]] == apart
