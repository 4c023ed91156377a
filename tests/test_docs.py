"""What the docs say is so: the program reads it, links lead somewhere, clauses can be looked up."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import snowtails
from scripts.rules_page import PAGE, read_help, rules_page
from scripts.site_hooks import cite, exported
from snowtails import Race, SoloRace
from snowtails.rules import Phase

ROOT = Path(__file__).parents[1]
FORMATS = (ROOT / "docs" / "formats.md").read_text("utf-8")


def example(heading: str) -> str:
    """Return the indented block under a heading."""
    section = FORMATS.split(f"## {heading}\n")[1].split("\n## ")[0]
    lines = [line[4:] for line in section.splitlines() if line.startswith("    ") or not line]
    return "\n".join(lines).strip()


def test_the_position_line_can_be_played_on() -> None:
    race = Race.parse(example("Position line"))
    assert race.line == example("Position line")
    assert race.turns


def test_the_race_record_can_be_replayed() -> None:
    race = Race.from_record(example("Race record"))
    assert race.phase is Phase.OVER
    assert race.record({"mushers": "Anna, Ben"}).strip() == example("Race record")


def test_the_solo_record_can_be_replayed() -> None:
    race = SoloRace.from_record(example("Solo record"))
    assert race.turn == 3
    assert race.record().strip() == example("Solo record")


# -- the rules


def test_the_rules_are_those_of_the_help() -> None:
    told = PAGE.read_text("utf-8")
    assert told == rules_page(read_help()), "run: python scripts/rules_page.py"
    assert re.findall(r"^### (.+)$", told, re.MULTILINE) == list(read_help()["clauses"])


NO_CLAUSES = {"UTF-8", "SHA-256"}


def cited(text: str) -> set[str]:
    """Return all that looks like the id of a clause."""
    return set(re.findall(r"\b[A-Z]{2,}-\d+\b", text)) - NO_CLAUSES


def written() -> Iterator[Path]:
    """Find everything that people wrote and that may cite a clause."""
    for folder in ("src", "tests", "docs", "bench", "scripts", "examples"):
        for path in (ROOT / folder).rglob("*"):
            if path.suffix in {".py", ".js", ".ts", ".css", ".json", ".toml", ".md", ".txt"}:
                yield path
    yield from ROOT.glob("*.md")


def test_every_clause_cited_anywhere_can_be_looked_up() -> None:
    known = set(read_help()["clauses"])
    unknown = {
        f"{path.relative_to(ROOT)}: {clause}"
        for path in written()
        for clause in cited(path.read_text("utf-8")) - known
    }
    assert unknown == set()


def test_citations_are_found() -> None:
    assert cited("as MOVE-4 says (DENT-1), in UTF-8") == {"MOVE-4", "DENT-1"}
    assert any(cited(path.read_text("utf-8")) for path in written())


# -- the site


def test_the_site_has_no_dead_link_and_loads_nothing_from_elsewhere(tmp_path: Path) -> None:
    build = [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(tmp_path)]
    quiet = {**os.environ, "NO_MKDOCS_2_WARNING": "1"}
    built = subprocess.run(build, cwd=ROOT, env=quiet, capture_output=True, text=True)
    assert built.returncode == 0, built.stderr
    pages = list(tmp_path.rglob("*.html"))
    assert len(pages) > len(list((ROOT / "docs").glob("*.md")))
    elsewhere = re.compile(
        r'<(?:script|link|img|source|iframe)\b[^>]*\b(?:src|href|srcset)="(?:https?:)?//'
    )
    assert [page for page in pages if elsewhere.search(page.read_text("utf-8"))] == []
    rules = (tmp_path / "rules" / "index.html").read_text("utf-8")
    assert all(f'id="{clause.lower()}"' in rules for clause in read_help()["clauses"])


def anchors(path: Path) -> set[str]:
    headings = re.findall(r"^#+ (.+)$", path.read_text("utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", each.lower()).replace(" ", "-") for each in headings}


@pytest.mark.parametrize("page", sorted(path.name for path in ROOT.glob("*.md")))
def test_links_at_the_root_lead_somewhere(page: str) -> None:
    text = (ROOT / page).read_text("utf-8")
    links = re.findall(r"\]\((?!https?:)([^)]+)\)", text)
    links += re.findall(r'\b(?:src|srcset)="(?!https?:)([^"]+)"', text)
    assert links or page not in ("README.md", "CONTRIBUTING.md")
    for link in links:
        path, _, anchor = link.partition("#")
        assert (ROOT / path).exists(), link
        assert not anchor or anchor in anchors(ROOT / (path or page)), link


def test_citations_lead_to_the_rules() -> None:
    assert cite("drift (MOVE-4) in UTF-8") == "drift ([MOVE-4][move-4]) in UTF-8"
    assert cite("[END-1](end.md)") == "[END-1](end.md)"
    assert cite("say `DENT-1`\n```\nDENT-1\n```") == "say `DENT-1`\n```\nDENT-1\n```"


def test_everything_public_is_documented() -> None:
    names = exported()
    assert {each.name for each in names} == set(snowtails.__all__)
    assert {each.group.title for each in names} >= {"Courses", "Races", "Mushers"}
    silent = {each.path for each in names if not each.defined.docstring}
    silent |= {
        f"{each.path}.{member.name}"
        for each in names
        for member in each.defined.all_members.values()
        if not member.name.startswith("_")
        and (member.is_function or "property" in member.labels)
        and not member.docstring
    }
    assert silent == set()
