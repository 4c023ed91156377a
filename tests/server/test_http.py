"""Whole races over HTTP, and everything that people do around them."""

import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest

from snowtails.rules import read_record, verify
from snowtails.server.http.middleware import POLICY
from snowtails.server.session.lobby import LASTS
from snowtails.server.session.message_cache import MessageCache
from tests.server.serving import GENEROUS, Guest, ManualClock, Refusal, Serving, gentle, refused


@pytest.fixture(scope="module")
def serving(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    """A server that all tests share; they open tables of their own."""
    with Serving(f"sqlite:///{tmp_path_factory.mktemp('play') / 'snowtails.db'}") as found:
        yield found


@pytest.fixture
def fresh(tmp_path: Path) -> Iterator[Serving]:
    """A server of a test's own."""
    with Serving(f"sqlite:///{tmp_path / 'snowtails.db'}") as found:
        yield found


# -- whole races -----------------------------------------------------------------------------------


def test_a_person_races_bots_to_the_end(database: str) -> None:
    with Serving(database) as serving:
        anna = serving.guest("Anna")
        table = anna.open(course="nutcracker", seats=["me", "husky", "pup"], begin=True)
        view = anna.race(table, 0)
        assert view["race"]["phase"] == "over"
        assert len(view["race"]["standings"]) == 3
        record = read_record(anna.get(f"/api/tables/{table}/record"))
        assert record.mushers == ("Anna", "husky", "pup")
        assert all(finding.good for finding in verify(record))
        found = anna.get(f"/api/tables/{table}/verification")["findings"]
        assert all(finding["good"] for finding in found)
        assert len(found) >= 4
    with Serving(database) as again:
        anna_again = again.guest()
        anna_again.http.cookies = anna.http.cookies
        assert anna_again.view(table) == view, "the same after a restart"


def test_friends_bots_and_onlookers_race_at_one_table(serving: Serving) -> None:
    anna, ben, cleo = (serving.guest(name) for name in ("Anna", "Ben", "Cleo"))
    table = anna.open(course="srsrs", seats=["me", "open", "yearling"], listed=True, clock=3600)
    ben.post(f"/api/tables/{table}/seats/1/sit", added="c0ffee")
    with cleo.tab(table, after=0) as looking:
        anna.post(f"/api/tables/{table}/begin")
        with ThreadPoolExecutor() as pool:
            racing = [pool.submit(anna.race, table, 0), pool.submit(ben.race, table, 1)]
            ends = [each.result() for each in racing]
        assert ends[0]["race"]["standings"] == ends[1]["race"]["standings"]
        numbers = []
        for told in looking.messages():
            if told.event == "happened":
                numbers.append(told.id)
            if told.event == "view":
                assert told.data["choices"] is None
                assert not any(
                    "hand" in sled for sled in (told.data["race"] or {}).get("sleds", [])
                )
                if told.data["stage"] == "over":
                    break
        assert numbers == list(range(1, ends[0]["number"] + 1))


def test_bots_race_while_somebody_looks_on(serving: Serving) -> None:
    anna = serving.guest("Anna")
    table = anna.open(seats=["pup", "pup", "yearling"], begin=True)
    with serving.guest().tab(table) as tab:
        end = tab.next("view", lambda view: view["stage"] == "over")
    assert end["you"] == {"seats": [], "seat": None, "host": False, "invitations": {}}


def test_somebody_practises_alone(serving: Serving) -> None:
    anna = serving.guest("Anna")
    table = anna.open(seats=["me"], begin=True)
    assert anna.race(table, 0)["stage"] == "over"


# -- deciding --------------------------------------------------------------------------------------


def test_a_decision_sent_again_is_answered_the_same_and_played_once(serving: Serving) -> None:
    anna = serving.guest("Anna")
    table = anna.open(seats=["me"], begin=True)
    asks = anna.view(table)["asks"]
    first = anna.decide(table, 0, "@3", asks)
    number = anna.view(table)["number"]
    assert anna.decide(table, 0, "@3", asks) == first
    assert anna.view(table)["number"] == number
    with refused(409, "stale") as caught:
        anna.decide(table, 0, "@4", asks)
    assert (caught.value.body["number"], caught.value.body["asks"]) == (number, number)


def test_a_decision_sent_many_times_at_once_is_played_once(serving: Serving) -> None:
    anna = serving.guest("Anna")
    table = anna.open(seats=["me"], begin=True)
    asks = anna.view(table)["asks"]
    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(lambda _: anna.decide(table, 0, "@3", asks), range(8)))
    assert all(answer == answers[0] for answer in answers)
    assert anna.view(table)["number"] == answers[0]["number"]


