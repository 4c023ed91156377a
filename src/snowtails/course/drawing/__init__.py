"""The drawing of a course as an SVG picture."""

from .picture import Theme, draw
from .sleds import DrawnSled
from .tracks import DrawnTrack

__all__ = ["DrawnSled", "DrawnTrack", "Theme", "draw"]
