"""The OpenSpiel game, by OpenSpiel's own tests and by ours."""

from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.integration_tests import api_test
from open_spiel.python.algorithms import generate_playthrough, ismcts, mcts, sample_some_states

from snowtails import Refused
from snowtails.adapters.actions import ACTIONS, FIRST_START, discard_action
from snowtails.adapters.openspiel import SnowTailsState, _given, _sample_order
from snowtails.rules.ledger import Ledger
from snowtails.rules.turns import BRAKE, LEFT, turn_number

PLAYTHROUGH = Path(__file__).parent / "snowtails_playthrough.txt"


def played(game: Any, moves: int, seed: int) -> SnowTailsState:
    """Return a state after some random moves, chance included."""
    state, rng = game.new_initial_state(), np.random.default_rng(seed)
    while not state.is_terminal() and state.move_number() < moves:
        if state.is_chance_node():
            actions, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(int(rng.choice(actions, p=chances)))
        else:
            state.apply_action(int(rng.choice(state.legal_actions())))
    return state  # type: ignore[no-any-return]


@pytest.mark.parametrize("players", [2, 5])
def test_it_passes_random_simulations(players: int) -> None:
    game = pyspiel.load_game(f"snowtails(players={players})")
    pyspiel.random_sim_test(game, num_sims=2, serialize=False, verbose=False)


class TestOpenSpielsOwn(api_test.EnforceAPIOnPartialTreeBase):  # type: ignore[misc]
    """OpenSpiel's own tests of every game's interface, for this one, on fewer states."""

    game_name = "snowtails"

    @classmethod
    def setUpClass(cls) -> None:
        cls.game = pyspiel.load_game("snowtails")
        cls.game_type = cls.game.get_type()
        cls.some_states = sample_some_states.sample_some_states(cls.game, max_states=30)


def test_it_keeps_to_the_api() -> None:
    """What the interface says beyond that."""
    game = pyspiel.load_game("snowtails")
    assert game.get_type().short_name == "snowtails"
    state, rng = game.new_initial_state(), np.random.default_rng(1)
    while not state.is_terminal():
        assert state.returns() == [0.0, 0.0]
        if state.is_chance_node():
            outcomes = state.chance_outcomes()
            assert sum(chance for _, chance in outcomes) == pytest.approx(1.0)
            assert state.legal_actions() == [action for action, _ in outcomes]
            state.apply_action(int(rng.choice([action for action, _ in outcomes])))
            continue
        player = state.current_player()
        legal = state.legal_actions()
        assert legal == sorted(set(legal)) == state.legal_actions(player)
        assert state.legal_actions(1 - player) == []
        assert sum(state.legal_actions_mask(player)) == len(legal)
        names = [state.action_to_string(player, action) for action in legal]
        assert len(set(names)) == len(names)
        for seat in range(2):
            tensor = state.information_state_tensor(seat)
            assert len(tensor) == game.information_state_tensor_size()
            assert len(state.observation_tensor(seat)) == game.observation_tensor_size()
        state.apply_action(int(rng.choice(legal)))
    assert state.legal_actions() == []
    assert all(-1 <= value <= 1 for value in state.returns())
    assert state.move_number() <= game.max_history_length()


def test_a_clone_goes_its_own_way() -> None:
    state = played(pyspiel.load_game("snowtails(players=3)"), 24, 4)
    clone, before = state.clone(), str(state)
    assert str(clone) == before
    assert clone.history() == state.history()
    played_on = clone.clone()
    played_on.apply_action(played_on.legal_actions()[0])
    assert str(clone) == str(state) == before
    assert str(played_on) != before
    assert clone.so_far.path is not state.so_far.path  # kernels write there side by side


@pytest.mark.parametrize("moves", [0, 3, 12, 40, 150])
def test_a_dealt_state_looks_the_same_to_its_player(moves: int) -> None:
    state = played(pyspiel.load_game("snowtails(players=3)"), moves, moves)
    rng = np.random.default_rng(1)
    for player in range(3):
        dealt = state.resample_from_infostate(player, rng.random)
        assert dealt.information_state_string(player) == state.information_state_string(player)
        assert dealt.information_state_tensor(player) == state.information_state_tensor(player)
        assert dealt.observation_string(player) == state.observation_string(player)
        assert dealt.current_player() == state.current_player()
        assert len(dealt.history()) == len(state.history())


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ("players=9", "a race has 2 to 5 sleds, not players=9"),
        ("players=1", "a race has 2 to 5 sleds, not players=1"),
        ("rounds=0", "a round limit is 1 to"),
        ("course=nutcraker", "did you mean nutcracker"),
    ],
)
def test_what_makes_no_sense_is_refused(options: str, told: str) -> None:
    with pytest.raises(Refused, match=told):
        pyspiel.load_game(f"snowtails({options})")


