"""The library: courses are published, listed, rated and withdrawn; the host looks after them."""

import asyncio
import io
import sqlite3
import threading
import urllib.error
import urllib.request
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import replace
from email.message import Message
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from snowtails import Course
from snowtails.cli import app
from snowtails.lab.standing import shipped_figures
from snowtails.server.session import certificates, certifier
from snowtails.server.session.library import LASTS, LibraryList
from snowtails.server.store import operations
from snowtails.server.store.courses import key_of
from snowtails.server.store.engine import sqlite_url
from snowtails.server.store.errors import InvalidDatabase, StoreDown
from snowtails.server.wire.library_types import Library
from tests.server.loops import done
from tests.server.serving import (
    GENEROUS,
    PATIENCE,
    Guest,
    Json,
    ManualClock,
    Refusal,
    Serving,
    refused,
)

LATER_TABLES = (
    *("servers", "duplicate_tables", "duplicates", "analyses", "puzzle_answers"),
    *("certificates", "ratings", "courses"),
)
"""Those that came after the version that the test of an old database goes back to."""

LINE = "sssrsss"
OTHER = "ssslsss"


def command(*arguments: object) -> Result:
    with ThreadPoolExecutor(1) as pool:
        asked = ["server", *map(str, arguments)]
        result: Result = pool.submit(CliRunner().invoke, app, asked).result()
        return result


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    """A server that all tests share that need no database of their own."""
    path = tmp_path_factory.mktemp("library") / "snowtails.db"
    with Serving(f"sqlite:///{path}") as found:
        yield found


def publish(guest: Guest, line: str = LINE, name: str = "Moonlight Mile", **more: Any) -> Json:
    told: Json = guest.post("/api/library", course=line, name=name, **more)
    return told


def listed(guest: Guest) -> dict[str, Json]:
    return {each["key"]: each for each in guest.get("/api/library")["courses"]}


def entry(guest: Guest, key: str) -> Json:
    told: Json = guest.get(f"/api/library/{key}")
    return told


def author_of(serving: Serving, key: str) -> str:
    """Return the hashed token of who has published a course."""
    found = serving.run(serving.hub.courses.find(key))
    assert found
    assert found.author
    return found.author


def raced_to_the_end(guest: Guest, course: str) -> str:
    """Race a course to its end, with a musher at the reins."""
    table = guest.open(course=course, seats=["me"], begin=True)
    guest.post(f"/api/tables/{table}/seats/0/leave")
    with guest.tab(table) as tab:
        tab.next("view", lambda view: view["stage"] == "over")
    return table


# -- publishing ------------------------------------------------------------------------------------


def test_all_shipped_courses_are_listed_with_their_figures(shared: Serving) -> None:
    courses = listed(shared.guest())
    assert list(courses)[: len(Course.shipped())] == list(Course.shipped())
    hobbit = courses["hobbits-breakfast"]
    course = Course.load("hobbits-breakfast")
    assert (hobbit["title"], hobbit["line"]) == (course.name, course.line)
    assert (hobbit["shipped"], hobbit["by"], hobbit["published"]) == (True, None, None)
    assert hobbit["tiles"] == len(course.tiles)
    assert hobbit["figures"]["par"] == shipped_figures()[course.line].par
    assert courses["lone-wolf"]["setup"] is not None, "it is a course for the solo game"
    assert courses["nutcracker"]["setup"] is None
    standing = entry(shared.guest(), "whole-box")["standing"]
    among = len(Course.shipped()) - 1
    assert all(each["below"] + each["above"] <= each["among"] == among for each in standing)
    assert next(each for each in standing if each["figure"] == "length")["below"] == among


def test_a_course_is_published_by_its_line(shared: Serving) -> None:
    anna, ben = shared.guest("Anna"), shared.guest("Ben")
    first = publish(anna, name="  Moonlight   Mile ", description={"en": "Long and\n quiet."})
    assert first["fresh"]
    course = first["course"]
    assert course["key"] == key_of(LINE)
    assert (course["title"], course["description"]) == (
        "Moonlight Mile",
        {"en": "Long and quiet."},
    )
    assert (course["by"], course["yours"], course["shipped"]) == ("Anna", True, False)
    assert listed(ben)[course["key"]] == course | {"yours": False}
    again = publish(ben, name="Something else")
    assert not again["fresh"]
    assert (again["course"]["title"], again["course"]["by"]) == ("Moonlight Mile", "Anna")
    renamed = publish(anna, name="Moonlit Mile")
    assert not renamed["fresh"]
    assert renamed["course"]["title"] == "Moonlit Mile"
    assert entry(ben, course["key"])["course"]["title"] == "Moonlit Mile"


