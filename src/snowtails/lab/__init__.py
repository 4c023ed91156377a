"""Many races at once."""

from .perft import perft
from .races import RESULT, run_races

__all__ = ["RESULT", "perft", "run_races"]
