"""What a race could have been, and what may come: chances, costly turns, luck and play, reasons."""

from .ahead import LookAhead, Option
from .analysis import Analysis, Judged, LookBack, Luck, analyse, best_decision
from .comments import read_comments, with_comments
from .reasons import Fact, Reason

__all__ = [
    "Analysis",
    "Fact",
    "Judged",
    "LookAhead",
    "LookBack",
    "Luck",
    "Option",
    "Reason",
    "analyse",
    "best_decision",
    "read_comments",
    "with_comments",
]
