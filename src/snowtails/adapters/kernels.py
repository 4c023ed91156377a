"""The compiled code of the adapters: masks, observations, and many races stepped at once."""

from functools import cache
from typing import Any, NamedTuple

import numba
import numpy as np
from numpy.typing import NDArray

from ..course.tile import LANES
from ..course.track import Spaces
from ..lab.races import begin_race
from ..mushers.hands import FIRST_HAND, HANDS
from ..mushers.policy import HANDED, POLICY
from ..rules.deal import pick, stream_word
from ..rules.decide import decide
from ..rules.flow import Path, draw_from_streams, start_space
from ..rules.kernel import kernel, kernel_as, kernel_handed, kernel_part
from ..rules.movement import LONGEST_PATH, is_held
from ..rules.order import actor_of, place_of
from ..rules.state import (
    COPIES,
    DISCARD,
    FINISHED,
    MOST_SLEDS,
    OFF,
    OVER,
    RACING,
    START,
    STATE,
    TURN,
    VALUES,
    State,
)
from ..rules.turns import (
    CARDS,
    CHOICE_COUNTS,
    PLACES,
    TURNS,
    bonus_on_offer,
    dogs_after,
    is_legal_turn,
    turn_number,
)

Numbers = NDArray[np.int8]

# -- actions ---------------------------------------------------------------------------------------

FIRST_START = TURNS
FIRST_DISCARD = FIRST_START + MOST_SLEDS
MOST_OWED = 5
"""Cards that may have to be discarded at once: seven in hand, one played, four dents (HAND-2)."""

DISCARDS = HANDS[1 : FIRST_HAND[MOST_OWED + 1]]
"""All discards as counts by value, those of fewer cards first."""

ACTIONS = FIRST_DISCARD + len(DISCARDS)
NO_ACTION = -1
"""In place of an action, in a race that is over."""

_PACKED = (DISCARDS.astype(np.int64) << (3 * np.arange(VALUES))).sum(axis=1)
_BY_PACKED = np.full(1 << (3 * VALUES), -1, np.int64)
_BY_PACKED[_PACKED] = FIRST_DISCARD + np.arange(len(DISCARDS))


@kernel
def decision_of(action: int) -> int:
    """Return the decision, as `rules.decide` numbers them, that an action stands for."""
    if action < FIRST_START:
        return action
    if action < FIRST_DISCARD:
        return action - FIRST_START + 1
    return _PACKED[action - FIRST_DISCARD] + 0


@kernel
def discard_action(decision: int) -> int:
    """Return the action that stands for a discard, which is given as `rules.decide` numbers it."""
    return _BY_PACKED[decision] + 0


@kernel
def action_of(phase: int, decision: int) -> int:
    """Return the action that stands for a decision taken in a phase."""
    if phase == TURN:
        return decision
    return FIRST_START + decision - 1 if phase == START else discard_action(decision)


@kernel
def is_free_start(race: State, track: Spaces, number: int) -> bool:
    """Return whether nobody has chosen a start space."""
    return not is_held(race, start_space(track, number))


@kernel
def _can_discard(race: State, which: int) -> bool:
    """Return whether the actor holds all cards of a discard, and owes so many."""
    r = race[0]
    sled = actor_of(race)
    count = 0
    for value in range(VALUES):
        if DISCARDS[which, value] > r["hand"][sled, value]:
            return False
        count += DISCARDS[which, value]
    return count == r["owed"]


@kernel
def is_legal(race: State, track: Spaces, action: int) -> bool:
    """Return whether the actor may take an action."""
    phase = race[0]["phase"]
    if action < 0 or action >= ACTIONS:
        return False
    if phase == TURN:
        return is_legal_turn(race, actor_of(race), action)
    if phase == START:
        in_range = FIRST_START <= action < FIRST_DISCARD
        return in_range and is_free_start(race, track, action - FIRST_START + 1)
    if phase == DISCARD:
        return action >= FIRST_DISCARD and _can_discard(race, action - FIRST_DISCARD)
    return False