def test_what_cannot_be_played_is_explained(serving: Serving) -> None:
    anna = serving.guest("Anna")
    table = anna.open(seats=["me"], begin=True)
    view = anna.view(table)
    with refused(422, "unreadable") as caught:
        anna.decide(table, 0, "dance", view["asks"])
    assert "as in 2L:>^>" in caught.value.body["message"]
    with refused(422, "illegal"):
        anna.decide(table, 0, "1LRB+", view["asks"])
    with refused(422, "invalid"):
        anna.post(f"/api/tables/{table}/seats/0/decisions", decision="@1")
    with refused(404, "no-seat"):
        anna.decide(table, 3, "@1", view["asks"])


def test_a_turn_is_previewed_with_the_reason_for_every_dent(serving: Serving) -> None:
    anna = serving.guest("Anna")
    table = anna.open(seats=["me"], begin=True)
    path = f"/api/tables/{table}/seats/0/preview"
    with refused(409, "not-on-track"):
        anna.get(path, turn="1L")
    anna.decide(table, 0, "@1", anna.view(table)["asks"])
    for outcome in anna.view(table)["choices"]["moves"]:
        found = anna.get(path, turn=outcome["turn"])
        assert found == outcome, "whoever has the view need not ask"


def test_hints_are_given_where_they_are_allowed(serving: Serving) -> None:
    anna = serving.guest("Anna")
    for hints in (True, False):
        table = anna.open(seats=["me"], begin=True, hints=hints)
        path = f"/api/tables/{table}/seats/0/hint"
        if hints:
            found = anna.get(path)
            anna.decide(table, 0, found["decision"], found["asks"])
        else:
            with refused(403, "no-hints"):
                anna.get(path)


# -- tables ----------------------------------------------------------------------------------------


def test_the_lobby_is_live(fresh: Serving) -> None:
    anna, ben = fresh.guest("Anna"), fresh.guest("Ben")
    with ben.tab(lobby=True, races=True) as tab:
        assert tab.next("lobby") == {"tables": [], "watch": []}
        assert tab.next("races") == {"races": []}
        table = anna.open(seats=["me", "open"], listed=True)
        (found,) = tab.next("lobby")["tables"]
        assert (found["table"], found["free"]) == (table, 1)
        assert ben.get("/api/tables")["tables"] == [found]
        ben.post(f"/api/tables/{table}/seats/1/sit")
        assert tab.next("lobby") == {"tables": [], "watch": []}
        (mine,) = tab.next("races")["races"]
        assert (mine["table"], mine["yours"], mine["your_turn"]) == (table, [1], False)
        anna.open(seats=["me", "open"])  # by link alone
        anna.post(f"/api/tables/{table}/begin")
        (watched,) = tab.next("lobby")["watch"]
        assert (watched["table"], watched["stage"], watched["round"]) == (table, "racing", 0)
        assert ben.get("/api/tables") == {"tables": [], "watch": [watched]}
        actor = anna.view(table)["race"]["actor"]
        mine = tab.next("races", lambda data: data["races"][0]["stage"] == "racing")["races"][0]
        assert mine["your_turn"] == (actor == 1)


@pytest.mark.parametrize("name", ["%00", "a%00b", "%ff", "x" * 64, "a.."])
def test_there_is_no_table_by_a_strange_name(serving: Serving, name: str) -> None:
    anna = serving.guest("Anna")
    with refused(404, "no-table"):
        anna.get(f"/api/tables/{name}/events")


def test_a_table_that_nobody_touches_leaves_the_lobby_by_itself(tmp_path: Path) -> None:
    clock = ManualClock()
    with Serving(f"sqlite:///{tmp_path / 'snowtails.db'}", clock=clock) as serving:
        anna = serving.guest("Anna")
        with anna.tab(lobby=True) as tab:
            tab.next("lobby")
            waiting = anna.open(seats=["me", "open"], listed=True)
            tab.next("lobby")
            racing = anna.open(seats=["me", "pup"], listed=True, begin=True)
            found = tab.next("lobby")
            assert [each["table"] for each in found["tables"]] == [waiting]
            assert [each["table"] for each in found["watch"]] == [racing]
            clock.advance(LASTS["racing"] + 1)
            assert tab.next("lobby", lambda data: not data["watch"])["tables"] == found["tables"]
            clock.advance(LASTS["waiting"] - LASTS["racing"])
            assert tab.next("lobby") == {"tables": [], "watch": []}


