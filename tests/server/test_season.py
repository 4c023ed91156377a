"""Seasons at the server: race after race, whoever lays the course, comes late or stays away."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from snowtails.rules import read_record, read_season, verify
from snowtails.rules.verify import verify_season
from snowtails.server.table.events import format_event, parse_event
from snowtails.server.table.leg import MOST_RACES
from tests.server.serving import Guest, Json, ManualClock, Refusal, Serving, gentle

GRACE = 60


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock()


@pytest.fixture
def database(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'snowtails.db'}"


@pytest.fixture
def serving(database: str, clock: ManualClock) -> Iterator[Serving]:
    with Serving(database, clock=clock) as found:
        yield found


def two(serving: Serving, races: int = 3, **wish: Any) -> tuple[Guest, Guest, str]:
    """Seat two people at the first table of a season, on a very short course, and begin."""
    anna, ben = serving.guest("Anna"), serving.guest("Ben")
    seats = ["me", "open"]
    table = anna.open(course="s", seats=seats, relief="pup", grace=GRACE, season=races, **wish)
    ben.post(f"/api/tables/{table}/seats/1/sit")
    anna.post(f"/api/tables/{table}/begin")
    return anna, ben, table


def race(guests: list[Guest], table: str) -> Json:
    """Race to the end among people; return the last view."""
    while (view := guests[0].view(table))["stage"] == "racing":
        seat = view["race"]["actor"]
        own = guests[seat].view(table)
        guests[seat].decide(table, seat, gentle(own), own["asks"])
    return view


def go_on(guest: Guest, table: str, **wish: Any) -> str:
    return str(guest.post(f"/api/tables/{table}/next", **wish)["table"])


def refused(guest: Guest, path: str, **wish: Any) -> Refusal:
    with pytest.raises(Refusal) as caught:
        guest.post(f"/api/tables/{path}", **wish)
    return caught.value


def result_of(view: Json) -> list[int]:
    return [each["sled"] for each in view["race"]["standings"]]


def choosers(guest: Guest, table: str) -> list[int]:
    """Return the seats in the order in which they chose their start spaces."""
    events = guest.get(f"/api/tables/{table}/events")["events"]
    return [event["seat"] for event in events if event.get("decision", "").startswith("@")]


@pytest.mark.clause("SEASON-1", "SEASON-2", "SEASON-3")
def test_a_whole_season_of_one_person_and_bots(tmp_path: Path) -> None:
    with Serving(f"sqlite:///{tmp_path / 'snowtails.db'}") as serving:
        anna = serving.guest("Anna")
        first = anna.open(seats=["me", "pup", "yearling"], season=2, begin=True)
        opening = anna.view(first)["season"]
        assert (opening["race"], opening["races"], opening["layer"]) == (1, 2, None)
        one = anna.race(first, 0)
        points = points_of(one)
        assert {row["seat"]: row["points"] for row in one["season"]["rows"]} == points
        assert one["season"]["layer"] == 1, "each in turn lays the course"
        assert one["season"]["champions"] == []

        refusal = refused(anna, f"{first}/next", course="srs")
        assert (refusal.status, refusal.code, refusal.body["seat"]) == (403, "not-your-course", 1)
        assert "pup" in refusal.body["message"]
        second = go_on(anna, first)
        assert go_on(anna, first) == second
        assert anna.view(first)["rematch"] == second
        running = anna.view(second)
        assert (running["stage"], running["rematch_of"]) == ("racing", first)
        assert [each["name"] for each in running["seats"]] == ["Anna", "pup", "yearling"]

        two = anna.race(second, 0)
        assert choosers(anna, second) == result_of(one)[::-1]
        season = two["season"]
        both = {seat: points[seat] + points_of(two)[seat] for seat in points}
        assert {row["seat"]: row["points"] for row in season["rows"]} == both
        assert season["progress"] == [[points[seat], both[seat]] for seat in range(3)]
        assert [race["table"] for race in season["past"]] == [first]
        best = max(both.values())
        assert all(both[seat] == best for seat in season["champions"])
        assert season["layer"] is None
        assert refused(anna, f"{second}/next").code == "season-over"

        check_records(anna, first, second, both)
        again = anna.view(anna.post(f"/api/tables/{second}/rematch")["table"])
        assert (again["stage"], again["season"]["race"], again["season"]["races"]) == (
            "waiting",
            1,
            2,
        )
        assert again["options"]["course"]["line"] == "srs", "where the season began"


def points_of(view: Json) -> dict[int, int]:
    """Return what a race is worth, by seat (SEASON-1)."""
    worth = {None: 0, 1: 5, 2: 3, 3: 2}
    return {each["sled"]: worth[each["place"]] for each in view["race"]["standings"]}


def check_records(guest: Guest, first: str, second: str, points: dict[int, int]) -> None:
    """Check that the season's record holds both races, and that all of it verifies."""
    text = guest.get(f"/api/tables/{second}/season")
    season = read_season(text)
    assert season.mushers == ("Anna", "pup", "yearling")
    assert [season.points(seat) for seat in range(3)] == [points[seat] for seat in range(3)]
    assert all(finding.good for finding in verify_season(season))
    for table, code in ((first, "choosing"), (second, "season")):
        record = guest.get(f"/api/tables/{table}/record")
        assert record.strip() in text
        findings = verify(read_record(record))
        assert [each.code for each in findings] == ["committed", "sealed", code, "cards"]
        assert all(each.good for each in findings)


