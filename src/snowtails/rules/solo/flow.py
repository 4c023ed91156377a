"""How a round of the solo game goes on, step by step.

Each function of the first part takes one decision, or a card of the stack, and `_go_on` then works
through the steps until something has to be decided or drawn. These are the fast doors: they trust
that the decision is legal. `SoloRace` checks first.
"""

import numpy as np

from ...course.track import Spaces
from ..deal import pick
from ..flow import Path, start_space
from ..kernel import kernel, kernel_part
from ..movement import HIT_SLED, dents_fallen
from ..state import COPIES, HAND, MOST_SLEDS, OFF, PRINTED, VALUES, WRECK, State
from ..turns import BRAKE, CARDS, LEFT, RIGHT, turn_parts
from .cards import Counts, cards_left, count_cards, in_hand, missing, offered
from .opponents import can_be_placed, put_opponent, shuttle
from .state import (
    ADVANCING,
    BACKWARD,
    BEGINNING,
    BONUS,
    DEALING,
    DONE,
    DRAW,
    DROP,
    DROPPING,
    DROPPING_TOP,
    EXTRA,
    FILLING,
    FORWARD,
    GOING,
    LACKING,
    NO_CARDS,
    OUT,
    OVER,
    PAST,
    PLACE,
    SETTLING,
    SHUTTLING,
    SLOTS,
    SPARING,
    START,
    SURPLUS,
    TAKE,
    TAKING,
    TAKING_TOP,
    TOP,
    TURN,
    WRECKED,
    YOU,
)
from .turns import RESCUE_LEFT, RESCUE_RIGHT, solo_drive, solo_pace

# -- setting up ------------------------------------------------------------------------------------


@kernel
def set_up_solo(game: State, track: Spaces, opponents: int) -> None:
    """Set up a round, ready to draw the first card (SETUP-2, SETUP-3)."""
    g = game[0]
    for space in range(len(track)):
        if track[space]["sapling"] >= 0:
            g["saplings"] |= 1 << int(track[space]["sapling"])
    for sled in range(MOST_SLEDS):
        g["space"][sled] = OFF
    g["left"][YOU] = g["right"][YOU] = g["brake"][YOU] = PRINTED
    g["opponents"] = opponents
    for value in range(VALUES):
        g["stack"][value] = COPIES
        if opponents:
            g["spare"][value] = COPIES
    g["step"] = SPARING
    _go_on(game, track)


@kernel
def place_opponent(game: State, track: Spaces, number: int) -> None:
    """Put an opponent on the tile number // 2, facing backward if the number is odd (SOLO-3)."""
    put_opponent(game, track, number >> 1, BACKWARD if number & 1 else FORWARD)
    _go_on(game, track)


@kernel
def order_markers(game: State, number: int) -> None:
    """Order the bonus stack: three bits for each marker, the top lowest (SOLO-6)."""
    for i in range(VALUES):
        game[0]["markers"][i] = (number >> (3 * i)) & 7
    game[0]["phase"] = START


@kernel
def choose_solo_start(game: State, track: Spaces, number: int) -> None:
    """Put the player on a start space; spaces 4 and 5 draw more (SOLO-7)."""
    g = game[0]
    g["space"][YOU] = start_space(track, number)
    g["owed"] = max(number - 3, 0)
    g["step"] = EXTRA
    _go_on(game, track)


# -- cards -----------------------------------------------------------------------------------------


@kernel
def give_up(game: State, track: Spaces, counts: Counts) -> None:
    """Put cards of the hand on the discards (SOLO-7) or out of play (SOLO-4, SOLO-14)."""
    g = game[0]
    surplus = g["phase"] == SURPLUS
    for value in range(VALUES):
        g["hand"][YOU, value] -= counts[value]
        if surplus:
            g["discards"][value] += counts[value]
        else:
            g["out"][value] += counts[value]
    g["owed"] = 0
    if surplus:
        g["step"] = BEGINNING
    _go_on(game, track)


@kernel_part
def _take_slots(game: State, slots: int) -> None:
    """Take cards from the slots of a set, the stack's top at the next draw (SOLO-10)."""
    g = game[0]
    for slot in range(SLOTS):
        if slots >> slot & 1:
            g["hand"][YOU, g["face_up"][slot] - 1] += 1
            g["face_up"][slot] = 0
    g["owed"] = 0
    g["step"] = DROPPING
    if slots & TOP:
        g["top_taken"] = 1
        g["step"] = TAKING_TOP


@kernel
def take(game: State, track: Spaces, slots: int) -> None:
    """Take cards from the slots of a set."""
    _take_slots(game, slots)
    _go_on(game, track)


@kernel
def drop(game: State, track: Spaces, slot: int) -> None:
    """Discard the card of a slot, counted from 1, or the stack's top behind them; 0 for none."""
    g = game[0]
    g["step"] = FILLING
    if slot > SLOTS:
        g["step"] = DROPPING_TOP
    elif slot > 0:
        g["discards"][g["face_up"][slot - 1] - 1] += 1
        g["face_up"][slot - 1] = 0
    _go_on(game, track)