def test_seats_are_taken_by_invitation(serving: Serving) -> None:
    anna, ben = serving.guest("Anna"), serving.guest("Ben")
    table = anna.open(seats=["me", "invited"])
    with refused(403, "invitation"):
        ben.post(f"/api/tables/{table}/seats/1/sit", code="guess")
    code = anna.view(table)["you"]["invitations"]["1"]
    assert ben.view(table)["you"]["invitations"] == {}
    first = ben.post(f"/api/tables/{table}/seats/1/sit", code=code)
    assert ben.post(f"/api/tables/{table}/seats/1/sit", code=code) == first
    with refused(409, "seat-taken"):
        serving.guest("Cleo").post(f"/api/tables/{table}/seats/1/sit", code=code)


def test_the_same_key_opens_no_second_table(serving: Serving) -> None:
    anna = serving.guest("Anna")
    assert anna.open(key="k") == anna.open(key="k") != anna.open(key="other")
    assert serving.guest("Ben").open(key="k") != anna.open(key="k")
    assert len(anna.get("/api/races")["races"]) == 2


@pytest.mark.parametrize(
    ("wish", "code"),
    [
        ({"course": "no-such-course!"}, "course"),
        ({"course": "/etc/passwd"}, "course"),
        ({"course": "x.toml"}, "course"),
        ({"course": "ttt"}, "course"),
        ({"course": {"tiles": 1, "hazards": 9}}, "illegal"),
        ({"seats": []}, "invalid"),
        ({"seats": ["me"] * 6}, "invalid"),
        ({"seats": ["me", "me"]}, "hot-seat"),
        ({"seats": ["me", "os:system"]}, "no-musher"),
        ({"relief": "wolf"}, "no-musher"),
        ({"clock": 1}, "invalid"),
        ({"added": "xyz"}, "invalid"),
        ({"more": 1}, "invalid"),
    ],
)
def test_unfit_tables_are_refused(serving: Serving, wish: dict[str, object], code: str) -> None:
    with refused(422, code) as caught:
        serving.guest("Anna").open(**wish)
    assert caught.value.body["message"]


def test_courses_are_named_by_line_or_made_up(serving: Serving) -> None:
    anna = serving.guest("Anna")
    for course in ("srs", "nutcracker", {}, {"tiles": 6, "hazards": 2}):
        assert anna.view(anna.open(course=course))["options"]["course"]["line"]


def test_what_a_host_does(serving: Serving) -> None:
    anna, ben = serving.guest("Anna"), serving.guest("Ben")
    table = anna.open(seats=["me", "open", "open"])
    ben.post(f"/api/tables/{table}/seats/2/sit")
    with refused(409, "seats-free"):
        anna.post(f"/api/tables/{table}/begin")
    with refused(403, "not-host"):
        ben.post(f"/api/tables/{table}/begin", fill="pup")
    anna.post(f"/api/tables/{table}/begin", fill="pup")
    assert [seat["kind"] for seat in anna.view(table)["seats"]] == ["person", "musher", "person"]


def test_whoever_rises_before_the_race_frees_the_seat(fresh: Serving) -> None:
    anna = fresh.guest("Anna")
    table = anna.open(seats=["me", "open"], listed=True)
    anna.post(f"/api/tables/{table}/seats/0/leave")
    assert anna.view(table)["stage"] == "closed"
    assert anna.get("/api/tables") == {"tables": [], "watch": []}


def test_people_talk_and_the_host_can_mute_them(serving: Serving) -> None:
    anna, ben = serving.guest("Anna"), serving.guest("Ben")
    table = anna.open(seats=["me", "pup"])
    with anna.tab(table, after=0) as tab:
        ben.post(f"/api/tables/{table}/chat", text="<b>go</b> Anna", key="1")
        ben.post(f"/api/tables/{table}/chat", text="<b>go</b> Anna", key="1")
        said = tab.next("happened", lambda event: event["kind"] == "chatted")
        assert (said["name"], said["text"], said["seat"]) == ("Ben", "<b>go</b> Anna", None)
        anna.post(f"/api/tables/{table}/mute", seat=None)
        with refused(403, "muted"):
            ben.post(f"/api/tables/{table}/chat", text="go!", key="2")
        assert tab.next("happened")["kind"] == "muted"


