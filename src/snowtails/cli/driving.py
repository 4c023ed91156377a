"""A race run in the terminal, by drivers or by the person at the keyboard."""

from collections.abc import Sequence

import typer

from ..course.sketch import sketch
from ..mushers import ROUND_LIMIT, Musher, ask, own_chance
from ..rules import Phase, Position, Race, Record, reports
from .output import console
from .telling import name_of, tell_reach, tell_standings, tell_turn

YOU = "you"
"""Name of the person at the keyboard."""

_HELP = """\
  a space, as in 2c1     go there by the cheapest turn
  a turn, as in 2L:>^>   play it (2 on the left dog; drift right, ahead, drift right)
  all                    list every space in reach
  hint                   the best turn, and why
  coach                  the chances of each place for what is in reach, and the best turn
  quit                   leave the race

  Play one to three cards of one value: on the left dog (L), the right dog (R), the brake (B).
  Speed is left dog + right dog - brake; the sled moves just so many steps. The difference of the
  dogs is the drift: so many of the steps go diagonally, towards the stronger dog (< or >).
  With equal dogs, from the second round on, + adds as many steps as your place.
  Entering a bend (2>4: tile 2, to the right, safety speed 4) faster than its safety speed costs a
  dent for each point; so does the side, and a sapling (t). Dents clog the hand of five; the fifth
  wrecks the sled. Running into a sled ends the turn without new cards.
  In the sketch lane a is the left one, # is impassable, = lies past the finish line."""


def run(race: Race, seats: Sequence[Musher | None], seed: int, *, quiet: bool) -> bool:
    """Run a race to its end and show it round by round; return False if the person left it.

    The person sits where there is no musher; the mushers' own chance comes from the seed.
    """
    chances = [own_chance(seed, 0, seat) for seat in range(len(seats))]
    mushers = tuple(musher.name if musher else YOU for musher in seats)
    told = 0
    shown_round = 0
    while race.phase is not Phase.OVER:
        sled = race.actor
        assert sled is not None
        musher = seats[sled]
        if race.round > ROUND_LIMIT:
            _say(f"\nBroken off after {ROUND_LIMIT} rounds: somebody does not get on.")
            break
        if musher:
            race.play(ask(musher, race.view(sled), chances[sled]))
        elif not _ask(race, mushers):
            return False
        if quiet:
            continue
        for report in reports(race, since=told):
            told = report.entries
            if report.round != shown_round:
                shown_round = report.round
                _say(f"\nround {shown_round}")
            _say(tell_turn(report, mushers))
        if race.round != shown_round and YOU not in mushers:
            _say(_sketch(race))
    console.print()
    console.print(tell_standings(race, mushers))
    return True


def _ask(race: Race, mushers: tuple[str, ...]) -> bool:
    """Ask the person for a decision until one is taken; return False to leave the race."""
    sled = race.actor
    assert sled is not None
    if race.phase is Phase.START:
        starts = {space: str(number) for number, space in enumerate(race.track.starts, 1)}
        _say(f"{race.course.name or race.course.line}: you drive sled {sled}; ? explains the race")
        _say(sketch(race.track, starts, width=max(40, console.width - 2)))
    if race.phase is Phase.TURN:
        _say(_sketch(race))
        own = race.sleds[sled]
        _say(
            f"{name_of(sled, mushers)}: left {own.left}  right {own.right}  brake {own.brake}   "
            f"hand {' '.join(map(str, race.hand_of(sled)))}   dents {own.dents}   "
            f"place {own.place}"
        )
        _say(tell_reach(race, most=8))
    prompts = {
        Phase.START: f"start space ({', '.join(map(str, race.free_starts))})",
        Phase.DISCARD: f"discard {race.owed} of {' '.join(map(str, race.hand_of(sled)))}",
        Phase.TURN: "where to, or which turn (? for help)",
    }
    while True:
        try:
            text = str(typer.prompt(prompts[race.phase])).strip()
        except typer.Abort:
            return False
        if text in ("quit", "q", "exit"):
            return False
        if text in ("?", "help"):
            _say(_HELP)
        elif text in ("hint", "coach"):
            from .coaching import coach, hint

            (hint if text == "hint" else coach)(race)
        elif text == "all":
            _say(tell_reach(race, most=None))
        else:
            try:
                race.play(_understood(race, text))
            except ValueError as error:
                _say(told_wrong(error))
            else:
                return True


def told_wrong(error: ValueError) -> str:
    """Return what is wrong with an answer, without the position, and where help is."""
    return f"{str(error).splitlines()[0]}; ? helps"


def _understood(race: Race, text: str) -> str:
    """Return the decision that a short answer stands for."""
    if race.phase is Phase.START:
        if text not in ("1", "2", "3", "4", "5"):
            raise ValueError(f"{text!r} is no start space: type one of the numbers")
        return f"@{text}"
    if race.phase is Phase.DISCARD:
        return f"x{text.lstrip('x').replace(' ', '')}"
    move = race.reach().cheapest.get(text.lower())
    if move is None and text.lower() in race.track.by_name:
        raise ValueError(f"{text} is not in reach; `all` lists the spaces that are")
    return str(move.turn) if move else text


def show_again(record: Record, *, step: bool) -> None:
    """Show a recorded race turn by turn, on request waiting after each."""
    race, mushers = record.race, record.mushers
    positions = [*race.history, race.position()]
    _say(race.course.name or race.course.line)
    round_ = 0
    for report in reports(race):
        if report.round != round_:
            round_ = report.round
            _say(f"\nround {round_}")
        _say(tell_turn(report, mushers))
        if step:
            _say(_sketch(positions[report.entries]))
            typer.prompt("Enter for the next turn", default="", show_default=False)
    if not step:
        _say("")
        _say(_sketch(race))
    console.print()
    console.print(tell_standings(race, mushers))


def _sketch(position: Position) -> str:
    return position.sketch(width=max(40, console.width - 2))


def _say(text: str) -> None:
    console.print(text, markup=False, soft_wrap=True)
