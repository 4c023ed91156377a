"""All turns and moves of a sled as JSON, written by kernels.

Whoever's turn it is chooses among dozens, told after every turn: made one by one, they would cost
more than all else that a turn makes. A move is written as `messages.move_message` tells it; its
fields stand in the order of `types.Move`, and usual values are left out.
"""

from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...course.track import Spaces, Track
from ...rules.kernel import kernel, kernel_part
from ...rules.move import cards_due
from ...rules.movement import HIT_SIDE, HIT_SLED, LONGEST_PATH, route_of, travel
from ...rules.order import place_at, place_of
from ...rules.position import RacePosition
from ...rules.reach import Outcomes, cheapest_first, count_dents
from ...rules.state import State
from ...rules.turns import BRAKE, CARDS, LEFT, RIGHT, legal_paces, turn_parts

Text = NDArray[np.uint8]

_LONGEST_TURN = 32
_LONGEST_MOVE = 1024
"""More bytes than any turn takes, or any move with its way and its dents."""

_cards_due = kernel_part(cards_due)


def write_moves(position: RacePosition, sled: int) -> bytes:
    """Return every move that a sled could make if it moved now, the cheapest first."""
    track, rows = position.track, cheapest_first(position.reach(sled).rows)
    return bytes(_write_moves(position.state, track.spaces, _names(track), sled, rows))


def write_turns(position: RacePosition, sled: int) -> bytes:
    """Return every turn that a sled could play if it moved now, in the fixed order."""
    return bytes(_write_turns(position.state, sled))


@lru_cache(maxsize=256)
def _names(track: Track) -> Text:
    """Return the names of all spaces, each in quotes and behind its length."""
    names = [f'"{name}"'.encode() for name in track.names]
    found = np.zeros((len(names), 1 + max(map(len, names))), np.uint8)
    for row, name in zip(found, names, strict=True):
        row[0], row[1 : 1 + len(name)] = len(name), list(name)
    return found


@kernel
def _write_turns(race: State, sled: int) -> Text:
    paces = legal_paces(race, sled)
    out = np.empty(2 + _LONGEST_TURN * len(paces), np.uint8)
    at = _put(out, 0, b"[")
    for i in range(len(paces)):
        at = _put(out, at, b',"') if i > 0 else _put(out, at, b'"')
        at = _put_turn(out, at, paces[i, 0], paces[i, 1], paces[i, 2])
        at = _put(out, at, b'"')
    return out[: _put(out, at, b"]")]


@kernel
def _write_moves(race: State, track: Spaces, names: Text, sled: int, outcomes: Outcomes) -> Text:
    out = np.empty(2 + _LONGEST_MOVE * len(outcomes), np.uint8)
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
        at = _put_end(out, at, race, track, sled, move, place)
    return out[: _put(out, at, b"]")]


@kernel_part
def _put(out: Text, at: int, text: bytes) -> int:
    """Write something; return the place behind it."""
    for i in range(len(text)):
        out[at + i] = text[i]
    return at + len(text)


@kernel_part
def _put_number(out: Text, at: int, number: int) -> int:
    if number < 0:
        at, number = _put(out, at, b"-"), -number
    if number > 9:
        out[at] = 48 + number // 10  # digits of ASCII
        at += 1
    out[at] = 48 + number % 10
    return at + 1


@kernel_part
def _put_usual(out: Text, at: int, name: bytes, number: int) -> int:
    """Write a number by its name, unless it is 0."""
    return _put_number(out, _put(out, at, name), number) if number else at


@kernel_part
def _put_space(out: Text, at: int, names: Text, space: int) -> int:
    for i in range(names[space, 0]):
        out[at + i] = names[space, 1 + i]
    return at + int(names[space, 0])


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
    at = _put_usual(out, at, b',"price":', count_dents(move) + 0)
    at = _put_usual(out, at, b',"drift":', move["drift"] + 0)
    at = _put_usual(out, at, b',"bonus":', move["bonus"] + 0)
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
    first = at = _put(out, at, b',"dents":[')
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
    return _put(out, at - 1 if at > first else at, b"]")


@kernel_part
def _put_end(
    out: Text, at: int, race: State, track: Spaces, sled: int, move: Any, place: int
) -> int:
    wrecked, past = move["wrecked"] > 0, track[move["space"]]["past"] > 0
    if wrecked:
        at = _put(out, at, b',"wrecked":true')
    elif past:
        at = _put(out, at, b',"finished":true')
    then = place_at(race, track, sled, move["space"])
    if not wrecked and then != place:
        at = _put_number(out, _put(out, at, b',"place":'), then)
    cards = race[0]["dents"][sled] + count_dents(move) - CARDS[turn_parts(move["turn"] + 0)[1]]
    for held in race[0]["hand"][sled]:
        cards += held
    draws, discards = _cards_due(cards + 0, wrecked, past, move["end"] + 0)
    at = _put_usual(out, at, b',"draws":', draws)
    at = _put_usual(out, at, b',"discards":', discards)
    return _put(out, at, b"}")