def test_the_company_races_again(serving: Serving) -> None:
    anna, ben = serving.guest("Anna"), serving.guest("Ben")
    table = anna.open(seats=["me", "open", "pup"])
    ben.post(f"/api/tables/{table}/seats/1/sit")
    anna.post(f"/api/tables/{table}/begin")
    with refused(409, "not-over"):
        anna.post(f"/api/tables/{table}/rematch")
    with ThreadPoolExecutor() as pool:
        list(pool.map(lambda who: who[0].race(table, who[1]), [(anna, 0), (ben, 1)]))
    with refused(403, "not-seated"):
        serving.guest("Cleo").post(f"/api/tables/{table}/rematch")
    with ThreadPoolExecutor() as pool:
        found = list(pool.map(lambda who: who.post(f"/api/tables/{table}/rematch"), [anna, ben]))
    again = found[0]["table"]
    assert found[1]["table"] == again == ben.view(table)["rematch"]
    view = ben.view(again)
    assert view["rematch_of"] == table
    assert [seat["name"] for seat in view["seats"]] == ["Anna", "Ben", "pup"]
    ben.post(f"/api/tables/{again}/seats/1/sit", added="aa")
    ben.post(f"/api/tables/{again}/begin")


# -- seats -----------------------------------------------------------------------------------------


def test_a_hot_seat_shows_cards_only_when_its_curtain_is_lifted(serving: Serving) -> None:
    anna = serving.guest("Anna")
    wish = {"seats": ["me", {"name": "Ben"}], "hot_seat": True, "begin": True}
    table = anna.open(**wish)

    def hands() -> list[bool]:
        return ["hand" in sled for sled in anna.view(table)["race"]["sleds"]]

    with anna.tab(table) as tab:
        assert tab.next("view")["you"]["seat"] is None
        while (view := anna.view(table))["stage"] != "over":
            actor = view["race"]["actor"]
            assert hands() == [False, False]
            with refused(403, "curtain"):
                anna.decide(table, actor, "1L", view["asks"])
            for path in ("preview?turn=1L", "hint", "plan"):
                with refused(403, "curtain"):
                    anna.ask("GET", f"/api/tables/{table}/seats/{actor}/{path}")
            while view["race"]["actor"] == actor:
                lifted = anna.post(f"/api/tables/{table}/seats/{actor}/curtain", lifted=True)
                assert hands() == [actor == 0, actor == 1]
                assert tab.next("view", lambda seen: seen["you"]["seat"] is not None)
                done = anna.decide(table, actor, gentle(lifted), lifted["asks"])
                assert not any("cards" in drawn for drawn in done["event"]["drawn"])
                view = anna.view(table)
    with refused(403, "not-your-seat"):
        serving.guest("Cleo").post(f"/api/tables/{table}/seats/0/curtain", lifted=True)


def test_a_curtain_can_be_let_down(serving: Serving) -> None:
    anna = serving.guest("Anna")
    table = anna.open(seats=["me", {"name": "Ben"}], hot_seat=True, begin=True)
    path = f"/api/tables/{table}/seats/1/curtain"
    assert anna.post(path, lifted=True)["you"]["seat"] == 1
    assert anna.post(path, lifted=False)["you"]["seat"] is None


def test_half_a_surrogate_pair_is_refused_not_feared(serving: Serving) -> None:
    half = b'{"course": "\\udc7b"}'
    headers = {"content-type": "application/json"}
    with pytest.raises(Refusal) as caught:
        serving.guest("Anna").ask("POST", "/api/tables", content=half, headers=headers)
    assert caught.value.status == 422


def test_a_plan_is_kept_for_its_seat_alone(serving: Serving) -> None:
    anna, ben = serving.guest("Anna"), serving.guest("Ben")
    table = anna.open(seats=["me", "open"])
    path = f"/api/tables/{table}/seats/0/plan"
    assert anna.get(path) == {"plan": None}
    anna.put(path, turn="2L:>^", note="größer")
    assert anna.get(path) == {"plan": {"turn": "2L:>^", "note": "größer"}}
    for guest in (ben, serving.guest("Cleo")):
        with refused(403, "not-your-seat"):
            guest.get(path)
    with refused(401, "no-token"):
        serving.guest().get(path)
    with refused(422, "plan"):
        anna.put(path, turn="x" * 5000)


