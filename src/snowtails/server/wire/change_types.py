"""What has changed of a view, declared: parts of other messages, in which nothing is required."""

from typing import Annotated, Any

import msgspec
from msgspec import UNSET, Meta, UnsetType

from .solo_types import SoloState, SoloView
from .types import Lead, Message, RaceState, RaceView, Sled, Standing

REFERENCE = "#/components/schemas/{name}"
PART = "Partial{name}"
"""What the schema of a part of a message is called."""

Part = dict[str, Any]
"""Some of the fields of a message, by name: those that have other values now."""


def part_of(*messages: type[msgspec.Struct]) -> Meta:
    """Declare of which message something is a part, or of one of which."""
    names = (PART.format(name=each.__name__) for each in messages)
    schema = {"anyOf": [{"$ref": REFERENCE.format(name=name)} for name in names]}
    return Meta(extra={"part_of": messages}, extra_json_schema=schema)


class ChangedRows(Message, frozen=True):
    """What has changed in lists of a race, by place."""

    sleds: dict[str, Annotated[Part, part_of(Sled)]] | UnsetType = UNSET
    standings: dict[str, Annotated[Part, part_of(Standing)]] | UnsetType = UNSET
    leads: dict[str, Annotated[Part, part_of(Lead)]] | UnsetType = UNSET


class Changes(Message, frozen=True):
    """What has changed of a view since the message before; put it into what is known."""

    number: int
    view: Annotated[Part, part_of(RaceView, SoloView)] | UnsetType = UNSET
    """Fields of the view that have other values now, its race apart."""
    race: Annotated[Part, part_of(RaceState, SoloState)] | UnsetType = UNSET
    """Fields of its race that have other values now."""
    lists: ChangedRows | UnsetType = UNSET
    """What has changed in its sleds, standings and leads, if they are as many as before."""
