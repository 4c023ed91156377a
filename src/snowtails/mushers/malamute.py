"""The Malamute: searches for about a twentieth of a second."""

from .searcher import Budget, SearchMusher

MALAMUTE = SearchMusher(
    "malamute",
    Budget(playouts=2_000),
    50,
    temper="Thinks the race through before it moves, and wins the close ones.",
)
