"""Check the page's modules: their format and lint, their types, and their unit tests.

python -m scripts.page lint     # Biome says what is wrong
python -m scripts.page format   # Biome mends what it can
python -m scripts.page types    # TypeScript
python -m scripts.page test     # node --test
"""

import argparse
import subprocess
import sys
from pathlib import Path

from scripts.node_tools import BIOME, TYPESCRIPT, installed, with_node

ROOT = Path(__file__).parents[1]


def command(what: str) -> list[str]:
    """Return the command for one of the checks."""
    match what:
        case "types":
            compiler = installed(*TYPESCRIPT) / "bin" / "tsc"
            return ["node", str(compiler), "--project", str(ROOT / "jsconfig.json")]
        case "test":
            files = sorted(str(path) for path in (ROOT / "tests" / "web").glob("*.test.js"))
            return ["node", "--test", *files]
        case _:
            biome = installed(*BIOME) / "bin" / "biome"
            fix = ["--write"] if what == "format" else ["--error-on-warnings"]
            return ["node", str(biome), "check", *fix, "--config-path", str(ROOT)]


def main() -> None:
    """Check, and exit with what the tool says."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("what", choices=["lint", "format", "types", "test"])
    chosen = parser.parse_args()
    done = subprocess.run(command(chosen.what), cwd=ROOT, env=with_node(), check=False)
    sys.exit(done.returncode)


if __name__ == "__main__":
    main()
