"""Solo games and the daily trail over HTTP: kept, woken, private, fair."""

from collections.abc import Callable
from contextlib import ExitStack
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from snowtails.course import Course
from snowtails.mushers.solo import SoloMusher
from snowtails.rules.solo import SoloGame, SoloRace, daily_race, verify_solo
from snowtails.server.table.solo import SoloTable
from snowtails.server.table.solo_events import SoloOpened
from snowtails.server.wire.solo_messages import _other_dents
from tests.rules.solo_tables import table
from tests.server.company import entropy_of
from tests.server.serving import (
    Guest,
    Json,
    ManualClock,
    Serving,
    lavish,
    prudent,
    refused,
)
from tests.server.worlds import ForkedDeal

NOON = 1_767_268_800.0
"""Noon of the first day of 2026, in UTC: a Thursday."""
A_DAY = 24 * 3600.0


def decide(guest: Guest, view: Json, decision: str | None = None) -> Json:
    """Decide, and return the view that follows."""
    guest.decide(view["table"], 0, decision or prudent(view), view["asks"])
    return guest.view(view["table"])


def play(guest: Guest, view: Json, until: Callable[[Json], bool] = lambda _: False) -> Json:
    """Play a round to its end, or until something has come about."""
    while view["stage"] == "racing" and not until(view):
        view = decide(guest, view)
    return view


def begin(guest: Guest, **wish: Any) -> Json:
    view: Json = guest.post("/api/solo", **wish)
    return view


# -- games -----------------------------------------------------------------------------------------


def test_a_game_of_three_rounds_is_played_graded_and_verified(database: str) -> None:
    with Serving(database) as serving:
        anna = serving.guest("Anna")
        view = play(anna, begin(anna))
        assert view["stage"] == "between"
        for number, course in ((2, "midnight-mail"), (3, "lone-wolf")):
            path = f"/api/tables/{view['table']}/rounds"
            wish = {"round": number, "course": course, "opponents": number == 3}
            began = anna.post(path, **wish)
            assert anna.post(path, **wish) == began, "the same again is done once"
            view = play(anna, anna.view(view["table"]))
        assert view["stage"] == "over"
        assert len(view["scores"]) == view["round"] == 3
        assert view["points"] == sum(score["total"] for score in view["scores"])
        assert view["grade"]["level"] == "normal"
        text = anna.get(f"/api/tables/{view['table']}/record")
        assert SoloGame.from_record(text).points == view["points"]
        assert all(finding.good for finding in verify_solo(text))
        found = anna.get(f"/api/tables/{view['table']}/verification")["findings"]
        assert [each["code"] for each in found] == [*["committed", "cards"] * 3, "rounds"]
        with refused(409, "no-round"):
            anna.post(f"/api/tables/{begin(anna)['table']}/rounds", round=2)
    with Serving(database) as again:
        anyone = again.guest()
        seen = anyone.view(view["table"])
        apart = ("you", "choices")
        assert {name: seen[name] for name in seen if name not in apart} == {
            name: view[name] for name in view if name not in apart
        }, "the same after a restart, for whoever has the link"


def test_a_restart_in_mid_round_changes_nothing(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'snowtails.db'}"
    with Serving(database) as serving:
        anna = serving.guest("Anna")
        view = play(anna, begin(anna, opponents=True), lambda view: view["turn"] == 4)
    with Serving(database) as again:
        back = again.guest()
        back.http.cookies = anna.http.cookies
        assert back.view(view["table"]) == view
        assert play(back, view)["stage"] == "between"


def test_decisions_are_taken_once_and_in_their_turn(serving: Serving) -> None:
    anna = serving.guest("Anna")
    first = begin(anna, key="once")
    assert begin(anna, key="once") == first
    second = decide(anna, first, "b54321")
    assert second["race"]["markers"] == [5, 4, 3, 2, 1]
    assert decide(anna, first, "B54321") == second, "sent twice, done once"
    with refused(409, "stale") as stale:
        decide(anna, first, "b12345")
    assert stale.value.body["asks"] == second["asks"]
    for decision, code in (("@9", "unreadable"), ("3L", "illegal"), ("b12345", "illegal")):
        with refused(422, code) as found:
            decide(anna, second, decision)
        assert "\n" not in found.value.body["message"]
    with refused(409, "no-turn"):
        anna.get(f"/api/tables/{first['table']}/seats/0/preview", turn="3L")
    third = play(anna, second, lambda view: view["race"]["phase"] == "turn")
    wished = third["choices"]["moves"][0]
    told = anna.get(f"/api/tables/{first['table']}/seats/0/preview", turn=wished["turn"])
    assert told == wished
    decide(anna, third, wished["turn"])
    path = f"/api/tables/{first['table']}/events"
    happened = anna.get(path, after=third["number"])["events"]
    assert [each["move"] for each in happened] == [wished]


