"""Weigh fresh installs: direct dependencies, packages and megabytes, plain and with extras.

python bench/install.py            print the table
python bench/install.py --write    also put it into docs/benchmarks.md
"""

import argparse
import subprocess
import sys
import tempfile
from collections import Counter
from importlib.metadata import Distribution, distributions
from pathlib import Path

from bench.page import write

ROOT = Path(__file__).parents[1]
EXTRAS = ((), ("server",), ("server", "postgres"))
MOST = 12
"""Direct dependencies that a plain install may have."""
BEFORE = (
    "| 0.1.0, which had no extras | 19 | 39 | 542 | llvmlite 180, scipy 143, numpy 71, numba 33 |"
)


def size(distribution: Distribution) -> int:
    """Return the bytes that the files of a package take, compiled ones included."""
    files = (Path(str(file.locate())) for file in distribution.files or [])
    return sum(file.stat().st_size for file in files if file.is_file())


def is_direct(requirement: str, extras: tuple[str, ...]) -> bool:
    """Return whether a requirement is one of an install with some extras."""
    return "extra ==" not in requirement or requirement.endswith(
        tuple(f"extra == {quote}{extra}{quote}" for extra in extras for quote in "'\"")
    )


def weigh(extras: tuple[str, ...]) -> str:
    """Install into an empty folder and return the row that tells what came."""
    wanted = f"snowtails[{','.join(extras)}]" if extras else "snowtails"
    with tempfile.TemporaryDirectory() as folder:
        pip = (sys.executable, "-m", "pip", "install", "--quiet", "--no-warn-conflicts")
        subprocess.run([*pip, "--target", folder, f"{wanted} @ {ROOT.as_uri()}"], check=True)
        found = {each.name: each for each in distributions(path=[folder])}
        requirements = found["snowtails"].requires or []
        sizes = Counter({name: size(each) for name, each in found.items()})
    direct = sum(is_direct(requirement, extras) for requirement in requirements)
    heaviest = ", ".join(f"{name} {weight / 1e6:.0f}" for name, weight in sizes.most_common(4))
    return (
        f'| `pip install "{wanted}"` | {direct} | {len(found) - 1} '
        f"| {sizes.total() / 1e6:.0f} | {heaviest} |"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--write", action="store_true", help="put the figures into the docs")
    options = parser.parse_args()
    rows = ["| | direct dependencies | packages | MB | heaviest |", "|---|--:|--:|--:|---|"]
    found = "\n".join([*rows, BEFORE, *map(weigh, EXTRAS)])
    print(found)
    if options.write:
        heading = f"## Install\n\nA plain install may have {MOST} direct dependencies."
        write("install", f"{heading}\n\n{found}")


if __name__ == "__main__":
    main()
