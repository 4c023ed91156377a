"""What leaves the server about solo games, as plain data for JSON.

Everything is made by inclusion from what lies open on the table: the stack is told as the cards in
it, sorted; in which order they lie nobody has decided yet. Shapes are those of `messages` where the
thing is the same.
"""

from collections.abc import Sequence

from ...course import Course
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
    setup_lines,
)
from ...rules.solo.daily import TRIES, result_line
from ...rules.solo.opponents import place_on
from ...rules.solo.race import SoloPlayed
from ...rules.solo.score import LEVELS, VICTORIES, Grade, Line, grade_of_scores
from ...rules.solo.state import SLOTS
from ..errors import Conflict
from ..table.solo import SoloTable, read_day, reason_message
from .messages import Message, outcome_message, way_message

MOST_SETUP = 8
"""Setup points that a round can have (SOLO-2)."""

SEEN = Placing | Take | Drop
"""Decisions whose text does not tell alone what they did."""

USUAL = {Phase.BONUS: "b21345", Phase.DROP: "-"}
"""What is offered at first: small markers, easy to use early on, lie on top; played quickly, this
order scored best. And nothing is discarded."""


# -- the game --------------------------------------------------------------------------------------


def solo_summary(table: SoloTable) -> Message:
    """Tell in short what a game is: for lists, and for the days of the daily trail."""
    race, scores = table.race, _scores(table)
    return {
        "game": table.name,
        "number": table.number,
        "stage": table.stage,
        "day": table.opened.day,
        "attempt": table.opened.attempt,
        "attempts": TRIES if table.opened.day else 0,
        "round": len(table.rounds),
        "rounds": table.most_rounds,
        "turn": race.turn,
        "course": {"line": race.course.line, "name": race.course.name},
        "opponents": race.opponents,
        "scores": [score_message(score) for score in scores],
        "points": sum(score.total for score in scores),
        "grade": _grade_message(table),
        "opened": table.events[0].at,
        "updated": table.events[-1].at,
    }


def solo_message(table: SoloTable, holder: str | None) -> Message:
    """Tell a whole game as its player sees it, or anybody once it is over."""
    race = table.race
    return solo_summary(table) | {
        "asks": table.asks,
        "yours": holder == table.opened.holder,
        "hints": table.opened.day is None,
        "commitment": table.began[-1].commitment or None,
        "setup": setup_message(race.course, race.opponents),
        "race": _race_message(race),
        "choices": _choices_message(race),
        "score": score_message(race.score()) if race.turn else None,
        "grades": grades_message(),
        "happened": _happened_message(table),
    }


def _scores(table: SoloTable) -> list[Score]:
    return [race.score() for race in table.rounds if race.phase is Phase.OVER]


def _grade_message(table: SoloTable) -> Message | None:
    if table.stage != "over" or table.opened.day:
        return None
    grade: Grade = grade_of_scores(_scores(table))
    return {"level": grade.level, "victory": grade.victory}


def grades_message() -> Message:
    """Tell the board of nine grades: what each level and each victory begins at (SOLO-19)."""
    return {
        "levels": [{"level": level, "setup": least} for least, level in reversed(LEVELS)],
        "victories": [
            {"victory": victory, "points": least} for least, victory in reversed(VICTORIES)
        ],
    }


def score_message(score: Score) -> Message:
    """Tell what a round is worth, line by line."""
    return {
        "total": score.total,
        "setup": score.setup,
        "lines": [
            {
                "reason": line.reason,
                "clause": line.clause,
                "points": line.points,
                "count": line.count,
            }
            for line in score.lines
        ],
    }


def _read_score(told: Message) -> Score:
    """Return the score that a message tells."""
    return Score(tuple(Line(**line) for line in told["lines"]), told["setup"])


# -- what lies on the table ------------------------------------------------------------------------


def _race_message(race: SoloPosition) -> Message:
    mat, standing, track = race.mat, int(race.state[0]["saplings"]), race.track
    piles = ("face_up", "stack", "discards", "buried", "out", "markers", "brakes")
    status = {"past": "finished", "wrecked": "wrecked"}.get(race.end or "", "racing")
    return {
        "turn": race.turn,
        "phase": race.phase,
        "owed": race.owed,
        "end": race.end,
        "sleds": [
            {
                "space": mat.space,
                "left": mat.left,
                "right": mat.right,
                "brake": mat.brake,
                "dents": mat.dents,
                "status": status,
                "hand": list(mat.hand),
            }
        ],
        "opponents": [{"space": each.space, "facing": each.facing} for each in mat.opponents],
        "saplings": [
            track.names[space] for n, space in enumerate(track.saplings) if standing >> n & 1
        ],
        "placing": list(race.placing) if race.placing else None,
        "offered": list(race.offered),
        **{pile: list(getattr(mat, pile)) for pile in piles},
    }


# -- what may be decided ---------------------------------------------------------------------------


def _choices_message(race: SoloPosition) -> Message:
    moving = race.phase is Phase.TURN
    decisions = race.decisions
    return {
        "decisions": [str(decision) for decision in decisions],
        "usual": USUAL.get(race.phase),
        "reach": [outcome_message(each) for each in race.reach()] if moving else [],
        "options": [
            {"decision": str(decision)} | _option_message(race, decision)
            for decision in decisions
            if not isinstance(decision, SoloTurn | Markers)
        ],
    }


