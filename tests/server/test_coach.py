"""The coach at a server: chances before a turn, a race looked at afterwards, trying it again."""

import asyncio
from typing import Any

import msgspec
import pytest

from snowtails.coach import LookAhead, LookBack, analyse, read_comments
from snowtails.course import Course
from snowtails.rules import read_record, verify
from snowtails.server.errors import Unavailable
from snowtails.server.http.routes import seats
from snowtails.server.session import coach
from snowtails.server.wire.coach import advice_message, analysis_in, analysis_message
from snowtails.server.wire.coach_types import CoachAdvice, RaceAnalysis
from snowtails.server.wire.encoding import encoded
from tests.server.company import company, play_on, racing
from tests.server.loops import done
from tests.server.serving import Guest, Json, Serving, refused
from tests.server.test_messages import two_worlds

STAGES = ((4, 1.0), (8, 0.5))


@pytest.fixture(autouse=True)
def quickly(monkeypatch: pytest.MonkeyPatch) -> None:
    """Think just enough."""
    monkeypatch.setattr(coach, "LookAhead", lambda view, seed: LookAhead(view, seed, STAGES))
    monkeypatch.setattr(coach, "LookBack", lambda race: LookBack(race, playouts=12))
    monkeypatch.setattr(coach, "ROUNDS", 2)


def all_told(guest: Guest, path: str) -> list[Any]:
    with guest.follow(path) as tab:
        return [told.data for told in tab.messages()]


class Thinkers:
    """Think at once."""

    stopping = False
    store: Any = None

    async def in_pool(self, thought: Any, *about: object) -> Any:
        return thought(*about)


def opened(guest: Guest, **wish: Any) -> tuple[str, Json]:
    """Open a table with a pup, and wait until it is one's own turn."""
    table = guest.open(seats=["me", "pup"], begin=True, **wish)
    with guest.tab(table) as tab:
        view = tab.next("view", lambda view: bool(view["choices"]["decisions"]))
    return table, view


# -- in play ---------------------------------------------------------------------------------------


def test_the_coach_tells_better_and_better_chances(fresh: Serving) -> None:
    anna = fresh.guest("Anna")
    table, view = opened(anna)
    path = f"/api/tables/{table}/seats/0/coach"
    told = all_told(anna, path)
    assert [each["done"] for each in told] == [False] * (len(told) - 1) + [True]
    assert [each["worlds"] for each in told] == sorted(each["worlds"] for each in told)
    assert told[-1]["asks"] == view["asks"]
    assert {each["decision"] for each in told[-1]["options"]} == set(view["choices"]["decisions"])
    assert all_told(anna, path) == [told[-1]], "it is not thought about again"
    assert fresh.hub.coach.running == 0


def test_a_hint_is_what_the_coach_finds_best(fresh: Serving) -> None:
    anna = fresh.guest("Anna")
    table, view = opened(anna)
    hint = anna.get(f"/api/tables/{table}/seats/0/hint")
    (told,) = all_told(anna, f"/api/tables/{table}/seats/0/coach")
    assert hint["advice"] == told
    assert hint["decision"] == told["options"][0]["decision"] in view["choices"]["decisions"]
    assert hint["asks"] == view["asks"]


