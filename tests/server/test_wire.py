"""The wire: every message is declared, and what is made of the declarations is up to date."""

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from jsonschema_rs import Validator, validator_for

from scripts.wire import behind, page_types
from snowtails import server
from snowtails.course import Course
from snowtails.server.http.app import make_app
from snowtails.server.http.declaring import PROBLEMS
from snowtails.server.http.error_handlers import STATUSES
from snowtails.server.session.duplicates import MOST_MUSHERS
from snowtails.server.table.solo import SoloTable
from snowtails.server.table.solo_events import SoloOpened
from snowtails.server.wire import types
from snowtails.server.wire.answer_types import Plan
from snowtails.server.wire.changes import LISTS, changes_message
from snowtails.server.wire.declarations import Answer, Event, Events, View, components, structs
from snowtails.server.wire.encoding import encoded
from snowtails.server.wire.joined import answer_json, events_json, lobby_json, plan_json
from snowtails.server.wire.messages import ONLOOKER, viewer_of
from snowtails.server.wire.views import event_message, summary_message, view_message
from tests.server.company import company, play_on
from tests.server.serving import Guest, Json, Serving, gentle, prudent


def test_what_is_made_of_the_declarations_is_up_to_date() -> None:
    assert behind() == [], "run python -m scripts.wire"


def test_the_page_is_promised_only_what_comes() -> None:
    """What has its usual value is left out, and the page puts it in for moves and dents alone."""
    made = page_types()
    for name, promised in [("HintReason", "turns?: number;"), ("Move", "price: number;")]:
        (fields,) = re.findall(
            rf"^export interface {name} {{(.*?)^}}", made, re.DOTALL | re.MULTILINE
        )
        assert f"  {promised}\n" in fields


def test_every_operation_says_what_it_answers() -> None:
    described = make_app("sqlite:///unused").openapi()
    for path, methods in described["paths"].items():
        for method, operation in methods.items():
            answers = operation["responses"]
            good = [answer for status, answer in answers.items() if status < "3"]
            assert all(answer.get("content") for answer in good), (method, path)
    ids = [each["operationId"] for ops in described["paths"].values() for each in ops.values()]
    assert len(set(ids)) == len(ids)
    references = set(_references(described))
    assert references <= {
        f"#/components/schemas/{name}" for name in described["components"]["schemas"]
    }


def _references(schema: object) -> "list[str]":
    if isinstance(schema, dict):
        own = [schema["$ref"]] if isinstance(schema.get("$ref"), str) else []
        return own + [found for value in schema.values() for found in _references(value)]
    if isinstance(schema, list):
        return [found for value in schema for found in _references(value)]
    return []


def test_operations_say_who_may_ask() -> None:
    described = make_app("sqlite:///unused").openapi()
    assert described["components"]["securitySchemes"].keys() == {"cookie", "bearer"}
    either: list[dict[str, list[str]]] = [{"cookie": []}, {"bearer": []}]
    told = {
        (method, path): operation.get("security")
        for path, methods in described["paths"].items()
        for method, operation in methods.items()
    }
    assert told["post", "/api/tables"] == either
    assert told["post", "/api/tables/{table}/seats/{seat}/decisions"] == either
    assert told["get", "/api/tables/{table}"] == told["get", "/api/stream"] == [*either, {}]
    assert told["get", "/api/courses"] is told["post", "/api/visitors"] is None


def test_operations_say_all_that_they_take_and_answer() -> None:
    described = make_app("sqlite:///unused").openapi()
    paths, schemas = described["paths"], described["components"]["schemas"]
    named = {each["name"]: each["in"] for each in paths["/api/stream"]["get"]["parameters"]}
    assert named.items() >= {("Last-Event-ID", "header"), ("table", "query")}
    assert schemas["DuplicateRequest"]["properties"]["mushers"]["maxItems"] == MOST_MUSHERS
    for path, media, schema in [
        ("/api/courses/{course}/picture", "image/png", {"type": "string", "format": "binary"}),
        ("/api/courses/{course}/drawing", "image/svg+xml", {"type": "string"}),
        ("/api/tables/{table}/record", "text/plain", {"type": "string"}),
    ]:
        assert paths[path]["get"]["responses"]["200"]["content"] == {media: {"schema": schema}}
    for methods in paths.values():
        for operation in methods.values():
            refusals = {status for status in operation["responses"] if status > "3"}
            assert refusals in ({*map(str, PROBLEMS)}, {"503"}, set()), operation["operationId"]
    assert {408, *STATUSES.values()} <= set(PROBLEMS)


