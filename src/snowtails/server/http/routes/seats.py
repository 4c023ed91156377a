"""Seats at a table: taking them, driving, planning, and moving them to another device."""

from typing import Annotated

from fastapi import APIRouter, Depends, Query, Request, Response

from ....rules import Phase
from ....rules import View as RaceKnown
from ...errors import Conflict, Forbidden, Unprocessable
from ...session.advice import ADVISER
from ...session.session import Session
from ...session.thinking import Question, can_search
from ...store.visitors import Visitor
from ...table.events import Event
from ...table.table import Table
from ...table.tokens import new_token
from ...wire import messages
from ...wire.answer_types import Hint, HintReason, Plan, Recovery
from ...wire.declarations import Answer, View
from ...wire.joined import plan_json
from ...wire.requests import CodeRequest, CurtainRequest, DecisionRequest, PlanRequest, SitRequest
from ...wire.types import Move
from ..answers import answer
from ..dependencies import TheHub, TheSeat, TheSession, TheVisitor
from ..operations import PROBLEMS, body_of, body_or, tells
from ..rated_routes import rated
from ..responses import plain

router = APIRouter(prefix="/api/tables/{table}/seats/{seat}", responses=PROBLEMS)


@router.post("/sit", **tells(Answer, takes=SitRequest, optional=True))
async def sit(
    session: TheSession,
    seat: TheSeat,
    visitor: TheVisitor,
    body: Annotated[SitRequest, Depends(body_or(SitRequest))],
) -> Response:
    """Take a free seat."""

    def command(table: Table, now: float) -> tuple[Event, ...]:
        # What somebody likes counts where nothing is said, and for the first seat alone.
        first = not table.seats_of(visitor.holder)
        return table.sit(
            seat,
            visitor.holder,
            body.name or visitor.name,
            now,
            code=body.code,
            added=bytes.fromhex(body.added),
            colour=body.colour or (table.free_colour(seat, visitor.colour) if first else None),
            dog=body.dog or (visitor.dog if first else None),
        )

    return answer(session, await session.do(command), visitor)


@router.post("/leave", **tells(Answer))
async def leave(session: TheSession, seat: TheSeat, visitor: TheVisitor) -> Response:
    """Give up a seat before the race; in the race, leave the reins to a bot."""
    done = await session.do(lambda table, now: table.leave(seat, visitor.holder, now))
    return answer(session, done, visitor)


@router.post("/reins", **tells(Answer))
async def take_back(session: TheSession, seat: TheSeat, visitor: TheVisitor) -> Response:
    """Take the reins back from a bot."""
    done = await session.do(lambda table, now: table.take_back(seat, visitor.holder, now))
    return answer(session, done, visitor)


@router.post("/decisions", **tells(Answer, takes=DecisionRequest))
async def decide(
    session: TheSession,
    seat: TheSeat,
    visitor: TheVisitor,
    body: Annotated[DecisionRequest, Depends(body_of(DecisionRequest))],
) -> Response:
    """Decide: a start space, a turn or a discard. The same again is answered the same."""

    def command(table: Table, now: float) -> tuple[Event, ...]:
        if body.answers == table.asks:  # what was decided before is answered behind a curtain too
            session.own(seat, visitor.holder)
        return table.decide(seat, visitor.holder, body.decision, body.answers, now)

    return answer(session, await session.do(command), visitor)


@router.get("/preview", **tells(Move))
async def previewed(
    session: TheSession,
    seat: TheSeat,
    visitor: TheVisitor,
    turn: Annotated[str, Query(max_length=40)],
) -> Response:
    """Tell where a turn of the own sled would end, what it costs and why."""
    question = session.question(seat, visitor.holder)
    if isinstance(question, RaceKnown):
        return plain(messages.preview_message(question, turn))
    if question.phase is not Phase.TURN:
        raise Conflict("no-turn", "there is no turn to play now", number=session.table.number)
    return plain(messages.move_message(question.preview(turn)))


