"""Ten things a researcher does in the first hour, each in the words of the documentation."""

# ruff: noqa: ARG002 - mushers need not look at all they are given

from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest

import snowtails as st
from snowtails.lab import ranking


@pytest.fixture
def race() -> st.Race:
    """Return a race whose sleds are on their start spaces."""
    race = st.Race("nutcracker", sleds=3, seed=7)
    for start in ("@1", "@3", "@5"):
        race.play(start)
    return race


def test_race_to_the_end_at_random() -> None:
    rng = np.random.default_rng(1)
    race = st.Race("nutcracker", sleds=3, seed=7)
    while race.actor is not None:
        race.play(race.decisions[rng.integers(len(race.decisions))])
    assert race.phase is st.Phase.OVER
    finished = [sled.place for sled in race.sleds if sled.status is st.Status.FINISHED]
    assert sorted(finished, key=str) == list(range(1, len(finished) + 1))
    assert all(sled.dents == 5 for sled in race.sleds if sled.status is st.Status.WRECKED)


def test_copy_a_race_and_look_into_both_futures(race: st.Race) -> None:
    fast, slow = race.copy(), race.copy()
    fast.play(race.reach().cheapest["1e5"].turn)
    slow.play(race.reach().cheapest["1e1"].turn)
    sled = race.actor
    assert sled is not None
    assert [each.sleds[sled].space for each in (race, fast, slow)] == ["0e1", "1e5", "1e1"]
    assert race.log == fast.log[:-1] == slow.log[:-1]
    attempt = race.attempt("4LR")  # or without any copy
    assert attempt.position == fast.position()
    race.accept(attempt)
    assert race == fast


def drive_on(race: st.Race) -> st.Race:
    """Let Pups drive a race to its end."""
    rng = np.random.default_rng(1)
    while race.actor is not None:
        race.play(st.ask("pup", race.view(race.actor), rng))
    return race


def test_send_races_to_other_processes(race: st.Race) -> None:
    races = [race.copy() for _ in range(3)]
    for n, each in enumerate(races):
        each.play(each.turns[n])
    with ProcessPoolExecutor(1, get_context("spawn")) as pool:
        ended = list(pool.map(drive_on, races))
    assert [each.phase for each in races] == [st.Phase.TURN] * 3
    assert [each.phase for each in ended] == [st.Phase.OVER] * 3
    assert ended == [drive_on(each) for each in races]
    ended[0].undo()  # what came back goes on racing
    assert ended[0].turns


def test_read_a_view_as_a_bot(race: st.Race) -> None:
    view = race.view(race.actor)
    assert (view.seat, view.hand) == (1, (2, 3, 4, 4, 5))
    others = [sled for sled in view.sleds if sled.number != view.seat]
    assert [(sled.hand, sled.deck, sled.hand_size) for sled in others] == [
        (None, None, 5),
        (None, None, 7),
    ]
    assert [sled.space for sled in view.sleds] == ["0c1", "0e1", "0a1"]
    free = [move for move in view.reach() if not move.dents and move.stop is None]
    furthest = max(free, key=lambda move: view.track.rank(move.end))
    assert (furthest.end, furthest.speed, str(furthest.turn)) == ("1e5", 5, "4LR")
    assert furthest.turn in view.turns
    with pytest.raises(st.Refused, match="the cards of sled 0 are hidden from seat 1"):
        view.hand_of(0)


def test_deal_hidden_cards_and_roll_out(race: st.Race) -> None:
    view = race.view(race.actor)
    worlds = [view.deal(seed=seed) for seed in range(20)]
    assert all(world.view(view.seat) == view for world in worlds)
    assert len({world.sleds[0].hand for world in worlds}) > 10
    wins: Counter[str] = Counter()
    for world in worlds:
        for move in (view.reach().cheapest["1e5"], view.reach().cheapest["1e1"]):
            tried = world.copy()
            tried.play(move.turn)
            wins[move.end] += drive_on(tried).place_of(1) == 1
    assert wins["1e5"] > wins["1e1"]


