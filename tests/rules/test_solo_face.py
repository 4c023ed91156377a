"""`SoloRace` as its users meet it: looking, refusing, copying, previews and reach."""

from datetime import date, timedelta

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from snowtails import Course, SeededDeal
from snowtails.rules import IllegalDraw, IllegalTurn, InvalidRecord, InvalidTurn, Phase
from snowtails.rules.movement import LONGEST_PATH
from snowtails.rules.solo import (
    Drop,
    InvalidGame,
    Line,
    Markers,
    NotSolo,
    OutOfPlay,
    Score,
    SoloGame,
    SoloRace,
    SoloTurn,
    Take,
    daily_course,
    daily_race,
    parse_solo,
    result_line,
)
from snowtails.rules.solo.state import SOLO_STATE
from snowtails.rules.solo.turns import is_solo_turn, solo_drive, solo_turns
from snowtails.rules.turns import TURNS
from tests.rules.random_races import damaged
from tests.rules.solo_tables import COURSE, play, table, texts


def finished(seed: int, *, opponents: bool = False) -> SoloRace:
    """Return a round played at random to its end."""
    rng = np.random.default_rng(seed)
    race = SoloRace(COURSE, opponents=opponents, deal=SeededDeal(seed))
    while race.phase is not Phase.OVER:
        race.play(race.decisions[rng.integers(len(race.decisions))])
    return race


@pytest.mark.clause("SOLO-12", "SOLO-15")
@pytest.mark.parametrize("seed", range(6))
def test_a_round_ends_however_little_somebody_moves_for_every_turn_uses_up_cards(seed: int) -> None:
    race = SoloRace(COURSE, deal=SeededDeal(seed))
    while race.phase is not Phase.OVER:
        if race.phase is Phase.TURN:
            moves = map(race.preview, map(str, race.decisions))
            shortest = min(moves, key=lambda move: (move.dent_count, len(move.path)))
            race.play(str(shortest.turn))
        else:
            race.play(race.decisions[0])
    assert len(race.log) < 60


# -- the state -------------------------------------------------------------------------------------


def test_the_record_has_no_padding_and_its_widest_fields_first() -> None:
    assert SOLO_STATE.fields is not None
    names = SOLO_STATE.names or ()
    assert sum(SOLO_STATE[name].itemsize for name in names) == SOLO_STATE.itemsize
    widths = [SOLO_STATE[name].base.itemsize for name in names]
    assert widths == sorted(widths, reverse=True)
    assert all(SOLO_STATE[name].base.kind == "i" for name in names)


def test_a_copy_goes_its_own_way() -> None:
    race = SoloRace(COURSE, deal=SeededDeal(1))
    other = race.copy()
    play(other, "b12345", "@1")
    assert race.phase is Phase.BONUS
    assert len(race.log) == 0
    assert other.undo().decision == parse_solo("@1")
    assert play(race, "b12345").line == other.line


def test_there_is_nothing_to_take_back_at_first() -> None:
    with pytest.raises(IndexError):
        SoloRace(COURSE, deal=SeededDeal(1)).undo()


# -- previews and reach ----------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(12))
def test_reach_has_every_outcome_of_every_turn(seed: int) -> None:
    rng = np.random.default_rng(seed)
    race = SoloRace(Course.random(rng, solo=True), opponents=seed % 2 == 1, rng=rng)
    path = np.empty(LONGEST_PATH, np.int16)
    while race.phase is not Phase.OVER:
        if race.phase is Phase.TURN:
            wanted: dict[tuple[object, ...], str] = {}
            for turn in race.turns:
                told = race.preview(turn)
                key = (turn.value, turn.places, turn.bonus, turn.rescue)
                hits = frozenset(dent.space for dent in told.dents if dent.cause == "saplings")
                outcome = (told.end, told.stop, told.dent_count, told.wrecked, hits)
                wanted.setdefault((*key, *outcome), str(turn))
                steps = solo_drive(race.state, race.track.spaces, turn.number, path)[0]
                assert len(told.path) == steps
            found: dict[tuple[object, ...], str] = {}
            for out in race.reach():
                assert isinstance(out.turn, SoloTurn)
                key = (out.turn.value, out.turn.places, out.turn.bonus, out.turn.rescue)
                hits = frozenset(out.saplings)
                outcome = (out.end, out.stop, out.dent_count, out.wrecked, hits)
                found.setdefault((*key, *outcome), str(out.turn))
            assert found == wanted
            prices = [move.price for move in race.reach()]
            assert prices == sorted(prices)
        race.play(race.decisions[rng.integers(len(race.decisions))])


