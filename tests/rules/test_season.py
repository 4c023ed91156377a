"""Seasons: points, table, who lays the course and who chooses first."""

from dataclasses import replace
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from snowtails import Course, Race, SeededDeal
from snowtails.rules import (
    InvalidRecord,
    InvalidSeason,
    Phase,
    Result,
    Season,
    Status,
    read_season,
    write_season,
)
from tests.rules.random_races import damaged, random_race

MUSHERS = ("Anna", "Ben", "Cleo", "Dag", "Eve")


def raced(season: Season, seed: int, course: str = "s") -> Season:
    """Return a season after one race more, each sled going as far as its first turns lead."""
    race = season.next_race(Course.parse(course), SeededDeal(seed))
    while race.phase is not Phase.OVER:
        race.play(race.decisions[-1])
    return season.after(Result.of(race, {"mushers": ", ".join(season.mushers)}))


@st.composite
def results(draw: st.DrawFn, sleds: int) -> Result:
    order = draw(st.permutations(range(sleds)))
    return Result(tuple(order), draw(st.integers(0, sleds)))


@st.composite
def seasons(draw: st.DrawFn) -> Season:
    sleds = draw(st.integers(1, 5))
    told = tuple(draw(st.lists(results(sleds), max_size=8)))
    return Season(MUSHERS[:sleds], told, first_layer=draw(st.integers(0, sleds - 1)))


@pytest.mark.clause("SEASON-1")
def test_places_win_five_three_two_one_and_no_points() -> None:
    season = Season(MUSHERS).after(Result((3, 1, 4, 0, 2), finishers=5))
    assert [(row.musher, row.points) for row in season.table] == [
        (3, 5),
        (1, 3),
        (4, 2),
        (0, 1),
        (2, 0),
    ]


@pytest.mark.clause("SEASON-1", "END-4")
def test_a_race_gives_its_finishers_their_points_and_its_wrecks_none() -> None:
    seen = set()
    for seed in range(40):
        race = random_race(Course.parse("srs"), 3, seed)
        result = Result.of(race)
        for sled in race.sleds:
            finished = sled.status is Status.FINISHED
            assert result.place(sled.number) == (sled.place if finished else None)
            assert result.points(sled.number) == ((5, 3, 2)[sled.place - 1] if sled.place else 0)
        seen.add(result.finishers)
    assert seen == {0, 1, 2, 3}


@pytest.mark.clause("SEASON-1")
def test_a_wreck_wins_nothing_whatever_its_place_behind_the_finishers() -> None:
    season = Season(MUSHERS[:3]).after(Result((2, 1, 0), finishers=1))
    assert [season.points(musher) for musher in range(3)] == [0, 0, 5]
    assert season.results[0].place(1) is None


def layers(season: Season, races: int) -> list[int]:
    """Return who lays the courses of the next races."""
    found = []
    for _ in range(races):
        found.append(season.layer)
        season = season.after(Result(tuple(range(len(season.mushers))), finishers=0))
    return found


@pytest.mark.clause("SEASON-1")
def test_each_musher_lays_a_course_in_turn() -> None:
    assert layers(Season(MUSHERS[:3]), 5) == [0, 1, 2, 0, 1]


@pytest.mark.clause("SEASON-1")
def test_the_next_seat_follows_whoever_has_given_the_first_course() -> None:
    assert layers(Season(MUSHERS[:3], first_layer=1), 5) == [1, 2, 0, 1, 2]
    begun = Season(MUSHERS[:4], (Result((0, 1, 2, 3), 4),), first_layer=3)
    assert layers(begun, 4) == [0, 1, 2, 3]


@pytest.mark.clause("SEASON-1")
@given(seasons())
def test_nobody_lays_twice_before_everybody_has_laid_once(season: Season) -> None:
    mushers = len(season.mushers)
    turn = layers(replace(season, results=()), 2 * mushers)
    assert turn[0] == season.first_layer
    assert sorted(turn[:mushers]) == list(range(mushers))
    assert turn[mushers:] == turn[:mushers]
    assert season.layer == turn[len(season.results) % mushers]


@pytest.mark.clause("SEASON-2")
def test_a_tie_goes_to_the_better_place_in_the_last_race() -> None:
    season = Season(MUSHERS[:2]).after(Result((0, 1), 2)).after(Result((1, 0), 2))
    assert [season.points(musher) for musher in (0, 1)] == [8, 8]
    assert season.champions == (1,)
    assert [row.rank for row in season.table] == [1, 2]


@pytest.mark.clause("SEASON-2")
def test_whoever_finished_the_last_race_beats_who_was_wrecked_in_it() -> None:
    drawn = (Result((0, 1, 2), 2), Result((2, 1, 0), 2), Result((2, 1, 0), 0))
    season = Season(MUSHERS[:3], (*drawn[:2], Result((1, 0, 2), 1)))
    assert season.champions == (1,)
    assert Season(MUSHERS[:3], drawn).table[0].rank == 1


