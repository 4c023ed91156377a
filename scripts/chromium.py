"""Find a Chromium for the tests, or install one, and print where it is.

First any Chromium on the machine, then Playwright's own download, then the system's packages.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")


def on_machine() -> str | None:
    """Return the path of a Chromium that is already here."""
    if wished := os.environ.get("CHROMIUM"):
        return wished
    found = next(filter(None, map(shutil.which, NAMES)), None)
    return found or playwrights_own()


def playwrights_own() -> str | None:
    """Return the path of the Chromium that Playwright downloaded, if it has."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        path = playwright.chromium.executable_path
    return path if Path(path).exists() else None


def install() -> None:
    """Install a Chromium, trying one way after the other."""
    print("No Chromium here yet; installing one …", file=sys.stderr)
    ways = [
        [[sys.executable, "-m", "playwright", "install", "chromium"]],
        [["apt-get", "update"], ["apt-get", "install", "--yes", "chromium"]],
    ]
    for commands in ways:
        if all(shutil.which(command[0]) for command in commands) and all(
            subprocess.run(command, stdout=sys.stderr).returncode == 0 for command in commands
        ):
            return


def main() -> None:
    """Print the path of a Chromium; exit with 1 if none can be had."""
    if on_machine() is None:
        install()
    path = on_machine()
    if path is None:
        sys.exit("The tests need a Chromium browser: install one or set CHROMIUM to its path.")
    print(path)


if __name__ == "__main__":
    main()
