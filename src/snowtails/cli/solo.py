"""`snowtails solo`: the solo game in the terminal, played by you or by the Lone Wolf."""

import secrets
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import numpy as np
import typer

from ..course import Course
from .output import console
from .race import ensure_compiled
from .telling import tell_reach

if TYPE_CHECKING:
    from ..rules import Move
    from ..rules.solo import Score, SoloDecision, SoloGame, SoloRace

_HELP = """\
  a space, as in 2c1     go there by the cheapest turn
  a turn, as in 2L:>^>   play it; 4LRB*L also rescues the left dog's covered card
  all                    list every space in reach
  hint, or coach         what the Lone Wolf would do
  quit                   leave the game

  Cards never come back once they are buried under others or out of play: make them last to the
  finish line. A card on the brake must change it; the first of each value is discarded, later ones
  go out of play. With equal dogs, + adds the top bonus marker to the speed, once.
  After one card you take #1. After two or three you take that many of #1, #2 (, #3) and the unseen
  top of the stack, as in +1s, and may discard one of the others, as in -2; - discards none.
  Past the line: 7 points, 1 for each card in hand, 4 without dents (2 with one, 1 with two). Five
  dents: nothing. Three rounds make a game; 28 points are a victory."""

_REASONS = {
    "past": "past the line",
    "length": "{} before the line",
    "start": "at the start",
    "cards": "{} in hand",
    "dents": "{}",
    "setup": "setup",
    "wrecked": "wrecked: nothing counts",
}


def solo(
    course: Annotated[
        str, typer.Option("--course", "-c", help="Courses of the rounds, with commas; repeated.")
    ] = "lone-wolf",
    opponents: Annotated[
        bool, typer.Option("--opponents", help="With the four opponents on the track.")
    ] = False,
    rounds: Annotated[int, typer.Option(min=1, max=3, help="Rounds to play.")] = 3,
    bot: Annotated[bool, typer.Option("--bot", help="Watch the Lone Wolf play.")] = False,
    daily: Annotated[bool, typer.Option("--daily", help="Play the round of the day.")] = False,
    seed: Annotated[
        int | None, typer.Option(min=0, max=2**64 - 1, help="The same seed deals the same cards.")
    ] = None,
    colour: Annotated[str | None, typer.Option(help="The colour of your sled.")] = None,
    output: Annotated[
        Path | None, typer.Option("-o", "--output", help="Write the record to a file.")
    ] = None,
) -> None:
    """Play the solo game: three rounds against the clock of your cards."""
    ensure_compiled("solo")
    from ..rules import Phase, SeededDeal
    from ..rules.solo import SoloGame, SoloRace, daily_race, result_line

    courses = [Course.find(name.strip()) for name in course.split(",")]
    seed = secrets.randbits(64) if seed is None else seed
    rng = np.random.default_rng(seed)
    if output is not None:
        output.open("a").close()  # a folder that is not there is better noticed before the round
    game = SoloGame()
    today = datetime.now(UTC).date()  # the same everywhere on earth
    for number in range(1 if daily else rounds):
        laid = courses[number % len(courses)]
        race = (
            daily_race(today)
            if daily
            else SoloRace(laid, opponents=opponents, deal=SeededDeal(seed, number), colour=colour)
        )
        console.print(f"\nround {number + 1}: {race.course.name or race.course.line}", markup=False)
        while race.phase is not Phase.OVER:
            if not (_let_play(race, rng) if bot else _ask(race, rng)):
                _write(output, game, race)
                typer.echo(f"\nYou leave in turn {race.turn}.")
                return
        game = game.after(race)
        _say(tell_score(race.score()))
    _write(output, game, None)
    if daily:
        _say(result_line(today, list(game.scores)))
    elif game.grade:
        _say(f"\n{game.points} points: {game.grade}")


def _write(output: Path | None, game: "SoloGame", unfinished: "SoloRace | None") -> None:
    """Write the rounds that are over, or the one on the way if there is no other."""
    if output is None:
        return
    text = game.record() if game.scores or not unfinished else unfinished.record()
    output.write_text(text, encoding="utf-8")
    typer.echo(f"recorded: {output}")


def _let_play(race: "SoloRace", rng: np.random.Generator) -> bool:
    """Let the Lone Wolf take a decision, and tell it."""
    from ..mushers.solo import SoloMusher

    decision = SoloMusher().decide(race, rng)
    _say(tell_decision(race, decision))
    race.play(decision)
    return True


def tell_decision(race: "SoloRace", decision: "SoloDecision") -> str:
    """Tell a decision before it is played, in a line."""
    from ..rules.solo import SoloTurn

    if isinstance(decision, SoloTurn):
        return f"  turn {race.turn:<3} {_tell_turn(race.preview(decision))}"
    return f"           {decision}"