@pytest.mark.clause("SEASON-2")
def test_even_the_last_of_four_finishers_beats_who_was_wrecked() -> None:
    # Five points each for Dag and Eve: Dag was fourth in the last race, in which Eve was wrecked.
    before = (Result((4, 3, 0, 1, 2), 1), Result((0, 1, 3, 4, 2), 3), Result((0, 1, 3, 2, 4), 3))
    season = Season(MUSHERS, (*before, Result((1, 2, 0, 3, 4), 4)))
    assert [season.points(musher) for musher in (3, 4)] == [5, 5]
    ranks = {row.musher: row.rank for row in season.table}
    assert ranks[3] < ranks[4]


def test_progress_is_the_points_after_each_race() -> None:
    season = Season(MUSHERS[:3], (Result((0, 1, 2), 3), Result((1, 2, 0), 2), Result((1, 0, 2), 3)))
    assert season.progress == ((5, 5, 8), (3, 8, 13), (2, 5, 7))


def test_a_race_of_others_does_not_belong_to_the_season() -> None:
    season = Season(MUSHERS[:3]).after(Result((0, 1, 2), 3))
    with pytest.raises(InvalidSeason, match="race 2 had 2 sleds, the season has 3 mushers"):
        season.after(Result((0, 1), 2))


@pytest.mark.clause("SEASON-2")
def test_a_title_is_shared_by_two_wrecked_in_the_last_race() -> None:
    season = Season(MUSHERS[:3], (Result((0, 1, 2), 3), Result((1, 0, 2), 3), Result((2, 1, 0), 0)))
    assert season.champions == (0, 1)
    assert [(row.rank, row.musher) for row in season.table] == [(1, 0), (1, 1), (3, 2)]


@pytest.mark.clause("SEASON-3", "END-4")
def test_start_spaces_are_chosen_in_reverse_of_the_last_result_wrecks_included() -> None:
    assert Season(MUSHERS[:4]).choosing is None
    season = Season(MUSHERS[:4]).after(Result((3, 1, 0, 2), finishers=2))
    assert season.choosing == (2, 0, 1, 3)
    race = season.next_race(Course.parse("srs"), SeededDeal(1))
    assert race.actor == 2


@pytest.mark.clause("SEASON-3")
def test_from_the_third_race_on_the_last_race_alone_settles_who_chooses_first() -> None:
    # The first race, the last one and the table all put the mushers in different orders.
    season = Season(
        MUSHERS[:4], (Result((0, 1, 2, 3), 4), Result((0, 2, 3, 1), 4), Result((3, 1, 2, 0), 4))
    )
    assert [row.musher for row in season.table] == [0, 3, 1, 2]
    assert season.choosing == (0, 2, 1, 3)
    race = season.next_race(Course.parse("srs"), SeededDeal(1))
    for sled in (0, 2, 1, 3):
        assert race.actor == sled
        race.play(race.decisions[0])
    with pytest.raises(InvalidSeason, match=r"race 4 .* \[0, 2, 1, 3\], .* not \[3, 2, 1, 0\]"):
        season.after(Result((0, 1, 2, 3), 4, choosing=(3, 2, 1, 0)))


@pytest.mark.clause("SEASON-3")
def test_a_race_with_another_order_of_choosing_does_not_belong_to_the_season() -> None:
    season = raced(Season(MUSHERS[:2]), 1)
    assert season.choosing is not None
    race = Race(Course.parse("s"), 2, deal=SeededDeal(1), choosing=season.choosing[::-1])
    while race.phase is not Phase.OVER:
        race.play(race.decisions[-1])
    with pytest.raises(InvalidSeason, match="race 2 start spaces are chosen in the order"):
        season.after(Result.of(race))


@given(seasons())
def test_the_table_is_sound(season: Season) -> None:
    table = season.table
    assert sorted(row.musher for row in table) == list(range(len(season.mushers)))
    assert [row.points for row in table] == sorted((row.points for row in table), reverse=True)
    assert [row.rank for row in table] == sorted(row.rank for row in table)
    assert all(row.points == sum(season.progress[row.musher][-1:]) for row in table)
    assert bool(season.champions) == bool(season.results)
    if season.results:
        # Places of finishers differ, so only wrecks of the last race can share a rank.
        sharing = [row for row in table if sum(row.rank == other.rank for other in table) > 1]
        assert all(season.results[-1].place(row.musher) is None for row in sharing)


@given(seasons())
def test_points_do_not_depend_on_the_order_of_races(season: Season) -> None:
    for some in list(permutations(season.results))[:5]:
        again = Season(season.mushers, some)
        assert [again.points(m) for m in range(len(season.mushers))] == [
            season.points(m) for m in range(len(season.mushers))
        ]


