"""Many races at once: simulations, leagues, ratings, rides alone."""

from .league import League, race_league
from .perft import perft
from .races import RESULT, asked_races, races_of, run_races
from .ratings import Estimate, rate
from .ride import ride
from .sprt import Sprt
from .standings import Standing, standings

__all__ = [
    "RESULT",
    "Estimate",
    "League",
    "Sprt",
    "Standing",
    "asked_races",
    "perft",
    "race_league",
    "races_of",
    "rate",
    "ride",
    "run_races",
    "standings",
]
