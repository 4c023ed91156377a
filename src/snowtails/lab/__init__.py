"""Many races at once: simulations, leagues, ratings, rides alone."""

from .league import Heat, InvalidLeague, League, Raced, race_league
from .perft import perft
from .races import RESULT, Results, asked_races, races_of, run_races
from .ranking import Ranked, ranking
from .ratings import Estimate, Ratings, rate
from .ride import Rides, ride
from .sprt import Sprt, Verdict, scores_in_order

__all__ = [
    "RESULT",
    "Estimate",
    "Heat",
    "InvalidLeague",
    "League",
    "Raced",
    "Ranked",
    "Ratings",
    "Results",
    "Rides",
    "Sprt",
    "Verdict",
    "asked_races",
    "perft",
    "race_league",
    "races_of",
    "ranking",
    "rate",
    "ride",
    "run_races",
    "scores_in_order",
]