@kernel_part
def is_spare(game: State) -> bool:
    """Return whether the card to draw is one of the spare deck."""
    return bool(game[0]["step"] == SPARING)


@kernel
def card_named(game: State, word: np.uint64) -> int:
    """Return the value of the card to draw that a word of chance names."""
    pile = game[0]["spare"] if is_spare(game) else game[0]["stack"]
    index = pick(word, count_cards(pile))
    for value in range(VALUES):
        index -= pile[value]
        if index < 0:
            return value + 1
    return 0


@kernel
def can_draw(game: State, value: int) -> bool:
    """Return whether the card to draw can be one of some value."""
    pile = game[0]["spare"] if is_spare(game) else game[0]["stack"]
    return bool(1 <= value <= VALUES and pile[value - 1] > 0)


@kernel
def receive(game: State, track: Spaces, value: int) -> None:
    """Put the card drawn where the step wants it, and go on."""
    g = game[0]
    step = g["step"]
    if step == SPARING:
        g["spare"][value - 1] -= 1
        if g["row"] == 0:
            g["row"] = value
        else:
            g["column"] = value
    else:
        g["stack"][value - 1] -= 1
        if step == DROPPING_TOP:
            g["discards"][value - 1] += 1
            g["step"] = FILLING
        elif step == ADVANCING or (step == DEALING and in_hand(game) == HAND):
            g["face_up"][_first_gap(game)] = value
        else:
            g["hand"][YOU, value - 1] += 1
            if step == TAKING_TOP:
                g["step"] = DROPPING
            elif step == EXTRA:
                g["owed"] -= 1
    _go_on(game, track)


@kernel_part
def _first_gap(game: State) -> int:
    """Return the first slot without a card; SLOTS if there is none."""
    slot = 0
    while slot < SLOTS and game[0]["face_up"][slot]:
        slot += 1
    return slot


# -- a turn ----------------------------------------------------------------------------------------


@kernel
def play_solo(game: State, track: Spaces, turn: int, path: Path) -> None:
    """Play cards, move and settle the dents of the move; then go on."""
    g = game[0]
    steps, hits, speeding, end = solo_drive(game, track, turn, path)
    bonus = solo_pace(game, turn)[2]
    _lay_cards(game, turn)
    if bonus:
        for i in range(VALUES - 1):
            g["markers"][i] = g["markers"][i + 1]
        g["markers"][VALUES - 1] = 0
    if steps > 0:
        g["space"][YOU] = path[steps - 1]
    g["saplings"] &= ~hits
    past = track[g["space"][YOU]]["past"]
    saplings, for_speed, for_side = dents_fallen(g["dents"][YOU], past, hits, speeding, end)
    g["dents"][YOU] += saplings + for_speed + for_side
    if g["dents"][YOU] == WRECK:
        _end(game, WRECKED)
        return
    g["played"] = CARDS[turn_parts(turn)[1]]
    g["bumped"] = 1 if end == HIT_SLED else 0
    g["step"] = SETTLING
    _go_on(game, track)


@kernel_part
def _lay_cards(game: State, turn: int) -> None:
    """Play the cards of a turn (TURN-3, SOLO-8, SOLO-11, SOLO-12)."""
    g = game[0]
    value, places, choice = turn_parts(turn)
    rescue = choice if places == LEFT | RIGHT | BRAKE else 0
    g["hand"][YOU, value - 1] -= CARDS[places]
    if places & LEFT:
        if g["left_card"][YOU]:
            pile = g["discards"] if rescue & RESCUE_LEFT else g["buried"]
            pile[g["left"][YOU] - 1] += 1
        g["left"][YOU] = value
        g["left_card"][YOU] = 1
    if places & RIGHT:
        if g["right_card"][YOU]:
            pile = g["discards"] if rescue & RESCUE_RIGHT else g["buried"]
            pile[g["right"][YOU] - 1] += 1
        g["right"][YOU] = value
        g["right_card"][YOU] = 1
    if places & BRAKE:
        pile = g["out"] if g["brakes"] >> (value - 1) & 1 else g["discards"]
        pile[value - 1] += 1
        g["brakes"] |= 1 << (value - 1)
        g["brake"][YOU] = value


@kernel_part
def _end(game: State, why: int) -> None:
    """End the round (SOLO-15)."""
    g = game[0]
    g["end"] = why
    g["phase"] = OVER
    g["step"] = DONE
    g["played"] = g["bumped"] = g["mover"] = g["owed"] = 0


# -- the steps: each asks for something, or leads to the next --------------------------------------


