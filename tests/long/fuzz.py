"""Sends up to a million made-up requests: python -m tests.long.fuzz

First those of a fuzzer of our own, straight to the application; then Schemathesis makes requests
up from the schema, over a socket, and checks every answer against it.
"""

import argparse
import asyncio
import random
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

import schemathesis
from hypothesis import HealthCheck, given, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from snowtails.server.http.app import make_app
from tests.long.report import Goal, write_report
from tests.server.asgi import living
from tests.server.fuzzing import Fuzzer
from tests.server.serving import ManualClock, Serving
from tests.server.unlimited import UNLIMITED

AT_ONCE = 1000


async def shoot(folder: Path, requests: int, minutes: float, seed: int) -> Fuzzer:
    """Send requests until there are enough, or time is up."""
    # Time stands still, or clocks would run out meanwhile.
    app = make_app(f"sqlite:///{folder / 'own.db'}", limits=UNLIMITED, clock=ManualClock())
    async with living(app):
        fuzzer = Fuzzer(app, random.Random(seed))
        await fuzzer.prepare()
        before, ends = await fuzzer.happened(), time.monotonic() + minutes * 60
        while fuzzer.statuses.total() < requests and time.monotonic() < ends:
            await fuzzer.shoot(AT_ONCE)
            assert await fuzzer.happened() == before, "something happened at a table"
            if fuzzer.statuses.total() % 20_000 == 0:
                print(fuzzer.statuses.total(), dict(fuzzer.statuses), flush=True)
    return fuzzer


CHECKS: Any = [
    not_a_server_error,
    response_schema_conformance,
    status_code_conformance,
    content_type_conformance,
]


def conform(folder: Path, minutes: float) -> tuple[int, int]:
    """Send requests made up from the schema; return how many, and of how many operations."""
    with Serving(f"sqlite:///{folder / 'described.db'}") as serving:
        guest = serving.guest()
        token = guest.post("/api/visitors", name="Fuzz", bearer=True)["token"]
        headers = {"Authorization": f"Bearer {token}"}
        wish = {"seats": ["me", "pup"], "begin": True}
        table = guest.ask("POST", "/api/tables", json=wish, headers=headers)["table"]
        schema: Any = schemathesis.openapi.from_url(f"{serving.url}/openapi.json")
        operations = [each.ok() for each in schema.exclude(path="/api/stream").get_all_operations()]
        asked = 0
        for operation in operations:
            asked += ask_about(operation, table, headers, minutes * 60 / len(operations))
            print(operation.label, asked, flush=True)
    return asked, len(operations)


def ask_about(operation: Any, table: str, headers: dict[str, str], seconds: float) -> int:
    """Send requests of one operation for some time, and check the answers; return how many."""
    ends, asked = time.monotonic() + seconds, 0

    @given(case=operation.as_strategy())
    @settings(
        max_examples=100_000,
        database=None,
        deadline=None,
        suppress_health_check=list(HealthCheck),
    )
    def ask(case: Any) -> None:
        nonlocal asked
        if time.monotonic() > ends:
            raise _TimeIsUp
        asked += 1
        if "table" in case.path_parameters and asked % 4:
            case.path_parameters["table"] = table  # three times out of four a real one
        response = case.call(headers=headers, timeout=60)
        case.validate_response(response, checks=CHECKS)

    with suppress(_TimeIsUp):
        ask()
    return asked


class _TimeIsUp(BaseException):
    """Enough was asked; not an Exception, which Hypothesis would try to explain."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--requests", type=int, default=1_000_000)
    parser.add_argument("--minutes", type=float, default=17.0)
    parser.add_argument("--schema-minutes", type=float, default=7.0)
    parser.add_argument("--seed", type=int, default=1)
    given_ = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        fuzzer = asyncio.run(shoot(folder, given_.requests, given_.minutes, given_.seed))
        asked, operations = conform(folder, given_.schema_minutes)
    sent = fuzzer.statuses.total()
    write_report(
        "fuzz",
        "made-up requests",
        {
            "of our own fuzzer, straight to the application": sent,
            "answered with 2xx, 3xx and 4xx": _spread(fuzzer),
            "faults, or anything that changed at the tables or for their host": 0,
            f"by Schemathesis from the schema, {operations} operations": asked,
            "faults, or answers that are not as declared": 0,
        },
        [Goal("requests that there was no time for", given_.requests - sent, 0)],
    )


def _spread(fuzzer: Fuzzer) -> str:
    counts = [sum(n for s, n in fuzzer.statuses.items() if s // 100 == k) for k in (2, 3, 4)]
    return ", ".join(f"{count:,}" for count in counts)


if __name__ == "__main__":
    main()
