"""What somebody has raced, told from the results that are kept."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from datetime import date, timedelta
from itertools import groupby
from typing import Any

from ..store.listing import Result
from ..store.visitors import RaceResult, Visitor
from .messages import course_message
from .visitor_types import CourseBest, History, PastGame, PastSeat, Rival, Streak

MOST_GAMES = 60
MOST_RIVALS = 12
MOST_COURSES = 40


def history_message(visitor: Visitor, results: Sequence[RaceResult], daily: Streak) -> History:
    """Tell what a visitor has raced; `results` are those of whole tables, the latest first."""
    tables = {
        race: [each.result for each in group]
        for race, group in groupby(results, key=lambda each: each.race)
    }
    me = visitor.holder
    # At one screen several seats may be one visitor's: nobody knows who of them drove.
    raced = [
        (own, table)
        for table in tables.values()
        if table[0].kind == "race" and len(table) > 1 and (own := _own(table, me))
    ]
    return History(
        name=visitor.name,
        dog=visitor.dog,  # type: ignore[arg-type]
        colour=visitor.colour,  # type: ignore[arg-type]
        races=len(raced),
        wins=sum(own.place == 1 for own, _ in raced),
        wrecks=sum(own.place is None for own, _ in raced),
        winning=_streak(own.place == 1 for own, _ in raced),
        daily=daily,
        rivals=_rivals(raced),
        courses=_courses(raced),
        games=tuple(_game(race, table, me) for race, table in list(tables.items())[:MOST_GAMES]),
    )


def _own(table: Sequence[Result], holder: str) -> Result | None:
    """Return the one result of a visitor at a table; None if several seats are the visitor's."""
    own = [each for each in table if each.holder == holder]
    return own[0] if len(own) == 1 else None


def _game(race: str, table: Sequence[Result], holder: str) -> PastGame:
    mine = next(each for each in table if each.holder == holder)
    alone = _own(table, holder) is not None
    return PastGame(
        table=race,
        game=mine.kind,  # type: ignore[arg-type]
        course=course_message(mine.course, mine.course_name),
        at=mine.at,
        day=mine.day,
        place=mine.place if alone else None,
        points=mine.points,
        turns=mine.turns,
        dents=mine.dents,
        seats=tuple(
            PastSeat(
                name=each.name,
                kind="musher" if each.musher else "person",
                colour=each.colour,  # type: ignore[arg-type]
                place=each.place,
                yours=each.holder == holder,
            )
            for each in table
        ),
    )


def _rivals(raced: Iterable[tuple[Result, Sequence[Result]]]) -> tuple[Rival, ...]:
    """Tell how often the visitor was ahead of whom; people are known by more than their names."""
    found: dict[tuple[str, str], dict[str, Any]] = {}
    for own, table in raced:
        for other in table:
            if other is own:
                continue
            kind, who = ("musher", other.musher) if other.musher else ("person", other.holder)
            rival = found.setdefault(
                (kind, who or other.name),
                # The latest race comes first, and with it the latest name.
                {"name": other.name, "kind": kind, "races": 0, "ahead": 0, "behind": 0},
            )
            rival["races"] += 1
            ahead = _rank(own) - _rank(other)
            rival["ahead"] += ahead < 0
            rival["behind"] += ahead > 0
    rivals = sorted(found.values(), key=lambda each: -each["races"])
    return tuple(Rival(**each) for each in rivals[:MOST_RIVALS])


def _rank(result: Result) -> int:
    """Return a place to compare: wrecks are behind all others, and level with each other."""
    return result.place or 99


def _courses(raced: Iterable[tuple[Result, Sequence[Result]]]) -> tuple[CourseBest, ...]:
    by_course: dict[str, list[Result]] = defaultdict(list)
    for own, _ in raced:
        by_course[own.course].append(own)
    most = sorted(by_course.values(), key=len, reverse=True)[:MOST_COURSES]
    return tuple(
        CourseBest(
            # A course that ships may also have been raced by its line, without its name.
            course=course_message(
                results[0].course, next((r.course_name for r in results if r.course_name), "")
            ),
            races=len(results),
            wins=sum(each.place == 1 for each in results),
            turns=min((each.turns for each in results if each.place), default=None),
        )
        for results in most
    )


def _streak(wins: Iterable[bool]) -> Streak:
    """Tell how many in a row, of the latest first."""
    runs, run, now = [0], 0, None
    for won in wins:
        if won:
            run += 1
        else:
            now, run = run if now is None else now, 0
        runs.append(run)
    return Streak(now=run if now is None else now, best=max(runs))


def daily_streak(days: Iterable[str], today: date) -> Streak:
    """Tell how many days in a row have a result; today counts as soon as it has one.

    >>> daily_streak(["2026-01-01", "2026-01-02", "2026-01-05", "2026-01-06"], date(2026, 1, 7))
    Streak(now=2, best=2)
    """
    found = {date.fromisoformat(day) for day in days}
    a_day = timedelta(days=1)

    def length(last: date) -> int:
        count = 0
        while last - count * a_day in found:
            count += 1
        return count

    best = max((length(day) for day in found if day + a_day not in found), default=0)
    return Streak(now=length(today) or length(today - a_day), best=best)
