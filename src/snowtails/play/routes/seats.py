"""Seats at a table: taking them, driving, planning, and moving them to another device."""

import json
from typing import Annotated, Any

from fastapi import APIRouter, Body, Query, Response

from ...mushers import OFFERED
from .. import messages
from ..events import Event
from ..refusal import Forbidden, NotNow, Unfit
from ..table import Table
from ..token import new_token
from ..wishes import CodeWish, CurtainWish, DecisionWish, SitWish
from .answers import PROBLEMS, answer, plain
from .asking import TheLodge, TheRoom, TheSeat, TheVisitor

router = APIRouter(prefix="/api/tables/{table}/seats/{seat}", responses=PROBLEMS)


@router.post("/sit")
async def sit(
    room: TheRoom, seat: TheSeat, visitor: TheVisitor, wish: SitWish | None = None
) -> Response:
    """Take a free seat."""
    wish = wish or SitWish()
    done = await room.do(
        lambda table, now: table.sit(
            seat,
            visitor.holder,
            wish.name or visitor.name,
            now,
            code=wish.code,
            added=bytes.fromhex(wish.added),
        )
    )
    return answer(room, done, visitor)


@router.post("/leave")
async def leave(room: TheRoom, seat: TheSeat, visitor: TheVisitor) -> Response:
    """Give up a seat before the race; in the race, leave the reins to a bot."""
    done = await room.do(lambda table, now: table.leave(seat, visitor.holder, now))
    return answer(room, done, visitor)


@router.post("/reins")
async def take_back(room: TheRoom, seat: TheSeat, visitor: TheVisitor) -> Response:
    """Take the reins back from a bot."""
    done = await room.do(lambda table, now: table.take_back(seat, visitor.holder, now))
    return answer(room, done, visitor)


@router.post("/decisions")
async def decide(room: TheRoom, seat: TheSeat, visitor: TheVisitor, wish: DecisionWish) -> Response:
    """Decide: a start space, a turn or a discard. The same again is answered the same."""

    def command(table: Table, now: float) -> tuple[Event, ...]:
        if seat not in table.seats_of(visitor.holder):
            room.own(seat, visitor.holder)
        if wish.answers == table.asks:
            room.own(seat, visitor.holder)
            if table.seats[seat].why == "gone":
                # Whoever decides is back.
                back = table.take_back(seat, visitor.holder, now)
                again = table.after(back)
                return (*back, *again.decide(seat, wish.decision, wish.answers, now))
        return table.decide(seat, wish.decision, wish.answers, now)

    return answer(room, await room.do(command), visitor)


@router.get("/preview")
async def previewed(
    room: TheRoom,
    seat: TheSeat,
    visitor: TheVisitor,
    turn: Annotated[str, Query(max_length=40)],
) -> Response:
    """Tell where a turn of the own sled would end, what it costs and why."""
    return plain(messages.preview_message(room.view(seat, visitor.holder), turn))


@router.get("/hint")
async def hint(room: TheRoom, seat: TheSeat, visitor: TheVisitor) -> Response:
    """Ask the strongest musher what it would do, if hints are allowed and it is one's turn."""
    if not room.table.options.hints:
        raise Forbidden("no-hints", "this table is raced without hints")
    view = room.view(seat, visitor.holder)
    if view.actor != seat:
        raise NotNow("not-your-turn", "there is nothing to decide", number=room.table.number)
    decision, asks = await room.hint(OFFERED[-1], seat)
    return plain({"decision": str(decision), "asks": asks})


@router.post("/curtain")
async def curtain(room: TheRoom, seat: TheSeat, visitor: TheVisitor, wish: CurtainWish) -> Response:
    """Lift the curtain from the cards of one of several seats at one screen, or let it fall."""
    room.lift(seat, visitor.holder, wish.lifted)
    return plain(room.told(room.eyes(visitor.holder)))


@router.put("/plan")
async def keep_plan(
    room: TheRoom,
    seat: TheSeat,
    visitor: TheVisitor,
    lodge: TheLodge,
    plan: Annotated[dict[str, Any], Body()],
) -> Response:
    """Keep a plan for one's own seat; nobody else sees it."""
    room.own(seat, visitor.holder)
    try:
        text = json.dumps(plan, allow_nan=False)
    except ValueError:
        raise Unfit("plan", "a plan is JSON, which has no NaN and no infinity") from None
    most = lodge.limits.plan
    if len(text) > most:
        raise Unfit("plan", f"a plan has at most {most} bytes of JSON")
    await lodge.store.keep_plan(room.table.name, seat, text)
    return plain({"plan": plan})


@router.get("/plan")
async def plan_kept(room: TheRoom, seat: TheSeat, visitor: TheVisitor, lodge: TheLodge) -> Response:
    """Give back the plan of one's own seat, or null."""
    room.own(seat, visitor.holder)
    text = await lodge.store.plan(room.table.name, seat)
    return plain({"plan": None if text is None else json.loads(text)})


@router.post("/recovery")
async def offer_recovery(room: TheRoom, seat: TheSeat, visitor: TheVisitor) -> Response:
    """Make a link by which this seat can be moved to another device, once, within a day."""
    code = new_token()
    await room.do(lambda table, now: table.offer_recovery(seat, visitor.holder, code, now))
    return plain({"table": room.table.name, "seat": seat, "code": code})


@router.post("/recover")
async def recover(room: TheRoom, seat: TheSeat, visitor: TheVisitor, wish: CodeWish) -> Response:
    """Move a seat to this device."""
    done = await room.do(lambda table, now: table.recover(seat, visitor.holder, wish.code, now))
    return answer(room, done, visitor)