def test_until_it_can_think_a_husky_gives_hints(
    fresh: Serving, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(seats, "can_search", lambda: False)
    anna = fresh.guest("Anna")
    table, view = opened(anna)
    hint = anna.get(f"/api/tables/{table}/seats/0/hint")
    assert hint["advice"] is None
    assert hint["decision"] in view["choices"]["decisions"]


def test_where_the_coach_is_too_busy_a_husky_gives_hints(
    fresh: Serving, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(coach, "MOST_LOOKS", 0)
    anna = fresh.guest("Anna")
    table, view = opened(anna)
    with refused(503, "coach"):
        all_told(anna, f"/api/tables/{table}/seats/0/coach")
    hint = anna.get(f"/api/tables/{table}/seats/0/hint")
    assert hint["advice"] is None
    assert hint["decision"] in view["choices"]["decisions"]


def test_a_hint_for_what_is_decided_meanwhile_is_refused(
    fresh: Serving, monkeypatch: pytest.MonkeyPatch
) -> None:
    guests = fresh.guest("Anna"), fresh.guest("Ben")
    table = guests[0].open(seats=["me", "open"])
    guests[1].post(f"/api/tables/{table}/seats/1/sit")
    guests[0].post(f"/api/tables/{table}/begin")
    session = fresh.hub.sessions[table]
    seat, asks = session.table.actor, session.table.asks
    assert seat is not None

    async def decided(*_: object) -> None:
        """Decide as in another tab, while the coach thinks."""
        holder = session.table.seats[seat].holder
        await session.do(lambda table, now: table.decide(seat, holder, "@1", asks, now))

    monkeypatch.setattr(fresh.hub.coach, "advised", decided)
    with refused(409, "not-your-turn"):
        guests[seat].get(f"/api/tables/{table}/seats/{seat}/hint")


def test_the_coach_is_not_for_everybody(fresh: Serving) -> None:
    anna, ben = fresh.guest("Anna"), fresh.guest("Ben")
    table, _ = opened(anna)
    path = f"/api/tables/{table}/seats/0/coach"
    with refused(403, "not-your-seat"):
        all_told(ben, path)
    with refused(401, "no-token"):
        all_told(fresh.guest(), path)
    strict, _ = opened(anna, hints=False)
    with refused(403, "no-hints"):
        all_told(anna, f"/api/tables/{strict}/seats/0/coach")
    waiting = anna.open(seats=["me", "open"])
    with refused(409, "not-begun"):
        all_told(anna, f"/api/tables/{waiting}/seats/0/coach")
    with refused(409, "not-over"):
        all_told(anna, f"/api/tables/{table}/analysis")
    with refused(409, "not-over"):
        anna.post(f"/api/tables/{table}/retries", frame=1)
    game = anna.post("/api/solo", course="lone-wolf")["table"]
    with refused(409, "solo"):
        all_told(anna, f"/api/tables/{game}/seats/0/coach")
    with refused(409, "no-solo"):
        anna.get(f"/api/tables/{table}/drivers")


def test_deciding_ends_the_thinking() -> None:
    """What is no longer due is not thought about, and the next who asks is told of the next."""

    async def work() -> None:
        race = racing(company("anna", "pup"))
        assert race.actor is not None
        due = iter([True, False])
        steps = coach.Coach(Thinkers()).ahead("table", 3, race.view(race.actor), due.__next__, 5)
        told = [msgspec.json.decode(step or b"", type=CoachAdvice) async for step in steps]
        assert [each.done for each in told] == [False]

    done(work())


def test_half_a_look_is_no_hint() -> None:
    async def work() -> None:
        race = racing(company("anna", "pup"))
        assert race.actor is not None
        view, looking = race.view(race.actor), coach.Coach(Thinkers())
        due = iter([True, False])
        assert await looking.advised("table", 3, view, due.__next__, 5) is None
        found = await looking.advised("table", 3, view, lambda: True, 5)
        assert found is not None
        assert found.done

    done(work())


def test_whoever_asks_no_longer_for_a_hint_ends_the_thinking() -> None:
    class Endless(Thinkers):
        thinks = asyncio.Event()

        async def in_pool(self, *_: Any) -> Any:
            self.thinks.set()
            await asyncio.Event().wait()

    async def work() -> None:
        race = racing(company("anna", "pup"))
        assert race.actor is not None
        thinkers = Endless()
        looking = coach.Coach(thinkers)
        asked = looking.advised("table", 3, race.view(race.actor), lambda: True, 5)
        asking = asyncio.create_task(asked)
        await thinkers.thinks.wait()
        asking.cancel()
        with pytest.raises(asyncio.CancelledError):
            await asking
        assert looking.running == 0

    done(work())


def test_what_nobody_follows_is_not_thought_about() -> None:
    async def work() -> None:
        ended: list[coach.Broadcast] = []
        closed = asyncio.Event()

        async def endless() -> coach.Work:
            try:
                while True:
                    yield b"more", False
                    await asyncio.sleep(0)
            finally:
                closed.set()

        look = coach.Broadcast(endless(), ended.append)
        one, other = look.follow(5), look.follow(5)
        assert await anext(one) == await anext(other) == b"more"
        await one.aclose()
        assert not look.over
        await other.aclose()
        assert look.over
        assert ended == [look]
        await closed.wait()

    done(work())


def test_whoever_comes_back_at_once_is_told_everything() -> None:
    class Interrupted(Thinkers):
        thoughts = 0

        async def in_pool(self, thought: Any, *about: object) -> Any:
            self.thoughts += 1
            if self.thoughts == 3:  # after the first message; it is not over before it is left
                await asyncio.Event().wait()
            return thought(*about)

    async def work() -> None:
        race = racing(company("anna", "pup"))
        assert race.actor is not None
        asked = "table", 3, race.view(race.actor), lambda: True, 5
        looking = coach.Coach(Interrupted())
        left = looking.ahead(*asked)
        await anext(left)
        await left.aclose()
        told = [
            msgspec.json.decode(step or b"", type=CoachAdvice)
            async for step in looking.ahead(*asked)
        ]
        assert told[-1].done

    done(work())


def test_the_coach_thinks_for_a_few_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(coach, "MOST_LOOKS", 1)

    async def work() -> None:
        async def endless() -> coach.Work:
            yield b"first", False
            await asyncio.Event().wait()

        looking = coach.Coach(Thinkers())
        first = looking._follow(("back", "one"), endless, 5)
        assert await anext(first) == b"first"
        with pytest.raises(Unavailable):
            looking._follow(("back", "other"), endless, 5)
        for key in ("back", "one"), ("ahead", "other"):
            follower = looking._follow(key, endless, 5)
            assert await anext(follower) == b"first"
            await follower.aclose()
        await first.aclose()
        assert await anext(looking._follow(("back", "other"), endless, 5)) == b"first"
        looking.stop()

    done(work())


def test_only_what_tells_everything_is_kept() -> None:
    async def work() -> None:
        async def thought() -> coach.Work:
            yield b'{"text":"\\"done\\":true","done":true}', False

        async def found() -> coach.Work:
            yield b"all of it", True

        looking = coach.Coach(Thinkers())
        for key, look in (("half",), thought), (("whole",), found):
            assert [step async for step in looking._follow(key, look, 5)]
        assert looking._kept == {("whole",): b"all of it"}

    done(work())


def test_thinking_that_fails_ends_the_stream() -> None:
    async def work() -> None:
        async def failing() -> coach.Work:
            yield b"first", False
            raise OSError("no room for what was solved")

        look = coach.Broadcast(failing(), lambda _: None)
        assert [step async for step in look.follow(5)] == [b"first"]
        assert look.failed

    done(work())


def test_what_could_not_be_thought_about_is_refused_for_a_while(
    fresh: Serving, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna = fresh.guest("Anna")
    table, _ = opened(anna)
    path = f"/api/tables/{table}/seats/0/coach"

    def failing(*_: object) -> LookAhead:
        raise OSError("no room for what was solved")

    with monkeypatch.context() as broken:
        broken.setattr(coach, "LookAhead", failing)
        assert all_told(anna, path) == []
    with refused(503, "coach-failed"):
        all_told(anna, path)
    fresh.hub.coach._failed.clear()  # as after a while
    assert all_told(anna, path)[-1]["done"]


@pytest.mark.parametrize("other", [1, 2])
def test_two_worlds_that_a_seat_cannot_tell_apart_are_coached_alike(
    monkeypatch: pytest.MonkeyPatch, other: int
) -> None:
    differed = asked = 0
    for one, two in two_worlds(monkeypatch, "anna", "ben", "pup", other=other):
        if one.actor != 0:
            continue
        told = []
        for table in (one, two):
            ahead = LookAhead(racing(table).view(0), table.asks, ((96, 1.0),))
            ahead.go_on()
            told.append(encoded(advice_message(ahead, table.asks, done=True)))
        assert told[0] == told[1]
        asked += 1
        differed += racing(one).state.tobytes() != racing(two).state.tobytes()
        if asked == 3:
            break
    assert differed


# -- afterwards ------------------------------------------------------------------------------------


def raced(guest: Guest) -> str:
    """Race a pup and a husky to the end; return the table."""
    table = guest.open(seats=["me", "pup", "husky"], begin=True)
    guest.race(table, 0)
    return table


def test_a_race_is_looked_at_once_and_kept(fresh: Serving) -> None:
    anna, stranger = fresh.guest("Anna"), fresh.guest()
    table = raced(anna)
    path = f"/api/tables/{table}"
    plain = anna.get(f"{path}/record")
    assert read_comments(plain) is None
    told = all_told(stranger, f"{path}/analysis")
    found = msgspec.convert(told[-1], RaceAnalysis)
    assert found.done
    frames = anna.get(f"{path}/replay")["frames"]
    assert len(found.chances) == len(frames)
    for judged in found.judged:
        frame = frames[judged.number]
        assert (frame["seat"], frame["decision"]) == (judged.seat, judged.decision)
    for sled, costly in enumerate(found.costly):
        for each in costly:
            assert each.judged.seat == sled
            assert (each.move is None) == (each.best_move is None)
            if each.move:
                assert each.move == msgspec.convert(
                    frames[each.judged.number]["move"], type(each.move)
                )
    # From the database, as after a restart.
    fresh.hub.coach._kept.clear()
    assert all_told(anna, f"{path}/analysis") == [told[-1]]
    record = anna.get(f"{path}/record")
    assert read_comments(record) == analysis_in(found)
    assert [line.partition(" ;")[0] for line in record.splitlines()] == plain.splitlines()
    assert all(finding.good for finding in verify(read_record(record)))
    # Whoever is given the record finds it there.
    assert stranger.post("/api/replays", record=record)["analysis"] == told[-1]
    assert stranger.post("/api/replays", record=plain)["analysis"] is None


def test_an_analysis_is_read_back_as_it_was_told() -> None:
    race = racing(play_on(company("anna", "pup")))
    found = analyse(race, playouts=8)
    assert found is not None
    message = analysis_message(race, found)
    assert analysis_in(message) == found
    assert msgspec.json.decode(encoded(message), type=RaceAnalysis) == message


@pytest.mark.parametrize(
    "kept", [b'{"done":true}', b"no JSON", b'{"rules":1,"coach":1,"analysis":{"done":true}}']
)
def test_what_another_version_kept_is_found_anew(fresh: Serving, kept: bytes) -> None:
    anna = fresh.guest("Anna")
    table = raced(anna)
    fresh.run(fresh.hub.store.keep_analysis(table, kept))
    assert read_comments(anna.get(f"/api/tables/{table}/record")) is None
    assert all_told(anna, f"/api/tables/{table}/analysis")[-1]["chances"]


@pytest.mark.parametrize("version", ["RULES_VERSION", "COACH_VERSION"])
def test_what_other_rules_or_another_coach_found_is_not_told(
    fresh: Serving, monkeypatch: pytest.MonkeyPatch, version: str
) -> None:
    anna = fresh.guest("Anna")
    table = raced(anna)
    all_told(anna, f"/api/tables/{table}/analysis")
    assert read_comments(anna.get(f"/api/tables/{table}/record"))
    monkeypatch.setattr(coach, version, getattr(coach, version) + 1)
    assert read_comments(anna.get(f"/api/tables/{table}/record")) is None


def test_analyses_are_kept_of_races_that_are_there_and_go_with_them(fresh: Serving) -> None:
    store = fresh.hub.store
    fresh.run(store.keep_analysis("nowhere", b"{}"))
    assert fresh.run(store.analysis("nowhere")) is None
    anna = fresh.guest("Anna")
    table = raced(anna)
    fresh.run(store.keep_analysis(table, b"{}"))
    assert fresh.run(store.analysis(table)) == b"{}"
    anna.post("/api/visitors/me/delete", name="Anna")
    assert fresh.run(store.analysis(table)) is None


def test_a_race_can_be_tried_again_from_a_decision_on(fresh: Serving) -> None:
    anna, ben = fresh.guest("Anna"), fresh.guest("Ben")
    table = raced(anna)
    replay = anna.get(f"/api/tables/{table}/replay")
    frame = next(f for f in replay["frames"] if f["seat"] == 0 and f["move"])
    again = ben.post(f"/api/tables/{table}/retries", frame=frame["number"])["table"]
    view = ben.view(again)
    before = replay["frames"][frame["number"] - 1]["race"]
    assert view["retry_of"] == {"table": table, "decisions": frame["number"] - 1}
    assert [seat["name"] for seat in view["seats"]] == ["Ben", "pup", "husky"]
    assert [s["colour"] for s in view["seats"]] == [s["colour"] for s in replay["seats"]]
    assert view["race"]["actor"] == 0
    keys = ("space", "dents", "left", "right", "brake", "place")
    for now, then in zip(view["race"]["sleds"], before["sleds"], strict=True):
        assert [now[key] for key in keys] == [then[key] for key in keys]
    assert view["race"]["sleds"][0]["hand"] == before["sleds"][0]["hand"]
    assert "hand" not in view["race"]["sleds"][1], "the others' cards are hidden again"
    ben.race(again, 0)
    record = ben.get(f"/api/tables/{again}/record")
    assert f"given: {frame['number'] - 1} of {table}" in record
    findings = verify(read_record(record))
    assert all(finding.good for finding in findings)
    assert {"given", "cards", "committed"} <= {finding.code for finding in findings}
    forged = record.replace(f"given: {frame['number'] - 1}", f"given: {frame['number']}")
    assert not all(finding.good for finding in verify(read_record(forged)))
    assert ben.get("/api/visitors/me/history")["races"] == 0, "a second try is no result"
    with refused(409, "no-frame"):
        ben.post(f"/api/tables/{table}/retries", frame=9999)


def test_a_race_tried_again_is_no_table_without_its_results(
    fresh: Serving, caplog: pytest.LogCaptureFixture
) -> None:
    anna = fresh.guest("Anna")
    table = raced(anna)
    frames = anna.get(f"/api/tables/{table}/replay")["frames"]
    first = next(frame["number"] for frame in frames if frame["seat"] == 0)
    again = anna.post(f"/api/tables/{table}/retries", frame=first)["table"]
    assert again in [race["table"] for race in anna.get("/api/races")["races"]]
    anna.race(again, 0)
    anna.get("/api/visitors/me/history")
    assert not fresh.hub.unreadable
    assert "a table is left out" not in caplog.text


def test_a_duplicate_race_cannot_be_tried_again(fresh: Serving) -> None:
    anna = fresh.guest("Anna")
    key = anna.post("/api/duplicates", course="srs", mushers=["yearling"])["duplicate"]
    table = anna.post(f"/api/duplicates/{key}/tables")["table"]
    anna.race(table, 0)
    with refused(403, "duplicate"):
        anna.post(f"/api/tables/{table}/retries", frame=1)


# -- solo ------------------------------------------------------------------------------------------


def test_drivers_drive_the_course_of_a_solo_game(fresh: Serving) -> None:
    anna = fresh.guest("Anna")
    game = anna.post("/api/solo", course="lone-wolf")["table"]
    told = anna.get(f"/api/tables/{game}/drivers")
    assert [each["driver"] for each in told["drivers"]] == ["clear", "rough"]
    for each in told["drivers"]:
        assert each["worst"] <= each["mean"] <= each["best"]
        assert each["rounds"] == 2
    assert told["points"] == []
    assert anna.get(f"/api/tables/{game}/drivers") == told


class Stuck(Thinkers):
    """Never come to an end, unless it is let."""

    def __init__(self) -> None:
        self.let = asyncio.Event()

    async def in_pool(self, thought: Any, *about: object) -> Any:
        await self.let.wait()
        return thought(*about)


def test_a_drive_that_goes_on_is_not_forgotten_for_another(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(coach, "MOST_KEPT", 1)
    monkeypatch.setattr(coach, "MOST_LOOKS", 1)
    course = Course.load("lone-wolf")

    async def work() -> None:
        thinkers = Stuck()
        looking = coach.Coach(thinkers)
        waiting = asyncio.create_task(looking.drivers(course, opponents=False))
        await asyncio.sleep(0)
        with pytest.raises(Unavailable, match="too many"):
            await looking.drivers(course, opponents=True)
        thinkers.let.set()
        found = await waiting
        assert [each.rounds for each in found] == [2, 2]
        await looking.drivers(course, opponents=True)
        assert list(looking._drivers) == [(course.line, True)]

    done(work())


def test_a_server_that_stops_answers_those_who_wait_for_drives() -> None:
    async def work() -> None:
        looking = coach.Coach(Stuck())
        waiting = asyncio.create_task(looking.drivers(Course.load("lone-wolf"), opponents=False))
        await asyncio.sleep(0)
        looking.stop()
        with pytest.raises(Unavailable, match="restarts"):
            await waiting
        assert not looking._drivers

    done(work())
