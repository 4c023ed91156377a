"""Tiles, course files, the table they lie on, the compiled track, the drawing."""

from .box import Box, Count, SoloReason
from .course import Course
from .layout import Bridge, Laid, Layout, Point
from .lead import Lead
from .problem import InvalidArgument, InvalidCourse, Problem, Refused
from .tile import FACES, LANES, Face, Tile
from .track import SIDE, Track

__all__ = [
    "FACES",
    "LANES",
    "SIDE",
    "Box",
    "Bridge",
    "Count",
    "Course",
    "Face",
    "InvalidArgument",
    "InvalidCourse",
    "Laid",
    "Layout",
    "Lead",
    "Point",
    "Problem",
    "Refused",
    "SoloReason",
    "Tile",
    "Track",
]
