"""Puzzles over the wire: the one of the day, answers that count once, level and streaks."""

import asyncio
import threading
from datetime import UTC, date, datetime, timedelta
from typing import get_args

import pytest
import sqlalchemy as sql

from snowtails.coach.puzzle import THEMES, Puzzle, puzzle_of_day, shipped_puzzles
from snowtails.server.session.puzzles import SAVED_DAYS, Progress, answered, level_of, streak_of
from snowtails.server.store.engine import sqlite_url
from snowtails.server.store.operations import backup, prune, restore
from snowtails.server.store.puzzles import PuzzleAnswer
from snowtails.server.store.schema import PUZZLE_ANSWERS
from snowtails.server.wire.puzzle_types import PuzzleAnswered, PuzzleTheme
from tests.server.loops import done
from tests.server.serving import Guest, Json, ManualClock, Serving, refused

A_DAY = 24 * 3600


def right(puzzle: Puzzle) -> str:
    return str(puzzle.best)


def wrong(puzzle: Puzzle) -> str:
    return next(str(move.turn) for move in puzzle.lines.values() if move not in puzzle.solutions)


def answer(guest: Guest, puzzle: Puzzle, turn: str) -> Json:
    told: Json = guest.post(f"/api/puzzles/{puzzle.id}/answers", turn=turn)
    return told


def daily(clock: ManualClock) -> Puzzle:
    return puzzle_of_day(datetime.fromtimestamp(clock.now(), UTC).date())


def by_id(name: str) -> Puzzle:
    return next(each for each in shipped_puzzles() if each.id == name)


def test_a_puzzle_is_told_as_its_sled_sees_it(serving: Serving) -> None:
    puzzle = max(shipped_puzzles(), key=lambda each: len(each.view.sleds))
    told = serving.guest().get(f"/api/puzzles/{puzzle.id}")
    own, *others = told["view"]["race"]["sleds"]
    assert own["hand"] == list(puzzle.view.hand)
    assert all("hand" not in sled and "deck" not in sled for sled in others)
    assert told["name"] == {
        "puzzle": puzzle.id,
        "theme": puzzle.theme,
        "grade": puzzle.grade,
        "solved": None,
    }
    assert len(told["view"]["choices"]["moves"]) == len(puzzle.view.reach())
    assert right(puzzle) not in str(told["name"])


def test_an_answer_tells_the_best_line_as_if_it_had_been_played(serving: Serving) -> None:
    puzzle = shipped_puzzles()[0]
    told = answer(serving.guest(), puzzle, wrong(puzzle))
    own, best = told["best_race"]["sleds"][0], puzzle.view.preview(puzzle.best)
    slots = {"L": "left", "R": "right", "B": "brake"}
    assert all(own[slots[place]] == best.turn.value for place in best.turn.places)
    assert own["space"] == best.end
    assert told["reason"]["other"]["decision"] == wrong(puzzle)
    assert told["reason"]["other"]["places"] == [told["chance"]]


def test_an_answer_waits_for_no_musher(serving: Serving) -> None:
    puzzle, pool, thought = shipped_puzzles()[0], serving.hub._pool, threading.Event()
    for _ in range(pool._max_workers):
        pool.submit(thought.wait)
    try:
        told = [answer(serving.guest(), puzzle, right(puzzle)) for _ in range(2)]
    finally:
        thought.set()
    assert told[0]["reason"]["other"]
    assert told[0]["reason"] == told[1]["reason"]


