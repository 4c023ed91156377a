"""What has changed of a view, so that streams need not tell the whole again."""

from typing import Any

import msgspec
from msgspec import UNSET
from msgspec.structs import astuple

from .change_types import ChangedRows, Changes
from .declarations import View

LISTS = set(ChangedRows.__struct_fields__)
"""Lists of a race, of which only what has changed is told, field by field."""


def changes_message(before: View, now: View) -> Changes:
    """Tell the fields of a view that have other values now; of its race, those of the race."""
    view = _changed(before, now)
    view.pop("number", None)
    race: dict[str, Any] = {}
    lists: dict[str, Any] = {}
    if "race" in view and before.race is not None and now.race is not None:
        del view["race"]
        race = _changed(before.race, now.race)
        for name in race.keys() & LISTS:
            then, after = getattr(before.race, name), race[name]
            if len(then) == len(after):
                del race[name]
                lists[name] = _changed_rows(then, after)
    rows = ChangedRows(**lists) if lists else UNSET
    return Changes(number=now.number, view=view or UNSET, race=race or UNSET, lists=rows)


def _changed_rows(
    before: tuple[msgspec.Struct, ...], now: tuple[msgspec.Struct, ...]
) -> dict[str, dict[str, Any]]:
    pairs = enumerate(zip(before, now, strict=True))
    return {str(n): _changed(then, after) for n, (then, after) in pairs if then != after}


def _changed(before: msgspec.Struct, now: msgspec.Struct) -> dict[str, Any]:
    fields = zip(now.__struct_fields__, astuple(now), astuple(before), strict=True)
    return {name: value for name, value, then in fields if value != then}
