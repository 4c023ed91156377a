"""Whatever is given to a public door that it cannot use is refused in our words."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import snowtails as st

COURSE = st.Course.load("nutcracker")
TURN = st.Turn(2, "B")


class Strange:
    """Something that nobody asked for."""

    def __repr__(self) -> str:
        return "<strange>"


STRANGE: list[Any] = [None, 7, "xyz", 3.5, b"s", ["xyz"], Strange(), Strange]


def race() -> st.Race:
    """Return a race whose sleds are on the start spaces."""
    found = st.Race("nutcracker", 3, seed=7)
    for start in ("@1", "@3", "@5"):
        found.play(start)
    return found


def solo() -> st.SoloRace:
    found = st.SoloRace("lone-wolf", seed=1)
    found.play("b54321")
    found.play("@1")
    return found


def rng() -> np.random.Generator:
    return np.random.default_rng(1)


Door = Callable[[Any], object]
NUMBER = (7,)
FEW = (7, None)
NONE = (None,)
DOORS: dict[str, tuple[Door, tuple[object, ...]]] = {
    # Each with those of the strange values that it can use.
    "Course": (lambda x: st.Course(x), ()),
    "Course of": (lambda x: st.Course((x,)), ()),
    "Course.name": (lambda x: st.Course(COURSE.tiles, name=x), ("xyz",)),
    "Course.load": (st.Course.load, ()),
    "Course.parse": (st.Course.parse, ()),
    "Course.find": (st.Course.find, ()),
    "Course.of": (st.Course.of, ()),
    "Course.from_toml": (st.Course.from_toml, ()),
    "Course.random": (st.Course.random, ()),
    "Course.random seed": (lambda x: st.Course.random(seed=x), NUMBER),
    "Course.random tiles": (lambda x: st.Course.random(rng(), tiles=x), FEW),
    "Course.random hazards": (lambda x: st.Course.random(rng(), hazards=x), NONE),
    "Course.svg": (lambda x: COURSE.svg(x), ()),
    "Course.svg prefix": (lambda x: COURSE.svg(prefix=x), ("xyz",)),
    "Tile": (lambda x: st.Tile(x).face, ()),
    "Tile.map": (lambda x: st.Tile("straight", map=x), NONE),
    "Tile.safety": (lambda x: st.Tile("corner-left", safety=x), FEW),
    "Track.rank": (COURSE.track.rank, ()),
    "Race": (lambda x: st.Race(x), ()),
    "Race sleds": (lambda x: st.Race(COURSE, x), ()),
    "Race seed": (lambda x: st.Race(COURSE, seed=x), FEW),
    "Race rng": (lambda x: st.Race(COURSE, rng=x), NONE),
    "Race deal": (lambda x: st.Race(COURSE, deal=x), NONE),
    "Race choosing": (lambda x: st.Race(COURSE, choosing=x), NONE),
    "Race choosing one": (lambda x: st.Race(COURSE, choosing=[x, 0]), ()),
    "Race colours": (lambda x: st.Race(COURSE, colours=x), NONE),
    "Race colour": (lambda x: st.Race(COURSE, colours=[x]), NONE),
    "Race.parse": (st.Race.parse, ()),
    "Race.parse deal": (lambda x: st.Race.parse(race().line, x), NONE),
    "Race.parse seed": (lambda x: st.Race.parse(race().line, seed=x), FEW),
    "Race.from_record": (st.Race.from_record, ()),
    "Race.from_state": (lambda x: st.Race.from_state(COURSE, x), ()),
    "Race.from_state course": (lambda x: st.Race.from_state(x, race().state), ()),
    "RacePosition": (lambda x: st.RacePosition(x, race().state), ()),
    "RacePosition state": (lambda x: st.RacePosition(COURSE, x), ()),
    "RacePosition.parse": (st.RacePosition.parse, ()),
    "play": (lambda x: race().play(x), ()),
    "play drawn": (lambda x: race().play(TURN, x), NONE),
    "play drawn one": (lambda x: race().play(TURN, [x]), ()),
    "attempt": (lambda x: race().attempt(x), ()),
    "accept": (lambda x: race().accept(x), ()),
    "preview": (lambda x: race().preview(x), ()),
    "preview sled": (lambda x: race().preview(TURN, x), NONE),
    "reach": (lambda x: race().reach(x), NONE),
    "reach of": (lambda x: race().reach()[x], NUMBER),
    "turns_of": (lambda x: race().turns_of(x), NONE),
    "place_of": (lambda x: race().place_of(x), ()),
    "is_driving": (lambda x: race().is_driving(x), ()),
    "position_before": (lambda x: race().position_before(x), ()),
    "hand_of": (lambda x: race().hand_of(x), ()),
    "numbered": (lambda x: race().numbered(x), NUMBER),
    "trace": (lambda x: race().trace(0, x), ()),
    "trace sled": (lambda x: race().trace(x, TURN), NONE),
    "view": (lambda x: race().view(x), NONE),
    "sketch": (lambda x: race().sketch(x), NUMBER),
    "svg": (lambda x: race().svg(x), ()),
    "record": (lambda x: race().record(x), NONE),
    "record header": (lambda x: race().record({"mushers": x}), ("xyz",)),
    "View.view": (lambda x: race().view(1).view(x), ()),
    "View.reach": (lambda x: race().view(1).reach(x), NONE),
    "View.hand_of": (lambda x: race().view(1).hand_of(x), ()),
    "View.deal": (lambda x: race().view(1).deal(x), ()),
    "View.deal seed": (lambda x: race().view(1).deal(seed=x), NUMBER),
    "Turn": (lambda x: st.Turn(x, "L"), ()),
    "Turn.places": (lambda x: st.Turn(2, x), ()),
    "Turn.bonus": (lambda x: st.Turn(2, "L", bonus=x), ()),
    "Turn.route": (lambda x: st.Turn(2, "L", route=x), ()),
    "Turn.parse": (st.Turn.parse, ()),
    "Start": (st.Start, ()),
    "Start.parse": (st.Start.parse, ()),
    "Discard": (st.Discard, ()),
    "Discard of": (lambda x: st.Discard((x,)), ()),
    "Discard.parse": (st.Discard.parse, ()),
    "SeededDeal": (st.SeededDeal, NUMBER),
    "SecretDeal": (lambda x: st.SecretDeal(x, ""), ()),
    "SecretDeal.context": (lambda x: st.SecretDeal(bytes(32), x), ("xyz",)),
    "SecretDeal.added": (lambda x: st.SecretDeal(bytes(32), "", x), ()),
    "read_record": (st.read_record, ()),
    "write_record": (st.write_record, ()),
    "read_season": (st.read_season, ()),
    "write_season": (st.write_season, ()),
    "read_solo_record": (st.read_solo_record, ()),
    "reports": (lambda x: list(st.reports(x)), ()),
    "verify": (st.verify, ()),
    "Season": (st.Season, ()),
    "Season of": (lambda x: st.Season((x, "Ben")), ("xyz",)),
    "Season.after": (lambda x: st.Season(("Anna", "Ben")).after(x), ()),
    "Season.next_race": (lambda x: st.Season(("Anna", "Ben")).next_race(x, seed=1), ()),
    "Result": (lambda x: st.Result(x, 1), ()),
    "Result.of": (st.Result.of, ()),
    "SoloRace": (lambda x: st.SoloRace(x), ()),
    "SoloRace seed": (lambda x: st.SoloRace("lone-wolf", seed=x), NUMBER),
    "SoloRace rng": (lambda x: st.SoloRace("lone-wolf", rng=x), ()),
    "SoloRace opponents": (lambda x: st.SoloRace("lone-wolf", seed=1, opponents=x), ()),
    "SoloRace drawn": (lambda x: st.SoloRace("lone-wolf", drawn=x), ()),
    "SoloRace colour": (lambda x: st.SoloRace("lone-wolf", seed=1, colour=x), NONE),
    "SoloRace.from_record": (st.SoloRace.from_record, ()),
    "SoloRace.from_state": (lambda x: st.SoloRace.from_state(solo().course, x), ()),
    "solo play": (lambda x: solo().play(x), ()),
    "solo preview": (lambda x: solo().preview(x), ()),
    "solo reach": (lambda x: solo().reach(x), NONE),
    "solo numbered": (lambda x: solo().numbered(x), NUMBER),
    "solo trace": (lambda x: solo().trace(0, x), ()),
    "SoloGame": (st.SoloGame, ()),
    "SoloGame.after": (lambda x: st.SoloGame().after(x), ()),
    "SoloTurn": (lambda x: st.SoloTurn(x, "L"), ()),
    "SoloTurn.rescue": (lambda x: st.SoloTurn(2, "LRB", rescue=x), ()),
    "SoloTurn.parse": (st.SoloTurn.parse, ()),
    "Placing": (lambda x: st.Placing(x, "forward"), NUMBER),
    "Placing.facing": (lambda x: st.Placing(5, x), ()),
    "Markers": (st.Markers, ()),
    "Markers of": (lambda x: st.Markers((x, 1, 2, 3, 4)), ()),
    "Take": (st.Take, ()),
    "Drop": (st.Drop, ()),
    "OutOfPlay": (st.OutOfPlay, ()),
    "daily_race": (st.daily_race, ()),
    "find_musher": (st.find_musher, ()),
    "ask": (lambda x: st.ask(x, race().view(1), rng()), ()),
    "ask view": (lambda x: st.ask("rookie", x, rng()), ()),
    "ask rng": (lambda x: st.ask("rookie", race().view(1), x), ()),
    "solve": (lambda x: st.solve(x), ()),
    "turns_from": (lambda x: st.solve("sauna-sprint").turns_from(x), NUMBER),
    "turns_from dogs": (lambda x: st.solve("sauna-sprint").turns_from("1c1", x), ()),
    "turns_from dents": (lambda x: st.solve("sauna-sprint").turns_from("1c1", dents=x), ()),
    "policy": (lambda x: st.policy(x), ()),
    "ride": (lambda x: st.ride(x), ()),
    "ride rides": (lambda x: st.ride("sauna-sprint", x), NUMBER),
    "ride seed": (lambda x: st.ride("sauna-sprint", 2, x), NUMBER),
    "perft": (lambda x: st.perft(x, 1), ()),
    "perft depth": (lambda x: st.perft(race(), x), NUMBER),
    "run_races": (lambda x: st.run_races(x, 2, 2, "rookie", seed=1), ()),
    "run_races n": (lambda x: st.run_races(COURSE, x, 2, "rookie", seed=1), NUMBER),
    "run_races sleds": (lambda x: st.run_races(COURSE, 2, x, "rookie", seed=1), ()),
    "run_races mushers": (lambda x: st.run_races(COURSE, 2, 2, x, seed=1), ()),
    "run_races musher": (lambda x: st.run_races(COURSE, 2, 2, [x, "pup"], seed=1), ()),
    "run_races rng": (lambda x: st.run_races(COURSE, 2, 2, "rookie", x), ()),
    "run_races seed": (lambda x: st.run_races(COURSE, 2, 2, "rookie", seed=x), NUMBER),
    "run_races round_limit": (
        lambda x: st.run_races(COURSE, 2, 2, "rookie", seed=1, round_limit=x),
        NUMBER,
    ),
    "search": (lambda x: st.search(x, st.Budget(playouts=1), 1), ()),
    "search budget": (lambda x: st.search(race(), x, 1), ()),
    "search seed": (lambda x: st.search(race(), st.Budget(playouts=1), x), NUMBER),
    "Budget": (lambda x: st.Budget(playouts=x), (7, 3.5)),
    "League": (lambda x: st.League(x, ("nutcracker",)), ()),
    "League musher": (lambda x: st.League((x, "pup"), ("nutcracker",)), ()),
    "League courses": (lambda x: st.League(("husky", "pup"), x), ()),
    "League course": (lambda x: st.League(("husky", "pup"), (x,)), ()),
    "League sleds": (lambda x: st.League(("husky", "pup"), ("nutcracker",), x), ()),
    "League sled": (lambda x: st.League(("husky", "pup"), ("nutcracker",), (x,)), ()),
    "League rounds": (lambda x: st.League(("husky", "pup"), ("nutcracker",), rounds=x), NUMBER),
    "League seed": (lambda x: st.League(("husky", "pup"), ("nutcracker",), seed=x), NUMBER),
    "race_league": (st.race_league, ()),
    "rate": (st.rate, ()),
    "Sprt": (st.Sprt, (7, 3.5)),
}


@pytest.mark.parametrize("name", DOORS)
def test_what_cannot_be_used_is_refused_in_our_words(name: str) -> None:
    door, usable = DOORS[name]
    for strange in STRANGE:
        if any(strange is each for each in usable):
            continue
        with pytest.raises(st.Refused) as error:
            door(strange)
        assert len(str(error.value)) > 15, (name, strange)


SLOW = {"perft depth"}
"""Doors behind which something usable takes hours."""


@pytest.mark.parametrize(
    "name", [n for n, (_, usable) in DOORS.items() if usable and n not in SLOW]
)
def test_what_can_be_used_is_not(name: str) -> None:
    door, usable = DOORS[name]
    for value in usable:
        door(value)
