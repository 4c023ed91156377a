"""Certificates: how a course races, found by racing it many times."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from functools import cached_property
from math import sqrt

import numpy as np
from numpy.typing import NDArray

from ..course import Course
from ..course.tile import LANE_LETTERS, LANES
from ..rules.state import MOST_SLEDS
from .ratings import Estimate, Z
from .ride import racing_line
from .tally import CAUSES, Batch, Tally

SECONDS_A_TURN = 20
"""What a person takes for a turn, all told; minutes of a race are reckoned with it."""

_HARD, _BRUTAL = 0.2, 0.5
"""Shares of wrecks from which on a course is hard, and brutal."""


@dataclass(frozen=True)
class Remark:
    """A thing worth saying about how a course races: what kind, and the facts of the case."""

    code: str
    facts: Mapping[str, object]

    def __str__(self) -> str:
        return SENTENCES[self.code].format(**self.facts)


SENTENCES = {
    "nobody-finishes": "nobody comes to the finish",
    "brutal": "brutal: {share} % of all sleds are wrecked, most often on tile {tile} ({name})",
    "hard": "hard: one sled in {of} is wrecked, most often on tile {tile} ({name})",
    "wrecks": "one sled in {of} is wrecked, most often on tile {tile} ({name})",
    "harmless": "hardly anybody is wrecked",
    "dents": "the hardest place is tile {tile} ({name}): {share} % of all dents",
    "start": "start space {better} is {points} points better than {worse}",
    "fair-starts": "all start spaces are about as good",
    "skill": "skill pays: a Husky beats {pups} in {share} % of the races",
    "luck": "luck has its say: a Husky beats {pups} in only {share} % of the races",
    "lead": "the leader at half-way wins {share} % of the races",
    "lane": "winners like lane {best} best, {share} % of their way, and lane {least} least",
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
    mushers: tuple[str, ...] = ()
    """Who raced each other, seat by seat."""
    batches: tuple[Batch, ...] = ()
    """How each race went, and each duel."""

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

    @cached_property
    def line(self) -> tuple[str, ...]:
        """The racing line: the way that sleds which win go most; empty if nobody has won."""
        track = self.course.track
        return tuple(track.names[n] for n in racing_line(track, self.tally.spaces["won"]))

    @property
    def winners_lanes(self) -> tuple[float, ...]:
        """Share of the winners' way in each lane, from the left; longer lanes do not count more."""
        spaces = self.course.track.spaces
        cut = np.zeros((int(spaces["tile"].max()) + 1, LANES))
        np.add.at(cut, (spaces["tile"], spaces["lane"]), 1)
        left = self.tally.spaces["won"].sum(axis=1) / cut[spaces["tile"], spaces["lane"]]
        found = np.bincount(spaces["lane"], left, LANES)
        return tuple((found / max(float(found.sum()), 1e-9)).tolist())

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
        if self.line:
            found.append(self._on_lanes())
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
            ("racing line", " ".join(self.line) or "nobody has won"),
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
            "mushers": self.mushers,
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
            "line": self.line,
            "skill": asdict(self.skill) if len(self.duel) else None,
            "spaces": {
                name: {"dents": dict(zip(CAUSES, dents, strict=True)), "stops": stops}
                for name, dents, stops in zip(
                    self.course.track.names,
                    self.tally.spaces["dents"].tolist(),
                    self.tally.spaces["stops"].tolist(),
                    strict=True,
                )
                if any(dents) or stops
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
        worst = self._worst(self.tally.spaces["wrecks"])
        if self.wrecks.value >= _BRUTAL:
            return Remark("brutal", {"share": round(100 * self.wrecks.value), **worst})
        code = "hard" if self.wrecks.value >= _HARD else "wrecks"
        return Remark(code, {"of": round(1 / self.wrecks.value), **worst})

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

    def _on_lanes(self) -> Remark:
        lanes = self.winners_lanes
        best, least = int(np.argmax(lanes)), int(np.argmin(lanes))
        return Remark(
            "lane",
            {
                "best": LANE_LETTERS[best],
                "share": round(100 * lanes[best]),
                "least": LANE_LETTERS[least],
            },
        )


def _ratio(part: float, whole: int) -> float:
    return part / whole if whole else 0.0


def _share(part: int, whole: int) -> Estimate:
    """Estimate a share by Wilson's interval, which holds for rare things too."""
    if not whole:
        return Estimate(0.0, 1.0)
    share = part / whole
    spread = sqrt(share * (1 - share) / whole + Z * Z / (4 * whole * whole))
    return Estimate(share, Z * spread / (1 + Z * Z / whole))
