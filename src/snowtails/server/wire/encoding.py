"""How messages are written: as JSON."""

import msgspec

_ENCODER = msgspec.json.Encoder()


def encoded(message: object) -> bytes:
    """Write a message as JSON."""
    return _ENCODER.encode(message)
