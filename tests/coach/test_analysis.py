"""Looking back at a race: chances, costly turns, luck and play, and the comments that keep them."""

import json
import re
import threading
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray
from typer.testing import CliRunner

from snowtails import Course, Race, Refused, SeededDeal, race_on
from snowtails.cli import app
from snowtails.coach import (
    Analysis,
    LookAhead,
    analyse,
    best_decision,
    read_comments,
    with_comments,
)
from snowtails.coach.analysis import drawn_by_chance
from snowtails.mushers import INSTANT, solve
from snowtails.mushers.playouts import luck_of_draw
from snowtails.rules.cards import listed
from snowtails.rules.notation import Discard, Start
from snowtails.rules.record import InvalidRecord
from snowtails.rules.sled import Status
from tests.boards import Team, board

STRAIGHT = """
  0 1     2     3     4
a|.|.....|.....|.....|=|
b|.|.....|.....|.....|=|
c|.|.0...|.....|.....|=|
d|.|.....|.....|.....|=|
e|.|.....|.....|.....|=|
"""


@cache
def raced() -> Race:
    """Return a race of a Husky and two Rookies, in which much is given away."""
    race = Race(Course.load("frozen-river"), 3, deal=SeededDeal(5))
    race_on(race, [INSTANT["husky"], INSTANT["rookie"], INSTANT["rookie"]], seed=2)
    return race


@cache
def looked_back() -> Analysis:
    found = analyse(raced(), playouts=120)
    assert found is not None
    return found


def test_chances_are_told_before_and_after_every_decision() -> None:
    found = looked_back()
    assert len(found.chances) == len(raced().log) + 1
    for chances in found.chances:
        assert sum(chances) == pytest.approx(1.0, abs=0.01)
    winner = next(sled.number for sled in raced().sleds if sled.place == 1)
    assert found.chances[-1] == tuple(float(sled == winner) for sled in range(3))


def test_nobody_is_sure_of_a_win_until_somebody_is_across() -> None:
    positions = (*raced().history, raced().position())
    for position, chances in zip(positions, looked_back().chances, strict=True):
        racing = [sled for sled in position.sleds if sled.status is Status.RACING]
        if len(racing) > 1 and not any(sled.status is Status.FINISHED for sled in position.sleds):
            assert max(chances) < 1
            assert all(chances[sled.number] > 0 for sled in racing)


def test_every_decision_is_judged_from_what_its_sled_could_know() -> None:
    judged = looked_back().judged
    assert [each.number for each in judged] == list(range(len(raced().log)))
    for each, entry, before in zip(judged, raced().log, raced().history, strict=True):
        assert (each.sled, each.decision) == (entry.sled, entry.decision)
        assert each.best in before.decisions
        assert each.cost >= 0
        if each.best == each.decision:
            assert each.cost == 0


def test_decisions_are_measured_as_the_race_is() -> None:
    # Else a turn "leaves 0 %" where the curve beside it says 4 %.
    positions = (*raced().history, raced().position())
    for each in looked_back().judged:
        before, after = positions[each.number], positions[each.number + 1]
        racing = [sled.status is Status.RACING for sled in before.sleds]
        if all(racing) and after.sleds[each.sled].status is Status.RACING:
            assert 0 < each.win < 1


def test_who_drives_at_random_gives_away_most() -> None:
    husky, *rookies = (luck.play for luck in looked_back().luck)
    assert sum(rookies) > 2 * husky


def test_the_costliest_turns_come_first() -> None:
    found = looked_back()
    for sled in range(3):
        costs = [each.cost for each in found.costliest(sled, 4)]
        own = sorted((each.cost for each in found.judged if each.sled == sled), reverse=True)
        assert costs == [cost for cost in own[:4] if cost > 0]


def test_the_same_seed_gives_the_same_analysis() -> None:
    race = Race("sauna-sprint", 2, seed=3)
    race_on(race, "husky", seed=1)
    assert analyse(race, playouts=40, seed=4) == analyse(race, playouts=40, seed=4)


def test_a_race_that_is_not_over_can_be_analysed() -> None:
    race = Race("sauna-sprint", 2, seed=3)
    race_on(race, "husky", seed=1, round_limit=1)
    found = analyse(race, playouts=20)
    assert found is not None
    assert len(found.chances) == len(race.log) + 1


def test_nothing_is_analysed_before_the_first_decision() -> None:
    with pytest.raises(Refused, match="nobody has decided yet"):
        analyse(Race("nutcracker", 2, seed=1))


