"""Talk at a table: reactions, chat, and who watches."""

import pytest

from tests.server.serving import ManualClock, Serving, refused
from tests.server.visiting import NOON


def test_reactions_are_called_once_and_not_too_often(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    clock = ManualClock(NOON)
    path = tmp_path_factory.mktemp("reactions") / "snowtails.db"
    with Serving(f"sqlite:///{path}", clock=clock) as serving:
        anna, ben = serving.guest("Anna"), serving.guest("Ben")
        table = anna.open(seats=["me", "open"])
        call = f"/api/tables/{table}/reactions"
        done = anna.post(call, reaction="howl", key="1")
        assert done["event"] | {"at": 0} == {
            "kind": "reacted",
            "number": done["number"],
            "at": 0,
            "name": "Anna",
            "reaction": "howl",
            "seat": 0,
        }
        assert anna.post(call, reaction="howl", key="1") == done, "the same again is called once"
        with refused(429, "reactions"):
            anna.post(call, reaction="ouch", key="2")
        assert ben.post(call, reaction="ouch", key="2")["event"]["seat"] is None
        clock.advance(2.0)
        anna.post(call, reaction="ouch", key="2")
        with refused(422, "invalid"):
            anna.post(call, reaction="rude", key="3")
        anna.post(f"/api/tables/{table}/mute")
        clock.advance(2.0)
        with refused(403, "muted"):
            ben.post(call, reaction="ouch", key="4")
        with refused(401, "no-token"):
            serving.guest().post(call, reaction="ouch", key="5")


def test_reactions_leave_the_chat_its_room(serving: Serving) -> None:
    from snowtails.server.errors import Conflict
    from snowtails.server.table.participants import MOST_REACTIONS
    from tests.server.company import company

    table, now = company("anna", "pup"), 10_000.0
    for number in range(MOST_REACTIONS):
        table = table.after(table.react("anna", "Anna", "howl", str(number), now + 2 * number))
    with pytest.raises(Conflict, match="calls"):
        table.react("anna", "Anna", "howl", "one more", now + 2 * MOST_REACTIONS)
    assert table.chat("anna", "Anna", "We can still talk.", "k", now)


def test_who_watches_is_told(database: str) -> None:
    with Serving(database) as serving:
        anna, ben, nobody = serving.guest("Anna"), serving.guest("Ben"), serving.guest()
        table = anna.open(seats=["me", "pup"])
        with anna.tab(table) as tab, ben.tab(table), nobody.tab(table):
            told = tab.next("presence", lambda each: each["onlookers"] == 2)
            assert told["watching"] == ["Ben"]
