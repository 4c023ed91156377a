"""Lets the disk of a server fail: python -m tests.long.disk_faults

While it is full, gives errors or cannot be written to, decisions are refused and not acknowledged;
the server stays up, and goes on when the disk does.
"""

import argparse
import errno
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from snowtails.server.store.engine import sqlite_url
from tests.long.report import write_report
from tests.long.unsynced import build
from tests.server.crashing import Load, ServerProcess, open_race, with_token
from tests.server.serving import Guest, Refusal, gentle

FAULTS = {
    "disk full": f"{errno.ENOSPC}",
    "I/O error": f"{errno.EIO}",
    "read-only": f"{errno.EROFS}",
    "I/O error of the sync alone": f"{errno.EIO} s",
}
"""What fails, as `unsynced.c` reads it."""


@contextmanager
def failing_server(folder: Path) -> Iterator[tuple[ServerProcess, Guest, Path]]:
    """Run a server, a client of it, and the file that lets its disk fail while it is there."""
    data, fault = folder / "data", folder / "fault"
    data.mkdir()
    path = data / "snowtails.db"
    env = {
        "LD_PRELOAD": str(build(folder)),
        "SNOWTAILS_WATCHED": str(path),
        "SNOWTAILS_FAULT": str(fault),
    }
    server = ServerProcess(sqlite_url(path), env=env)
    with closing(Guest(server.url)) as guest:
        with_token(guest, guest.post("/api/visitors", name="Ben", bearer=True)["token"])
        yield server, guest, fault
    server.stop()


def refused_while(guest: Guest, fault: Path, what: str) -> int:
    """Return the status of a decision while the disk fails; it is not kept."""
    table = open_race(guest)
    view = guest.view(table)
    while not view["choices"]["decisions"]:
        view = guest.view(table)
    fault.write_text(what)
    try:
        guest.decide(table, 0, gentle(view), view["asks"])
    except Refusal as refusal:
        status = refusal.status
    else:
        raise AssertionError("acknowledged without being kept")
    finally:
        fault.unlink()
    assert guest.get("/health")["status"] == "ok"
    guest.decide(table, 0, gentle(view), view["asks"])  # and now it is played, once
    return status


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--times", type=int, default=20, help="how often each fault is injected")
    parser.add_argument("--tables", type=int, default=20, help="races that go on beside")
    given = parser.parse_args()
    results: dict[str, object] = {}
    with (
        tempfile.TemporaryDirectory() as folder,
        failing_server(Path(folder)) as (server, guest, fault),
    ):
        with Load([server.url], given.tables) as load:
            for told, what in FAULTS.items():
                statuses = {refused_while(guest, fault, what) for _ in range(given.times)}
                assert statuses == {503}, statuses
                results[f"{told}: refused with 503, not kept, played afterwards"] = given.times
                load.forget()
                load.wait_for(given.tables)
        kept = load.check(server.url)
        server.kill()
        server.start()
        assert load.check(server.url) == kept
    results["acknowledged decisions beside, all there after a kill"] = kept
    write_report("disk-faults", "faults of the disk at commit, SQLite", results)


if __name__ == "__main__":
    main()
