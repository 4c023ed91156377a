"""The position line: a whole position, hidden cards included, in one line of text.

    srs 3 turn:0 - 1c2/=42/10211/34221/0/r 1d4/3=5/00112/33222/1/m

Course line; round; who decides what; the saplings that stand, as a hexadecimal number, `-` if the
course has none. Then for each sled: space (`-` if it is off the track); left dog, right dog and
brake, `=` for a printed three; counts of the values 1–5 in hand; in the deck; dents; and `r` for
racing, `m` for racing and moved in this round, `f1` for finished first, `w0` for wrecked after no
other. Used cards are what is missing to twenty. While start spaces are chosen, the order of
choosing is written out: `start:201`.
"""

import re
from collections.abc import Collection
from typing import Any

import numpy as np

from ..course import Course, InvalidCourse, Refused
from ..course.track import Track
from .cards import cards_held, dog_cards
from .flow import set_up
from .order import foremost
from .state import (
    COPIES,
    DISCARD,
    FINISHED,
    HAND,
    MOST_SLEDS,
    OFF,
    OVER,
    PRINTED,
    RACING,
    START,
    TURN,
    VALUES,
    WRECK,
    WRECKED,
    State,
    empty_state,
)

_PHASES = {START: "start", TURN: "turn", DISCARD: "discard", OVER: "over"}
_NUMBERS = {name: phase for phase, name in _PHASES.items()}
LAST_ROUND = 30_000
"""The last round that a position may be in: it leaves room to race on."""

_SLED = re.compile(
    r"(?P<space>-|\d+[a-e]\d+)/(?P<left>[=1-5])(?P<right>[=1-5])(?P<brake>[1-5])"
    r"/(?P<hand>[0-4]{5})/(?P<deck>[0-4]{5})/(?P<dents>[0-5])/(?P<status>[rm]|f[1-5]|w[0-4])"
)


class InvalidPosition(Refused):
    """A text that is no position, or a position that no race can come to."""


def write_position(course: Course, state: State, hidden: Collection[int] = ()) -> str:
    """Write a position line, with a question mark for the cards of sleds that are hidden."""
    r = state[0]
    phase = int(r["phase"])
    who = {
        START: "".join(map(str, r["choosing"][: r["sleds"]])),
        OVER: "",
    }.get(phase, str(r["actor"]))
    saplings = f"{int(r['saplings']):x}" if course.track.saplings else "-"
    return " ".join(
        [
            course.line,
            str(r["round"]),
            f"{_PHASES[phase]}:{who}".rstrip(":"),
            saplings,
            *(
                _write_sled(course.track, r, sled, hidden=sled in hidden)
                for sled in range(r["sleds"])
            ),
        ]
    )


def _write_sled(track: Track, r: Any, sled: int, *, hidden: bool) -> str:
    space = int(r["space"][sled])
    status = {
        RACING: "m" if r["moved"][sled] else "r",
        FINISHED: f"f{r['place'][sled]}",
        WRECKED: f"w{r['place'][sled]}",
    }[int(r["status"][sled])]
    dogs = "".join(
        str(r[dog][sled]) if r[f"{dog}_card"][sled] else "=" for dog in ("left", "right")
    )
    hand, deck = ("?" if hidden else "".join(map(str, r[pile][sled])) for pile in ("hand", "deck"))
    name = "-" if space == OFF else track.names[space]
    return f"{name}/{dogs}{r['brake'][sled]}/{hand}/{deck}/{r['dents'][sled]}/{status}"


def read_position(text: str) -> tuple[Course, State]:
    """Read a position line; raise InvalidPosition if it is none or could not come about."""
    fields = text.split()
    if len(fields) < 5:
        raise InvalidPosition(
            f"a position has a course, a round, a phase, saplings and sleds; {text!r} has "
            f"{len(fields)} fields"
        )
    line, number, phase, saplings, *sleds = fields
    try:
        course = Course.parse(line)
        course.check()
    except InvalidCourse as error:
        raise InvalidPosition(f"course {line!r}: {error}") from None
    if len(sleds) > MOST_SLEDS:
        raise InvalidPosition(f"a race has at most {MOST_SLEDS} sleds, not {len(sleds)}")
    state = empty_state()
    r = state[0]
    r["sleds"] = len(sleds)
    r["space"] = OFF
    r["round"] = _number(number, "round", 10, LAST_ROUND)
    standing = (1 << len(course.track.saplings)) - 1
    if saplings == "-":
        saplings = "0"
    r["saplings"] = _number(saplings, "saplings", 16, standing)
    for sled, described in enumerate(sleds):
        _read_sled(course.track, state, sled, described)
    _check_spaces(course.track, state)
    _read_phase(course.track, state, phase)
    return course, state


def _number(text: str, name: str, base: int, most: int) -> int:
    digits = r"[0-9]{1,9}" if base == 10 else r"[0-9a-f]{1,9}"
    if not re.fullmatch(digits, text) or int(text, base) > most:
        shown = str(most) if base == 10 else f"{most:x}"
        raise InvalidPosition(f"{name} {text!r}: write a number from 0 to {shown}")
    return int(text, base)