def test_what_cannot_be_published_is_refused(shared: Serving) -> None:
    anna = shared.guest("Anna")
    with refused(401, "no-token"):
        publish(shared.guest(), OTHER)
    with refused(409, "ships"):
        publish(anna, Course.load("nutcracker").line)
    with refused(422, "course"):
        publish(anna, "qqq")
    for name in ("", "   ", "x" * 81, "bell\x07"):
        with refused(422, "course-name"):
            publish(anna, OTHER, name)
    with refused(422, "course-description"):
        publish(anna, OTHER, description={"en": "x" * 301})
    with pytest.raises(Refusal) as wrong:
        publish(anna, OTHER, description={"fr": "Un tracé."})
    assert wrong.value.status == 422
    assert key_of(OTHER) not in listed(anna)


def test_whoever_has_published_enough_withdraws_one_first(tmp_path: Path) -> None:
    few = replace(GENEROUS, courses=1)
    with Serving(f"sqlite:///{tmp_path / 'snowtails.db'}", limits=few) as serving:
        anna, ben = serving.guest("Anna"), serving.guest("Ben")
        key = publish(anna)["course"]["key"]
        with refused(429, "courses"):
            publish(anna, OTHER)
        assert not publish(anna, name="By another name")["fresh"], "that one is there already"
        with refused(403, "not-your-publication"):
            ben.ask("DELETE", f"/api/library/{key}")
        assert anna.ask("DELETE", f"/api/library/{key}") == {"key": key}
        with refused(404, "no-course"):
            entry(anna, key)
        with refused(404, "no-course"):
            anna.ask("DELETE", f"/api/library/{key}")
        assert publish(anna, OTHER)["fresh"]


def test_a_published_course_keeps_its_name_wherever_it_is_raced(shared: Serving) -> None:
    anna, ben = shared.guest("Anna"), shared.guest("Ben")
    line = "srsss"
    publish(anna, line, "Short and Sweet")
    options = ben.view(ben.open(course=line, course_name="Mine", seats=["me"]))["options"]
    assert options["course"] == {"line": line, "name": "Short and Sweet"}
    own = ben.view(ben.open(course="slsss", course_name=" My  own ", seats=["me"]))["options"]
    assert own["course"]["name"] == "My own"
    with refused(422, "course-name"):
        ben.open(course="slsss", course_name="x" * 81)
    shipped = ben.view(ben.open(course="nutcracker", course_name="Mine", seats=["me"]))
    assert shipped["options"]["course"]["name"] == Course.load("nutcracker").name


# -- rating ----------------------------------------------------------------------------------------


def test_only_who_has_raced_a_course_to_the_end_rates_it(shared: Serving) -> None:
    anna, ben = shared.guest("Anna"), shared.guest("Ben")
    key = publish(anna, "ssrss", "Hook")["course"]["key"]
    with refused(403, "not-raced"):
        ben.put(f"/api/library/{key}/rating", stars=5)
    raced_to_the_end(ben, "ssrss")
    assert listed(ben)[key]["raced"]
    assert not listed(anna)[key]["raced"]
    told = ben.put(f"/api/library/{key}/rating", stars=2)
    assert (told["rating"], told["stars"]) == ({"mean": 2.0, "count": 1}, 2)
    told = ben.put(f"/api/library/{key}/rating", stars=4)
    assert (told["rating"], told["stars"]) == ({"mean": 4.0, "count": 1}, 4), "it is one rating"
    clara = shared.guest("Clara")
    raced_to_the_end(clara, "ssrss")
    assert clara.put(f"/api/library/{key}/rating", stars=5)["rating"] == {"mean": 4.5, "count": 2}
    raced_to_the_end(anna, "ssrss")
    with refused(403, "own-course"):
        anna.put(f"/api/library/{key}/rating", stars=5)
    assert listed(shared.guest())[key]["stars"] is None
    for stars in (0, 6, 2.5):
        with pytest.raises(Refusal) as wrong:
            ben.put(f"/api/library/{key}/rating", stars=stars)
        assert wrong.value.status == 422
    with refused(404, "no-course"):
        ben.put("/api/library/nowhere/rating", stars=3)
    with refused(422, "invalid"):
        ben.put("/api/library/No%00where/rating", stars=3)


