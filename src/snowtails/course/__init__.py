"""Tiles, course files, the table they lie on, the compiled track, the drawing."""

from .box import Box, SoloReason
from .course import Course
from .problem import InvalidArgument, InvalidCourse, Problem, Refused
from .table import Laid, Point, Table
from .tile import FACES, LANES, Face, Tile
from .track import SIDE, Track

__all__ = [
    "FACES",
    "LANES",
    "SIDE",
    "Box",
    "Course",
    "Face",
    "InvalidArgument",
    "InvalidCourse",
    "Laid",
    "Point",
    "Problem",
    "Refused",
    "SoloReason",
    "Table",
    "Tile",
    "Track",
]
