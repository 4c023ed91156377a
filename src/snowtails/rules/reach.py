"""Every outcome that a sled can reach in one turn, found without walking every route.

Where a sled is after some steps depends on the steps taken, not on how many are still to come. So
all beginnings of all routes are explored once, for all cards together: a *node* is a place reached
with so many steps ahead and so many drifts to one side; a *stop* is a step that cannot be
completed. What a pace (speed and drift) leads to is then read off: the nodes with exactly its
steps, and the stops within them.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..course.track import SIDE, Spaces
from .kernel import kernel, kernel_part
from .movement import (
    HIT_SAPLING,
    HIT_SIDE,
    HIT_SLED,
    LONGEST_PATH,
    WENT_ON,
    count_bits,
    dents_fallen,
    is_held,
    route_of,
    travel,
)
from .order import place_at, place_of
from .state import VALUES, WRECK, State
from .turns import (
    CARDS,
    MOST_DRIFT,
    PLACES,
    ROUTE_ORDER,
    TURNS,
    bonus_on_offer,
    dogs_after,
    turn_number,
    turn_parts,
)

NODE = np.dtype(
    [
        ("hits", np.int32),  # bits of the saplings hit on the way
        ("space", np.int16),
        ("route", np.int16),  # a bit for each step, set if it drifted; the latest step lowest
        ("end", np.int8),  # WENT_ON for a node, what ended the move for a stop
        ("ahead", np.int8),  # of a stop: steps ahead, drifts, and their side (0 left, 1 right)
        ("drifts", np.int8),
        ("side", np.int8),
    ]
)
"""A node, or a stop; the steps of a stop include the one that was not completed."""

STRAIGHT_ON = -1
"""Direction of a step that does not drift; drifts have their side, 0 left or 1 right."""

_MOST_NODES = 640
"""More than all routes have beginnings, so that there is always room."""

BOOK = np.dtype(
    [
        ("count", np.int16),  # of nodes and stops
        ("first", np.int16),  # of the cell being filled
        ("stop_count", np.int16),
        ("cells", np.int16, (2, MOST_DRIFT + 1, LONGEST_PATH + 1, 2)),
        ("stops", np.int16, _MOST_NODES),  # which of the nodes are stops
        ("limits", np.int8, LONGEST_PATH + 2),  # safety speeds of this tile and those that follow
        ("needed", np.int8, (2, MOST_DRIFT + 1)),  # most steps ahead, by side and drifts; -1 none
        ("dents", np.int8),
        ("tile", np.int8),  # where the sled stands
    ]
)
"""Where to find the nodes: `cells[side, drifts, ahead]` is the range of those with such steps."""

PACE = np.dtype(
    [
        ("turn", np.int16),  # the first turn with this choice of cards and bonus
        ("speed", np.int8),  # bonus included
        ("drift", np.int8),
        ("bonus", np.int8),
        ("left", np.int8),  # dogs and brake once the cards are played
        ("right", np.int8),
        ("brake", np.int8),
        ("first", np.int16),  # of its outcomes, and the one behind its last
        ("behind", np.int16),
    ]
)
"""One choice of cards and bonus, and the speed and drift that it makes."""

MOST_PACES = 2 * VALUES * PLACES

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
Paces = NDArray[np.void]


@kernel_part
def count_dents(out: Any) -> int:
    """Return how many dents an outcome costs."""
    return out["for_saplings"] + out["for_speed"] + out["for_side"]


@kernel_part
def find_paces(race: State, track: Spaces, sled: int) -> Paces:
    """Return all choices of cards and bonus that a sled has."""
    paces = np.empty(MOST_PACES, PACE)
    offered = place_of(race, track, sled) if bonus_on_offer(race) else 0
    count = 0
    for value in range(1, VALUES + 1):
        held = race[0]["hand"][sled, value - 1]
        for places in range(1, PLACES + 1):
            if CARDS[places] > held:
                continue
            left, right, brake = dogs_after(race, sled, value, places)
            speed, drift = left + right - brake, right - left
            options = 2 if drift == 0 and speed > 0 and offered > 0 else 1
            for option in range(options):
                pace = paces[count]
                pace["turn"] = turn_number(value, places, option)
                pace["speed"] = speed + offered * option
                pace["drift"] = drift
                pace["bonus"] = offered * option
                pace["left"], pace["right"], pace["brake"] = left, right, brake
                count += 1
    return paces[:count]


@kernel_part
def _note_needs(book: Book, paces: Paces) -> None:
    """Note how far each number of drifts has to be explored."""
    needed = book[0]["needed"]
    needed[:] = -1
    needed[0, 0] = 0
    for i in range(len(paces)):
        steps, drift = max(paces[i]["speed"], 0), paces[i]["drift"]
        drifts = min(abs(drift), steps)
        for fewer in range(drifts + 1):
            side = 1 if drift > 0 and fewer > 0 else 0
            needed[side, fewer] = max(needed[side, fewer], steps - drifts)
    needed[1, 0] = needed[0, 0]  # without drifts both sides are the same


@kernel_part
def explore(race: State, track: Spaces, sled: int, paces: Paces) -> tuple[Nodes, Book]:
    """Explore all beginnings of all routes that some paces allow."""
    nodes = np.empty(_MOST_NODES, NODE)
    book = np.empty(1, BOOK)
    b = book[0]
    _note_needs(book, paces)
    b["stop_count"] = 0
    b["dents"] = race[0]["dents"][sled]
    b["count"] = 1
    node = nodes[0]
    node["space"] = race[0]["space"][sled]
    node["hits"] = node["route"] = 0
    node["end"] = WENT_ON
    b["tile"] = track[node["space"]]["tile"]
    for side in range(2):
        b["cells"][side, 0, 0, 0] = 0
        b["cells"][side, 0, 0, 1] = 1
    for side in range(2):
        for drifts in range(side, MOST_DRIFT + 1):
            _fill_row(race, track, nodes, book, side, drifts)
            if drifts == 0:
                # Without drifts both sides are the same.
                for ahead in range(1, b["needed"][0, 0] + 1):
                    for end in range(2):
                        b["cells"][1, 0, ahead, end] = b["cells"][0, 0, ahead, end]
    return nodes, book


@kernel_part
def _fill_row(race: State, track: Spaces, nodes: Nodes, book: Book, side: int, drifts: int) -> None:
    """Fill the cells with so many drifts, each from those a drift and a step ahead before it."""
    b = book[0]
    cells = b["cells"]
    for ahead in range(0 if drifts else 1, b["needed"][side, drifts] + 1):
        b["first"] = b["count"]
        for direction in (side, STRAIGHT_ON):
            before_drifts = drifts if direction == STRAIGHT_ON else drifts - 1
            before_ahead = ahead - 1 if direction == STRAIGHT_ON else ahead
            if before_drifts < 0 or before_ahead < 0:
                continue
            before = cells[side, before_drifts, before_ahead, 0]
            behind = cells[side, before_drifts, before_ahead, 1]
            for i in range(before, behind):
                _step(race, track, nodes, book, i, direction)
        for i in range(b["first"], b["count"]):
            if nodes[i]["end"] != WENT_ON:
                nodes[i]["ahead"] = ahead
                nodes[i]["drifts"] = drifts
                nodes[i]["side"] = side
                b["stops"][b["stop_count"]] = i
                b["stop_count"] += 1
        cells[side, drifts, ahead, 0] = b["first"]
        cells[side, drifts, ahead, 1] = b["count"]


@kernel_part
def _step(race: State, track: Spaces, nodes: Nodes, book: Book, i: int, direction: int) -> None:
    """Take one step, a drift to a side or STRAIGHT_ON, from a node; note where it leads."""
    origin = nodes[i]
    if origin["end"] != WENT_ON:
        return
    b = book[0]
    here = origin["space"]
    if direction == STRAIGHT_ON:
        there = track[here]["ahead"]
    else:
        there = track[here]["drift_right"] if direction == 1 else track[here]["drift_left"]
    end = WENT_ON
    hits = origin["hits"]
    if there == SIDE:
        end = HIT_SIDE
        there = here
    elif is_held(race, there):
        end = HIT_SLED
        there = here
    else:
        space = track[there]
        b["limits"][space["tile"] - b["tile"]] = space["safety"]
        sapling = space["sapling"]
        if sapling >= 0 and (race[0]["saplings"] >> sapling) & 1:
            hits |= 1 << int(sapling)
            if b["dents"] + count_bits(hits) == WRECK:
                end = HIT_SAPLING
    route = 2 * origin["route"] + (0 if direction == STRAIGHT_ON else 1)
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
    b["count"] += 1


@kernel_part
def _speeding(book: Book, tile: int, speed: int) -> int:
    """Return the dents owed for all safety lines on the way to a tile (DENT-1)."""
    owed = 0
    for tiles in range(1, tile - book[0]["tile"] + 1):
        limit = book[0]["limits"][tiles]
        if limit > 0:
            owed += max(speed - limit, 0)
    return owed


@kernel
def reach(race: State, track: Spaces, sled: int) -> Outcomes:
    """Return all outcomes of all turns that a sled could play if it moved now.

    For each choice of cards and bonus every distinct outcome is there once, with the first turn
    that leads to it.
    """
    return reach_at(race, track, sled, find_paces(race, track, sled))


@kernel
def reach_at(race: State, track: Spaces, sled: int, paces: Paces) -> Outcomes:
    """Return all outcomes of some choices of cards and bonus; see `reach`.

    Each choice is told where its own begin and end.
    """
    nodes, book = explore(race, track, sled, paces)
    outcomes = np.empty(TURNS, OUTCOME)
    count = 0
    for i in range(len(paces)):
        paces[i]["first"] = count
        same = _same_pace(paces, i)
        if same < 0:
            count = settle_pace(track, nodes, book, paces[i], outcomes)
        else:
            shift = paces[i]["turn"] - paces[same]["turn"]
            for n in range(paces[same]["first"], paces[same]["behind"]):
                outcomes[count] = outcomes[n]
                outcomes[count]["turn"] += shift
                outcomes[count]["bonus"] = paces[i]["bonus"]
                count += 1
        paces[i]["behind"] = count
    return outcomes[:count]


@kernel_part
def _same_pace(paces: Paces, i: int) -> int:
    """Return an earlier choice with the same speed and drift, or -1."""
    for j in range(i):
        if paces[j]["speed"] == paces[i]["speed"] and paces[j]["drift"] == paces[i]["drift"]:
            return j
    return -1


@kernel_part
def settle_pace(track: Spaces, nodes: Nodes, book: Book, pace: Any, outcomes: Outcomes) -> int:
    """Write the outcomes of a pace behind those before it; return how many there are then."""
    b = book[0]
    side = 1 if pace["drift"] > 0 else 0
    drifts = min(abs(pace["drift"]), max(pace["speed"], 0))
    ahead = max(pace["speed"], 0) - drifts
    count = pace["first"]
    for i in range(b["cells"][side, drifts, ahead, 0], b["cells"][side, drifts, ahead, 1]):
        if nodes[i]["end"] == WENT_ON:
            outcomes[count]["turn"] = pace["turn"] + _choice(pace, nodes[i]["route"], 0, 0)
            _settle(track, nodes[i], book, pace, outcomes[count])
            count += 1
    first_stop = count
    for n in range(b["stop_count"]):
        stop = nodes[b["stops"][n]]
        left, over = ahead - stop["ahead"], drifts - stop["drifts"]
        if left < 0 or over < 0 or (stop["drifts"] > 0 and stop["side"] != side):
            continue
        turn = pace["turn"] + _choice(pace, stop["route"], left, over)
        same = _same_stop(outcomes, first_stop, count, stop)
        if same >= 0:
            outcomes[same]["turn"] = min(outcomes[same]["turn"], turn)
            continue
        outcomes[count]["turn"] = turn
        _settle(track, stop, book, pace, outcomes[count])
        count += 1
    return count


@kernel_part
def _choice(pace: Any, route: int, ahead: int, drifts: int) -> int:
    """Return the choice of a turn whose route is known but for steps that are never taken."""
    if pace["drift"] == 0 or pace["speed"] <= 0:
        return 0
    # The steps left over are free to choose; drifts first come first.
    rest = ((1 << drifts) - 1) << ahead
    return ROUTE_ORDER[pace["speed"], (route << (ahead + drifts)) | rest]


@kernel_part
def _same_stop(outcomes: Outcomes, first: int, behind: int, stop: Any) -> int:
    """Return the one of some outcomes that a stop leads to as well, or -1."""
    for i in range(first, behind):
        out = outcomes[i]
        if (
            out["space"] == stop["space"]
            and out["saplings"] == stop["hits"]
            and out["end"] == stop["end"]
        ):
            return i
    return -1


@kernel_part
def _settle(track: Spaces, node: Any, book: Book, pace: Any, out: Any) -> None:
    """Write what a move comes to that ends at a node or stop, all but the turn."""
    space = track[node["space"]]
    dents = book[0]["dents"]
    owed = _speeding(book, space["tile"], pace["speed"])
    saplings, for_speed, for_side = dents_fallen(
        dents, space["past"], node["hits"], owed, node["end"]
    )
    out["space"] = node["space"]
    out["saplings"] = node["hits"]
    out["speed"] = pace["speed"]
    out["drift"] = pace["drift"]
    out["bonus"] = pace["bonus"]
    out["end"] = node["end"]
    out["for_saplings"] = saplings
    out["for_speed"] = for_speed
    out["for_side"] = for_side
    out["wrecked"] = 1 if dents + saplings + for_speed + for_side == WRECK else 0


@kernel
def paths_of(race: State, track: Spaces, sled: int, outcomes: Outcomes) -> NDArray[np.int16]:
    """Return for each outcome how many spaces are entered, and then these spaces in order."""
    paths = np.zeros((len(outcomes), LONGEST_PATH + 1), np.int16)
    for i in range(len(outcomes)):
        out = outcomes[i]
        bonus = out["bonus"] + 0
        made = (out["speed"] - bonus, out["drift"] + 0, bonus)
        route = route_of(made[0], made[1], out["turn"] + 0)
        paths[i, 0] = travel(race, track, sled, made, route, paths[i, 1:])[0]
    return paths


def cheapest_first(outcomes: Outcomes) -> Outcomes:
    """Return the outcomes by their prices; those that cost the same stay in their order."""
    return outcomes[prices_of(outcomes).argsort(kind="stable")]


@kernel
def prices_of(outcomes: Outcomes) -> NDArray[np.int16]:
    """Return a number for each outcome that is the less the cheaper it is; see `move.Price`."""
    prices = np.empty(len(outcomes), np.int16)
    for i in range(len(outcomes)):
        out = outcomes[i]
        price = (8 if out["wrecked"] else 0) + int(count_dents(out))
        price = 2 * price + (1 if out["end"] == HIT_SLED else 0)
        price = 2 * price + (1 if out["bonus"] > 0 else 0)
        prices[i] = 4 * price + int(CARDS[turn_parts(out["turn"])[1]])
    return prices


@kernel
def places_after(race: State, track: Spaces, sled: int, outcomes: Outcomes) -> NDArray[np.int8]:
    """Return for each outcome the sled's place if the race stood as after it (ORDER-5)."""
    places = np.empty(len(outcomes), np.int8)
    for i in range(len(outcomes)):
        places[i] = place_at(race, track, sled, outcomes[i]["space"])
    return places
