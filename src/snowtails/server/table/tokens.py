"""Tokens and codes: random, told once, kept only as hashes."""

import hashlib
import hmac
import secrets

RECOVERY_LASTS = 24 * 3600.0
"""Seconds for which a recovery link can be used, of a seat or of a visitor."""


def new_token() -> str:
    """Return a new token of 256 random bits that fits in links and cookies."""
    return secrets.token_urlsafe(32)


def hashed(token: str) -> str:
    """Return what is kept of a token. It is too long to be guessed, so one hash is enough."""
    return hashlib.sha256(token.encode()).hexdigest()


def derived(key: str, *parts: str) -> str:
    """Return 128 bits that follow from a key and some words, as hexadecimal."""
    return hmac.digest(key.encode(), "\n".join(parts).encode(), "sha256")[:16].hex()


def same(one: str, other: str) -> bool:
    """Compare two secrets without telling by the time how much of them agrees."""
    return hmac.compare_digest(one.encode(), other.encode())
