"""Racing a course many times: what is kept in a file already, then what is missing."""

import json
import threading
import time
import zlib
from base64 import b64decode, b64encode
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..course import Course, Refused
from ..course.problem import whole_number
from ..mushers import Musher, musher_code, solve
from ..mushers.asking import mushers_of
from ..mushers.solver import Cancelled
from ..rules.state import MOST_SLEDS
from .certificate import Certificate
from .file import InvalidFile, kept_lines
from .races import RESULT
from .tally import RACE_COUNTS, SPACE_COUNTS, Batch, Part, Tally, race_part
from .workers import checked_workers, spread

Seats = Sequence[Musher | str]

STRONG, WEAK = "husky", "pup"
"""Who shows what skill is worth: one of the first races a field of the second."""

_FIRST_RACES = 500
"""Races before anything else is looked at: enough for figures that no longer jump about."""

_RACES_A_DUEL = 4
_FIRST_BIT = 16
_SECONDS_AT_A_TIME = 0.25


def certify(
    course: Course | str | Path,
    races: int = 2000,
    *,
    sleds: int = 4,
    mushers: Musher | str | Sequence[Musher | str] = "yearling",
    seed: int = 0,
    workers: int | None = 1,
    cluster: str | None = None,
    file: Path | str | None = None,
    on_progress: Callable[[Certificate], None] | None = None,
    cancel: threading.Event | None = None,
) -> Certificate:
    """Race a course many times and tell how it races.

    One musher drives all sleds, or each has its own. One worker is the caller itself; more are
    processes, None as many as there are cores. `cluster` is the address of a Dask scheduler whose
    workers race instead. Whoever races, the same seed gives the same certificate. What was raced is
    kept in `file`, several courses in one if wished; given again, only what is missing is raced.
    `on_progress` is given the certificate so far, a few times a second; once `cancel` is set, the
    one so far is returned.

    >>> certify("nutcracker", races=200).wrecks.value
    0.0
    """
    if whole_number(races, "a number of races is a whole number") < 1:
        raise Refused(f"a course is raced once at least, not {races} times")
    if not 2 <= whole_number(sleds, "a number of sleds is a whole number") <= MOST_SLEDS:
        raise Refused(f"a certificate is of races with 2 to {MOST_SLEDS} sleds, not {sleds}")
    names = tuple(musher.name for musher in mushers_of(mushers, sleds))
    course, seats = Course.of(course), _seats(mushers, sleds)
    kept = None if file is None else _open(Path(file), seed)
    racing = _Racing(checked_workers(workers), cluster, seed, cancel, kept)
    found = Certificate(course, sleds, Tally.empty(course), Tally.empty(course), mushers=names)
    with suppress(Cancelled):  # what was found before the solver was cancelled stands
        for better in _certified(found, races, seats, racing):
            found = better
            if on_progress:
                on_progress(found)
            if cancel and cancel.is_set():
                break
    return found


def _seats(mushers: Musher | str | Seats, sleds: int) -> Seats:
    """Return who drives each sled, named if given so: workers look for mushers by their names."""
    if isinstance(mushers, str) or not isinstance(mushers, Sequence):
        return (mushers,) * sleds
    return tuple(mushers)


# -- racing ----------------------------------------------------------------------------------------


class _Racing(NamedTuple):
    """Who races, with which deals, until when, and what was raced before."""

    workers: int | None
    cluster: str | None
    seed: int
    cancel: threading.Event | None
    kept: "Kept | None"


