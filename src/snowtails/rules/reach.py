"""Every outcome that a sled can reach in one turn, found without walking every route.

Where a sled is after some steps depends on the steps taken, not on how many are still to come. So
all beginnings of all routes are explored once, for all cards together: a *node* is a place reached
with so many steps ahead and so many drifts to one side; a *stop* is a step that cannot be completed.
What a pace (speed and drift) leads to is then read off: the nodes with exactly its steps, and the
stops within them.
"""

import numpy as np
from numpy.typing import NDArray

from ..course.track import SIDE, Spaces
from .kernel import kernel
from .movement import HIT_SAPLING, HIT_SIDE, HIT_SLED, WENT_ON, count_bits, dents_fallen, is_held
from .order import position
from .state import VALUES, WRECK, State
from .turns import (
    CARDS,
    MOST_DRIFT,
    PLACES,
    ROUTE_ORDER,
    TOP_SPEED,
    TURNS,
    bonus_on_offer,
    dogs_after,
    turn_number,
)

NODE = np.dtype(
    [
        ("hits", np.int32),  # bits of the saplings hit on the way
        ("space", np.int16),
        ("route", np.int16),  # a bit for each step, set if it drifted; the latest step lowest
        ("ahead", np.int8),  # steps ahead, and drifts, on the way there
        ("drifts", np.int8),
        ("side", np.int8),  # of the drifts: 0 left, 1 right
        ("end", np.int8),  # WENT_ON for a node, what ended the move for a stop
    ]
)
"""A node, or a stop; the steps of a stop include the one that was not completed."""

MOST_AHEAD = 14
"""Steps ahead that a move can have: speed 9 and a bonus of 5."""

_MOST_NODES = 640
"""More than all routes have beginnings, so that there is always room."""

BOOK = np.dtype(
    [
        ("count", np.int16),  # of nodes and stops
        ("first", np.int16),  # of the cell being filled
        ("stop_count", np.int16),
        ("cells", np.int16, (2, MOST_DRIFT + 1, MOST_AHEAD + 1, 2)),
        ("stops", np.int16, _MOST_NODES),  # which of the nodes are stops
        ("limits", np.int8, MOST_AHEAD + 2),  # safety speeds of this tile and those that follow
        ("dents", np.int8),
    ]
)
"""Where to find the nodes: `cells[side, drifts, ahead]` is the range of those with such steps."""

OUTCOME = np.dtype(
    [
        ("saplings", np.int32),  # bits of the saplings hit
        ("turn", np.int16),  # the first turn, in the order of turns, that leads there
        ("space", np.int16),  # where the sled ends
        ("speed", np.int8),  # bonus included
        ("drift", np.int8),  # positive to the right
        ("bonus", np.int8),
        ("end", np.int8),  # WENT_ON, HIT_SIDE, HIT_SLED or HIT_SAPLING
        ("for_saplings", np.int8),  # dents that fall
        ("for_speed", np.int8),
        ("for_side", np.int8),
        ("wrecked", np.int8),
    ]
)
"""What a turn leads to; several turns may lead to the same."""

Nodes = NDArray[np.void]
Book = NDArray[np.void]
Outcomes = NDArray[np.void]


@kernel
def explore(race: State, track: Spaces, sled: int) -> tuple[Nodes, Book]:
    """Explore all beginnings of all routes of a sled."""
    nodes = np.empty(_MOST_NODES, NODE)
    book = np.zeros(1, BOOK)
    b = book[0]
    b["dents"] = race[0]["dents"][sled]
    b["count"] = 1
    node = nodes[0]
    node["space"] = race[0]["space"][sled]
    node["hits"] = node["route"] = 0
    node["ahead"] = node["drifts"] = node["end"] = 0
    for side in range(2):
        b["cells"][side, 0, 0, 1] = 1
    for ahead in range(1, MOST_AHEAD + 1):
        _fill(race, track, nodes, book, 0, ahead)
        for end in range(2):  # without drifts both sides are the same
            b["cells"][1, 0, ahead, end] = b["cells"][0, 0, ahead, end]
    for side in range(2):
        for drifts in range(1, MOST_DRIFT + 1):
            # The dogs that make a drift of d have at most 9 - 2 d steps ahead to go with it.
            for ahead in range(TOP_SPEED - 2 * drifts + 1):
                _fill(race, track, nodes, book, side * (MOST_DRIFT + 1) + drifts, ahead)
    return nodes, book


@kernel
def _fill(race: State, track: Spaces, nodes: Nodes, book: Book, row: int, ahead: int) -> None:
    """Fill one cell from the cell a drift before it and the cell a step ahead before it."""
    b = book[0]
    side, drifts = row // (MOST_DRIFT + 1), row % (MOST_DRIFT + 1)
    b["first"] = b["count"]
    if drifts > 0:
        before = b["cells"][side, drifts - 1, ahead]
        for i in range(before[0], before[1]):
            _step(race, track, nodes, book, i, side)
    if ahead > 0:
        before = b["cells"][side, drifts, ahead - 1]
        for i in range(before[0], before[1]):
            _step(race, track, nodes, book, i, -1)
    b["cells"][side, drifts, ahead, 0] = b["first"]
    b["cells"][side, drifts, ahead, 1] = b["count"]