def test_a_game_is_played_by_whoever_began_it_and_seen_by_whoever_has_its_link(
    serving: Serving,
) -> None:
    anna, ben, nobody = serving.guest("Anna"), serving.guest("Ben"), serving.guest()
    view = begin(anna)
    path = f"/api/tables/{view['table']}"
    for guest in (ben, nobody):
        seen = guest.view(view["table"])
        assert seen["race"] == view["race"]
        assert seen["you"]["seat"] is None
        assert seen["choices"] == {"decisions": [], "moves": [], "usual": None, "options": []}
    with refused(403, "not-your-seat"):
        ben.get(f"{path}/seats/0/hint")
    with refused(403, "not-your-seat"):
        ben.get(f"{path}/seats/0/preview", turn="3L")
    with refused(403, "not-your-seat"):
        ben.decide(view["table"], 0, "b54321", view["asks"])
    with refused(403, "not-your-seat"):
        ben.post(f"{path}/rounds", round=2)
    with refused(409, "begun"):
        ben.post(f"{path}/seats/0/sit")
    sat = anna.post(f"{path}/seats/0/sit")
    assert (sat["number"], sat["event"]["kind"]) == (1, "solo_opened"), "nothing to be done"
    with refused(401, "no-token"):
        nobody.get(f"{path}/seats/0/hint")
    for part in ("/record", "/verification"):
        with refused(409, "not-over"):
            anna.get(path + part)
    for request in ("/seats/0/leave", "/begin", "/rematch", "/next"):
        with refused(409, "solo"):
            anna.post(path + request)
    assert [each["table"] for each in anna.get("/api/solo")["games"]] == [view["table"]]
    assert ben.get("/api/solo")["games"] == []


def test_a_game_is_streamed_like_a_race(serving: Serving) -> None:
    anna, ben = serving.guest("Anna"), serving.guest("Ben")
    view = begin(anna)
    with anna.tab(view["table"], after=view["number"]) as tab, ben.tab(view["table"]) as other:
        assert tab.next("view") == view
        assert other.next("view")["you"]["seats"] == []
        decide(anna, view, "b54321")
        assert tab.next("happened")["decision"] == "b54321"
        assert tab.next("view")["race"]["markers"] == [5, 4, 3, 2, 1]
        assert other.next("view")["race"]["markers"] == [5, 4, 3, 2, 1]
    code = anna.post(f"/api/tables/{view['table']}/seats/0/recovery")["code"]
    ben.post(f"/api/tables/{view['table']}/seats/0/recover", code=code)
    assert ben.view(view["table"])["you"]["seat"] == 0, "moved to another device"


def test_a_solo_sled_has_the_colour_that_was_chosen(serving: Serving) -> None:
    assert begin(serving.guest("Anna"), colour="teal")["seats"][0]["colour"] == "teal"
    assert begin(serving.guest("Anna"))["seats"][0]["colour"] == "charcoal"


@pytest.mark.clause("SOLO-6")
def test_what_the_book_proposes_is_offered_first(serving: Serving) -> None:
    anna = serving.guest("Anna")
    view = begin(anna)
    assert (view["race"]["phase"], view["choices"]["usual"]) == ("bonus", "b54321")
    view = decide(anna, view, view["choices"]["usual"])
    assert (view["race"]["phase"], view["choices"]["usual"]) == ("start", "@1")
    view = decide(anna, view, view["choices"]["usual"])
    assert (view["race"]["phase"], view["choices"]["usual"]) == ("turn", None)


def test_rounds_that_are_over_are_told_again(serving: Serving) -> None:
    anna, nobody = serving.guest("Anna"), serving.guest()
    view = begin(anna, opponents=True, colour="teal")
    path = f"/api/tables/{view['table']}"
    with refused(409, "not-over"):
        anna.get(f"{path}/replay")
    seen = [view["race"]]
    while view["stage"] == "racing":
        view = decide(anna, view)
        seen.append(view["race"])
    told = nobody.get(f"{path}/replay")
    assert (told["game"], told["table"], told["grade"]) == ("solo", view["table"], None)
    assert [(seat["name"], seat["colour"]) for seat in told["seats"]] == [("Anna", "teal")]
    (one,) = told["rounds"]
    assert [frame["race"] for frame in one["frames"]] == seen
    events = anna.get(f"{path}/events")["events"][2:]
    assert [frame["happened"] for frame in one["frames"]] == [None, *events]
    assert (one["score"], told["points"]) == (view["scores"][0], view["points"])
    assert (one["opponents"], one["setup"]) == (True, view["setup"])
    anna.post(f"{path}/rounds", round=2, course="midnight-mail")
    assert nobody.get(f"{path}/replay") == told, "a round under way is not told"


