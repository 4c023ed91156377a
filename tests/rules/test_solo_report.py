"""Telling a solo round turn by turn: an outside referee can replay it, and comes to the same."""

import json
from collections import Counter, deque
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from snowtails.rules import Phase
from snowtails.rules.solo import SoloGame, SoloRace, game_line, solo_referee_lines
from tests.naive_solo import NaiveSolo
from tests.rules.solo_tables import play, table
from tests.rules.solo_twins import play_twins

KEYS = [
    *("turn", "decisions", "from", "to", "path", "speed", "drift", "bonus", "dents", "stop"),
    *("wrecked", "finished", "table"),
]
DENTS = ["speeding", "saplings", "side", "opponents", "no_cards"]
TABLE = [
    *("space", "dogs", "brake", "hand", "dents", "face_up", "stack", "discards", "buried", "out"),
    *("markers", "brakes", "saplings", "opponents"),
]


def told(race: SoloRace) -> list[dict[str, Any]]:
    """Return what a referee reads: lines of JSON and nothing else."""
    lines: list[dict[str, Any]] = [
        json.loads(json.dumps(line)) for line in solo_referee_lines(race)
    ]
    return lines


class Referee:
    """Plays a round again with nothing but its lines: the twin knows no engine."""

    def __init__(self, head: dict[str, Any]) -> None:
        self.cards: deque[int] = deque(head["drawn"])
        course = head["course"]
        assert course["maps"] == course["limits"] == {}, "tiles as printed (SOLO-1)"
        self.twin = NaiveSolo(course["tiles"], course["flag"], head["opponents"], self.drawn)
        self.decide(head["decisions"])
        assert head["table"] == self.twin.table()
        assert head["setup"] == self.twin.setup_points()

    def drawn(self, *_: object) -> int:
        return self.cards.popleft()

    def decide(self, decisions: list[dict[str, Any]]) -> None:
        """Play decisions, each with exactly the cards that are said to be drawn after it."""
        for each in decisions:
            assert not self.cards, "cards that nobody drew"
            self.cards.extend(each["drawn"])
            self.twin.play(each["decision"])
        assert not self.cards, "cards that nobody drew"

    def judge(self, turn: dict[str, Any]) -> None:
        """Replay one turn, and compare everything that is told of it."""
        assert self.twin.phase == "turn"
        self.decide(turn["decisions"])
        expected = {"decisions": turn["decisions"], **self.twin.events[-1]}
        assert turn == expected


def assert_refereed(race: SoloRace) -> Counter[str]:
    """Let a referee judge a round, and count what it has seen."""
    head, *turns = told(race)
    score = turns.pop() if race.phase is Phase.OVER else None
    referee = Referee(head)
    for turn in turns:
        referee.judge(turn)
    assert len(turns) == len(referee.twin.events)
    if score:
        assert referee.twin.phase == "over"
        assert (score["end"], score["score"]) == (referee.twin.end, referee.twin.score())
        assert sum(line["points"] for line in score["lines"]) == score["score"]
    return happened(turns) + Counter({f"end: {score['end']}": 1} if score else {})


def happened(turns: list[dict[str, Any]]) -> Counter[str]:
    """Count what is rare."""
    found: Counter[str] = Counter()
    for turn in turns:
        found[f"stop at {turn['stop']}"] += 1
        found["bonus"] += turn["bonus"] > 0
        found["wrecked by an opponent"] += turn["wrecked"] and turn["dents"]["opponents"] > 0
        found.update(cause for cause, count in turn["dents"].items() if count)
        found.update(each["decision"][0] for each in turn["decisions"][1:])
    return found


def test_a_referee_comes_to_the_same() -> None:
    total: Counter[str] = Counter()
    for seed in range(220, 280):  # in which opponents hit the sled, and wreck it
        total += assert_refereed(play_twins(seed)[0])
    wanted = {"bonus", "stop at side", "stop at sled", "stop at None", "+", "-", "o", *DENTS}
    wanted |= {"end: past", "end: wrecked", "end: no_cards", "wrecked by an opponent"}
    assert {name for name in wanted if not total[name]} == set()


@settings(max_examples=25)
@given(st.integers(0, 2**32), st.integers(0, 60))
def test_a_round_that_is_still_played_is_told_as_far_as_its_turns_are_complete(
    seed: int, decisions: int
) -> None:
    race, _ = play_twins(seed)
    while len(race.log) > decisions:
        race.undo()
    assert_refereed(race)


@pytest.mark.parametrize(
    ("part", "change"),
    [
        ("speed", lambda turn: turn["speed"] + 1),
        ("to", lambda turn: turn["from"]),
        ("path", lambda turn: turn["path"][:-1]),
        ("dents", lambda turn: {**turn["dents"], "side": 1 - turn["dents"]["side"]}),
        ("table", lambda turn: {**turn["table"], "hand": turn["table"]["hand"][1:]}),
        ("table", lambda turn: {**turn["table"], "dents": turn["table"]["dents"] + 1}),
        ("decisions", lambda turn: [{**turn["decisions"][0], "drawn": []}]),
    ],
)
def test_a_referee_notices_a_false_line(part: str, change: Any) -> None:
    head, turn, *_ = told(play_twins(3)[0])
    Referee(head).judge(turn)
    assert turn["path"]
    assert turn["decisions"][0]["drawn"]
    with pytest.raises((AssertionError, IndexError)):
        Referee(head).judge({**turn, part: change(turn)})


@pytest.mark.clause("SOLO-4", "SOLO-15")
def test_dents_of_opponents_and_of_an_empty_hand_are_told_apart() -> None:
    # The sled stands still. An opponent comes and takes the last card, so the next turn lacks one.
    race = table(
        *("3b3", "5", "11"), face_up="4--", stack="", discards="1", opponents=("3a3f", "7e1b")
    )
    play(race, "5B", "out4")
    (turn,) = [line for line in told(race) if "turn" in line]
    assert turn["dents"] == dict.fromkeys(DENTS, 0) | {"opponents": 1, "no_cards": 1}
    assert turn["table"]["dents"] == 2
    assert turn["table"]["opponents"] == [
        {"space": "3a3", "facing": "forward"},
        {"space": "7d1", "facing": "backward"},
    ]


def test_the_shape_of_the_lines() -> None:
    head, turn, *_, score = told(play_twins(10)[0])
    assert list(head) == ["course", "opponents", "setup", "drawn", "decisions", "table"]
    assert list(turn) == KEYS
    assert list(turn["dents"]) == DENTS
    assert list(head["table"]) == list(turn["table"]) == TABLE
    assert list(score) == ["end", "score", "lines"]
    assert {tuple(line) for line in score["lines"]} == {("reason", "clause", "count", "points")}


@pytest.mark.clause("SOLO-19")
def test_a_game_is_told_by_its_points_and_its_grade() -> None:
    game = SoloGame()
    for seed in (1, 10, 20):
        assert game_line(game)["level"] is None
        game = game.after(play_twins(seed)[0])
    assert game.grade is not None
    assert game_line(game) == {
        "points": game.points,
        "setup": game.setup,
        "level": game.grade.level,
        "victory": game.grade.victory,
    }