@kernel
def _step(race: State, track: Spaces, nodes: Nodes, book: Book, i: int, side: int) -> None:
    """Take one step, a drift to a side or ahead (-1), from a node; note where it leads."""
    origin = nodes[i]
    if origin["end"] != WENT_ON:
        return
    b = book[0]
    here = origin["space"]
    if side < 0:
        there = track[here]["ahead"]
    else:
        there = track[here]["drift_right"] if side == 1 else track[here]["drift_left"]
    end = WENT_ON
    hits = origin["hits"]
    if there == SIDE or is_held(race, there):
        end = HIT_SIDE if there == SIDE else HIT_SLED
        there = here
    else:
        tiles = track[there]["tile"] - track[nodes[0]["space"]]["tile"]
        b["limits"][tiles] = track[there]["safety"]
        sapling = track[there]["sapling"]
        if sapling >= 0 and (race[0]["saplings"] >> sapling) & 1:
            hits |= 1 << sapling
            if b["dents"] + count_bits(hits) == WRECK:
                end = HIT_SAPLING
    route = 2 * origin["route"] + (1 if side >= 0 else 0)
    for j in range(b["first"], b["count"]):
        same = nodes[j]
        if same["space"] == there and same["hits"] == hits and same["end"] == end:
            same["route"] = max(same["route"], route)  # what drifts earlier comes first
            return
    node = nodes[b["count"]]
    node["space"] = there
    node["hits"] = hits
    node["route"] = route
    node["end"] = end
    node["ahead"] = origin["ahead"] + (1 if side < 0 else 0)
    node["drifts"] = origin["drifts"] + (1 if side >= 0 else 0)
    node["side"] = origin["side"] if side < 0 else side
    if end != WENT_ON:
        b["stops"][b["stop_count"]] = b["count"]
        b["stop_count"] += 1
    b["count"] += 1


@kernel
def speeding(track: Spaces, nodes: Nodes, book: Book, space: int, speed: int) -> int:
    """Return the dents owed for all safety lines on the way to a space (DENT-1)."""
    owed = 0
    for tiles in range(1, track[space]["tile"] - track[nodes[0]["space"]]["tile"] + 1):
        limit = book[0]["limits"][tiles]
        if limit > 0:
            owed += max(speed - limit, 0)
    return owed


@kernel
def find_ends(nodes: Nodes, book: Book, steps: int, drift: int, found: NDArray[np.int16]) -> int:
    """Find the nodes and stops at which a move of so many steps can end; return how many."""
    b = book[0]
    side = 1 if drift > 0 else 0
    drifts = min(abs(drift), steps)
    ahead = steps - drifts
    count = 0
    cell = b["cells"][side, drifts, ahead]
    for i in range(cell[0], cell[1]):
        if nodes[i]["end"] == WENT_ON:
            found[count] = i
            count += 1
    for n in range(b["stop_count"]):
        stop = nodes[b["stops"][n]]
        if stop["ahead"] > ahead or stop["drifts"] > drifts:
            continue
        if stop["drifts"] == 0 or stop["side"] == side:
            found[count] = b["stops"][n]
            count += 1
    return count


@kernel
def reach(race: State, track: Spaces, sled: int) -> Outcomes:
    """Return all outcomes of all turns that a sled could play if it moved now.

    For each choice of cards and bonus every distinct outcome is there once, with the first turn
    that leads to it.
    """
    outcomes = np.empty(TURNS, OUTCOME)
    found = np.empty(_MOST_NODES, np.int16)
    nodes, book = explore(race, track, sled)
    offered = position(race, track, sled) if bonus_on_offer(race) else 0
    count = 0
    for value in range(1, VALUES + 1):
        for places in range(1, PLACES + 1):
            if CARDS[places] > race[0]["hand"][sled, value - 1]:
                continue
            left, right, brake = dogs_after(race, sled, value, places)
            speed, drift = left + right - brake, right - left
            options = 2 if drift == 0 and speed > 0 and offered > 0 else 1
            for option in range(options):
                bonus = offered * option
                ends = find_ends(nodes, book, max(speed, 0) + bonus, drift, found)
                first = count
                for n in range(ends):
                    out = outcomes[count]
                    out["turn"] = turn_number(value, places, option)
                    out["speed"] = speed + bonus
                    out["drift"] = drift
                    out["bonus"] = bonus
                    count += _settle(track, nodes, book, found[n], outcomes[first : count + 1])
    return outcomes[:count]


@kernel
def _settle(track: Spaces, nodes: Nodes, book: Book, node: int, outcomes: Outcomes) -> int:
    """Complete the last of some outcomes; return 0 if it is among the others, 1 if it is new."""
    out = outcomes[-1]
    at = nodes[node]
    turn = out["turn"]
    if out["drift"] != 0 and out["speed"] > 0:
        steps, drifts = out["speed"], min(abs(out["drift"]), out["speed"])
        # Steps that a stop leaves over are free to choose; drifts first come first.
        rest = steps - at["ahead"] - at["drifts"]
        over = drifts - at["drifts"]
        route = (at["route"] << rest) | (((1 << over) - 1) << (rest - over))
        turn += ROUTE_ORDER[steps, route]
    for i in range(len(outcomes) - 1):
        same = outcomes[i]
        if (
            same["space"] == at["space"]
            and same["saplings"] == at["hits"]
            and same["end"] == at["end"]
        ):
            same["turn"] = min(same["turn"], turn)
            return 0
    past = track[at["space"]]["past"]
    owed = speeding(track, nodes, book, at["space"], out["speed"])
    fallen = dents_fallen(book[0]["dents"], past, at["hits"], owed, at["end"])
    out["turn"] = turn
    out["space"] = at["space"]
    out["saplings"] = at["hits"]
    out["end"] = at["end"]
    out["for_saplings"], out["for_speed"], out["for_side"] = fallen
    out["wrecked"] = 1 if book[0]["dents"] + fallen[0] + fallen[1] + fallen[2] == WRECK else 0
    return 1
