"""The certificate of a course, as messages tell it."""

import numpy as np

from ...lab.certificate import Certificate
from ...lab.ratings import Estimate
from ...lab.standing import SLEDS, Figures, figures_of, standings
from .build_types import CourseCertificate, CourseRemark, CourseStanding, Share, Spot
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
    track, layout = found.course.track, found.course.layout
    dents, stops = found.heat, found.tally.spaces["stops"] / max(found.races, 1)
    spots = []
    for number in np.flatnonzero((dents > 0) | (stops > 0)).tolist():
        tile, lane, space = track.place(number)
        x, y, _ = layout.laid[tile].centre(lane, space)
        spots.append(
            Spot(
                space=track.names[number],
                x=round(x, 2),
                y=round(y, 2),
                dents=round(float(dents[number]), 4),
                stops=round(float(stops[number]), 4),
            )
        )
    return tuple(spots)
