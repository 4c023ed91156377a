"""SETUP-1: two to five sleds, each of a colour that nobody else has."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as some

import snowtails as st
from snowtails.rules.colours import choose_colours


@pytest.mark.clause("SETUP-1")
@given(some.integers(1, 5), some.data())
def test_wishes_are_granted_and_nobody_shares_a_colour(sleds: int, data: some.DataObject) -> None:
    colours = data.draw(some.permutations(st.COLOURS))[:sleds]
    wishes = [colour if data.draw(some.booleans()) else None for colour in colours]
    given = choose_colours(wishes, sleds)
    assert len(given) == len(set(given)) == sleds
    assert set(given) <= set(st.COLOURS)
    assert all(wish in (None, colour) for wish, colour in zip(wishes, given, strict=True))


@pytest.mark.clause("SETUP-1")
def test_nobody_who_does_not_care_is_asked() -> None:
    assert st.Race("srs", 5).colours == st.COLOURS
    assert st.Race("srs", 3, colours=[None, "charcoal"]).colours == (
        *("blue", "charcoal", "vermilion"),
    )
    assert st.SoloRace("lone-wolf", seed=1, colour="teal").colours == ("teal",)


@pytest.mark.clause("SETUP-1")
@pytest.mark.parametrize(
    ("colours", "why"),
    [
        (["blue", "blue"], "blue is taken by sled 0; free are charcoal, vermilion, teal, orchid"),
        (["pink"], "no sled is pink; colours are"),
        (["vermillion"], r"did you mean vermilion\?"),
        (["blue", "teal", "orchid"], "3 colours are too many for 2 sleds"),
        ("blue", "colours are a list"),
        (7, "colours are a list"),
        ([7], "no sled is 7"),
    ],
)
def test_colours_that_cannot_be_had_are_refused(colours: Sequence[str], why: str) -> None:
    with pytest.raises(st.InvalidColour, match=why):
        st.Race("srs", 2, colours=colours)


@pytest.mark.clause("SETUP-1")
def test_colours_are_kept_with_the_race() -> None:
    race = st.Race("srs", 2, seed=1, colours=["orchid", "teal"])
    race.play("@1")
    race.play("@2")
    for position in (
        race,
        race.position(),
        race.view(0),
        race.history[0],
        race.view(0).deal(seed=1),
    ):
        assert [sled.colour for sled in position.sleds] == ["orchid", "teal"]
    assert "\ncolours: orchid teal\n" in race.record()
    assert st.Race.from_record(race.record()).colours == race.colours
    plain = st.Race("srs", 2, seed=1)
    assert "colours" not in plain.record()
    assert st.Race.from_record(plain.record()).colours == ("charcoal", "blue")
    with pytest.raises(st.InvalidRecord, match="line 5: no sled is green"):
        st.Race.from_record(race.record().replace("teal", "green"))


@pytest.mark.clause("SETUP-1")
def test_the_solo_player_has_a_colour_too() -> None:
    race = st.SoloRace("lone-wolf", seed=1, colour="teal")
    assert "\ncolour: teal\n" in race.record()
    assert st.SoloRace.from_record(race.record()).colours == ("teal",)
    with pytest.raises(st.InvalidRecord, match="no sled is green"):
        st.SoloRace.from_record(race.record().replace("colour: teal", "colour: green"))


@pytest.mark.clause("SETUP-1")
@pytest.mark.parametrize("sleds", [0, 6, -1])
def test_one_to_five_sleds_race(sleds: int) -> None:
    with pytest.raises(st.Refused, match="1 to 5 sleds"):
        st.Race("srs", sleds)
