import threading
import warnings
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from snowtails import CompiledMusher, Course, Refused, SeededDeal, policy, run_races
from snowtails.course.track import Spaces
from snowtails.lab.races import asked_races, races_of
from snowtails.mushers import INSTANT, ROUND_LIMIT, ask, race_on
from snowtails.mushers.rookie import decide as rookie
from snowtails.mushers.solver import Values
from snowtails.rules import Phase, Race
from snowtails.rules.deal import pick
from snowtails.rules.order import actor_of
from snowtails.rules.state import FINISHED, RACING, START, TURN, State
from snowtails.rules.turns import nth_turn
from tests.mushers.idle import Idle, idle

ROOKIE, PUP, YEARLING, HUSKY = INSTANT.values()
NUTCRACKER = Course.load("nutcracker")


def rng(seed: int = 1) -> np.random.Generator:
    return np.random.default_rng(seed)


def test_every_race_is_run_to_its_end() -> None:
    results = run_races(NUTCRACKER, 200, 4, YEARLING, rng())
    assert len(results) == 200
    places = np.sort(results["place"][:, :4], axis=1)
    finishers = (places > 0).sum(axis=1)
    for row, count in zip(places, finishers, strict=True):
        assert list(row[4 - count :]) == list(range(1, count + 1))
    assert (results["turns"][:, :4] > 0).all()
    assert (results["place"][:, 4] == 0).all()


def test_the_same_generator_gives_the_same_races() -> None:
    again = [run_races(NUTCRACKER, 300, 3, ROOKIE, rng(5)) for _ in range(2)]
    assert again[0].tobytes() == again[1].tobytes()
    other = run_races(NUTCRACKER, 300, 3, ROOKIE, rng(6))
    assert other.tobytes() != again[0].tobytes()


def test_threads_that_run_races_filter_no_warnings(monkeypatch: pytest.MonkeyPatch) -> None:
    """A thread that put its filters back would take away those of another that still needs them."""
    alone = races_of(NUTCRACKER, [PUP] * 3, 5, range(40))
    monkeypatch.delattr(warnings, "catch_warnings")
    with ThreadPoolExecutor(4) as pool:
        runs = [
            pool.submit(races_of, NUTCRACKER, [PUP] * 3, 5, range(number, number + 1))
            for number in range(40)
        ]
        together = np.concatenate([run.result() for run in runs])
    assert together.tobytes() == alone.tobytes()


def test_a_simulated_race_is_the_race_that_race_would_run() -> None:
    results = run_races(NUTCRACKER, 3, 4, YEARLING, rng(9))
    seed = int(rng(9).integers(2**64, dtype=np.uint64))
    for number in range(3):
        race = Race(NUTCRACKER, 4, deal=SeededDeal(seed, number))
        while race.phase is not Phase.OVER:
            race.play(ask(YEARLING, race.view(race.actor), rng()))
        places = [sled.place or 0 for sled in race.sleds]
        assert results["place"][number, :4].tolist() == places
        assert results["rounds"][number] == race.round


@policy
def rookie_again(race: State, track: Spaces, values: Values, word: np.uint64) -> int:
    return rookie(race, track, values, word)


@pytest.mark.parametrize("sleds", range(1, 6))
def test_rookies_race_as_they_do_when_they_are_handed_over(sleds: int) -> None:
    """Rookies alone have a kernel of their own."""
    again = CompiledMusher("again", rookie_again)
    alone, handed = (run_races(NUTCRACKER, 100, sleds, who, seed=3) for who in (ROOKIE, again))
    assert alone.tobytes() == handed.tobytes()
    assert len(np.unique(alone["rounds"])) > 5


def test_each_sled_may_follow_its_own_policy() -> None:
    results = run_races(NUTCRACKER, 300, 2, (YEARLING, ROOKIE), rng())
    wins = (results["place"][:, :2] == 1).sum(axis=0)
    assert wins[0] > 10 * wins[1]


