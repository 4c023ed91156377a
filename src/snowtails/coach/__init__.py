"""What a race could have been, and what may come: chances, costly turns, luck and play, reasons.

Names are loaded when they are first used: what only declares messages waits for no musher.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
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

_HOMES = {
    "ahead": ("LookAhead", "Option"),
    "analysis": ("Analysis", "Judged", "LookBack", "Luck", "analyse", "best_decision"),
    "comments": ("read_comments", "with_comments"),
    "reasons": ("Fact", "Reason"),
}


def __getattr__(name: str) -> Any:
    """Load a name from the module where it is at home."""
    for home, names in _HOMES.items():
        if name in names:
            return getattr(import_module(f".{home}", __name__), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