@pytest.mark.parametrize("moves", [0, 1, 2, 4, 12, 10_000])
def test_what_is_not_legal_is_refused_and_changes_nothing(moves: int) -> None:
    state = played(pyspiel.load_game("snowtails(players=3,rounds=2)"), moves, 5)
    before, history = str(state), state.history()
    legal = state.legal_actions()
    wrong = next(action for action in range(ACTIONS) if action not in legal)
    for action in (-2, wrong, 99_999):  # OpenSpiel itself refuses -1
        with pytest.raises(Refused, match=f"action {action} is not legal now"):
            state.apply_action(action)
    assert (str(state), state.history(), state.legal_actions()) == (before, history, legal)


def test_an_action_gives_its_cards() -> None:
    assert _given(turn_number(3, LEFT | BRAKE, 1)) == (0, 0, 2, 0, 0)
    assert _given(FIRST_START) == (0,) * 5
    assert _given(discard_action(0o10001)) == (1, 0, 0, 0, 1)


def test_cards_of_others_are_dealt_anew() -> None:
    state = played(pyspiel.load_game("snowtails"), 16, 2)
    rng = np.random.default_rng(1)
    hands = {
        state.resample_from_infostate(0, rng.random).so_far.race[0]["hand"][1].tobytes()
        for _ in range(30)
    }
    assert len(hands) > 5


def test_orders_are_dealt_as_often_as_the_ledger_says() -> None:
    ledger = Ledger((0,) * 5, (1, 2, 1, 0, 2), 4, (0, 1, 0, 0, 1), ((2, (0, 1, 0, 0, 0)),))
    counts, chances = ledger.worlds
    rng, n = np.random.default_rng(1), 6000
    found: Counter[tuple[int, ...]] = Counter()
    for _ in range(n):
        order = _sample_order(ledger.deck, ledger.drawn, ledger.held, ledger.needs, rng.random)
        assert 1 in order[:2]
        found[tuple(order.count(value) for value in range(5))] += 1
    assert set(found) == {tuple(row) for row in counts.tolist()}
    for row, chance in zip(counts.tolist(), chances, strict=True):
        assert abs(found[tuple(row)] / n - chance) < 5 * np.sqrt(chance * (1 - chance) / n) + 1e-9


def test_what_is_public_tells_no_cards() -> None:
    game = pyspiel.load_game("snowtails")
    state = played(game, 30, 3)
    for recalls in (False, True):
        kind = pyspiel.IIGObservationType(
            perfect_recall=recalls, private_info=pyspiel.PrivateInfoType.NONE
        )
        observer, dealt = game.make_py_observer(kind), np.random.default_rng(1).random
        other = state.resample_from_infostate(1, dealt)
        assert observer.string_from(state, 0) == observer.string_from(other, 0)
        observer.set_from(state, 0)
        before = observer.tensor.copy()
        observer.set_from(other, 0)
        assert (observer.tensor == before).all()


def test_ismcts_plays_it() -> None:
    game = pyspiel.load_game("snowtails(rounds=20)")
    evaluator = mcts.RandomRolloutEvaluator(1, np.random.RandomState(1))
    bot = ismcts.ISMCTSBot(game, evaluator, 2.0, 4, random_state=np.random.RandomState(1))
    state = played(game, 20, 1)
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    assert bot.step(state) in state.legal_actions()


def test_the_playthrough_is_as_committed() -> None:
    """`python -m tests.adapters.test_openspiel` writes it anew."""
    lines = playthrough()
    assert lines == PLAYTHROUGH.read_text("utf-8")


def playthrough() -> str:
    """Return OpenSpiel's own account of a race, which is the same on every machine."""
    told: str = generate_playthrough.playthrough("snowtails(rounds=1)", [], seed=7)
    return told + "\n"


if __name__ == "__main__":
    PLAYTHROUGH.write_text(playthrough(), "utf-8")
