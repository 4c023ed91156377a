"""Disks that fail and power that is cut; more in tests/long."""

import asyncio
import os
import random
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.long.disk_faults import FAULTS, failing_server, refused_while
from tests.long.power_cuts import bodies_on, disks, kept_files
from tests.long.unsynced import build
from tests.server.appending import EVENTS
from tests.server.serving import PATIENCE, Refusal, Serving, gentle


@pytest.mark.parametrize(
    ("broken", "mended"),
    [
        ("PRAGMA max_page_count = 1", "PRAGMA max_page_count = 1000000000"),  # the disk is full
        ("PRAGMA query_only = ON", "PRAGMA query_only = OFF"),  # it cannot be written to
    ],
)
def test_what_the_disk_does_not_take_is_not_acknowledged(
    tmp_path: Path, broken: str, mended: str
) -> None:
    with Serving(f"sqlite:///{tmp_path / 'snowtails.db'}") as serving:

        async def set_disk(pragma: str) -> None:
            connection = await serving.hub.database._for_writing()
            await connection.exec_driver_sql(pragma)
            await connection.commit()

        def run(pragma: str) -> None:
            asyncio.run_coroutine_threadsafe(set_disk(pragma), serving.loop).result(PATIENCE)

        anna = serving.guest("Anna")
        table = anna.open(course="whole-box", seats=["me"], begin=True)
        view = anna.view(table)
        let_go = serving.hub.database._let_go

        async def keep_connection() -> None:
            """A new connection would not know that the disk is broken."""

        serving.hub.database._let_go = keep_connection  # type: ignore[method-assign]
        run(broken)
        texts = iter(range(10_000))

        def talk_on() -> None:
            while True:  # until there is no room left in the pages that are there
                anna.post(f"/api/tables/{table}/chat", text="x" * 300, key=str(next(texts)))

        with pytest.raises(Refusal) as caught:
            talk_on()
        assert (caught.value.status, caught.value.code) == (503, "store")
        number = anna.view(table)["number"]
        with pytest.raises(Refusal):
            anna.decide(table, 0, gentle(view), view["asks"])
        assert anna.view(table)["number"] == number
        assert anna.get("/health")["status"] == "ok"
        run(mended)
        serving.hub.database._let_go = let_go  # type: ignore[method-assign]
        assert anna.decide(table, 0, gentle(view), view["asks"])["number"] == number + 1


@pytest.mark.skipif(not shutil.which("cc"), reason="needs a C compiler")
def test_what_the_disk_fails_to_write_or_sync_is_not_acknowledged(tmp_path: Path) -> None:
    with failing_server(tmp_path) as (server, guest, fault):
        assert {refused_while(guest, fault, what) for what in FAULTS.values()} == {503}
        server.kill()
        server.start()
        assert guest.get("/health")["status"] == "ok"


@pytest.mark.skipif(not shutil.which("cc"), reason="needs a C compiler")
@pytest.mark.parametrize("synchronous", ["FULL", "NORMAL"])
def test_a_power_cut_takes_nothing_back_that_was_acknowledged(
    tmp_path: Path, synchronous: str
) -> None:
    data, images, journal = tmp_path / "data", tmp_path / "images", tmp_path / "journal"
    data.mkdir()
    images.mkdir()
    path = data / "snowtails.db"
    watching = {
        "LD_PRELOAD": str(build(tmp_path)),
        "SNOWTAILS_JOURNAL": str(journal),
        "SNOWTAILS_WATCHED": str(path),
    }
    done = subprocess.run(
        [sys.executable, "-m", "tests.server.appending", str(path), synchronous],
        env=os.environ | watching,
        capture_output=True,
        text=True,
        check=True,
        cwd=Path(__file__).parents[2],
    )
    acknowledged = [float(line.split()[1]) for line in done.stdout.splitlines()]
    assert len(acknowledged) == EVENTS
    operations = kept_files(journal)
    rng = random.Random(1)
    cuts = [n for n, each in enumerate(operations) if each.at > acknowledged[0]]
    lost = 0
    for cut, disk in disks(operations, rng.sample(cuts, 12), rng):
        found = bodies_on(disk, images)
        known = sum(at < operations[cut].at for at in acknowledged)
        lost += sum(("t", number) not in found for number in range(1, known + 1))
    # With NORMAL moves must be lost, or this would prove nothing.
    assert (lost == 0) == (synchronous == "FULL")
