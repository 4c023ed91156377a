"""Where a course stands among those that ship: its figures, compared with theirs."""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources

from ..course import Course
from ..course.character import Character, FigureName, measure
from .certificate import Certificate

SHIPPED_FIGURES = "shipped_figures.json"
"""The figures of the courses that ship, written by scripts/shipped_figures.py."""

SLEDS, MUSHER = 4, "yearling"
"""How the shipped courses were raced: what was raced otherwise cannot be compared."""


@dataclass(frozen=True)
class Figures:
    """A course in numbers: what its tiles are, and how it races."""

    tiles: int
    spaces: int
    """Spaces of the middle lane from start to finish."""
    hazards: int
    """Tiles with something on them."""
    twist: float
    """Degrees of bend for each tile, in right angles, more where the side changes."""
    rocks: float
    """Rocks for each tile."""
    par: float | None
    """Turns that a good driver alone needs; None until that is known."""
    rounds: float
    minutes: float
    wrecks: float
    """Share of sleds that are wrecked."""
    dents: float
    """Dents of a sled in a race."""
    leads: float
    """How often the lead changes in a race."""
    half_leader: float
    """How often the leader at half-way wins."""
    skill: float | None
    """How often a strong musher wins against weak ones; None until that was tried."""
    starts: float
    """How much more often the best start space wins than the worst."""

    @property
    def pace(self) -> float | None:
        """Spaces that a good driver alone makes in a turn."""
        return self.spaces / self.par if self.par else None


def figures_of(certificate: Certificate) -> Figures:
    """Return the figures of a course that was raced."""
    return course_figures(
        certificate.course,
        par=certificate.par,
        rounds=certificate.rounds,
        minutes=certificate.minutes,
        wrecks=certificate.wrecks.value,
        dents=sum(certificate.dents.values()),
        leads=certificate.lead_changes,
        half_leader=certificate.half_leader.value,
        skill=certificate.skill.value if len(certificate.duel) else None,
        starts=[gain.value for gain in certificate.starts.values()],
    )


def course_figures(
    course: Course,
    *,
    par: float | None,
    rounds: float,
    minutes: float,
    wrecks: float,
    dents: float,
    leads: float,
    half_leader: float,
    skill: float | None,
    starts: Sequence[float],
) -> Figures:
    """Return the figures of a course, given how it races; `starts` are gains of start spaces."""
    return Figures(
        tiles=len(course.tiles),
        spaces=length_of(course),
        hazards=hazards_of(course),
        twist=round(measure(course, "twisty"), 3),
        rocks=round(measure(course, "narrow"), 3),
        par=None if par is None else round(par, 2),
        rounds=round(rounds, 2),
        minutes=round(minutes, 1),
        wrecks=round(wrecks, 4),
        dents=round(dents, 3),
        leads=round(leads, 2),
        half_leader=round(half_leader, 4),
        skill=None if skill is None else round(skill, 4),
        starts=round(max(starts) - min(starts), 4) if starts else 0.0,
    )


def hazards_of(course: Course) -> int:
    """Return how many tiles of a course have something on them."""
    return sum(face.hazard for face in course.faces)


def length_of(course: Course) -> int:
    """Return how long a course is: the spaces of its middle lane, start and finish left out.

    >>> length_of(Course.parse("srs"))
    15
    """
    return sum(face.spaces[2] for face in course.faces)


# -- among the shipped -----------------------------------------------------------------------------


@cache
def shipped_figures() -> Mapping[str, Figures]:
    """Return the figures of the courses that ship, by course line."""
    text = resources.files(__package__).joinpath(SHIPPED_FIGURES).read_text("utf-8")
    return {each.pop("line"): Figures(**each) for each in json.loads(text)["courses"].values()}


COMPARED: dict[FigureName, Callable[[Figures], float | None]] = {
    "length": lambda figures: figures.spaces,
    "par": lambda figures: figures.par,
    "pace": lambda figures: figures.pace,
    "wrecks": lambda figures: figures.wrecks,
    "dents": lambda figures: figures.dents,
    "leads": lambda figures: figures.leads,
    "skill": lambda figures: figures.skill,
    "starts": lambda figures: figures.starts,
}
"""What courses are compared by."""

SENTENCES: dict[FigureName, tuple[str, str]] = {
    "length": ("longer than", "shorter than"),
    "par": ("takes more turns than", "takes fewer turns than"),
    "pace": ("faster than", "slower than"),
    "wrecks": ("wrecks more sleds than", "wrecks fewer sleds than"),
    "dents": ("costs more dents than", "costs fewer dents than"),
    "leads": ("the lead changes more often than on", "the lead changes less often than on"),
    "skill": ("skill counts for more than on", "skill counts for less than on"),
    "starts": ("start spaces differ more than on", "start spaces differ less than on"),
}
"""How it is said in English that a course has more or less of something."""


@dataclass(frozen=True)
class Standing:
    """How many of the shipped courses have less of something than a course, and how many more."""

    figure: FigureName
    value: float
    below: int
    """Shipped courses that have less …"""
    above: int
    """… and more."""
    among: int
    """With how many it was compared: all that ship, but for the course itself."""

    @property
    def most(self) -> bool:
        """Whether more is to be said of those below than of those above."""
        return self.below >= self.above

    def __str__(self) -> str:
        more, less = SENTENCES[self.figure]
        told, count = (more, self.below) if self.most else (less, self.above)
        return f"{told} {count} of {self.among} shipped courses"


def standings(figures: Figures, line: str = "") -> tuple[Standing, ...]:
    """Compare a course with those that ship, as far as it was raced; `line` is its own."""
    return tuple(_compared(figures, line))


def _compared(figures: Figures, line: str) -> Iterator[Standing]:
    others = [each for own, each in shipped_figures().items() if own != line]
    for name, read in COMPARED.items():
        value = read(figures)
        if value is None:
            continue
        theirs = [other for each in others if (other := read(each)) is not None]
        yield Standing(
            figure=name,
            value=round(value, 4),
            below=sum(other < value for other in theirs),
            above=sum(other > value for other in theirs),
            among=len(theirs),
        )


CHARACTERS: dict[Character, Callable[[Figures], float | None]] = {
    "fast": lambda figures: figures.pace,
    "twisty": lambda figures: figures.twist,
    "narrow": lambda figures: figures.rocks,
    "mean": lambda figures: figures.wrecks,
}
"""By which figure a course has a character."""


def characters(figures: Figures, line: str = "") -> tuple[Character, ...]:
    """Return what a course is like: of what it has more than two in three shipped courses.

    >>> frozen = Course.load("frozen-river").line
    >>> characters(shipped_figures()[frozen], frozen)
    ('fast', 'narrow')
    """
    others = [each for own, each in shipped_figures().items() if own != line]
    found = []
    for character, read in CHARACTERS.items():
        value = read(figures)
        theirs = [other for each in others if (other := read(each)) is not None]
        if value is not None and 3 * sum(other < value for other in theirs) > 2 * len(theirs):
            found.append(character)
    return tuple(found)
