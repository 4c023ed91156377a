"""The web application: plain HTTP around the lodge. The only module that knows the framework.

Everything that happens here is told in docs/http-api.md.
"""

import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import lru_cache
from importlib import resources
from pathlib import Path
from typing import Annotated, Any, Literal

import numpy as np
from fastapi import APIRouter, Body, Depends, FastAPI, Query, Request, Response
from fastapi import Path as InPath
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, PlainTextResponse, StreamingResponse
from prometheus_client import CONTENT_TYPE_LATEST, Gauge, generate_latest
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException

from .. import __version__
from ..course import Course, InvalidCourse, Refused
from ..mushers import LADDER, OFFERED
from ..rules import InvalidTurn, read_record, verify
from . import messages
from .assets import Asset, Assets
from .clock import Clock, SystemClock
from .events import Event, Options
from .guard import Guard, Measures
from .limits import Limits
from .lodge import Lodge, Mine, Visitor, wished_course
from .map import map_message
from .qr import code_to_scan
from .refusal import Forbidden, Missing, NotNow, Refusal, Stranger, TooMuch, Unfit
from .replay import record_replay, table_replay
from .room import Room, encoded
from .store import Store, StoreDown
from .stream import Stream, Topics
from .table import Table
from .token import new_token
from .wishes import (
    BeginWish,
    ChatWish,
    CodeWish,
    CurtainWish,
    DecisionWish,
    MuteWish,
    NameWish,
    OwnSeat,
    RandomCourse,
    RecordWish,
    SitWish,
    TableWish,
    VisitorWish,
)

COOKIE = "snowtails"
A_YEAR = 365 * 24 * 3600
AN_HOUR = "public, max-age=3600"
FOR_GOOD = f"public, max-age={A_YEAR}, immutable"

STATUSES: dict[type[Refusal], int] = {
    Stranger: 401,
    Forbidden: 403,
    Missing: 404,
    NotNow: 409,
    Unfit: 422,
    TooMuch: 429,
}

# -- who asks --------------------------------------------------------------------------------------


async def lodge_of(request: Request) -> Lodge:
    """Return the lodge of this server."""
    # Asynchronous like all of these, or each would be sent through a thread.
    lodge = request.app.state.lodge
    assert isinstance(lodge, Lodge)
    return lodge


TheLodge = Annotated[Lodge, Depends(lodge_of)]


async def visitor_or_none(request: Request, lodge: TheLodge) -> Visitor | None:
    """Return who asks, by cookie or bearer token; None if neither is given."""
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    if scheme.lower() != "bearer":
        token = request.cookies.get(COOKIE, "")
    return await lodge.visitor(token.strip()) if token.strip() else None


MaybeVisitor = Annotated[Visitor | None, Depends(visitor_or_none)]


async def visitor_known(visitor: MaybeVisitor) -> Visitor:
    """Return who asks, or refuse whoever has no token."""
    if visitor is None:
        raise Stranger("no-token", "say who you are first: POST /api/visitors with a name")
    return visitor


TheVisitor = Annotated[Visitor, Depends(visitor_known)]


async def room_of(
    table: Annotated[str, InPath(max_length=64)], lodge: TheLodge, visitor: MaybeVisitor
) -> Room:
    """Return the room of the table asked for, and note who is there."""
    room = await lodge.room(table)
    room.seen(visitor.holder if visitor else None)
    return room


TheRoom = Annotated[Room, Depends(room_of)]
TheSeat = Annotated[int, InPath(ge=0, le=4)]

# -- answers ---------------------------------------------------------------------------------------


def plain(message: object, status: int = 200) -> Response:
    """Answer with JSON that nobody keeps."""
    data = message if isinstance(message, bytes) else encoded(message)
    headers = {"cache-control": "no-store"}
    return Response(data, status, headers, media_type="application/json")


def kept(request: Request, asset: Asset, keeping: str) -> Response:
    """Answer with something that browsers may keep, zipped for those who accept it."""
    headers = {"cache-control": keeping, "vary": "accept-encoding"}
    data = asset.data
    if "gzip" in request.headers.get("accept-encoding", ""):
        headers["content-encoding"], data = "gzip", asset.zipped
    return Response(data, headers=headers, media_type=asset.media_type)


