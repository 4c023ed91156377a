"""What leaves the server about solo games, made as `solo_types` declares it.

Everything is made by inclusion from what lies open on the table: the stack is told as the cards in
it, sorted; in which order they lie nobody has decided yet.
"""

from collections.abc import Sequence
from typing import Any

from ...course import Course
from ...course.box import SoloReason
from ...course.tile import FACES, Tile
from ...rules import Phase
from ...rules.flow import extra_cards
from ...rules.notation import Start
from ...rules.solo import (
    Drop,
    Markers,
    OutOfPlay,
    Placing,
    Score,
    SoloDecision,
    SoloPosition,
    SoloTurn,
    Take,
    proposals,
    setup_lines,
)
from ...rules.solo.daily import TRIES, result_line
from ...rules.solo.opponents import place_on
from ...rules.solo.race import SoloPlayed
from ...rules.solo.score import LEVELS, VICTORIES, Line, grade_of_scores
from ...rules.solo.state import SLOTS
from ..store.visitors import DayResult, DayTable
from ..table.events import Event
from ..table.solo import SoloTable, read_day
from ..table.solo_events import RoundBegan, SoloDecided, SoloOpened
from . import solo_types as types
from .event_types import Happening
from .messages import (
    Viewer,
    company_event,
    course_message,
    move_message,
    options_message,
    seat_messages,
    sled_message,
    you_message,
)
from .types import CourseName, Dent
from .visitor_types import Streak

MOST_SETUP = 8
"""Setup points that a round can have (SOLO-2)."""

SEEN = Placing | Take | Drop
"""Decisions whose text does not tell alone what they did."""


# -- the game --------------------------------------------------------------------------------------


def solo_summary(table: SoloTable) -> types.SoloSummary:
    """Tell in short what a game is: for lists, and for the days of the daily trail."""
    return types.SoloSummary(**_summary(table))


def _summary(table: SoloTable) -> dict[str, Any]:
    race, scores = table.race, _scores(table)
    return {
        "table": table.name,
        "number": table.number,
        "stage": table.stage,
        "day": table.opened.day,
        "attempt": table.opened.attempt,
        "attempts": TRIES if table.opened.day else 0,
        "round": len(table.began),
        "rounds": table.most_rounds,
        "turn": race.turn,
        "course": course_message(race.course.line, race.course.name),
        "opponents": race.opponents,
        "scores": tuple(map(score_message, scores)),
        "points": sum(score.total for score in scores),
        "grade": _grade_message(table),
        "opened": table.events[0].at,
        "updated": table.events[-1].at,
    }


def solo_view(table: SoloTable, viewer: Viewer) -> types.SoloView:
    """Tell a whole game as its player sees it, or an onlooker."""
    race = table.race
    return types.SoloView(
        **_summary(table),
        asks=table.asks,
        options=options_message(table),
        seats=seat_messages(table),
        you=you_message(table, viewer),
        onlookers_muted=table.onlookers_muted,
        commitment=table.commitment or None,
        setup=setup_message(race.course, race.opponents),
        race=solo_state(race),
        choices=_NO_CHOICES if viewer.seat is None else _choices_message(race),
        score=score_message(race.score()) if race.turn else None,
        grades=GRADES,
    )


def _scores(table: SoloTable) -> list[Score]:
    return [race.score() for race in table.all_rounds if race.phase is Phase.OVER]


def _grade_message(table: SoloTable) -> types.Grade | None:
    if table.stage != "over" or table.opened.day:
        return None
    return grade_message(_scores(table))


def grade_message(scores: Sequence[Score]) -> types.Grade:
    """Tell the grade of a whole game (SOLO-19)."""
    grade = grade_of_scores(scores)
    return types.Grade(level=grade.level, victory=grade.victory)


GRADES = types.Grades(
    levels=tuple(types.LevelRow(level=level, setup=least) for least, level in reversed(LEVELS)),
    victories=tuple(
        types.VictoryRow(victory=victory, points=least) for least, victory in reversed(VICTORIES)
    ),
)
"""The board of nine grades: what each level and each victory begins at (SOLO-19)."""


def score_message(score: Score) -> types.Score:
    """Tell what a round is worth, line by line."""
    return types.Score(
        total=score.total,
        setup=score.setup,
        lines=tuple(
            types.ScoreLine(
                reason=line.reason, clause=line.clause, points=line.points, count=line.count
            )
            for line in score.lines
        ),
    )


def _read_score(told: types.Score) -> Score:
    """Return the score that a message tells."""
    lines = (Line(line.reason, line.clause, line.points, line.count) for line in told.lines)
    return Score(tuple(lines), told.setup)


# -- what lies on the table ------------------------------------------------------------------------


