"""Certificates: how a course races, found by racing it many times."""

import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from functools import cached_property, partial
from math import sqrt
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..course import Course, Refused
from ..course.problem import whole_number
from ..course.tile import LANES
from ..mushers import Musher, solve
from ..mushers.solver import Cancelled
from ..rules.state import MOST_SLEDS
from .ratings import Estimate, Z
from .tally import CAUSES, Tally, tally_races
from .workers import checked_workers, spread

STRONG, WEAK = "husky", "pup"
"""Who shows what skill is worth: one of the first races a field of the second."""

SECONDS_A_TURN = 20
"""What a person takes for a turn, all told; minutes of a race are reckoned with it."""

_FIRST_RACES = 500
"""Races before anything else is looked at: enough for figures that no longer jump about."""

_RACES_A_DUEL = 4
_FIRST_BIT = 16
_SECONDS_AT_A_TIME = 0.25


@dataclass(frozen=True)
class Remark:
    """A thing worth saying about how a course races: what kind, and the facts of the case."""

    code: str
    facts: Mapping[str, object]

    def __str__(self) -> str:
        return SENTENCES[self.code].format(**self.facts)


SENTENCES = {
    "nobody-finishes": "nobody comes to the finish",
    "wrecks": "one sled in {of} is wrecked, most often on tile {tile} ({name})",
    "harmless": "hardly anybody is wrecked",
    "dents": "the hardest place is tile {tile} ({name}): {share} % of all dents",
    "start": "start space {better} is {points} points better than {worse}",
    "fair-starts": "all start spaces are about as good",
    "skill": "skill decides: a Husky beats {pups} in {share} % of the races",
    "luck": "luck has its say: a Husky beats {pups} in only {share} % of the races",
    "lead": "the leader at half-way wins {share} % of the races",
    "open": "open to the end: the leader at half-way wins only {share} % of the races",
}
"""The English sentences of remarks."""