@pytest.mark.parametrize(("races", "first"), [(0, 0), (1, 1), (3, 0), (3, 1)])
def test_a_season_comes_back_from_its_record(races: int, first: int) -> None:
    season = Season(("Anna", "Old Ben"), first_layer=first)
    for number in range(races):
        season = raced(season, number)
    text = write_season(season)
    again = read_season(text)
    assert again == season
    assert write_season(again) == text


@pytest.mark.clause("SEASON-1")
def test_a_record_without_a_first_layer_began_with_the_first_musher() -> None:
    season = raced(Season(MUSHERS[:2], first_layer=1), 5)
    text = write_season(season)
    assert "\nfirst-layer: 1\n" in text
    assert read_season(text.replace("first-layer: 1", "First-Layer :  1 ; Ben")) == season
    older = read_season(text.replace("first-layer: 1\n", ""))
    assert older == replace(season, first_layer=0)
    assert "first-layer" not in write_season(older)


def test_the_reader_forgives_case_blanks_and_comments() -> None:
    season = raced(Season(MUSHERS[:2]), 5)
    text = write_season(season).replace("snowtails season 1", "; ours\n  Snowtails  SEASON 1 ; yes")
    assert read_season(text.replace("\n", "\r\n").replace("mushers:", "Mushers :")) == season


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("snowtails season", "snowtails series", "line 1: a season begins with"),
        ("season 1", "season 2", "line 1: format 2 is newer"),
        ("mushers: Anna, Ben\npoints", "points", "line 1: the header mushers is missing"),
        ("points:", "mushers: Ben\npoints:", "line 3: mushers is given twice"),
        ("mushers: Anna, Ben\npoints", "mushers: Anna\npoints", "are Anna, not Anna, Ben"),
        ("mushers: Anna, Ben\npoints", "mushers: Anna,\npoints", "line 2: no name for a musher"),
        ("points: ", "points: 1", "line 3: the points are"),
        ("points: ", "hello\npoints: ", "line 3: 'hello' is no header"),
        ("points: ", "first-layer: 2\npoints: ", "line 3: the first course is laid by one of"),
        ("points: ", "first-layer: Ben\npoints: ", "line 3: first-layer is a musher's number"),
        ("result: ", "result: 5 ", r"line \d+: the result is"),
    ],
)
def test_what_is_wrong_is_told_with_its_line(old: str, new: str, message: str) -> None:
    text = write_season(raced(Season(MUSHERS[:2]), 1))
    assert old in text
    with pytest.raises(InvalidRecord, match=message):
        read_season(text.replace(old, new, 1))


def test_the_line_of_a_later_race_is_its_line_in_the_season() -> None:
    text = write_season(raced(raced(Season(MUSHERS[:2]), 1), 2))
    lines = text.splitlines()
    number = max(i for i, line in enumerate(lines) if line.startswith("round 1")) + 1
    lines[number] = "7 nonsense"
    with pytest.raises(InvalidRecord, match=f"line {number + 1}: "):
        read_season("\n".join(lines))


def test_an_unfinished_race_is_refused() -> None:
    race = Race(Course.parse("s"), 2, deal=SeededDeal(1))
    with pytest.raises(InvalidSeason, match="not over"):
        Result.of(race)
    text = write_season(Season(MUSHERS[:2])) + race.record()
    with pytest.raises(InvalidRecord, match="this race is not over"):
        read_season(text)


@given(damaged(write_season(raced(Season(MUSHERS[:2]), 1)), " \n:", "0123456789LRB@x/:-"))
def test_a_damaged_record_is_refused_or_read(text: str) -> None:
    try:
        read_season(text)
    except InvalidRecord:
        return


@pytest.mark.parametrize("names", [(), ("a",) * 6, ("",), ("a,b",), ("a;b",), (" a",), ("a\nb",)])
def test_bad_names_are_refused(names: tuple[str, ...]) -> None:
    with pytest.raises(InvalidSeason):
        Season(names)


@pytest.mark.parametrize("first", [-1, 2])
def test_the_first_layer_is_one_of_the_mushers(first: int) -> None:
    with pytest.raises(InvalidSeason, match=f"one of the mushers 0–1, not by {first}"):
        Season(MUSHERS[:2], first_layer=first)


@pytest.mark.parametrize(("order", "finishers"), [((0, 0), 1), ((1, 2), 1), ((0, 1), 3)])
def test_bad_results_are_refused(order: tuple[int, ...], finishers: int) -> None:
    with pytest.raises(InvalidSeason):
        Result(order, finishers)


def test_a_season_without_records_cannot_be_written() -> None:
    with pytest.raises(ValueError, match="recorded"):
        write_season(Season(MUSHERS[:2]).after(Result((0, 1), 2)))


def test_the_mushers_of_a_season_are_those_of_its_races() -> None:
    text = write_season(raced(Season(("Anna", "Ben")), 1))
    with pytest.raises(InvalidRecord, match="the mushers of this season are Ben, Anna"):
        read_season(text.replace("mushers: Anna, Ben", "mushers: Ben, Anna", 1))
