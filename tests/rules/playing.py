"""Turns played in tests: previewed, played, and both compared."""

from collections import Counter
from typing import Any

from snowtails.rules import Move, Phase, Race, Sled, Status


def play(race: Race, turn: str, drawn: str | None = None, **expected: Any) -> Move:
    """Play a turn, and check that its preview is as expected and came true.

    Expected are fields of the preview; `dents` as counts by cause.
    """
    sled = race.actor
    assert sled is not None
    before, seen = race.sleds[sled], race.preview(turn)
    dents: Counter[str] = Counter()
    for dent in seen.dents:
        dents[dent.cause] += dent.count
    found = {name: dict(dents) if name == "dents" else getattr(seen, name) for name in expected}
    assert found == expected
    race.play(turn, None if drawn is None else map(int, drawn))
    assert_came_true(race, before, seen)
    return seen


def assert_came_true(race: Race, before: Sled, seen: Move) -> None:
    """Assert that the turn last played did what its preview said."""
    after, draws = race.sleds[seen.sled], race.log[-1].drawn
    dogs = [
        seen.turn.value if place in seen.turn.places else held
        for place, held in zip("LRB", (before.left, before.right, before.brake), strict=True)
    ]
    assert [after.left, after.right, after.brake] == dogs
    if seen.wrecked:
        assert (after.status, after.space, after.dents) == (Status.WRECKED, None, 5)
    elif after.status is Status.FINISHED:
        assert seen.finished
    else:
        assert (after.status, after.space) == (Status.RACING, seen.end)
    # Whoever moves last may be first again, and begin that turn without cards (TURN-4).
    anew = sum(each.sled == seen.sled and each.reason == "no_cards" for each in draws)
    assert after.dents == before.dents + seen.dent_count + anew
    assert sum(len(each.cards) for each in draws if each.reason == "refill") == seen.draws
    assert (race.owed if race.phase is Phase.DISCARD else 0) == seen.discards