@dataclass(frozen=True, eq=False)
class Certificate:
    """How a course races, as far as it was raced."""

    course: Course
    sleds: int
    tally: Tally
    """What happened when mushers of one kind raced each other."""
    duel: Tally
    """What happened when a strong musher, in the first seat, raced weak ones."""
    par: float | None = None
    """Turns that a good driver alone needs; None until the solver is ready."""

    def __repr__(self) -> str:
        return f"<Certificate of {self.course.name or self.course.line}: {self.races} races>"

    @property
    def races(self) -> int:
        """How many races it tells of, the duels left out."""
        return len(self.tally)

    @property
    def rounds(self) -> float:
        """Rounds of a race, on average; races that were broken off count as the limit."""
        counts = self._counts["rounds"]
        return _ratio(float(counts @ np.arange(len(counts))), self.races)

    @property
    def minutes(self) -> float:
        """Minutes that as many people may expect to race."""
        return _ratio(int(self._counts["turns"].sum()), self.races) * SECONDS_A_TURN / 60

    @property
    def wrecks(self) -> Estimate:
        """Share of sleds that are wrecked."""
        return _share(int(self._counts["wrecked"].sum()), self.races * self.sleds)

    @property
    def dents(self) -> dict[str, float]:
        """Dents of a sled in a race, by cause."""
        fallen = self.tally.spaces["dents"].sum(axis=0).tolist()
        return {
            cause: _ratio(count, self.races * self.sleds)
            for cause, count in zip(CAUSES, fallen, strict=True)
        }

    @property
    def bumps(self) -> float:
        """How often a sled is held up by another in a race."""
        return _ratio(int(self.tally.spaces["bumps"].sum()), self.races * self.sleds)

    @property
    def lead_changes(self) -> float:
        """How often the lead changes in a race."""
        return _ratio(int(self._counts["lead_changes"]), self.races)

    @property
    def half_leader(self) -> Estimate:
        """How often the leader at half-way wins."""
        return _share(int(self._counts["halfway_won"]), int(self._counts["halfway"]))

    @property
    def starts(self) -> dict[int, Estimate]:
        """How much more often than an even share the start spaces win, by number."""
        found = {}
        for number in range(MOST_SLEDS):
            started = int(self._counts["started"][number])
            if started:
                won = _share(int(self._counts["start_won"][number]), started)
                found[number + 1] = replace(won, value=won.value - 1 / self.sleds)
        return found

    @property
    def lanes(self) -> tuple[float, ...]:
        """Share of all steps that lead to each lane, from the left."""
        lane, entered = self.course.track.spaces["lane"], self.tally.spaces["entered"]
        steps = [int(entered[lane == each].sum()) for each in range(LANES)]
        return tuple(_ratio(count, sum(steps)) for count in steps)

    @property
    def skill(self) -> Estimate:
        """How often a strong musher wins against weak ones."""
        return _share(int(self.duel.races[0]["won"][0]), len(self.duel))

    @cached_property
    def heat(self) -> NDArray[np.float64]:
        """Dents on each space in a race, whatever the cause."""
        dents: NDArray[np.float64] = self.tally.spaces["dents"].sum(axis=1) / max(self.races, 1)
        return dents

    def on_tiles(self, counts: NDArray[np.generic]) -> tuple[float, ...]:
        """Add up what was counted on spaces, tile by tile."""
        tiles = self.course.track.spaces["tile"]
        return tuple(np.bincount(tiles, counts, len(self.course.track.faces)).tolist())

    @property
    def remarks(self) -> tuple[Remark, ...]:
        """What is worth saying about the course, the most telling first."""
        if not self.races:
            return ()
        found = [self._on_wrecks(), self._on_dents(), self._on_starts()]
        if len(self.duel):
            found.append(self._on_skill())
        if self._counts["halfway"]:
            found.append(self._on_half_leader())
        return tuple(remark for remark in found if remark)

    @property
    def figures(self) -> list[tuple[str, str]]:
        """Its figures as people read them, each with its name."""
        dents = ", ".join(f"{cause} {mean:.2f}" for cause, mean in self.dents.items())
        lanes = " ".join(f"{100 * share:.0f}" for share in self.lanes)
        starts = ", ".join(f"{n}: {gain.shown(100, 1)}" for n, gain in self.starts.items())
        found = [
            ("races", f"{self.races:,} with {self.sleds} sleds"),
            ("rounds", f"{self.rounds:.1f}, about {self.minutes:.0f} minutes"),
            ("wrecks %", self.wrecks.shown(100, 1)),
            ("dents a sled", dents.replace("_", " ")),
            ("bumps a sled", f"{self.bumps:.2f}"),
            ("lead changes", f"{self.lead_changes:.1f}"),
            ("leader at half-way wins %", self.half_leader.shown(100, 1)),
            ("start spaces, points", starts),
            ("lanes %", lanes),
        ]
        if self.par is not None:
            found.insert(1, ("par", f"{self.par:.1f} turns"))
        if len(self.duel):
            found.append(("a strong musher wins %", self.skill.shown(100, 1)))
        return found

    @property
    def data(self) -> dict[str, object]:
        """Everything it tells, as plain values for programs."""
        return {
            "course": self.course.line,
            "name": self.course.name,
            "sleds": self.sleds,
            "races": self.races,
            "duels": len(self.duel),
            "par": self.par,
            "rounds": self.rounds,
            "minutes": self.minutes,
            "wrecks": asdict(self.wrecks),
            "dents": self.dents,
            "bumps": self.bumps,
            "lead_changes": self.lead_changes,
            "half_leader": asdict(self.half_leader),
            "starts": {number: asdict(gain) for number, gain in self.starts.items()},
            "lanes": self.lanes,
            "skill": asdict(self.skill) if len(self.duel) else None,
            "spaces": {
                name: {"dents": dents, "stops": stops}
                for name, dents, stops in zip(
                    self.course.track.names,
                    self.tally.spaces["dents"].sum(axis=1).tolist(),
                    self.tally.spaces["stops"].tolist(),
                    strict=True,
                )
                if dents or stops
            },
            "remarks": [
                {"code": each.code, **each.facts, "text": str(each)} for each in self.remarks
            ],
        }

    @property
    def _counts(self) -> np.void:
        counts: np.void = self.tally.races[0]
        return counts

    def _on_wrecks(self) -> Remark:
        if not self._counts["won"].sum():
            return Remark("nobody-finishes", {})
        if self.wrecks.value < 0.01:
            return Remark("harmless", {})
        of = round(1 / self.wrecks.value)
        return Remark("wrecks", {"of": of, **self._worst(self.tally.spaces["wrecks"])})

    def _on_dents(self) -> Remark | None:
        dents = self.tally.spaces["dents"].sum(axis=1)
        if not dents.sum():
            return None
        by_tile = self.on_tiles(dents)
        share = round(100 * max(by_tile) / sum(by_tile))
        return Remark("dents", {"share": share, **self._worst(dents)})

    def _worst(self, counts: NDArray[np.generic]) -> dict[str, object]:
        """Return the tile on which most was counted, by number and name."""
        tile = int(np.argmax(self.on_tiles(counts)))
        return {"tile": tile, "name": self.course.track.faces[tile].name}

    def _on_starts(self) -> Remark | None:
        if len(self.starts) < 2:
            return None
        best = max(self.starts, key=lambda number: self.starts[number].value)
        worst = min(self.starts, key=lambda number: self.starts[number].value)
        apart = self.starts[best].low - self.starts[worst].high
        points = round(100 * (self.starts[best].value - self.starts[worst].value))
        if apart <= 0 or points < 3:
            return Remark("fair-starts", {})
        return Remark("start", {"better": best, "worse": worst, "points": points})

    def _on_skill(self) -> Remark:
        # A field of the same strength would win its even share.
        code = "skill" if self.skill.value > 2 / self.sleds else "luck"
        pups = "a Pup" if self.sleds == 2 else f"{self.sleds - 1} Pups"
        return Remark(code, {"share": round(100 * self.skill.value), "pups": pups})

    def _on_half_leader(self) -> Remark:
        code = "lead" if self.half_leader.value > 0.5 else "open"
        return Remark(code, {"share": round(100 * self.half_leader.value)})