@pytest.mark.parametrize("seed", range(8))
def test_a_preview_tells_what_the_turn_does(seed: int) -> None:
    rng = np.random.default_rng(seed)
    race = SoloRace(COURSE, opponents=True, rng=rng)
    while race.phase is not Phase.OVER:
        decision = race.decisions[rng.integers(len(race.decisions))]
        if isinstance(decision, SoloTurn):
            told, before = race.preview(decision), race.mat
            race.play(decision)
            assert race.mat.space == told.end
            assert race.mat.dents >= before.dents + told.dent_count
            assert (race.phase is Phase.OUT) >= (told.discards > 0)
            assert (race.end == "past") == (told.finished and not told.discards)
        else:
            race.play(decision)


# -- refusing --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("3LR", "needs two 3s, you hold one"),
        ("5LB+", "needs two 5s"),
        ("1L", "the route is missing"),
        ("1L:<", "not to the other side"),
        ("1B:>", "there is no drift: leave the route out"),
        ("4L+", "the bonus needs equal dogs"),
        ("@3", "play a turn, as in"),
        ("+1", "play a turn, as in"),
        ("-", "play a turn"),
        ("out3", "play a turn"),
        ("b12345", "play a turn"),
        ("o3f", "play a turn"),
        ("x3", "play a turn"),
    ],
)
def test_a_refusal_says_why_and_what_instead(text: str, why: str) -> None:
    race = table()
    before = race.state.tobytes()
    with pytest.raises(IllegalTurn, match=why) as refused:
        race.play(text)
    assert refused.value.line == race.line
    assert race.state.tobytes() == before


def test_what_is_owed_is_told() -> None:
    race = play(SoloRace(COURSE, drawn=(5, 4, 3, 2, 1, 1, 1, 1)), "b12345")
    race.play("@5", drawn=(2, 2))
    with pytest.raises(IllegalTurn, match="discard 2 cards out of 1 2 2 2 3 4 5"):
        race.play("x1")
    bruised = play(table("1a5", hand="12355"), "5LR")
    with pytest.raises(IllegalTurn, match="put 1 card out of play, of 1 2 3"):
        bruised.play("out5")
    taking = play(table("3c1", hand="11255", face_up="423"), "1LR")
    with pytest.raises(IllegalTurn, match="take 2 cards of those offered, as in"):
        taking.play("+3s")


@pytest.mark.parametrize(
    "text",
    [
        *("", "o3", "o3x", "b1234", "b11234", "@6", "out", "out6", "+", "+11", "+4", "-4", "-12"),
        *("x", "4L*L", "4LRB*B", "6L", "4LRB*", "1L:^?"),
    ],
)
def test_what_is_no_decision_is_refused(text: str) -> None:
    with pytest.raises(InvalidTurn):
        parse_solo(text)


@given(st.text(max_size=8))
def test_any_text_is_a_decision_or_refused(text: str) -> None:
    try:
        decision = parse_solo(text)
    except InvalidTurn:
        return
    assert parse_solo(str(decision)) == decision


@pytest.mark.parametrize("seed", range(6))
def test_every_decision_comes_back_from_its_text_and_its_number(seed: int) -> None:
    rng = np.random.default_rng(seed)
    race = SoloRace(COURSE, opponents=True, rng=rng)
    while race.phase is not Phase.OVER:
        for decision in race.decisions:
            assert parse_solo(str(decision)) == decision
            assert parse_solo(f" {decision} ".upper()) == decision
            assert race.numbered(decision.number) == decision
        race.play(race.decisions[rng.integers(len(race.decisions))])
    assert race.decisions == race.turns == ()