def test_races_are_broken_off_at_the_limit() -> None:
    """Who has finished keeps its place; the others are racing still, without a place."""
    results = run_races(NUTCRACKER, 300, 3, (HUSKY, ROOKIE, ROOKIE), rng(), round_limit=4)
    broken_off = results[(results["status"] == RACING)[:, :3].any(axis=1)]
    whole = run_races(NUTCRACKER, 300, 3, (HUSKY, ROOKIE, ROOKIE), rng())
    assert 0 < len(broken_off) < 300
    assert (broken_off["rounds"] == 4).all()
    for result in broken_off:
        for status, place in zip(result["status"][:3], result["place"], strict=False):
            assert (place > 0) == (status == FINISHED)
    assert (broken_off["place"][:, 0] == 1).any(), "the Husky had finished"
    short = whole["rounds"] <= 4
    assert short.any()
    assert results[short].tobytes() == whole[short].tobytes()


def test_a_race_that_lasts_as_long_as_the_limit_is_not_broken_off() -> None:
    (whole,) = run_races(NUTCRACKER, 1, 3, YEARLING, seed=2)
    rounds = int(whole["rounds"])
    (again,) = run_races(NUTCRACKER, 1, 3, YEARLING, seed=2, round_limit=rounds)
    assert again == whole
    (shorter,) = run_races(NUTCRACKER, 1, 3, YEARLING, seed=2, round_limit=rounds - 1)
    assert shorter["rounds"] == rounds - 1
    assert (shorter["status"][:3] == RACING).any()


def test_a_simulation_that_does_not_end_ends_by_itself() -> None:
    asked = run_races(NUTCRACKER, 1, 1, Idle(), seed=1)
    compiled = run_races(NUTCRACKER, 5, 2, CompiledMusher("idle", idle), seed=1)
    for results in (asked, compiled):
        assert (results["rounds"] == ROUND_LIMIT).all()
        assert (results["status"] == RACING).all()
        assert (results["place"] == 0).all()


def test_names_do_as_well_as_courses_and_mushers() -> None:
    named = run_races("nutcracker", 50, 2, ["pup", ROOKIE], seed=1)
    assert named.tobytes() == run_races(NUTCRACKER, 50, 2, (PUP, ROOKIE), seed=1).tobytes()
    assert named.tobytes() == run_races(NUTCRACKER.line, 50, 2, (PUP, "rookie"), seed=1).tobytes()
    assert races_of("nutcracker", ["pup", "pup"], 1, range(2)).tobytes() == (
        races_of(NUTCRACKER, [PUP, PUP], 1, range(2)).tobytes()
    )


def test_race_k_of_a_seed_is_the_one_that_its_deal_gives() -> None:
    results = run_races("nutcracker", 3, 2, "yearling", seed=9)
    for number, result in enumerate(results):
        race = Race("nutcracker", 2, deal=SeededDeal(9, number))
        assert race_on(race, "yearling", seed=1)
        assert result["place"][:2].tolist() == [sled.place or 0 for sled in race.sleds]


def test_progress_is_told_and_cancelling_keeps_what_is_done() -> None:
    told: list[int] = []
    cancel = threading.Event()

    def stop_after_the_first(done: int) -> None:
        told.append(done)
        cancel.set()

    results = run_races(
        NUTCRACKER, 5000, 4, ROOKIE, rng(), on_progress=stop_after_the_first, cancel=cancel
    )
    assert len(results) == told[-1] < 5000
    whole = run_races(NUTCRACKER, 5000, 4, ROOKIE, rng(), on_progress=told.append)
    assert told[-1] == 5000
    assert whole[: len(results)].tobytes() == results.tobytes()


@pytest.mark.parametrize(
    ("sleds", "mushers", "message"),
    [
        (6, YEARLING, "1 to 5 sleds, not 6"),
        (3, (YEARLING, ROOKIE), "3 sleds need as many mushers, not 2"),
    ],
)
def test_bad_wishes_are_refused(sleds: int, mushers: object, message: str) -> None:
    with pytest.raises(Refused, match=message):
        run_races(NUTCRACKER, 1, sleds, mushers, rng())  # type: ignore[arg-type]