def answer(room: Room, events: tuple[Event, ...], visitor: Visitor, status: int = 200) -> Response:
    """Answer a command with the number and the event that did it; the same each time."""
    # Behind a curtain the answer must not show more the first time than the second.
    eyes = messages.eyes_of(room.table, visitor.holder)
    event = messages.event_message(room.table, events[-1], eyes) if events else None
    number = events[-1].number if events else room.table.number
    return plain({"table": room.table.name, "number": number, "event": event}, status)


PROBLEM = {"description": "Refused: `code` for programs, `message` for people."}
PROBLEMS: dict[int | str, dict[str, Any]] = dict.fromkeys(
    (401, 403, 404, 409, 413, 422, 429, 503), PROBLEM
)
api = APIRouter(prefix="/api", responses=PROBLEMS)


# -- visitors --------------------------------------------------------------------------------------


@api.post("/visitors", status_code=201)
async def welcome(wish: VisitorWish, request: Request, lodge: TheLodge) -> Response:
    """Become a visitor: a name per browser, kept by a cookie; programs get a bearer token."""
    token, visitor = await lodge.welcome(wish.name)
    if wish.bearer:
        return plain({"name": visitor.name, "token": token}, 201)
    response = plain({"name": visitor.name}, 201)
    secure = request.url.scheme == "https"
    response.set_cookie(
        COOKIE, token, max_age=A_YEAR, httponly=True, samesite="lax", secure=secure, path="/"
    )
    return response


@api.get("/visitors/me")
async def who_am_i(visitor: TheVisitor) -> Response:
    """Tell the visitor's name."""
    return plain({"name": visitor.name})


@api.put("/visitors/me")
async def rename(wish: NameWish, visitor: TheVisitor, lodge: TheLodge) -> Response:
    """Change the visitor's name."""
    return plain({"name": (await lodge.rename(visitor, wish.name)).name})


@api.get("/races")
async def my_races(visitor: TheVisitor, lodge: TheLodge) -> Response:
    """List what the visitor takes part in, and where it is the visitor's turn."""
    return plain(await lodge.races_of(visitor))


# -- courses and mushers ---------------------------------------------------------------------------

CourseName = Annotated[str, InPath(max_length=2000)]


@lru_cache(maxsize=128)
def course_facts(name: str) -> bytes:
    """Return what there is to say about a course, as JSON."""
    course = wished_course(name)
    course.check()
    track = course.track
    return encoded(
        {
            "name": name if name in Course.shipped() else "",
            "title": course.name,
            "description": dict(course.description),
            "line": course.line,
            "flag": course.flag,
            "tiles": [tile.name for tile in course.tiles],
            "starts": [track.names[space] for space in track.starts],
            "warnings": [str(warning) for warning in course.warnings()],
        }
    )


@lru_cache(maxsize=128)
def drawing(name: str, theme: Literal["light", "dark"]) -> Asset:
    """Return the picture of a course."""
    return Asset(wished_course(name).svg(theme).encode(), "image/svg+xml")


@lru_cache(maxsize=128)
def course_map(name: str) -> Asset:
    """Return where the spaces of a course lie, as JSON."""
    course = wished_course(name)
    course.check()
    return Asset(encoded(map_message(course)), "application/json")


@api.get("/courses")
def courses() -> Response:
    """List the courses that ship."""
    return plain({"courses": [json.loads(course_facts(name)) for name in Course.shipped()]})


@api.get("/courses/{course}")
def course_shown(course: CourseName) -> Response:
    """Tell about a course, by its name or its line."""
    return plain(course_facts(course))


@api.get("/courses/{course}/drawing")
def course_drawn(
    request: Request, course: CourseName, theme: Literal["light", "dark"] = "light"
) -> Response:
    """Draw a course, by its name or its line, as SVG."""
    return kept(request, drawing(course, theme), AN_HOUR)


@api.get("/courses/{course}/map")
def course_mapped(request: Request, course: CourseName) -> Response:
    """Tell where each space of a course lies, where steps lead, and which bend comes next."""
    return kept(request, course_map(course), AN_HOUR)


@api.get("/mushers")
async def mushers() -> Response:
    """List the mushers that race against people, from the weakest to the strongest."""
    return plain({"mushers": list(OFFERED)})


