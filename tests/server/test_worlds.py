"""Two worlds that differ only in what a seat may not know: every channel tells the same bytes."""

import logging
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

import pytest

from snowtails.server.table.race_table import RaceTable
from tests.server.company import WorldDeal, entropy_of, racing
from tests.server.serving import GENEROUS, Guest, ManualClock, Serving, gentle
from tests.server.worlds import note_questions

PARTS = ["", "/presence", "/events", "/record", "/verification", "/season"]
PARTS += ["/replay", "/analysis", "/picture"]
LISTS = ("/api/tables", "/api/races", "/api/visitors/me/history")
PARTS_OF_SEATS = ["plan", "preview?turn=1L", "preview?turn=5LRB%2B", "preview?turn=2B"]
PARTS_OF_SEATS += ["hint", "coach"]


class World:
    """A server at which anna looks on her own cards, and ben drives two other sleds."""

    def __init__(self, serving: Serving) -> None:
        self.serving = serving
        self.asked = note_questions(serving.hub)
        self.anna, self.ben, self.cleo = (serving.guest(n) for n in ("Anna", "Ben", "Cleo"))
        seats = ["me", "open", "open"]
        self.table = self.anna.open(course="srsrs", seats=seats, listed=True, hot_seat=True)
        for seat in (1, 2):
            self.ben.post(f"/api/tables/{self.table}/seats/{seat}/sit", name=f"Ben {seat}")
        self.anna.put(f"/api/tables/{self.table}/seats/0/plan", turn="2L")

    @property
    def inside(self) -> RaceTable:
        return self.serving.hub.sessions[self.table].race_table

    def legal(self) -> list[str]:
        return [str(decision) for decision in racing(self.inside).decisions]

    def decide(self, decision: str) -> None:
        seat = self.inside.actor
        assert seat is not None
        if seat:
            self.ben.post(f"/api/tables/{self.table}/seats/{seat}/curtain", lifted=True)
        who = self.ben if seat else self.anna
        who.decide(self.table, seat, decision, self.inside.asks)

    def told(self, guest: Guest) -> list[tuple[int, list[tuple[str, str]], bytes]]:
        """Return the answers to everything that somebody can ask for.

        But pages of links, which name the server's port: `worlds` compares them.
        """
        path = f"/api/tables/{self.table}"
        asks, actor = self.inside.asks, self.inside.actor
        requests: list[tuple[str, str, object]] = [
            *(("GET", path + part, None) for part in PARTS),
            *(("GET", each, None) for each in LISTS),
            *(
                ("GET", f"{path}/seats/{seat}/{part}", None)
                for seat in range(4)
                for part in PARTS_OF_SEATS
            ),
            *(
                ("POST", f"{path}/seats/{seat}/decisions", {"decision": text, "answers": answers})
                for seat in range(3)
                for text in ("1LRB+", "x1", "@9", "5L:<<<<<<<<", "5LRB")
                for answers in (asks, asks - 1, 999)
                if seat != 0 or actor != 0 or text != "5LRB"
            ),
            ("POST", f"{path}/seats/1/curtain", {"lifted": True}),
            ("POST", f"{path}/begin", {"fill": "wolf"}),
            ("POST", f"{path}/reactions", {"reaction": "howl", "key": f"{asks}"}),
        ]
        answers = [guest.http.request(method, each, json=body) for method, each, body in requests]
        return [
            (a.status_code, [pair for pair in a.headers.items() if pair[0] != "date"], a.content)
            for a in answers
        ]


@pytest.mark.usefixtures("unpainted")
@pytest.mark.parametrize("other", [1, 2])
def test_two_worlds_are_told_alike_on_every_channel(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    other: int,
) -> None:
    monkeypatch.setattr("snowtails.server.table.race_table.SecretDeal", WorldDeal)
    caplog.set_level(logging.WARNING)
    with ExitStack() as opened:
        worlds = [
            World(
                opened.enter_context(
                    Serving(
                        f"sqlite:///{tmp_path / f'{world}.db'}",
                        clock=ManualClock(),
                        # Signs of life hang on how fast the machine is.
                        limits=replace(GENEROUS, heartbeat=1e6),
                        entropy=entropy_of(world),
                    )
                )
            )
            for world in (0, other)
        ]
        one, two = worlds
        tabs = [
            opened.enter_context(guest.tab(world.table, after=0, lobby=True, races=True))
            for world in worlds
            for guest in (world.anna, world.cleo)
        ]
        for tab in tabs:
            tab.next("races")  # lists are read from the store: before the race, in each world
        for world in worlds:
            world.anna.post(f"/api/tables/{world.table}/begin")
        steps = differed = 0
        while racing(one.inside).view(0) == racing(two.inside).view(0):
            for tab in tabs:
                tab.next("view", lambda view: view["number"] == one.inside.number)
            assert tabs[0].texts == tabs[2].texts
            assert tabs[1].texts == tabs[3].texts
            if steps in (0, 2, 4, 7, 10):
                assert one.told(one.anna) == two.told(two.anna)
                assert one.told(one.cleo) == two.told(two.cleo)
                assert one.asked == two.asked
            differed += racing(one.inside).state.tobytes() != racing(two.inside).state.tobytes()
            both = [decision for decision in one.legal() if decision in two.legal()]
            if not both or one.inside.actor is None:
                break
            choice = gentle(one.anna.view(one.table)) if one.inside.actor == 0 else both[-1]
            for world in worlds:
                world.decide(choice)
            steps += 1
        assert differed > 3
        assert one.asked, "hint and coach had something to think about"
        assert not caplog.records