def test_every_decision_of_every_round_is_found_by_its_event() -> None:
    course = Course.load("lone-wolf")
    opening = SoloTable.opening("solo", SoloOpened("anna", "Anna"), course, True, bytes(32), 0)
    game = SoloTable.from_events("solo", opening)
    steps = {}
    while len(game.all_rounds) < 3:
        before = game.race.position()
        (event,) = game.decide(0, "anna", str(game.race.decisions[-1]), game.asks, 1)
        game.apply(event)
        steps[event.number] = game.race.log[-1], before, game.race.position()
        if game.stage == "between":
            number = len(game.all_rounds) + 1
            game = game.after(game.begin_round(number, course, False, bytes([number] * 32), 2))
    for told in (game, SoloTable.from_events("solo", game.events)):
        assert {number: told.step(number) for number in steps} == steps


def test_a_record_of_a_solo_game_is_told_like_its_table(serving: Serving) -> None:
    anna = serving.guest("Anna")
    view = play(anna, begin(anna))
    path = f"/api/tables/{view['table']}"
    for number in (2, 3):
        anna.post(f"{path}/rounds", round=number, course="midnight-mail")
        view = play(anna, anna.view(view["table"]))
    told = anna.get(f"{path}/replay")
    assert told["grade"] == view["grade"]
    assert len(told["rounds"]) == 3
    record = anna.get(f"{path}/record")
    brought = anna.post("/api/replays", record=record)
    assert brought["table"] is None
    for part in ("game", "day", "seats", "points", "grade"):
        assert brought[part] == told[part]
    for one, other in zip(brought["rounds"], told["rounds"], strict=True):
        assert one | {"frames": 0} == other | {"frames": 0}
        for frame, then in zip(one["frames"], other["frames"], strict=True):
            assert frame["race"] == then["race"]
            happened, event = frame["happened"], then["happened"]
            assert (happened and happened["move"]) == (event and event["move"])
    (first,) = anna.post(
        "/api/replays", record=record[record.index("snowtails solo") :].split("\nsnowtails")[0]
    )["rounds"]
    assert first == brought["rounds"][0]
    with refused(422, "record"):
        anna.post("/api/replays", record="snowtails game 1")
    with refused(422, "record") as wrong:
        anna.post("/api/replays", record=record.replace("turn 1 ", "turn 1 5LRB:<<<<<<< ", 1))
    assert wrong.value.body["line"] > 1


def test_games_and_races_are_listed_apart(serving: Serving) -> None:
    anna = serving.guest("Anna")
    game, opened = begin(anna)["table"], anna.open(seats=["me"])
    assert [each["table"] for each in anna.get("/api/races")["races"]] == [opened]
    assert [each["table"] for each in anna.get("/api/solo")["games"]] == [game]
    with refused(409, "no-solo"):
        anna.post(f"/api/tables/{opened}/rounds", round=2)


