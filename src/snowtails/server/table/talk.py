"""`Talk`: what has been said at a table in one way, by chat or by calls, and how much may be."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from ..errors import LimitReached
from .events import Event, Said


@dataclass(frozen=True)
class Talk:
    """What was said in one way."""

    what: str
    """What is counted, as refusals name it."""
    code: str
    """Of the refusal once there is too much of it."""
    most: int
    most_of_onlookers: int
    every: float = 0.0
    """Seconds that somebody has to wait before the next."""
    numbers: Mapping[tuple[str, str], int] = field(default_factory=dict)
    """The number of each event, by who said it and under which key."""
    by_onlookers: int = 0
    """How many of them were said by whoever did not race then."""
    last: Mapping[str, float] = field(default_factory=dict)
    """When somebody spoke last."""

    def after(self, event: Event, said: Said, *, racing: bool) -> "Talk":
        """Return what was said in all, once something more is."""
        return replace(
            self,
            numbers={**self.numbers, (said.holder, said.key): event.number},
            by_onlookers=self.by_onlookers + (not racing),
            last={**self.last, said.holder: event.at},
        )

    def check_pace(self, holder: str, now: float) -> None:
        """Refuse whoever has spoken just now."""
        wait = self.last.get(holder, now - self.every) + self.every - now
        if wait > 0 and self.every:
            told = f"not so fast; you can call again in {wait:.1f} seconds"
            raise LimitReached("reactions", told, retry=max(1, round(wait)))

    def too_much(self, *, racing: bool) -> str:
        """Return why nothing more may be said by those who race, or by others; empty if it may."""
        if not racing and self.by_onlookers >= self.most_of_onlookers:
            return f"all but those who race have had their {self.most_of_onlookers} {self.what}"
        if len(self.numbers) >= self.most:
            return f"this table has had its {self.most} {self.what}"
        return ""
