"""What the coach has found, as messages, and read back."""

from ...coach import Analysis, Judged, LookAhead, LookBack, Luck, Option, Reason
from ...rules import Race
from ...rules.notation import Turn, parse_decision
from ...rules.position import RacePosition
from .coach_types import (
    CoachAdvice,
    CoachFact,
    CoachOption,
    CoachReason,
    CostlyTurn,
    JudgedDecision,
    RaceAnalysis,
    SledLuck,
)
from .messages import move_message
from .types import Move

WORLDS_OF_REASON = 90
"""Worlds below which no reason is given: chance would have too much of a say."""
DIGITS = 3


def advice_message(ahead: LookAhead, asks: int, *, done: bool) -> CoachAdvice:
    """Tell what may come of everything that a seat can decide."""
    told = ahead.worlds >= WORLDS_OF_REASON
    return CoachAdvice(
        asks=asks,
        worlds=ahead.worlds,
        done=done,
        options=tuple(map(_option, ahead.destinations)),
        reason=reason_message(ahead.reason) if told else None,
    )


def _option(option: Option) -> CoachOption:
    return CoachOption(
        decision=str(option.decision),
        space=option.space,
        places=tuple(round(each, DIGITS) for each in option.places),
        worlds=option.worlds,
    )


def reason_message(reason: Reason) -> CoachReason:
    """Tell why the best is the best."""
    facts = (
        CoachFact(
            code=fact.code,
            dents=fact.dents,
            turns=fact.turns,
            spaces=fact.spaces,
            limit=fact.limit,
            speed=fact.speed,
            other=fact.other,
            chance=fact.chance,
            place=fact.place,
            cards=fact.cards,  # type: ignore[arg-type]
            count=fact.count,
        )
        for fact in reason.facts
    )
    other = _option(reason.other) if reason.other else None
    return CoachReason(other=other, even=reason.even, facts=tuple(facts))


def unfinished_analysis(looking: LookBack, share: float) -> RaceAnalysis:
    """Tell what is known of a race that is being looked at."""
    return RaceAnalysis(
        done=False, share=round(share, 2), chances=looking.chances, judged=(), costly=(), luck=()
    )


def analysis_message(race: Race, found: Analysis) -> RaceAnalysis:
    """Tell all that was found of a race."""
    before = race.history
    sleds = range(len(race.sleds))
    return RaceAnalysis(
        done=True,
        share=1.0,
        chances=found.chances,
        judged=tuple(map(_judged, found.judged)),
        costly=tuple(
            tuple(_costly(before[each.number], each) for each in found.costliest(sled))
            for sled in sleds
        ),
        luck=tuple(SledLuck(cards=each.cards, play=each.play) for each in found.luck),
    )


def _judged(judged: Judged) -> JudgedDecision:
    return JudgedDecision(
        number=judged.number + 1,  # frame 0 of a replay is before the first decision
        seat=judged.sled,
        round=judged.round,
        decision=str(judged.decision),
        win=judged.win,
        best=str(judged.best),
        best_win=judged.best_win,
    )


def _costly(before: RacePosition, judged: Judged) -> CostlyTurn:
    def moved(decision: object) -> Move | None:
        return (
            move_message(before.trace(judged.sled, decision))
            if isinstance(decision, Turn)
            else None
        )

    return CostlyTurn(
        judged=_judged(judged), move=moved(judged.decision), best_move=moved(judged.best)
    )


def analysis_in(message: RaceAnalysis) -> Analysis:
    """Return the analysis that a message tells whole."""
    judged = (
        Judged(
            each.number - 1,
            each.seat,
            each.round,
            parse_decision(each.decision),
            each.win,
            parse_decision(each.best),
            each.best_win,
        )
        for each in message.judged
    )
    luck = (Luck(each.cards, each.play) for each in message.luck)
    return Analysis(message.chances, tuple(judged), tuple(luck))
