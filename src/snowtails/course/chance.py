"""Where chance comes from: a NumPy generator, or a seed to make one."""

import numpy as np

from .problem import InvalidArgument, Refused, whole_number


def generator(seed: int | None, rng: np.random.Generator | None) -> np.random.Generator:
    """Return a generator that was given, or one by a seed.

    >>> int(generator(7, None).integers(100)) == int(np.random.default_rng(7).integers(100))
    True
    """
    if (seed is None) == (rng is None):
        raise Refused("give chance by seed=7, or by an rng")
    if rng is not None:
        return expect_rng(rng)
    seed = whole_number(seed, "a seed is a whole number")
    if seed < 0:
        raise Refused(f"a seed is a number from 0 on, not {seed}")
    return np.random.default_rng(seed)


def expect_rng(rng: object) -> np.random.Generator:
    """Return a generator as it is; raise InvalidArgument for anything else."""
    if isinstance(rng, np.random.Generator):
        return rng
    instead = f"seed={rng}" if isinstance(rng, int) else "rng=np.random.default_rng(7), or seed=7"
    raise InvalidArgument(f"an rng is a NumPy Generator, not {rng!r}; write {instead}")
