"""What links unfold to: title, text and picture; and the page as an app."""

import json
import re
import struct
import threading
from collections.abc import Iterator
from html import unescape

import pytest

from snowtails.course import Problem, checks
from snowtails.server.http.share.words import LANGUAGES, WORDS
from snowtails.server.session.limits import Limits
from tests.server.serving import Guest, ManualClock, Refusal, Serving, prudent

NOON = 1_767_268_800.0


@pytest.fixture(scope="module")
def clock() -> ManualClock:
    return ManualClock(NOON)


@pytest.fixture(scope="module")
def serving(tmp_path_factory: pytest.TempPathFactory, clock: ManualClock) -> Iterator[Serving]:
    path = tmp_path_factory.mktemp("share") / "snowtails.db"
    with Serving(f"sqlite:///{path}", clock=clock) as found:
        yield found


def unfolded(guest: Guest, path: str, **headers: str) -> dict[str, str]:
    """Return what a page says of itself in its head."""
    page = guest.http.get(path, headers=headers)
    assert page.status_code == 200
    found = re.findall(r'<meta (?:property|name)="([^"]+)" content="([^"]*)">', page.text)
    return {name: unescape(told) for name, told in found}


def size_of(png: bytes) -> tuple[int, int]:
    assert png.startswith(b"\x89PNG")
    width, height = struct.unpack(">II", png[16:24])
    return width, height


def picture(guest: Guest, path: str) -> bytes:
    response = guest.http.get(path)
    assert response.status_code == 200, response.text
    assert response.headers["content-type"] == "image/png"
    assert response.headers["cross-origin-resource-policy"] == "cross-origin"
    return response.content


@pytest.mark.parametrize(
    ("path", "title"),
    [
        ("/", "Snow Tails"),
        ("/help", "The rules of Snow Tails"),
        ("/daily", "The daily trail"),
        ("/friends?course=nutcracker", "Race on The Nutcracker"),
        ("/friends?course=srsrs", "Race on a course of our own"),
        ("/build?course=srsrs&name=Lake+%26+Tea", "Race on Lake & Tea"),
        ("/build?course=srsrs&name=bell%07", "Race on a course of our own"),
        ("/friends?course=%3Cscript%3E", "Snow Tails"),
        ("/courses", "Courses"),
        ("/puzzles", "A Snow Tails puzzle"),
        ("/puzzles/0", "A Snow Tails puzzle"),
        ("/duplicate", "A race with the same cards for all"),
        ("/duplicate/0", "A race with the same cards for all"),
        ("/courses/nutcracker", "Race on The Nutcracker"),
        ("/courses/nowhere", "Courses"),
        ("/race/nowhere", "Snow Tails"),
        ("/race/%3Cscript%3E", "Snow Tails"),
    ],
)
def test_every_page_unfolds(serving: Serving, path: str, title: str) -> None:
    told = unfolded(serving.guest(), path)
    assert told["og:title"] == told["twitter:title"] == title
    assert told["og:description"]
    assert told["og:url"].startswith(f"{serving.url}/")
    assert told["og:image"].startswith(f"{serving.url}/api/")
    assert told["twitter:card"] == "summary_large_image"


def test_a_time_trial_unfolds_as_one(serving: Serving) -> None:
    anna = serving.guest("Anna")
    for mushers, title in ([], "A time trial"), (["husky"], "A race"):
        key = anna.post("/api/duplicates", course="srs", mushers=mushers)["duplicate"]
        told = unfolded(anna, f"/duplicate/{key}")
        assert told["og:title"] == f"{title} with the same cards for all"
        assert "Husk" not in told["og:description"]


def test_a_published_course_unfolds_under_its_name(serving: Serving) -> None:
    anna = serving.guest("Anna")
    wish = {"course": "srslss", "description": {"en": "Mind the <bend>."}}
    key = anna.post("/api/library", name="Fox & Hare", **wish)["course"]["key"]
    told = unfolded(serving.guest(), f"/courses/{key}")
    assert told["og:title"] == "Race on Fox & Hare"
    assert told["og:description"] == "Mind the <bend>. Built by Anna."
    path = told["og:image"].removeprefix(serving.url)
    assert size_of(picture(anna, path)) == (1200, 630)
    anna.post("/api/library", name="Hare & Fox", **wish)
    after = unfolded(serving.guest(), f"/courses/{key}")["og:image"]
    assert after.removeprefix(serving.url) != path, "it shows the name"
    anna.ask("DELETE", f"/api/library/{key}")
    assert anna.http.get(path).status_code == 404


def test_a_race_unfolds_as_it_goes(serving: Serving) -> None:
    anna, ben = serving.guest("Anna"), serving.guest("B&en")
    table = anna.open(course="sauna-sprint", seats=["me", "open"])
    nobody = serving.guest()
    asked = unfolded(nobody, f"/race/{table}?seat=1")
    assert asked["og:title"] == "Anna asks you to a sled race"
    assert asked["og:url"] == f"{serving.url}/race/{table}?seat=1"
    ben.post(f"/api/tables/{table}/seats/1/sit")
    anna.post(f"/api/tables/{table}/begin")
    assert unfolded(nobody, f"/race/{table}")["og:title"].startswith("Anna and B&en race on ")
    over = anna.open(course="sauna-sprint", seats=["me", "pup"], begin=True)
    view = anna.race(over, 0)
    winner = view["seats"][view["race"]["standings"][0]["sled"]]["name"].capitalize()
    for page in ("race", "replay"):
        told = unfolded(nobody, f"/{page}/{over}")
        assert told["og:title"].startswith(f"{winner} won on ")
        assert told["og:description"].startswith(f"1. {winner}")
    before = picture(nobody, f"/api/tables/{table}/picture")
    after = picture(nobody, told["og:image"].removeprefix(serving.url))
    assert size_of(before) == size_of(after) == (1200, 630)


