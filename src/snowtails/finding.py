"""`Finding`: what comes of looking closely at a record, a musher or an installation."""

from dataclasses import dataclass, field


@dataclass(frozen=True)
class Finding:
    """One thing that was looked at, and whether it is as it should be."""

    what: str
    good: bool
    code: str = field(default="", compare=False)
    """Names what was looked at, for programs and for those who say it in another language."""
    cards: int = field(default=0, compare=False)
    """How many cards were checked."""