def test_only_the_wire_the_log_and_the_peers_know_how_to_write() -> None:
    folder = Path(server.__path__[0])
    writes = re.compile(r"json\.(encode|Encoder)\(")
    found = {
        each.relative_to(folder)
        for each in folder.rglob("*.py")
        if writes.search(each.read_text("utf-8"))
    }
    among_servers = "session/peers.py"
    assert set(map(str, found)) == {"wire/encoding.py", "table/events.py", among_servers}


def test_every_message_has_a_schema() -> None:
    assert {struct.__name__ for struct in structs()} <= components().keys()


def checked(message: object, kind: Any) -> None:
    """Assert that a message is what its type declares, field by field."""
    data = encoded(message)
    again = msgspec.json.decode(data, type=kind)
    assert json.loads(encoded(again)) == json.loads(data)


def test_what_is_told_of_a_race_is_what_is_declared() -> None:
    table = company("anna", "ben", "pup", course="srsrs", clock=60)
    while table.actor is not None:
        for holder in ("anna", "ben", None):
            checked(view_message(table, viewer_of(table, holder)), View)
        checked(event_message(table, table.events[-1], ONLOOKER), Event)
        summary = summary_message(table)
        checked(summary, type(summary))
        play_on(table, 1)


def solo_table() -> SoloTable:
    opened = SoloOpened("anna", "Anna")
    course = Course.load("lone-wolf")
    events = SoloTable.opening("solo", opened, course, True, bytes(32), 0.0)
    return SoloTable.from_events("solo", events)


def test_what_is_told_of_a_solo_game_is_what_is_declared() -> None:
    table = solo_table()
    while table.stage == "racing":
        view = view_message(table, viewer_of(table, "anna"))
        checked(view, View)
        checked(event_message(table, table.events[-1], ONLOOKER), Event)
        decision = prudent(json.loads(encoded(view)))
        for event in table.decide(0, "anna", decision, table.asks, 0.0):
            table.apply(event)
    summary = summary_message(table)
    checked(summary, type(summary))


def test_joined_messages_are_written_like_whole_ones() -> None:
    table = company("anna", "ben", course="srsrs")
    play_on(table, 3)
    events = tuple(event_message(table, event, ONLOOKER) for event in table.events)
    last, summary = events[-1], summary_message(table)
    assert isinstance(summary, types.Summary)
    told: list[tuple[bytes, types.Message]] = [
        (events_json(7, map(encoded, events)), Events(number=7, events=events)),  # type: ignore[arg-type]
        (events_json(0, []), Events(number=0, events=())),
        (answer_json("a", 7, encoded(last)), Answer(table="a", number=7, event=last)),  # type: ignore[arg-type]
        (answer_json('"', 7, None), Answer(table='"', number=7, event=None)),
        (
            lobby_json([encoded(summary)], [encoded(summary)] * 2),
            types.Lobby(tables=(summary,), watch=(summary,) * 2),
        ),
        (lobby_json([], []), types.Lobby(tables=(), watch=())),
        (plan_json('{"turn":"2L"}'), Plan(plan={"turn": "2L"})),
        (plan_json(None), Plan(plan=None)),
    ]
    for joined, whole in told:
        assert joined == encoded(whole)
        checked(whole, type(whole))


def put_together(before: Any, changes: Any) -> Any:
    """Return the view that follows from one and what has changed of it, as clients do it."""
    after = before | changes.get("view", {}) | {"number": changes["number"]}
    if "race" in changes or "lists" in changes:
        after["race"] = before["race"] | changes.get("race", {})
        for name, places in changes.get("lists", {}).items():
            after["race"][name] = [
                each | places.get(str(n), {}) for n, each in enumerate(before["race"][name])
            ]
    return after


