"""A race told in a terminal: turns in sentences, the track as a sketch, tables."""

from rich.table import Table

from ..course import Track
from ..course.sketch import sketch
from ..rules import Outcome, Race, Reach, Report, Status
from ..rules.state import OFF, State
from .output import console

_CAUSES = {
    "speeding": "too fast over a safety line",
    "saplings": "saplings",
    "side": "the side",
    "no_cards": "no dog card left",
}


def tell_turn(report: Report, mushers: tuple[str, ...]) -> str:
    """Tell one turn in a line."""
    who = name_of(report.sled, mushers)
    if not report.turn:
        return f"  {who} is wrecked at {report.end}: no dog card left"
    side = f", drift {abs(report.drift)} {'→' if report.drift > 0 else '←'}" if report.drift else ""
    bonus = f" with a bonus of {report.bonus}" if report.bonus else ""
    parts = [f"speed {report.speed}{bonus}{side}"]
    if report.stop:
        parts.append("hits the side" if report.stop == "side" else "runs into a sled")
    fell = [f"{count} ({_CAUSES[cause]})" for cause, count in report.dents.items() if count]
    if fell:
        parts.append("dents: " + ", ".join(fell))
    if report.wrecked:
        parts.append("wrecked")
    if report.finished:
        parts.append("past the finish line")
    way = f"{report.start:>4} → {report.end:<4}"
    return f"  {who:<12} {report.turn:<14} {way}  {'; '.join(parts)}"


def name_of(sled: int, mushers: tuple[str, ...]) -> str:
    """Return what to call a sled."""
    return f"{sled} {mushers[sled]}" if sled < len(mushers) else f"sled {sled}"


def draw_track(track: Track, state: State) -> str:
    """Sketch the track with the sleds on it, and the saplings that still stand."""
    r = state[0]
    marks = {
        space: "." for number, space in enumerate(track.saplings) if not r["saplings"] >> number & 1
    }
    for sled in range(r["sleds"]):
        if r["space"][sled] != OFF:
            marks[int(r["space"][sled])] = str(sled)
    return sketch(track, marks, width=max(40, console.width - 2))


def tell_standings(race: Race, mushers: tuple[str, ...]) -> Table:
    """Return a table of who is where."""
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="bold")
    for heading in ("place", "sled", "dents", ""):
        table.add_column(heading, justify="right" if heading == "dents" else "left")
    for standing in race.standings():
        sled = race.sleds[standing.sled]
        off_track = "at the start" if standing.status is Status.RACING else str(standing.status)
        place, name = str(standing.place or "–"), name_of(standing.sled, mushers)
        table.add_row(place, name, str(sled.dents), sled.space or off_track)
    return table


def tell_reach(reach: Reach, most: int | None) -> str:
    """Tell the spaces in reach, the furthest of the cheapest first, a line for each."""
    ranks, by_name = reach.track.spaces["rank"], reach.track.by_name
    found = sorted(
        reach.cheapest.values(),
        key=lambda outcome: (outcome.price[:2], -int(ranks[by_name[outcome.space]])),
    )
    lines = [f"  {each.space:<5} {each.turn!s:<14} {_tell_outcome(each)}" for each in found[:most]]
    if most is not None and len(found) > most:
        lines.append(f"  … and {len(found) - most} more (all)")
    return "\n".join(lines)


def _tell_outcome(outcome: Outcome) -> str:
    """Tell what reaching a space costs, in a few words."""
    parts = []
    if outcome.wrecked:
        parts.append("wreck")
    elif outcome.dents:
        parts.append("1 dent" if outcome.dents == 1 else f"{outcome.dents} dents")
    if outcome.stop:
        parts.append("hits the side" if outcome.stop == "side" else "runs into a sled")
    if outcome.finished:
        parts.append("finishes")
    return ", ".join(parts) or "clean"
