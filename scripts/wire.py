"""Write what follows from the declared messages: the page's types, and tables of the documentation.

python -m scripts.wire           # write them
python -m scripts.wire --check   # say what is behind
"""

import argparse
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Literal, get_args, get_origin

import msgspec
from fastapi.routing import APIRoute
from msgspec import inspect as declared

from snowtails.rules.move import CLAUSE_OF
from snowtails.server.http.app import make_app
from snowtails.server.http.routes import host
from snowtails.server.wire import (
    answer_types,
    build_types,
    library_types,
    puzzle_types,
    solo_types,
    types,
)
from snowtails.server.wire.declarations import UNIONS, field_notes, structs

ROOT = Path(__file__).parents[1]
TYPES = ROOT / "src" / "snowtails" / "web" / "core" / "types.d.ts"
CONSTANTS = TYPES.with_name("wire-constants.js")
DOCUMENT = ROOT / "docs" / "http-api.md"

ALIASES: dict[str, tuple[Any, ...]] = {
    name: get_args(value)
    for module in (types, answer_types, solo_types, build_types, library_types, puzzle_types)
    for name, value in vars(module).items()
    if get_origin(value) is Literal
}
"""Sets of values that have a name of their own."""

Names = Mapping[str, str]

PAGE_NAMES = {
    "Answer": "Done",
    "Event": "Happening",
    "HappenedSoloDecided": "SoloHappening",
    "RaceView": "View",
    "SoloState": "SoloRaceState",
    "View": "AnyView",
}
"""What the page calls some of them; browsers have events of their own."""

FILLED_IN = (types.Move, types.Dent)
"""What the page makes whole: it puts in what was left out because it has its usual value."""

PAGE_FIELDS = {"Move": ("The last space of its way; the page puts it in.", "end: Space")}
"""What the page adds to some of them when it hears them."""


# -- TypeScript ------------------------------------------------------------------------------------


def page_types() -> str:
    """Return the types of all messages for the page."""
    parts = [
        "/** Made by scripts/wire.py from the messages that the server declares; do not edit. */\n",
        'export * from "./page";\n',
        "export type Space = string;",
    ]
    parts += [f"export type {name} = {_literals(value)};" for name, value in ALIASES.items()]
    for name, union in UNIONS.items():
        members = " | ".join(_page_name(each.__name__) for each in union.__args__)
        # Fields that some of them lack are undefined there.
        parts.append(f"export type {_page_name(name)} = Flat<{members}>;")
    parts += map(_interface, structs())
    return "\n".join(parts) + "\n"


def _interface(struct: type[msgspec.Struct]) -> str:
    info = declared.type_info(struct)
    assert isinstance(info, declared.StructType)
    notes = field_notes(struct)
    about = " ".join((struct.__doc__ or "").split())
    lines = [f"\n/** {about} */", f"export interface {_page_name(struct.__name__)} {{"]
    if info.tag_field is not None:
        lines.append(f"  {info.tag_field}: {_literal(info.tag)};")
    for field in info.fields:
        if field.name in notes:
            lines.append(f"  /** {notes[field.name]} */")
        optional = "" if field.required or struct in FILLED_IN else "?"
        lines.append(f"  {field.encode_name}{optional}: {_typescript(field.type)};")
    if added := PAGE_FIELDS.get(struct.__name__):
        lines += [f"  /** {added[0]} */", f"  {added[1]};"]
    return "\n".join([*lines, "}"])


def _page_name(name: str) -> str:
    return PAGE_NAMES.get(name, name)


def page_constants() -> str:
    """Return what the page knows of messages: usual values, which are left out, and clauses."""
    lines = [
        "/** Made by scripts/wire.py from the messages that the server declares; do not edit. */",
        "",
    ]
    for struct in FILLED_IN:
        info = declared.type_info(struct)
        assert isinstance(info, declared.StructType)
        usual = {
            field.encode_name: field.default
            for field in info.fields
            if field.default is not msgspec.NODEFAULT
        }
        written = ", ".join(f"{name}: {_literal(value)}" for name, value in usual.items())
        lines += [f"/** What is left out of a {struct.__name__} where it is usual. */"]
        lines += [f"export const USUAL_{struct.__name__.upper()} = {{ {written} }};"]
    clauses = ", ".join(f'{cause}: "{clause}"' for cause, clause in CLAUSE_OF.items())
    lines += ["/** The clause of the rules by which dents fall, for each cause. */"]
    lines += [f"export const CLAUSE_OF = {{ {clauses} }};"]
    return "\n".join(lines) + "\n"


def _typescript(info: declared.Type, names: Names = PAGE_NAMES) -> str:
    """Return a type as TypeScript writes it."""
    match info:
        case declared.Metadata(extra={"part_of": structs}):
            return f"Partial<{_named_union(structs, names) or _either(structs, names)}>"
        case declared.Metadata(type=inner):
            return _typescript(inner, names)
        case declared.StructType(cls=cls):
            return names.get(cls.__name__, cls.__name__)
        case declared.UnionType(types=members):
            structs = [each.cls for each in members if isinstance(each, declared.StructType)]
            if (union := _named_union(structs, names)) is None:
                return " | ".join(dict.fromkeys(_typescript(each, names) for each in members))
            rest = [each for each in members if not isinstance(each, declared.StructType)]
            return " | ".join([union, *(_typescript(each, names) for each in rest)])
        case declared.LiteralType(values=values):
            return _named_literals(values) or _literals(values)
        case declared.VarTupleType(item_type=item) | declared.ListType(item_type=item):
            each = _typescript(item, names)
            return f"({each})[]" if " | " in each else f"{each}[]"
        case declared.TupleType(item_types=items):
            return f"[{', '.join(_typescript(each, names) for each in items)}]"
        case declared.DictType(value_type=value):
            return f"Record<string, {_typescript(value, names)}>"
        case declared.IntType() | declared.FloatType():
            return "number"
        case declared.StrType():
            return "string"
        case declared.BoolType():
            return "boolean"
        case declared.NoneType():
            return "null"
        case declared.AnyType():
            return "any"
    raise TypeError(f"TypeScript has no word for {info}")