@pytest.mark.parametrize("holder", ["anna", "ben", None])
@pytest.mark.parametrize("third", ["cleo", "husky"])
def test_changes_lead_from_view_to_view(holder: str | None, third: str) -> None:
    table = company("anna", "ben", third, course="srsrs")
    known = json.loads(encoded(view_message(table, viewer_of(table, holder))))
    sizes = []
    while table.actor is not None:
        before = view_message(table, viewer_of(table, holder))
        play_on(table, 1)
        now = view_message(table, viewer_of(table, holder))
        changes = encoded(changes_message(before, now))
        known = put_together(known, json.loads(changes))
        assert known == json.loads(encoded(now))
        sizes.append((len(changes), len(encoded(now))))
    assert sum(small for small, _ in sizes) < sum(whole for _, whole in sizes)


@pytest.fixture(scope="module")
def changes_schema() -> Validator:
    """The schema of changes, which takes no field that it does not declare."""
    schemas = make_app("sqlite:///unused").openapi()["components"]["schemas"]
    for name, each in schemas.items():
        if name.startswith("Partial") or name in {"Changes", "ChangedRows"}:
            each["additionalProperties"] = False
    reference = {"$ref": "#/components/schemas/Changes"}
    return validator_for(reference | {"components": {"schemas": schemas}})


def listened(guest: Guest, table: str, choose: Callable[[Json], str]) -> Iterator[Json]:
    """Play a table with one person's seat to its end; give what the stream tells has changed."""
    view: Json = {}
    with guest.tab(table, changes="true") as tab:
        for told in tab.messages():
            if told.event == "changed":
                yield told.data
                view = put_together(view, told.data)
            elif told.event == "view":
                view = told.data
            else:
                continue
            if view["stage"] != "racing":
                break
            if view["choices"]["decisions"]:
                guest.decide(table, 0, choose(view), view["asks"])
    assert view == guest.view(table)


def test_what_streams_tell_has_changed_is_what_is_declared(
    serving: Serving, changes_schema: Validator
) -> None:
    guest = serving.guest("Anna")
    race = guest.open(course="srs", seats=["me", "pup", "husky"], begin=True)
    game = guest.post("/api/solo", course="lone-wolf")["table"]
    told = []
    for table, choose in ((race, gentle), (game, prudent)):
        for changes in listened(guest, table, choose):
            changes_schema.validate(changes)
            told.append(changes)
    assert {name for each in told for name in each.get("lists", ())} == LISTS


@pytest.mark.parametrize(
    "wrong",
    [
        {"view": {"stage": "over", "score": 3}},
        {"race": {"round": "2"}},
        {"race": {"weather": "snow"}},
        {"lists": {"sleds": {"0": {"space": 1}}}},
        {"lists": {"dogs": {}}},
    ],
)
def test_changes_that_are_not_declared_are_noticed(wrong: Json, changes_schema: Validator) -> None:
    assert not changes_schema.is_valid({"number": 7, **wrong})


def test_nothing_is_put_in_for_what_has_not_changed() -> None:
    """A client that fills in usual values would take a view apart."""
    for name, schema in components().items():
        if name.startswith("Partial"):
            assert "required" not in schema
            assert not any("default" in field for field in schema["properties"].values()), name


def test_streams_say_which_message_each_of_their_events_has() -> None:
    paths = make_app("sqlite:///unused").openapi()["paths"]
    declared = {
        path: {
            each["properties"]["event"]["const"]: each["properties"]["data"]["contentSchema"]
            for each in content["schema"]["oneOf"]
        }
        for path, methods in paths.items()
        if (content := methods.get("get", {}).get("responses", {}).get("200", {}))
        and (content := content["content"].get("text/event-stream"))
    }
    told = {path: sorted(events) for path, events in declared.items()}
    assert told == {
        "/api/courses/{course}/certificate": ["beat", "certificate"],
        "/api/tables/{table}/seats/{seat}/coach": ["beat", "coach"],
        "/api/tables/{table}/analysis": ["analysis", "beat"],
        "/api/stream": [
            *("beat", "bye", "changed", "happened", "lobby", "presence", "races", "view"),
        ],
    }
    assert declared["/api/stream"]["view"] == {"$ref": "#/components/schemas/View"}
