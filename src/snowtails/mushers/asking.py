"""Asking mushers: for one decision, for a course, or to race on to the end."""

from collections.abc import Sequence
from operator import index
from typing import Any

import numpy as np

from ..course import Course, Refused
from ..course.chance import generator
from ..course.problem import expect, whole_number
from ..rules.choices import Phase
from ..rules.deal import SeededDeal
from ..rules.notation import Decision, Discard, InvalidTurn, Start, Turn
from ..rules.race import Race
from ..rules.view import View
from .ladder import find_musher
from .musher import Layer, Musher, fault, own_chance

ROUND_LIMIT = 400
"""Rounds after which a race that does not end is broken off; good mushers need less than 40."""

MOST_ROUNDS = 32_000
"""The highest limit that can be given: the counter of rounds ends a little later."""


class BadAnswer(Refused):
    """A musher's answer that is not among the decisions it may take, or none because it failed."""


def ask(
    musher: Musher | str,
    view: View,
    rng: np.random.Generator | None = None,
    *,
    seed: int | None = None,
) -> Decision:
    """Return what a musher decides for its seat; raise BadAnswer if it may not, or fails.

    The musher is asked, or found by its name; its chance comes from an rng or a seed.

    >>> race = Race("nutcracker", sleds=2, seed=7)
    >>> str(ask("husky", race.view(race.actor), seed=1))
    '@1'
    """
    asked, chance = find_musher(musher), generator(seed, rng)
    legal = expect(View, view, "a musher is asked with a view, as in race.view(0)").decisions
    if not legal:
        raise Refused(f"{_seat(view)} has nothing to decide now")
    question = {Phase.START: "start", Phase.DISCARD: "discard"}.get(view.phase, "choose")
    answer: object
    try:
        if view.phase is Phase.START:
            numbers = [decision.number for decision in legal if isinstance(decision, Start)]
            answer = asked.start(view, numbers, chance)
        elif view.phase is Phase.DISCARD:
            answer = asked.discard(view, view.owed, chance)
        else:
            turns = [decision for decision in legal if isinstance(decision, Turn)]
            answer = asked.choose(view, turns, chance)
    except Exception as error:  # it is anybody's code: whatever goes wrong there is its answer
        raise BadAnswer(f"{asked.name} failed in {question} {fault(error)}") from error
    decision = _understood(view.phase, answer)
    if decision not in legal:
        shown = ", ".join(map(str, legal[:8])) + (" …" if len(legal) > 8 else "")
        raise BadAnswer(f"{asked.name} answered {answer!r} to {question}; it may decide {shown}")
    return decision


def _understood(phase: Phase, answer: Any) -> Decision | None:
    """Return the decision that an answer stands for, or None if it stands for none."""
    try:
        if phase is Phase.START:
            return Start(index(answer))
        if phase is Phase.DISCARD:
            return Discard(tuple(sorted(map(index, answer))))
    except (TypeError, InvalidTurn):
        return None
    return answer if isinstance(answer, Turn) else None


def _seat(view: View) -> str:
    return "an onlooker" if view.seat is None else f"seat {view.seat}"


def lay_course(
    musher: Musher | str,
    sleds: int,
    rng: np.random.Generator | None = None,
    *,
    seed: int | None = None,
) -> Course:
    """Return the course that a musher lays: its own, or a shipped or a random one.

    Raise BadAnswer if it lays one that cannot be raced, or fails.
    """
    asked, chance = find_musher(musher), generator(seed, rng)
    if not isinstance(asked, Layer):
        if chance.random() < 0.5:
            return Course.random(chance)
        return Course.load(str(chance.choice(Course.shipped())))
    try:
        laid = asked.lay(sleds, chance)
    except Exception as error:  # it is anybody's code: whatever goes wrong there is its answer
        raise BadAnswer(f"{asked.name} failed in lay {fault(error)}") from error
    try:
        course = Course.of(laid)
        course.check()
    except Refused as error:
        raise BadAnswer(f"{asked.name} laid {laid!r}: {error}") from error
    return course


# -- whole races -----------------------------------------------------------------------------------


def mushers_of(given: Musher | str | Sequence[Musher | str], sleds: int) -> tuple[Musher, ...]:
    """Return a musher for each sled: the one that was given for all, or each its own."""
    if isinstance(given, str) or not isinstance(given, Sequence):
        return (find_musher(given),) * sleds
    if len(given) != sleds:
        raise Refused(f"{sleds} sleds need as many mushers, not {len(given)}")
    return tuple(map(find_musher, given))


def checked_limit(rounds: int) -> int:
    """Return a limit of rounds, or raise Refused if it is none."""
    limit = whole_number(rounds, "a round limit is a whole number")
    if not 1 <= limit <= MOST_ROUNDS:
        raise Refused(f"a round limit is 1 to {MOST_ROUNDS:,}, not {limit}")
    return limit


def race_on(
    race: Race,
    mushers: Musher | str | Sequence[Musher | str],
    rng: np.random.Generator | None = None,
    *,
    seed: int | None = None,
    round_limit: int = ROUND_LIMIT,
) -> bool:
    """Let mushers race on until the race is over; return whether it is.

    One musher drives all sleds, or each has its own. Their chance comes from an rng or a seed. A
    race that is not over after `round_limit` rounds is broken off: who has finished has its place,
    and the others stand where they stood, still racing.

    >>> race = Race("nutcracker", sleds=3, seed=7)
    >>> race_on(race, ["husky", "pup", "pup"], seed=1)
    True
    >>> [sled.place for sled in race.sleds]
    [1, 3, 2]
    """
    expect(Race, race, "mushers race on in a Race")
    limit = checked_limit(round_limit)
    seats = mushers_of(mushers, len(race.sleds))
    if seed is None or rng is not None:
        chances = [generator(seed, rng)] * len(seats)
    else:
        number = race.deal.race if isinstance(race.deal, SeededDeal) else 0
        own = whole_number(seed, "a seed is a whole number")
        chances = [own_chance(own, number, seat) for seat in range(len(seats))]
    while (sled := race.actor) is not None and race.round <= limit:
        race.play(ask(seats[sled], race.view(sled), chances[sled]))
    return race.phase is Phase.OVER