@lru_cache(maxsize=32)
def portrait(musher: str) -> Asset | None:
    """Return the face of a musher, if it was drawn."""
    drawn = resources.files("snowtails.mushers") / "faces" / f"{musher}.svg"
    return Asset(drawn.read_bytes(), "image/svg+xml") if drawn.is_file() else None


@api.get("/mushers/{musher}/face")
def musher_drawn(request: Request, musher: Annotated[str, InPath(max_length=40)]) -> Response:
    """Draw the face of a musher as SVG; empty (204) if nobody has drawn it yet."""
    if musher not in LADDER:
        raise Missing("no-musher", f"there is no musher {musher!r}")
    face = portrait(musher)
    return kept(request, face, AN_HOUR) if face else Response(status_code=204)


@api.get("/qr")
def qr(request: Request, text: Annotated[str, Query(max_length=500)]) -> Response:
    """Draw one of this server's own addresses as a code to scan, as SVG."""
    if not any(text.startswith(f"{origin}/") for origin in request.app.state.origins()):
        raise Forbidden("origin", "codes are made for the addresses of this server only")
    return kept(request, code_to_scan(text), "private, max-age=3600")


# -- tables ----------------------------------------------------------------------------------------


@api.get("/tables")
async def lobby(lodge: TheLodge) -> Response:
    """List the tables with seats free for anybody."""
    return plain(await lodge.lobby())


@api.post("/tables", status_code=201)
async def open_table(wish: TableWish, visitor: TheVisitor, lodge: TheLodge) -> Response:
    """Open a table."""
    course = await _wished(wish.course)
    options = Options(
        course=course.line,
        course_name=course.name,
        **wish.model_dump(include={"clock", "listed", "hints", "hot_seat", "relief", "grace"}),
    )
    seats = [
        Mine(seat.name)
        if isinstance(seat, OwnSeat)
        else Mine(visitor.name)
        if seat == "me"
        else seat
        for seat in wish.seats
    ]
    room = await lodge.open_table(
        visitor,
        options,
        seats,
        added=bytes.fromhex(wish.added),
        key=wish.key or "",
        begin=wish.begin,
    )
    room.seen(visitor.holder)
    return plain(room.told(room.eyes(visitor.holder)), 201)


async def _wished(course: str | RandomCourse) -> Course:
    def make() -> Course:
        if isinstance(course, str):
            found = wished_course(course)
        else:
            rng = np.random.default_rng()
            found = Course.random(rng, tiles=course.tiles, hazards=course.hazards)
        found.check()
        return found

    return await run_in_threadpool(make)


@api.get("/tables/{table}")
async def table_seen(room: TheRoom, visitor: MaybeVisitor) -> Response:
    """Tell the table as the visitor sees it: the view."""
    return plain(room.told(room.eyes(visitor.holder if visitor else None)))


@api.get("/tables/{table}/presence")
async def presence(room: TheRoom) -> Response:
    """Tell who is there, who is thinking, and when a clock runs out."""
    return plain(room.presence())


@api.get("/tables/{table}/events")
async def events_told(
    room: TheRoom, visitor: MaybeVisitor, after: Annotated[int, Query(ge=0, le=2**31)] = 0
) -> Response:
    """Tell what happened after an event, as the visitor may know it."""
    eyes = room.eyes(visitor.holder if visitor else None)
    told = [json.loads(data) for _, data in room.told_events(after, eyes)]
    return plain({"number": room.table.number, "events": told})


@api.post("/tables/{table}/begin")
async def begin(room: TheRoom, visitor: TheVisitor, wish: BeginWish | None = None) -> Response:
    """Begin the race."""
    fill = wish.fill if wish else None
    done = await room.do(lambda table, now: table.begin(visitor.holder, now, fill=fill))
    return answer(room, done, visitor)


@api.post("/tables/{table}/chat")
async def chat(room: TheRoom, visitor: TheVisitor, wish: ChatWish) -> Response:
    """Say something to the whole table."""
    done = await room.do(
        lambda table, now: table.chat(visitor.holder, visitor.name, wish.text, wish.key, now)
    )
    return answer(room, done, visitor)


