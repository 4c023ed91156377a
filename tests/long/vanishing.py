"""Lets people vanish from thousands of tables: python -m tests.long.vanishing"""

import argparse
import asyncio
import tempfile
import time
from pathlib import Path

from tests.long.report import write_report
from tests.server.vanishing import KINDS, vanish

AT_ONCE = 200
"""Tables at one server, which is then started again."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=2000)
    given = parser.parse_args()
    began, count = time.monotonic(), 0
    while count < given.tables:
        with tempfile.TemporaryDirectory() as folder:
            database = f"sqlite:///{Path(folder) / 'snowtails.db'}"
            asyncio.run(vanish(database, min(AT_ONCE, given.tables - count), seed=count))
        count += min(AT_ONCE, given.tables - count)
        print(f"{count} tables after {time.monotonic() - began:.0f} s", flush=True)
    write_report(
        "vanishing",
        "tables that people vanish from",
        {
            "kinds of moments": len(KINDS),
            "tables, each finished by those who stayed, or asleep, and finished after a restart": (
                count
            ),
        },
    )


if __name__ == "__main__":
    main()
