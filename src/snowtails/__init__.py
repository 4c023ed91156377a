"""Snow Tails, the dog-sled racing game: courses, exact rules and a fast engine."""

from .course import Course, InvalidCourse, Problem, Tile, Track

__version__ = "0.1.0"

__all__ = ["Course", "InvalidCourse", "Problem", "Tile", "Track"]
