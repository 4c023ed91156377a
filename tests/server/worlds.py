"""Pairs of worlds that differ only in what a seat may not know, told alike on every channel.

Two applications go on in step, with the same tokens and names. At each table the secrets differ
in one byte, which changes the cards of all sleds but the first, or, in solo games, the cards that
have not been drawn yet. Whatever the first seat or an onlooker asks for must be answered with the
same bytes in both, and their streams must tell the same, until the game itself gives the
difference away.
"""

import asyncio
import hashlib
import itertools
import random
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import AsyncExitStack, ExitStack, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from unittest.mock import patch

from fastapi import FastAPI

from snowtails.rules.deal import SecretDeal, Words
from snowtails.rules.race import Played
from snowtails.rules.view import View
from snowtails.server.http.app import make_app
from snowtails.server.http.share import png
from snowtails.server.session.advice import Advice
from snowtails.server.session.clock import Clock
from snowtails.server.session.duplicates import _pacemaker, find_duplicate
from snowtails.server.session.following import Follower, Told
from snowtails.server.session.hub import Hub
from snowtails.server.session.limits import Limits
from snowtails.server.session.thinking import Question
from snowtails.server.store.database import Database
from snowtails.server.table.race_table import RaceTable
from snowtails.server.wire.answer_types import HintReason
from tests.server.asgi import Answer, Direct, Listening, living
from tests.server.company import WorldDeal, racing
from tests.server.serving import Json, ManualClock, prudent
from tests.server.unlimited import UNLIMITED

COURSES = ("s", "s", "sl", "srs", "srdls")
LONGER = "srsrslsls"
"""Takes a Husky some turns, for which it draws cards."""
TURNS = ("1L", "5LRB%2B", "2B", "3R", "4LR")
TEXTS = ("1LRB+", "x1", "@9", "@1", "5L:<<<<<<<<", "5LRB", "b11111", "out55", "", "hello")


class ForkedDeal(SecretDeal):
    """A deal in which the last byte of the secret changes all cards after the first few."""

    known = 0

    def words(self, stream: int, first: int, count: int) -> Words:
        words = super().words(stream, first, count)
        for i in range(count):
            if first + i < self.known:
                words[i] = self._open_part.words(stream, first + i, 1)[0]
        return words

    @property
    def commitment(self) -> str:
        return self._open_part.commitment

    @property
    def _open_part(self) -> SecretDeal:
        return SecretDeal(self.secret[:-1] + b"\0", self.context, self.added)


class Entropy:
    """Bytes that are the same in all worlds, but for the last one of each secret."""

    def __init__(self, world: int) -> None:
        self.world = world
        self.alike = 0
        """How many secrets are still to be the same in all worlds."""
        self._count = itertools.count()

    def __call__(self, size: int) -> bytes:
        made = hashlib.shake_128(str(next(self._count)).encode()).digest(size)
        differs = size == 32 and not self.alike
        if size == 32 and self.alike:
            self.alike -= 1
        return made[:-1] + bytes([self.world if differs else 0])


def note_questions(hub: Hub) -> list[object]:
    """Return a list of all that the coach and the adviser are asked, which answer at once.

    What they would answer, and when, hangs on how fast the machine is.
    """
    asked: list[object] = []

    async def advise(_musher: str, question: Question) -> Advice:
        asked.append(question.key)
        return Advice(question.decisions[0], HintReason(code="tried"))

    def ahead(_table: str, asks: int, view: View, *_more: object) -> Follower:
        asked.append((asks, view.key))
        return Told(None).follow(1)  # whoever listens is let go at once

    hub.advise = advise  # type: ignore[method-assign, assignment]
    hub.coach.ahead = ahead  # type: ignore[method-assign, assignment]
    return asked


@dataclass
class World:
    """One of two applications that go on in step."""

    app: FastAPI
    entropy: Entropy
    people: dict[str, Direct] = field(default_factory=dict)
    asked: list[object] = field(init=False)
    """What thinkers were asked."""

    def __post_init__(self) -> None:
        self.asked = note_questions(self.hub)

    @property
    def hub(self) -> Hub:
        hub: Hub = self.app.state.hub
        return hub

    async def inside(self, table: str) -> RaceTable:
        """Return a table as only the server knows it; one that is over may have left memory."""
        return (await self.hub.session(table)).race_table


