"""A race in figures: speeds, positions and dents of each sled, round by round."""

from collections.abc import Iterator
from itertools import pairwise

from ...rules import Race, RacePosition
from ...rules.report import Report, reports
from .replay_types import DentCounts, Figures, SledFigures

CAUSES = DentCounts.__struct_fields__


def figures_message(race: Race) -> Figures:
    """Tell a race in figures; null stands where a sled had no turn or no position any more."""
    told = list(reports(race))
    sleds, rounds = len(race.sleds), max((report.round for report in told), default=0)
    orders = [_order(position) for position in _turning_points(race)]
    leaders = [leader for each in _raced(race) if (leader := _leader(each)) is not None]
    return Figures(
        rounds=rounds,
        lead_changes=sum(before != after for before, after in pairwise(leaders)),
        sleds=tuple(
            _sled_figures(
                [each for each in told if each.sled == sled],
                rounds,
                tuple(order[sled] for order in orders),
            )
            for sled in range(sleds)
        ),
    )


def _sled_figures(
    turns: list[Report], rounds: int, positions: tuple[int | None, ...]
) -> SledFigures:
    """Tell the turns of one sled."""
    speeds: list[int | None] = [None] * rounds
    dented = [0] * rounds
    for report in turns:
        if report.turn:
            speeds[report.round - 1] = report.speed
        dented[report.round - 1] += sum(report.dents.values())
    causes = turns[0].dents if turns else dict.fromkeys(CAUSES, 0)
    dents = {cause: sum(report.dents[cause] for report in turns) for cause in causes}
    return SledFigures(
        speeds=tuple(speeds),
        positions=positions,
        dented=tuple(dented),
        dents=DentCounts(**dents),
    )


def _raced(race: Race) -> list[RacePosition]:
    """Return the positions of a race from the first turn on."""
    return [position for position in (*race.history, race.position()) if position.round > 0]


def _turning_points(race: Race) -> Iterator[RacePosition]:
    """Give the position at the start, and at the end of each round."""
    positions = _raced(race)
    for n, position in enumerate(positions):
        if n == 0 or position.round != positions[n - 1].round or n == len(positions) - 1:
            yield position


def _order(position: RacePosition) -> dict[int, int | None]:
    return {standing.sled: standing.place for standing in position.standings()}


def _leader(position: RacePosition) -> int | None:
    return next((sled for sled, place in _order(position).items() if place == 1), None)