def _due(session: Session, seat: int, visitor: Visitor) -> Question:
    """Return what a visitor has to decide; refuse if that is nothing."""
    question = session.question(seat, visitor.holder)
    if question.actor != seat:
        raise Conflict("not-your-turn", "there is nothing to decide", number=session.table.number)
    return question


@router.get("/hint", **tells(Hint))
@rated("costly")
async def hint(session: TheSession, seat: TheSeat, visitor: TheVisitor, hub: TheHub) -> Response:
    """Ask what to do and why, if hints are allowed and it is one's turn.

    In a race the coach answers, as it does to those who follow it, or else a Husky.
    """
    if not session.table.options.hints:
        raise Forbidden("no-hints", "this table is raced without hints")
    question, asks = _due(session, seat, visitor), session.table.asks
    if isinstance(question, RaceKnown) and can_search():
        due, beat = lambda: session.table.asks == asks, hub.limits.heartbeat
        found = await hub.coach.advised(session.table.name, asks, question, due, beat)
        if found is not None:
            tried, best = HintReason(code="tried"), found.options[0].decision
            return plain(Hint(decision=best, asks=asks, reason=tried, advice=found))
        _due(session, seat, visitor)  # it may have been decided meanwhile
    advice, asks = await session.hint(ADVISER, seat)
    return plain(Hint(decision=str(advice.decision), asks=asks, reason=advice.reason, advice=None))


@router.post("/curtain", **tells(View, takes=CurtainRequest))
async def curtain(
    session: TheSession,
    seat: TheSeat,
    visitor: TheVisitor,
    body: Annotated[CurtainRequest, Depends(body_of(CurtainRequest))],
) -> Response:
    """Lift the curtain from the cards of one of several seats at one screen, or let it fall."""
    await session.lift(seat, visitor.holder, body.lifted)
    return plain(session.encoded_view(session.viewer(visitor.holder)))


@router.put("/plan", **tells(Plan, takes=PlanRequest), dependencies=[Depends(body_of(PlanRequest))])
async def keep_plan(
    session: TheSession,
    seat: TheSeat,
    visitor: TheVisitor,
    hub: TheHub,
    request: Request,
) -> Response:
    """Keep a plan for one's own seat; nobody else sees it."""
    session.own(seat, visitor.holder)
    told, most = await request.body(), hub.limits.plan
    if len(told) > most:
        raise Unprocessable("plan", f"a plan has at most {most} bytes of JSON, not {len(told)}")
    try:
        text = told.decode()  # kept as it was sent, for it was read to see that it is JSON
    except UnicodeDecodeError:
        raise Unprocessable("plan", "a plan is JSON in UTF-8, and this is not UTF-8") from None
    await hub.store.keep_plan(session.table.name, seat, text)
    return plain(plan_json(text))


@router.get("/plan", **tells(Plan))
async def plan_kept(
    session: TheSession, seat: TheSeat, visitor: TheVisitor, hub: TheHub
) -> Response:
    """Give back the plan of one's own seat, or null."""
    session.own(seat, visitor.holder)
    text = await hub.store.plan(session.table.name, seat)
    return plain(plan_json(text))


@router.post("/recovery", **tells(Recovery))
async def offer_recovery(session: TheSession, seat: TheSeat, visitor: TheVisitor) -> Response:
    """Make a link by which this seat can be moved to another device, once, within a day."""
    code = new_token()
    await session.do(lambda table, now: table.offer_recovery(seat, visitor.holder, code, now))
    return plain(Recovery(table=session.table.name, seat=seat, code=code))


@router.post("/recover", **tells(Answer, takes=CodeRequest))
async def recover(
    session: TheSession,
    seat: TheSeat,
    visitor: TheVisitor,
    body: Annotated[CodeRequest, Depends(body_of(CodeRequest))],
) -> Response:
    """Move a seat to this device."""
    done = await session.do(lambda table, now: table.recover(seat, visitor.holder, body.code, now))
    return answer(session, done, visitor)
