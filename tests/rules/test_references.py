"""References to arrays are counted where kernels may make some, and nowhere else."""

import gc
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from typing import Any, NamedTuple

import numba
import numpy as np
import pytest
from numpy.typing import NDArray

from snowtails import Budget, Race, run_races, search
from snowtails.lab.races import RESULT, _Drivers, _race_through, _Scratch
from snowtails.mushers.policy import HANDED, POLICY
from snowtails.mushers.random_decision import random_decision
from snowtails.rules import kernel as compiling
from snowtails.rules.kernel import kernel, kernel_part, part_of, settings
from snowtails.rules.order import actor_of
from snowtails.rules.reach import BOOK, NODE, _fill_row
from snowtails.rules.state import MOST_SLEDS, State, empty_state

runtime: Any = import_module("numba.core.runtime._nrt_python")
counters: Any = import_module("numba.core.runtime.nrt").rtsys

pytestmark = pytest.mark.skipif(bool(settings.DISABLE_JIT), reason="nothing is compiled")

RACE, TRACK, VALUES, WORD = POLICY.args
NUMBERS = np.arange(7)


class Pair(NamedTuple):
    race: State
    numbers: NDArray[np.int64]


# -- what makes no arrays --------------------------------------------------------------------------


def looks(race: State) -> int:
    hand = race[0]["hand"][actor_of(race)]
    return int(hand[0] + hand[1])


def looks_at_pair(race: State) -> int:
    pair = Pair(race, race[0]["space"])
    return int(pair.numbers[0] + pair.race[0]["round"])


def looks_at_tuple(race: State) -> int:
    both = race[0]["space"], race[0]["place"]
    spaces, _ = both
    return int(spaces[0] + both[1][2])


def looks_at_either(race: State) -> int:
    chosen = race[0]["left"] if race[0]["round"] > 1 else race[0]["right"]
    return int(chosen[1])


def looks_at_slices(race: State) -> int:
    return int(race[0]["hand"][1:, 2][0]) + len(race[0]["space"][1:3])


def looks_at_global(race: State) -> int:
    return int(NUMBERS[race[0]["sleds"]])


def loops_over_numbers(race: State) -> int:
    found = 0
    for i, factor in enumerate((3, 5)):
        found += factor * race[0]["space"][i]
    return found


def stores(race: State) -> int:
    race[0]["owed"] = 2
    race[0]["dents"][1] += 1
    race[0]["hand"][2, 3] = race[0]["place"][:] = 3
    race[0] = race[0]
    return int(race[0]["owed"] + race[0]["place"][4])


# -- what may make some ----------------------------------------------------------------------------


def makes(race: State) -> NDArray[np.int64]:
    return np.arange(race[0]["sleds"] + 3)


def hands_back(race: State) -> State:
    return race[:1]


def pairs(race: State) -> Pair:
    return Pair(race, race[0]["space"] + 1)


def holds(race: State) -> int:
    return int(kernel_making(race)[2])


def holds_pair(race: State) -> int:
    return int(kernel_pairing(race).numbers[2])


def adds(race: State) -> int:
    return int((race[0]["space"] + 1)[0])


def compares(race: State) -> bool:
    return bool((race[0]["space"] == race[0]["place"]).all())


def picks_some(race: State) -> int:
    return int(race[0]["space"][race[0]["space"] == 0][0])


def picks_rows(race: State) -> int:
    return int(race[0]["hand"][race[0]["choosing"], 0][1])


def copies_slice(race: State) -> int:
    race[0]["space"][:] = race[0]["place"]
    return int(race[0]["space"][1])


def looks_at_imaginary(race: State) -> int:
    return int(race[0]["space"].imag[1])


def transposes(race: State) -> int:
    return int(race[0]["hand"].T[1, 2])


def loops_over_array(race: State) -> int:
    found = 0
    for space in race[0]["space"]:
        found += space
    return found


def unpacks_array(race: State) -> int:
    a, b, _, _, _ = race[0]["space"]
    return int(a + b)


def sums_up(race: State) -> int:
    return int(np.asarray(race[0]["space"]).sum())


def lists(race: State) -> int:
    return int([race[0]["space"], race[0]["choosing"]][1][0])


def refuses(race: State) -> int:
    if race[0]["sleds"] > MOST_SLEDS:
        raise ValueError
    return 1


def yields(race: State) -> Iterator[int]:
    spaces = race[0]["space"]
    for i in range(2):
        yield spaces[i]


kernel_making, kernel_pairing = kernel(makes), kernel(pairs)

