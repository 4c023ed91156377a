"""Why one sled is ahead of the next, as everybody is told."""

import pytest

from snowtails import Course
from snowtails.course.course import Flag
from snowtails.rules.deal import SeededDeal
from snowtails.rules.race import Race
from snowtails.server.wire.messages import race_message
from tests.boards import Team, board
from tests.server.company import as_json
from tests.server.serving import Json


def told(*facts: tuple[int, int, str, str, float]) -> list[Json]:
    return [
        dict(zip(("ahead", "behind", "reason", "clause", "gap"), each, strict=True))
        for each in facts
    ]


def leads(race: Race) -> list[Json]:
    found: list[Json] = as_json(race_message(race))["leads"]
    return found


@pytest.mark.clause("ORDER-2", "ORDER-3")
def test_in_a_curve_fronts_are_compared_and_level_ones_by_the_inside() -> None:
    race = board(
        """
          0 1     2<4     3
        a|.|.....|0-.-.--|=|
        b|.|.....|1.-.-.-|=|
        c|.|.....|.2.-..-|=|
        d|.|.....|.3....-|=|
        e|.|...4.|.......|=|
        """
    )
    # Fronts at 2/5 of the curve, 1/3, 2/6, 1/4; then 1/5 before its line.
    assert leads(race) == told(
        (2, 0, "further", "ORDER-2", 0.3),
        (0, 3, "curve-inside", "ORDER-3", 0),
        (3, 1, "further", "ORDER-2", 0.4),
        (1, 4, "further", "ORDER-2", 2.2),
    )


@pytest.mark.clause("ORDER-3")
@pytest.mark.parametrize(
    ("drawing", "flag", "reason"),
    [
        (
            """
              0 1     2     3<4     4
            a|.|..1..|.....|.-.-.--|=|
            b|.|.....|.....|..-.-.-|=|
            c|2|.....|.....|...-..-|=|
            d|.|.....|.....|......-|=|
            e|.|..0..|.....|.......|=|
            """,
            "right",
            "next-curve-inside",
        ),
        (
            """
              0 1>4     2     3
            a|.|.......|..1..|=|
            b|.|......-|.....|=|
            c|2|...-..-|.....|=|
            d|.|..-.-.-|.....|=|
            e|.|.-.-.--|..0..|=|
            """,
            "left",
            "flag",
        ),
        (
            """
              0 1>4     2 3     4     5
            a|.|.......|=|=1===|=====|=====|
            b|.|......-|=|=====|=====|=====|
            c|2|...-..-|=|=====|=====|=====|
            d|.|..-.-.-|=|=0===|=====|=====|
            e|.|.-.-.--|=|=====|=====|=====|
            """,
            "left",
            "flag",
        ),
    ],
)
def test_level_on_a_straight_the_next_curve_or_the_flag_decides(
    drawing: str, flag: Flag, reason: str
) -> None:
    race = board(drawing, Team(moved=True), Team(moved=True), Team(), flag=flag)
    assert leads(race)[0] == told((1, 0, reason, "ORDER-3", 0))[0]


@pytest.mark.clause("ORDER-5", "END-4")
def test_the_finished_are_ahead_and_wrecks_behind() -> None:
    race = board(
        """
          0 1     2
        a|.|.....|=|
        b|.|0....|=|
        c|.|.....|=|
        d|.|.....|=|
        e|.|.....|=|
        """,
        Team(),
        Team(status="w0"),
        Team(status="f1"),
        Team(status="f2"),
        Team(status="w1"),
    )
    assert leads(race) == told(
        (2, 3, "finished", "END-1", 0),
        (3, 0, "finished", "END-1", 0),
        (0, 4, "wrecked", "END-4", 0),
        (4, 1, "wrecked", "END-4", 0),
    )


def test_nobody_leads_before_the_sleds_are_on_the_track() -> None:
    race = Race(Course.parse("srs"), 2, deal=SeededDeal(0), choosing=range(2))
    assert leads(race) == []
    race.play("@1")
    assert leads(race) == []
    race.play("@2")
    assert leads(race) == told((0, 1, "next-curve-inside", "ORDER-3", 0))
