"""Races as a data set: a folder of Parquet files with one row for each decision.

    snowtails lab nutcracker --races 100000 --mushers husky --dataset races

or, in Python,

    >>> from snowtails.adapters.dataset import write_dataset
    >>> write_dataset("races", "nutcracker", races=1000, mushers="husky")  # doctest: +SKIP

| column | type | what it is |
|---|---|---|
| `race` | int64 | number of the race; its cards are those of `SeededDeal(seed, race)` |
| `round` | int16 | the round; 0 while start spaces are chosen |
| `seat` | int8 | the sled that decides, from 0 |
| `phase` | int8 | 0 a start space is chosen, 2 a turn is played, 3 cards are discarded |
| `legal` | int16 | how many actions were legal |
| `action` | int16 | the one that was taken; see `encoding` |
| `place` | int8 | the place of this sled in the end, from 1; 0 for none |
| `dents` | int8 | its dents in the end |
| `rounds` | int16 | rounds that the race lasted |
| `seen_phase` … `seen_ahead` | list of int8 | what the sled saw, piece by piece; see `encoding` |

Each file holds the races whose numbers are in its name, and appears when it is whole: what was
begun is begun again, and the same command goes on behind the last file. Course, mushers and seed
are in the files' metadata, and a folder takes only files of one kind. Memory does not grow with the
number of races.
"""

import json
import re
from collections.abc import Callable, Sequence
from pathlib import Path
from threading import Event
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..course import Course, Refused
from ..course.problem import whole_number
from ..lab.races import prepared
from ..mushers import ROUND_LIMIT, CompiledMusher, Musher
from ..mushers.asking import mushers_of
from ..rules.deal import SeededDeal
from ..rules.race import RULES_VERSION
from . import stepping
from .encoding import PIECES, pieces, windows_of
from .observing import SIZE
from .stepping import COLUMNS, EVERY_SEAT, Setting

_TYPES = ("int64", "int16", "int8", "int8", "int16", "int16", "int8", "int8", "int16")
_ROWS = 1 << 15
"""Decisions that are kept in memory at once, at least."""

RACES_A_FILE = 10_000

_NAME = re.compile(r"races-(\d{10,})-(\d{10,})")


def write_dataset(
    folder: Path | str,
    course: Course | str | Path,
    races: int,
    mushers: Musher | str | Sequence[Musher | str] = "husky",
    sleds: int = 4,
    *,
    seed: int = 0,
    races_a_file: int = RACES_A_FILE,
    on_progress: Callable[[int], None] | None = None,
    cancel: Event | None = None,
) -> int:
    """Write races into a folder, going on behind those that are there; return how many are there.

    `on_progress` is told after each file how many races are written; once `cancel` is set, it ends.
    """
    course, found = Course.of(course), mushers_of(mushers, sleds)
    seats = [musher for musher in found if isinstance(musher, CompiledMusher)]
    if len(seats) < len(found):
        raise Refused("a data set is driven by compiled mushers: rookie, pup, yearling or husky")
    if whole_number(races_a_file, "a number of races is a whole number") < 1:
        raise Refused(f"a file holds one race at least, not {races_a_file}")
    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    told = {
        "course": course.line,
        "mushers": ",".join(musher.name for musher in seats),
        "seed": str(SeededDeal(seed).seed),
        "rules": str(RULES_VERSION),
    }
    done = _written(folder, told)
    setting, minds = _setting(course, seats, seed)
    while done < races and not (cancel and cancel.is_set()):
        behind = min(done + races_a_file, races)
        _write_file(folder, setting, minds, range(done, behind), told)
        done = behind
        if on_progress:
            on_progress(done)
    return done


def _written(folder: Path, told: dict[str, str]) -> int:
    """Return how many races are in a folder, or refuse it if they are others."""
    import pyarrow.parquet as parquet

    done = 0
    for path in sorted(folder.glob("races-*.parquet")):
        named = _NAME.fullmatch(path.stem)
        if named is None:
            raise Refused(f"{path} is not of this data set: give the data set its own folder")
        first, behind = map(int, named.groups())
        kept = {
            key.decode(): value.decode()
            for key, value in (parquet.read_schema(path).metadata or {}).items()
        }
        other = [key for key, value in told.items() if kept.get(key) != value]
        if other:
            raise Refused(
                f"{path} holds other races: its {other[0]} is {kept.get(other[0])!r}, "
                f"not {told[other[0]]!r}"
            )
        if first != done:
            raise Refused(f"races {done}–{first - 1} are missing before {path}")
        done = behind
    return done


def _setting(
    course: Course, seats: Sequence[CompiledMusher], seed: int
) -> tuple[Setting, tuple[Any, Any]]:
    fresh, values, policies = prepared(course, seats)
    track = course.track
    setting = Setting(
        fresh,
        track.spaces,
        windows_of(track),
        np.array(track.saplings, np.int16),
        np.ones(len(seats), np.int8),
        np.uint64(SeededDeal(seed).seed),
        0,
        ROUND_LIMIT,
        1,
        0.0,
        EVERY_SEAT,
    )
    return setting, (values, policies)


def _write_file(
    folder: Path, setting: Setting, minds: tuple[Any, Any], races: range, told: dict[str, str]
) -> None:
    """Write the file of some races; it has its name only when it is whole."""
    import pyarrow.parquet as parquet

    path = folder / f"races-{races.start:010}-{races.stop:010}.parquet"
    partial = path.with_suffix(".partial")
    schema = _schema().with_metadata({**told, "pieces": json.dumps(_names())})
    rows = _ROWS + len(setting.driven) * (1 + 2 * ROUND_LIMIT)
    numbers = np.zeros((rows, len(COLUMNS)), np.int64)
    observations = np.zeros((rows, SIZE), np.int8)
    bounds = np.array([races.start, races.stop])
    with parquet.ParquetWriter(partial, schema, compression="zstd") as writer:
        while bounds[0] < bounds[1]:
            count = stepping.record_all(setting, *minds, numbers, observations, bounds)
            writer.write_table(_table(numbers[:count], observations[:count], schema))
    partial.replace(path)


def _names() -> list[str]:
    return [f"seen_{piece.name}" for piece in PIECES]


def _schema() -> Any:
    import pyarrow as pa

    columns = [
        pa.field(name, getattr(pa, kind)()) for name, kind in zip(COLUMNS, _TYPES, strict=True)
    ]
    seen = [
        pa.field(name, pa.list_(pa.int8(), int(np.prod(piece.shape))))
        for name, piece in zip(_names(), PIECES, strict=True)
    ]
    return pa.schema([*columns, *seen])


def _table(numbers: NDArray[np.int64], observations: NDArray[np.int8], schema: Any) -> Any:
    import pyarrow as pa

    columns = [pa.array(numbers[:, i].astype(kind)) for i, kind in enumerate(_TYPES)]
    seen = pieces(observations)
    for piece in PIECES:
        flat = np.ascontiguousarray(seen[piece.name]).reshape(-1)
        columns.append(pa.FixedSizeListArray.from_arrays(pa.array(flat), int(np.prod(piece.shape))))
    return pa.Table.from_arrays(columns, schema=schema)
