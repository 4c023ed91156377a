"""Tiles, course files, the table they lie on, the compiled track, the drawing."""

from .box import Box, Count, SoloReason
from .course import Course
from .layout import Laid, Layout, Overlap, Point
from .lead import Lead
from .problem import InvalidArgument, InvalidCourse, Problem, Refused
from .tile import FACES, LANES, Face, Tile
from .track import SIDE, Track

__all__ = [
    "FACES",
    "LANES",
    "SIDE",
    "Box",
    "Count",
    "Course",
    "Face",
    "InvalidArgument",
    "InvalidCourse",
    "Laid",
    "Layout",
    "Lead",
    "Overlap",
    "Point",
    "Problem",
    "Refused",
    "SoloReason",
    "Tile",
    "Track",
]