def test_links_speak_the_language_of_whoever_unfolds_them(serving: Serving) -> None:
    titles = {
        language: unfolded(serving.guest(), "/daily", **{"accept-language": language})["og:title"]
        for language in LANGUAGES
    }
    assert titles == {"en": "The daily trail", "de": "Die Tagesstrecke", "ja": "今日のコース"}
    facts = {language: set(words) for language, words in WORDS.items()}
    assert facts["en"] == facts["de"] == facts["ja"]
    for key, text in WORDS["en"].items():
        named = set(re.findall(r"{(\w+)}", text))
        assert all(set(re.findall(r"{(\w+)}", WORDS[each][key])) == named for each in LANGUAGES)


def test_addresses_are_the_servers_own_whatever_a_request_says(serving: Serving) -> None:
    told = unfolded(serving.guest(), "/", host="evil.example")
    assert told["og:image"].startswith(serving.url)


@pytest.mark.usefixtures("unpainted")
def test_a_try_at_the_trail_shows_no_way_before_the_day_is_over(
    serving: Serving, clock: ManualClock
) -> None:
    anna, nobody = serving.guest("Anna"), serving.guest()
    view = anna.post("/api/daily/2026-01-01/tries")
    path, link = f"/api/tables/{view['table']}/picture", f"/daily?result={view['table']}"
    with pytest.raises(Refusal) as refusal:
        nobody.get(path)
    assert refusal.value.status == 403
    assert unfolded(nobody, link)["og:title"] == "The daily trail"
    while view["stage"] == "racing":
        anna.decide(view["table"], 0, prudent(view), view["asks"])
        view = anna.view(view["table"])
    told = unfolded(nobody, link)
    assert told["og:title"] == f"Anna: {view['points']} points on the daily trail"
    today = picture(nobody, path)
    clock.advance(24 * 3600.0)
    assert picture(nobody, path) != today, "the tracks are shown the day after"


def test_courses_are_compiled_beside_the_event_loop(
    serving: Serving, monkeypatch: pytest.MonkeyPatch
) -> None:
    checked_in, check = [], checks.flag

    def noted(flag: str) -> list[Problem]:
        checked_in.append(threading.current_thread())
        return check(flag)

    monkeypatch.setattr(checks, "flag", noted)
    guest = serving.guest()
    assert unfolded(guest, "/friends?course=srslsr")["og:title"] == "Race on a course of our own"
    guest.post("/api/courses", tiles=5)
    assert len(checked_in) >= 2
    assert serving.thread not in checked_in


def test_courses_have_pictures_and_wrong_ones_are_refused(serving: Serving) -> None:
    nobody = serving.guest()
    assert size_of(picture(nobody, "/api/courses/srs/picture")) == (1200, 630)
    for path in ("/", "/daily", "/api/courses/srs/picture"):
        head = nobody.http.head(path)
        assert (head.status_code, head.content) == (200, b""), path
    for wrong in ("/api/courses/zzz/picture", "/api/tables/nowhere/picture"):
        with pytest.raises(Refusal) as refusal:
            nobody.get(wrong)
        assert refusal.value.status in (404, 422)


def test_pictures_have_the_rate_of_what_is_costly(tmp_path_factory: pytest.TempPathFactory) -> None:
    path = tmp_path_factory.mktemp("rates") / "snowtails.db"
    limits = Limits(costly_rate=0.001, costly_burst=1)
    with Serving(f"sqlite:///{path}", limits=limits) as serving:
        nobody = serving.guest()
        codes = [nobody.http.get("/api/courses/%20/picture").status_code for _ in range(2)]
        assert codes == [422, 429]


def test_the_page_can_be_installed(serving: Serving) -> None:
    nobody = serving.guest()
    page = nobody.http.get("/").text
    assert '<link rel="manifest" href="/manifest.webmanifest">' in page
    manifest = nobody.http.get("/manifest.webmanifest")
    assert manifest.headers["content-type"] == "application/manifest+json"
    icons = json.loads(manifest.text)["icons"]
    assert {(each["sizes"], each["purpose"]) for each in icons} == {
        (size, purpose) for size in ("192x192", "512x512") for purpose in ("any", "maskable")
    }
    for each in icons:
        wide, high = size_of(picture(nobody, each["src"]))
        assert f"{wide}x{high}" == each["sizes"]
    assert nobody.http.get("/icons/7.png").status_code == 404


def test_the_service_worker_is_named_by_the_content_of_the_page(serving: Serving) -> None:
    nobody = serving.guest()
    script = nobody.http.get("/service-worker.js")
    assert script.headers["cache-control"] == "no-cache"
    (assets,) = set(re.findall(r"/assets/(\w+)/", nobody.http.get("/").text))
    assert f'"snowtails-{assets}"' in script.text
    assert "{" + "assets}" not in script.text
    kept = re.findall(r'"(/assets/[^"]+)"', script.text)
    assert kept
    for path in (*kept, "/offline"):
        assert nobody.http.get(path).status_code == 200, path
    german = nobody.http.get("/offline", headers={"accept-language": "de"}).text
    assert '<html lang="de">' in german