def solo_state(race: SoloPosition) -> types.SoloState:
    """Tell everything that lies on the table; nothing of it is hidden."""
    mat = race.mat
    return types.SoloState(
        turn=race.turn,
        phase=race.phase.value,  # type: ignore[arg-type]
        owed=race.owed,
        end=race.end,
        sleds=tuple(map(sled_message, race.sleds)),
        opponents=tuple(
            types.Opponent(space=each.space, facing=each.facing) for each in mat.opponents
        ),
        saplings=race.saplings,
        placing=race.placing,
        offered=race.offered,
        face_up=mat.face_up,  # type: ignore[arg-type]
        stack=mat.stack,  # type: ignore[arg-type]
        discards=mat.discards,  # type: ignore[arg-type]
        buried=mat.buried,  # type: ignore[arg-type]
        out=mat.out,  # type: ignore[arg-type]
        markers=mat.markers,  # type: ignore[arg-type]
        brakes=mat.brakes,  # type: ignore[arg-type]
    )


# -- what may be decided ---------------------------------------------------------------------------

_NO_CHOICES = types.SoloChoices(decisions=(), moves=(), usual=None, options=())


def _choices_message(race: SoloPosition) -> types.SoloChoices:
    decisions = race.decisions
    return types.SoloChoices(
        decisions=tuple(map(str, decisions)),
        moves=tuple(map(move_message, race.reach())) if race.phase is Phase.TURN else (),
        usual=_offered_first(race.phase),
        options=tuple(
            types.SoloOption(decision=str(decision), **_effect(race, decision))
            for decision in decisions
            if not isinstance(decision, SoloTurn | Markers)
        ),
    )


def _offered_first(phase: Phase) -> str | None:
    """Return what is chosen until the player chooses: what is proposed, or to discard nothing."""
    if phase is Phase.DROP:
        return str(Drop(0))
    return next(map(str, proposals(phase)), None)


def _effect(race: SoloPosition, decision: SoloDecision) -> dict[str, Any]:
    """Tell what a decision does, as far as the player can know before."""
    mat = race.mat
    match decision:
        case Placing(tile=tile, facing=facing):
            space = race.track.names[int(place_on(race.state, race.track.spaces, tile))]
            return {"space": space, "facing": facing}
        case Start(number=number):
            return {
                "space": race.track.names[race.track.starts[number - 1]],
                "draws": int(extra_cards(number)),
            }
        case Take(slots=slots, top=top):
            taken = [mat.face_up[slot - 1] for slot in slots] + [None] * top
            slots = (*slots, *([SLOTS + 1] if top else []))
            return {"slots": slots, "cards": taken, "remains": _remains(mat.face_up, slots)}
        case Drop(slot=slot):
            card = mat.face_up[slot - 1] if 1 <= slot <= SLOTS else None
            slots = (slot,) if slot else ()
            return {
                "slots": slots,
                "cards": [card] if slots else [],
                "remains": _remains(mat.face_up, slots),
            }
        case OutOfPlay(values=values):
            return {"cards": values}
    return {"cards": tuple(getattr(decision, "values", ()))}


def _remains(face_up: Sequence[int | None], gone: Sequence[int]) -> list[int]:
    """Return the face-up cards that remain when those of some slots are gone, in order."""
    return [card for slot, card in enumerate(face_up, 1) if card and slot not in gone]


# -- what has happened -----------------------------------------------------------------------------


def solo_event(table: SoloTable, event: Event) -> Happening:
    """Tell an event of a solo game."""
    when: Any = {"number": event.number, "at": event.at}
    match event.body:
        case SoloOpened(name=name):
            return types.HappenedSoloOpened(**when, name=name)
        case RoundBegan() as began:
            before = sum(isinstance(each.body, RoundBegan) for each in table.events[: event.number])
            return types.HappenedRoundBegan(
                **when,
                round=before,
                course=course_message(began.course, began.course_name),
                opponents=began.opponents,
                commitment=began.commitment or None,
            )
        case SoloDecided() as decided:
            return decided_message(*table.step(event.number), answers=decided.answers, **when)
    return company_event(event)


def decided_message(
    played: SoloPlayed,
    before: SoloPosition,
    after: SoloPosition,
    *,
    number: int,
    at: float,
    answers: int,
) -> types.HappenedSoloDecided:
    """Tell a decision and what it brought: from the positions before and after it."""
    decision = played.decision
    move = before.trace(0, decision) if isinstance(decision, SoloTurn) else None
    seen = isinstance(decision, SEEN)
    return types.HappenedSoloDecided(
        number=number,
        at=at,
        decision=str(decision),
        answers=answers,
        option=types.SoloEffect(**_effect(before, decision)) if seen else None,
        drawn=played.drawn,  # type: ignore[arg-type]
        move=move_message(move) if move else None,
        dents=_other_dents(after, before, move.dent_count if move else 0),
        opponents=tuple(
            types.OpponentMoved(start=one.space, end=other.space)
            for one, other in zip(before.mat.opponents, after.mat.opponents, strict=False)
        ),
        shuffled=before.turn > 0
        and len(after.mat.stack) + len(played.drawn) > len(before.mat.stack),
        end=after.end,
    )