def test_a_seat_moves_to_another_device_and_the_old_one_loses_it(serving: Serving) -> None:
    anna, phone = serving.guest("Anna"), serving.guest("Phone")
    table = anna.open(seats=["me"], begin=True)
    code = anna.post(f"/api/tables/{table}/seats/0/recovery")["code"]
    with refused(403, "recovery"):
        phone.post(f"/api/tables/{table}/seats/0/recover", code="guess")
    first = phone.post(f"/api/tables/{table}/seats/0/recover", code=code)
    assert phone.post(f"/api/tables/{table}/seats/0/recover", code=code) == first
    asks = phone.view(table)["asks"]
    with refused(403, "not-your-seat"):
        anna.decide(table, 0, "@1", asks)
    phone.decide(table, 0, "@1", asks)
    assert anna.get("/api/races") == {"races": []}
    assert len(phone.get("/api/races")["races"]) == 1


# -- who asks --------------------------------------------------------------------------------------


def test_a_browser_has_a_name_and_programs_a_token(serving: Serving) -> None:
    anna = serving.guest("Anna")
    assert anna.get("/api/visitors/me")["name"] == "Anna"
    changed = {"name": "Änne", "dog": None, "colour": None}
    assert anna.put("/api/visitors/me", name="Änne") == changed
    assert anna.get("/api/visitors/me") == changed
    with refused(422, "name"):
        anna.put("/api/visitors/me", name="a,b")
    bot = serving.guest()
    token = bot.post("/api/visitors", name="Bot", bearer=True)["token"]
    assert not bot.http.cookies
    assert len(token) >= 43, "256 bits"
    bot.http.headers["authorization"] = f"Bearer {token}"
    assert bot.get("/api/visitors/me")["name"] == "Bot"


def test_the_cookie_is_kept_from_scripts_and_strange_sites(serving: Serving) -> None:
    response = serving.guest().http.post("/api/visitors", json={"name": "Anna"})
    cookie = response.headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=lax" in cookie
    assert response.json() == {"name": "Anna", "dog": None, "colour": None}


def test_forged_and_foreign_tokens_are_refused(serving: Serving) -> None:
    anna, ben = serving.guest("Anna"), serving.guest("Ben")
    table = anna.open(seats=["me", "open"])
    ben.post(f"/api/tables/{table}/seats/1/sit")
    anna.post(f"/api/tables/{table}/begin")
    asks = anna.view(table)["asks"]
    forged, nobody = serving.guest(), serving.guest()
    forged.http.headers["authorization"] = "Bearer " + "x" * 43
    for seat in (0, 1):
        stranger = ben if seat == 0 else anna
        for path, body in (
            ("decisions", {"decision": "@1", "answers": asks}),
            ("leave", {}),
            ("reins", {}),
            ("curtain", {"lifted": True}),
            ("recovery", {}),
        ):
            with refused(403, "not-your-seat"):
                stranger.post(f"/api/tables/{table}/seats/{seat}/{path}", **body)
            with refused(401, "unknown-token"):
                forged.post(f"/api/tables/{table}/seats/{seat}/{path}", **body)
            with refused(401, "no-token"):
                nobody.post(f"/api/tables/{table}/seats/{seat}/{path}", **body)
    with refused(401, "unknown-token"):
        forged.view(table)
    with refused(401, "unknown-token"), forged.tab(table):
        pass
    assert "anna" not in str(nobody.view(table)["you"])


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "http://127.0.0.1", ""])
def test_writes_from_strange_pages_are_refused(serving: Serving, origin: str) -> None:
    anna = serving.guest("Anna")
    anna.http.headers["origin"] = origin
    with refused(403, "origin"):
        anna.open()
    anna.http.headers["origin"] = serving.url
    anna.open()
    del anna.http.headers["origin"]
    anna.http.headers["sec-fetch-site"] = "cross-site"
    with refused(403, "origin"):
        anna.open()


def test_too_large_bodies_are_refused(serving: Serving) -> None:
    with refused(413, "body"):
        serving.guest("Anna").post("/api/visitors", name="x" * 20_000)


