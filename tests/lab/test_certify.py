"""Racing on from where it was left off, and how races went as a table."""

import csv
import threading
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from snowtails import Refused
from snowtails.lab import Certificate, InvalidFile, certify, write_results
from snowtails.lab.certify import STRONG, WEAK
from snowtails.lab.results import COLUMNS
from snowtails.mushers import LADDER


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "lab.jsonl"


def stopped(after: int, **options: Any) -> Certificate:
    """Race until so many races are done, and stop."""
    cancel = threading.Event()

    def look(certificate: Certificate) -> None:
        if certificate.races >= after:
            cancel.set()

    return certify("nutcracker", 700, on_progress=look, cancel=cancel, **options)


@pytest.fixture(scope="module")
def whole() -> Certificate:
    return certify("nutcracker", 700)


def rows_of(certificate: Certificate, file: Path) -> list[list[str]]:
    write_results([certificate], file)
    with file.open(encoding="utf-8", newline="") as lines:
        return list(csv.reader(lines))


def test_what_was_cancelled_goes_on_from_its_file(
    whole: Certificate, file: Path, tmp_path: Path
) -> None:
    early = stopped(100, file=file)
    assert 100 <= early.races < 700
    seen: list[int] = []
    found = certify("nutcracker", 700, file=file, on_progress=lambda c: seen.append(c.races))
    assert found.data == whole.data
    assert seen[0] > 0
    again, was = rows_of(found, tmp_path / "one.csv"), rows_of(whole, tmp_path / "two.csv")
    # Batches are cut elsewhere; what they say is the same.
    assert again == was
    size = file.stat().st_size
    assert certify("nutcracker", 700, file=file).data == whole.data
    assert file.stat().st_size == size  # nothing was raced anew


def test_a_line_that_was_cut_off_is_raced_anew(whole: Certificate, file: Path) -> None:
    certify("nutcracker", 700, file=file)
    text = file.read_text("utf-8")
    file.write_text(text[:-40], "utf-8")
    assert certify("nutcracker", 700, file=file).data == whole.data


def test_a_file_keeps_several_courses_apart(whole: Certificate, file: Path) -> None:
    certify("srs", 60, file=file)
    certify("nutcracker", 60, file=file, mushers="pup")
    assert certify("nutcracker", 700, file=file).data == whole.data
    assert certify("srs", 60, file=file).data == certify("srs", 60).data


def test_more_races_build_on_fewer(whole: Certificate, file: Path) -> None:
    certify("nutcracker", 300, file=file)
    assert certify("nutcracker", 700, file=file).data == whole.data
    assert certify("nutcracker", 300, file=file).data == certify("nutcracker", 300).data


def test_a_file_of_something_else_is_left_alone(file: Path) -> None:
    file.write_text("Dear diary,\n", "utf-8")
    with pytest.raises(InvalidFile, match="no file of a lab; give another"):
        certify("srs", 20, file=file)
    assert file.read_text("utf-8") == "Dear diary,\n"
    file.unlink()
    certify("srs", 20, file=file)
    with pytest.raises(InvalidFile, match="the seed 0, not 1"):
        certify("srs", 20, file=file, seed=1)
    with file.open("a", encoding="utf-8") as lines:
        print('{"course": "srs"}', file=lines)
    with pytest.raises(InvalidFile, match=r"line \d+: no races of a lab"):
        certify("srs", 20, file=file)


def test_mushers_without_a_name_cannot_be_kept(file: Path) -> None:
    with pytest.raises(Refused, match="mushers that are named"):
        certify("srs", 20, file=file, mushers=LADDER["pup"])


def test_each_sled_can_have_its_own_musher() -> None:
    found = certify("nutcracker", 300, sleds=3, mushers=["husky", "rookie", "rookie"])
    assert found.mushers == ("husky", "rookie", "rookie")
    assert found.tally.races[0]["won"][0] > 200
    with pytest.raises(Refused, match="3 sleds need as many mushers, not 2"):
        certify("nutcracker", 20, sleds=3, mushers=["husky", "pup"])


def test_every_race_is_a_row_for_each_of_its_sleds(whole: Certificate, tmp_path: Path) -> None:
    head, *rows = rows_of(whole, tmp_path / "results.csv")
    assert tuple(head) == COLUMNS
    table = [dict(zip(head, row, strict=True)) for row in rows]
    fields = Counter(row["field"] for row in table)
    assert fields["+".join(["yearling"] * 4)] == 4 * 700
    assert fields["husky+pup+pup+pup"] == 4 * (700 // 4)
    field = [row for row in table if row["field"].startswith("yearling")]
    assert [int(row["race"]) for row in field[::4]] == list(range(700))
    wins = Counter(int(row["start"]) for row in field if row["place"] == "1")
    assert [wins[start] for start in range(1, 6)] == whole.tally.races[0]["start_won"].tolist()
    assert {row["status"] for row in field} <= {"finished", "wrecked", "racing"}
    assert sum(int(row["dents"]) for row in field) == whole.tally.spaces["dents"].sum()


def test_parquet_tells_the_same_as_csv(whole: Certificate, tmp_path: Path) -> None:
    from pyarrow import parquet

    write_results([whole], tmp_path / "results.parquet")
    head, *rows = rows_of(whole, tmp_path / "results.csv")
    table = parquet.read_table(tmp_path / "results.parquet")
    assert table.column_names == head
    columns = zip(*(table[name].to_pylist() for name in head), strict=True)
    assert [list(map(str, row)) for row in columns] == rows


def test_a_race_that_is_a_duel_too_is_told_once(file: Path, tmp_path: Path) -> None:
    field = (STRONG, WEAK, WEAK, WEAK)
    found = certify("srs", 40, mushers=field, file=file)
    _, *rows = rows_of(found, tmp_path / "results.csv")
    race, sled = COLUMNS.index("race"), COLUMNS.index("sled")
    told = [(int(row[race]), int(row[sled])) for row in rows]
    assert told == [(race, sled) for race in range(40) for sled in range(4)]
    size = file.stat().st_size
    assert certify("srs", 40, mushers=field, file=file).data == found.data
    assert file.stat().st_size == size  # nothing was raced anew


def test_other_kinds_of_files_are_refused(whole: Certificate, tmp_path: Path) -> None:
    with pytest.raises(Refused, match=r"\.csv or \.parquet, not as 'results\.xlsx'"):
        write_results([whole], tmp_path / "results.xlsx")