@api.post("/tables/{table}/mute")
async def mute(room: TheRoom, visitor: TheVisitor, wish: MuteWish) -> Response:
    """Mute a seat or all onlookers, or give them their voice back; the host can."""
    done = await room.do(lambda table, now: table.mute(visitor.holder, wish.seat, wish.muted, now))
    return answer(room, done, visitor)


@api.post("/tables/{table}/rematch")
async def rematch(room: TheRoom, visitor: TheVisitor, lodge: TheLodge) -> Response:
    """Open a table for the same company to race again."""
    return plain({"table": await lodge.rematch(room, visitor)})


@api.get("/tables/{table}/record", response_class=PlainTextResponse)
async def record(room: TheRoom) -> Response:
    """Give out the record of a race that is over, with its secret opened."""
    headers = {"content-disposition": 'attachment; filename="race.txt"'}
    return PlainTextResponse(room.table.record(), headers=headers)


@api.get("/tables/{table}/verification")
def verification(room: TheRoom) -> Response:
    """Check that the cards of a race that is over follow from the secret committed to."""
    findings = verify(read_record(room.table.record()))
    return plain({"findings": [vars(each) for each in findings]})


@api.get("/tables/{table}/replay")
def replay(request: Request, room: TheRoom) -> Response:
    """Tell a race that is over again, frame by frame, with all hands open."""
    return kept(request, _as_json(table_replay(room.table)), "no-store")


@api.post("/replays")
def replay_of_record(request: Request, wish: RecordWish) -> Response:
    """Tell again what a race record tells; nothing of it is kept."""
    return kept(request, _as_json(record_replay(wish.record)), "no-store")


def _as_json(message: object) -> Asset:
    return Asset(encoded(message), "application/json")


# -- seats -----------------------------------------------------------------------------------------

SEAT = "/tables/{table}/seats/{seat}"


@api.post(SEAT + "/sit")
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


@api.post(SEAT + "/leave")
async def leave(room: TheRoom, seat: TheSeat, visitor: TheVisitor) -> Response:
    """Give up a seat before the race; in the race, leave the reins to a bot."""
    done = await room.do(lambda table, now: table.leave(seat, visitor.holder, now))
    return answer(room, done, visitor)


@api.post(SEAT + "/reins")
async def take_back(room: TheRoom, seat: TheSeat, visitor: TheVisitor) -> Response:
    """Take the reins back from a bot."""
    done = await room.do(lambda table, now: table.take_back(seat, visitor.holder, now))
    return answer(room, done, visitor)


@api.post(SEAT + "/decisions")
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


@api.get(SEAT + "/preview")
async def previewed(
    room: TheRoom,
    seat: TheSeat,
    visitor: TheVisitor,
    turn: Annotated[str, Query(max_length=40)],
) -> Response:
    """Tell where a turn of the own sled would end, what it costs and why."""
    return plain(messages.preview_message(room.view(seat, visitor.holder), turn))


@api.get(SEAT + "/hint")
async def hint(room: TheRoom, seat: TheSeat, visitor: TheVisitor) -> Response:
    """Ask the strongest musher what it would do, if hints are allowed and it is one's turn."""
    if not room.table.options.hints:
        raise Forbidden("no-hints", "this table is raced without hints")
    view = room.view(seat, visitor.holder)
    if view.actor != seat:
        raise NotNow("not-your-turn", "there is nothing to decide", number=room.table.number)
    decision, asks = await room.hint(OFFERED[-1], seat)
    return plain({"decision": str(decision), "asks": asks})


@api.post(SEAT + "/curtain")
async def curtain(room: TheRoom, seat: TheSeat, visitor: TheVisitor, wish: CurtainWish) -> Response:
    """Lift the curtain from the cards of one of several seats at one screen, or let it fall."""
    room.lift(seat, visitor.holder, wish.lifted)
    return plain(room.told(room.eyes(visitor.holder)))


@api.put(SEAT + "/plan")
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


@api.get(SEAT + "/plan")
async def plan_kept(room: TheRoom, seat: TheSeat, visitor: TheVisitor, lodge: TheLodge) -> Response:
    """Give back the plan of one's own seat, or null."""
    room.own(seat, visitor.holder)
    text = await lodge.store.plan(room.table.name, seat)
    return plain({"plan": None if text is None else json.loads(text)})


