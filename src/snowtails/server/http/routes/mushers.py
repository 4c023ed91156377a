"""Mushers, told and drawn."""

from functools import lru_cache
from importlib import resources
from typing import Annotated

from fastapi import APIRouter, Request, Response
from fastapi import Path as InPath

from ....mushers import LADDER, OFFERED
from ...errors import NotFound
from ...wire.answer_types import Mushers
from ..assets import Asset
from ..operations import PROBLEMS, tells
from ..responses import AN_HOUR, kept, plain

router = APIRouter(prefix="/api", responses=PROBLEMS)


@router.get("/mushers", **tells(Mushers))
async def mushers() -> Response:
    """List the mushers that race against people, from the weakest to the strongest."""
    return plain(Mushers(mushers=tuple(OFFERED)))


@lru_cache(maxsize=32)
def portrait(musher: str) -> Asset | None:
    """Return the face of a musher, if it was drawn."""
    drawn = resources.files("snowtails.mushers") / "faces" / f"{musher}.svg"
    return Asset(drawn.read_bytes(), "image/svg+xml") if drawn.is_file() else None


@router.get("/mushers/{musher}/face", **tells(media="image/svg+xml"))
def musher_drawn(request: Request, musher: Annotated[str, InPath(max_length=40)]) -> Response:
    """Draw the face of a musher as SVG; empty (204) if nobody has drawn it yet."""
    if musher not in LADDER:
        raise NotFound("no-musher", f"there is no musher {musher!r}")
    face = portrait(musher)
    return kept(request, face, AN_HOUR) if face else Response(status_code=204)
