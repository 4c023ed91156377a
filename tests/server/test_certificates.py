"""Certificates: courses are raced for those who look, and no longer."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest

from snowtails import Course
from snowtails.lab import Certificate, certify
from snowtails.server.session import certificates
from snowtails.server.wire.build_types import CourseCertificate
from snowtails.server.wire.certificate import certificate_message
from snowtails.server.wire.encoding import encoded
from tests.server.serving import PATIENCE, Guest, Refusal, Serving, Tab

BARRED = "sxxxxx" + "_" * 20


@pytest.fixture
def serving(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Serving]:
    monkeypatch.setattr(certificates, "RACES", 60)
    with Serving(f"sqlite:///{tmp_path / 'snowtails.db'}") as running:
        running.hub.certificates = certificates.Certificates(races=60)
        yield running


@contextmanager
def following(guest: Guest, course: str) -> Iterator[Tab]:
    with guest.follow(f"/api/courses/{course}/certificate") as tab:
        yield tab


def all_told(guest: Guest, course: str) -> list[Any]:
    with following(guest, course) as tab:
        return [told.data for told in tab.messages() if told.event == "certificate"]


def test_a_certificate_is_what_it_declares() -> None:
    course = Course.load("hobbits-breakfast")
    message = certificate_message(certify(course, races=40), 40, done=True)
    again = msgspec.json.decode(encoded(message), type=CourseCertificate)
    assert again == message
    assert (message.line, message.races, message.sleds) == (course.line, 40, 4)
    assert set(message.starts) <= set("12345")
    assert sum(message.lanes) == pytest.approx(1, abs=0.001)
    names = set(course.track.names)
    assert message.spots
    assert all(spot.space in names and (spot.dents or spot.stops) for spot in message.spots)
    assert {each.code for each in message.remarks} & {"wrecks", "harmless"}


def test_a_course_whose_racing_failed_is_raced_again(
    serving: Serving, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(course: Course, races: int, on_progress: Any, cancel: Any) -> Certificate:
        on_progress(certify(course, 5))
        raise OSError("no room for what was solved")

    guest = serving.guest()
    monkeypatch.setattr(certificates, "certify", fails)
    assert [told["done"] for told in all_told(guest, "srs")] == [False]
    monkeypatch.undo()
    assert all_told(guest, "srs")[-1]["done"]


def test_it_gets_better_until_it_is_done_and_is_remembered(serving: Serving) -> None:
    guest = serving.guest()
    told = all_told(guest, "srs")
    assert len(told) > 1
    assert [each["races"] for each in told] == sorted(each["races"] for each in told)
    assert [each["done"] for each in told] == [False] * (len(told) - 1) + [True]
    assert told[-1]["races"] == told[-1]["wanted"] == 60
    assert told[-1]["par"]
    assert told[-1]["skill"]
    assert all_told(guest, "srs") == [told[-1]], "it is not raced again"
    assert serving.hub.certificates.running == 0


def test_what_cannot_be_raced_is_refused_with_its_problems(serving: Serving) -> None:
    with pytest.raises(Refusal) as caught, following(serving.guest(), BARRED):
        pass
    assert (caught.value.status, caught.value.code) == (422, "course")
    assert caught.value.body["problems"][0]["code"] == "undrivable"


class Stuck:
    """Races nothing, and waits until nobody wants to know any more."""

    def __init__(self) -> None:
        self.begun = threading.Semaphore(0)
        self.ended = threading.Semaphore(0)
        self.courses: list[str] = []

    def __call__(
        self,
        course: Course,
        races: int,  # noqa: ARG002 - as `certify` takes it
        *,
        on_progress: Callable[[Certificate], None],
        cancel: threading.Event,
    ) -> Certificate:
        found = certify(course, races=2)
        self.courses.append(course.line)
        on_progress(found)
        self.begun.release()
        assert cancel.wait(PATIENCE)
        self.ended.release()
        return found


@pytest.fixture
def stuck(monkeypatch: pytest.MonkeyPatch) -> Stuck:
    made = Stuck()
    monkeypatch.setattr(certificates, "certify", made)
    return made


def test_whoever_closes_the_stream_ends_the_races(serving: Serving, stuck: Stuck) -> None:
    guest = serving.guest()
    with following(guest, "srs") as tab:
        assert not tab.next("certificate")["done"]
        assert stuck.begun.acquire(timeout=PATIENCE)
        assert serving.hub.certificates.running == 1
        tab.response.close()
    assert stuck.ended.acquire(timeout=PATIENCE)
    with following(guest, "sls") as tab:
        assert tab.next("certificate")["line"] == "sls"
    assert stuck.courses == ["srs", "sls"]
    assert stuck.ended.acquire(timeout=PATIENCE)


def test_a_course_is_raced_once_for_all_who_look(serving: Serving, stuck: Stuck) -> None:
    with following(serving.guest(), "srs") as one, following(serving.guest(), "srs") as other:
        assert one.next("certificate") == other.next("certificate")
        one.response.close()
        assert serving.hub.certificates.running == 1, "somebody still looks"
    assert stuck.ended.acquire(timeout=PATIENCE)
    assert stuck.courses == ["srs"]


def test_there_is_an_end_to_what_is_raced_at_once(
    serving: Serving, stuck: Stuck, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(certificates, "MOST_RUNS", 1)
    with following(serving.guest(), "srs") as tab:
        tab.next("certificate")
        with pytest.raises(Refusal) as caught, following(serving.guest(), "sls"):
            pass
        assert (caught.value.status, caught.value.code) == (503, "certificates")
    assert stuck.ended.acquire(timeout=PATIENCE)


def test_nobody_has_all_courses_raced_for_themselves(
    serving: Serving, stuck: Stuck, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(certificates, "MOST_OF_ONE", 1)
    greedy, other = serving.guest("Anna"), serving.guest("Ben")
    with following(greedy, "srs") as tab:
        tab.next("certificate")
        with pytest.raises(Refusal) as caught, following(greedy, "sls"):
            pass
        assert (caught.value.status, caught.value.code) == (429, "certificates")
        with following(greedy, "srs"), following(other, "sls"):
            pass  # what is raced anyway, and what others want
    assert stuck.ended.acquire(timeout=PATIENCE)


def test_a_server_that_stops_lets_everybody_go(serving: Serving, stuck: Stuck) -> None:
    with following(serving.guest(), "srs") as tab:
        tab.next("certificate")
        serving.loop.call_soon_threadsafe(serving.hub.stop)
        assert stuck.ended.acquire(timeout=PATIENCE)
        assert not any(told.data["done"] for told in tab.messages())
    with pytest.raises(Refusal) as caught, following(serving.guest(), "sls"):
        pass
    assert (caught.value.status, caught.value.code) == (503, "stopping")