def _other_dents(race: SoloPosition, before: SoloPosition, moving: int) -> tuple[Dent, ...]:
    """Tell the dents that did not come from the move: of opponents, and for an empty hand.

    An opponent's dent asks for a card out of play, unless the hand is empty; a turn can therefore
    only begin after such dents if the hand is, and then with one dent more (TURN-4).
    """
    count = race.mat.dents - before.mat.dents - moving
    begun = race.turn > before.turn and race.end != "no_cards"
    lacking = 1 if begun and count > 0 else 0
    space = race.mat.space or ""
    found = (
        Dent(cause="opponent", count=count - lacking, space=space),
        Dent(cause="no_cards", count=lacking, space=space),
    )
    return tuple(dent for dent in found if dent.count > 0)


# -- courses ---------------------------------------------------------------------------------------


def setup_message(course: Course, opponents: bool) -> types.Setup:
    """Tell the setup points of a course and what they are given for (SOLO-2)."""
    lines = setup_lines(course, opponents)
    return types.Setup(
        points=sum(line.points for line in lines),
        most=MOST_SETUP,
        lines=tuple(
            types.SetupLine(kind=line.kind, count=line.count, points=line.points) for line in lines
        ),
    )


def reason_message(reason: SoloReason) -> types.Fault:
    """Tell one reason why a course is not fit for the solo game."""
    return types.Fault(code=reason.code, message=str(reason), facts=dict(reason.facts))


def solo_course_message(course: Course, name: str = "") -> types.SoloCourse:
    """Tell whether a course is fit for the solo game, its points, and what each straight can be."""
    return types.SoloCourse(
        name=name,
        title=course.name,
        description=dict(course.description),
        line=course.line,
        problems=tuple(map(reason_message, course.solo_reasons)),
        setup=setup_message(course, opponents=False),
        with_opponents=setup_message(course, opponents=True),
        straights=tuple(
            types.Straight(tile=number, face=tile.name, faces=_faces(course, number))
            for number, tile in enumerate(course.tiles, 1)
            if not tile.face.curve
        ),
    )


def _faces(course: Course, number: int) -> tuple[types.LaidFace, ...]:
    """Tell the courses that result from laying each face of a straight, as far as they are fit."""
    found = []
    for name, face in FACES.items():
        if face.curve:
            continue
        tiles = (*course.tiles[: number - 1], Tile(name), *course.tiles[number:])
        laid = Course(tiles, course.flag)
        if not laid.solo_reasons:
            points = setup_message(laid, opponents=False).points
            found.append(types.LaidFace(face=name, line=laid.line, points=points))
    return tuple(found)


# -- the daily trail -------------------------------------------------------------------------------


def day_message(day: str, tries: Sequence[types.SoloSummary]) -> types.Day:
    """Tell somebody's tries at the trail of a day, and the line to share."""
    return types.Day(**_day(day, tries))


def _day(day: str, tries: Sequence[types.SoloSummary]) -> dict[str, Any]:
    over = [each for each in tries if each.stage == "over"]
    scores = [_read_score(each.scores[0]) for each in over]
    return {
        "day": day,
        "tries": tuple(
            types.Try(
                table=each.table,
                attempt=each.attempt,
                stage=each.stage,
                score=each.scores[0] if each.scores else None,
            )
            for each in tries
        ),
        "left": TRIES - len(tries),
        "best": max((score.total for score in scores), default=None),
        "line": result_line(read_day(day), scores) if scores else None,
    }


MOST_RANKED = 20
"""Results of a day that are told, beside one's own."""


def day_rows(
    results: Sequence[DayResult], holder: str | None, *, spent: bool
) -> tuple[types.DayRow, ...]:
    """Tell the best results of a day, and somebody's own wherever it stands.

    Whoever has tries left is not told where those of others are to be looked at.
    """
    return tuple(
        types.DayRow(
            rank=result.rank,
            name=result.name,
            dog=result.dog,  # type: ignore[arg-type]
            points=result.points,
            table=result.race if spent or result.holder == holder else None,
            yours=result.holder == holder,
        )
        for result in results
    )


def daily_message(
    day: str,
    ends: float,
    trail: tuple[CourseName, bool, types.Setup],
    tries: dict[str, list[types.SoloSummary]],
    table: DayTable,
    holder: str | None,
    par: int | None,
    streak: Streak,
) -> types.Daily:
    """Tell the trail of a day, everybody's results, somebody's tries, and the days before."""
    past = {when: each for when, each in tries.items() if when != day}
    course, opponents, setup = trail
    own = tries.get(day, [])
    spent = len(own) == TRIES and all(each.stage == "over" for each in own)
    return types.Daily(
        **_day(day, own),
        course=course,
        opponents=opponents,
        setup=setup,
        most=TRIES,
        ends=ends,
        par=par,
        entrants=table.entrants,
        results=day_rows(table.results, holder, spent=spent),
        streak=streak,
        history=tuple(day_message(*each) for each in past.items()),
    )
