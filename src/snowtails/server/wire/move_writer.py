"""All turns and moves of the own sled as JSON, written by kernels.

Whoever's turn it is chooses among dozens, told after every turn: made one by one, they would cost
more than all else that a view tells. A move is written as `messages.move_message` tells it, which
tests compare; its fields stand in the order of `types.Move`, and usual values are left out.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...course.track import Spaces
from ...rules.kernel import kernel, kernel_part
from ...rules.move import cards_due
from ...rules.movement import HIT_SIDE, HIT_SLED, LONGEST_PATH, route_of, travel
from ...rules.order import place_at, place_of
from ...rules.reach import Outcomes, cheapest_first, count_dents
from ...rules.state import State
from ...rules.turns import BRAKE, CARDS, LEFT, RIGHT, legal_paces, turn_parts
from ...rules.view import View

Text = NDArray[np.uint8]

LONGEST_TURN = 32
LONGEST_MOVE = 1024
"""More bytes than any turn takes, or any move with its way and its dents."""

_cards_due = kernel_part(cards_due)


def write_moves(view: View) -> bytes:
    """Return every move that the own sled could make if it moved now, the cheapest first."""
    assert view.seat is not None, "an onlooker has no sled"
    track, rows = view.track, cheapest_first(view.reach().rows)
    return bytes(_write_moves(view.state, track.spaces, track.name_bytes, view.seat, rows))


def write_turns(view: View) -> bytes:
    """Return every turn that the own sled could play if it moved now, in the fixed order."""
    assert view.seat is not None, "an onlooker has no sled"
    return bytes(_write_turns(view.state, view.seat))


@kernel
def _write_turns(race: State, sled: int) -> Text:
    paces = legal_paces(race, sled)
    out = np.empty(2 + LONGEST_TURN * len(paces), np.uint8)
    at = _put(out, 0, b"[")
    for i in range(len(paces)):
        at = _put(out, at, b',"') if i > 0 else _put(out, at, b'"')
        at = _put_turn(out, at, paces[i, 0], paces[i, 1], paces[i, 2])
        at = _put(out, at, b'"')
    return out[: _put(out, at, b"]")]


@kernel
def _write_moves(race: State, track: Spaces, names: Text, sled: int, outcomes: Outcomes) -> Text:
    out = np.empty(2 + LONGEST_MOVE * len(outcomes), np.uint8)
    way = np.empty(1 + LONGEST_PATH, np.int16)
    way[0] = race[0]["space"][sled]
    place = place_of(race, track, sled)
    at = _put(out, 0, b"[")
    for i in range(len(outcomes)):
        move = outcomes[i]
        made = (move["speed"] - move["bonus"] + 0, move["drift"] + 0, move["bonus"] + 0)
        route = route_of(made[0], made[1], move["turn"] + 0)
        steps = travel(race, track, sled, made, route, way[1:])[0]
        at = _put(out, at, b',{"turn":"') if i > 0 else _put(out, at, b'{"turn":"')
        at = _put_turn(out, at, move["turn"] + 0, made[0], made[1])
        at = _put_way(out, at, names, way[: 1 + steps])
        at = _put_pace(out, at, move)
        at = _put_dents(out, at, track, names, way[: 1 + steps], move)
        past, then = track[move["space"]]["past"] > 0, place_at(race, track, sled, move["space"])
        at = _put_end(out, at, move["wrecked"] > 0, past, then if then != place else 0)
        at = _put_cards(out, at, race, sled, move, past)
    return out[: _put(out, at, b"]")]


@kernel_part
def _put(out: Text, at: int, text: bytes) -> int:
    """Write something; return the place behind it."""
    for i in range(len(text)):
        out[at + i] = text[i]
    return at + len(text)


@kernel_part
def _put_number(out: Text, at: int, number: int) -> int:
    """Write a number of two digits at most."""
    if number < 0:
        at, number = _put(out, at, b"-"), -number
    if number > 9:
        out[at] = 48 + number // 10  # digits of ASCII
        at += 1
    out[at] = 48 + number % 10
    return at + 1


@kernel_part
def _put_unusual(out: Text, at: int, name: bytes, number: int) -> int:
    """Write a number by its name, unless it is 0."""
    return _put_number(out, _put(out, at, name), number) if number else at


@kernel_part
def _put_space(out: Text, at: int, names: Text, space: int) -> int:
    at = _put(out, at, b'"')
    for i in range(names[space, 0]):
        out[at + i] = names[space, 1 + i]
    return _put(out, at + int(names[space, 0]), b'"')


@kernel_part
def _put_turn(out: Text, at: int, turn: int, speed: int, drift: int) -> int:
    """Write a turn, given the speed and drift that its cards make, as `Turn` is written."""
    value, places, choice = turn_parts(turn)
    at = _put_number(out, at, value)
    at = _put(out, at, b"L") if places & LEFT else at
    at = _put(out, at, b"R") if places & RIGHT else at
    at = _put(out, at, b"B") if places & BRAKE else at
    if drift == 0 or speed <= 0:
        return _put(out, at, b"+") if choice == 1 else at
    at, route = _put(out, at, b":"), route_of(speed, drift, turn)
    for step in range(speed - 1, -1, -1):
        if route >> step & 1:
            at = _put(out, at, b">") if drift > 0 else _put(out, at, b"<")
        else:
            at = _put(out, at, b"^")
    return at


@kernel_part
def _put_way(out: Text, at: int, names: Text, way: NDArray[np.int16]) -> int:
    at = _put(out, at, b'","way":[')
    for i in range(len(way)):
        if i > 0:
            at = _put(out, at, b",")
        at = _put_space(out, at, names, way[i])
    return _put(out, at, b"]")


@kernel_part
def _put_pace(out: Text, at: int, move: Any) -> int:
    at = _put_number(out, _put(out, at, b',"speed":'), move["speed"] + 0)
    at = _put_unusual(out, at, b',"price":', count_dents(move) + 0)
    at = _put_unusual(out, at, b',"drift":', move["drift"] + 0)
    at = _put_unusual(out, at, b',"bonus":', move["bonus"] + 0)
    if move["end"] == HIT_SIDE:
        at = _put(out, at, b',"stop":"side"')
    if move["end"] == HIT_SLED:
        at = _put(out, at, b',"stop":"sled"')
    return at


@kernel_part
def _put_dents(
    out: Text, at: int, track: Spaces, names: Text, way: NDArray[np.int16], move: Any
) -> int:
    """Write the reason for each dent, in the order in which they fall (DENT-4)."""
    if count_dents(move) == 0:
        return at
    at = _put(out, at, b',"dents":[')
    for i in range(1, len(way)):
        sapling = track[way[i]]["sapling"]
        if sapling >= 0 and move["saplings"] >> sapling & 1:
            at = _put_space(out, _put(out, at, b'{"cause":"saplings","space":'), names, way[i])
            at = _put(out, at, b"},")
    left = move["for_speed"] + 0
    for i in range(1, len(way)):
        here = track[way[i]]
        count = min(move["speed"] - here["safety"], left)
        if here["tile"] == track[way[i - 1]]["tile"] or here["safety"] == 0 or count <= 0:
            continue
        left -= count
        at = _put_space(out, _put(out, at, b'{"cause":"speeding","space":'), names, way[i])
        if count > 1:
            at = _put_number(out, _put(out, at, b',"count":'), count)
        at = _put_number(out, _put(out, at, b',"speed":'), move["speed"] + 0)
        at = _put_number(out, _put(out, at, b',"limit":'), here["safety"] + 0)
        at = _put(out, at, b"},")
    if move["for_side"]:
        at = _put_space(out, _put(out, at, b'{"cause":"side","space":'), names, way[-1])
        at = _put(out, at, b"},")
    return _put(out, at - 1, b"]")  # in place of the last comma


@kernel_part
def _put_end(out: Text, at: int, wrecked: bool, past: bool, place: int) -> int:
    """Write what becomes of the sled, and its place then; 0 if that is the same as before."""
    if wrecked:
        return _put(out, at, b',"wrecked":true')
    at = _put(out, at, b',"finished":true') if past else at
    return _put_unusual(out, at, b',"place":', place)


@kernel_part
def _put_cards(out: Text, at: int, race: State, sled: int, move: Any, past: bool) -> int:
    cards = race[0]["dents"][sled] + count_dents(move) - CARDS[turn_parts(move["turn"] + 0)[1]]
    for held in race[0]["hand"][sled]:
        cards += held
    draws, discards = _cards_due(cards + 0, move["wrecked"] > 0, past, move["end"] + 0)
    at = _put_unusual(out, at, b',"draws":', draws)
    at = _put_unusual(out, at, b',"discards":', discards)
    return _put(out, at, b"}")