def test_shipped_courses_are_rated_too(shared: Serving) -> None:
    anna = shared.guest("Anna")
    raced_to_the_end(anna, "nutcracker")
    told = anna.put("/api/library/nutcracker/rating", stars=3)
    assert (told["key"], told["rating"]) == ("nutcracker", {"mean": 3.0, "count": 1})


def test_who_asks_at_once_has_the_list_made_once_and_shared_ones_do_not_last() -> None:
    async def work() -> None:
        made: list[int] = []

        async def published(most: int) -> list[Any]:
            made.append(most)
            if len(made) == 2:
                raise StoreDown("once")
            return []

        async def ratings() -> dict[str, Any]:
            return {}

        courses = SimpleNamespace(changes=0, published=published, ratings=ratings)
        hub: Any = SimpleNamespace(
            courses=courses,
            visitors_changed=0,
            clock=ManualClock(),
            database=SimpleNamespace(shared=True),
            spawn=asyncio.ensure_future,
        )
        shown = LibraryList(hub, len_of)
        await asyncio.gather(*(shown.published() for _ in range(5)))
        assert len(made) == 1
        hub.clock.move(LASTS)  # by now another server may have published one
        with pytest.raises(StoreDown):
            await shown.published()
        await shown.published()
        assert len(made) == 3, "what failed is made anew"
        courses.changes += 1
        await shown.published()
        assert len(made) == 4

    done(work())


def len_of(library: Library) -> int:
    return len(library.courses)


def test_the_list_is_made_once_for_all_until_something_changes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Serving(f"sqlite:///{tmp_path / 'snowtails.db'}") as serving:
        anna, ben = serving.guest("Anna"), serving.guest("Ben")
        key, courses, made = publish(anna)["course"]["key"], serving.hub.courses, []
        published = courses.published

        async def noted(most: int) -> Any:
            made.append(most)
            return await published(most)

        monkeypatch.setattr(courses, "published", noted)
        for guest in (anna, ben, serving.guest()):
            assert listed(guest)[key]["yours"] == (guest is anna)
        assert len(made) == 1
        raced_to_the_end(ben, LINE)
        assert listed(ben)[key]["raced"]
        assert not listed(anna)[key]["raced"]
        assert len(made) == 1, "what somebody has raced changes nothing for others"
        ben.put(f"/api/library/{key}/rating", stars=5)
        assert (listed(ben)[key]["stars"], listed(anna)[key]["stars"]) == (5, None)
        assert listed(anna)[key]["rating"] == {"mean": 5.0, "count": 1}
        assert len(made) == 2
        anna.put("/api/visitors/me", name="Anneliese")
        assert listed(ben)[key]["by"] == "Anneliese"
        ben.post("/api/visitors/me/delete", name="Ben")
        assert listed(anna)[key]["rating"] is None
        anna.ask("DELETE", f"/api/library/{key}")
        assert key not in listed(anna)
        assert len(made) == 5


# -- what is kept ----------------------------------------------------------------------------------


def test_everything_is_kept_on_either_database(database: str) -> None:
    with Serving(database) as serving:
        anna, ben = serving.guest("Anna"), serving.guest("Ben")
        key = publish(anna)["course"]["key"]
        raced_to_the_end(ben, LINE)
        ben.put(f"/api/library/{key}/rating", stars=4)
        publish(anna, OTHER, "Left Alone")
        serving.run(serving.hub.courses.keep_certificate(LINE, "{}", "{}"))
    with Serving(database) as serving:
        again = serving.guest()
        again.http.cookies = ben.http.cookies
        found = listed(again)[key]
        assert (found["title"], found["by"], found["stars"], found["raced"]) == (
            "Moonlight Mile",
            "Anna",
            4,
            True,
        )
        again.http.cookies = anna.http.cookies
        again.ask("DELETE", f"/api/library/{key}")
        assert key not in listed(again)
        assert serving.run(serving.hub.courses.ratings(key)) == {}
        assert serving.run(serving.hub.courses.certificate(LINE)) is None
        assert key_of(OTHER) in listed(again)


