"""Codes to scan: an address as a picture that phones can read."""

from functools import lru_cache
from io import BytesIO

import segno

from .assets import Asset


@lru_cache(maxsize=256)
def code_to_scan(address: str) -> Asset:
    """Return an address as a picture.

    It is dark on white in every theme, with the margin that scanners need.
    """
    picture = BytesIO()
    code = segno.make(address, micro=False)
    code.save(picture, kind="svg", light="#fff", dark="#13222f", omitsize=True, xmldecl=False)
    return Asset(picture.getvalue(), "image/svg+xml")