def test_what_cannot_be_read_is_refused_without_repeating_it(serving: Serving) -> None:
    anna = serving.guest("Anna")
    with refused(422, "invalid") as caught:
        anna.ask(
            "POST",
            "/api/visitors",
            content=b'{"name": <script>',
            headers={"content-type": "application/json"},
        )
    assert "script" not in str(caught.value.body)
    with refused(404, "no-page") as nothing:
        anna.get("/api/nothing")
    assert "/openapi.json lists all" in nothing.value.body["message"]
    with refused(405, "method") as method:
        anna.ask("DELETE", "/api/tables")
    assert "/openapi.json lists what each does" in method.value.body["message"]
    with refused(404, "no-table"):
        anna.view("nothing")


def test_an_unknown_field_is_named_with_those_that_are_known(serving: Serving) -> None:
    anna = serving.guest("Anna")
    with refused(422, "invalid") as seats:
        anna.post("/api/tables", seats=[{"kind": "you"}])
    said = seats.value.body["message"]
    assert said.startswith("seats[0]: Object contains unknown field `kind`; known are ")
    assert {"name", "colour"} <= set(said.partition("known are ")[2].split(", "))
    with refused(422, "invalid") as draft:
        anna.post("/api/courses/draft", line="srs")
    assert draft.value.body["message"].startswith("body: Object contains unknown field `line`; ")


@pytest.mark.parametrize(
    ("path", "known"),
    [
        ("library", "none"),
        ("puzzles", "theme"),
        ("stream", "table, after, lobby, races, changes"),
        ("tables/nowhere/events", "after"),
    ],
)
def test_an_unknown_parameter_is_named_with_those_that_are_known(
    serving: Serving, path: str, known: str
) -> None:
    with refused(422, "invalid") as caught:
        serving.guest("Anna").get(f"/api/{path}", sort="zzz")
    assert caught.value.body["message"] == f"query.sort: unknown parameter; known are {known}"
    assert caught.value.body["problems"][0]["where"] == "query.sort"


def test_a_decision_takes_no_parameters(serving: Serving) -> None:
    anna = serving.guest("Anna")
    table = anna.open(seats=["me"], begin=True)
    with refused(422, "invalid"):
        anna.post(f"/api/tables/{table}/seats/0/decisions?asks=3", decision="@1")


