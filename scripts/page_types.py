"""Check the types of the page's modules with TypeScript."""

import subprocess
import sys
from pathlib import Path

from scripts.node_tools import TYPESCRIPT, installed, with_node

PAGE = Path(__file__).parents[1] / "src" / "snowtails" / "web"


def main() -> None:
    """Check, and exit with what the compiler says."""
    compiler = installed(*TYPESCRIPT) / "bin" / "tsc"
    project = ["--project", str(PAGE / "jsconfig.json")]
    sys.exit(subprocess.run(["node", str(compiler), *project], env=with_node()).returncode)


if __name__ == "__main__":
    main()
