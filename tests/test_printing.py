"""What is printed in a prompt reads well and fits on a screen."""

import pytest

import snowtails as st


@pytest.mark.parametrize(
    ("line", "turn", "told"),
    [
        (
            "srs 3 turn:0 - 1c4/==3/00002/44442/0/r",
            "5LR",
            "5LR: 1c4 to 3c1, speed 7; speed 7, limit 4: 3 dents (DENT-1)",
        ),
        (
            "srs 3 turn:0 - 1a4/==3/00011/44433/4/r",
            "4L:<^^^",
            "4L:<^^^: 1a4 to 1a4, speed 4; the side at 1a4: 1 dent (DENT-3); wrecked (DENT-4)",
        ),
        (
            "srs 3 turn:0 - 1c1/==3/00200/44244/0/r 1c3/==3/00200/44244/0/m",
            "3B",
            "3B: 1c1 to 1c2, speed 3; runs into a sled, no refill (DENT-2)",
        ),
        (
            "s 3 turn:0 - 1c5/==3/00200/44244/0/r",
            "3B",
            "3B: 1c5 to 3c2, speed 3; past the finish line",
        ),
        (
            "t 3 turn:0 ff 1c1/==3/00200/44244/0/r",
            "3B",
            (
                "3B: 1c1 to 1c4, speed 3; a sapling on 1c2: 1 dent (DENT-6); "
                "a sapling on 1c4: 1 dent (DENT-6)"
            ),
        ),
    ],
)
def test_a_move_tells_what_it_costs_and_why(line: str, turn: str, told: str) -> None:
    assert str(st.Race.parse(line).preview(turn)) == told


def test_dents_that_no_move_costs_are_told() -> None:
    assert str(st.Dent("no_cards", 1, "1c1")) == "no dog card left: 1 dent (TURN-4)"
    told = "an opponent runs into the sled on 1c1: 2 dents (SOLO-4)"
    assert str(st.Dent("opponent", 2, "1c1")) == told


def test_standings_tell_why() -> None:
    race = st.Race.parse(
        "srs 5 turn:3 - -/==3/11111/33333/5/w0 -/==3/11111/33333/1/f1 1c2/==3/11111/33333/0/r "
        "1c4/==3/11111/33333/0/r 1d2/==3/11111/33333/0/r"
    )
    assert [str(standing) for standing in race.standings()] == [
        "1. sled 1 finished: finished before it (END-1)",
        "2. sled 3: 2 ahead (ORDER-2)",
        "3. sled 4: level, and inside for the next curve (ORDER-3)",
        "4. sled 2: the other is wrecked (END-4)",
        "– sled 0 wrecked",
    ]


def test_reach_lists_the_cheapest_move_to_each_space() -> None:
    race = st.Race("nutcracker", sleds=1, seed=7)
    race.play("@3")
    lines = str(race.reach()).splitlines()
    assert lines == [str(move) for move in race.reach().cheapest.values()]


def test_what_a_prompt_shows_is_one_short_line() -> None:
    course = st.Course.load("whole-box")
    race = st.Race(course, sleds=5, seed=7)
    for _ in range(5):
        race.play(race.decisions[0])
    shown = {
        repr(value): len(repr(value))
        for value in (
            *(course, course.track, race, race.view(0), race.reach(), race.position()),
            *(st.find_musher("rookie"), st.solve("sauna-sprint"), st.ride("sauna-sprint", 2)),
        )
    }
    assert {text for text, length in shown.items() if length > 400 or "\n" in text} == set()


def leads_on(track: st.Track, space: int) -> bool:
    """Try every way from a space, step by step."""
    row = track.spaces[space]
    if space < 0 or not row["free"]:
        return False
    steps = (int(row[way]) for way in ("ahead", "drift_left", "drift_right"))
    return bool(row["past"]) or any(leads_on(track, step) for step in steps if step >= 0)


def test_from_dead_ends_no_way_leads_on() -> None:
    track = st.Course.parse("sdlc").track
    stuck = {name for n, name in enumerate(track.names) if not leads_on(track, n)}
    impassable = {name for n, name in enumerate(track.names) if not track.spaces["free"][n]}
    assert track.dead_ends == stuck - impassable
    assert track.dead_ends == {"2a1"}
    assert st.Course.load("nutcracker").track.dead_ends == frozenset()