@kernel
def write_mask(race: State, track: Spaces, mask: Numbers) -> int:
    """Write a 1 for each action that the actor may take, 0 for the others, and count them."""
    r = race[0]
    sled = actor_of(race)
    mask[:] = 0
    count = 0
    if r["phase"] == TURN:
        offer = bonus_on_offer(race)
        for value in range(1, VALUES + 1):
            held = r["hand"][sled, value - 1]
            for places in range(1, PLACES + 1):
                if CARDS[places] <= held:
                    left, right, brake = dogs_after(race, sled, value, places)
                    choices = CHOICE_COUNTS[offer, left, right, brake]
                    first = turn_number(value, places, 0)
                    for action in range(first, first + choices):
                        mask[action] = 1
                    count += choices
    elif r["phase"] == START:
        for number in range(1, MOST_SLEDS + 1):
            if is_free_start(race, track, number):
                mask[FIRST_START + number - 1] = 1
                count += 1
    elif r["phase"] == DISCARD:
        owed = r["owed"]
        for which in range(FIRST_HAND[owed] - 1, FIRST_HAND[owed + 1] - 1):
            if _can_discard(race, which):
                mask[FIRST_DISCARD + which] = 1
                count += 1
    return count


@kernel
def sample_actions(masks: NDArray[np.int8], words: NDArray[np.uint64], actions: Any) -> None:
    """Pick an action out of each row of masks, each with the same chance, NO_ACTION if empty."""
    for i in range(len(masks)):
        mask = masks[i]
        count = 0
        for action in range(ACTIONS):
            count += mask[action] != 0
        actions[i] = NO_ACTION
        if count == 0:
            continue
        n = pick(words[i], count)
        for action in range(ACTIONS):
            n -= mask[action] != 0
            if n < 0:
                actions[i] = action
                break


# -- observations ----------------------------------------------------------------------------------

ROWS = LONGEST_PATH
"""Steps of the longest possible move: nine, and five of bonus."""

SIDES = 2 * LANES - 1
"""Lanes as seen from a sled: up to four to its left, its own, up to four to its right."""

BENDS = 2
OTHERS = MOST_SLEDS - 1
FREE, SAPLING, SLED, IMPASSABLE = range(4)
"""What a cell of the stretch ahead holds."""

MOST = 127
"""Larger numbers are cut to this: observations are bytes with a sign."""

_PHASE, _ACTING, _OWED, _ROUND, _SLEDS, _STARTS, _PLACE, _BONUS, _LANE = (
    0,
    3,
    4,
    5,
    6,
    7,
    12,
    13,
    14,
)
_DOGS, _CARDS, _DENTS, _HAND, _DECK, _USED, _RIVALS = 19, 22, 24, 25, 30, 35, 40
RIVAL = 18
_STATIC = _RIVALS + OTHERS * RIVAL
_AHEAD = 1 + BENDS + BENDS * SIDES
STATIC = _AHEAD + SIDES * ROWS
SIZE = _STATIC + STATIC
"""Numbers in an observation."""

WINDOW = np.dtype(
    [
        ("static", np.int8, STATIC),  # finish, bends and cells ahead, as long as nobody races
        ("front", np.int16, LANES),  # first cell ahead in each lane, counted from the lane's begin
        ("along", np.int16),  # of the space itself, counted so
    ]
)
"""What a sled on some space has before it."""

Windows = NDArray[np.void]


@kernel
def mark(windows: Windows, track: Spaces, own: int, space: int, held: int, ahead: Numbers) -> None:
    """Write what a space holds into the stretch ahead of a sled, if it is within it."""
    lane = int(track[space]["lane"])
    row = windows[space]["along"] - windows[own]["front"][lane]
    if 0 <= row < ROWS:
        side = lane - int(track[own]["lane"]) + LANES - 1
        ahead[_AHEAD + side * ROWS + row] = held