def test_the_first_answer_counts_and_is_kept(database: str) -> None:
    clock = ManualClock(1_700_000_000.0)
    with Serving(database, clock=clock) as serving:
        anna = serving.guest("Anna")
        of_day = daily(clock)
        before = anna.get("/api/puzzles")
        assert before["today"]["puzzle"] == of_day.id != before["next"]["puzzle"]
        first = answer(anna, of_day, right(of_day))
        assert first["correct"]
        assert first["counted"]
        assert first["chance"] >= first["best_chance"] - 0.03 > first["next_best_chance"]
        assert first["standing"]["level"] > 1000
        assert first["standing"]["streak"] == {"now": 1, "best": 1}
        assert first["standing"]["days"] == {"now": 1, "best": 1}
        again = answer(anna, of_day, wrong(of_day))
        assert not again["correct"]
        assert not again["counted"]
        assert again["standing"] == first["standing"]
        # The sled has moved, and what it draws is not told.
        moved = again["race"]["sleds"][0]
        assert moved["space"] in (again["move"]["way"][-1], None)
        assert moved["hand_size"] == len(of_day.view.hand) - len(
            of_day.view.preview(again["move"]["turn"]).turn.places
        )
        clock.advance(60)
        following = by_id(first["next"]["puzzle"])
        missed = answer(anna, following, wrong(following))
        assert missed["standing"]["streak"] == {"now": 0, "best": 1}
        assert missed["standing"]["level"] < first["standing"]["level"]
        assert missed["next"]["puzzle"] not in (of_day.id, following.id)
        clock.advance(A_DAY)
        tomorrow = daily(clock)
        assert answer(anna, tomorrow, right(tomorrow))["standing"]["days"] == {"now": 2, "best": 2}
    with Serving(database, clock=clock) as serving:
        kept = serving.guest()
        kept.http.cookies = anna.http.cookies
        told = kept.get("/api/puzzles")
        assert (told["standing"]["answered"], told["standing"]["solved"]) == (3, 2)
        assert told["today"]["solved"] is True


def test_a_puzzle_that_was_answered_before_its_day_counts_on_it(database: str) -> None:
    clock = ManualClock(1_700_000_000.0)
    days = {"now": 2, "best": 2}
    with Serving(database, clock=clock) as serving:
        anna, bert = serving.guest("Anna"), serving.guest("Bert")
        tomorrow = daily(ManualClock(clock.now() + A_DAY))
        early = answer(anna, tomorrow, wrong(tomorrow))
        assert early["standing"]["days"] == {"now": 0, "best": 0}
        answer(bert, tomorrow, right(tomorrow))
        for guest in (anna, bert):
            answer(guest, daily(clock), right(daily(clock)))
        clock.advance(A_DAY)
        assert anna.get("/api/puzzles")["today"]["solved"] is None
        assert anna.get(f"/api/puzzles/{tomorrow.id}")["name"]["solved"] is None
        told = answer(anna, tomorrow, right(tomorrow))
        assert told["counted"]
        assert told["standing"]["days"] == days
        # It was answered before: neither the level nor the count hears of it again.
        assert (told["standing"]["answered"], told["standing"]["solved"]) == (2, 1)
        assert anna.get("/api/puzzles")["today"]["solved"] is True
        # Of that day, too, the first answer is the one that counts.
        assert not answer(bert, tomorrow, wrong(tomorrow))["correct"]
        late = answer(bert, tomorrow, right(tomorrow))
        assert not late["counted"]
        assert late["standing"]["days"] == {"now": 1, "best": 1}


def test_nothing_is_kept_of_somebody_unknown_or_deleted(serving: Serving) -> None:
    puzzle = shipped_puzzles()[0]
    stranger = serving.guest()
    assert not answer(stranger, puzzle, right(puzzle))["counted"]
    assert stranger.get("/api/puzzles")["standing"]["answered"] == 0
    anna = serving.guest("Anna")
    answer(anna, puzzle, right(puzzle))
    assert answers_kept(serving) == 1
    anna.post("/api/visitors/me/delete", name="Anna")
    assert answers_kept(serving) == 0


def answers_kept(serving: Serving) -> int:
    return len(serving.run(serving.hub.database.read(sql.select(PUZZLE_ANSWERS.c.puzzle))))


def test_of_two_answers_at_once_one_counts(database: str) -> None:
    puzzle = shipped_puzzles()[0]
    with Serving(database) as serving:
        anna = serving.guest("Anna")
        visitor = serving.run(serving.hub.visitor(anna.http.cookies["snowtails"]))

        async def both() -> list[PuzzleAnswered]:
            turns = right(puzzle), wrong(puzzle)
            return await asyncio.gather(
                *(answered(serving.hub, visitor, puzzle, turn) for turn in turns)
            )

        told = serving.run(both())
        (counted,) = (each for each in told if each.counted)
        assert {(each.standing.answered, each.standing.solved) for each in told} == {
            (1, int(counted.correct))
        }