@pytest.mark.parametrize(
    "build",
    [
        lambda: Markers((1, 1, 2, 3, 4)),
        lambda: OutOfPlay((3, 2)),
        lambda: Take(()),
        lambda: Take((2, 1)),
        lambda: Drop(5),
        lambda: SoloTurn(4, "LR", rescue="L"),
    ],
)
def test_decisions_that_cannot_be_are_refused(build: object) -> None:
    with pytest.raises(InvalidTurn):
        build()  # type: ignore[operator]


def test_cards_given_must_fit() -> None:
    with pytest.raises(IllegalDraw, match="more cards are drawn than the 3 given"):
        SoloRace(COURSE, drawn=(1, 2, 3))
    with pytest.raises(IllegalDraw, match="1 card too many given"):
        SoloRace(COURSE, drawn=(1, 2, 3, 4, 5, 1, 2, 3, 4))
    with pytest.raises(IllegalDraw, match="card 5 cannot be a 1"):
        SoloRace(COURSE, drawn=(1,) * 8)
    with pytest.raises(ValueError, match="no deal"):
        SoloRace(COURSE)
    with pytest.raises(ValueError, match="give one of them"):
        SoloRace(COURSE, rng=np.random.default_rng(1), deal=SeededDeal(1))


# -- records ---------------------------------------------------------------------------------------


def test_a_round_on_the_way_can_be_recorded_too() -> None:
    race = play(SoloRace(COURSE, opponents=True, deal=SeededDeal(7)), "o3b")
    assert SoloRace.from_record(race.record()).line == race.line
    with pytest.raises(ValueError, match="from its deal on"):
        table().record()
    with pytest.raises(ValueError, match="cannot be given the header 'score'"):
        race.record({"Score": "12"})


def test_the_reader_forgives_case_blanks_and_comments_and_keeps_headers() -> None:
    race = finished(3)
    text = race.record({"Musher": "Anna"}).replace("setup", "  SETUP ").replace("turn", "Turn")
    assert SoloRace.from_record(f"; mine\n\n{text}".replace("\n", " ; so\r\n")).log == race.log
    assert "musher: Anna" in race.record({"Musher": "Anna"})


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("snowtails solo 1", "snowtails race 1", "line 1: a record of a solo round begins with"),
        ("solo 1", "solo 2", "line 1: format 2 is newer"),
        ("course: ", "curse: ", "line 1: the header course is missing"),
        ("course: s", "course: q", "line 2: course: "),
        ("course: s", "course: srs;", "line 8: straights and curves must alternate|7 straights"),
        ("rules: 1", "rules: 9", "line 4: rules version 9"),
        ("rules: 1", "rules: 1\nrules: 1", "line 5: rules is given twice"),
        ("opponents: 0", "opponents: 2", "line 5: opponents are 0 or 4"),
        ("seed: 3 0", "seed: x", "line 6: seed is one number"),
        ("setup /", "setup /6", "line 8: cards drawn have the values 1–5"),
        ("setup /", "setup /1", "line 8: the deal: "),
        ("setup", "turn 0", "the setup is missing"),
        ("turn 1 ", "turn 2 ", "line 9: turn 1 is next"),
        ("turn 1 ", "turn 1 /3 ", "line 9: cards are drawn after a decision"),
        ("turn 1 ", "turn 1 9Q ", "line 9: '9Q' is no turn"),
        ("score: ", "score: 7", r"line \d+: the score is"),
        ("\nscore", "hello\nscore", r"line \d+: 'hello' is no header, setup or turn"),
    ],
)
def test_what_is_wrong_is_told_with_its_line(old: str, new: str, message: str) -> None:
    text = finished(3).record()
    assert old in text
    with pytest.raises(InvalidRecord, match=message):
        SoloRace.from_record(text.replace(old, new, 1))


