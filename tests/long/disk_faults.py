"""Lets the disk of a server fail: python -m tests.long.disk_faults

While it is full, gives errors or cannot be written to, decisions are refused and not acknowledged;
the server stays up, and goes on when the disk does.
"""

import argparse
import errno
import tempfile
from pathlib import Path

from snowtails.server.store.engine import sqlite_url
from tests.long.report import write_report
from tests.long.unsynced import build
from tests.server.crashing import Load, ServerProcess, open_race, with_token
from tests.server.serving import Guest, Refusal, gentle

FAULTS = {"disk full": errno.ENOSPC, "I/O error": errno.EIO, "read-only": errno.EROFS}


def refused_while(guest: Guest, fault: Path, number: int) -> int:
    """Return the status of a decision while the disk fails; it is not kept."""
    table = open_race(guest)
    view = guest.view(table)
    while not view["choices"]["decisions"]:
        view = guest.view(table)
    fault.write_text(str(number))
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
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        data, fault = folder / "data", folder / "fault"
        data.mkdir()
        path = data / "snowtails.db"
        env = {
            "LD_PRELOAD": str(build(folder)),
            "SNOWTAILS_WATCHED": str(path),
            "SNOWTAILS_FAULT": str(fault),
        }
        server = ServerProcess(sqlite_url(path), env=env)
        guest = Guest(server.url)
        token = guest.post("/api/visitors", name="Ben", bearer=True)["token"]
        with_token(guest, token)
        with Load([server.url], given.tables) as load:
            for told, number in FAULTS.items():
                statuses = {refused_while(guest, fault, number) for _ in range(given.times)}
                assert statuses == {503}, statuses
                results[f"{told}: refused with 503, not kept, played afterwards"] = given.times
                load.forget()
                load.wait_for(given.tables)
        kept = load.check(server.url)
        guest.close()
        server.kill()
        server.start()
        assert load.check(server.url) == kept
        server.stop()
    results["acknowledged decisions beside, all there after a kill"] = kept
    write_report("disk-faults", "faults of the disk at commit, SQLite", results)


if __name__ == "__main__":
    main()
