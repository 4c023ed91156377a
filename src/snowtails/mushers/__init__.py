"""Who decides: the contract of a musher, the ladder of those that ship, the course solver."""

from .ladder import LADDER, OFFERED, UnknownMusher, face, find_musher, musher_code
from .musher import BadAnswer, Layer, Musher, ask, lay_course, own_chance
from .policy import POLICY, CompiledMusher, Policy, policy
from .solver import Solution, solve

__all__ = [
    "LADDER",
    "OFFERED",
    "POLICY",
    "BadAnswer",
    "CompiledMusher",
    "Layer",
    "Musher",
    "Policy",
    "Solution",
    "UnknownMusher",
    "ask",
    "face",
    "find_musher",
    "lay_course",
    "musher_code",
    "own_chance",
    "policy",
    "solve",
]
