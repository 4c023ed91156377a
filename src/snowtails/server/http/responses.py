"""What is answered, and how long it may be kept."""

from fastapi import Request, Response

from ..wire.encoding import encoded
from .assets import Asset

A_YEAR = 365 * 24 * 3600
AN_HOUR = "public, max-age=3600"
FOR_GOOD = f"public, max-age={A_YEAR}, immutable"


def plain(message: object, status: int = 200) -> Response:
    """Answer with JSON that nobody keeps."""
    data = message if isinstance(message, bytes) else encoded(message)
    headers = {"cache-control": "no-store"}
    return Response(data, status, headers, media_type="application/json")


def kept(request: Request, asset: Asset, keeping: str) -> Response:
    """Answer with something that browsers may keep, zipped for those who accept it."""
    headers = {"cache-control": keeping, "vary": "accept-encoding"}
    data = asset.data
    if "gzip" in request.headers.get("accept-encoding", ""):
        headers["content-encoding"], data = "gzip", asset.zipped
    return Response(data, headers=headers, media_type=asset.media_type)


def picture(png: bytes, seconds: int) -> Response:
    """Answer with a picture that other sites may show, for that is what it is for."""
    headers = {
        "cache-control": f"public, max-age={seconds}",
        "cross-origin-resource-policy": "cross-origin",
        "vary": "accept-language",
    }
    return Response(png, headers=headers, media_type="image/png")


def as_json(message: object) -> Asset:
    """Write a message as something that can be zipped."""
    return Asset(encoded(message), "application/json")
