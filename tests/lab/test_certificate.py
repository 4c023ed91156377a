"""How a course races: what a certificate tells."""

import threading
from itertools import pairwise

import numpy as np
import pytest

from snowtails import Course, Refused
from snowtails.lab import Certificate, certify
from snowtails.lab.ride import WAYS


def test_a_certificate_tells_a_gentle_course_from_a_hard_one() -> None:
    gentle, hard = certify("nutcracker", 400), certify("whole-box", 400)
    assert gentle.wrecks.high < 0.02 < 0.2 < hard.wrecks.low
    assert gentle.rounds < hard.rounds
    assert gentle.minutes < hard.minutes
    assert gentle.par is not None
    assert hard.par is not None
    assert gentle.par < gentle.rounds < hard.par < hard.rounds
    assert gentle.dents["saplings"] == 0 < hard.dents["saplings"]
    assert hard.skill.low > 1 / 4
    assert sum(hard.lanes) == pytest.approx(1)
    told = [remark.code for remark in gentle.remarks]
    assert told[:3] == ["harmless", "dents", "start"]
    assert "tile 4 (corner-right)" in str(gentle.remarks[1])


def test_the_heat_of_a_course_is_where_its_dents_fall() -> None:
    certificate = certify("nutcracker", 200)
    by_tile = certificate.on_tiles(certificate.tally.spaces["dents"].sum(axis=1))
    assert by_tile[4] == max(by_tile)
    assert certificate.heat.sum() == pytest.approx(sum(by_tile) / 200)


def test_the_racing_line_is_the_way_that_winners_go() -> None:
    certificate = certify("nutcracker", 200)
    track = certificate.course.track
    line = [track.names.index(name) for name in certificate.line]
    assert line[0] in track.starts
    assert track.spaces["past"][line].tolist() == [False] * (len(line) - 1) + [True]
    won = certificate.tally.spaces["won"]
    for here, there in pairwise(line):
        ways = [int(track.spaces[way][here]) for way in WAYS]
        assert there == ways[int(np.argmax(won[here]))]
    assert sum(certificate.winners_lanes) == pytest.approx(1)
    # Both of its bends go to the right: winners keep to the inside.
    assert str(certificate.remarks[-1]).startswith("winners like lane e best")


def test_a_certificate_says_how_hard_a_course_is() -> None:
    assert certify("whole-box", 200).remarks[0].code == "hard"


def test_every_course_that_can_be_raced_gets_a_clear_certificate() -> None:
    deadly, closed = certify("c" + "l2c" * 12, 40), certify("l1r1" * 12, 40, mushers="rookie")
    assert deadly.wrecks.value > 0.9
    assert str(deadly.remarks[0]).startswith("brutal: 9")
    assert closed.remarks[0].code == "nobody-finishes"
    assert closed.line == ()
    long, crossing = Course.parse("srclcsuls" * 5), Course.parse("llll" * 5)
    assert len(long.tiles) == 40
    assert len(crossing.layout.bridges) >= 5
    for certificate in (deadly, closed, certify(long, 40), certify(crossing, 40)):
        assert certificate.races == 40
        assert certificate.par is not None
        assert len(certificate.remarks) >= 2
        assert len(certificate.figures) >= 10


def test_the_same_seed_gives_the_same_certificate_however_it_is_cut() -> None:
    assert certify("srs", 900, seed=5).data == certify("srs", 900, seed=5).data
    assert certify("srs", 900, seed=5).data != certify("srs", 900, seed=6).data


def test_certificates_get_better_until_they_are_cancelled() -> None:
    cancel, seen = threading.Event(), list[Certificate]()

    def look(certificate: Certificate) -> None:
        seen.append(certificate)
        if certificate.races >= 100:
            cancel.set()

    found = certify("nutcracker", 100_000, on_progress=look, cancel=cancel)
    assert found is seen[-1]
    assert 100 <= found.races < 100_000
    assert [each.races for each in seen] == sorted(each.races for each in seen)
    assert found.par is None
    assert found.remarks


@pytest.mark.parametrize(
    ("races", "sleds", "told"),
    [(0, 4, "once at least, not 0 times"), (10, 1, "2 to 5 sleds, not 1"), (10, 6, "not 6")],
)
def test_what_cannot_be_certified_is_refused(races: int, sleds: int, told: str) -> None:
    with pytest.raises(Refused, match=told):
        certify("nutcracker", races, sleds=sleds)
