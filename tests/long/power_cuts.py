"""Cuts the power of a server on SQLite: python -m tests.long.power_cuts

A library preloaded into the server notes every write and every sync of the database. From that the
disk is built again as it may be after a power cut: what was synced is there, what was not is there
or not. Every move that had been acknowledged before the cut must be found on it. The same with
`synchronous=NORMAL` must fail, or this would prove nothing.
"""

import argparse
import json
import random
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from snowtails.server.store.engine import sqlite_url
from snowtails.server.store.operations import _Chains
from tests.long.report import write_report
from tests.long.unsynced import Operation, build, read_journal
from tests.server.crashing import Load, ServerProcess, lost_in

Disk = dict[str, bytes]


def disks(
    journal: list[Operation], cuts: list[int], rng: random.Random
) -> Iterator[tuple[int, Disk]]:
    """Yield for each cut, after so many operations, some disks as they may be found."""
    synced: dict[str, bytearray] = {}
    pending: dict[str, list[Operation]] = {}
    wanted = set(cuts)
    for count, operation in enumerate(journal):
        if count in wanted:
            for share in (0.0, 0.5, 0.9):  # how much of what was not synced got there nevertheless
                yield count, _disk(synced, pending, share, rng)
        content = synced.setdefault(operation.path, bytearray())
        waiting = pending.setdefault(operation.path, [])
        if operation.kind == "s":
            for each in waiting:
                each.apply(content)
            waiting.clear()
        else:
            waiting.append(operation)


def _disk(
    synced: dict[str, bytearray],
    pending: dict[str, list[Operation]],
    share: float,
    rng: random.Random,
) -> Disk:
    disk = {}
    for path, content in synced.items():
        found = bytearray(content)
        for each in pending[path]:
            if rng.random() < share:
                each.apply(found)
        disk[path] = bytes(found)
    return disk


def bodies_on(disk: Disk, folder: Path) -> dict[tuple[str, int], dict[str, object]]:
    """Open a disk as a server would, check it, and return what its logs tell."""
    for old in folder.iterdir():
        old.unlink()
    for path, content in disk.items():
        (folder / Path(path).name).write_bytes(content)
    found = {}
    with closing(sqlite3.connect(folder / "snowtails.db")) as database:
        assert database.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        if not database.execute("SELECT 1 FROM sqlite_master WHERE name = 'events'").fetchall():
            return {}  # not even that was kept
        database.row_factory = sqlite3.Row
        rows = [dict(row) for row in database.execute("SELECT * FROM events ORDER BY race, number")]
    _Chains().check(rows)
    for row in rows:
        found[row["race"], row["number"]] = json.loads(row["body"])["body"]
    return found


def kept_files(journal: Path) -> list[Operation]:
    """Read what was done to the files that stay: a rollback journal is only there at the start."""
    return [each for each in read_journal(journal) if not each.path.endswith("-journal")]


def run(synchronous: str, tables: int, acknowledged: int, cuts: int) -> tuple[int, int, int]:
    """Run a server under load and cut its power; return disks, acknowledgements and losses."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        data, images, journal = folder / "data", folder / "images", folder / "journal"
        data.mkdir()
        images.mkdir()
        path = data / "snowtails.db"
        env = {
            "LD_PRELOAD": str(build(folder)),
            "SNOWTAILS_JOURNAL": str(journal),
            "SNOWTAILS_WATCHED": str(path),
        }
        server = ServerProcess(sqlite_url(path), "--synchronous", synchronous, env=env)
        first = len(kept_files(journal))
        with Load([server.url], tables) as load:
            load.wait_for(acknowledged)
        server.kill()
        operations = kept_files(journal)
        rng = random.Random(1)
        # Not before there was anything to lose: making the tables is not what is tested.
        chosen = rng.sample(range(first, len(operations)), min(cuts, len(operations) - first))
        lost = count = 0
        for cut, disk in disks(operations, chosen, rng):
            lost += lost_in(load, bodies_on(disk, images), operations[cut].at)
            count += 1
        return count, sum(len(racer.noted) for racer in load.racers), lost


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cuts", type=int, default=50)
    parser.add_argument("--tables", type=int, default=30)
    parser.add_argument("--acknowledged", type=int, default=1000)
    given = parser.parse_args()
    results: dict[str, object] = {}
    for synchronous in ("FULL", "NORMAL"):
        count, noted, lost = run(synchronous, given.tables, given.acknowledged, given.cuts)
        print(synchronous, count, noted, lost, flush=True)
        results[f"{synchronous}: disks after {given.cuts} cuts"] = count
        results[f"{synchronous}: acknowledged decisions"] = noted
        results[f"{synchronous}: found lost, over all disks"] = lost
        assert (lost == 0) == (synchronous == "FULL")
    write_report("power-cuts", "power cuts that drop what was not synced, SQLite", results)


if __name__ == "__main__":
    main()