@asynccontextmanager
async def two_worlds(folder: Path) -> AsyncIterator["Pairs"]:
    """Run two applications."""
    tokens = itertools.count()

    def token() -> str:
        return hashlib.sha256(f"token {next(tokens) // 2}".encode()).hexdigest()

    async with AsyncExitStack() as stack:
        for module in ("session.hub", "http.routes.seats"):
            stack.enter_context(patch(f"snowtails.server.{module}.new_token", token))
        stack.enter_context(patch("snowtails.server.table.race_table.SecretDeal", WorldDeal))
        stack.enter_context(patch("snowtails.server.table.solo.SecretDeal", ForkedDeal))
        # Pictures are what they are painted from: painting takes a process, and a second.
        stack.enter_context(patch.object(png, "_rendered", lambda svg, _width: svg.encode()))
        worlds = []
        for number in range(2):
            entropy = Entropy(number)

            def make_hub(
                database: Database, clock: Clock, limits: Limits, entropy: Entropy = entropy
            ) -> Hub:
                return Hub(database, clock, limits, entropy)

            database = f"sqlite:///{folder / f'{number}.db'}"
            app = make_app(database, limits=UNLIMITED, clock=ManualClock(), make_hub=make_hub)
            await stack.enter_async_context(living(app))
            worlds.append(World(app, entropy))
        pairs = Pairs(worlds)
        for name in ("anna", "ben", "cleo", "dora"):
            for world in worlds:
                world.people[name] = Direct(world.app)
                await world.people[name].become(name.title())
        yield pairs