def _named_union(structs: Sequence[type], names: Names) -> str | None:
    found = (name for name, union in UNIONS.items() if set(structs) == set(union.__args__))
    return next((names.get(name, name) for name in found), None)


def _either(structs: Sequence[type], names: Names) -> str:
    return " | ".join(names.get(each.__name__, each.__name__) for each in structs)


def _named_literals(values: tuple[Any, ...]) -> str | None:
    return next((name for name, alias in ALIASES.items() if set(alias) == set(values)), None)


def _literals(values: tuple[Any, ...]) -> str:
    return " | ".join(map(_literal, values))


def _literal(value: object) -> str:
    return msgspec.json.encode(value).decode()


# -- documentation ---------------------------------------------------------------------------------


def document() -> str:
    """Return the documentation of the API with its tables written anew."""
    text = DOCUMENT.read_text("utf-8")
    tables = {"requests": _requests(), "host": _for_the_host(), "messages": _messages()}
    for name, table in tables.items():
        begin, end = f"<!-- {name}: made by scripts/wire.py -->", f"<!-- end of {name} -->"
        found = re.compile(f"{re.escape(begin)}.*?{re.escape(end)}", re.DOTALL)
        if not found.search(text):
            raise SystemExit(f"{DOCUMENT} has no place for the {name}: {begin} … {end}")
        text = found.sub(lambda _, told=f"{begin}\n{table}\n{end}": told, text)  # type: ignore[misc]
    return text


def _requests() -> str:
    lines = ["| request | body | answer | what it does |", "|---|---|---|---|"]
    paths = make_app("sqlite:///unused").openapi()["paths"]
    for path, methods in paths.items():
        for method, operation in methods.items():
            body = _schema_name(operation.get("requestBody", {}))
            good = next(each for status, each in operation["responses"].items() if status < "3")
            told = operation.get("description", "").split("\n\n")[0]
            sent = f"[{body}](#{body.lower()})" if body else ""
            answer = _schema_name(good)
            shown = f"[{answer}](#{answer.lower()})" if answer else _media(good)
            lines.append(f"| `{method.upper()} {path}` | {sent} | {shown} | {told} |")
    return "\n".join(lines)


def _for_the_host() -> str:
    """Return the requests that are in no schema, because none but the host can ask."""
    lines = [
        f"| `{method} {route.path}` | {route.description} |"
        for route in host.router.routes
        if isinstance(route, APIRoute)
        for method in route.methods or ()
    ]
    return "\n".join(["| request | what it does |", "|---|---|", *lines])


def _schema_name(part: dict[str, Any]) -> str:
    schema = part.get("content", {}).get("application/json", {}).get("schema", {})
    return str(schema.get("$ref", "")).rpartition("/")[2]


def _media(part: dict[str, Any]) -> str:
    """Return what kind of text or picture is answered, and the messages that a stream has."""
    told = []
    for media, content in part.get("content", {}).items():
        kinds = [each["properties"] for each in content["schema"].get("oneOf", ())]
        data = [kind["data"]["contentSchema"].get("$ref", "") for kind in kinds]
        names = [name for ref in data if (name := ref.rpartition("/")[2])]
        links = ", ".join(f"[{name}](#{name.lower()})" for name in names)
        told.append(f"{media}: {links}" if links else media)
    return ", ".join(told)


def _messages() -> str:
    parts = []
    for name, union in UNIONS.items():
        members = ", ".join(
            f"[{each.__name__}](#{each.__name__.lower()})" for each in union.__args__
        )
        parts.append(f"### {name}\n\nOne of {members}.\n")
    parts += map(_message, structs())
    return "\n".join(parts)


def _message(struct: type[msgspec.Struct]) -> str:
    info = declared.type_info(struct)
    assert isinstance(info, declared.StructType)
    lines = [f"### {struct.__name__}\n", f"{' '.join((struct.__doc__ or '').split())}\n"]
    lines += ["| field | type | |", "|---|---|---|", *_rows(struct, info)]
    return "\n".join(lines) + "\n"


def _rows(struct: type[msgspec.Struct], info: declared.StructType) -> Iterator[str]:
    notes = field_notes(struct)
    if info.tag_field is not None:
        yield f"| `{info.tag_field}` | `{_literal(info.tag)}` | |"
    for field in info.fields:
        optional = "" if field.required else "?"
        kind = _typescript(field.type, {}).replace("|", "\\|")
        yield f"| `{field.encode_name}{optional}` | `{kind}` | {notes.get(field.name, '')} |"


# -- writing ---------------------------------------------------------------------------------------


def _made() -> dict[Path, str]:
    return {TYPES: page_types(), CONSTANTS: page_constants(), DOCUMENT: document()}


def behind() -> list[Path]:
    """Return the files that do not tell what is declared."""
    made = _made()
    return [path for path, text in made.items() if path.read_text("utf-8") != text]


def main() -> None:
    """Write the files, or check them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="write nothing; fail if one is behind")
    if parser.parse_args().check:
        for path in (found := behind()):
            print(f"{path} is behind: run python -m scripts.wire", file=sys.stderr)
        sys.exit(bool(found))
    for path, text in _made().items():
        path.write_text(text, "utf-8")


if __name__ == "__main__":
    main()
