"""A race told in a terminal: turns in sentences, the track as a sketch, tables."""

from typing import TYPE_CHECKING

from rich.table import Table

if TYPE_CHECKING:
    from ..rules import Move, Position, Race, Report
    from ..rules.notation import Decision

_CAUSES = {
    "speeding": "too fast over a safety line",
    "saplings": "saplings",
    "side": "the side",
    "no_cards": "no dog card left",
}


def tell_turn(report: "Report", mushers: tuple[str, ...]) -> str:
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


NOTATION = (
    "A turn is written 2L:>^>: a 2 on the left dog (L; R right dog, B brake), then drift right, "
    "ahead, drift right; + takes the bonus."
)
"""How turns are written, for those who read one for the first time."""


def percent(chance: float) -> str:
    """Return a chance in percent, without the sign; what is nearly sure is not told as sure.

    >>> [percent(chance) for chance in (0.0, 0.004, 0.416, 0.996, 1.0)]
    ['0', '<1', '42', '>99', '100']
    """
    if 0 < chance < 0.01:
        return "<1"
    return ">99" if 0.99 < chance < 1 else f"{chance * 100:.0f}"


def tell_name(decision: "Decision") -> str:
    """Return what to call a decision: turns as they are written, others in words."""
    from ..rules.notation import Discard, Start

    if isinstance(decision, Start):
        return f"start space {decision.number}"
    if isinstance(decision, Discard):
        return f"discarding {' '.join(map(str, decision.values))}"
    return str(decision)


def tell_move(move: "Move") -> str:
    """Tell where a turn leads and what it costs, in a few words."""
    return f"{move.turn} to {move.end}, {_tell_price(move)}"


def name_of(sled: int, mushers: tuple[str, ...]) -> str:
    """Return what to call a sled."""
    return f"{sled} {mushers[sled]}" if sled < len(mushers) else f"sled {sled}"


def tell_standings(race: "Race", mushers: tuple[str, ...]) -> Table:
    """Return a table of who is where."""
    from ..rules import Status

    table = Table(box=None, padding=(0, 2, 0, 0), header_style="bold")
    for heading in ("place", "sled", "dents", ""):
        table.add_column(heading, justify="right" if heading == "dents" else "left")
    for standing in race.standings():
        sled = race.sleds[standing.sled]
        off_track = "at the start" if standing.status is Status.RACING else str(standing.status)
        place, name = str(standing.place or "–"), name_of(standing.sled, mushers)
        table.add_row(place, name, str(sled.dents), sled.space or off_track)
    return table


def tell_reach(position: "Position", most: int | None) -> str:
    """Tell the spaces in reach, the furthest of the cheapest first, a line for each."""
    found = list(position.reach().cheapest.values())
    lines = [f"  {each.end:<5} {each.turn!s:<14} {_tell_price(each)}" for each in found[:most]]
    if most is not None and len(found) > most:
        lines.append(f"  … and {len(found) - most} more (all)")
    return "\n".join(lines)


def _tell_price(move: "Move") -> str:
    """Tell what a move costs, in a few words."""
    parts = []
    if move.wrecked:
        parts.append("wreck")
    elif move.dents:
        parts.append("1 dent" if move.dent_count == 1 else f"{move.dent_count} dents")
    if move.stop:
        parts.append("hits the side" if move.stop == "side" else "runs into a sled")
    if move.finished:
        parts.append("finishes")
    return ", ".join(parts) or "clean"