@kernel
def _see_ahead(
    race: State,
    track: Spaces,
    windows: Windows,
    saplings: NDArray[np.int16],
    seat: int,
    seen: Numbers,
) -> None:
    """Write the stretch of track ahead of a sled."""
    r = race[0]
    own = r["space"][seat]
    if own == OFF:
        seen[_STATIC:] = 0
        return
    ahead, static = seen[_STATIC:], windows[own]["static"]
    for i in range(STATIC):
        ahead[i] = static[i]
    for sapling in range(len(saplings)):
        if not (r["saplings"] >> sapling) & 1:
            mark(windows, track, own, saplings[sapling], FREE, ahead)
    for sled in range(r["sleds"]):
        if sled != seat and r["space"][sled] != OFF:
            mark(windows, track, own, r["space"][sled], SLED, ahead)


@kernel
def _see_rival(race: State, track: Spaces, seat: int, sled: int, seen: Numbers) -> None:
    """Write what a seat may know of another sled."""
    r = race[0]
    space, own = r["space"][sled], r["space"][seat]
    seen[0] = r["status"][sled] == RACING
    seen[1] = r["status"][sled] == FINISHED
    seen[2] = r["status"][sled] > FINISHED
    seen[3] = r["moved"][sled]
    seen[4] = 0 if r["phase"] == START or seen[2] else place_of(race, track, sled)
    seen[5] = r["dents"][sled]
    seen[6], seen[7], seen[8] = r["left"][sled], r["right"][sled], r["brake"][sled]
    held, hidden = 0, 0
    for value in range(VALUES):
        open_cards = int(r["used"][sled, value])
        open_cards += 1 if r["left_card"][sled] and r["left"][sled] == value + 1 else 0
        open_cards += 1 if r["right_card"][sled] and r["right"][sled] == value + 1 else 0
        seen[11 + value] = COPIES - open_cards
        hidden += COPIES - open_cards
        held += r["hand"][sled, value]  # how many, not which (HAND-5)
    seen[9] = held
    seen[10] = hidden - held
    seen[16] = seen[17] = 0
    if space != OFF and own != OFF:
        seen[16] = int(track[space]["lane"]) - int(track[own]["lane"])
        seen[17] = max(-MOST, min(MOST, int(track[space]["rank"]) - int(track[own]["rank"])))


@kernel
def observe(
    race: State,
    track: Spaces,
    windows: Windows,
    saplings: NDArray[np.int16],
    seat: int,
    seen: Numbers,
) -> None:
    """Write the observation of a seat: what its `View` shows, in the layout of `encoding`."""
    r = race[0]
    sleds = int(r["sleds"])
    seen[:_RIVALS] = 0
    for i, phase in enumerate((START, TURN, DISCARD)):
        seen[_PHASE + i] = r["phase"] == phase
    acting = r["phase"] != OVER and r["actor"] == seat
    seen[_ACTING] = acting
    seen[_OWED] = r["owed"] if acting and r["phase"] == DISCARD else 0
    seen[_ROUND] = min(r["round"] + 0, MOST)
    seen[_SLEDS] = sleds
    if r["phase"] == START:
        for number in range(1, MOST_SLEDS + 1):
            seen[_STARTS + number - 1] = is_free_start(race, track, number)
    elif r["status"][seat] <= FINISHED:
        seen[_PLACE] = place_of(race, track, seat)
        if r["status"][seat] == RACING and bonus_on_offer(race):
            seen[_BONUS] = seen[_PLACE]
    if r["space"][seat] != OFF:
        seen[_LANE + int(track[r["space"][seat]]["lane"])] = 1
    seen[_DOGS], seen[_DOGS + 1] = r["left"][seat], r["right"][seat]
    seen[_DOGS + 2] = r["brake"][seat]
    seen[_CARDS], seen[_CARDS + 1] = r["left_card"][seat], r["right_card"][seat]
    seen[_DENTS] = r["dents"][seat]
    for value in range(VALUES):
        seen[_HAND + value] = r["hand"][seat, value]
        seen[_DECK + value] = r["deck"][seat, value]
        seen[_USED + value] = r["used"][seat, value]
    for i in range(OTHERS):
        rival = seen[_RIVALS + i * RIVAL : _RIVALS + (i + 1) * RIVAL]
        if i + 1 < sleds:
            _see_rival(race, track, seat, (seat + 1 + i) % sleds, rival)
        else:
            rival[:] = 0
    _see_ahead(race, track, windows, saplings, seat, seen)


