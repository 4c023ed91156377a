"""Check the types of the page's modules with TypeScript."""

import subprocess
import sys
from pathlib import Path

from scripts.node_tools import TYPESCRIPT, installed, with_node

PROJECT = Path(__file__).parents[1] / "jsconfig.json"


def main() -> None:
    """Check, and exit with what the compiler says."""
    compiler = installed(*TYPESCRIPT) / "bin" / "tsc"
    project = ["--project", str(PROJECT)]
    sys.exit(subprocess.run(["node", str(compiler), *project], env=with_node()).returncode)


if __name__ == "__main__":
    main()
