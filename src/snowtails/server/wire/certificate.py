"""The certificate of a course, as messages tell it."""

import numpy as np

from ...lab.certificate import Certificate
from ...lab.ratings import Estimate
from ...lab.ride import racing_line
from ...lab.standing import SLEDS, Figures, figures_of, standings
from ...lab.tally import CAUSES
from .build_types import (
    CourseCertificate,
    CourseRemark,
    CourseStanding,
    LinePoint,
    Share,
    Spot,
)
from .draft import facts_message


def certificate_message(found: Certificate, wanted: int, *, done: bool) -> CourseCertificate:
    """Tell how a course races, as far as it was raced."""
    return CourseCertificate(
        line=found.course.line,
        sleds=found.sleds,
        races=found.races,
        wanted=wanted,
        done=done,
        par=None if found.par is None else round(found.par, 2),
        rounds=round(found.rounds, 2),
        minutes=round(found.minutes, 1),
        wrecks=_share(found.wrecks),
        dents={cause: round(mean, 3) for cause, mean in found.dents.items()},
        bumps=round(found.bumps, 3),
        lead_changes=round(found.lead_changes, 2),
        half_leader=_share(found.half_leader),
        starts={str(number): _share(gain) for number, gain in found.starts.items()},
        lanes=tuple(round(share, 4) for share in found.lanes),
        winners_lanes=tuple(round(share, 4) for share in found.winners_lanes),
        racing_line=_racing_line(found),
        skill=_share(found.skill) if len(found.duel) else None,
        spots=_spots(found),
        remarks=tuple(
            CourseRemark(code=each.code, facts=facts_message(each.facts.items()), message=str(each))
            for each in found.remarks
        ),
        standing=standing_messages(figures_of(found), found.course.line)
        if found.sleds == SLEDS and found.races
        else (),
    )


def standing_messages(figures: Figures, line: str) -> tuple[CourseStanding, ...]:
    """Tell where a course stands among those that ship."""
    return tuple(
        CourseStanding(
            figure=each.figure,
            value=each.value,
            below=each.below,
            above=each.above,
            among=each.among,
            message=str(each),
        )
        for each in standings(figures, line)
    )


def _share(estimate: Estimate) -> Share:
    return Share(value=round(estimate.value, 4), error=round(estimate.error, 4))


def _spots(found: Certificate) -> tuple[Spot, ...]:
    """Tell the spaces on which dents fell or turns ended."""
    races = max(found.races, 1)
    dents, stops = found.tally.spaces["dents"], found.tally.spaces["stops"]
    spots = []
    for number in np.flatnonzero(dents.any(axis=1) | (stops > 0)).tolist():
        x, y = _middle(found, number)
        fallen = zip(CAUSES, dents[number].tolist(), strict=True)
        spots.append(
            Spot(
                space=found.course.track.names[number],
                x=x,
                y=y,
                dents={cause: round(count / races, 4) for cause, count in fallen if count},
                stops=round(int(stops[number]) / races, 4),
            )
        )
    return tuple(spots)


def _racing_line(found: Certificate) -> tuple[LinePoint, ...]:
    """Tell the way that winners go, space by space."""
    track, points = found.course.track, []
    for number in racing_line(track, found.tally.spaces["won"]):
        x, y = _middle(found, number)
        points.append(LinePoint(space=track.names[number], x=x, y=y))
    return tuple(points)


def _middle(found: Certificate, number: int) -> tuple[float, float]:
    """Return where the middle of a space lies in the drawing."""
    tile, lane, space = found.course.track.place(number)
    x, y, _ = found.course.layout.laid[tile].centre(lane, space)
    return round(x, 2), round(y, 2)
