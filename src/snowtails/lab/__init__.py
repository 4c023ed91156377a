"""Many races at once: simulations, leagues, ratings, rides alone."""

from .certificate import Certificate, Remark
from .certify import certify
from .file import InvalidFile
from .league import Heat, InvalidLeague, League, Raced, race_league
from .perft import perft
from .races import RESULT, Results, asked_races, races_of, run_races
from .ranking import Ranked, ranking
from .ratings import Estimate, Ratings, rate
from .report import report
from .results import write_results
from .ride import Rides, ride
from .sprt import Sprt, Verdict, scores_in_order
from .tally import Tally, tally_races

__all__ = [
    "RESULT",
    "Certificate",
    "Estimate",
    "Heat",
    "InvalidFile",
    "InvalidLeague",
    "League",
    "Raced",
    "Ranked",
    "Ratings",
    "Remark",
    "Results",
    "Rides",
    "Sprt",
    "Tally",
    "Verdict",
    "asked_races",
    "certify",
    "perft",
    "race_league",
    "races_of",
    "ranking",
    "rate",
    "report",
    "ride",
    "run_races",
    "scores_in_order",
    "tally_races",
    "write_results",
]
