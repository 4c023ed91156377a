"""The rules of the race, compiled: state, cards, movement, order, turns, and `Race`."""

from ..finding import Finding
from .choices import Phase
from .colours import COLOURS, InvalidColour
from .deal import Deal, SecretDeal, SeededDeal
from .ledger import Ledger
from .log import Attempt, IllegalDraw
from .move import Dent, Move, Price, Reach
from .notation import Decision, Discard, InvalidTurn, Start, Turn
from .position import Position, RacePosition
from .position_line import InvalidPosition
from .race import RULES_VERSION, Drawn, Played, Race
from .record import InvalidRecord, Record, read_record, write_record
from .refusal import IllegalTurn
from .report import Report, referee_lines, reports
from .season import InvalidSeason, Result, Row, Season
from .season_record import read_season, write_season
from .sled import Sled, Standing, Status
from .solo import SoloGame, SoloRace
from .verify import verify
from .view import View

__all__ = [
    "COLOURS",
    "RULES_VERSION",
    "Attempt",
    "Deal",
    "Decision",
    "Dent",
    "Discard",
    "Drawn",
    "Finding",
    "IllegalDraw",
    "IllegalTurn",
    "InvalidColour",
    "InvalidPosition",
    "InvalidRecord",
    "InvalidSeason",
    "InvalidTurn",
    "Ledger",
    "Move",
    "Phase",
    "Played",
    "Position",
    "Price",
    "Race",
    "RacePosition",
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
