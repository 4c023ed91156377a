"""The mushers that race against people."""

from fastapi import APIRouter, Response

from ....mushers import OFFERED
from ...wire.answer_types import Mushers
from ..declaring import PROBLEMS, tells
from ..responses import plain

router = APIRouter(prefix="/api", responses=PROBLEMS)


@router.get("/mushers", **tells(Mushers))
async def mushers() -> Response:
    """List the mushers that race against people, from the weakest to the strongest."""
    return plain(Mushers(mushers=tuple(OFFERED)))
