"""Policies: mushers compiled to machine code, for simulations and instant answers.

A policy is one function `(race, track, values, word) -> decision` for all that a sled decides, in
the numbers of `rules.decide`. `values` is what the course solver knows (see `solver`), and `word`
is 64 bits of chance of its own. It must look only at what its sled may know.
"""

from collections.abc import Callable
from dataclasses import dataclass
from inspect import isfunction
from typing import Any

import numba
import numpy as np
from numba.extending import typeof_impl

from ..course import Course, InvalidArgument
from ..course.problem import expect
from ..course.track import SPACE, Spaces
from ..rules.choices import Phase, numbered_decision
from ..rules.kernel import kernel_as, settings
from ..rules.notation import Decision, InvalidTurn
from ..rules.state import STATE, State
from ..rules.turns import TURNS
from ..rules.view import View
from .musher import Decider
from .solver import VALUE, Values

Policy = Callable[[State, Spaces, Values, np.uint64], int]
"""A function that decides for a sled: race, track, the solver's values and a word of chance go in,
the number of a decision comes out."""

_RACE = numba.types.Array(numba.from_dtype(STATE), 1, "C")
_TRACK = numba.types.Array(numba.from_dtype(SPACE), 1, "C", readonly=True)
_VALUES = numba.types.Array(numba.from_dtype(VALUE), 5, "C", readonly=True)

POLICY = numba.types.int64(_RACE, _TRACK, _VALUES, numba.types.uint64)
"""The compiled signature of a policy."""

HANDED = numba.types.FunctionType(POLICY)
"""The type of a policy that is handed to a simulation."""


class Policies(tuple[Policy, ...]):
    """The policies of all seats, to be handed to a simulation.

    With a plain tuple, Numba looks at its members in every call, which takes twice as long then,
    and warns that this is experimental; a thread cannot filter its warnings without all others'.
    """

    __slots__ = ()


@typeof_impl.register(Policies)
def _type_of_policies(policies: Policies, _context: object) -> Any:
    return numba.types.UniTuple(HANDED, len(policies))  # type: ignore[no-untyped-call]


def policy(function: Policy) -> Policy:
    """Compile a policy, so that it can drive in simulations."""
    if not isfunction(function):
        raise InvalidArgument(f"@policy is written above a function, not above {function!r}")
    return kernel_as(POLICY)(function)


NOTHING: Values = np.empty((0, 0, 0, 0, 0), VALUE)
"""What a policy is told that needs to know nothing of the course."""
NOTHING.flags.writeable = False


def know_nothing(course: Course) -> Values:
    """Tell a policy nothing of the course."""
    return NOTHING


@dataclass(frozen=True)
class CompiledMusher(Decider):
    """A musher that decides by a policy, which is trusted to decide legally."""

    name: str
    policy: Policy
    values: Callable[[Course], Values] = know_nothing
    """What the policy is told of a course, such as the solver's values."""
    temper: str = ""
    """What it is like to race against, in a sentence."""

    def __post_init__(self) -> None:
        expect(str, self.name, "the name of a musher is a text")
        compiled = getattr(self.policy, "nopython_signatures", None) == [POLICY]
        if not compiled and not (settings.DISABLE_JIT and callable(self.policy)):
            raise InvalidArgument(f"a policy is a function under @policy, not {self.policy!r}")
        if not callable(self.values):
            raise InvalidArgument(
                f"values is a function of a course, as in lambda course: solve(course).values, "
                f"not {self.values!r}"
            )

    def __repr__(self) -> str:
        return f"<CompiledMusher {self.name}>"

    def _decide(self, view: View, rng: np.random.Generator) -> Decision:
        word = rng.integers(2**64, dtype=np.uint64)
        values = self.values(view.course)
        number = self.policy(view.state, view.course.track.spaces, values, word)
        if view.phase is Phase.TURN and not 0 <= number < TURNS:
            raise InvalidTurn(f"turns are numbered 0–{TURNS - 1}, not {number}")
        return numbered_decision(view.state, number)
