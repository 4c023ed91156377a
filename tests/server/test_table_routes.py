"""Tables over HTTP: the lobby, hosts and guests, and their seats."""

import json
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from snowtails.server.session.lobby import LASTS
from tests.server.serving import ManualClock, Refusal, Serving, gentle, refused

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
    ben.post(f"/api/tables/{table}/seats/1/sit", colour="teal", dog="miska")
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
    assert (view["seats"][1]["colour"], view["seats"][1]["dog"]) == ("teal", "miska")
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


def test_a_plan_is_read_as_every_other_body(serving: Serving) -> None:
    anna = serving.guest("Anna")
    path = f"/api/tables/{anna.open(seats=['me'])}/seats/0/plan"
    plan = {"turn": "2L:>^", "more": [{"deep": [1, None, "größer"]}]}
    for headers in ({}, {"content-type": "text/plain"}, {"content-type": "application/json"}):
        told = anna.ask("PUT", path, content=json.dumps(plan).encode(), headers=headers)
        assert told == anna.get(path) == {"plan": plan}
    for broken, code in (
        (b"", "invalid"),
        (b"{", "invalid"),
        (b"[]", "invalid"),
        (b"null", "invalid"),
        (b'{"a": NaN}', "invalid"),
        (b'{"a": "\xff"}', "plan"),
        (b'{"a": %s}' % (b"[" * 1500 + b"]" * 1500), "invalid"),
        (b'{"a": %s}' % (b"[" * 4000), "invalid"),
    ):
        with refused(422, code):
            anna.ask("PUT", path, content=broken)
    assert anna.get(path) == {"plan": plan}


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