def test_an_analysis_can_be_cancelled() -> None:
    cancel = threading.Event()
    cancel.set()
    assert analyse(raced(), playouts=10, cancel=cancel) is None


def test_it_is_told_how_far_it_is() -> None:
    race = Race("sauna-sprint", 2, seed=3)
    race_on(race, "husky", seed=1, round_limit=1)
    shares: list[float] = []
    analyse(race, playouts=20, on_progress=shares.append)
    assert shares == sorted(shares)
    assert shares[-1] == 1.0


# -- luck ------------------------------------------------------------------------------------------


def draw_worth(hand: str, drawn: tuple[int, ...]) -> float:
    """Return what some cards of a hand were worth when they were drawn."""
    race = board(STRAIGHT, Team(hand=hand, dogs="55", brake=3))
    counts = np.bincount(np.array(drawn) - 1, minlength=5).astype(np.int8)
    return float(luck_of_draw(race.state, solve(race.course).values, 0, counts))


def test_a_card_that_lets_the_brake_off_is_luck_and_one_that_does_not_is_none() -> None:
    assert draw_worth("14444", (1,)) > 0 > draw_worth("44443", (3,))


def test_luck_comes_to_nothing_over_all_draws() -> None:
    hand, deck = "444", {1: 4, 2: 4, 3: 4, 4: 1, 5: 2}  # what neither hand nor dogs have
    total = sum(copies * draw_worth(hand + str(card), (card,)) for card, copies in deck.items())
    assert total == pytest.approx(0.0, abs=0.01)


@pytest.mark.clause("HAND-3")
def test_cards_of_a_deck_that_ran_out_were_sure_to_come() -> None:
    race = board(STRAIGHT, Team(hand="444", dogs="55", brake=3))
    values = solve(race.course).values
    anew = race.state[0]["deck"][0]
    anew[0] -= 1  # a 1, the last of the old deck, is drawn first
    worth = []
    for value, copies in enumerate(anew.tolist()):
        state = race.state
        state[0]["hand"][0, 0] += 1
        state[0]["hand"][0, value] += 1
        state[0]["deck"][0] = anew
        state[0]["deck"][0, value] -= 1
        chosen = drawn_by_chance((1, value + 1), left=1)
        worth.append((copies, float(luck_of_draw(state, values, 0, chosen))))
    assert sum(copies * turns for copies, turns in worth) == pytest.approx(0.0, abs=0.01)
    assert drawn_by_chance((1, 2), left=2).tolist() == [1, 1, 0, 0, 0], "none was sure"


def ran_out() -> Iterator[tuple[NDArray[np.int8], tuple[int, ...]]]:
    """Yield decks that ran out within a draw, and the cards of that draw."""
    for seed in range(8, 100):
        race = Race("lone-wolf", 2, seed=seed)
        race_on(race, "husky", seed=1)
        for entry, before in zip(race.log, race.history, strict=True):
            for drawn in entry.drawn:
                deck = before.state[0]["deck"][drawn.sled]
                if 0 < deck.sum() < len(drawn.cards):
                    yield deck, drawn.cards


def test_the_old_deck_is_drawn_before_the_new_one() -> None:
    deck, cards = next(ran_out())
    assert listed(deck.tolist()) == tuple(sorted(cards[: deck.sum()]))


# -- comments --------------------------------------------------------------------------------------


def test_a_record_carries_its_analysis_and_gives_it_back() -> None:
    text = raced().record({"mushers": "Anna, Ben, Cleo"})
    told = with_comments(text, looked_back())
    assert read_comments(told) == looked_back()
    assert Race.from_record(told) == Race.from_record(text)
    plain = [line.partition(";")[0].rstrip() for line in told.splitlines()]
    assert plain == text.splitlines()


def test_all_decisions_of_a_line_share_its_comment() -> None:
    race = Race(Course.load("whole-box"), 5, deal=SeededDeal(1), choosing=range(5))
    for number in (5, 4, 1, 2, 3):
        race.play(Start(number))
    while not any(isinstance(entry.decision, Discard) for entry in race.log):
        race.play(race.decisions[0])
    found = analyse(race, playouts=20)
    assert found is not None
    assert read_comments(with_comments(race.record(), found)) == found


