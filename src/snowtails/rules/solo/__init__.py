"""The solo game: three rounds against the own score, after the SoloPlay variant."""

from .daily import TRIES, daily_course, daily_race, daily_seed, result_line
from .game import InvalidGame, SoloGame
from .notation import (
    Drop,
    Markers,
    OutOfPlay,
    Placing,
    SoloDecision,
    SoloTurn,
    Take,
    parse_solo,
)
from .position import Mat, Opponent, SoloPosition
from .proposal import proposals
from .race import NotSolo, SoloPlayed, SoloRace
from .record import SoloRecord, read_solo_record, write_solo_record
from .report import game_line, solo_referee_lines
from .score import (
    ROUNDS,
    Grade,
    Line,
    Score,
    SetupLine,
    grade_of,
    setup_lines,
    setup_points,
)
from .verify import verify_solo

__all__ = [
    "ROUNDS",
    "TRIES",
    "Drop",
    "Grade",
    "InvalidGame",
    "Line",
    "Markers",
    "Mat",
    "NotSolo",
    "Opponent",
    "OutOfPlay",
    "Placing",
    "Score",
    "SetupLine",
    "SoloDecision",
    "SoloGame",
    "SoloPlayed",
    "SoloPosition",
    "SoloRace",
    "SoloRecord",
    "SoloTurn",
    "Take",
    "daily_course",
    "daily_race",
    "daily_seed",
    "game_line",
    "grade_of",
    "parse_solo",
    "proposals",
    "read_solo_record",
    "result_line",
    "setup_lines",
    "setup_points",
    "solo_referee_lines",
    "verify_solo",
    "write_solo_record",
]