def test_the_lone_wolf_gives_hints(serving: Serving, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(SoloMusher.__init__, "__defaults__", ("lone wolf", 4))
    anna = serving.guest("Anna")
    view = play(anna, begin(anna), lambda view: view["race"]["phase"] == "turn")
    hint = anna.get(f"/api/tables/{view['table']}/seats/0/hint")
    assert hint["asks"] == view["asks"]
    assert hint["decision"] in view["choices"]["decisions"]


def test_refills_are_told_as_alternatives(serving: Serving) -> None:
    anna = serving.guest("Anna")
    met: dict[str, Json] = {}
    for _ in range(6):
        view = begin(anna)
        while view["stage"] == "racing" and len(met) < 2:
            if view["race"]["phase"] in ("take", "drop"):
                met.setdefault(view["race"]["phase"], view)
            view = decide(anna, view, lavish(view))
    face_up = met["take"]["race"]["face_up"]
    for option in met["take"]["choices"]["options"]:
        assert len(option["cards"]) == met["take"]["race"]["owed"]
        seen = [face_up[slot - 1] if slot < 4 else None for slot in option["slots"]]
        assert option["cards"] == seen
        assert len(option["remains"]) == 3 - sum(slot < 4 for slot in option["slots"])
    none, *some = met["drop"]["choices"]["options"]
    assert none["decision"] == "-"
    assert none["cards"] == []
    assert [len(each["cards"]) for each in some] == [1] * len(some)


def test_what_happened_is_told_again_as_it_was(serving: Serving) -> None:
    anna = serving.guest("Anna")
    view = begin(anna, opponents=True)
    path, seen = f"/api/tables/{view['table']}/events", []
    while view["stage"] == "racing":
        offered = {each["decision"]: each for each in view["choices"]["options"]}
        number = view["number"]
        view = decide(anna, view)
        (happened,) = anna.get(path, after=number)["events"]
        seen.append(happened)
        if option := happened["option"]:
            assert option.items() <= offered[happened["decision"]].items()
    told = anna.get(path)["events"]
    assert [each["kind"] for each in told[:2]] == ["solo_opened", "round_began"]
    assert told[2:] == seen
    assert [each["end"] for each in seen] == [None] * (len(seen) - 1) + [view["race"]["end"]]


def test_courses_tell_their_points_and_everything_against_them(serving: Serving) -> None:
    anna = serving.guest("Anna")
    shipped = anna.get("/api/solo/courses")["courses"]
    assert [each["name"] for each in shipped] == ["lone-wolf", "midnight-mail"]
    assert [each["setup"]["points"] for each in shipped] == [0, 4]
    assert shipped[0]["with_opponents"]["points"] == 1
    ends = [shipped[0]["straights"][n] for n in (0, -1)]
    assert all([face["face"] for face in end["faces"]] == ["straight"] for end in ends)
    chasm = next(f for f in shipped[0]["straights"][1]["faces"] if f["face"] == "chasm")
    laid = anna.get(f"/api/solo/courses/{chasm['line']}")
    assert laid["setup"]["points"] == chasm["points"] == 1
    assert {each["kind"]: each["points"] for each in laid["setup"]["lines"]} == {
        "snowdrift": 0,
        "chasm": 1,
    }
    unfit = anna.get("/api/solo/courses/nutcracker")
    assert {"straights", "corner", "u-turn", "snowdrift"} <= {p["code"] for p in unfit["problems"]}
    with refused(422, "not-solo") as found:
        begin(anna, course="nutcracker")
    assert found.value.body["problems"] == unfit["problems"]


# -- the daily trail -------------------------------------------------------------------------------


def test_a_day_has_three_tries_and_ends_at_midnight(tmp_path: Path) -> None:
    clock = ManualClock(NOON)
    database = f"sqlite:///{tmp_path / 'snowtails.db'}"
    with Serving(database, clock=clock) as serving:
        anna, ben = serving.guest("Anna"), serving.guest("Ben")
        fresh = serving.guest().get("/api/daily")
        assert (fresh["day"], fresh["left"], fresh["tries"]) == ("2026-01-01", 3, [])
        assert fresh["ends"] == NOON + A_DAY / 2
        path = "/api/daily/2026-01-01/tries"
        view = anna.post(path)
        assert view["race"]["face_up"] == list(daily_race(date(2026, 1, 1)).mat.face_up)
        assert ben.post(path)["race"] == view["race"], "the same cards for everybody"
        with refused(403, "no-hints"):
            anna.get(f"/api/tables/{view['table']}/seats/0/hint")
        with refused(403, "not-your-game"):
            ben.view(view["table"])
        with refused(403, "not-your-game"), ben.tab(view["table"]):
            pass
        view = decide(anna, view)
        assert anna.post(path) == view, "an unfinished try goes on"
        for attempt in (1, 2, 3):
            view = play(anna, anna.post(path))
            assert (view["attempt"], view["stage"]) == (attempt, "over")
        with refused(409, "tries"):
            anna.post(path)
        path_of_hers = f"/api/tables/{view['table']}"
        for hidden in ("", "/events", "/replay", "/record", "/verification"):
            for guest in (ben, serving.guest()):
                with refused(403, "not-your-game"):
                    guest.get(path_of_hers + hidden)
        with refused(403, "not-your-game"), ben.tab(view["table"]):
            pass
        assert [row["table"] for row in ben.get("/api/daily")["results"]] == [None]
        told = anna.get("/api/daily")
        (own,) = told["results"]
        assert own["table"] in [each["table"] for each in told["tries"]]
        assert (told["left"], told["best"]) == (0, view["points"])
        assert told["line"].startswith(f"Snow Tails 2026-01-01 {view['points']} ")
        assert all(f.good for f in verify_solo(anna.get(f"/api/tables/{view['table']}/record")))
        assert anna.get("/api/solo")["games"] == [], "tries are no games"
        cleo = serving.guest("Cleo")
        for _ in range(3):
            with refused(403, "not-your-game"):
                cleo.view(view["table"])
            play(cleo, cleo.post(path))
        assert cleo.get(f"{path_of_hers}/replay"), "whoever has no try left may look"
        assert None not in [row["table"] for row in cleo.get("/api/daily")["results"]]
        clock.advance(A_DAY / 2)
        assert serving.guest().view(view["table"])["stage"] == "over", "the day is over"
        told = anna.get("/api/daily")
        assert (told["day"], told["left"], told["line"]) == ("2026-01-02", 3, None)
        assert [(each["day"], len(each["tries"])) for each in told["history"]] == [
            ("2026-01-01", 3)
        ]
        assert ben.post(path)["day"] == "2026-01-01", "begun before midnight, finished after it"
        with refused(409, "not-today") as late:
            serving.guest("Cleo").post(path)
        assert late.value.body["today"] == "2026-01-02"
        with refused(404, "no-day"):
            anna.post("/api/daily/yesterday/tries")
        assert anna.post("/api/daily/2026-01-02/tries")["attempt"] == 1


# -- what is hidden --------------------------------------------------------------------------------


def told(guest: Guest, view: Json) -> list[tuple[int, bytes]]:
    """Return the answers to everything that the player can ask for."""
    path = f"/api/tables/{view['table']}"
    requests: list[tuple[str, str, object]] = [
        *(("GET", path + part, None) for part in ("", "/record", "/verification")),
        *(("GET", f"{path}/seats/0/preview?turn={turn}", None) for turn in ("1L", "5LRB%2B", "2B")),
        *(
            ("POST", f"{path}/seats/0/decisions", {"decision": text, "answers": answers})
            for text in ("x12345", "out555", "@9", "b11111", "5L:<<<<<<<<<")
            for answers in (view["asks"], 1, 999)
        ),
        ("POST", f"{path}/rounds", {"round": 2}),
        ("GET", f"{path}/events", None),
        ("GET", "/api/solo", None),
    ]
    answers = [guest.http.request(method, each, json=body) for method, each, body in requests]
    return [(each.status_code, each.content) for each in answers]


@pytest.mark.parametrize("known", [8, 10, 13])
def test_two_worlds_are_told_alike_until_their_cards_differ(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, known: int
) -> None:
    monkeypatch.setattr("snowtails.server.table.solo.SecretDeal", ForkedDeal)
    monkeypatch.setattr(ForkedDeal, "known", known)
    with ExitStack() as opened:
        guests = [
            opened.enter_context(
                Serving(
                    f"sqlite:///{tmp_path / f'{world}.db'}",
                    clock=ManualClock(),
                    entropy=entropy_of(world),
                )
            ).guest("Anna")
            for world in (0, 1)
        ]
        views = [begin(guest) for guest in guests]
        steps = 0
        while _drawn(views[0]) <= known and views[0]["stage"] == "racing":
            assert views[0] == views[1]
            assert told(guests[0], views[0]) == told(guests[1], views[1])
            choice = prudent(views[0])
            views = [decide(guests[i], views[i], choice) for i in (0, 1)]
            steps += 1
        assert steps >= 2


def _drawn(view: Json) -> int:
    """Count the cards that have left the stack, without shuffling."""
    race = view["race"]
    return 20 - len(race["stack"])


# -- dents beside those of the move ----------------------------------------------------------------


@pytest.mark.parametrize(
    ("race", "decision", "told_dents"),
    [
        (table("3c1", hand="34455", brake=5, opponents=["3b2f"]), "3L", {"opponent": 1}),
        (table("3c1", hand="3", brake=5, dents=4, opponents=["3b2f"]), "3L", {"opponent": 1}),
        (table("3c1", hand="44", face_up="125", opponents=["3c3f"]), "4LR", {"no_cards": 1}),
        (
            table("3c1", "3", "==", 5, "---", stack="", discards="2", opponents=["3b2f"]),
            "3L",
            {"opponent": 1, "no_cards": 1},
        ),
        (table("1a5", hand="55123"), "5LR", {}),
    ],
)
def test_every_dent_has_its_cause(
    race: SoloRace, decision: str, told_dents: dict[str, int]
) -> None:
    before, moving = race.position(), race.preview(decision).dent_count
    race.play(decision)
    told = _other_dents(race.position(), before, moving)
    assert {each.cause: each.count for each in told} == told_dents
