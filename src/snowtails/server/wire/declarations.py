"""What is declared about messages, for whoever describes them: schemas, types, documentation."""

import ast
import inspect
import re
from collections.abc import Iterator
from functools import cache
from types import ModuleType, UnionType
from typing import Any

import msgspec
import msgspec.inspect

from . import (
    answer_types,
    build_types,
    change_types,
    coach_types,
    duplicate_types,
    event_types,
    host_types,
    library_types,
    puzzle_types,
    replay_types,
    requests,
    solo_types,
    types,
    visitor_types,
)
from .change_types import PART, REFERENCE

MODULES: tuple[ModuleType, ...] = (
    types,
    event_types,
    replay_types,
    answer_types,
    solo_types,
    change_types,
    visitor_types,
    build_types,
    library_types,
    coach_types,
    puzzle_types,
    duplicate_types,
    host_types,
    requests,
)

View = types.RaceView | solo_types.SoloView
AnyReplay = replay_types.Replay | solo_types.SoloReplay
Event = (
    event_types.HappenedOpened
    | event_types.HappenedSat
    | event_types.HappenedRose
    | event_types.HappenedFilled
    | event_types.HappenedBegan
    | event_types.HappenedDecided
    | event_types.HappenedHandedOver
    | event_types.HappenedTookBack
    | event_types.HappenedChatted
    | event_types.HappenedReacted
    | event_types.HappenedMuted
    | event_types.HappenedRecoveryOffered
    | event_types.HappenedMoved
    | event_types.HappenedClosed
    | event_types.HappenedRematched
    | solo_types.HappenedSoloOpened
    | solo_types.HappenedRoundBegan
    | solo_types.HappenedSoloDecided
)


class Answer(types.Message, frozen=True):
    """What a command did; the same again is answered the same."""

    table: str
    number: int
    event: Event | None
    """Null if nothing had to be done."""


class Events(types.Message, frozen=True):
    """What happened at a table."""

    number: int
    """The number of the last event."""
    events: tuple[Event, ...]


UNIONS: dict[str, UnionType] = {"View": View, "Event": Event, "AnyReplay": AnyReplay}
"""Unions that have a name of their own."""


def structs() -> list[type[msgspec.Struct]]:
    """Return all declared messages and requests, in the order of their declaration."""
    found: list[type[msgspec.Struct]] = []
    bases = (types.Message, event_types.Happening, requests.Request)
    for module in (*MODULES, inspect.getmodule(Answer)):
        assert module is not None
        found += [
            each
            for each in vars(module).values()
            if isinstance(each, type)
            and issubclass(each, types.Message | requests.Request)
            and each.__module__ == module.__name__
            and each not in bases
        ]
    return found


@cache
def field_notes(struct: type[msgspec.Struct]) -> dict[str, str]:
    """Return what is written below each field of a struct, those of its bases included."""
    notes: dict[str, str] = {}
    for base in reversed(struct.__mro__):
        if not issubclass(base, types.Message | requests.Request):
            continue
        body = ast.parse(inspect.getsource(base)).body[0]
        assert isinstance(body, ast.ClassDef)
        for field, below in zip(body.body, body.body[1:], strict=False):
            if (
                isinstance(field, ast.AnnAssign)
                and isinstance(field.target, ast.Name)
                and isinstance(below, ast.Expr)
                and isinstance(below.value, ast.Constant)
                and isinstance(below.value.value, str)
            ):
                notes[field.target.id] = " ".join(below.value.value.split())
    return notes


@cache
def choices_of(field: str) -> tuple[str, ...]:
    """Return what a field of requests may be, if it is one of a few words, such as a colour."""
    for struct in structs():
        if issubclass(struct, requests.Request) and field in struct.__struct_fields__:
            declared = msgspec.inspect.type_info(struct)
            assert isinstance(declared, msgspec.inspect.StructType)
            kind = next(each.type for each in declared.fields if each.name == field)
            for member in _alternatives(kind):
                if isinstance(member, msgspec.inspect.LiteralType):
                    return tuple(map(str, member.values))
    return ()


def fields_at(request: type[msgspec.Struct], where: str) -> tuple[str, ...]:
    """Return the fields that a request knows at a path such as `seats[0]`; "" is its top.

    >>> fields_at(requests.RatingRequest, "")
    ('stars',)
    """
    kinds = [msgspec.inspect.type_info(request)]
    for step in re.findall(r"[^.\[\]]+|\[.*?\]", where):
        kinds = [below for kind in kinds for below in _below(kind, step)]
    return tuple(field.encode_name for kind in kinds for field in _fields(kind))


def _alternatives(kind: msgspec.inspect.Type) -> tuple[msgspec.inspect.Type, ...]:
    return kind.types if isinstance(kind, msgspec.inspect.UnionType) else (kind,)


def _fields(kind: msgspec.inspect.Type) -> Iterator[msgspec.inspect.Field]:
    for each in _alternatives(kind):
        if isinstance(each, msgspec.inspect.StructType):
            yield from each.fields


def _below(kind: msgspec.inspect.Type, step: str) -> Iterator[msgspec.inspect.Type]:
    """Give the types one step further down a path: of a field, or of what is in a list."""
    for each in _alternatives(kind):
        if step.startswith("["):
            yield from (getattr(each, name) for name in _ITEMS if hasattr(each, name))
    yield from (field.type for field in _fields(kind) if field.encode_name == step)


_ITEMS = ("item_type", "value_type")
"""What lists, and tables of values, call the type of what is in them."""


def components() -> dict[str, Any]:
    """Return the JSON schema of everything declared, by name."""
    declared = structs()
    _, found = msgspec.json.schema_components([*declared], ref_template=REFERENCE)
    for struct in declared:
        schema = found[struct.__name__]
        for name, note in field_notes(struct).items():
            if name in schema.get("properties", {}):
                schema["properties"][name] = _noted(schema["properties"][name], note)
    for name, union in UNIONS.items():
        (schema,), _ = msgspec.json.schema_components([union], ref_template=REFERENCE)
        found[name] = schema
    for struct in (change_types.Changes, change_types.ChangedRows):
        for field in _fields(msgspec.inspect.type_info(struct)):
            for each in _partly_told(field.type):
                found[PART.format(name=each.__name__)] = _partial(found[each.__name__])
    return found


def _partly_told(kind: msgspec.inspect.Type) -> tuple[type[msgspec.Struct], ...]:
    """Return the messages of which a field, or each entry of it, has some of the fields."""
    match kind:
        case msgspec.inspect.Metadata(extra={"part_of": structs}):
            return tuple(structs)
        case msgspec.inspect.DictType(value_type=value):
            return _partly_told(value)
    return ()


def _partial(schema: dict[str, Any]) -> dict[str, Any]:
    """Return the schema of some of the fields of a message: what is not there is as it was."""
    name = schema["title"]
    fields = {
        field: {key: value for key, value in each.items() if key != "default"}
        for field, each in schema["properties"].items()
    }
    about = f"Some of the fields of {name}."
    title = PART.format(name=name)
    return {"title": title, "description": about, "type": "object", "properties": fields}


def _noted(schema: dict[str, Any], note: str) -> dict[str, Any]:
    # What stands beside a reference is not read by all tools.
    if "$ref" in schema:
        return {"allOf": [schema], "description": note}
    return {**schema, "description": note}


def reference(of: Any) -> dict[str, Any]:
    """Return the schema that refers to a declared message."""
    name = next((name for name, union in UNIONS.items() if union == of), None)
    return {"$ref": REFERENCE.format(name=name or of.__name__)}