def test_run_ten_thousand_races_and_tabulate_wins() -> None:
    results = st.run_races("nutcracker", 10_000, 2, ["pup", "rookie"], seed=1)
    assert len(results) == 10_000
    assert results.dtype == st.RESULT
    wins = (results["place"][:, :2] == 1).sum(axis=0)
    nobody = (results["place"] == 0).all(axis=1).sum()
    assert wins.sum() + nobody == 10_000
    assert wins[0] > 9_000 > 1_000 > wins[1]
    finished = results["status"][:, 0] == 1
    assert (results["place"][finished, 0] > 0).all()
    assert 3 < results["turns"][finished, 0].mean() < 8


def test_build_a_course_and_draw_it(tmp_path: Path) -> None:
    path = tmp_path / "lake.toml"
    path.write_text('name = "Lake"\ntiles = ["straight", "corner-left", "saplings", "chasm"]\n')
    lake = st.Course.load(path)
    assert (lake.name, lake.line, lake.status()) == ("Lake", "sltc", ())
    assert st.Course.parse("sltc") == lake
    race = st.Race(path, seed=1)
    race.play("@1")
    race.play("@2")
    picture = ElementTree.fromstring(race.svg())
    assert picture.tag == "{http://www.w3.org/2000/svg}svg"
    assert race.svg() != lake.svg() != lake.svg("dark")
    assert race._repr_svg_() == race.svg()
    wrong = st.Course((*lake.tiles, st.Tile("strait"), st.Tile("chasm", safety=4)))
    assert [(problem.code, problem.tile) for problem in wrong.status()] == [
        ("unknown-tile", 5),
        ("safety-misplaced", 6),
    ]
    with pytest.raises(st.InvalidCourse, match="did you mean straight"):
        st.Race(wrong)


class Steady:
    """As far as it goes, where a dent counts as much as four spaces."""

    name = "steady"

    def start(self, view: st.View, free: Sequence[int], rng: np.random.Generator) -> int:
        return free[0]

    def choose(self, view: st.View, turns: Sequence[st.Turn], rng: np.random.Generator) -> st.Turn:
        def worth(move: st.Move) -> tuple[bool, int]:
            lost = move.wrecked or move.end in view.track.dead_ends
            return not lost, view.track.rank(move.end) - 20 * move.dent_count

        return max(view.reach(), key=worth).turn

    def discard(self, view: st.View, n: int, rng: np.random.Generator) -> Sequence[int]:
        return view.hand[:n]


def test_race_an_own_musher_against_a_husky() -> None:
    assert isinstance(Steady(), st.Musher)
    results = st.run_races("nutcracker", 40, 2, [Steady(), "husky"], seed=1)
    wins = (results["place"][:, :2] == 1).sum(axis=0)
    assert wins[1] > wins[0] > 0
    assert wins.sum() == 40
    again = st.run_races("nutcracker", 40, 2, [Steady(), st.find_musher("husky")], seed=1)
    assert (again == results).all()


def test_write_a_race_as_text_and_read_it_back(race: st.Race) -> None:
    race.play("4LR")
    text = race.record({"mushers": "Anna, Ben, Cleo"})
    assert text.startswith("snowtails race 1\ncourse: srsrs\n")
    record = st.read_record(text)
    assert record.race == race
    assert record.mushers == ("Anna", "Ben", "Cleo")
    assert all(finding.good for finding in st.verify(record))
    there = st.Race.parse(race.line, seed=1)
    assert there.position() == race.position()
    there.play(there.turns[0])
    assert there.round == 1


def test_race_a_league_and_read_its_ratings() -> None:
    league = st.League(("yearling", "pup"), ("nutcracker",), sleds=(2,), rounds=40)
    raced = st.race_league(league, workers=1)
    best, worst = ranking(raced)
    assert (best.musher, worst.musher, best.deals) == ("yearling", "pup", 40)
    assert best.wins.low > 0.5
    assert best.elo.value > worst.elo.value == 0
    ratings = st.rate(raced)
    ahead = ratings.between("yearling", "pup")
    assert ahead.low > 0
    assert ahead.value == pytest.approx(best.elo.value)
