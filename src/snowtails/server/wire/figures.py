"""A race in figures: speeds, positions and dents of each sled, round by round."""

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

from ...rules import Race
from ...rules.report import Report, reports
from ...rules.state import State

Message = dict[str, Any]


def figures_message(race: Race) -> Message:
    """Tell a race in figures; null stands where a sled had no turn or no position any more."""
    told = list(reports(race))
    sleds, rounds = len(race.sleds), max((report.round for report in told), default=0)
    orders = [_order(race, state) for state in _turning_points(race)]
    leaders = [leader for state in _raced(race) if (leader := _leader(race, state)) is not None]
    return {
        "rounds": rounds,
        "lead_changes": sum(before != after for before, after in pairwise(leaders)),
        "sleds": [
            {
                "positions": [order[sled] for order in orders],
                **_turns_message([each for each in told if each.sled == sled], rounds),
            }
            for sled in range(sleds)
        ],
    }


def _turns_message(turns: list[Report], rounds: int) -> Message:
    """Tell the turns of one sled."""
    speeds: list[int | None] = [None] * rounds
    dented = [0] * rounds
    for report in turns:
        if report.turn:
            speeds[report.round - 1] = report.speed
        dented[report.round - 1] += sum(report.dents.values())
    causes = turns[0].dents if turns else {}
    return {
        "speeds": speeds,
        "dented": dented,
        "dents": {cause: sum(report.dents[cause] for report in turns) for cause in causes},
    }


def _raced(race: Race) -> list[State]:
    """Return the states of a race from the first turn on."""
    return [state for state in (*race.history, race.state) if state[0]["round"] > 0]


def _turning_points(race: Race) -> Iterator[State]:
    """Give the state at the start, and at the end of each round."""
    states = _raced(race)
    for n, state in enumerate(states):
        if n == 0 or state[0]["round"] != states[n - 1][0]["round"] or n == len(states) - 1:
            yield state


def _order(race: Race, state: State) -> dict[int, int | None]:
    standings = Race.from_state(race.course, state).standings()
    return {standing.sled: standing.place for standing in standings}


def _leader(race: Race, state: State) -> int | None:
    order = _order(race, state)
    return next((sled for sled, place in order.items() if place == 1), None)
