"""The rules of the race, compiled: state, cards, movement, order, turns, and `Race`."""

from .choices import Phase
from .deal import Deal, SecretDeal, SeededDeal
from .notation import Discard, InvalidTurn, Start, Turn
from .outcome import Dent, Outcome, Preview, Reach
from .position import InvalidPosition
from .race import (
    RULES_VERSION,
    Drawn,
    IllegalDraw,
    IllegalTurn,
    Played,
    Race,
    Sled,
    Standing,
    Status,
)
from .record import InvalidRecord, Record, read_record, write_record
from .report import Report, referee_lines, reports
from .season import InvalidSeason, Result, Row, Season
from .season_record import read_season, write_season
from .solo import SoloGame, SoloRace
from .verify import verify
from .view import View

__all__ = [
    "RULES_VERSION",
    "Deal",
    "Dent",
    "Discard",
    "Drawn",
    "IllegalDraw",
    "IllegalTurn",
    "InvalidPosition",
    "InvalidRecord",
    "InvalidSeason",
    "InvalidTurn",
    "Outcome",
    "Phase",
    "Played",
    "Preview",
    "Race",
    "Reach",
    "Record",
    "Report",
    "Result",
    "Row",
    "Season",
    "SecretDeal",
    "SeededDeal",
    "Sled",
    "SoloGame",
    "SoloRace",
    "Standing",
    "Start",
    "Status",
    "Turn",
    "View",
    "read_record",
    "read_season",
    "referee_lines",
    "reports",
    "verify",
    "write_record",
    "write_season",
]
