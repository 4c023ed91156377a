"""The faces of mushers: drawings, which need no rules and so are there from the first moment."""

from functools import cache
from pathlib import Path
from typing import Annotated

from fastapi import APIRouter, Request, Response
from fastapi import Path as InPath

from ...errors import NotFound
from ..assets import Asset
from ..declaring import PROBLEMS, tells
from ..responses import AN_HOUR, kept

router = APIRouter(prefix="/api", responses=PROBLEMS)

# By its path: to import the mushers is to wait for what they are compiled with.
FACES = Path(__file__).parents[3] / "mushers" / "faces"


@cache
def portraits() -> dict[str, Asset]:
    """Return the faces of all mushers by name, read once."""
    return {path.stem: Asset(path.read_bytes(), "image/svg+xml") for path in FACES.glob("*.svg")}


@router.get("/mushers/{musher}/face", **tells(media="image/svg+xml"))
async def musher_drawn(request: Request, musher: Annotated[str, InPath(max_length=40)]) -> Response:
    """Draw the face of a musher as SVG."""
    face = portraits().get(musher)
    if face is None:
        raise NotFound("no-musher", f"there is no musher {musher!r}")
    return kept(request, face, AN_HOUR)
