"""What a race could have been: chances after each decision, costly turns, luck and play."""

from .analysis import Analysis, Judged, Luck, analyse, best_decision
from .comments import read_comments, with_comments

__all__ = [
    "Analysis",
    "Judged",
    "Luck",
    "analyse",
    "best_decision",
    "read_comments",
    "with_comments",
]
