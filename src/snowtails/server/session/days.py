"""Which day it is, for daily trails, puzzles and streaks; what tries at a trail are called."""

from datetime import UTC, date, datetime

from ..table.tokens import derived
from .hub import Hub


def today(hub: Hub) -> date:
    """Return the date, everywhere on earth the same: by the server's clock, in UTC."""
    return datetime.fromtimestamp(hub.clock.now(), UTC).date()


def try_at(holder: str, day: date, attempt: int) -> str:
    """Return the name of the table at which a visitor tries a daily trail, from 1 on."""
    return derived(holder, "daily", day.isoformat(), str(attempt))
