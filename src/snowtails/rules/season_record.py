"""The season record: who races, and the records of all races so far.

    snowtails season 1
    mushers: Anna, Ben
    points: 8 8

    snowtails race 1
    course: srsrs
    …

`points` are those of the mushers in their order. `first-layer: 1` says that another musher than the
first, counted from 0, laid the first course (SEASON-1). The writer is strict; the reader forgives
what the reader of race records forgives, plays every race again and checks that they make a season.
"""

import re
from dataclasses import replace

from ..course.problem import expect
from .bundle import Bundle, read_bundle, write_bundle
from .choices import Phase
from .record import InvalidRecord, read_record
from .season import InvalidSeason, Result, Season


def write_season(season: Season) -> str:
    """Write a season whose results all have their records."""
    expect(Season, season, "a season record is written of a Season")
    if not all(result.record for result in season.results):
        raise InvalidSeason("only a season whose races were all recorded can be written")
    points = " ".join(str(season.points(musher)) for musher in range(len(season.mushers)))
    headers = {"mushers": ", ".join(season.mushers), "points": points}
    if season.first_layer:
        headers["first-layer"] = str(season.first_layer)
    return write_bundle("season", headers, [result.record for result in season.results])


def read_season(text: str) -> Season:
    """Read and replay a season record; raise InvalidRecord with the line that is wrong."""
    bundle = read_bundle(text, "season", "race")
    season = _first_season(bundle)
    for part in bundle.parts:
        record = read_record(part.text)
        if record.mushers and record.mushers != season.mushers:
            raise InvalidRecord(
                part.number,
                f"the mushers of this season are {', '.join(season.mushers)}, "
                f"not {', '.join(record.mushers)}",
            )
        if record.race.phase is not Phase.OVER:
            raise InvalidRecord(part.number, "this race is not over; a season lists finished races")
        try:
            season = season.after(Result.of(record.race, record.headers))
        except InvalidSeason as error:
            raise InvalidRecord(part.number, str(error)) from None
    if told := bundle.headers.get("points"):
        points = [str(season.points(musher)) for musher in range(len(season.mushers))]
        if told.text.split() != points:
            raise InvalidRecord(told.number, f"the points are {' '.join(points)}, not {told.text}")
    return season


def _first_season(bundle: Bundle) -> Season:
    """Return the season that the head of a record tells, before its races."""
    named = bundle.required("mushers")
    try:
        season = Season(tuple(" ".join(name.split()) for name in named.text.split(",")))
    except InvalidSeason as error:
        raise InvalidRecord(named.number, str(error)) from None
    first = bundle.headers.get("first-layer")
    if first is None:
        return season
    if not re.fullmatch("[0-9]{1,9}", first.text):
        raise InvalidRecord(first.number, f"first-layer is a musher's number, not {first.text!r}")
    try:
        return replace(season, first_layer=int(first.text))
    except InvalidSeason as error:
        raise InvalidRecord(first.number, str(error)) from None
