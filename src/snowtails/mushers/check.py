"""Does somebody's musher keep to the contract? It races, and its answers are looked at closely."""

import random
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from ..course import Course, Refused
from ..course.problem import whole_number
from ..finding import Finding
from ..rules.choices import Phase
from ..rules.notation import Decision
from ..rules.race import Race
from ..rules.state import DISCARD
from ..rules.view import View
from .asking import ROUND_LIMIT, BadAnswer, ask
from .ladder import find_musher
from .musher import Musher
from .policy import CompiledMusher

_COURSES = ("nutcracker", "whole-box", "hobbits-breakfast")


@dataclass(frozen=True)
class Asked:
    """What a musher was asked, and its answer."""

    race: Race
    view: View
    seed: int
    answer: Decision
    seconds: float


class _Stopped(Exception):
    """The musher did something that ends the check."""


def check_musher(musher: Musher | str, races: int = 10) -> Iterator[Finding]:
    """Race a musher against Rookies and yield what was found; nothing after a broken answer."""
    if whole_number(races, "a number of races is a whole number") < 1:
        raise Refused(f"a musher is checked in one race at least, not in {races}")
    return _findings(find_musher(musher), races)


def _findings(musher: Musher, races: int) -> Iterator[Finding]:
    name: object = musher.name
    sound = isinstance(name, str) and name.isprintable() and 0 < len(name) <= 40 and "," not in name
    yield Finding(f"it has a name of 1–40 characters without commas: {name!r}", sound)
    chances = (random.getstate(), repr(np.random.get_state()))
    try:
        tried = [list(_race(musher, number)) for number in range(races)]
    except _Stopped as error:
        yield Finding(str(error), False)
        return
    asked = [question for questions in tried for question in questions]
    kinds = Counter(str(seen.view.phase) for seen in asked)
    told = ", ".join(f"{kinds[phase]} of {phase}" for phase in ("start", "turn", "discard"))
    yield Finding(f"all of its {len(asked)} answers were legal: {told}", True)
    yield Finding(
        "it leaves the global random generators alone and uses the one it is given",
        chances == (random.getstate(), repr(np.random.get_state())),
    )
    stuck = sum(questions[-1].race.round == ROUND_LIMIT for questions in tried)
    yield Finding(
        f"its races come to an end: {stuck} of {races} lasted {ROUND_LIMIT} rounds", not stuck
    )
    yield Finding("it does not change the view", all(_is_untouched(seen) for seen in asked))
    yield Finding(
        "it keeps no state: asked again, with the same view and chance, it answers the same",
        _answers_again(musher, asked),
    )
    if isinstance(musher, CompiledMusher):
        yield Finding(
            "its policy does not look at what its seat may not know",
            all(_is_blind(musher, seen) for seen in asked),
        )
    milliseconds = np.median([seen.seconds for seen in asked]) * 1000
    yield Finding(f"it answers in {milliseconds:.2g} ms", True)


def _race(musher: Musher, number: int) -> Iterator[Asked]:
    """Race against Rookies and note every question and answer."""
    rng = np.random.default_rng(number)
    course = Course.load(_COURSES[number % len(_COURSES)])
    race = Race(course, 5 - number % 5, rng=rng)
    own = number % len(race.sleds)
    while (sled := race.actor) is not None and race.round <= ROUND_LIMIT:
        if sled != own:
            race.play(ask("rookie", race.view(sled), rng))
            continue
        asked = _asked(musher, race.copy(), rng)
        yield asked
        if race.phase is Phase.TURN:
            yield from _discards(musher, race, rng)
        race.play(asked.answer)


def _discards(musher: Musher, race: Race, rng: np.random.Generator) -> Iterator[Asked]:
    """Ask for a discard as well, which is seldom due."""
    state = race.state
    hand = int(state[0]["hand"][race.actor].sum())
    if hand > 1:
        state[0]["phase"] = DISCARD
        state[0]["owed"] = rng.integers(1, hand)
        yield _asked(musher, Race.from_state(race.course, state), rng)


def _asked(musher: Musher, race: Race, rng: np.random.Generator) -> Asked:
    view, seed = race.view(race.actor), int(rng.integers(2**32))
    began = time.perf_counter()
    answer = _answer(musher, view, seed)
    return Asked(race, view, seed, answer, time.perf_counter() - began)


def _answer(musher: Musher, view: View, seed: int) -> Decision:
    try:
        return ask(musher, view, np.random.default_rng(seed))
    except BadAnswer as error:
        raise _Stopped(f"{error}; nothing more was looked at") from error


def _answers_again(musher: Musher, asked: Sequence[Asked]) -> bool:
    """Return whether a musher, asked everything once more from the end, answers the same."""
    try:
        return all(_answer(musher, seen.view, seen.seed) == seen.answer for seen in reversed(asked))
    except _Stopped:
        return False


def _is_untouched(asked: Asked) -> bool:
    return asked.view == asked.race.view(asked.view.seat)


def _is_blind(musher: CompiledMusher, asked: Asked) -> bool:
    """Return whether a policy decides the same with all cards open as with those of its view."""
    word = np.random.default_rng(asked.seed).integers(2**64, dtype=np.uint64)
    values, spaces = musher.values(asked.view.course), asked.view.course.track.spaces
    whole = musher.policy(asked.race.state, spaces, values, word)
    return whole == musher.policy(asked.view.state, spaces, values, word)