def test_nothing_is_kept_for_who_or_what_is_gone(database: str) -> None:
    with Serving(database) as serving:
        anna, courses = serving.guest("Anna"), serving.hub.courses
        serving.run(courses.publish(LINE, "Ghost", "{}", "nobody", 1.0, 50))
        assert serving.run(courses.find(key_of(LINE))) is None
        key = publish(anna)["course"]["key"]
        author = author_of(serving, key)
        serving.run(courses.rate(key, "nobody", 5, 1.0))
        assert serving.run(courses.ratings(key)) == {}
        serving.run(courses.rate(key, author, 5, 1.0))
        assert serving.run(courses.ratings(key))[key].count == 1
        anna.ask("DELETE", f"/api/library/{key}")
        serving.run(courses.rate(key, author, 5, 1.0))
        assert publish(anna)["course"]["rating"] is None, "the stars of before do not return"
        serving.run(courses.rate("nutcracker", author, 4, 1.0, shipped=True))
        assert serving.run(courses.ratings("nutcracker"))["nutcracker"].stars == 4


def test_courses_published_at_once_keep_to_the_limit(database: str) -> None:
    with Serving(database) as serving:
        courses = serving.hub.courses
        key = publish(serving.guest("Anna"))["course"]["key"]
        author = author_of(serving, key)

        async def at_once() -> int:
            lines = ("srs", "sls", OTHER)
            wishes = (courses.publish(line, line, "{}", author, 1.0, 2) for line in lines)
            await asyncio.gather(*wishes)
            return await courses.count_of(author)

        assert serving.run(at_once()) == 2


def test_who_is_deleted_leaves_what_others_have_rated(database: str) -> None:
    with Serving(database) as serving:
        anna, ben = serving.guest("Anna"), serving.guest("Ben")
        loved, alone = publish(anna)["course"]["key"], publish(anna, OTHER, "Alone")["course"]
        raced_to_the_end(ben, LINE)
        ben.put(f"/api/library/{loved}/rating", stars=5)
        raced_to_the_end(anna, "nutcracker")
        anna.put("/api/library/nutcracker/rating", stars=1)
        anna.post("/api/visitors/me/delete", name="Anna")
        found = listed(ben)
        assert alone["key"] not in found, "nobody else has rated it"
        assert (found[loved]["by"], found[loved]["rating"]) == (None, {"mean": 5.0, "count": 1})
        assert found["nutcracker"]["rating"] is None
        with refused(403, "not-your-publication"):
            ben.ask("DELETE", f"/api/library/{loved}")


def test_backups_and_pruning_keep_published_courses(database: str, tmp_path: Path) -> None:
    with Serving(database) as serving:
        anna = serving.guest("Anna")
        ben, shipped = serving.guest("Ben"), Course.load("nutcracker").line
        key = publish(serving.guest("Clara"))["course"]["key"]
        publish(anna, OTHER)
        raced_to_the_end(anna, LINE)
        anna.put(f"/api/library/{key}/rating", stars=4)
        before = listed(anna)[key]
        raced_to_the_end(ben, LINE)
        assert ben.put(f"/api/library/{key}/rating", stars=2)["rating"]["count"] == 2
        for line in (shipped, "srs"):
            serving.run(serving.hub.courses.keep_certificate(line, "{}", line))
    pruned = done(operations.prune(database, 4e9))
    assert (pruned.tables, pruned.visitors) == (2, 1), "Ben has neither a table nor a course left"
    done(operations.backup(database, tmp_path / "backup.db"))
    restored = sqlite_url(tmp_path / "restored.db")
    done(operations.restore(tmp_path / "backup.db", restored))
    with Serving(restored) as serving:
        again = serving.guest()
        again.http.cookies = anna.http.cookies
        found = listed(again)[key]
        kept = ("title", "by", "yours", "rating", "stars", "published")
        assert {name: found[name] for name in kept} == {name: before[name] for name in kept}
        assert serving.run(serving.hub.courses.certificate(shipped)) == shipped.encode()
        assert serving.run(serving.hub.courses.certificate("srs")) is None, "nobody published it"