def test_a_record_without_comments_has_no_analysis() -> None:
    assert read_comments(raced().record()) is None
    assert read_comments(raced().record().replace("round 1\n", "round 1 ; a fine start\n")) is None


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        ("[%best 999 0.1 3L 0.2]", r"line 1: \[%best 999 0.1 3L 0.2\] cannot be read"),
        ("[%luck 0 much 0.2]", "line 1: .* cannot be read"),
        ("[%after -1 0.5 0.5 0.0]", "line 1: the analysis in the comments is not whole"),
    ],
)
def test_comments_that_do_not_fit_are_refused(wrong: str, told: str) -> None:
    text = raced().record().replace("snowtails race 1", f"snowtails race 1 ; {wrong}", 1)
    with pytest.raises(InvalidRecord, match=told):
        read_comments(text)


@pytest.mark.parametrize(
    ("right", "wrong", "told"),
    [
        (r" \[%best 3 [^]]*\]", "", "not whole"),
        (r"\[%best 3 ", "[%best -3 ", "not whole"),
        (r"\[%luck 2 ", "[%luck 7 ", "not whole"),
        (r"(\[%after 2 [^]]*)\]", r"\1 0.1]", "not whole"),
        (r"(\[%best 3 \S+) \S+", r"\1 @1", "not whole"),
        (r"\[%luck 2 \S+", "[%luck 2 nan", "nan is no figure"),
        (r"\[%after 2 \S+", "[%after 2 1.5", "1.5 is no chance"),
    ],
)
def test_an_analysis_that_was_changed_is_refused(right: str, wrong: str, told: str) -> None:
    whole = with_comments(raced().record(), looked_back())
    changed = re.sub(right, wrong, whole, count=1)
    assert changed != whole
    with pytest.raises(InvalidRecord, match=told):
        read_comments(changed)


# -- the command line ------------------------------------------------------------------------------


def test_the_command_line_shows_and_keeps_an_analysis(tmp_path: Path) -> None:
    plain, told = tmp_path / "plain.txt", tmp_path / "told.txt"
    text = raced().record({"mushers": "Anna, Ben, Cleo"})
    plain.write_text(with_comments(text, looked_back()), "utf-8")
    shown = CliRunner().invoke(app, ["analyse", str(plain), "-o", str(told)])
    assert shown.exit_code == 0, shown.output
    assert "sled 0 Anna" in shown.output
    assert "would have left" in shown.output
    assert told.read_text("utf-8") == plain.read_text("utf-8")
    facts = json.loads(CliRunner().invoke(app, ["analyse", str(told), "--json"]).output)
    assert len(facts["chances"]) == len(raced().log) + 1
    assert [len(found) for found in facts["costliest"]] == [
        len(looked_back().costliest(sled)) for sled in range(3)
    ]
    assert facts["luck"][0] == {
        "cards": looked_back().luck[0].cards,
        "play": looked_back().luck[0].play,
    }


def test_the_command_line_analyses_a_plain_record(tmp_path: Path) -> None:
    race = Race("sauna-sprint", 2, seed=3)
    race_on(race, "husky", seed=1, round_limit=1)
    file = tmp_path / "race.txt"
    file.write_text(race.record(), "utf-8")
    facts = json.loads(CliRunner().invoke(app, ["analyse", str(file), "--json"]).stdout)
    assert len(facts["decisions"]) == len(race.log)
    shown = CliRunner().invoke(app, ["analyse", str(file)]).stdout
    assert "sled 0, place" in shown
    assert "wrecked" not in shown


def test_what_is_no_record_is_named(tmp_path: Path) -> None:
    file = tmp_path / "shopping.txt"
    file.write_text("milk")
    for command in ("analyse", "replay", "verify"):
        told = CliRunner().invoke(app, [command, str(file)])
        assert told.exit_code == 1
        assert str(file) in told.stderr.replace("\n", "")


def test_whoever_follows_the_coach_is_not_blamed() -> None:
    race = Race("sauna-sprint", sleds=4, seed=5)  # whoever follows no favourite is blamed here
    while (actor := race.actor) is not None:
        ahead = LookAhead(race.view(actor), len(race.log), ((24, 1.0), (96, 0.5), (400, 0.2)))
        ahead.favour(best_decision(ahead.view))
        while ahead.go_on():
            pass
        race.play(ahead.best.decision)
    found = analyse(race)
    assert found is not None
    assert [each.best for each in found.judged] == [entry.decision for entry in race.log]
    assert not any(each.cost for each in found.judged)
