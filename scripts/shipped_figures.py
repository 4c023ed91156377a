"""Race the courses that ship and write their figures, with which other courses are compared.

python -m scripts.shipped_figures           # takes a few minutes
"""

import json
from dataclasses import asdict
from pathlib import Path

from snowtails import RULES_VERSION, Course
from snowtails.lab.certify import certify
from snowtails.lab.standing import MUSHER, SHIPPED_FIGURES, SLEDS, figures_of

FILE = Path(__file__).parents[1] / "src" / "snowtails" / "lab" / SHIPPED_FIGURES
RACES = 4000


def main() -> None:
    """Write the file."""
    courses = {}
    for name in Course.shipped():
        course = Course.load(name)
        print(name, flush=True)
        courses[name] = {
            "line": course.line,
            **asdict(figures_of(certify(course, RACES, mushers=MUSHER, sleds=SLEDS, workers=None))),
        }
    written = {"rules": RULES_VERSION, "races": RACES, "courses": courses}
    FILE.write_text(json.dumps(written, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