def test_the_database_of_yesterday_gets_its_tables(tmp_path: Path) -> None:
    path = tmp_path / "snowtails.db"
    with Serving(sqlite_url(path)) as serving:
        anna = serving.guest("Anna")
        table = anna.open(seats=["me"])
    with closing(sqlite3.connect(path)) as database, database:
        for name in LATER_TABLES:
            database.execute(f"DROP TABLE {name}")
        database.execute("UPDATE alembic_version SET version_num = '0005'")
    with Serving(sqlite_url(path)) as serving:
        again = serving.guest()
        again.http.cookies = anna.http.cookies
        assert again.view(table)["stage"] == "waiting"
        assert publish(again)["fresh"]


# -- certificates ----------------------------------------------------------------------------------


def wait_until_raced(serving: Serving, key: str) -> None:
    """Wait until a course has its figures."""
    tick = threading.Event()
    for _ in range(int(PATIENCE * 10)):
        found = serving.run(serving.hub.courses.find(key))
        if found and found.figures:
            return
        tick.wait(0.1)
    raise AssertionError(f"{key} was not raced; {serving.hub.certificates.running} are")


RACING = replace(GENEROUS, certify=True)


@pytest.fixture
def _few_races(monkeypatch: pytest.MonkeyPatch) -> None:
    """Race courses a few times only: what is found does not matter here."""
    init = certificates.Certificates.__init__
    monkeypatch.setattr(
        certificates.Certificates, "__init__", lambda self, threads=1: init(self, threads, 40)
    )


@pytest.mark.usefixtures("_few_races")
def test_a_published_course_is_raced_once_and_never_again(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'snowtails.db'}"
    with Serving(database, limits=RACING) as serving:
        anna = serving.guest("Anna")
        key = publish(anna)["course"]["key"]
        wait_until_raced(serving, key)
        found = entry(anna, key)
        assert found["course"]["figures"]["par"]
        assert found["standing"]
    with Serving(database) as serving:
        serving.hub.certificates = _Untouchable()  # type: ignore[assignment]
        anna = serving.guest()
        assert entry(anna, key) == found | {"course": found["course"] | {"yours": False}}
        with anna.http.stream("GET", f"/api/courses/{LINE}/certificate") as response:
            told = [line for line in response.iter_lines() if line.startswith("data: ")]
        assert len(told) == 1
        assert '"done":true' in told[0]


class _Untouchable:
    """Certificates of a server that must not race anything."""

    running = 0

    def stop(self) -> None:
        """There is nothing to be stopped."""

    def __getattr__(self, name: str) -> object:
        raise AssertionError(f"a course is raced: {name}")


@pytest.mark.usefixtures("_few_races")
def test_a_certificate_kept_by_another_version_is_made_anew(tmp_path: Path) -> None:
    with Serving(f"sqlite:///{tmp_path / 'snowtails.db'}") as serving:
        guest = serving.guest()
        line = Course.load("nutcracker").line
        serving.run(serving.hub.courses.keep_certificate(line, "{}", '{"line": "old"}'))
        with guest.http.stream("GET", "/api/courses/nutcracker/certificate") as response:
            told = [line for line in response.iter_lines() if line.startswith("data: ")]
        assert '"done":true' in told[-1]
        kept = serving.run(serving.hub.courses.certificate(line))
        assert kept == told[-1].removeprefix("data: ").encode()


@pytest.mark.usefixtures("_few_races")
def test_a_course_that_no_longer_reads_holds_up_no_other(tmp_path: Path) -> None:
    path = tmp_path / "snowtails.db"
    with Serving(sqlite_url(path), limits=RACING) as serving:
        anna = serving.guest("Anna")
        wait_until_raced(serving, publish(anna)["course"]["key"])
        with closing(sqlite3.connect(path)) as database, database:
            database.execute(
                "INSERT INTO courses VALUES (?, 'qqq', 'Older than all', '{}', NULL, 0)",
                [key_of("qqq")],
            )
        key = publish(anna, OTHER)["course"]["key"]
        wait_until_raced(serving, key)
        assert key_of("qqq") not in listed(anna)
        assert key in listed(anna)
        hosted = anna.get("/host/courses")["courses"]
        assert {each["key"] for each in hosted} == {key, key_of(LINE)}