class Pairs:
    """Plays the same in both worlds, and compares what is told."""

    def __init__(self, worlds: list[World]) -> None:
        self.worlds = worlds
        self.counts: Counter[str] = Counter()
        self.streams: list[list[Listening]] = []
        self.table = ""
        """What they listen to."""
        self.drivers: tuple[str, ...] = ()
        """Who has which seat."""

    async def both(self, who: str, method: str, path: str, body: Any = None) -> list[Answer]:
        """Ask for the same in both worlds; whoever listens hears of what that does."""
        answers = []
        for n, world in enumerate(self.worlds):
            answers.append(await world.people[who].ask(method, path, body))
            for streams in self.streams:
                # One event after the other, or what is told at once would depend on the time.
                number = (await world.hub.session(self.table)).table.number
                await asyncio.wait_for(streams[n].tells(b"id: %d\n" % number), 30)
        return answers

    async def alike(self, who: str, method: str, path: str, body: Any = None) -> Answer:
        """Ask for the same in both worlds; the answers must be the same, byte for byte."""
        one, other = await self.both(who, method, path, body)
        assert one == other, (who, method, path, body, one, other)
        asked, other_asked = (world.asked for world in self.worlds)
        assert asked == other_asked, (who, method, path, "thinkers were asked something else")
        self.counts["questions to thinkers compared"] += len(asked)
        asked.clear()
        other_asked.clear()
        self.counts["answers compared"] += 1
        self.counts[f"status {one.status // 100}xx"] += 1
        return one

    # -- channels -----------------------------------------------------------------------------

    async def look_around(self, table: str, rng: random.Random, number: int) -> None:
        """Ask for some of all that can be asked for."""
        path = f"/api/tables/{table}"
        seat = rng.randrange(4)
        answers = rng.choice((number, number - 1, 1, 999))
        decision = {"decision": rng.choice(TEXTS), "answers": answers}
        asked: list[tuple[str, str, Any]] = [
            ("GET", path, None),
            ("GET", f"{path}/presence", None),
            ("GET", f"{path}/events", None),
            ("GET", f"{path}/events?after={rng.randrange(20)}", None),
            ("GET", f"{path}/record", None),
            ("GET", f"{path}/verification", None),
            ("GET", f"{path}/season", None),
            ("GET", f"{path}/replay", None),
            ("GET", f"{path}/analysis", None),
            ("GET", f"/race/{table}", None),
            ("GET", f"/replay/{table}", None),
            ("GET", f"{path}/seats/{seat}/plan", None),
            ("GET", f"{path}/seats/{seat}/preview?turn={rng.choice(TURNS)}", None),
            ("POST", f"{path}/begin", {"fill": "pup"}),
            ("POST", f"{path}/seats/{seat}/sit", {"code": "x"}),
            ("POST", f"{path}/seats/{1 + seat % 3}/curtain", {"lifted": True}),
            ("POST", f"{path}/seats/{1 + seat % 3}/decisions", decision),
            ("POST", f"{path}/chat", {"text": "hello", "key": f"k{rng.randrange(10**9)}"}),
            ("POST", f"{path}/reactions", {"reaction": "howl", "key": f"k{rng.randrange(10**9)}"}),
            ("PUT", f"{path}/seats/{seat}/plan", {"turn": "2L"}),
        ]
        for method, where, body in rng.sample(asked, rng.randrange(6)):
            await self.alike(rng.choice(("anna", "cleo")), method, where, body)
        if rng.random() < 0.3:
            await self.alike("anna", "GET", f"{path}/seats/0/{rng.choice(('hint', 'coach'))}")
        if rng.random() < 0.03:  # seldom: to draw one takes longer than all else
            await self.alike(rng.choice(("anna", "cleo")), "GET", f"{path}/picture")
        if rng.random() < 0.1:
            await self.alike(rng.choice(("anna", "cleo")), "GET", "/api/tables")
        if rng.random() < 0.1:
            await self.alike("anna", "GET", rng.choice(("/api/races", "/api/visitors/me/history")))

    @asynccontextmanager
    async def listening(self, table: str, query: str) -> AsyncIterator[None]:
        """Listen to a table in both worlds, as the first seat and as an onlooker."""
        async with AsyncExitStack() as stack:
            path = f"/api/stream?table={table}&{query}"
            self.table, streams = table, []
            for who in ("anna", "cleo"):
                opened = [world.people[who].listen(path) for world in self.worlds]
                pair = [await stack.enter_async_context(each) for each in opened]
                for stream in pair:
                    await asyncio.wait_for(stream.tells(b"event: presence"), 30)
                streams.append(pair)
            self.streams = streams
            try:
                yield
                for one, other in streams:
                    assert _presence(one) == _presence(other)
            finally:
                self.streams = []

    async def streams_alike(self) -> None:
        """Compare what the streams have told."""
        for _ in range(5):
            await asyncio.sleep(0)
        for one, other in self.streams:
            told = [_taken(stream) for stream in (one, other)]
            assert told[0] == told[1], told
            self.counts["parts of streams compared"] += 1
            self.counts["bytes of streams"] += sum(map(len, told[0]))

    # -- races --------------------------------------------------------------------------------

    async def race(self, rng: random.Random, season: bool = False) -> None:
        """Race in both worlds until the difference shows."""
        for world in self.worlds:
            # The secret of a season's second race, which differs, is there from the beginning.
            world.entropy.alike = int(season)
        self.drivers = rng.choice((("anna", "ben", "dora"), ("anna", "ben", "ben")))
        seats = ["me", "open", "open"]
        wish: Json = {"course": rng.choice(COURSES), "seats": seats}
        wish["hot_seat"] = self.drivers[1] == self.drivers[2]
        wish |= {"listed": rng.random() < 0.2, "season": 2 if season else None}
        if season:
            wish["course"] = "s"
        table = (await self.alike("anna", "POST", "/api/tables", wish)).json()["table"]
        for seat in (1, 2):
            sitting = {"name": f"Sled {seat}"}
            path = f"/api/tables/{table}/seats/{seat}/sit"
            await self.alike(self.drivers[seat], "POST", path, sitting)
        await self.both("anna", "POST", f"/api/tables/{table}/begin")
        if season:
            table = await self._second_race(table, rng)
        await self._race_on(table, rng)
        self.counts["races of seasons" if season else "races"] += 1

    async def _second_race(self, table: str, rng: random.Random) -> str:
        """Race the first race of a season, the same in both worlds, and go on to the second."""
        while (await self.worlds[0].inside(table)).actor is not None:
            await self._decide(table, rng)
        seat = (await self.worlds[0].inside(table)).layer or 0
        wish = {"course": rng.choice(COURSES)}
        answers = await self.both(self.drivers[seat], "POST", f"/api/tables/{table}/next", wish)
        return str(answers[0].json()["table"])

    async def _race_on(self, table: str, rng: random.Random) -> None:
        while True:
            number = (await self.worlds[0].inside(table)).number
            after = rng.choice((0, max(0, number - 2), number))
            changes = "&changes=true" if rng.random() < 0.5 else ""
            async with self.listening(table, f"after={after}{changes}"):
                for _ in range(rng.randrange(2, 9)):  # then the line drops, and they come again
                    tables = [await world.inside(table) for world in self.worlds]
                    one, other = (racing(each) for each in tables)
                    if tables[0].actor is None or one.view(0) != other.view(0):
                        return
                    differ = one.state.tobytes() != other.state.tobytes()
                    self.counts["moments with other cards"] += differ
                    await self.look_around(table, rng, tables[0].asks)
                    await self.streams_alike()
                    if not await self._decide(table, rng):
                        return

    async def _decide(self, table: str, rng: random.Random) -> bool:
        """Decide the same in both worlds; return False if there is nothing that both may."""
        tables = [await world.inside(table) for world in self.worlds]
        seat, asks = tables[0].actor, tables[0].asks
        one, other = ([str(each) for each in racing(found).decisions] for found in tables)
        common = [each for each in one if each in set(other)]
        if seat is None or not common:
            return False
        # Cheap turns, so that races last: the first ones play low cards.
        choice = rng.choice(common[: 1 + len(common) // 3])
        path = f"/api/tables/{table}/seats/{seat}"
        who = self.drivers[seat]
        if seat and tables[0].options.hot_seat:
            await self.both(who, "POST", f"{path}/curtain", {"lifted": True})
        answers = await self.both(
            who, "POST", f"{path}/decisions", {"decision": choice, "answers": asks}
        )
        assert answers[0].status == answers[1].status == 200, answers
        return True

    # -- duplicate races ----------------------------------------------------------------------

    async def duplicate(self, rng: random.Random) -> None:
        """Take a duplicate race up in both worlds until its cards differ, or those of its ghost."""
        ForkedDeal.known = 5  # those that are dealt; all that are drawn later differ
        with ExitStack() as dealt:
            for module in ("table.race_table", "session.duplicates"):
                dealt.enter_context(patch(f"snowtails.server.{module}.SecretDeal", ForkedDeal))
            wish: Json = {"course": LONGER, "mushers": []}
            made = (await self.alike("anna", "POST", "/api/duplicates", wish)).json()
            path, self.drivers = f"/api/duplicates/{made['duplicate']}", ("anna",)
            view = (await self.alike("anna", "POST", f"{path}/tables")).json()
            while view["stage"] == "racing" and not await self._has_forked(view["table"], path):
                await self.look_around(view["table"], rng, view["asks"])
                await self.alike("anna", "GET", path)
                await self.alike("anna", "GET", f"{path}/ghosts")
                await self._decide(view["table"], rng)
                view = (await self.both("anna", "GET", f"/api/tables/{view['table']}"))[0].json()
        self.counts["duplicate races"] += 1

    async def _has_forked(self, table: str, path: str) -> bool:
        """Return whether the taker or the ghost has drawn one of the cards that differ."""
        hub, own = self.worlds[0].hub, racing(await self.worlds[0].inside(table))
        ghost = await _pacemaker(hub, await find_duplicate(hub, path.rpartition("/")[2]))
        shown = [e for e, p in zip(ghost.log, ghost.history, strict=True) if p.round < own.round]
        return max(map(_cards_drawn, (own.log, shown))) > ForkedDeal.known

    # -- solo games ---------------------------------------------------------------------------

    async def solo(self, rng: random.Random) -> None:
        """Play a solo game in both worlds until their cards differ."""
        known = rng.randrange(8, 16)
        ForkedDeal.known = known
        view = (await self.alike("anna", "POST", "/api/solo", {})).json()
        table = view["table"]
        path = f"/api/tables/{table}"
        changes = "&changes=true" if rng.random() < 0.5 else ""
        async with self.listening(table, f"after=0{changes}"):
            while 20 - len(view["race"]["stack"]) <= known and view["stage"] == "racing":
                await self.look_around(table, rng, view["asks"])
                await self.streams_alike()
                body = {"decision": prudent(view), "answers": view["asks"]}
                await self.both("anna", "POST", f"{path}/seats/0/decisions", body)
                one, other = await self.both("anna", "GET", path)
                view = one.json()
                if one != other:
                    break
        assert 20 - len(view["race"]["stack"]) > known or view["stage"] != "racing", "too early"
        self.counts["solo games"] += 1


def _cards_drawn(log: Iterable[Played]) -> int:
    return sum(len(drawn.cards) for entry in log for drawn in entry.drawn)


def _taken(stream: Listening) -> list[bytes]:
    """Return what a stream has told since it was asked last, but for signs of life and presence.

    Who is there is told as soon as may be, before or after an event.
    """
    end = stream.told.rindex(b"\n\n") + 2
    told, stream.seen = bytes(stream.told[stream.seen : end]), end
    apart = b"event: beat", b"event: presence"
    return [each for each in told.split(b"\n\n") if not each.startswith(apart)]


def _presence(stream: Listening) -> bytes:
    """Return what a stream has told last about who is there."""
    return next(
        each
        for each in reversed(bytes(stream.told).split(b"\n\n"))
        if each.startswith(b"event: presence")
    )


async def compare(
    folder: Path, pairs: int, seed: int, shown: Callable[[Counter[str]], None] = lambda _: None
) -> Counter[str]:
    """Compare so many pairs of worlds; return what was compared."""
    rng = random.Random(seed)
    async with two_worlds(folder) as found:
        for n in range(pairs):
            if n % 6 == 3:
                await found.duplicate(rng)
            elif n % 6 == 4:
                await found.race(rng, season=True)
            elif n % 6 == 5:
                await found.solo(rng)
            else:
                await found.race(rng)
            shown(found.counts)
    return found.counts