@kernel
def _go_on(game: State, track: Spaces) -> None:
    """Work through the steps until something has to be decided or drawn."""
    g = game[0]
    g["phase"] = GOING
    while g["phase"] == GOING:
        step = g["step"]
        if step <= EXTRA:
            _set_up_step(game, track)
        elif step == BEGINNING:
            _begin(game)
        elif step in (LACKING, FILLING):
            _fill(game)
        elif step == SETTLING:
            _settle(game, track)
        elif step == TAKING:
            _take(game)
        elif step == DROPPING:
            g["phase"] = DROP if offered(game) else GOING
            g["step"] = DROPPING if offered(game) else FILLING
        elif step == SHUTTLING:
            _shuttle(game, track)
        elif step == ADVANCING:
            _advance(game)
        else:  # TAKING_TOP, DROPPING_TOP
            g["phase"] = DRAW


@kernel
def _set_up_step(game: State, track: Spaces) -> None:
    """Place opponents, deal, draw what the start space gives more (SOLO-3, SOLO-5, SOLO-7)."""
    g = game[0]
    if g["step"] == SPARING:
        placed = 0
        for number in range(1, MOST_SLEDS):
            placed += 1 if g["space"][number] != OFF else 0
        if placed == g["opponents"]:
            for value in range(VALUES):
                g["spare"][value] = 0
            g["step"] = DEALING
        elif g["column"] == 0:
            g["phase"] = DRAW
        elif can_be_placed(game, track):
            g["phase"] = PLACE
        else:
            g["row"] = g["column"] = 0
    elif g["step"] == DEALING:
        dealt = in_hand(game) == HAND and _first_gap(game) == SLOTS
        g["phase"] = BONUS if dealt else DRAW
    elif g["owed"] > 0:
        g["phase"] = DRAW
    elif missing(game) < 0:
        g["phase"] = SURPLUS
        g["owed"] = -missing(game)
    else:
        g["step"] = BEGINNING


@kernel
def _begin(game: State) -> None:
    """Begin a turn, with a dent if the hand is empty (SOLO-15, TURN-4)."""
    g = game[0]
    g["turn"] += 1
    if cards_left(game) == 0:
        _end(game, NO_CARDS)
    elif in_hand(game) > 0:
        g["phase"] = TURN
    else:
        g["dents"][YOU] += 1
        if g["dents"][YOU] == WRECK:
            _end(game, WRECKED)
        else:
            g["step"] = LACKING


@kernel
def _fill(game: State) -> None:
    """Take #1, #2, #3, then cards of the stack, up to five (SOLO-10, SOLO-15)."""
    g = game[0]
    for slot in range(SLOTS):
        if missing(game) > 0 and g["face_up"][slot]:
            g["hand"][YOU, g["face_up"][slot] - 1] += 1
            g["face_up"][slot] = 0
    if missing(game) > 0 and count_cards(g["stack"]) > 0:
        g["phase"] = DRAW
    elif g["step"] == LACKING:
        g["phase"] = TURN
    else:
        g["played"] = g["top_taken"] = 0
        g["step"] = SHUTTLING


@kernel
def _settle(game: State, track: Spaces) -> None:
    """See to the hand after the move, and whether the round is over (SOLO-14, SOLO-15)."""
    g = game[0]
    short = missing(game)
    if short < 0:
        g["phase"] = OUT
        g["owed"] = -short
    elif track[g["space"][YOU]]["past"]:
        _end(game, PAST)
    elif cards_left(game) == 0:
        _end(game, NO_CARDS)
    elif g["bumped"]:  # DENT-2: no refill
        g["bumped"] = g["played"] = 0
        g["step"] = SHUTTLING
    elif g["played"] == 1:
        g["step"] = FILLING
    else:
        g["step"] = TAKING


@kernel
def _take(game: State) -> None:
    """Let the player take cards, where there is a choice (SOLO-10)."""
    g = game[0]
    slots = offered(game)
    held = 0
    for slot in range(SLOTS + 1):
        held += slots >> slot & 1
    wanted = min(missing(game), g["played"] + 0)
    if wanted >= held:
        _take_slots(game, slots)
    elif wanted > 0:
        g["phase"] = TAKE
        g["owed"] = wanted
    else:
        g["step"] = DROPPING


@kernel
def _shuttle(game: State, track: Spaces) -> None:
    """Move the next opponent (SOLO-4)."""
    g = game[0]
    if g["mover"] == g["opponents"]:
        g["mover"] = 0
        g["step"] = ADVANCING
        return
    g["mover"] += 1
    if shuttle(game, track, g["mover"] + 0):
        g["dents"][YOU] += 1
        if g["dents"][YOU] == WRECK:
            _end(game, WRECKED)
        elif in_hand(game) > 0:
            g["phase"] = OUT
            g["owed"] = 1


@kernel
def _advance(game: State) -> None:
    """Slide the face-up cards down and fill them up (SOLO-13)."""
    g = game[0]
    gap = 0
    for slot in range(SLOTS):
        card = g["face_up"][slot]
        if card:
            g["face_up"][slot] = 0
            g["face_up"][gap] = card
            gap += 1
    if count_cards(g["stack"]) == 0:
        for value in range(VALUES):
            g["stack"][value] = g["discards"][value]
            g["discards"][value] = 0
    if gap < SLOTS and count_cards(g["stack"]) > 0:
        g["phase"] = DRAW
    else:
        g["step"] = BEGINNING
