"""Decisions and streams are answered in front of the framework just as behind it."""

from typing import Any

import pytest

from snowtails.server.http import declaring, dependencies, direct_routes
from tests.server.serving import Guest, Serving, gentle


def answers(guest: Guest, table: str, seat: str, **more: Any) -> tuple[int, Any, dict[str, str]]:
    """Return what a decision is answered with, but for the time of day."""
    path = f"/api/tables/{table}/seats/{seat}/decisions"
    response = guest.http.post(path, **more)
    headers = {name: value for name, value in response.headers.items() if name != "date"}
    return response.status_code, response.json(), headers


def test_decisions_are_answered_alike(serving: Serving, monkeypatch: pytest.MonkeyPatch) -> None:
    direct: list[str] = []
    real = direct_routes._decide

    async def noted(request: Any, table: str, seat: int) -> Any:
        direct.append(table)
        return await real(request, table, seat)

    monkeypatch.setattr(direct_routes, "_decide", noted)
    anna, ben, stranger = serving.guest("Anna"), serving.guest("Ben"), serving.guest()
    table = anna.open(seats=["me"], begin=True)
    view = anna.view(table)
    played = {"decision": gentle(view), "answers": view["asks"]}
    asked: list[tuple[Guest, str, str, dict[str, Any]]] = [
        (anna, table, "0", {"json": played}),
        (anna, table, "0", {"json": played}),
        (anna, table, "0", {"json": played | {"answers": 1}}),
        (anna, table, "0", {"json": played | {"decision": "9L"}}),
        (anna, table, "0", {"json": {"decision": 3}}),
        (anna, table, "0", {"content": b"[", "headers": {"content-type": "application/json"}}),
        (anna, table, "3", {"json": played}),
        (anna, "nowhere", "0", {"json": played}),
        (ben, table, "0", {"json": played}),
        (stranger, table, "0", {"json": played}),
        (anna, table, "0", {"json": played, "headers": {"origin": "http://evil.example"}}),
        (anna, table, "0", {"json": played, "headers": {"authorization": "Bearer unknown"}}),
    ]
    statuses = set()
    for guest, name, seat, more in asked:
        # Written with a zero in front it is the same seat, but not what the direct route expects.
        ways = [answers(guest, name, each, **more) for each in (seat, f"0{seat}")]
        assert ways[0] == ways[1]
        statuses.add(ways[0][0])
    assert statuses == {200, 401, 403, 404, 409, 422}
    assert len(direct) == len(asked) - 1, "a strange page does not even get there"
    assert 'route="/api/tables/{table}/seats/{seat}/decisions"' in anna.get("/metrics")


@pytest.mark.parametrize("yes", ["true", "1"])
def test_streams_tell_alike(serving: Serving, yes: str) -> None:
    anna = serving.guest("Anna")
    table = anna.open(seats=["me"], begin=True)
    view = anna.view(table)
    with anna.tab(table, changes=yes, lobby=yes, races=yes, after=1) as tab:
        assert tab.response.headers["content-type"] == "text/event-stream; charset=utf-8"
        assert tab.response.headers["content-security-policy"]
        assert tab.next("happened")["number"] == 2
        assert tab.next("view") == view
        assert tab.next("races")["races"][0]["table"] == table
        anna.decide(table, 0, gentle(view), view["asks"])
        assert tab.next("changed")["number"] == view["number"] + 1
    serving.wait_for_streams(table, 0)


@pytest.mark.parametrize("topics", [{"after": "-1"}, {"lobby": "perhaps"}, {"table": "x" * 65}])
def test_what_a_stream_cannot_be_about_is_refused(serving: Serving, topics: Any) -> None:
    response = serving.guest().http.get("/api/stream", params=topics)
    assert (response.status_code, response.json()["code"]) == (422, "invalid")


def calls(dependant: Any) -> set[Any]:
    """Return all functions that the framework would call before a route's own."""
    found = {each.call for each in dependant.dependencies}
    return found.union(*(calls(each) for each in dependant.dependencies))


def test_nothing_is_left_out_of_what_routes_depend_on() -> None:
    routes = direct_routes.DirectRoutes(None)  # type: ignore[arg-type]
    who = {dependencies.hub_of, dependencies.visitor_or_none}
    assert calls(routes._stream.dependant) == who
    deciding = calls(routes._decide.dependant)
    (body,) = (call for call in deciding if call.__module__ == declaring.__name__)
    assert deciding == who | {dependencies.session_of, dependencies.visitor_known, body}