def _read_sled(track: Track, state: State, sled: int, text: str) -> None:
    """Read one sled into the state."""
    found = _SLED.fullmatch(text)
    if not found:
        raise InvalidPosition(
            f"sled {sled} {text!r}: write space/dogs and brake/hand/deck/dents/status, "
            "as in 1c2/=42/10211/34221/0/r"
        )
    r = state[0]
    if found["space"] != "-":
        if found["space"] not in track.by_name:
            raise InvalidPosition(f"sled {sled}: the course has no space {found['space']}")
        r["space"][sled] = track.by_name[found["space"]]
    for dog in ("left", "right"):
        r[dog][sled] = PRINTED if found[dog] == "=" else int(found[dog])
        r[f"{dog}_card"][sled] = found[dog] != "="
    r["brake"][sled] = int(found["brake"])
    for pile in ("hand", "deck"):
        r[pile][sled] = [int(count) for count in found[pile]]
    on_dogs = [
        sum(found[dog] == str(value) for dog in ("left", "right")) for value in range(1, VALUES + 1)
    ]
    r["used"][sled] = COPIES - r["hand"][sled] - r["deck"][sled] - np.array(on_dogs, np.int8)
    if (r["used"][sled] < 0).any():
        value = int(np.flatnonzero(r["used"][sled] < 0)[0]) + 1
        raise InvalidPosition(f"sled {sled}: more than {COPIES} cards of value {value}")
    r["dents"][sled] = int(found["dents"])
    letter, place = found["status"][0], found["status"][1:]
    r["status"][sled] = {"f": FINISHED, "w": WRECKED}.get(letter, RACING)
    r["moved"][sled] = letter == "m"
    r["place"][sled] = int(place or 0)
    if (r["dents"][sled] == WRECK) != (letter == "w"):
        raise InvalidPosition(f"sled {sled}: five dents and only five make a wreck")


def _check_spaces(track: Track, state: State) -> None:
    """Check that sleds stand where sleds can stand."""
    r = state[0]
    chosen = [int(space) for space in r["space"] if space != OFF]
    if len(set(chosen)) < len(chosen):
        raise InvalidPosition("two sleds stand on one space")
    for sled in range(r["sleds"]):
        space = int(r["space"][sled])
        racing = r["status"][sled] == RACING
        if not racing and space != OFF:
            raise InvalidPosition(f"sled {sled}: finished and wrecked sleds have left the track")
        if racing and space == OFF and r["round"] > 0:
            raise InvalidPosition(f"sled {sled}: racing, but on no space")
        if space == OFF:
            continue
        if not track.spaces["free"][space]:
            raise InvalidPosition(f"sled {sled}: {track.names[space]} is impassable")
        sapling = int(track.spaces["sapling"][space])
        if sapling >= 0 and r["saplings"] >> sapling & 1:
            raise InvalidPosition(f"sled {sled}: a sapling stands on {track.names[space]}")
        if not r["moved"][sled] and track.spaces["past"][space]:
            raise InvalidPosition(f"sled {sled}: past the finish line, it has moved and waits (m)")
    for status, name, first in ((FINISHED, "places", 1), (WRECKED, "wrecks", 0)):
        places = sorted(
            int(r["place"][sled]) for sled in range(r["sleds"]) if r["status"][sled] == status
        )
        if places != list(range(first, first + len(places))):
            raise InvalidPosition(f"{name} are counted from {first} without gaps, not {places}")


def _read_phase(track: Track, state: State, text: str) -> None:
    """Read who decides what, and check that it is theirs to decide."""
    r = state[0]
    name, _, who = text.partition(":")
    if name not in _NUMBERS:
        raise InvalidPosition(f"phase {text!r}: write {', '.join(_NUMBERS)} and who decides")
    phase = _NUMBERS[name]
    sleds = int(r["sleds"])
    if (phase == START) != (r["round"] == 0):
        raise InvalidPosition(f"round {r['round']} does not go with {name}")
    if phase == START:
        if sorted(who) != [str(sled) for sled in range(sleds)]:
            raise InvalidPosition(f"phase {text!r}: list all sleds in the order of choosing")
        _read_choosing(track, state, [int(sled) for sled in who])
        return
    r["phase"] = phase
    to_move = foremost(state, track.spaces, 0)
    if phase == OVER:
        if who or any(r["status"][sled] == RACING for sled in range(sleds)):
            raise InvalidPosition("a race is over when nobody is racing")
        return
    if not re.fullmatch("[0-4]", who) or int(who) >= sleds:
        raise InvalidPosition(f"phase {text!r}: name one of the sleds 0–{sleds - 1}")
    actor = int(who)
    r["actor"] = actor
    if phase == TURN:
        if actor != to_move:
            foremost_text = f"sled {to_move}" if to_move >= 0 else "nobody"
            raise InvalidPosition(f"sled {actor} cannot move: {foremost_text} is next")
        if not dog_cards(state, actor):
            raise InvalidPosition(f"sled {actor} has no dog card to play")
        return
    if not r["moved"][actor] or r["status"][actor] != RACING:
        raise InvalidPosition(f"sled {actor} discards only after its move (m)")
    r["owed"] = cards_held(state, actor) - HAND
    if r["owed"] <= 0:
        raise InvalidPosition(f"sled {actor} has no card too many to discard")


def _read_choosing(track: Track, state: State, order: list[int]) -> None:
    """Read the order of choosing into a race that is set up and nothing more."""
    r = state[0]
    placed = [sled for sled in order if r["space"][sled] != OFF]
    if placed != order[: len(placed)] or len(placed) == len(order):
        raise InvalidPosition("sleds take their start spaces in the order of choosing")
    fresh = empty_state()
    set_up(fresh, track.spaces, len(order))
    fresh["space"] = state["space"]
    if (r["space"] >= MOST_SLEDS).any() or fresh.tobytes() != state.tobytes():
        raise InvalidPosition(
            "while start spaces are chosen, sleds stand there as they were set up: "
            "==3/00000/44444/0/r, and all saplings stand"
        )
    r["phase"] = START
    r["choosing"][: len(order)] = order
    r["actor"] = order[len(placed)]
