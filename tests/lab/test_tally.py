"""What is counted while a course is raced, against the races themselves."""

from collections import Counter
from itertools import pairwise

import numpy as np
import pytest

from snowtails import CompiledMusher, Course, Race, Refused, SeededDeal
from snowtails.lab.races import races_of
from snowtails.lab.tally import CAUSES, Tally, race_part, tally_races
from snowtails.mushers import ROUND_LIMIT, race_on
from snowtails.rules import Turn
from snowtails.rules.state import FINISHED, WRECKED
from tests.mushers.idle import Idle, idle

SEATS = ["yearling"] * 4
COURSE = Course.load("whole-box")


def test_the_counts_agree_with_the_results_of_the_same_races() -> None:
    tally, results = (
        tally_races(COURSE, SEATS, 7, range(300)),
        races_of(COURSE, SEATS, 7, range(300)),
    )
    counts = tally.races[0]
    assert counts["races"] == len(tally) == 300
    assert counts["turns"].tolist() == results["turns"].sum(axis=0).tolist()
    assert counts["wrecked"].tolist() == (results["status"] == WRECKED).sum(axis=0).tolist()
    assert counts["won"].tolist() == (results["place"] == 1).sum(axis=0).tolist()
    assert counts["start_won"].sum() == counts["won"].sum()
    assert counts["started"].sum() == 4 * 300
    assert tally.spaces["dents"].sum() == results["dents"].sum()
    assert tally.spaces["wrecks"].sum() == (results["status"] == WRECKED).sum()
    assert tally.spaces["stops"].sum() == results["turns"].sum()
    for rounds, races in Counter(results["rounds"].tolist()).items():
        assert counts["rounds"][rounds] == races
    assert (results["status"] == FINISHED).any()
    part = race_part(COURSE, SEATS, 7, range(300))
    assert part.results.tobytes() == results.tobytes()
    assert part.tally == tally
    assert set(np.unique(results["start"][:, :4])) <= {1, 2, 3, 4, 5}
    assert all(len(set(starts[:4])) == 4 for starts in results["start"].tolist())


@pytest.mark.parametrize("course", ["whole-box", "snow-queens-garden"])
def test_the_counts_agree_with_races_played_one_by_one(course: str) -> None:
    tally = tally_races(course, SEATS, 3, range(12))
    entered, stops, bumps = Counter[str](), Counter[str](), Counter[str]()
    left_by_winners = Counter[str]()
    dents: Counter[tuple[str, str]] = Counter()
    lead_changes = 0
    for number in range(12):
        race = Race(course, 4, deal=SeededDeal(3, number))
        race_on(race, SEATS, seed=1)
        again = Race(course, 4, deal=SeededDeal(3, number))
        leaders = []
        left: dict[int, list[str]] = {sled: [] for sled in range(4)}
        for entry in race.log:
            if isinstance(entry.decision, Turn):
                move = again.preview(entry.decision)
                entered.update(move.path)
                left[entry.sled] += [again.sleds[entry.sled].space or "", *move.path][:-1]
                stops[move.end] += 1
                bumps[move.end] += move.stop == "sled"
                for dent in move.dents:
                    dents[dent.cause, dent.space] += dent.count
            before = again.round
            again.play(entry.decision)
            if before and (again.round > before or again.over):
                leaders += [standing.sled for standing in again.standings()[:1]]
        for sled in range(4):
            if race.sleds[sled].place == 1:
                left_by_winners.update(left[sled])
        lead_changes += sum(one != two for one, two in pairwise(leaders))
    names = Course.of(course).track.names

    def counted(what: str) -> dict[str, int]:
        return {name: n for name, n in zip(names, tally.spaces[what].tolist(), strict=True) if n}

    assert counted("entered") == entered
    ways = dict(zip(names, tally.spaces["won"].sum(axis=1).tolist(), strict=True))
    assert {name: n for name, n in ways.items() if n} == left_by_winners
    assert counted("stops") == stops
    assert counted("bumps") == +bumps
    for cause, falls in zip(CAUSES[:3], tally.spaces["dents"].T.tolist(), strict=False):
        found = {(cause, name): n for name, n in zip(names, falls, strict=True) if n}
        assert found == {key: n for key, n in dents.items() if key[0] == cause}
    assert tally.races[0]["lead_changes"] == lead_changes


def test_tallies_of_parts_add_up_to_that_of_the_whole() -> None:
    whole = tally_races(COURSE, SEATS, 7, range(50))
    parts = [tally_races(COURSE, SEATS, 7, part) for part in (range(30, 50), range(30))]
    assert parts[0] + parts[1] == whole
    assert parts[0] != whole
    assert Tally.empty(COURSE) + whole == whole
    assert (Tally.empty(COURSE) + whole).spaces.tobytes() == whole.spaces.tobytes()


def test_a_race_that_does_not_end_is_counted_as_broken_off() -> None:
    tally = tally_races("srs", [CompiledMusher("idle", idle)] * 2, 1, range(3))
    assert tally.races[0]["broken_off"] == 3
    assert tally.races[0]["won"].sum() == tally.races[0]["halfway"] == 0
    assert tally.races[0]["rounds"][ROUND_LIMIT] == 3


def test_only_compiled_mushers_can_be_counted() -> None:
    with pytest.raises(Refused, match="compiled mushers such as yearling, not"):
        tally_races("srs", [Idle(), "pup"], 1, range(1))