# -- many races ------------------------------------------------------------------------------------


class Races(NamedTuple):
    """Races under way, and where each stands in its streams of chance."""

    states: State
    keys: NDArray[np.uint64]
    """Of the sleds' cards, and of the mushers themselves, for each race."""
    counts: NDArray[np.int64]
    """Cards drawn, and decisions taken, by each sled of each race."""
    numbers: NDArray[np.int64]
    """Of the races of the seed."""
    ended: NDArray[np.bool_]
    """Whether a race is over for the caller and none follows."""


EVERY_SEAT = -1
"""In place of a seat: the caller has several, and a race is over when it is so for all."""


class Setting(NamedTuple):
    """What all races of a batch share."""

    fresh: State
    track: Spaces
    windows: Windows
    saplings: NDArray[np.int16]
    driven: NDArray[np.int8]
    """1 for each seat that a musher drives, 0 for those of the caller."""
    seed: np.uint64
    stride: int
    """How much higher the number of the next race is; 0 if none follows."""
    round_limit: int
    goal: int
    """Rank of the hindmost space past the finish line."""
    shaping: float
    """Reward for the whole way from start to finish, given as it is gone."""
    seat: int
    """The only seat of the caller, or EVERY_SEAT."""


class Buffers(NamedTuple):
    """What the caller reads, and its actions; one row for each race."""

    actions: NDArray[np.int32]
    observations: NDArray[np.int8]
    masks: NDArray[np.int8]
    rewards: NDArray[np.float32]
    """One column for each sled, or only one if the caller has one seat."""
    terminals: NDArray[np.bool_]
    truncations: NDArray[np.bool_]
    actors: NDArray[np.int8]


class Row(NamedTuple):
    """What is read and written when one race goes on."""

    race: State
    keys: NDArray[np.uint64]
    counts: NDArray[np.int64]
    rewards: NDArray[np.float32]
    path: Path


_RACE, _TRACK, _VALUES = POLICY.args[:3]


_types: Any = numba.types  # which type checkers know in part


def _rows(kind: Any, dimensions: int = 1, readonly: bool = False) -> Any:
    return _types.Array(kind, dimensions, "C", readonly=readonly)


_RACES = _types.NamedTuple(
    (
        *(_RACE, _rows(numba.uint64, 3), _rows(numba.int64, 3), _rows(numba.int64)),
        _rows(numba.bool_),
    ),
    Races,
)
_SETTING = _types.NamedTuple(
    (
        *(_RACE, _TRACK, _rows(numba.from_dtype(WINDOW), readonly=True), _rows(numba.int16)),
        *(_rows(numba.int8), numba.uint64, numba.int64, numba.int64, numba.int64),
        *(numba.float64, numba.int64),
    ),
    Setting,
)
_BUFFERS = _types.NamedTuple(
    (
        *(_rows(numba.int32), _rows(numba.int8, 2), _rows(numba.int8, 2), _rows(numba.float32, 2)),
        *(_rows(numba.bool_), _rows(numba.bool_), _rows(numba.int8)),
    ),
    Buffers,
)
_MINDS = (_types.UniTuple(_VALUES, MOST_SLEDS), _types.UniTuple(HANDED, MOST_SLEDS))
STEP = numba.types.void(_RACES, _SETTING, _BUFFERS, numba.bool_, *_MINDS)


