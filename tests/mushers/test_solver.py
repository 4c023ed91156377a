"""The course solver, against a slow twin and by the laws that its values must keep."""

import threading
from collections.abc import Callable
from pathlib import Path
from typing import NoReturn

import numpy as np
import pytest

from snowtails import Course
from snowtails.lab.ride import ride
from snowtails.mushers import solver
from snowtails.mushers.solver import LOST, Cancelled, Solution, finish_rank, solve
from tests.mushers.solver_twin import SolverTwin
from tests.rules.twins import course_for_twin


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache on disk that is empty, in a process that has solved nothing yet."""
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.setattr(solver, "_kept", {})
    return tmp_path / "cache"


@pytest.mark.parametrize(("line", "dents"), [("s", 3), ("ur2", 4), ("dl", 4)])
def test_the_solver_and_its_slow_twin_agree(cache: Path, line: str, dents: int) -> None:
    course = Course.parse(line)
    twin = SolverTwin(course_for_twin(course), dents)
    solution = solve(course)
    found, expected = [], []
    for (space, held, dogs), turns in twin.ride.items():
        found.append(solution.turns_from(course.track.by_name[str(space)], dogs, held))
        expected.append(turns)
    assert len(expected) > 2000
    assert np.allclose(found, expected, atol=0.01)
    assert np.ptp(expected) > 1


# -- laws ------------------------------------------------------------------------------------------


@pytest.fixture(scope="module", params=["sauna-sprint", "nutcracker", "whole-box"])
def course(request: pytest.FixtureRequest) -> Course:
    return Course.load(request.param)


@pytest.fixture(scope="module")
def solution(course: Course) -> Solution:
    """A course solved now, and not by some solver before."""
    return Solution(course.track, solver.solve_track(course.track))


def on_the_way(course: Course) -> np.ndarray:
    """Return the numbers of the spaces that a sled can race from."""
    spaces = course.track.spaces
    return np.flatnonzero((spaces["free"] == 1) & (spaces["past"] == 0))


def test_more_dents_never_help(course: Course, solution: Solution) -> None:
    rides = solution.values["ride"][on_the_way(course)]
    assert (np.diff(rides, axis=1) > -0.01).all()
    assert (np.diff(rides, axis=1) > 0.1).any()


def test_a_card_more_to_choose_never_costs(course: Course, solution: Solution) -> None:
    """A hand with any one value is no better than the hand that fits best."""
    values = solution.values[on_the_way(course)]
    assert (values["ride"] > values["drive"].min(axis=(2, 3, 4), keepdims=True) - 0.01).all()
    assert (values["ride"] <= LOST).all()


def test_every_turn_counts(course: Course, solution: Solution) -> None:
    """A turn that does not finish leaves one turn less, at the best, than it began with."""
    track = course.track
    last = max(on_the_way(course), key=lambda space: track.spaces["rank"][space])
    assert solution.turns_from(int(last)) < 1.5
    far = solution.turns_from(track.starts[0])
    assert far > 2
    near = solution.values["ride"][on_the_way(course)].min()
    furthest = len(track.faces) * 5
    assert 1 - furthest * 0.02 < near < 1


@pytest.mark.parametrize("name", Course.shipped())
def test_the_spaces_past_the_line_rank_highest(name: str) -> None:
    spaces = Course.load(name).track.spaces
    assert np.array_equal(np.sort(spaces["rank"]), np.arange(len(spaces)))
    line = finish_rank(spaces)
    assert np.array_equal(spaces["rank"] >= line, spaces["past"] == 1)
    assert 0 < line < len(spaces)


def test_what_leads_nowhere_is_lost(cache: Path) -> None:
    course = Course.parse("s_____xxxx__xxx__xxx______")
    spaces = course.track.spaces
    dead = np.flatnonzero((spaces["dead_end"] == 1) & (spaces["free"] == 1))
    assert len(dead)
    assert (solve(course).values["ride"][dead] == np.float32(LOST)).all()
    alive = np.setdiff1d(on_the_way(course), dead)
    assert solve(course).values["ride"][alive].min(axis=(1, 2, 3, 4)).max() < LOST / 2


def test_par_is_close_to_what_a_husky_needs_alone(course: Course, solution: Solution) -> None:
    needed = ride(course, 1000).mean
    assert 0.85 * needed < solution.par < 1.05 * needed


def test_par_is_that_of_the_best_start_space(course: Course, solution: Solution) -> None:
    assert solution.par == min(solution.turns_from(space) for space in course.track.starts)


def test_values_cannot_be_written_to() -> None:
    with pytest.raises(ValueError, match="read-only"):
        solve(Course.parse("s")).values["ride"][0] = 0


# -- on disk ---------------------------------------------------------------------------------------

SHORT = Course.parse("ss")


def forget(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solver, "_kept", {})


class Solved(Exception):
    """The solver has been at work."""


def refuse(*_: object) -> NoReturn:
    raise Solved


def kept_file(cache: Path) -> Path:
    (path,) = cache.rglob("*.values")
    return path


def test_a_course_is_solved_once(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = solve(SHORT)
    monkeypatch.setattr(solver, "solve_track", refuse)
    assert solve(SHORT) is first
    forget(monkeypatch)
    again = solve(SHORT)
    assert again is not first
    assert again.values.tobytes() == first.values.tobytes()
    with pytest.raises(Solved):
        solve(Course.parse("sr"))


def test_courses_that_race_the_same_are_solved_once(
    cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    solve(SHORT)
    monkeypatch.setattr(solver, "solve_track", refuse)
    assert solve(Course(SHORT.tiles, name="Another Name")).par > 0


def test_other_rules_are_solved_anew(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    solve(SHORT)
    forget(monkeypatch)
    monkeypatch.setattr(solver, "FINGERPRINT", "another")
    monkeypatch.setattr(solver, "solve_track", refuse)
    with pytest.raises(Solved):
        solve(SHORT)


@pytest.mark.parametrize(
    "spoil",
    [
        lambda good: good[:0],
        lambda good: good[:4] * 1000,
        lambda good: good[:1000],
        lambda good: good[:-8],
        lambda good: good + good[:8],
    ],
    ids=["empty", "other", "cut", "too-short", "too-long"],
)
def test_a_spoilt_file_is_solved_anew(
    cache: Path, monkeypatch: pytest.MonkeyPatch, spoil: Callable[[bytes], bytes]
) -> None:
    first = solve(SHORT)
    good = kept_file(cache).read_bytes()
    kept_file(cache).write_bytes(spoil(good))
    forget(monkeypatch)
    assert solve(SHORT).values.tobytes() == first.values.tobytes()
    assert kept_file(cache).read_bytes() == good


def test_without_a_place_to_write_it_is_solved_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    blocked = tmp_path / "no-folder"
    blocked.write_text("a file where a folder should be")
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(blocked))
    forget(monkeypatch)
    assert solve(SHORT).par > 0
    forget(monkeypatch)
    monkeypatch.setattr(solver, "solve_track", refuse)
    with pytest.raises(Solved):
        solve(SHORT)


def test_files_that_vanish_meanwhile_break_nothing(cache: Path) -> None:
    """Another process may rename its file between the look into the folder and the look at it."""
    folder = cache / "snowtails" / "values"
    folder.mkdir(parents=True)
    (folder / "vanished").symlink_to(folder / "nowhere")
    assert solve(SHORT).par > 0


# -- progress --------------------------------------------------------------------------------------


def test_progress_rises_to_the_end(cache: Path) -> None:
    told: list[float] = []
    solve(SHORT, on_progress=told.append)
    assert told == sorted(told)
    assert 0 < told[0] < 0.1
    assert told[-1] == 1
    told.clear()
    solve(SHORT, on_progress=told.append)
    assert not told


def test_solving_can_be_cancelled(cache: Path) -> None:
    cancel = threading.Event()
    told: list[float] = []

    def stop_halfway(done: float) -> None:
        told.append(done)
        if done >= 0.5:
            cancel.set()

    with pytest.raises(Cancelled):
        solve(SHORT, on_progress=stop_halfway, cancel=cancel)
    assert told[-1] < 0.6
    assert not list(cache.rglob("*.values"))
    assert solve(SHORT, cancel=threading.Event()).par > 0
