"""Telling a race turn by turn: an outside referee can replay it, and comes to the same."""

import json
from collections import Counter, deque
from itertools import islice
from typing import Any

import pytest

from snowtails import Course, Tile
from snowtails.rules import Phase, Race
from snowtails.rules.notation import Discard, Turn
from snowtails.rules.report import referee_lines, reports
from tests.naive import NaiveRace
from tests.rules.random_races import COURSES, go_on, just_lacked_cards, races_with, random_race

KEYS = [
    *("round", "sled", "drawn_before", "turn", "from", "to", "path", "speed", "drift", "bonus"),
    *("position", "dents", "stop", "wrecked", "finished", "discards", "drawn", "hand", "dogs"),
    "brake",
]
DENTS = ["speeding", "saplings", "side", "no_cards"]


def told(race: Race) -> list[dict[str, Any]]:
    """Return what a referee reads: lines of JSON and nothing else."""
    lines: list[dict[str, Any]] = [json.loads(json.dumps(line)) for line in referee_lines(race)]
    return lines


def referee(head: dict[str, Any], turns: list[dict[str, Any]]) -> NaiveRace:
    """Race again with nothing but the lines: the twin knows no engine.

    Cards drawn for a turn that is not told yet are not told either: then any card will do.
    """
    cards = [deque(hand) for hand in head["hands"]]
    for turn in turns:
        cards[turn["sled"]].extend(turn["drawn_before"] + turn["drawn"])

    def draw(sled: int, deck: list[int]) -> int:
        return cards[sled].popleft() if cards[sled] else 1 + deck.index(max(deck))

    sleds = range(head["sleds"])
    twin = NaiveRace(head["course"], len(sleds), sleds, draw)
    for start in head["starts"]:
        twin.play(f"@{start}")
    for turn in turns:
        if turn["turn"]:
            assert twin.actor == turn["sled"]
            twin.play(turn["turn"])
        if turn["discards"]:
            twin.play("x" + "".join(map(str, turn["discards"])))
    assert not any(cards), "cards that nobody drew"
    return twin


def happened(turns: list[dict[str, Any]]) -> Counter[str]:
    """Count what is rare."""
    found: Counter[str] = Counter()
    for turn in turns:
        found["lack of cards"] += bool(turn["drawn_before"])
        found["wreck for lack of cards"] += turn["turn"] == ""
        found["wreck"] += turn["wrecked"]
        found["finish"] += turn["finished"]
        found["discard"] += bool(turn["discards"])
        found["refill"] += bool(turn["drawn"])
        found["bonus"] += bool(turn["bonus"])
        found[f"stop at {turn['stop']}"] += 1
        found.update(cause for cause, count in turn["dents"].items() if count)
    return found


def assert_refereed(race: Race) -> Counter[str]:
    head, *turns = told(race)
    result = turns.pop() if race.phase is Phase.OVER else None
    twin = referee(head, turns)
    assert turns == twin.events
    if result:
        assert result == {"result": [[sled, place] for sled, place in twin.result()]}
    return happened(turns)