def certify(
    course: Course | str | Path,
    races: int = 2000,
    *,
    sleds: int = 4,
    musher: Musher | str = "yearling",
    seed: int = 0,
    workers: int | None = 1,
    cluster: str | None = None,
    on_progress: Callable[[Certificate], None] | None = None,
    cancel: threading.Event | None = None,
) -> Certificate:
    """Race a course many times and tell how it races.

    One worker is the caller itself; more are processes, None as many as there are cores. `cluster`
    is the address of a Dask scheduler whose workers race instead. Whoever races, the same seed
    gives the same certificate. `on_progress` is given the certificate so far, a few times a second;
    once `cancel` is set, the one so far is returned.

    >>> certify("nutcracker", races=200).wrecks.value
    0.0
    """
    if whole_number(races, "a number of races is a whole number") < 1:
        raise Refused(f"a course is raced once at least, not {races} times")
    if not 2 <= whole_number(sleds, "a number of sleds is a whole number") <= MOST_SLEDS:
        raise Refused(f"a certificate is of races with 2 to {MOST_SLEDS} sleds, not {sleds}")
    course = Course.of(course)
    found = Certificate(course, sleds, Tally.empty(course), Tally.empty(course))
    with suppress(Cancelled):  # what was found before the solver was cancelled stands
        racing = _Racing(checked_workers(workers), cluster, seed, cancel)
        for better in _certified(found, races, musher, racing):
            found = better
            if on_progress:
                on_progress(found)
            if cancel and cancel.is_set():
                break
    return found


class _Racing(NamedTuple):
    """Who races, with which deals, and until when."""

    workers: int | None
    cluster: str | None
    seed: int
    cancel: threading.Event | None


def _certified(
    certificate: Certificate, races: int, musher: Musher | str, racing: _Racing
) -> Iterator[Certificate]:
    """Give better and better certificates: first figures at once, then par, duels and the rest."""
    course, sleds = certificate.course, certificate.sleds
    seats = [musher] * sleds
    first = min(races, _FIRST_RACES)
    for tally in _tallies(course, seats, range(first), racing._replace(workers=1, cluster=None)):
        certificate = replace(certificate, tally=tally)
        yield certificate
    certificate = replace(certificate, par=solve(course, cancel=racing.cancel).par)
    yield certificate
    duellists = [STRONG, *[WEAK] * (sleds - 1)]
    for duel in _tallies(course, duellists, range(max(1, races // _RACES_A_DUEL)), racing):
        certificate = replace(certificate, duel=duel)
        yield certificate
    so_far = certificate.tally
    for tally in _tallies(course, seats, range(first, races), racing):
        yield replace(certificate, tally=so_far + tally)


def _tallies(
    course: Course, seats: Sequence[Musher | str], numbers: range, racing: _Racing
) -> Iterator[Tally]:
    """Race a range of races bit by bit, and give the tally of all so far after each."""
    tally, at_a_time = Tally.empty(course), _FIRST_BIT
    alone = racing.workers == 1 and racing.cluster is None
    while numbers:
        began = time.perf_counter()
        bit, numbers = numbers[:at_a_time], numbers[at_a_time:]
        tally += tally_races(course, seats, racing.seed, bit)
        took = max(time.perf_counter() - began, 1e-6)
        yield tally
        at_a_time = max(1, int(len(bit) * min(8.0, _SECONDS_AT_A_TIME / took)))
        if not alone and took > _SECONDS_AT_A_TIME / 2:
            break  # it is known how long a race takes; the rest is for others
    if not numbers:
        return
    race = partial(tally_races, course, seats, racing.seed)
    bits = (numbers[at : at + at_a_time] for at in range(0, len(numbers), at_a_time))
    for _, part in spread(
        race, bits, workers=racing.workers, cluster=racing.cluster, cancel=racing.cancel
    ):
        tally += part
        yield tally


def _ratio(part: float, whole: int) -> float:
    return part / whole if whole else 0.0


def _share(part: int, whole: int) -> Estimate:
    """Estimate a share by Wilson's interval, which holds for rare things too."""
    if not whole:
        return Estimate(0.0, 1.0)
    share = part / whole
    spread = sqrt(share * (1 - share) / whole + Z * Z / (4 * whole * whole))
    return Estimate(share, Z * spread / (1 + Z * Z / whole))