@given(damaged(finished(3, opponents=True).record(), " \n:/", "0123456789LRB@xobs+-/:"))
def test_a_damaged_record_is_refused_or_read(text: str) -> None:
    try:
        SoloRace.from_record(text)
    except InvalidRecord:
        return


# -- the game --------------------------------------------------------------------------------------


def test_a_game_of_three_rounds_comes_back_from_its_record() -> None:
    game = SoloGame()
    for seed in range(3):
        assert game.grade is None
        game = game.after(finished(seed))
        assert SoloGame.from_record(game.record()) == game
    assert game.over
    assert game.grade is not None
    with pytest.raises(InvalidGame, match="all have been played"):
        game.after(finished(4))
    with pytest.raises(InvalidRecord, match="all have been played"):
        SoloGame.from_record(game.record() + finished(4).record())
    with pytest.raises(InvalidRecord, match="line 2: the points are"):
        SoloGame.from_record(game.record().replace("points: ", "points: 1", 1))
    with pytest.raises(InvalidGame, match="not over"):
        SoloGame().after(SoloRace(COURSE, deal=SeededDeal(1)))


# -- the daily trail -------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(4))
def test_a_turn_may_be_played_if_it_is_among_the_turns(seed: int) -> None:
    race = SoloRace("lone-wolf", seed=seed)
    rng = np.random.default_rng(seed)
    while race.phase is not Phase.OVER:
        if race.phase is Phase.TURN:
            listed = solo_turns(race.state).tolist()
            assert [n for n in range(TURNS) if is_solo_turn(race.state, n)] == listed
        race.play(race.decisions[rng.integers(len(race.decisions))])


def test_a_day_has_one_course_and_one_deal() -> None:
    day = date(2026, 3, 9)
    assert daily_race(day).line == daily_race(day).line
    days = [day + timedelta(n) for n in range(7)]
    assert len({daily_course(each).line for each in days}) == 7
    assert not any(daily_course(each).solo_reasons for each in days)
    assert [daily_race(each).opponents for each in days] == [False] * 5 + [True] * 2


def test_the_line_to_share_spoils_nothing() -> None:
    scores = [
        Score((Line("wrecked", "SOLO-15", 0),), 2),
        Score((Line("length", "SOLO-16", 4), Line("setup", "SOLO-18", 2)), 2),
        Score((Line("past", "SOLO-16", 7), Line("cards", "SOLO-16", 3)), 2),
    ]
    assert result_line(date(2026, 3, 9), scores) == "Snow Tails 2026-03-09 10 💥🛷🏁"
    assert result_line(date(2026, 3, 9), []) == "Snow Tails 2026-03-09 0"


def test_a_course_that_is_not_solo_is_refused() -> None:
    with pytest.raises(NotSolo):
        SoloRace(Course.load("nutcracker"), deal=SeededDeal(1))


def test_the_start_shows_what_there_is() -> None:
    race = SoloRace(COURSE, deal=SeededDeal(1))
    assert race.mat.space is None
    assert race.offered == ()
    assert race.placing is None
    assert race.words_used == (8, 0)
    with pytest.raises(ValueError, match="not on the track"):
        race.reach()
    assert texts(race)[0] == "b12345"


def test_in_every_phase_each_move_in_reach_can_be_previewed() -> None:
    seen = set()
    for seed in range(8):
        rng = np.random.default_rng(seed)
        race = SoloRace(COURSE, opponents=True, rng=rng)
        while not race.over:
            if race.mat.space is None:
                with pytest.raises(ValueError, match="not on the track"):
                    race.preview("3L")
            else:
                seen.add(race.phase)
                for move in race.reach()[::5]:
                    assert race.preview(move.turn) == move
            race.play(race.decisions[rng.integers(len(race.decisions))])
        with pytest.raises(ValueError, match="not on the track"):
            race.reach()
        assert (race.sleds[0].space is None) == (race.end == "wrecked")
    assert {Phase.TURN, Phase.DROP} <= seen
