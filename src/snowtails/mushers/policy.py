"""Policies: mushers compiled to machine code, for simulations.

A policy is one function `(race, track, word) -> decision` for all that a sled decides; `word` is 64
bits of chance of its own. It must look only at what its sled may know.
"""

from collections.abc import Callable

import numba
import numpy as np

from ..course.track import SPACE, Spaces
from ..rules.kernel import kernel_as
from ..rules.state import STATE, State

Policy = Callable[[State, Spaces, np.uint64], int]

_RACE = numba.types.Array(numba.from_dtype(STATE), 1, "C")
_TRACK = numba.types.Array(numba.from_dtype(SPACE), 1, "C", readonly=True)

POLICY = numba.types.int64(_RACE, _TRACK, numba.types.uint64)
"""The compiled signature of a policy."""

policy = kernel_as(POLICY)
"""Compile a policy, so that it can be handed to `lab.run_races`."""
