"""Who decides: the contract of a musher, the ladder of those that ship, the course solver."""

from .asking import ROUND_LIMIT, BadAnswer, ask, lay_course, race_on
from .check import check_musher
from .ladder import INSTANT, LADDER, OFFERED, UnknownMusher, face, find_musher, musher_code
from .musher import Layer, Musher, own_chance
from .policy import POLICY, CompiledMusher, Policy, policy
from .searcher import Budget, SearchMusher, Tried, compare, search
from .solo import SoloMusher
from .solver import Solution, Values, solve

__all__ = [
    "INSTANT",
    "LADDER",
    "OFFERED",
    "POLICY",
    "ROUND_LIMIT",
    "BadAnswer",
    "Budget",
    "CompiledMusher",
    "Layer",
    "Musher",
    "Policy",
    "SearchMusher",
    "SoloMusher",
    "Solution",
    "Tried",
    "UnknownMusher",
    "Values",
    "ask",
    "check_musher",
    "compare",
    "face",
    "find_musher",
    "lay_course",
    "musher_code",
    "own_chance",
    "policy",
    "race_on",
    "search",
    "solve",
]