def test_a_referee_comes_to_the_same() -> None:
    total: Counter[str] = Counter()
    for seed in range(60):
        style = ("wild", "gentle", "bumping")[seed % 3]
        course = COURSES[seed // 3 % len(COURSES)]
        total += assert_refereed(random_race(course, 1 + seed % 5, seed, 90, style))
    total += sum(map(assert_refereed, islice(races_with(wrecked_without_cards), 6)), Counter())
    wanted = {"lack of cards", "wreck", "finish", "discard", "refill", "bonus", *DENTS}
    wanted |= {"wreck for lack of cards", "stop at side", "stop at sled", "stop at None"}
    assert {name for name in wanted if total[name] < 3} == set()


def wrecked_without_cards(race: Race) -> bool:
    """Tell whether the last decision left a sled that had to move without cards, to its end."""
    played = race.log[-1].sled
    dents = [sled.dents for sled in race.history[-1].sleds]
    lone = [
        sled
        for sled, now in enumerate(race.sleds)
        if now.status == "wrecked" and dents[sled] == 4 and not now.hand
    ]
    return any(sled != played for sled in lone)


def test_a_turn_under_way_is_not_told_yet() -> None:
    for race in islice(races_with(lambda race: race.phase is Phase.DISCARD, "wild"), 5):
        *_, entry = (entry for entry in race.log if isinstance(entry.decision, Turn))
        turns = told(race)[1:]
        assert all((turn["round"], turn["sled"]) != (race.round, entry.sled) for turn in turns)
        discard = race.decisions[0]
        race.play(discard)
        assert told(race)[1 : len(turns) + 1] == turns
        last = told(race)[len(turns) + 1]
        assert (last["sled"], last["turn"]) == (entry.sled, str(entry.decision))
        assert f"x{''.join(map(str, last['discards']))}" == str(discard)


def test_cards_drawn_for_lack_of_cards_belong_to_the_turn_that_follows() -> None:
    for race in islice(races_with(just_lacked_cards), 5):
        cards = [list(d.cards) for d in race.log[-1].drawn if d.reason == "no_cards"]
        sled, turns = race.actor, len(told(race))
        go_on(race, 1, 1, "wild")
        if race.phase is Phase.DISCARD:
            go_on(race, 1, 1)
        line = told(race)[turns]
        assert ([line["drawn_before"]], line["sled"]) == (cards, sled)
        assert line["dents"]["no_cards"] == 1


def test_reports_may_begin_after_any_turn() -> None:
    rare = next(races_with(wrecked_without_cards))
    for race in (rare, random_race(COURSES[11], 3, 4, 60, "bumping")):
        whole = list(reports(race))
        for n, report in enumerate(whole, 1):
            if n == len(whole) or whole[n].entries > report.entries:
                assert list(reports(race, report.entries)) == whole[n:]


def test_the_shape_of_the_lines() -> None:
    rows = (".....", "#....", "..t..", ".....", ".....")
    tiles = (Tile("straight"), Tile("corner-right", safety=5), Tile("straight", map=rows))
    race = random_race(Course(tiles, "left"), 3, 8)
    head, *turns, result = told(race)
    assert list(head) == ["course", "sleds", "starts", "hands"]
    assert head["course"] == {
        "tiles": ["straight", "corner-right", "straight"],
        "flag": "left",
        "maps": {"3": list(rows)},
        "limits": {"2": 5},
    }
    assert head["sleds"] == 3
    for start, hand in zip(head["starts"], head["hands"], strict=True):
        assert len(hand) == 5 + max(start - 3, 0)
    assert list(result) == ["result"]
    assert sorted(sled for sled, _ in result["result"]) == [0, 1, 2]
    for turn in turns:
        assert list(turn) == KEYS
        assert list(turn["dents"]) == DENTS
        assert turn["stop"] in (None, "side", "sled")
        assert turn["hand"] == sorted(turn["hand"])


def test_one_turn_exactly() -> None:
    race = Race(Course.parse("srs"), 2, choosing=[0, 1])
    race.play("@1")
    assert told(race)[0]["starts"] == [1, None]
    assert told(race)[0]["hands"] == [[], []]
    race.play("@4", drawn=[5, 5, 4, 1, 3, 2, 2, 2, 4, 1, 1])
    assert told(race)[0] == {
        "course": {
            "tiles": ["straight", "corner-right", "straight"],
            "flag": "right",
            "maps": {},
            "limits": {},
        },
        "sleds": 2,
        "starts": [1, 4],
        "hands": [[5, 5, 4, 1, 3], [2, 2, 2, 4, 1, 1]],
    }
    race.play("5LR")
    assert len(told(race)) == 1
    race.play("x4")
    assert told(race)[1:] == [
        {
            "round": 1,
            "sled": 0,
            "drawn_before": [],
            "turn": "5LR",
            "from": "0e1",
            "to": "2e2",
            "path": ["1e1", "1e2", "1e3", "1e4", "1e5", "2e1", "2e2"],
            "speed": 7,
            "drift": 0,
            "bonus": 0,
            "position": 1,
            "dents": {"speeding": 3, "saplings": 0, "side": 0, "no_cards": 0},
            "stop": None,
            "wrecked": False,
            "finished": False,
            "discards": [4],
            "drawn": [],
            "hand": [1, 3],
            "dogs": [5, 5],
            "brake": 3,
        }
    ]


def test_a_race_from_the_middle_of_a_discard_is_told() -> None:
    race = next(races_with(lambda race: race.phase is Phase.DISCARD, "wild"))
    again = Race.parse(race.line, race.deal)
    go_on(again, 1, 3)
    assert isinstance(again.log[0].decision, Discard)
    played = [str(entry.decision) for entry in again.log if isinstance(entry.decision, Turn)]
    assert [report.turn for report in reports(again)] == played[: len(list(reports(again)))]


@pytest.mark.parametrize("decisions", [0, 1, 2])
def test_a_race_that_has_not_begun_has_a_head_only(decisions: int) -> None:
    (head,) = told(random_race(COURSES[0], 3, 1, decisions))
    assert len([start for start in head["starts"] if start]) == decisions
    assert head["hands"] == [[], [], []]