@api.post(SEAT + "/recovery")
async def offer_recovery(room: TheRoom, seat: TheSeat, visitor: TheVisitor) -> Response:
    """Make a link by which this seat can be moved to another device, once, within a day."""
    code = new_token()
    await room.do(lambda table, now: table.offer_recovery(seat, visitor.holder, code, now))
    return plain({"table": room.table.name, "seat": seat, "code": code})


@api.post(SEAT + "/recover")
async def recover(room: TheRoom, seat: TheSeat, visitor: TheVisitor, wish: CodeWish) -> Response:
    """Move a seat to this device."""
    done = await room.do(lambda table, now: table.recover(seat, visitor.holder, wish.code, now))
    return answer(room, done, visitor)


# -- the stream ------------------------------------------------------------------------------------


@api.get("/stream", response_class=StreamingResponse)
async def stream(
    request: Request,
    lodge: TheLodge,
    visitor: MaybeVisitor,
    table: Annotated[str | None, Query(max_length=64)] = None,
    after: Annotated[int | None, Query(ge=0, le=2**31)] = None,
    lobby: bool = False,
    races: bool = False,
) -> Response:
    """Listen: one stream of server-sent events for table, lobby and one's own races."""
    last = request.headers.get("last-event-id", "")
    if last.isascii() and last.isdigit() and len(last) < 10:
        after = int(last)
    if lodge.stopping:
        raise TooMuch("stopping", "the server restarts; come back", retry=lodge.limits.come_back)
    client = visitor.holder if visitor else request.client.host if request.client else ""
    if table is not None:
        await lodge.room(table)
    open_streams: dict[str, int] = request.app.state.open_streams
    limits = lodge.limits
    if open_streams.get(client, 0) >= limits.streams_of_one:
        raise TooMuch("streams", f"at most {limits.streams_of_one} streams; close some tabs")
    if len(lodge.listeners) >= limits.streams:
        raise TooMuch("streams", "too many listen at the moment; try again", retry=10)

    async def counted() -> AsyncIterator[bytes]:
        open_streams[client] = open_streams.get(client, 0) + 1
        frames = Stream(lodge, visitor, Topics(table, after, lobby, races)).frames()
        try:
            async for part in frames:
                yield part
        finally:
            await frames.aclose()
            open_streams[client] -= 1
            if not open_streams[client]:
                del open_streams[client]

    headers = {"cache-control": "no-store", "x-accel-buffering": "no"}
    return StreamingResponse(counted(), media_type="text/event-stream", headers=headers)


# -- the watch -------------------------------------------------------------------------------------

watch = APIRouter()


@watch.get("/health")
async def health() -> Response:
    """Tell that the process is alive."""
    return plain({"status": "ok", "version": __version__})


@watch.get("/ready", responses={503: PROBLEM})
async def ready(lodge: TheLodge) -> Response:
    """Tell whether the server can take requests: the database answers, and it is not stopping."""
    if lodge.stopping:
        return plain({"status": "stopping"}, 503)
    await lodge.store.ping()
    return plain({"status": "ok"})


@watch.get("/metrics", response_class=PlainTextResponse)
async def metrics(request: Request) -> Response:
    """Give out the server's measures in the text format of Prometheus."""
    registry = request.app.state.measures.registry
    return Response(generate_latest(registry), media_type=CONTENT_TYPE_LATEST)


# -- the application -------------------------------------------------------------------------------

App = FastAPI
"""The application; `app.state` has its lodge once it is started, its measures and `end_streams`."""


