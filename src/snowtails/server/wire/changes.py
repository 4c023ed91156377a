"""What has changed of a view, so that streams need not tell the whole again."""

from typing import Any

import msgspec

from .declarations import View
from .types import Changes


def changes_message(before: View, now: View) -> Changes:
    """Tell the fields of a view that have other values now; of the race's, those of its own."""
    view = _changed(before, now)
    view.pop("number", None)
    race: dict[str, Any] = {}
    sleds: dict[str, Any] = {}
    if "race" in view and before.race is not None and now.race is not None:
        del view["race"]
        race = _changed(before.race, now.race)
        if "sleds" in race:
            del race["sleds"]
            pairs = zip(before.race.sleds, now.race.sleds, strict=True)
            sleds = {str(n): after for n, (then, after) in enumerate(pairs) if then != after}
    return Changes(number=now.number, view=view, race=race, sleds=sleds)


def _changed(before: msgspec.Struct, now: msgspec.Struct) -> dict[str, Any]:
    return {
        name: value
        for name in now.__struct_fields__
        if (value := getattr(now, name)) != getattr(before, name)
    }
