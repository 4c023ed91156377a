"""Pictures of races for the `render` of environments: SVG, pixels, or plain characters."""

import io
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from ..course import Refused
from ..rules.position import Position

RenderMode = Literal["svg", "rgb_array", "ansi", "human"]
RENDER_MODES: tuple[RenderMode, ...] = ("human", "ansi", "svg", "rgb_array")
"""`human` prints the sketch that `ansi` returns; `svg` returns a picture as text."""

WIDTH = 480
"""Pixels of an `rgb_array` from side to side."""


def checked_mode(mode: str | None) -> str | None:
    """Return a render mode, or refuse it if there is none of that name."""
    if mode is None or mode in RENDER_MODES:
        return mode
    raise Refused(f"render_mode is one of {', '.join(RENDER_MODES)}, not {mode!r}")


def render(position: Position, mode: str | None) -> Any:
    """Show a position as a render mode wishes; None where nothing is to be returned."""
    if mode == "svg":
        return position.svg()
    if mode == "rgb_array":
        return pixels(position.svg())
    if mode == "ansi":
        return position.sketch()
    if mode == "human":
        print(position.sketch())
    return None


def pixels(svg: str, width: int = WIDTH) -> NDArray[np.uint8]:
    """Return an SVG picture as rows of red, green and blue."""
    import resvg_py
    from PIL import Image

    png = bytes(resvg_py.svg_to_bytes(svg_string=svg, width=width))
    with Image.open(io.BytesIO(png)) as image:
        return np.array(image.convert("RGB"))