def make_app(
    database: str,
    *,
    origins: Callable[[], frozenset[str]] = frozenset,
    limits: Limits | None = None,
    clock: Clock | None = None,
    make_lodge: Callable[..., Lodge] = Lodge,
) -> App:
    """Return the application; it opens the database when it is started."""
    limits, clock, measures = limits or Limits(), clock or SystemClock(), Measures()

    @asynccontextmanager
    async def living(app: FastAPI) -> AsyncIterator[None]:
        lodge = make_lodge(await Store.open(database), clock, limits)
        app.state.lodge = lodge
        _measure(measures, lodge)
        try:
            yield
        finally:
            await lodge.close()

    app = FastAPI(
        title="Snow Tails",
        version=__version__,
        description="Race dog sleds over plain HTTP. See docs/http-api.md.",
        lifespan=living,
        docs_url=None,  # their pages load scripts from other hosts
        redoc_url=None,
    )
    app.state.measures = measures
    app.state.origins = origins
    app.state.end_streams = lambda: app.state.lodge.stop()
    app.state.open_streams = {}
    app.include_router(api)
    app.include_router(watch)
    _mount_page(app)
    app.add_exception_handler(Refused, _refused)
    app.add_exception_handler(RequestValidationError, _unreadable)
    app.add_exception_handler(HTTPException, _no_such_page)
    app.add_exception_handler(StoreDown, _down)
    app.add_exception_handler(Exception, _fault)
    app.add_middleware(Guard, limits=limits, clock=clock, origins=origins, measures=measures)
    return app


PAGES = ("/", "/race/{table}", "/replay", "/replay/{table}", "/help", "/lobby", "/friends")
"""Addresses of the page: one shell for all of them, which looks at the address itself."""


def _mount_page(app: FastAPI) -> None:
    """Serve the page: the files of `snowtails/web`."""
    assets = Assets(Path(str(resources.files("snowtails"))) / "web")

    async def shell(request: Request) -> Response:
        return kept(request, assets.shell, "no-cache")

    for path in PAGES:
        app.get(path, include_in_schema=False)(shell)

    @app.get("/assets/{content}/{name:path}", include_in_schema=False)
    async def asset(request: Request, content: str, name: str) -> Response:
        found = assets.find(content, name)
        if found is None:
            raise HTTPException(404)
        return kept(request, found, FOR_GOOD)


def _measure(measures: Measures, lodge: Lodge) -> None:
    """Count what is going on in the lodge."""
    gauges: dict[str, tuple[str, Callable[[], float]]] = {
        "snowtails_streams": ("Streams open.", lambda: len(lodge.listeners)),
        "snowtails_tables_awake": ("Tables in memory.", lambda: len(lodge.rooms)),
        "snowtails_mushers_thinking": ("Mushers that think or wait to.", lambda: lodge.thinking),
    }
    for name, (text, value) in gauges.items():
        Gauge(name, text, registry=measures.registry).set_function(value)


# -- refusing --------------------------------------------------------------------------------------


def _problem(status: int, code: str, message: str, **facts: Any) -> JSONResponse:
    headers = {"cache-control": "no-store"}
    if retry := facts.get("retry"):
        headers["retry-after"] = str(retry)
    return JSONResponse({"code": code, "message": message, **facts}, status, headers)


async def _refused(_: Request, error: Exception) -> Response:
    if isinstance(error, Refusal):
        status = 503 if error.code == "stopping" else STATUSES[type(error)]
        return _problem(status, error.code, str(error), **error.facts)
    if isinstance(error, InvalidCourse):
        problems = [
            {
                "code": each.code,
                "tile": each.tile,
                "message": str(each),
                "facts": {
                    name: fact if isinstance(fact, int) else str(fact)
                    for name, fact in each.facts.items()
                },
            }
            for each in error.problems
        ]
        return _problem(422, "course", str(error), problems=problems)
    if isinstance(error, InvalidTurn):
        return _problem(422, "unreadable", str(error))
    # Other errors of the rules may carry a position, which has everybody's cards in it.
    return _problem(422, "illegal", str(error).partition("\n")[0])


async def _unreadable(_: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    problems = [
        {"where": ".".join(map(str, each["loc"])), "message": each["msg"]}
        for each in error.errors()
    ]
    told = "; ".join(f"{each['where']}: {each['message']}" for each in problems[:5])
    return _problem(422, "invalid", told, problems=problems[:20])


async def _no_such_page(_: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    codes = {404: "no-page", 405: "method"}
    return _problem(error.status_code, codes.get(error.status_code, "http"), str(error.detail))


async def _down(_: Request, __: Exception) -> Response:
    return _problem(503, "store", "the database does not answer; try again", retry=2)


async def _fault(_: Request, __: Exception) -> Response:
    return _problem(500, "fault", "something went wrong here; it has been noted")
