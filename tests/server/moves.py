"""Comparing the moves that a kernel writes with those that would be told one by one."""

import json

from snowtails.rules import Phase, Race
from snowtails.server.wire.encoding import encoded
from snowtails.server.wire.messages import move_message
from snowtails.server.wire.move_writer import LONGEST_MOVE, LONGEST_TURN, write_moves
from tests.rules.random_races import COURSES, STYLES, go_on


def driving(race: Race) -> list[int]:
    """Return the sleds whose moves can be told."""
    dealt = race.phase in (Phase.TURN, Phase.DISCARD)
    return [sled for sled in range(len(race.sleds)) if dealt and race.is_driving(sled)]


def expect_every_kind(races: int) -> None:
    """Compare the moves of so many races, among which is every kind that there is."""
    seen: set[object] = set()
    for seed, style in enumerate(sorted(STYLES) * (races // len(STYLES))):
        race = go_on(Race(COURSES[seed % len(COURSES)], 1 + seed % 5, seed=seed), seed, 30, style)
        for sled in driving(race):
            view = race.view(sled)
            told = json.loads(write_moves(view))
            assert told == json.loads(encoded(tuple(map(move_message, view.reach()))))
            for move in told:
                seen |= {*move, ("stop", move.get("stop"))}
                for dent in move.get("dents", ()):
                    seen |= {*dent, ("dent", dent["cause"])}
                assert len(encoded(move)) < LONGEST_MOVE // 2
                assert len(move["turn"]) < LONGEST_TURN // 2
    wanted = {"price", "drift", "bonus", "dents", "wrecked", "finished", "place", "draws"}
    wanted |= {"discards", "count", "limit"}
    stops = {("stop", each) for each in ("side", "sled", None)}
    assert wanted | stops | {("dent", each) for each in ("saplings", "speeding", "side")} <= seen
