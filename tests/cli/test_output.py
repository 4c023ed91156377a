"""What commands print: errors for people, without the positions that programs read."""

from collections.abc import Callable

import pytest

from snowtails import Race, Refused
from snowtails.cli.output import reporting_errors


def _illegal() -> None:
    Race("srs", sleds=2, seed=1).play("1L")


def _off_the_track() -> None:
    Race("srs", sleds=2, seed=1).reach(0)


def _gone_on() -> None:
    race = Race("srs", sleds=2, seed=1)
    tried = race.attempt("@1")
    race.play("@2")
    race.accept(tried)


@pytest.mark.parametrize("ask", [_illegal, _off_the_track, _gone_on])
def test_people_are_told_what_is_wrong_without_the_position(
    ask: Callable[[], None], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(Refused) as error:
        ask()
    assert "\n" in str(error.value), "programs are told the position"
    with pytest.raises(SystemExit), reporting_errors():
        ask()
    told = capsys.readouterr().err.strip()
    assert told == str(error.value).splitlines()[0]