def test_puzzles_of_one_theme_follow_each_other(serving: Serving) -> None:
    anna = serving.guest("Anna")
    theme = THEMES[-1]
    seen = []
    for _ in range(3):
        following = by_id(anna.get("/api/puzzles", theme=theme)["next"]["puzzle"])
        assert following.theme == theme
        seen.append(following.id)
        answer(anna, following, right(following))
    assert len(set(seen)) == 3
    with refused(422, "invalid"):
        anna.get("/api/puzzles", theme="mud")


def test_of_a_theme_that_is_all_answered_the_first_comes_again() -> None:
    day, theme = date(2026, 1, 1), THEMES[0]
    coming = {puzzle_of_day(day + timedelta(days=n)).id for n in range(SAVED_DAYS)}
    known = [each.id for each in shipped_puzzles() if each.theme == theme]
    answers = [PuzzleAnswer(each, True, None) for each in known]
    again = Progress("anna", answers).following(day, theme=theme).id
    assert again == next(each for each in known if each not in coming)


def test_what_is_no_puzzle_or_no_turn_is_refused(serving: Serving) -> None:
    guest = serving.guest()
    puzzle = shipped_puzzles()[0]
    for name in ("0", "zzz", "%00"):
        with refused(404, "no-puzzle"):
            guest.get(f"/api/puzzles/{name}")
    with refused(422, "unreadable"):
        answer(guest, puzzle, "mud")
    with refused(422, "illegal"):
        answer(guest, puzzle, "1L:^^^^^^^^^")


def test_the_wire_knows_all_themes() -> None:
    assert get_args(PuzzleTheme) == THEMES


def test_level_and_streak_follow_from_answers() -> None:
    assert level_of([(5, True)]) > level_of([(1, True)]) > level_of([]) == 1000
    assert level_of([(1, False)]) < level_of([(5, False)]) < 1000
    answers = [
        PuzzleAnswer(str(n), ok, None) for n, ok in enumerate([True, True, True, False, True])
    ]
    assert (streak_of(answers).now, streak_of(answers).best) == (1, 3)


def test_nobody_is_led_to_a_puzzle_before_its_day() -> None:
    day = date(2026, 1, 1)
    coming = [puzzle_of_day(day + timedelta(days=n)).id for n in range(SAVED_DAYS)]
    answers: list[PuzzleAnswer] = []
    for _ in range(len(shipped_puzzles()) - SAVED_DAYS):
        following = Progress("anna", answers).following(day).id
        assert following not in (*coming, *(each.puzzle for each in answers))
        answers.append(PuzzleAnswer(following, True, None))
    # All but those of the coming days are answered: the first comes again, and not at once.
    progress = Progress("anna", answers)
    assert progress.following(day).id == answers[0].puzzle
    assert progress.following(day, answers[0].puzzle).id == answers[1].puzzle


def test_answers_are_in_backups_and_stay_while_they_are_fresh(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    folder = tmp_path_factory.mktemp("kept")
    first, second = (sqlite_url(folder / name) for name in ("first.db", "second.db"))
    clock = ManualClock(1_700_000_000.0)
    came = clock.now()
    puzzle = shipped_puzzles()[0]
    with Serving(first, clock=clock) as serving:
        anna = serving.guest("Anna")
        duplicate = anna.post("/api/duplicates", course="srs")["duplicate"]
        clock.advance(100)
        answer(anna, puzzle, right(puzzle))
        done(backup(first, folder / "backup.db"))
    done(restore(folder / "backup.db", second))
    assert done(prune(second, came - 1)).visitors == 0
    with Serving(second, clock=clock) as serving:
        assert serving.guest().get(f"/api/duplicates/{duplicate}")["runs"] == []
    assert done(prune(second, came + 50)).visitors == 0, "she has answered since"
    with Serving(second, clock=clock) as serving:
        assert answers_kept(serving) == 1
        with refused(404, "no-duplicate"):
            serving.guest().get(f"/api/duplicates/{duplicate}")
    assert done(prune(second, came + 200)).visitors == 1
    with Serving(second, clock=clock) as serving:
        assert answers_kept(serving) == 0
