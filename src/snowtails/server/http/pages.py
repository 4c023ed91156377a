"""The page: one shell for all its addresses, and the files of `snowtails/web`."""

from functools import cache
from importlib import resources
from pathlib import Path

from fastapi import FastAPI, Request, Response
from starlette.exceptions import HTTPException

from .assets import Assets
from .responses import FOR_GOOD, kept

PAGES = (
    "/",
    "/race/{table}",
    "/replay",
    "/replay/{table}",
    "/learn",
    "/help",
    "/lobby",
    "/friends",
    "/season",
    "/solo",
    "/solo/{game}",
    "/daily",
)
"""Addresses of the page: one shell for all of them, which looks at the address itself."""


@cache
def page_assets() -> Assets:
    """Return the files of the page, read once."""
    return Assets(Path(str(resources.files("snowtails"))) / "web")


def missing_page(request: Request) -> Response | None:
    """Return the page for somebody whose browser asks for an unknown address; None for programs."""
    reads_pages = "text/html" in request.headers.get("accept", "")
    if not reads_pages or request.url.path.startswith(("/api/", "/assets/")):
        return None
    shell = page_assets().shell
    return Response(shell.data, 404, {"cache-control": "no-store"}, media_type=shell.media_type)


def mount_page(app: FastAPI) -> None:
    """Serve the page."""
    assets = page_assets()

    async def shell(request: Request) -> Response:
        return kept(request, assets.shell, "no-cache")

    for path in PAGES:
        app.get(path, include_in_schema=False)(shell)

    @app.get("/assets/{content}/{name:path}", include_in_schema=False)
    async def asset(request: Request, content: str, name: str) -> Response:
        found = assets.find(content, name)
        if found is None:
            raise HTTPException(404)
        return kept(request, found, FOR_GOOD)