def test_anybody_may_write_a_policy() -> None:
    @policy
    def first_legal(race: State, track: Spaces, values: Values, word: np.uint64) -> int:
        r = race[0]
        if r["phase"] == TURN:
            return nth_turn(race, actor_of(race), pick(word, 1))
        if r["phase"] == START:
            return int(r["actor"] + 1)
        hand = r["hand"][actor_of(race)]
        code = 0
        owed = r["owed"] + 0
        for value in range(5):
            given = min(owed, hand[value])
            code += given << (3 * value)
            owed -= given
        return code

    results = run_races(
        NUTCRACKER, 10, 3, CompiledMusher("first", first_legal), rng(), round_limit=50
    )
    assert len(results) == 10


@pytest.mark.parametrize("name", ["whole-box", "midnight-mail", "frozen-river"])
def test_greedy_races_end_on_every_hazard(name: str) -> None:
    """A driver in front of a snowdrift must not stand there for ever."""
    results = run_races(Course.load(name), 300, 5, YEARLING, rng(), round_limit=200)
    assert results["rounds"].max() <= 200


@pytest.mark.parametrize("sleds", range(1, 6))
def test_races_through_the_friendly_door_are_the_same(sleds: int) -> None:
    seats = [YEARLING, HUSKY, HUSKY, YEARLING, YEARLING][:sleds]
    asked = asked_races(NUTCRACKER, seats, 11, range(4, 9))
    assert asked.tobytes() == races_of(NUTCRACKER, seats, 11, range(4, 9)).tobytes()
    assert len(asked) == 5


def test_races_through_the_friendly_door_end_at_the_same_limit() -> None:
    asked = asked_races(NUTCRACKER, [YEARLING] * 3, 2, range(3), 2)
    assert asked.tobytes() == races_of(NUTCRACKER, [YEARLING] * 3, 2, range(3), 2).tobytes()
    assert (asked["rounds"] == 2).all()


def test_a_race_is_known_by_its_seed_and_number() -> None:
    together = races_of(NUTCRACKER, [ROOKIE, PUP], 5, range(20))
    apart = [races_of(NUTCRACKER, [ROOKIE, PUP], 5, range(n, n + 1)) for n in range(20)]
    assert together.tobytes() == np.concatenate(apart).tobytes()
    assert together.tobytes() != races_of(NUTCRACKER, [ROOKIE, PUP], 6, range(20)).tobytes()


def test_turns_are_counted_for_each_sled() -> None:
    results = races_of(NUTCRACKER, [YEARLING] * 3, 3, range(4))
    for number, result in enumerate(results):
        race = Race(NUTCRACKER, 3, deal=SeededDeal(3, number))
        turns = [0] * 5
        while (sled := race.actor) is not None:
            turns[sled] += race.phase is Phase.TURN
            race.play(ask(YEARLING, race.view(sled), rng()))
        assert result["turns"].tolist() == turns
        assert max(turns) == race.round


def first_cards(seats: list[CompiledMusher], seed: int) -> list[int]:
    """Return the cards that seat 0 draws before its first turn."""
    race = Race(NUTCRACKER, len(seats), deal=SeededDeal(seed))
    while race.phase is Phase.START:
        race.play(ask(seats[race.actor or 0], race.view(race.actor), rng(seed)))
    (drawn,) = (drawn for drawn in race.log[-1].drawn if drawn.sled == 0)
    return list(drawn.cards[:5])


def test_the_cards_of_a_seat_do_not_depend_on_who_holds_the_others() -> None:
    hands = []
    for seed in range(10):
        hands.append(first_cards([YEARLING, PUP], seed))
        assert first_cards([YEARLING, HUSKY], seed) == hands[-1]
        assert first_cards([YEARLING, ROOKIE, ROOKIE], seed) == hands[-1]
        assert first_cards([ROOKIE, PUP], seed) == hands[-1]
    assert len(set(map(tuple, hands))) > 5


def test_a_musher_has_chance_of_its_own() -> None:
    """Rookies are soon far behind a Husky: what it does there is as if they were alone."""
    beside_husky = races_of(NUTCRACKER, [ROOKIE, HUSKY], 7, range(200))["turns"][:, 0]
    beside_yearling = races_of(NUTCRACKER, [ROOKIE, YEARLING], 7, range(200))["turns"][:, 0]
    another_deal = races_of(NUTCRACKER, [ROOKIE, YEARLING], 8, range(200))["turns"][:, 0]
    alike = (beside_husky == beside_yearling).mean()
    assert alike > (beside_husky == another_deal).mean() + 0.2