@kernel
def reward_of(race: State, sled: int) -> float:
    """Return the reward at the end: 1 for the first place down to -1 for the last, or for none."""
    r = race[0]
    if r["status"][sled] != FINISHED:
        return -1.0
    return 1.0 - 2.0 * (r["place"][sled] - 1) / max(r["sleds"] - 1, 1)


@kernel_part
def progress(race: State, track: Spaces, sled: int, goal: int) -> float:
    """Return how much of the course a sled has behind it, from 0 to 1; -1 if it is wrecked."""
    r = race[0]
    if r["status"][sled] == FINISHED:
        return 1.0
    if r["space"][sled] == OFF:
        return -1.0
    return min(track[r["space"][sled]]["rank"] / goal, 1.0)


@kernel_part
def _take(row: Row, setting: Setting, decision: int) -> None:
    """Take a decision, draw what follows, and reward the sled's progress if that is wished."""
    race, track, sled = row.race, setting.track, actor_of(row.race)
    shaped = setting.shaping != 0.0 and race[0]["phase"] == TURN
    before = progress(race, track, sled, setting.goal) if shaped else 0.0
    decide(race, track, decision, row.path)
    draw_from_streams(race, track, row.keys[0], row.counts[0])
    if shaped and (setting.seat == EVERY_SEAT or sled == setting.seat):
        after = progress(race, track, sled, setting.goal)
        if after >= 0.0:
            column = sled if setting.seat == EVERY_SEAT else 0
            row.rewards[column] += setting.shaping * (after - before)


@kernel_part
def _is_over(race: State, setting: Setting) -> bool:
    """Return whether a race is over, or the caller's only sled is out of it, or it is too long."""
    r = race[0]
    if r["phase"] == OVER or r["round"] > setting.round_limit:
        return True
    return setting.seat != EVERY_SEAT and r["status"][setting.seat] != RACING


@kernel_part
def _race_on(row: Row, setting: Setting, values: Any, policies: Any) -> None:
    """Let mushers drive until the caller has to decide, or the race is over."""
    while not _is_over(row.race, setting):
        sled = actor_of(row.race)
        if not setting.driven[sled]:
            return
        word = stream_word(row.keys[1, sled], row.counts[1, sled])
        row.counts[1, sled] += 1
        decision = policies[sled](row.race, setting.track, values[sled], word)
        _take(row, setting, decision)


@kernel_part
def _begin(row: Row, setting: Setting, number: int, values: Any, policies: Any) -> None:
    """Begin a race of the seed."""
    keys, counts = row.keys, row.counts
    begin_race(
        row.race, setting.fresh, setting.seed, number, keys[0], keys[1], counts[0], counts[1]
    )
    if policies is not None:
        _race_on(row, setting, values, policies)


@kernel_part
def _show(races: Races, setting: Setting, buffers: Buffers, i: int) -> None:
    """Write what the caller has to know for its next decision in a race."""
    race, track = races.states[i : i + 1], setting.track
    actor = actor_of(race) if setting.seat == EVERY_SEAT else setting.seat
    buffers.actors[i] = actor
    observe(race, track, setting.windows, setting.saplings, actor, buffers.observations[i])
    if races.ended[i]:
        buffers.masks[i][:] = 0  # the actor may be a musher, whose hand nobody is shown
    else:
        write_mask(race, track, buffers.masks[i])


@kernel
def illegal_row(
    states: State, track: Spaces, ended: NDArray[np.bool_], actions: NDArray[np.int32]
) -> int:
    """Return the first row whose action is not legal, or -1; NO_ACTION is where a race is over."""
    for i in range(len(states)):
        if ended[i]:
            if actions[i] != NO_ACTION:
                return i
        elif not is_legal(states[i : i + 1], track, actions[i]):
            return i
    return -1


