"""Codes to scan: an address as a picture that phones can read."""

from functools import lru_cache
from io import BytesIO

import segno

from .assets import Asset

LONGEST_CODE = 700
"""Characters: with more, the squares are too small for the cameras of phones."""
_DENSE = 200
"""Characters from which on a code does without what mends a torn one, to stay coarse."""


@lru_cache(maxsize=256)
def code_to_scan(address: str) -> Asset:
    """Return an address as a picture.

    It is dark on white in every theme, with the margin that scanners need.
    """
    picture = BytesIO()
    mends = "l" if len(address) > _DENSE else None
    code = segno.make(address, micro=False, error=mends, boost_error=mends is None)
    code.save(picture, kind="svg", light="#fff", dark="#13222f", omitsize=True, xmldecl=False)
    return Asset(picture.getvalue(), "image/svg+xml")