def _certified(
    certificate: Certificate, races: int, seats: Seats, racing: _Racing
) -> Iterator[Certificate]:
    """Give better and better certificates: first figures at once, then par, duels and the rest."""
    course, sleds = certificate.course, certificate.sleds
    first = min(races, _FIRST_RACES)
    alone = racing._replace(workers=1, cluster=None)
    for part in _parts(course, seats, range(first), alone):
        certificate = _with_races(certificate, part)
        yield certificate
    certificate = replace(certificate, par=solve(course, cancel=racing.cancel).par)
    yield certificate
    duellists = (STRONG, *[WEAK] * (sleds - 1))
    for part in _parts(course, duellists, range(max(1, races // _RACES_A_DUEL)), racing):
        batch = Batch(duellists, part.numbers, part.results)
        certificate = replace(
            certificate,
            duel=certificate.duel + part.tally,
            batches=(*certificate.batches, batch),
        )
        yield certificate
    for part in _parts(course, seats, range(first, races), racing):
        certificate = _with_races(certificate, part)
        yield certificate


def _with_races(certificate: Certificate, part: Part) -> Certificate:
    batch = Batch(certificate.mushers, part.numbers, part.results)
    return replace(
        certificate,
        tally=certificate.tally + part.tally,
        batches=(*certificate.batches, batch),
    )


def _parts(course: Course, seats: Seats, numbers: range, racing: _Racing) -> Iterator[Part]:
    """Give what is kept of a range of races, then race the rest and keep it."""
    if racing.kept is None:
        yield from _raced(course, seats, [numbers], racing)
        return
    key = (course.line, tuple(map(_key, seats)))
    before = racing.kept.find(key, numbers)
    yield from before
    missing = list(_gaps(numbers, [part.numbers for part in before]))
    for part in _raced(course, seats, missing, racing):
        racing.kept.add(key, part)
        yield part


def _gaps(numbers: range, done: Iterable[range]) -> Iterator[range]:
    """List what is missing of some consecutive numbers."""
    at = numbers.start
    for each in sorted(done, key=lambda each: each.start):
        if each.start > at:
            yield range(at, each.start)
        at = each.stop
    if at < numbers.stop:
        yield range(at, numbers.stop)


def _raced(course: Course, seats: Seats, missing: list[range], racing: _Racing) -> Iterator[Part]:
    """Race some ranges of races bit by bit, and give each bit."""
    at_a_time = _FIRST_BIT
    alone = racing.workers == 1 and racing.cluster is None
    while missing:
        began = time.perf_counter()
        bit, rest = missing[0][:at_a_time], missing[0][at_a_time:]
        missing = [rest, *missing[1:]] if rest else missing[1:]
        part = race_part(course, seats, racing.seed, bit)
        took = max(time.perf_counter() - began, 1e-6)
        yield part
        at_a_time = max(1, int(len(bit) * min(8.0, _SECONDS_AT_A_TIME / took)))
        if not alone and took > _SECONDS_AT_A_TIME / 2:
            break  # it is known how long a race takes; the rest is for others
    if not missing:
        return
    race = partial(race_part, course, seats, racing.seed)
    bits = (
        numbers[at : at + at_a_time]
        for numbers in missing
        for at in range(0, len(numbers), at_a_time)
    )
    for _, part in spread(
        race, bits, workers=racing.workers, cluster=racing.cluster, cancel=racing.cancel
    ):
        yield part


# -- the file --------------------------------------------------------------------------------------


Key = tuple[str, tuple[str, ...]]
"""What parts can be added up: those on a course, by its line, with the same mushers."""


def _key(seat: Musher | str) -> str:
    """Return a text that stands for a musher, of a version if need be."""
    if not isinstance(seat, str):
        raise Refused(f"a file keeps races of mushers that are named, as in 'husky', not {seat!r}")
    return f"{seat} {musher_code(seat)}".strip()


@dataclass
class Kept:
    """What a file keeps of races."""

    file: Path
    parts: dict[Key, list[Part]] = field(default_factory=dict)

    def find(self, key: Key, numbers: range) -> list[Part]:
        """Return the parts within some numbers; none twice."""
        found, at = [], numbers.start
        for part in sorted(self.parts.get(key, []), key=_first):
            if at <= part.numbers.start and part.numbers.stop <= numbers.stop:
                found.append(part)
                at = part.numbers.stop
        return found

    def add(self, key: Key, part: Part) -> None:
        """Keep one more part."""
        self.parts.setdefault(key, []).append(part)
        course, mushers = key
        line = {
            "course": course,
            "mushers": mushers,
            "first": part.numbers.start,
            "spaces": _text(part.tally.spaces),
            "counts": _text(part.tally.races),
            "results": _text(part.results),
        }
        with self.file.open("a", encoding="utf-8") as lines:
            print(json.dumps(line), file=lines, flush=True)


def _open(file: Path, seed: int) -> Kept:
    """Read what a file keeps, or begin it."""
    kept = Kept(file)
    for number, line in enumerate(kept_lines(file, "lab", seed, ()), 2):
        try:
            found = json.loads(line)
            results = _array(found["results"], RESULT)
            first = int(found["first"])
            tally = Tally(
                _array(found["spaces"], SPACE_COUNTS), _array(found["counts"], RACE_COUNTS)
            )
            part = Part(range(first, first + len(results)), tally, results)
            kept.parts.setdefault((found["course"], tuple(found["mushers"])), []).append(part)
        except (ValueError, KeyError, TypeError, zlib.error) as error:
            raise InvalidFile(f"{file}, line {number}: no races of a lab ({error})") from None
    return kept


def _first(part: Part) -> int:
    return part.numbers.start


def _text(array: NDArray[np.void]) -> str:
    return b64encode(zlib.compress(array.tobytes(), 1)).decode()


def _array(text: str, dtype: np.dtype[np.void]) -> NDArray[np.void]:
    return np.frombuffer(zlib.decompress(b64decode(text)), dtype)
