"""Togo: searches for about a second."""

from .searcher import Budget, SearchMusher

TOGO = SearchMusher(
    "togo",
    Budget(playouts=40_000),
    1000,
    temper="Takes a long look at every turn; seldom beaten, and never hurried.",
)
