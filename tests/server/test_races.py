"""Whole races over HTTP, and their decisions."""

from concurrent.futures import ThreadPoolExecutor

from snowtails.rules import read_record, verify
from tests.server.serving import Serving, refused

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
