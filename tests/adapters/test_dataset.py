"""Races written as Parquet."""

from pathlib import Path
from threading import Event
from typing import Any

import numpy as np
import pyarrow.parquet as parquet
import pytest

from snowtails import Race, Refused, SeededDeal, run_races
from snowtails.adapters.dataset import write_dataset
from snowtails.adapters.encoding import PIECES
from snowtails.adapters.seat import mask_of, observation_of, play


def written(folder: Path, races: int, **options: Any) -> Any:
    options = (
        dict[str, Any]() | {"mushers": "husky", "sleds": 3, "seed": 4, "races_a_file": 5} | options
    )
    write_dataset(folder, "lumberjack", races, **options)
    return parquet.read_table(folder)


def test_rows_are_the_decisions_of_races(tmp_path: Path) -> None:
    rows = written(tmp_path, 8).to_pylist()
    races = {number: Race("lumberjack", 3, deal=SeededDeal(4, number)) for number in range(8)}
    for row in rows:
        race = races[row["race"]]
        seat = row["seat"]
        assert (race.actor, race.round) == (seat, row["round"])
        assert row["legal"] == mask_of(race, seat).sum() == len(race.decisions)
        pieces = [row[f"seen_{piece.name}"] for piece in PIECES]
        assert np.concatenate(pieces).tolist() == observation_of(race, seat).tolist()
        play(race, row["action"])
    assert all(race.over for race in races.values())
    for row in rows:
        race = races[row["race"]]
        sled = race.sleds[row["seat"]]
        assert (row["place"], row["dents"]) == (sled.place or 0, sled.dents)
        assert row["rounds"] == race.round


def test_places_are_those_of_simulations(tmp_path: Path) -> None:
    table = written(tmp_path, 30, mushers=["husky", "pup", "pup"])
    places = run_races("lumberjack", 30, 3, ["husky", "pup", "pup"], seed=4)["place"]
    found = np.zeros((30, 3), int)
    found[table["race"].to_numpy(), table["seat"].to_numpy()] = table["place"].to_numpy()
    assert found.tolist() == places[:, :3].tolist()


def test_it_goes_on_behind_what_is_there(tmp_path: Path) -> None:
    at_once = written(tmp_path / "a", 12)
    stop = Event()
    done = write_dataset(
        tmp_path / "b",
        "lumberjack",
        12,
        sleds=3,
        seed=4,
        races_a_file=5,
        on_progress=lambda _: stop.set(),
        cancel=stop,
    )
    assert done == 5
    (tmp_path / "b" / "races-0000000005-0000000010.partial").write_bytes(b"half")
    in_two = written(tmp_path / "b", 12)
    assert in_two.equals(at_once)
    assert not list((tmp_path / "b").glob("*.partial"))


def test_a_folder_takes_one_kind_of_races(tmp_path: Path) -> None:
    written(tmp_path, 2)
    with pytest.raises(Refused, match="its seed is '4', not '5'"):
        written(tmp_path, 4, seed=5)
    with pytest.raises(Refused, match="compiled mushers"):
        written(tmp_path, 4, mushers="malamute")
    (tmp_path / "races-old.parquet").touch()
    with pytest.raises(Refused, match=r"races-old\.parquet is not of this data set"):
        written(tmp_path, 4)


def test_a_file_holds_races(tmp_path: Path) -> None:
    with pytest.raises(Refused, match="one race at least, not 0"):
        written(tmp_path, 2, races_a_file=0)
    assert not list(tmp_path.iterdir())


def test_a_seed_may_be_a_number_of_numpy(tmp_path: Path) -> None:
    numpys = written(tmp_path / "a", 1, seed=np.uint64(2**64 - 1))
    assert numpys.equals(written(tmp_path / "b", 1, seed=2**64 - 1))