@pytest.mark.clause("SEASON-1")
def test_only_whose_turn_it_is_lays_the_course(serving: Serving) -> None:
    anna, ben, first = two(serving)
    assert refused(anna, f"{first}/next", course="s").code == "not-over"
    race([anna, ben], first)
    assert refused(anna, f"{first}/rematch").code == "season-on"
    for wish in ({}, {"course": "srs"}):
        refusal = refused(anna, f"{first}/next", **wish)
        assert (refusal.code, refusal.body["seat"]) == ("not-your-course", 1)
        assert "Ben" in refusal.body["message"]
    assert refused(ben, f"{first}/next", course="xx").code == "course"
    assert refused(serving.guest("Cleo"), f"{first}/next").code == "not-seated"
    due = {guest: guest.get("/api/races")["races"][0] for guest in (anna, ben)}
    assert (due[anna]["your_turn"], due[ben]["your_turn"]) == (False, True)
    assert due[ben]["season"] == {"race": 1, "races": 3, "layer": 1}

    with anna.tab(first) as tab:
        second = go_on(ben, first, course="srs", added="c0ffee")
        told = tab.next("happened", lambda event: event["kind"] == "rematched")
        assert told["table"] == second
        assert tab.next("view", lambda view: view["rematch"])["season"]["layer"] is None
    assert go_on(anna, first) == second
    view = race([anna, ben], second)
    assert view["options"]["course"]["line"] == "srs"
    assert "added: - c0ffee" in anna.get(f"/api/tables/{second}/record")
    third = go_on(anna, second, course={"tiles": 4, "hazards": 1})
    assert anna.view(third)["season"]["race"] == 3


def test_a_race_of_a_season_is_sealed_before_anybody_lays_its_course(serving: Serving) -> None:
    anna, ben, first = two(serving, races=2)
    promised = anna.view(first)["next_seal"]
    assert promised == serving.guest().view(first)["next_seal"]
    assert promised != anna.view(first)["seal"]
    race([anna, ben], first)
    second = go_on(ben, first, course="srs", added="c0ffee")
    told = anna.view(second)
    assert told["seal"] == promised
    assert "next_seal" not in told, "it is the last race"
    race([anna, ben], second)
    record = anna.get(f"/api/tables/{second}/season")
    assert [each.code for each in verify_season(read_season(record)) if each.good] == [
        *("committed", "sealed", "choosing", "cards"),
        *("committed", "sealed", "season", "cards", "promised"),
    ]
    other = record.replace(f"next-seal: {promised}", f"next-seal: {'0' * 64}")
    without = record.replace(f"\nseal: {promised}", "")
    for changed in (other, without):
        wrong = [each for each in verify_season(read_season(changed)) if not each.good]
        assert [(each.code, each.what.startswith("race 2: ")) for each in wrong] == [
            ("promised", True)
        ]


