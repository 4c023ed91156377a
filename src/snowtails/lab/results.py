"""How races went, race by race and sled by sled, as a table for other programs."""

import csv
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..course import Refused
from ..rules.sled import Status
from .certificate import Certificate
from .tally import Batch

COLUMNS = (
    "course",
    "race",
    "sled",
    "musher",
    "field",
    "start",
    "place",
    "status",
    "dents",
    "turns",
    "rounds",
)
"""A row is a sled in a race: the course by its line, the number of the race within the seed, all
mushers of the race as its field, `place` 0 where it has none."""

_STATUS = np.array([status.value for status in Status])


def write_results(certificates: Sequence[Certificate], file: Path | str) -> None:
    """Write how every race went to a file, as CSV or, with the extra [parquet], as Parquet.

    The ending of the file says which. Rows are in order, however the races were spread.
    """
    file = Path(file)
    if file.suffix == ".csv":
        with file.open("w", encoding="utf-8", newline="") as lines:
            writer = csv.writer(lines)
            writer.writerow(COLUMNS)
            for columns in _tables(certificates):
                writer.writerows(zip(*(column.tolist() for column in columns), strict=True))
    elif file.suffix == ".parquet":
        _write_parquet(certificates, file)
    else:
        raise Refused(f"results are written as .csv or .parquet, not as {file.name!r}")


def _write_parquet(certificates: Sequence[Certificate], file: Path) -> None:
    import pyarrow  # behind the extra [parquet]
    from pyarrow import parquet

    kinds: dict[str, Any] = dict.fromkeys(COLUMNS, pyarrow.int16())
    kinds["race"] = pyarrow.int64()
    for name in ("course", "musher", "field", "status"):
        kinds[name] = pyarrow.dictionary(pyarrow.int32(), pyarrow.string())
    schema = pyarrow.schema(list(kinds.items()))
    with parquet.ParquetWriter(file, schema) as writer:
        for columns in _tables(certificates):
            arrays = [
                pyarrow.array(column).cast(kind)
                if column.dtype.kind != "U"
                else pyarrow.array(column.tolist(), pyarrow.string()).dictionary_encode()
                for column, kind in zip(columns, kinds.values(), strict=True)
            ]
            writer.write_table(pyarrow.Table.from_arrays(arrays, schema=schema))


def _tables(certificates: Iterable[Certificate]) -> Iterable[list[NDArray[Any]]]:
    """Give the columns of each batch of races, in order."""
    for certificate in certificates:
        line, told = certificate.course.line, dict[tuple[str, ...], int]()
        # The races first, then the duels, each by number.
        duels = {id(b): b.mushers != certificate.mushers for b in certificate.batches}
        for batch in sorted(certificate.batches, key=lambda b: (duels[id(b)], b.numbers.start)):
            # Where the field is that of the duels, some races are duels too: they are told once.
            skip = max(0, told.get(batch.mushers, 0) - batch.numbers.start)
            if skip < len(batch.numbers):
                told[batch.mushers] = batch.numbers.stop
                yield _columns(line, batch.after(skip))


def _columns(line: str, batch: Batch) -> list[NDArray[Any]]:
    """Return the columns of a batch: each race has a row for each sled."""
    sleds, results = len(batch.mushers), batch.results
    races = len(results)
    fields = ("start", "place", "status", "dents", "turns")
    by_sled = {name: results[name][:, :sleds].ravel() for name in fields}
    by_sled["status"] = _STATUS[by_sled["status"]]
    return [
        np.full(races * sleds, line),
        np.repeat(np.arange(batch.numbers.start, batch.numbers.stop), sleds),
        np.tile(np.arange(sleds), races),
        np.tile(np.array(batch.mushers), races),
        np.full(races * sleds, "+".join(batch.mushers)),
        *by_sled.values(),
        np.repeat(results["rounds"], sleds),
    ]