WITHOUT = (
    *(looks, looks_at_pair, looks_at_tuple, looks_at_either, looks_at_slices, looks_at_global),
    *(loops_over_numbers, stores),
)
COUNTED = (
    *(makes, hands_back, pairs, holds, holds_pair, adds, compares),
    *(picks_some, picks_rows, copies_slice, looks_at_imaginary, transposes),
    *(loops_over_array, unpacks_array, sums_up, lists, refuses, yields),
)


def counts(compiled: Any, *signature: Any) -> bool:
    """Compile a kernel, and return whether it counts references."""
    compiled.compile(signature)
    return bool(compiled.compiled_for(signature).target_context.enable_nrt)


def some_race() -> State:
    race = empty_state()
    for name in race.dtype.names or ():
        race[name] = np.arange(race[name].size).reshape(race[name].shape) % 5
    return race


def plain(result: Any) -> Any:
    if isinstance(result, Pair):
        return result.numbers
    return list(result) if isinstance(result, Iterator) else result


@contextmanager
def all_freed() -> Iterator[Callable[[], int]]:
    """Expect that as many arrays are freed as are made; yield what tells how many were made."""
    gc.disable()  # what others left over must not be freed meanwhile
    runtime.memsys_enable_stats()
    try:
        before = counters.get_allocation_stats()
        yield lambda: counters.get_allocation_stats().mi_alloc - before.mi_alloc
        after = counters.get_allocation_stats()
    finally:
        runtime.memsys_disable_stats()
        gc.enable()
    assert after.mi_alloc - before.mi_alloc == after.mi_free - before.mi_free


@pytest.mark.parametrize("function", [*WITHOUT, *COUNTED])
def test_references_are_counted_where_arrays_may_be_made(function: Any) -> None:
    compiled, race, expected = kernel(function), some_race(), some_race()
    assert counts(compiled, RACE) is (function in COUNTED)

    for _ in range(2):
        assert np.array_equal(plain(compiled(race)), plain(function(expected)))
    assert race.tobytes() == expected.tobytes()
    held = sys.getrefcount(race)
    with all_freed():
        for _ in range(50):
            plain(compiled(race))
    assert sys.getrefcount(race) == held


def test_lists_of_arrays_are_counted() -> None:
    """Whoever takes an array out of one is handed a reference of its own."""

    def takes(lent: Any) -> int:
        return int(lent[0][0]["round"])

    compiled = kernel_part(takes)
    assert counts(compiled, numba.types.ListType(RACE))  # type: ignore[no-untyped-call]


def test_what_does_not_count_has_no_trace_of_it() -> None:
    # A part has no door to Python, where arguments are counted in any case.
    for function, counted in ((looks, False), (adds, True)):
        compiled: Any = kernel_part(function)
        compiled.compile((RACE,))
        (code,) = compiled.inspect_llvm().values()
        assert ("NRT_" in code) is counted


def typed(kind: type, *members: Any) -> Any:
    return numba.types.NamedTuple(members, kind)  # type: ignore[no-untyped-call]


def five(kind: Any) -> Any:
    return numba.types.UniTuple(kind, MOST_SLEDS)  # type: ignore[no-untyped-call]


def array_of(dtype: Any) -> Any:
    return numba.types.Array(numba.from_dtype(dtype), 1, "C")


RACED_THROUGH = (
    typed(_Scratch, RACE, numba.uint64[:, ::1], numba.int64[:, ::1], numba.int16[::1]),
    TRACK,
    typed(_Drivers, five(HANDED), five(VALUES)),
    numba.from_dtype(RESULT),
    numba.int64,
)
FILLED = (RACE, TRACK, *map(array_of, (NODE, BOOK)), numba.int64, numba.int64)


@pytest.mark.parametrize(
    ("hot", "signature"),
    [(_race_through, RACED_THROUGH), (random_decision, POLICY.args), (_fill_row, FILLED)],
    ids=["races", "Rookie", "reach"],
)
def test_what_runs_in_every_step_of_a_race_does_not_count(
    monkeypatch: pytest.MonkeyPatch, hot: Any, signature: Any
) -> None:
    """All that is compiled into it is looked at too: turns, movement, cards."""
    with monkeypatch.context() as patch:
        patch.setattr(compiling, "CACHE", None)  # code that is loaded cannot be read
        compiled: Any = part_of(hot)
    compiled.compile(signature)
    (code,) = compiled.inspect_llvm().values()
    assert "NRT_" not in code


def test_all_arrays_that_kernels_make_are_freed() -> None:
    race = Race("nutcracker", 4, seed=1)

    def all_at_once() -> None:
        run_races("nutcracker", 8, 4, ["rookie", "pup", "yearling", "husky"], seed=1)
        run_races("nutcracker", 8, 4, "rookie", seed=1)
        search(race.view(race.actor), Budget(playouts=20), 1)

    all_at_once()
    with all_freed() as made:
        all_at_once()
        assert made() > 0
