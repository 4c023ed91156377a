"""What happened in a round of the solo game, turn by turn, as plain data for referees."""

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

from ..choices import Phase
from ..move import Move
from ..report import course_facts
from .game import SoloGame
from .notation import SoloTurn
from .position import SoloPosition
from .race import SoloPlayed, SoloRace
from .state import YOU


def solo_referee_lines(race: SoloRace) -> Iterator[dict[str, Any]]:
    """Tell a round as `snowtails replay --json` prints it: setup, turns, score.

    A turn under way is not told yet.
    """
    positions = [*race.history, race.position()]
    turns = [n for n, entry in enumerate(race.log) if isinstance(entry.decision, SoloTurn)]
    begun = turns[0] if turns else len(race.log)
    yield {
        "course": course_facts(race.course),
        "opponents": race.opponents,
        "setup": race.setup,
        "drawn": list(race.dealt),
        "decisions": _decisions(race.log[:begun]),
        "table": _table(positions[begun]),
    }
    for first, behind in pairwise([*turns, len(race.log)]):
        if positions[behind].phase in (Phase.TURN, Phase.OVER):
            yield _turn_line(race.log[first:behind], positions[first], positions[behind])
    if race.phase is Phase.OVER:
        yield _score_line(race)


def game_line(game: SoloGame) -> dict[str, Any]:
    """Tell what a game of three rounds came to, as `snowtails replay --json` prints it."""
    grade = game.grade
    return {
        "points": game.points,
        "setup": game.setup,
        "level": grade.level if grade else None,
        "victory": grade.victory if grade else None,
    }


def _turn_line(
    entries: tuple[SoloPlayed, ...], before: SoloPosition, after: SoloPosition
) -> dict[str, Any]:
    turn = entries[0].decision
    assert isinstance(turn, SoloTurn)
    move = before.trace(YOU, turn)
    return {
        "turn": before.turn,
        "decisions": _decisions(entries),
        "from": move.start,
        "to": move.end,
        "path": list(move.path),
        "speed": move.speed,
        "drift": move.drift,
        "bonus": move.bonus,
        "dents": _dents(move, before, after),
        "stop": move.stop,
        "wrecked": after.end == "wrecked",
        "finished": move.finished,
        "table": _table(after),
    }


def _decisions(entries: tuple[SoloPlayed, ...]) -> list[dict[str, Any]]:
    return [{"decision": str(entry.decision), "drawn": list(entry.drawn)} for entry in entries]


def _dents(move: Move, before: SoloPosition, after: SoloPosition) -> dict[str, int]:
    """Count the dents of a turn by their causes: of the move, then what came of it (DENT-4)."""
    fallen = {"speeding": 0, "saplings": 0, "side": 0, "opponents": 0, "no_cards": 0}
    for dent in move.dents:
        fallen[dent.cause] += dent.count
    later = after.mat.dents - before.mat.dents - move.dent_count
    # Opponents come before the next turn, in which cards may lack; the fifth dent ends all.
    fallen["opponents"] = min(later, _facing(before, move.end))
    fallen["no_cards"] = later - fallen["opponents"]
    return fallen


def _facing(position: SoloPosition, space: str) -> int:
    """Count the opponents whose next space is the one where the sled stands (SOLO-4)."""
    track = position.track
    here = track.place(track.by_name[space])
    count = 0
    for opponent in position.mat.opponents:
        tile, lane, row = track.place(track.by_name[opponent.space])
        count += here == (tile, lane + (1 if opponent.facing == "forward" else -1), row)
    return count


def _table(position: SoloPosition) -> dict[str, Any]:
    """Tell everything that lies on the table."""
    mat = position.mat
    return {
        "space": mat.space,
        "dogs": [mat.left, mat.right],
        "brake": mat.brake,
        "hand": list(mat.hand),
        "dents": mat.dents,
        "face_up": list(mat.face_up),
        "stack": list(mat.stack),
        "discards": list(mat.discards),
        "buried": list(mat.buried),
        "out": list(mat.out),
        "markers": list(mat.markers),
        "brakes": list(mat.brakes),
        "saplings": sorted(position.saplings),
        "opponents": [{"space": each.space, "facing": each.facing} for each in mat.opponents],
    }


def _score_line(race: SoloRace) -> dict[str, Any]:
    score = race.score()
    return {
        "end": race.end,
        "score": score.total,
        "lines": [
            {
                "reason": line.reason,
                "clause": line.clause,
                "count": line.count,
                "points": line.points,
            }
            for line in score.lines
        ],
    }