def test_a_secret_that_was_not_settled_ahead_is_sealed_if_nobody_adds_bytes(
    serving: Serving, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Tables that were opened by an older version have no secret for the race after theirs.
    monkeypatch.setattr(serving.hub, "next_secret", lambda _season: b"")
    anna, ben, first = two(serving)
    race([anna, ben], first)
    second = go_on(ben, first, course="s", added="c0ffee")
    race([anna, ben], second)
    third = go_on(anna, second, course="s")
    # A seal would say that the secret was chosen before anybody's bytes were known.
    assert [bool(anna.view(each)["seal"]) for each in (second, third)] == [False, True]
    race([anna, ben], third)
    season = read_season(anna.get(f"/api/tables/{third}/season"))
    assert all(each.good for each in verify_season(season))


def test_a_table_is_sealed_unless_bytes_came_with_the_request_that_opens_it(
    serving: Serving,
) -> None:
    anna = serving.guest("Anna")
    plain, mixed = (anna.open(seats=["me", "pup"], added=added) for added in ("", "c0ffee"))
    assert [bool(anna.view(table)["seal"]) for table in (plain, mixed)] == [True, False]


@pytest.mark.clause("SEASON-1")
def test_whoever_gives_the_first_course_has_laid_it_wherever_they_sit(serving: Serving) -> None:
    anna, ben = serving.guest("Anna"), serving.guest("Ben")
    table = anna.open(course="s", seats=["open", "me"], season=4)
    ben.post(f"/api/tables/{table}/seats/0/sit")
    anna.post(f"/api/tables/{table}/begin")
    seats = [ben, anna]
    layers = []
    for _ in range(3):
        layer = race(seats, table)["season"]["layer"]
        layers.append(layer)
        table = go_on(seats[layer], table, course="s")
    assert layers == [0, 1, 0], "Anna, on seat 1, gave the first"


@pytest.mark.clause("SEASON-1")
def test_a_host_who_changed_seats_has_laid_the_first_course_from_the_last(serving: Serving) -> None:
    anna, ben, cleo = (serving.guest(name) for name in ("Anna", "Ben", "Cleo"))
    table = anna.open(course="s", seats=["open", "open", "open"], season=3)
    anna.post(f"/api/tables/{table}/seats/2/sit")
    ben.post(f"/api/tables/{table}/seats/1/sit")
    anna.post(f"/api/tables/{table}/seats/2/leave")
    cleo.post(f"/api/tables/{table}/seats/2/sit")
    anna.post(f"/api/tables/{table}/seats/0/sit")
    anna.post(f"/api/tables/{table}/begin")
    assert race([anna, ben, cleo], table)["season"]["layer"] == 1, "Anna does not lay twice"


@pytest.mark.clause("SEASON-1")
def test_after_a_host_who_only_looks_on_the_second_seat_lays(serving: Serving) -> None:
    anna, ben, cleo = (serving.guest(name) for name in ("Anna", "Ben", "Cleo"))
    table = anna.open(course="s", seats=["open", "open"], season=3)
    for seat, guest in enumerate((ben, cleo)):
        guest.post(f"/api/tables/{table}/seats/{seat}/sit")
    anna.post(f"/api/tables/{table}/begin")
    assert race([ben, cleo], table)["season"]["layer"] == 1


@pytest.mark.clause("SEASON-1")
def test_a_host_on_another_device_has_laid_the_first_course_of_the_rematch(
    serving: Serving,
) -> None:
    anna, ben = serving.guest("Anna"), serving.guest("Ben")
    table = anna.open(course="s", seats=["open", "me"], season=2)
    ben.post(f"/api/tables/{table}/seats/0/sit")
    anna.post(f"/api/tables/{table}/begin")
    code = anna.post(f"/api/tables/{table}/seats/1/recovery")["code"]
    phone = serving.guest("Anna")
    phone.post(f"/api/tables/{table}/seats/1/recover", code=code)
    company = [ben, phone]
    assert race(company, table)["season"]["layer"] == 0
    table = go_on(ben, table, course="s")
    race(company, table)
    table = phone.post(f"/api/tables/{table}/rematch")["table"]
    assert phone.view(table)["you"]["host"]
    phone.post(f"/api/tables/{table}/begin")
    assert race(company, table)["season"]["layer"] == 0, "Anna, on seat 1, gave the first"


def test_whoever_takes_too_long_keeps_nobody_waiting(serving: Serving, clock: ManualClock) -> None:
    anna, ben, first = two(serving)
    race([anna, ben], first)
    with anna.tab(first), ben.tab(first):
        lay_by = anna.view(first)["season"]["lay_by"]
        assert lay_by > clock.now()
        assert refused(anna, f"{first}/next").code == "not-your-course"
        clock.advance(lay_by - clock.now())
        assert refused(anna, f"{first}/next", course="srs").code == "not-your-course"
        assert anna.view(go_on(anna, first))["season"]["race"] == 2


def test_whoever_is_gone_keeps_nobody_waiting(serving: Serving, clock: ManualClock) -> None:
    anna, ben, first = two(serving)
    race([anna, ben], first)
    with anna.tab(first) as tab:
        assert tab.next("presence")["present"] == [0, 1]
        clock.advance(GRACE - 1)
        assert refused(anna, f"{first}/next").code == "not-your-course"
        clock.advance(1)
        tab.next("presence", lambda told: told["present"] == [0])
        assert refused(anna, f"{first}/next", course="srs").code == "not-your-course"
        second = go_on(anna, first)
    assert anna.view(second)["seats"][1] | {"muted": None} == {
        "seat": 1,
        "kind": "person",
        "name": "Ben",
        "colour": "blue",
        "reins": "pup",
        "why": "gone",
        "dog": None,
        "muted": None,
    }
    # Late, at the address of the race before, Ben finds the way and has the reins again.
    assert ben.view(first)["rematch"] == second
    with ben.tab(second) as tab:
        tab.next("view", lambda view: view["seats"][1]["reins"] is None)


def test_bots_keep_the_reins_of_those_who_left(serving: Serving) -> None:
    anna, ben, first = two(serving, 2)
    ben.post(f"/api/tables/{first}/seats/1/leave")
    anna.race(first, 0)
    second = go_on(anna, first)
    assert anna.view(second)["seats"][1]["why"] == "left"
    anna.race(second, 0)
    assert anna.view(second)["season"]["champions"]


def test_whoever_left_lays_the_course_and_is_back(serving: Serving) -> None:
    anna, ben, first = two(serving, 2)
    ben.post(f"/api/tables/{first}/seats/1/leave")
    anna.race(first, 0)
    second = go_on(ben, first, course="srs")
    assert anna.view(second)["seats"][1]["reins"] is None


def test_two_who_ask_at_once_get_one_table(serving: Serving) -> None:
    anna = serving.guest("Anna")
    tabs = [serving.guest() for _ in range(4)]
    for tab in tabs:
        tab.http.cookies = anna.http.cookies
    table = anna.open(course="s", seats=["me", {"name": "Ben"}], hot_seat=True, season=2)
    anna.post(f"/api/tables/{table}/begin")
    while (view := anna.view(table))["stage"] == "racing":
        seat = view["race"]["actor"]
        path = f"/api/tables/{table}/seats/{seat}"
        lifted = anna.post(f"{path}/curtain", lifted=True)
        anna.decide(table, seat, gentle(lifted), view["asks"])
    with ThreadPoolExecutor() as pool:
        found = set(pool.map(lambda tab: go_on(tab, table, course="srs"), tabs))
    assert len(found) == 1
    assert anna.view(found.pop())["you"]["seats"] == [0, 1]


def test_a_season_outlives_the_server(database: str, clock: ManualClock) -> None:
    with Serving(database, clock=clock) as serving:
        anna, ben, first = two(serving, 2)
        one = race([anna, ben], first)
        cookies = [guest.http.cookies for guest in (anna, ben)]
    with Serving(database, clock=clock) as serving:
        anna, ben = serving.guest(), serving.guest()
        for guest, known in zip((anna, ben), cookies, strict=True):
            guest.http.cookies = known
        again = anna.view(first)
        assert again["season"] == one["season"]
        # Nobody is gone just because the server was.
        assert refused(anna, f"{first}/next").code == "not-your-course"
        second = go_on(ben, first, course="s")
        race([anna, ben], second)
        last = anna.view(second)["season"]
    with Serving(database, clock=clock) as serving:
        guest = serving.guest()
        assert guest.view(second)["season"] == last
        assert len(read_season(guest.get(f"/api/tables/{second}/season")).results) == 2


def test_races_without_a_season_have_none(serving: Serving) -> None:
    anna, ben = serving.guest("Anna"), serving.guest("Ben")
    table = anna.open(course="s", seats=["me", "open"])
    ben.post(f"/api/tables/{table}/seats/1/sit")
    anna.post(f"/api/tables/{table}/begin")
    assert race([anna, ben], table)["season"] is None
    assert refused(anna, f"{table}/next", course="s").code == "no-season"
    with pytest.raises(Refusal) as caught:
        anna.get(f"/api/tables/{table}/season")
    assert caught.value.code == "no-season"


def test_a_season_has_one_to_twelve_races(serving: Serving) -> None:
    anna = serving.guest("Anna")
    anna.open(seats=["me", "pup"], season=MOST_RACES)
    for races in (0, MOST_RACES + 1):
        with pytest.raises(Refusal) as caught:
            anna.open(seats=["me", "pup"], season=races)
        assert caught.value.code == "invalid"


def test_the_record_waits_for_the_end_of_the_race(serving: Serving) -> None:
    anna, _, table = two(serving)
    with pytest.raises(Refusal) as caught:
        anna.get(f"/api/tables/{table}/season")
    assert caught.value.code == "not-over"


def test_legs_have_a_text_form(serving: Serving) -> None:
    anna, ben, first = two(serving)
    race([anna, ben], first)
    second = go_on(ben, first, course="s")
    opened = serving.hub.sessions[second].table.events[0]
    assert parse_event(format_event(opened)) == opened


def test_a_course_can_be_made_up_and_looked_at(serving: Serving) -> None:
    made = serving.guest().post("/api/courses", tiles=6, hazards=1)
    assert len(made["tiles"]) == 6
    assert serving.guest().get(f"/api/courses/{made['line']}") == made
