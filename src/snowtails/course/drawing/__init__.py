"""The drawing of a course as an SVG picture."""

from .picture import Theme, draw

__all__ = ["Theme", "draw"]