def _step_all(
    races: Races, setting: Setting, buffers: Buffers, begin: bool, values: Any, policies: Any
) -> None:
    """Take the caller's action in each race, or begin all of them, and show what is next.

    Actions are trusted to be legal; a race that is over stays as it is.
    """
    path = np.empty(LONGEST_PATH, np.int16)
    for i in range(len(races.states)):
        race, rewards = races.states[i : i + 1], buffers.rewards[i]
        row = Row(race, races.keys[i], races.counts[i], rewards, path)
        rewards[:] = 0.0
        if races.ended[i] and not begin:
            continue
        buffers.terminals[i] = buffers.truncations[i] = races.ended[i] = False
        anew = begin
        if not begin:
            _take(row, setting, decision_of(buffers.actions[i]))
            if policies is not None:
                _race_on(row, setting, values, policies)
            if _is_over(race, setting):
                ended = race[0]["phase"] == OVER or race[0]["round"] <= setting.round_limit
                buffers.terminals[i] = ended
                buffers.truncations[i] = not ended
                for column in range(len(rewards)):
                    sled = column if setting.seat == EVERY_SEAT else setting.seat
                    rewards[column] += reward_of(race, sled)
                races.numbers[i] += setting.stride
                anew = setting.stride > 0
                races.ended[i] = not anew
        if anew:
            _begin(row, setting, races.numbers[i], values, policies)
        _show(races, setting, buffers, i)


# -- data sets -------------------------------------------------------------------------------------

COLUMNS = ("race", "round", "seat", "phase", "legal", "action", "place", "dents", "rounds")
"""Numbers that are written down of each decision: what they mean is said in `dataset`."""

RECORD = numba.types.int64(
    _SETTING, *_MINDS, _rows(numba.int64, 2), _rows(numba.int8, 2), _rows(numba.int64)
)


@kernel_handed(RECORD)
def record_all(
    setting: Setting,
    values: Any,
    policies: Any,
    numbers: NDArray[np.int64],
    observations: NDArray[np.int8],
    races: NDArray[np.int64],
) -> int:
    """Write down every decision of races driven by mushers, and return how many there are.

    `races` holds the first race and the one behind the last. The first is moved on behind the last
    that was raced, which may be sooner if there is no room for another.
    """
    race = np.zeros(1, STATE)
    keys, counts = np.zeros((2, MOST_SLEDS), np.uint64), np.zeros((2, MOST_SLEDS), np.int64)
    path, mask = np.empty(LONGEST_PATH, np.int16), np.empty(ACTIONS, np.int8)
    r, track, row = race[0], setting.track, 0
    room = setting.fresh[0]["sleds"] * (1 + 2 * setting.round_limit)
    while races[0] < races[1] and row + room <= len(numbers):
        begin_race(
            race, setting.fresh, setting.seed, races[0], keys[0], keys[1], counts[0], counts[1]
        )
        first = row
        while r["phase"] != OVER and r["round"] <= setting.round_limit:
            sled, phase = actor_of(race), int(r["phase"])
            word = stream_word(keys[1, sled], counts[1, sled])
            counts[1, sled] += 1
            decision = policies[sled](race, track, values[sled], word)
            noted = numbers[row]
            noted[0], noted[1], noted[2], noted[3] = races[0], r["round"], sled, phase
            noted[4] = write_mask(race, track, mask)
            noted[5] = action_of(phase, decision)
            observe(race, track, setting.windows, setting.saplings, sled, observations[row])
            row += 1
            decide(race, track, decision, path)
            draw_from_streams(race, track, keys[0], counts[0])
        for i in range(first, row):
            sled = numbers[i, 2]
            numbers[i, 6] = r["place"][sled] if r["status"][sled] == FINISHED else 0
            numbers[i, 7], numbers[i, 8] = r["dents"][sled], min(r["round"], setting.round_limit)
        races[0] += 1
    return row


# -- compiling -------------------------------------------------------------------------------------


@cache
def stepping(with_mushers: bool) -> Any:
    """Return the function that begins and steps races, compiled when first asked for.

    It costs a third of a millisecond to hand mushers to a kernel; without any they are None.
    """
    return kernel_as(STEP)(_step_all) if with_mushers else kernel(_step_all)
