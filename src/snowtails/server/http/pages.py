"""The page: one shell for all its addresses, and the files of `snowtails/web`."""

import json
from functools import cache
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING

from fastapi import FastAPI, Request, Response
from starlette.exceptions import HTTPException

from ..store.errors import StoreDown
from .assets import MEDIA_TYPES, Asset, Assets
from .rated_routes import rated
from .responses import FOR_GOOD, kept, picture
from .share.cards import card_of, tags
from .share.png import Pictures
from .share.words import Say, language_of

if TYPE_CHECKING:
    from ..session.hub import Hub  # which compiles the mushers; pages are there before

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
    "/build",
    "/courses",
    "/courses/{key}",
    "/build/print",
    "/you",
    "/duplicate",
    "/duplicate/{duplicate}",
    "/puzzles",
    "/puzzles/{puzzle}",
)
"""Addresses of the page: one shell for all of them, which looks at the address itself."""


@cache
def page_assets() -> Assets:
    """Return the files of the page, read once."""
    return Assets(Path(str(resources.files("snowtails"))) / "web")


ICON_SIZES = (192, 512)
ICON_GROUND = "#003099"
"""The colour around a maskable icon, that of the icon's own ground."""

MANIFEST = {
    "id": "/",
    "name": "Snow Tails",
    "short_name": "Snow Tails",
    "description": "Husky-sled racing for 2 to 5 players.",
    "start_url": "/",
    "scope": "/",
    "display": "standalone",
    "background_color": "#F4F8FB",
    "theme_color": "#F4F8FB",
    "categories": ["games"],
    "icons": [
        {
            "src": f"/icons/{size}{'' if purpose == 'any' else '-maskable'}.png",
            "sizes": f"{size}x{size}",
            "type": "image/png",
            "purpose": purpose,
        }
        for size in ICON_SIZES
        for purpose in ("any", "maskable")
    ],
}
"""How the page is installed as an app."""

OFFLINE = """<!doctype html>
<html lang="{language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Snow Tails</title>
<link rel="icon" href="{assets}/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="{assets}/style/tokens.css">
<link rel="stylesheet" href="{assets}/style/page.css">
<link rel="stylesheet" href="{assets}/style/winter.css">
<script type="module" src="{assets}/core/server-return.js"></script>
</head>
<body>
<main class="offline winter">
<div class="error-card">
<img src="{assets}/icon.svg" width="72" height="72" alt="">
<h1>{title}</h1>
<p>{needs}</p>
<p>{kept}</p>
<p><a class="button go" href="">{again}</a></p>
</div>
</main>
</body>
</html>
"""


def _masked(svg: str) -> str:
    """Return an icon that fills its square: systems cut it to a shape of their own."""
    inside = svg.replace("<svg ", '<svg x="10" y="10" width="80" height="80" ', 1)
    ground = f'<rect width="100" height="100" fill="{ICON_GROUND}"/>'
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">{ground}{inside}</svg>'


def base_of(request: Request) -> str:
    """Return by which address the server is reached: one of its own, whatever the request says."""
    asked = f"{request.url.scheme}://{request.url.netloc}"
    known: frozenset[str] = request.app.state.origins()
    if not known or asked in known:
        return asked
    # The address to hand round is the one that was given: behind a proxy it is the secure one.
    return min(known, key=lambda each: (not each.startswith("https:"), "127.0.0.1" in each, each))


def missing_page(request: Request) -> Response | None:
    """Return the page for somebody whose browser asks for an unknown address; None for programs."""
    reads_pages = "text/html" in request.headers.get("accept", "")
    if not reads_pages or request.url.path.startswith(("/api/", "/assets/")):
        return None
    shell = page_assets().shell
    return Response(shell.data, 404, {"cache-control": "no-store"}, media_type=shell.media_type)


def mount_page(app: FastAPI) -> None:
    """Serve the page, and keep what is painted: its icons and the pictures behind links."""
    assets = page_assets()
    app.state.pictures = Pictures()

    @rated("costly-unless-shipped")
    async def shell(request: Request) -> Response:
        say = Say(language_of(request.headers.get("accept-language", "")))
        hub: Hub | None = getattr(request.app.state, "hub", None)
        try:
            card = await card_of(hub, request.url.path, request.query_params, say)
        except StoreDown:  # the page says so itself, and comes back
            card = await card_of(None, request.url.path, {}, say)
        address = request.url.path + (f"?{request.url.query}" if request.url.query else "")
        written = tags(card, base_of(request), address, say.language)
        response = kept(request, assets.shell_with(written, say.language), "no-cache")
        response.headers["vary"] = "accept-encoding, accept-language"
        return response

    for path in PAGES:
        app.get(path, include_in_schema=False)(shell)

    @app.get("/manifest.webmanifest", include_in_schema=False)
    async def manifest(request: Request) -> Response:
        asset = Asset(json.dumps(MANIFEST).encode(), MEDIA_TYPES[".webmanifest"])
        return kept(request, asset, "no-cache")

    @app.get("/service-worker.js", include_in_schema=False)
    async def service_worker(request: Request) -> Response:
        return kept(request, assets.service_worker(), "no-cache")

    @app.get("/offline", include_in_schema=False)
    async def offline(request: Request) -> Response:
        say = Say(language_of(request.headers.get("accept-language", "")))
        told = {key: say(f"offline.{key}") for key in ("title", "needs", "kept", "again")}
        page = OFFLINE.format(language=say.language, assets=f"/assets/{assets.hash}", **told)
        return kept(request, Asset(page.encode(), assets.shell.media_type), "no-cache")

    @app.get("/icons/{name}.png", include_in_schema=False)
    @rated("costly")
    async def icon(request: Request, name: str) -> Response:
        """Paint the icon of the installed page, by its size; `maskable` ones fill their square."""
        size, _, shape = name.partition("-")
        if size not in map(str, ICON_SIZES) or shape not in ("", "maskable"):
            raise HTTPException(404)

        def drawn() -> str:
            svg = assets.files["icon.svg"].data.decode()
            return _masked(svg) if shape else svg

        png = await request.app.state.pictures.png(("icon", name), drawn, int(size))
        return picture(png, 30 * 24 * 3600)

    @app.get("/assets/{content}/{name:path}", include_in_schema=False)
    @rated("free")  # a page needs a hundred of them at once, and all are in memory
    async def asset(request: Request, content: str, name: str) -> Response:
        found = assets.find(content, name)
        if found is None:
            raise HTTPException(404)
        return kept(request, found, FOR_GOOD)
