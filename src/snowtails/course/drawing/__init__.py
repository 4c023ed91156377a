"""The drawing of a course as an SVG picture."""

from .picture import Theme, draw
from .sleds import DrawnSled

__all__ = ["DrawnSled", "Theme", "draw"]