def _ask(race: "SoloRace", rng: np.random.Generator) -> bool:
    """Ask the person for a decision until one is taken; return False to leave the game."""
    from ..mushers.solo import SoloMusher
    from ..rules import Phase
    from ..rules.solo import proposals
    from .driving import told_wrong

    _show(race)
    proposed = next(map(str, proposals(race.phase)), None)
    while True:
        try:
            text = str(typer.prompt(_prompt(race), default=proposed)).strip()
        except typer.Abort:
            return False
        if text in ("quit", "q", "exit"):
            return False
        if text in ("?", "help"):
            _say(_HELP)
        elif text in ("hint", "coach"):
            _say(f"  {SoloMusher().decide(race, rng)}")
        elif text == "all" and race.phase is Phase.TURN:
            _say(tell_reach(race, most=None))
        else:
            try:
                race.play(_understood(race, text))
            except ValueError as error:
                _say(told_wrong(error))
            else:
                return True


def _prompt(race: "SoloRace") -> str:
    """Say what has to be decided."""
    from ..rules import Phase

    row, column = race.placing or (0, 0)
    hand = " ".join(map(str, race.mat.hand))
    few = ", ".join(map(str, race.decisions[:8]))
    return {
        Phase.PLACE: f"place an opponent, row {row}, column {column} from the right ({few} …)",
        Phase.BONUS: "order the bonus markers, the first on top, as in b31524",
        Phase.START: "start space (@1 to @5; for a first game @1 to @3)",
        Phase.SURPLUS: f"discard {race.owed} of {hand}, as in x3",
        Phase.OUT: f"put {race.owed} of {hand} out of play, as in out3",
        Phase.TAKE: f"take {race.owed}: {few}",
        Phase.DROP: f"discard one that is left, or none: {few}",
        Phase.TURN: "where to, or which turn (? for help)",
    }[race.phase]


def _understood(race: "SoloRace", text: str) -> "str | SoloDecision":
    """Return the decision that a short answer stands for."""
    from ..rules import Phase

    if race.phase is not Phase.TURN:
        return text
    move = race.reach().cheapest.get(text.lower())
    if move is None and text.lower() in race.track.by_name:
        raise ValueError(f"{text} is not in reach; `all` lists the spaces that are")
    return str(move.turn) if move else text


def _show(race: "SoloRace") -> None:
    """Show what lies on the table."""
    from ..rules import Phase

    mat = race.mat
    face_up = " ".join(str(card or "-") for card in mat.face_up)
    piles = f"stack {len(mat.stack)}  discards {len(mat.discards)}  out of play {len(mat.out)}"
    if race.phase in (Phase.BONUS, Phase.TAKE, Phase.DROP):
        _say(f"hand {' '.join(map(str, mat.hand))}   #1 #2 #3: {face_up}   {piles}")
    if race.phase not in (Phase.TURN, Phase.START):
        return
    _say(race.sketch(width=max(40, console.width - 2)))
    _say(
        f"turn {race.turn}: left {mat.left}  right {mat.right}  brake {mat.brake} "
        f"(used {''.join(map(str, mat.brakes)) or 'none'})   hand {' '.join(map(str, mat.hand))}   "
        f"dents {mat.dents}"
    )
    _say(f"#1 #2 #3: {face_up}   bonus {' '.join(map(str, mat.markers)) or '-'}   {piles}")
    if race.phase is Phase.TURN:
        _say(tell_reach(race, most=8))


def _tell_turn(told: "Move") -> str:
    """Tell a turn in a line."""
    parts = [f"speed {told.speed}"]
    if told.stop:
        parts.append("hits the side" if told.stop == "side" else "runs into an opponent")
    if told.dent_count:
        parts.append(f"dents {told.dent_count}")
    if told.finished:
        parts.append("past the finish line")
    return f"{told.turn!s:<14} {told.start:>4} → {told.end:<4}  {'; '.join(parts)}"


def tell_score(score: "Score") -> str:
    """Tell a score line by line."""
    units = {"length": "length", "cards": "card", "dents": "dent"}
    lines = []
    for line in score.lines:
        unit = units.get(line.reason, "")
        amount = f"{line.count} {unit}{'' if line.count == 1 else 's'}"
        lines.append(f"  {line.points:>3}  {_REASONS[line.reason].format(amount)}")
    return "\n".join(["", *lines, f"  {score.total:>3}  in this round"])


def _say(text: str) -> None:
    console.print(text, markup=False, soft_wrap=True)
