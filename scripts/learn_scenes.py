"""Work out the scenes of Learn: positions, all that can be done in them, and what comes of it.

A scene is a chain of steps. A step is a position with a goal; the engine plays every move that is
in reach, and a judge says what each of them teaches: `done`, or why it is not what was wanted. The
page shows what is written here and knows no rule. Its words are in the catalogues, by the names of
scene, step and verdict.

python -m scripts.learn_scenes           # write them
python -m scripts.learn_scenes --check   # say whether they are behind
"""

import argparse
import sys
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from snowtails import Move, Race
from snowtails.rules.state import COPIES, VALUES
from snowtails.server.wire import messages
from snowtails.server.wire.positions import YOU, before_drawing, position_message

WRITTEN = Path(__file__).parents[1] / "src" / "snowtails" / "web" / "learn" / "scenes.json"

RIVAL = 1
SEED = 1
"""For the cards that are drawn after a move."""

DONE = "done"

Judge = Callable[[Move, Race], str]
"""Names what a move teaches, given the race after it and after the replies."""


# -- positions -------------------------------------------------------------------------------------


def sled(space: str, dogs: str, hand: str, *, dents: int = 0, moved: bool = False) -> str:
    """Write a sled as a position line does; what it neither holds nor pulls with is in its deck."""
    held = Counter(hand)
    deck = held + Counter(dogs[:2])
    values = [str(value) for value in range(1, VALUES + 1)]
    counts = "".join(str(held[value]) for value in values)
    rest = "".join(str(COPIES - deck[value]) for value in values)
    return f"{space}/{dogs}/{counts}/{rest}/{dents}/{'m' if moved else 'r'}"


def position(course: str, *sleds: str, round_: int = 3, saplings: str = "-") -> str:
    """Write a position in which it is your turn."""
    return " ".join((course, str(round_), f"turn:{YOU}", saplings, *sleds))


def tile_of(space: str) -> int:
    """Return the tile of a space; no scene has more than nine."""
    return int(space[0])


# -- scenes ----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Step:
    """A position, and what its moves teach."""

    position: str
    judge: Judge
    reply: str | None = None
    """The turn that the rival plays after yours."""


def _at_speed(wanted: int) -> Judge:
    def judge(move: Move, _: Race) -> str:
        return "drift" if move.drift else DONE if move.speed == wanted else "slow"

    return judge


def _round_the_drift(move: Move, _: Race) -> str:
    if move.drift < 0:
        return "left"
    if move.dents:
        return "side"
    return DONE if move.drift else "short"


def _off_the_side(move: Move, _: Race) -> str:
    return "side" if move.dents else DONE


def _into_the_bend(move: Move, _: Race) -> str:
    if move.dents:
        return "fast"
    return DONE if tile_of(move.end) == 2 else "short"


def _to_the_front(move: Move, _: Race) -> str:
    if move.drift:
        return "drift"
    return DONE if move.bonus else "plain"


def _round_the_sled(move: Move, _: Race) -> str:
    if move.stop == "sled":
        return "bump"
    return DONE if move.place_after == 1 else "behind"


def _between_the_saplings(move: Move, _: Race) -> str:
    if move.wrecked:
        return "wreck"
    return DONE if tile_of(move.end) == 3 else "short"


def _past_the_rival(move: Move, race: Race) -> str:
    if not move.finished:
        return "short"
    return DONE if race.sleds[YOU].place == 1 else "caught"


SCENES: dict[str, tuple[Step, ...]] = {
    # Before the bonus is told of, positions are of the first round, in which there is none.
    "speed": (
        Step(position("sss", sled("1c1", "==3", "1"), round_=1), _at_speed(5)),
        Step(position("sss", sled("2c1", "==1", "55"), round_=1), _at_speed(9)),
    ),
    "drift": (
        Step(position("sdlss", sled("1b5", "==3", "5"), round_=1), _round_the_drift),
        Step(position("sdlss", sled("2d5", "=53", "52"), round_=1), _off_the_side),
    ),
    "line": (Step(position("srs", sled("1c4", "==1", "52"), round_=1), _into_the_bend),),
    "bonus": (
        Step(
            position(
                "sss",
                sled("1c2", "=43", "42"),
                sled("2d3", "443", "12345", moved=True),
                sled("2b2", "443", "12345", moved=True),
            ),
            _to_the_front,
        ),
    ),
    "bumps": (
        Step(
            position(
                "sts",
                sled("1c1", "==3", "34"),
                sled("1c4", "==3", "12345", moved=True),
                saplings="ff",
            ),
            _round_the_sled,
        ),
        Step(
            position("sts", sled("2b1", "==3", "5", dents=4), round_=1, saplings="ff"),
            _between_the_saplings,
        ),
    ),
    "finish": (
        Step(
            position("ss", sled("2c4", "==3", "144"), sled("2e1", "==2", "11555")),
            _past_the_rival,
            reply="5LR",
        ),
    ),
}
"""Scenes in the order in which they are played."""


# -- working them out ------------------------------------------------------------------------------


def play(step: Step, turn: str) -> tuple[Race, list[Move]]:
    """Return the race after a turn and the reply to it, and the moves that were made."""
    race = Race.parse(step.position, seed=SEED)
    moves = [race.preview(turn)]
    race.play(turn)
    if step.reply:
        moves.append(race.preview(step.reply))
        race.play(step.reply)
    return race, moves


def verdict(step: Step, turn: str) -> str:
    """Return what a turn teaches."""
    race, (move, *_) = play(step, turn)
    return step.judge(move, race)


def _outcome(step: Step, turn: str) -> dict[str, Any]:
    race, (move, *replies) = play(step, turn)
    return {
        "verdict": verdict(step, turn),
        # Without what you draw: the next step deals what it needs.
        "race": before_drawing(
            messages.race_message(race.view(YOU)), Race.parse(step.position).hand_of(YOU), move
        ),
        "replies": [{"seat": move.sled, "move": messages.move_message(move)} for move in replies],
    }


def shown(step: Step) -> Move:
    """Return the plainest move that does what is wanted: straight on, then fast."""
    done = (
        move for move in Race.parse(step.position).reach() if verdict(step, str(move.turn)) == DONE
    )
    return max(done, key=lambda move: (-abs(move.drift), move.speed, -len(move.turn.places)))


def _step(scene: str, number: int, step: Step) -> dict[str, Any]:
    race = Race.parse(step.position, seed=SEED)
    return {
        "view": position_message(f"learn-{scene}-{number}", race.view(YOU), ("pup", "yearling")),
        "show": str(shown(step).turn),
        "outcomes": {str(move.turn): _outcome(step, str(move.turn)) for move in race.reach()},
    }


def scenes() -> str:
    """Return all scenes as the page reads them, a step on each line."""
    lines = []
    for scene, steps in SCENES.items():
        course = Race.parse(steps[0].position).course.line
        worked = ",\n".join(
            msgspec.json.encode(_step(scene, number, step)).decode()
            for number, step in enumerate(steps)
        )
        lines.append(f'{{"name":"{scene}","course":"{course}","steps":[\n{worked}]}}')
    return "[" + ",\n".join(lines) + "]\n"


def main() -> None:
    """Write the file, or check it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="write nothing; fail if it is behind")
    made = scenes()
    if parser.parse_args().check:
        if WRITTEN.read_text("utf-8") != made:
            print(f"{WRITTEN} is behind: run python -m scripts.learn_scenes", file=sys.stderr)
            sys.exit(1)
        return
    WRITTEN.write_text(made, "utf-8")


if __name__ == "__main__":
    main()
