"""The poster of a table: who races, or raced, and once it is over, where everybody drove."""

from collections.abc import Iterable
from datetime import date

from ....course import Course
from ....course.drawing import DrawnTrack
from ....rules import Turn
from ....rules.solo import SoloTurn
from ...table.race_table import RaceTable
from ...table.solo import SoloTable
from ...table.table import Table
from .cards import shown_name
from .poster import Entry, Poster
from .words import Say

A_WRECK = "×"


def course_poster(course: Course, say: Say) -> Poster:
    """Return the poster of a course."""
    return Poster(course, course.name or say("own"), say("course.text"))


def daily_poster(course: Course, day: date, say: Say) -> Poster:
    """Return the poster of a daily trail."""
    return Poster(course, say("daily"), day.isoformat())


def table_poster(table: Table, today: date, say: Say) -> Poster:
    """Return the poster of a table; of a race under way it shows no more than who races."""
    if isinstance(table, SoloTable):
        return _solo_poster(table, today, say)
    assert isinstance(table, RaceTable)
    race, over = table.race, table.stage == "over"
    places = {s.sled: s.place for s in race.standings()} if race and over else {}
    seats = [
        (places.get(number), number, seat, colour)
        for number, (seat, colour) in enumerate(zip(table.seats, table.colours, strict=True))
    ]
    seats.sort(key=lambda each: (each[0] or 9, each[1]) if over else (0, each[1]))
    entries = tuple(
        Entry(shown_name(seat.name) or "…", colour, _figure(place, number, over))
        for place, number, seat, colour in seats
    )
    leg = table.leg
    # Others still race a duplicate race with the same cards: nobody shows them the way.
    open_to_all = over and not table.opened.duplicate
    return Poster(
        table.course,
        table.course.name or say("own"),
        say("leg", race=leg.number, races=leg.races).strip() if leg else "",
        entries,
        tuple(_race_tracks(table)) if open_to_all else (),
    )


def _figure(place: int | None, number: int, over: bool) -> str:
    if not over:
        return str(number + 1)
    return A_WRECK if place is None else str(place)


def _race_tracks(table: RaceTable) -> Iterable[DrawnTrack]:
    """Return where each sled drove, from its start space on."""
    race = table.race
    assert race is not None
    spaces: list[list[str]] = [[] for _ in table.seats]
    for before, entry in zip(race.history, race.log, strict=True):
        if isinstance(entry.decision, Turn):
            move = before.trace(entry.sled, entry.decision)
            spaces[entry.sled] += [*([] if spaces[entry.sled] else [move.start]), *move.path]
    for colour, way in zip(table.colours, spaces, strict=True):
        if len(way) > 1:
            yield DrawnTrack([table.course.track.by_name[space] for space in way], colour)


def _solo_poster(table: SoloTable, today: date, say: Say) -> Poster:
    seat, colour, course = table.seats[0], table.colours[0], table.race.course
    over = table.stage == "over"
    points = say("points", points=table.game.points) if over else ""
    # Others still drive the same trail with the same cards: nobody shows them the way.
    secret = not over or (table.day is not None and table.day >= today)
    title = say("daily") if table.day else course.name or say("own")
    return Poster(
        course,
        title,
        table.opened.day or "",
        (Entry(seat.name, colour, "", points),),
        () if secret else tuple(_solo_tracks(table, colour)),
    )


def _solo_tracks(table: SoloTable, colour: str) -> Iterable[DrawnTrack]:
    """Return where the sled drove in the last round."""
    way: list[str] = []
    for before, played in zip(table.race.history, table.race.log, strict=True):
        if isinstance(played.decision, SoloTurn):
            move = before.trace(0, played.decision)
            way += [*([] if way else [move.start]), *move.path]
    if len(way) > 1:
        yield DrawnTrack([table.race.track.by_name[space] for space in way], colour)