def test_a_fault_is_noted_and_shows_no_trace(
    serving: Serving, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    anna = serving.guest("Anna")
    table = anna.open()

    def broken(*_: object) -> None:
        raise RuntimeError("secret detail")

    monkeypatch.setattr("snowtails.server.session.message_cache.view_message", broken)
    monkeypatch.setattr(serving.hub.sessions[table], "_messages", MessageCache())
    with caplog.at_level("ERROR", "snowtails.server"), refused(500, "fault") as caught:
        anna.view(table)
    assert "secret" not in str(caught.value.body)
    noted = [record for record in caplog.records if record.name == "snowtails.server"]
    assert [str(record.exc_info[1]) for record in noted if record.exc_info] == ["secret detail"]
    reference = caught.value.body["reference"]
    assert [vars(record)["facts"]["reference"] for record in noted] == [reference]
    assert reference in caught.value.body["message"]
    assert "content-security-policy" in caught.value.headers
    assert "snowtails_faults_total 1.0" in anna.get("/metrics")


# -- limits and the watch --------------------------------------------------------------------------


def test_whoever_asks_too_often_is_told_when_to_come_back(tmp_path: Path) -> None:
    limits = replace(
        GENEROUS,
        opening_rate=0.001,
        opening_burst=3,
        streams_of_one=2,
        streams_of_address=3,
        tables=1,
    )
    with Serving(f"sqlite:///{tmp_path / 'snowtails.db'}", limits=limits) as serving:
        anna = serving.guest("Anna")
        anna.open()
        with refused(429, "tables"):
            anna.open()
        with refused(429, "rate") as caught:
            anna.open()
        assert int(caught.value.headers["retry-after"]) > 1
        onlooker = serving.guest()
        with anna.tab(lobby=True), anna.tab(lobby=True):
            with refused(429, "streams"), anna.tab():
                pass
            with onlooker.tab(lobby=True), refused(429, "streams"), onlooker.tab():
                pass


def test_a_quiet_stream_shows_that_the_server_is_there(tmp_path: Path) -> None:
    limits = replace(GENEROUS, heartbeat=0.05)
    database = f"sqlite:///{tmp_path / 'snowtails.db'}"
    with Serving(database, limits=limits) as serving, serving.guest().tab(lobby=True) as tab:
        assert "event: beat" in tab.response.iter_lines()


def test_the_server_can_be_watched(fresh: Serving) -> None:
    guest = fresh.guest("Anna")
    assert guest.get("/health")["status"] == "ok"
    assert guest.get("/ready")["status"] == "ok"
    table = guest.open()
    with guest.tab(table) as tab:
        tab.next("view")
        text = guest.get("/metrics")
    assert re.search(r'requests_total\{method="POST",route="/api/tables",status="201"\} 1.0', text)
    assert "snowtails_streams 1.0" in text
    assert "snowtails_tables_awake 1.0" in text
    assert table not in text


def test_the_page_is_protected(serving: Serving) -> None:
    response = serving.guest().http.get("/")
    assert response.headers["content-security-policy"] == POLICY
    assert "unsafe" not in POLICY
    assert response.headers["x-content-type-options"] == "nosniff"
    assert "Snow Tails" in response.text
    assert serving.guest().get("/openapi.json")["paths"]["/api/tables"]


def test_an_unknown_address_is_a_page_for_browsers_and_json_for_programs(serving: Serving) -> None:
    http = serving.guest().http
    browser = "text/html,application/xhtml+xml,*/*;q=0.8"
    shown = http.get("/races/of-old", headers={"accept": browser})
    assert (shown.status_code, shown.headers["content-type"]) == (404, "text/html; charset=utf-8")
    assert 'src="/assets/' in shown.text
    for path, accept in (("/races/of-old", "*/*"), ("/api/nothing", browser)):
        told = http.get(path, headers={"accept": accept})
        assert (told.status_code, told.json()["code"]) == (404, "no-page")


def test_courses_and_mushers_are_listed(serving: Serving) -> None:
    guest: Guest = serving.guest()
    listed = guest.get("/api/courses")["courses"]
    assert {"nutcracker", "whole-box"} <= {course["name"] for course in listed}
    assert guest.get("/api/courses/srs")["tiles"] == ["straight", "corner-right", "straight"]
    assert guest.get("/api/courses/srs/drawing", theme="dark").startswith("<svg")
    assert guest.get("/api/mushers")["mushers"][-1] == "togo"
    with refused(422, "course"):
        guest.get("/api/courses/zzz")


def test_a_stopping_server_tells_when_to_come_back(tmp_path: Path) -> None:
    with Serving(f"sqlite:///{tmp_path / 'snowtails.db'}") as serving:
        guest = serving.guest("Anna")
        with guest.tab(guest.open()) as tab:
            tab.next("view")
            serving.server.should_exit = True
            assert tab.next("bye") == {"back_in": 3}
            assert tab.retry == 3000


@pytest.mark.clause("SETUP-1")
def test_a_colour_that_is_taken_or_unknown_is_refused(serving: Serving) -> None:
    anna, ben, cleo = (serving.guest(name) for name in ("Anna", "Ben", "Cleo"))
    table = anna.open(seats=[{"colour": "teal"}, "open", "open"])
    number = anna.view(table)["number"]
    sit = f"/api/tables/{table}/seats/1/sit"
    with pytest.raises(Refusal) as taken:
        ben.post(sit, colour="teal")
    assert (taken.value.status, taken.value.code) == (409, "colour-taken")
    message = "teal is taken; free are charcoal, blue, vermilion, orchid"
    assert taken.value.body["message"] == message
    with pytest.raises(Refusal) as unknown:
        ben.post(sit, colour="pink")
    assert (unknown.value.status, unknown.value.code) == (422, "invalid")
    assert unknown.value.body["message"].startswith("colour: ")
    assert "choose one of blue, charcoal, orchid, teal, vermilion" in unknown.value.body["message"]
    assert anna.view(table)["number"] == number, "nobody sat down"
    with pytest.raises(Refusal) as opening:
        anna.open(seats=[{"colour": "blue"}, {"name": "Ben", "colour": "blue"}], hot_seat=True)
    assert opening.value.code == "colour-taken"
    ben.post(sit, colour="orchid")
    cleo.post(f"/api/tables/{table}/seats/2/sit")
    assert [seat["colour"] for seat in anna.view(table)["seats"]] == ["teal", "orchid", "charcoal"]
    anna.post(f"/api/tables/{table}/begin")
    colours = [seat["colour"] for seat in anna.view(table)["seats"]]
    assert colours == ["teal", "orchid", "charcoal"]
