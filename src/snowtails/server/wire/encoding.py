"""How messages are written: as JSON."""

import json


def encoded(message: object) -> bytes:
    """Write a message as JSON."""
    return json.dumps(message, ensure_ascii=False, separators=(",", ":")).encode()