@pytest.mark.usefixtures("_few_races")
def test_figures_kept_by_another_version_are_made_anew(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'snowtails.db'}"
    with Serving(database) as serving:
        key = publish(serving.guest("Anna"))["course"]["key"]
        serving.run(serving.hub.courses.keep_certificate(LINE, '{"par": "old"}', "{}"))
    with Serving(database, limits=RACING) as serving:
        tick = threading.Event()
        for _ in range(int(PATIENCE * 10)):
            if listed(serving.guest())[key]["figures"]:
                break
            tick.wait(0.1)
        assert listed(serving.guest())[key]["figures"]["par"]


@pytest.mark.usefixtures("_few_races")
def test_a_course_that_a_dead_server_has_left_is_raced_by_another(
    shared_database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    steps: list[certifier.Step] = []
    step = certifier.Certifier._step

    async def noted(self: certifier.Certifier) -> certifier.Step:
        steps.append(await step(self))
        return steps[-1]

    monkeypatch.setattr(certifier.Certifier, "_step", noted)
    monkeypatch.setattr(certifier, "LOOK_EVERY", 0.1)
    with Serving(shared_database) as other, Serving(shared_database, limits=RACING) as serving:
        serving.wait_until(lambda: "nothing" in steps)
        key = publish(other.guest("Anna"))["course"]["key"]  # where nothing is raced
        wait_until_raced(serving, key)


# -- for the host ----------------------------------------------------------------------------------


def test_the_host_lists_and_removes_courses(database: str) -> None:
    with Serving(database, host_token="sesame") as serving:
        anna = serving.guest("Anna")
        keys = [publish(anna, line, f"Course {line}")["course"]["key"] for line in (LINE, OTHER)]
        told = command("courses", "--database", database, "--json")
        assert told.exit_code == 0, told.output
        assert f"Course {OTHER}" in told.stdout
        assert '"author": "Anna"' in told.stdout
        asking = ("remove-course", keys[0], "--server", serving.url)
        assert "the host's token" in command(*asking).output
        told = command(*asking, "--host-token", "sesame")
        assert told.exit_code == 0, told.output
        assert set(keys) & set(listed(anna)) == {keys[1]}
        missing = command(*asking, "--host-token", "sesame")
        assert (missing.exit_code, keys[0] in missing.output) == (1, True)
        if database.startswith("sqlite"):
            busy = command("remove-course", keys[1], "--database", database)
            assert isinstance(busy.exception, InvalidDatabase), "its server has the file to itself"
    told = command("remove-course", keys[1], "--database", database)
    assert told.exit_code == 0, told.output
    assert command("courses", "--database", database, "--json").stdout.strip() == "[]"


def test_nobody_else_removes_courses(shared: Serving) -> None:
    key = publish(shared.guest("Anna"), "sssss", "Straight On")["course"]["key"]
    far = {"x-forwarded-for": "203.0.113.7"}
    for headers in (far, {}):  # a proxy may not say for whom it asks
        with refused(403, "host"):
            shared.guest().ask("DELETE", f"/host/courses/{key}", headers=headers)
    assert key in listed(shared.guest())


def test_what_a_proxy_answers_is_told_as_its_refusal(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    def refuse(request: urllib.request.Request, timeout: float) -> None:
        asked.append((request.full_url, timeout > 0))
        page = io.BytesIO(b"<html>502</html>")
        raise urllib.error.HTTPError(request.full_url, 502, "Bad Gateway", Message(), page)

    monkeypatch.setattr(urllib.request, "urlopen", refuse)
    told = command("remove-course", "a/b?", "--server", "http://127.0.0.1:1")
    assert (told.exit_code, "Bad Gateway" in told.output) == (1, True)
    assert asked == [("http://127.0.0.1:1/host/courses/a%2Fb%3F", True)]
