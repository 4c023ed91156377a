"""The rounds of a solo game told again, frame by frame.

Only those that are over: until then they are shown as they are played.
"""

from collections.abc import Iterable, Sequence

from ...rules import Phase
from ...rules.record import InvalidRecord
from ...rules.solo import ROUNDS, SoloGame, SoloRace
from ...rules.solo.record import read_solo_record
from ..errors import Conflict
from ..table.solo import SoloTable
from ..table.solo_events import RoundBegan, SoloDecided
from . import solo_types as types
from .messages import course_message
from .replay_types import ReplaySeat
from .solo_messages import (
    decided_message,
    grade_message,
    score_message,
    setup_message,
    solo_state,
)

Told = Iterable[types.HappenedSoloDecided]


def solo_table_replay(table: SoloTable) -> types.SoloReplay:
    """Tell the rounds of a table that are over; refused before the end of the first."""
    over = [race for race in table.all_rounds if race.phase is Phase.OVER]
    if not over:
        raise Conflict("not-over", "a round is told again when it is over", number=table.number)
    told: list[list[types.HappenedSoloDecided]] = []
    for event in table.events:
        if isinstance(event.body, RoundBegan):
            told.append([])
        elif isinstance(event.body, SoloDecided):
            step, answers = table.step(event.number), event.body.answers
            told[-1].append(
                decided_message(*step, number=event.number, at=event.at, answers=answers)
            )
    rounds = [_round(race, events) for race, events in zip(over, told, strict=False)]
    seat = ReplaySeat(
        seat=0,
        name=table.seats[0].name,
        kind="person",
        colour=over[0].colours[0],  # type: ignore[arg-type]
        dog=table.seats[0].dog,  # type: ignore[arg-type]
    )
    return _replay(table.name, table.opened.day, seat, over, rounds)


def solo_record_replay(text: str, kind: str) -> types.SoloReplay:
    """Tell again what the record of a round (`solo`) or of a game (`game`) tells.

    Raises InvalidRecord if it is none.
    """
    texts = SoloGame.from_record(text).records if kind == "game" else (text,)
    records = [read_solo_record(each) for each in texts]
    if not records:
        raise InvalidRecord(1, "this game has no rounds to be told")
    races = [record.race for record in records]
    headers = records[0].headers
    rounds = [_round(race, _counted(race)) for race in races]
    seat = ReplaySeat(
        seat=0,
        name=headers.get("mushers", "1"),
        kind="person",
        colour=races[0].colours[0],  # type: ignore[arg-type]
        dog=None,
    )
    return _replay(None, headers.get("day"), seat, races, rounds)


def _counted(race: SoloRace) -> Told:
    """Tell the decisions of a round as events that are numbered from 1."""
    positions = [*race.history, race.position()]
    for number, played in enumerate(race.log, 1):
        before, after = positions[number - 1], positions[number]
        yield decided_message(played, before, after, number=number, at=0.0, answers=number - 1)


def _round(race: SoloRace, told: Told) -> types.SoloRound:
    positions = [*race.history, race.position()]
    return types.SoloRound(
        course=course_message(race.course.line, race.course.name),
        opponents=race.opponents,
        setup=setup_message(race.course, race.opponents),
        score=score_message(race.score()),
        frames=tuple(
            types.SoloFrame(number=number, happened=happened, race=solo_state(position))
            for number, (happened, position) in enumerate(
                zip([None, *told], positions, strict=True)
            )
        ),
    )


def _replay(
    table: str | None,
    day: str | None,
    seat: ReplaySeat,
    races: Sequence[SoloRace],
    rounds: Sequence[types.SoloRound],
) -> types.SoloReplay:
    scores = [race.score() for race in races]
    return types.SoloReplay(
        table=table,
        day=day,
        seats=(seat,),
        rounds=tuple(rounds),
        points=sum(score.total for score in scores),
        grade=grade_message(scores) if len(rounds) == ROUNDS else None,
    )
