"""Togo: searches for about a second, by races in thought that it learned to drive."""

from .searcher import Budget, SearchMusher

TOGO = SearchMusher(
    "togo",
    Budget(playouts=20_000),
    1000,
    temper="Takes a long look at every turn; seldom beaten, and never hurried.",
    learned=True,
)