def _option_message(race: SoloPosition, decision: SoloDecision) -> Message:
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
            return {"slots": list(slots), "cards": taken, "remains": _remains(mat.face_up, slots)}
        case Drop(slot=slot):
            card = mat.face_up[slot - 1] if 1 <= slot <= SLOTS else None
            slots = (slot,) if slot else ()
            return {
                "slots": list(slots),
                "cards": [card] if slots else [],
                "remains": _remains(mat.face_up, slots),
            }
        case OutOfPlay(values=values):
            return {"cards": list(values)}
    return {"cards": list(getattr(decision, "values", ()))}


def _remains(face_up: Sequence[int | None], gone: Sequence[int]) -> list[int]:
    """Return the face-up cards that remain when those of some slots are gone, in order."""
    return [card for slot, card in enumerate(face_up, 1) if card and slot not in gone]


def solo_preview_message(table: SoloTable, turn: str) -> Message:
    """Tell where a turn would end, what it costs and why."""
    if table.race.phase is not Phase.TURN:
        raise Conflict("no-turn", "there is no turn to play now", number=table.number)
    seen = table.race.preview(turn)
    return way_message(seen) | {"refill": seen.draws, "out_of_play": seen.discards}


# -- what has happened -----------------------------------------------------------------------------


def _happened_message(table: SoloTable) -> Message | None:
    """Tell the last decision of the round and what it brought; None before the first."""
    race = table.race
    if not race.log:
        return None
    return _decided_message(table.number, race.log[-1], race.history[-1], race.position())


def solo_events_message(table: SoloTable) -> Message:
    """Tell all decisions of the round and what each brought, the first first."""
    race, before = table.race, table.race.history
    after = [*before[1:], race.position()]
    first = table.number - len(before) + 1
    steps = zip(race.log, before, after, strict=False)
    return {"events": [_decided_message(n, *step) for n, step in enumerate(steps, first)]}


def _decided_message(
    number: int, played: SoloPlayed, before: SoloPosition, race: SoloPosition
) -> Message:
    """Tell a decision and what it brought: from the positions before and after it."""
    decision = played.decision
    move = before.trace(0, decision) if isinstance(decision, SoloTurn) else None
    return {
        "number": number,
        "decision": str(decision),
        "option": _option_message(before, decision) if isinstance(decision, SEEN) else None,
        "drawn": list(played.drawn),
        "move": way_message(move) if move else None,
        "dents": other_dents(race, before, move.dent_count if move else 0),
        "opponents": [
            {"from": one.space, "to": other.space}
            for one, other in zip(before.mat.opponents, race.mat.opponents, strict=False)
        ],
        "shuffled": before.turn > 0
        and len(race.mat.stack) + len(played.drawn) > len(before.mat.stack),
        "end": race.end,
    }


def other_dents(race: SoloPosition, before: SoloPosition, moving: int) -> list[Message]:
    """Tell the dents that did not come from the move: of opponents, and for an empty hand.

    An opponent's dent asks for a card out of play, unless the hand is empty; a turn can therefore
    only begin after such dents if the hand is, and then with one dent more (TURN-4).
    """
    count = race.mat.dents - before.mat.dents - moving
    begun = race.turn > before.turn and race.end != "no_cards"
    lacking = 1 if begun and count > 0 else 0
    found = (("opponent", "SOLO-4", count - lacking), ("no_cards", "TURN-4", lacking))
    return [
        {
            "cause": cause,
            "clause": clause,
            "count": dents,
            "space": race.mat.space,
            "speed": None,
            "limit": None,
        }
        for cause, clause, dents in found
        if dents > 0
    ]


# -- courses ---------------------------------------------------------------------------------------


def setup_message(course: Course, opponents: bool) -> Message:
    """Tell the setup points of a course and what they are given for (SOLO-2)."""
    lines = setup_lines(course, opponents)
    return {
        "points": sum(line.points for line in lines),
        "most": MOST_SETUP,
        "lines": [
            {"kind": line.kind, "count": line.count, "points": line.points} for line in lines
        ],
    }


def solo_course_message(course: Course, name: str = "") -> Message:
    """Tell whether a course is fit for the solo game, its points, and what each straight can be."""
    return {
        "name": name,
        "title": course.name,
        "description": dict(course.description),
        "line": course.line,
        "problems": [reason_message(reason) for reason in course.solo_reasons],
        "setup": setup_message(course, opponents=False),
        "with_opponents": setup_message(course, opponents=True),
        "straights": [
            {"tile": number, "face": tile.name, "faces": list(_faces(course, number))}
            for number, tile in enumerate(course.tiles, 1)
            if not tile.face.curve
        ],
    }


def _faces(course: Course, number: int) -> "Sequence[Message]":
    """Tell the courses that result from laying each face of a straight, as far as they are fit."""
    found = []
    for name, face in FACES.items():
        if face.curve:
            continue
        tiles = (*course.tiles[: number - 1], Tile(name), *course.tiles[number:])
        laid = Course(tiles, course.flag)
        if not laid.solo_reasons:
            points = setup_message(laid, opponents=False)["points"]
            found.append({"face": name, "line": laid.line, "points": points})
    return found


# -- the daily trail -------------------------------------------------------------------------------


def day_message(day: str, tries: Sequence[Message]) -> Message:
    """Tell somebody's tries at the trail of a day, and the line to share."""
    over = [each for each in tries if each["stage"] == "over"]
    scores = [_read_score(each["scores"][0]) for each in over]
    return {
        "day": day,
        "tries": [
            {
                "game": each["game"],
                "attempt": each["attempt"],
                "stage": each["stage"],
                "score": each["scores"][0] if each["scores"] else None,
            }
            for each in tries
        ],
        "left": TRIES - len(tries),
        "best": max((score.total for score in scores), default=None),
        "line": result_line(read_day(day), scores) if scores else None,
    }
