"""Races stopped at random moments: every phase, one to five sleds, many kinds of courses."""

from collections.abc import Callable, Iterator

import numpy as np
from hypothesis import strategies as st

from snowtails import Course
from snowtails.rules import Phase, Race
from snowtails.rules.deal import SeededDeal
from snowtails.rules.move import Move

NARROW = "s_____xx_xxxx_xxxx_xx_____r"
"""A gap of one lane, in which sleds run into each other."""

LINES = (
    *("s", "sfl", "srs", "lsul5s", "sur3tdlcfl", "st", "dlscsr", "trltsul"),
    *(NARROW, "s" + NARROW + "fl", "lsy_y_y_y_y_y_y_y_y_y_y_y_y"),
)
COURSES = (
    *(Course.parse(line) for line in LINES),
    *(Course.load(name) for name in ("nutcracker", "troll-bridge")),
    *(Course.random(np.random.default_rng(seed)) for seed in range(4)),
)


def dents(move: Move) -> tuple[int, ...]:
    return (move.dent_count,)


def bumps(move: Move) -> tuple[int, ...]:
    return move.dent_count, move.stop != "sled", -len(move.turn.places)


STYLES: dict[str, Callable[[Move], tuple[int, ...]] | None] = {
    "wild": None,  # most of these are soon wrecked
    "gentle": dents,  # these race long enough to shuffle their cards anew
    "bumping": bumps,  # these run out of cards (TURN-4)
}


def go_on(race: Race, seed: int, decisions: int, style: str = "wild") -> Race:
    """Play random decisions for as long as the race goes on."""
    rng = np.random.default_rng(seed)
    for _ in range(decisions):
        if race.phase is Phase.OVER:
            break
        options = list(race.decisions)
        dislike = STYLES[style]
        if race.phase is Phase.TURN and dislike:
            moves = race.reach()
            least = min(map(dislike, moves))
            options = [move.turn for move in moves if dislike(move) == least]
        race.play(options[rng.integers(len(options))])
    return race


def random_race(
    course: Course, sleds: int, seed: int, decisions: int = 300, style: str = "wild"
) -> Race:
    """Return a race after so many random decisions."""
    return go_on(Race(course, sleds, deal=SeededDeal(seed)), seed, decisions, style)


races = st.builds(
    random_race,
    st.sampled_from(COURSES),
    st.integers(1, 5),
    st.integers(0, 2**32),
    st.integers(0, 12) | st.integers(0, 120),
    st.sampled_from(sorted(STYLES)),
)


def races_with(
    wanted: Callable[[Race], bool], style: str = "bumping", sleds: int = 3
) -> Iterator[Race]:
    """Find races in which something wanted has just come about, in a fixed order."""
    for seed in range(1000):
        race = Race(COURSES[seed % len(COURSES)], sleds, deal=SeededDeal(seed))
        while race.phase is not Phase.OVER and len(race.log) < 300:
            go_on(race, seed + len(race.log), 1, style)
            if wanted(race):
                yield race
                break
    raise AssertionError("not enough such races in a thousand")


def just_lacked_cards(race: Race) -> bool:
    """Tell whether the sled to move has just drawn for lack of dog cards (TURN-4)."""
    return any(drawn.reason == "no_cards" for drawn in race.log[-1].drawn)


@st.composite
def damaged(draw: st.DrawFn, text: str, seams: str, letters: str) -> str:
    """Delete, repeat, swap or alter characters of a text, or parts between some seams."""
    for _ in range(draw(st.integers(1, 3))):
        seam = draw(st.sampled_from(["", *seams]))
        parts = text.split(seam) if seam else list(text)
        if not parts:
            break
        here, there = (draw(st.integers(0, len(parts) - 1)) for _ in range(2))
        match draw(st.sampled_from(["alter", "alter", "delete", "repeat", "swap"])):
            case "alter":
                part = st.text(letters, min_size=1, max_size=2) | st.text(max_size=2)
                parts[here] = draw(part | st.sampled_from(parts))
            case "delete":
                del parts[here]
            case "repeat":
                parts.insert(there, parts[here])
            case "swap":
                parts[here], parts[there] = parts[there], parts[here]
        text = seam.join(parts)
    return text
