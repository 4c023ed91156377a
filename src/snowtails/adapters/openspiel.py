"""Snow Tails for OpenSpiel: the game `snowtails`, with explicit chance.

    >>> import pyspiel
    >>> import snowtails.adapters.openspiel  # registers the game
    >>> game = pyspiel.load_game("snowtails(players=2,course=nutcracker)")
    >>> state = game.new_initial_state()
    >>> state.is_chance_node(), state.chance_outcomes()
    (True, [(0, 0.5), (1, 0.5)])

| parameter | |
|---|---|
| `players` | 2 to 5 sleds; 2 unless said otherwise |
| `course` | a shipped course or a course line; `nutcracker` unless said otherwise |
| `rounds` | a race is broken off after so many rounds, 60 unless said otherwise |

Actions are those of `encoding`. Chance first says who chooses a start space next, then, one card at
a time, the value drawn less one, with the probabilities of the sled's own deck. Returns are given
by place, 1 for the first down to -1 for the last; who is wrecked, or still on the track when a race
is broken off, has no place and gets -1.

An *observation* is that of `encoding`. An *information state* is everything that a seat has seen
since the beginning: who chose when, all decisions, how many cards each sled drew, and the values of
its own. As a string it lists them; as a tensor it is the observation, followed by what was seen:
one number for each decision (sled and action) and one for each own card.

`state.resample_from_infostate(player, sampler)` deals the hidden cards anew, with the exact
probabilities of all orders of the others' decks that fit what they have played, so that OpenSpiel's
ISMCTS plays it.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

import numpy as np
import pyspiel

from ..course import Course, Refused
from ..mushers.asking import checked_limit
from ..rules.cards import draw_given
from ..rules.choices import numbered_decision
from ..rules.decide import decide
from ..rules.flow import after_draw, let_choose, set_up
from ..rules.movement import LONGEST_PATH
from ..rules.position import RacePosition
from ..rules.position_line import write_position
from ..rules.state import DRAW, MOST_SLEDS, OVER, TURN, VALUES, empty_state, state_of
from ..rules.turns import CARDS, legal_turns, turn_parts
from . import observing, stepping
from .actions import DISCARDS, FIRST_DISCARD, FIRST_START, decision_of, is_legal, write_mask
from .encoding import ACTIONS, SIZE, pieces, scaled, windows_of

_ROUNDS = 60
_DEFAULTS: dict[str, Any] = {"players": 2, "course": "nutcracker", "rounds": _ROUNDS}

_GAME_TYPE = pyspiel.GameType(
    short_name="snowtails",
    long_name="Snow Tails",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.GENERAL_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=MOST_SLEDS,
    min_num_players=2,
    provides_information_state_string=True,
    provides_information_state_tensor=True,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification=_DEFAULTS,
)

_FIRST_HAND = 7
"""Cards that a sled draws at most for its first hand (SETUP-6)."""

_CARDS_A_ROUND = 5
"""Cards that a sled draws at most in a round: five by TURN-4, less the dent, and one refilled."""


class Setup:
    """What all states of a game share."""

    def __init__(self, params: dict[str, Any]) -> None:
        given = _DEFAULTS | params
        self.players, self.rounds = int(given["players"]), checked_limit(int(given["rounds"]))
        if not 2 <= self.players <= MOST_SLEDS:
            raise Refused(f"a race has 2 to {MOST_SLEDS} sleds, not players={self.players}")
        self.course = Course.of(str(given["course"]))
        self.spaces = self.course.track.spaces
        self.windows = windows_of(self.course.track)
        self.saplings = np.array(self.course.track.saplings, np.int16)
        self.fresh = empty_state()
        set_up(self.fresh, self.spaces, self.players)
        # A sled that moves may have to discard too.
        self.decisions = self.players * (1 + 2 * self.rounds)
        self.cards = _FIRST_HAND + _CARDS_A_ROUND * self.rounds


class SnowTailsGame(pyspiel.Game):  # type: ignore[misc] # OpenSpiel has no types
    """A race on a course; see the module's page."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        self.setup = Setup(params or {})
        info = pyspiel.GameInfo(
            num_distinct_actions=ACTIONS,
            max_chance_outcomes=VALUES,
            num_players=self.setup.players,
            min_utility=-1.0,
            max_utility=1.0,
            max_game_length=self.setup.decisions,
        )
        super().__init__(_GAME_TYPE, info, params or {})

    def new_initial_state(self) -> "SnowTailsState":
        """Return a race in which nobody has chosen a start space."""
        return SnowTailsState(self)

    def max_chance_nodes_in_history(self) -> int:
        """Return how often chance can decide in one race."""
        return self.setup.players * (1 + self.setup.cards)

    def make_py_observer(
        self, iig_obs_type: Any = None, params: dict[str, Any] | None = None
    ) -> "SnowTailsObserver":
        """Return what observes a state for a player."""
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        return SnowTailsObserver(self.setup, kind, params)


FIRST, DECIDES, SHUFFLES, DRAWS = range(4)
"""What happens in a race: a sled chooses its start space next, decides, shuffles, draws."""

HIDDEN = -1
"""In place of the card that somebody else drew."""

NOBODY = -1
"""In place of a player: whoever looks on."""

Event = tuple[int, int, int]
"""What happened, to which sled, and the action taken or the value drawn less one."""


class Progress:
    """How far a race is: what OpenSpiel copies when it clones a state."""

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self.race = state_of(setup.fresh.tobytes())
        self.choosing: list[int] = []
        self.events: list[Event] = []
        self.player: int = pyspiel.PlayerId.CHANCE
        self.path = np.empty(LONGEST_PATH, np.int16)
        """Room for the way of a move; one each, as kernels run without Python's lock."""

    def __deepcopy__(self, memo: dict[int, Any]) -> "Progress":
        made = Progress(self.setup)
        made.race = state_of(self.race.tobytes())
        made.choosing, made.events = self.choosing.copy(), self.events.copy()
        made.player = self.player
        return made

    @property
    def ordered(self) -> bool:
        """Whether it is known in which order start spaces are chosen."""
        return len(self.choosing) == self.setup.players


class SnowTailsState(pyspiel.State):  # type: ignore[misc] # OpenSpiel has no types
    """A race under way; see the module's page."""

    def __init__(self, game: SnowTailsGame) -> None:
        super().__init__(game)
        self.so_far = Progress(game.setup)

    # -- who, and what ------------------------------------------------------------------------

    def current_player(self) -> int:
        """Return who decides."""
        return self.so_far.player

    def is_terminal(self) -> bool:
        """Return whether the race is over, or broken off."""
        return bool(self.so_far.player == pyspiel.PlayerId.TERMINAL)

    def _legal_actions(self, player: int) -> list[int]:
        """Return what the sled that decides may do, in ascending order."""
        race = self.so_far.race
        if race[0]["phase"] == TURN:
            turns: list[int] = legal_turns(race, player).tolist()
            return turns
        mask = np.empty(ACTIONS, np.int8)
        write_mask(race, self.so_far.setup.spaces, mask)
        found: list[int] = np.flatnonzero(mask).tolist()
        return found

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return who may choose next, or which cards may be drawn, with their probabilities."""
        so_far = self.so_far
        if not so_far.ordered:
            sleds = range(so_far.setup.players)
            left = [sled for sled in sleds if sled not in so_far.choosing]
            return [(sled, 1.0 / len(left)) for sled in left]
        record = so_far.race[0]
        deck = record["deck"][record["actor"]].tolist()
        if not any(deck):
            deck = record["used"][record["actor"]].tolist()  # HAND-3
        total = sum(deck)
        return [(value, count / total) for value, count in enumerate(deck) if count]

    # -- going on -----------------------------------------------------------------------------

    def _apply_action(self, action: int) -> None:
        """Take an action of chance or of the sled that decides, if it is legal."""
        so_far = self.so_far
        if not self._is_legal(action):
            raise Refused(f"action {action} is not legal now\n  in {self}")
        race, setup = so_far.race, so_far.setup
        if not so_far.ordered:
            self._choose_next(action)
        elif race[0]["phase"] == DRAW:
            self._draw(action)
        else:
            so_far.events.append((DECIDES, so_far.player, action))
            decide(race, setup.spaces, decision_of(action), so_far.path)
        record = race[0]
        if not so_far.ordered or record["phase"] == DRAW:
            so_far.player = pyspiel.PlayerId.CHANCE
        elif record["phase"] == OVER or record["round"] > setup.rounds:
            so_far.player = pyspiel.PlayerId.TERMINAL
        else:
            so_far.player = int(record["actor"])

    def _is_legal(self, action: int) -> bool:
        """Return whether chance, or the sled that decides, may take an action."""
        if self.is_chance_node():
            return any(action == outcome for outcome, _ in self.chance_outcomes())
        so_far = self.so_far
        return not self.is_terminal() and is_legal(so_far.race, so_far.setup.spaces, action)

    def _choose_next(self, sled: int) -> None:
        """Let a sled choose its start space next; the last one follows by itself (SETUP-5)."""
        so_far = self.so_far
        so_far.events.append((FIRST, sled, sled))
        so_far.choosing.append(sled)
        if len(so_far.choosing) == so_far.setup.players - 1:
            so_far.choosing += set(range(so_far.setup.players)) - set(so_far.choosing)
            let_choose(so_far.race, np.array(so_far.choosing, np.int8))

    def _draw(self, action: int) -> None:
        race, events = self.so_far.race, self.so_far.events
        record = race[0]
        sled = int(record["actor"])
        if not record["deck"][sled].any():
            events.append((SHUFFLES, sled, 0))
        events.append((DRAWS, sled, action))
        draw_given(race, sled, action + 1)
        record["owed"] -= 1
        if not record["owed"]:
            after_draw(race, self.so_far.setup.spaces)

    def returns(self) -> list[float]:
        """Return the rewards by place once the race is over, zeros before."""
        sleds = range(self.so_far.setup.players)
        if not self.is_terminal():
            return [0.0 for _ in sleds]
        return [float(stepping.reward_of(self.so_far.race, sled)) for sled in sleds]

    # -- telling ------------------------------------------------------------------------------

    def _action_to_string(self, player: int, action: int) -> str:
        so_far = self.so_far
        if player == pyspiel.PlayerId.CHANCE:
            return f"draw {action + 1}" if so_far.ordered else f"sled {action} chooses next"
        race, spaces = so_far.race, so_far.setup.spaces
        if player == so_far.player and is_legal(race, spaces, action):
            return str(numbered_decision(race, int(decision_of(action))))
        return f"action {action}"

    def __str__(self) -> str:
        if not self.so_far.ordered:
            return "choosing: " + " ".join(map(str, self.so_far.choosing))
        return self.line()

    def line(self, hidden: Sequence[int] = ()) -> str:
        """Return the position line, in which the cards of some sleds are question marks."""
        course, race = self.so_far.setup.course, self.so_far.race
        if race[0]["phase"] != DRAW:
            return write_position(course, race, hidden=hidden)
        race = state_of(race.tobytes())
        race[0]["phase"] = TURN  # position lines know no cards that are still to be drawn
        return f"{write_position(course, race, hidden=hidden)}, {race[0]['owed']} to draw"

    @property
    def position(self) -> RacePosition:
        """The race as a position, to be looked at or drawn."""
        return RacePosition(self.so_far.setup.course, self.so_far.race)

    def seen(self, player: int) -> Iterator[Event]:
        """Give what a player has seen: everything, but not which cards others draw."""
        for event in self.so_far.events:
            kind, sled, _ = event
            yield (kind, sled, HIDDEN) if kind == DRAWS and sled != player else event

    # -- dealing anew -------------------------------------------------------------------------

    def resample_from_infostate(
        self, player: int, sampler: Callable[[], float]
    ) -> "SnowTailsState":
        """Return a race that the player cannot tell from this one, with hidden cards dealt anew."""
        others = [sled for sled in range(self.so_far.setup.players) if sled != player]
        dealt = {sled: iter(self._deal(sled, sampler)) for sled in others}
        made: SnowTailsState = self.get_game().new_initial_state()
        for kind, sled, action in self.so_far.events:
            if kind == DRAWS and sled != player:
                made.apply_action(next(dealt[sled]))
            elif kind != SHUFFLES:
                made.apply_action(action)
        return made

    def _deal(self, sled: int, sampler: Callable[[], float]) -> list[int]:
        """Return cards that a sled may have drawn, all since the beginning, values less one."""
        found: list[int] = []
        for epoch in self._epochs(sled):
            found += _sample_order(
                tuple(epoch.deck), len(epoch.drawn), tuple(epoch.held), tuple(epoch.needs), sampler
            )
        return found

    def _epochs(self, sled: int) -> "list[_Epoch]":
        """Split what happened to a sled's cards at its reshuffles."""
        epochs = [_Epoch([0] * VALUES)]
        hand = [0] * VALUES
        for kind, who, action in self.so_far.events:
            if who != sled:
                continue
            if kind == SHUFFLES:
                epochs.append(_Epoch(hand.copy()))
            elif kind == DRAWS:
                epochs[-1].drawn.append(action)
                hand[action] += 1
            elif kind == DECIDES:
                given = _given(action)
                hand = [held - lost for held, lost in zip(hand, given, strict=True)]
                epochs[-1].give(given)
        for epoch in epochs:
            for value in epoch.drawn:
                epoch.deck[value] += 1
        left = self.so_far.race[0]["deck"][sled].tolist()
        epochs[-1].deck = [drawn + more for drawn, more in zip(epochs[-1].deck, left, strict=True)]
        return epochs


@dataclass
class _Epoch:
    """What is public about a sled's cards from one reshuffle to the next; see `rules.ledger`."""

    held: list[int]
    drawn: list[int] = field(default_factory=list)
    deck: list[int] = field(default_factory=lambda: [0] * VALUES)
    needs: list[tuple[int, tuple[int, ...]]] = field(default_factory=list)
    """When cards were given: how many had been drawn by then, and all given since."""

    def give(self, cards: Sequence[int]) -> None:
        before = self.needs[-1][1] if self.needs else (0,) * VALUES
        given = tuple(all_ + now for all_, now in zip(before, cards, strict=True))
        self.needs.append((len(self.drawn), given))


@lru_cache(maxsize=4096)
def _given(action: int) -> tuple[int, ...]:
    """Return the cards that an action gives away, as counts by value."""
    if action >= FIRST_DISCARD:
        return tuple(DISCARDS[action - FIRST_DISCARD].tolist())
    counts = [0] * VALUES
    if action < FIRST_START:
        value, places, _ = turn_parts(action)
        counts[value - 1] = int(CARDS[places])
    return tuple(counts)


_Layers = tuple[dict[tuple[int, ...], float], ...]


@lru_cache(maxsize=64)  # each may hold thousands of tuples
def _ways(
    deck: tuple[int, ...],
    drawn: int,
    held: tuple[int, ...],
    needs: tuple[tuple[int, tuple[int, ...]], ...],
) -> _Layers:
    """Count the orders in which cards may have been drawn, after each of them."""
    needed = dict(needs)  # of several at one time the last asks most
    layers: list[dict[tuple[int, ...], float]] = [{(0,) * VALUES: 1.0}]
    for count in range(drawn + 1):
        if count in needed:
            least = [max(g - h, 0) for g, h in zip(needed[count], held, strict=True)]
            layers[count] = {
                cards: ways
                for cards, ways in layers[count].items()
                if all(c >= n for c, n in zip(cards, least, strict=True))
            }
        if count < drawn:
            after: dict[tuple[int, ...], float] = {}
            for cards, ways in layers[count].items():
                for value in range(VALUES):
                    if copies := deck[value] - cards[value]:
                        more = (*cards[:value], cards[value] + 1, *cards[value + 1 :])
                        after[more] = after.get(more, 0.0) + ways * copies
            layers.append(after)
    return tuple(layers)


def _sample_order(
    deck: tuple[int, ...],
    drawn: int,
    held: tuple[int, ...],
    needs: tuple[tuple[int, tuple[int, ...]], ...],
    sampler: Callable[[], float],
) -> list[int]:
    """Return an order of draws, each that fits with the right probability: backwards."""
    layers = _ways(deck, drawn, held, needs)
    cards = _pick(layers[-1], sampler)
    found = []
    for count in range(drawn - 1, -1, -1):
        before = {}
        for value in range(VALUES):
            fewer = (*cards[:value], cards[value] - 1, *cards[value + 1 :])
            if fewer in layers[count]:
                before[value] = layers[count][fewer] * (deck[value] - fewer[value])
        value = _pick(before, sampler)
        found.append(value)
        cards = (*cards[:value], cards[value] - 1, *cards[value + 1 :])
    return found[::-1]


def _pick(weights: dict[Any, float], sampler: Callable[[], float]) -> Any:
    """Return one of the keys, by their weights."""
    share = sampler() * sum(weights.values())
    for key, weight in weights.items():
        share -= weight
        if share < 0:
            return key
    return key


class SnowTailsObserver:
    """What a player sees of a race, as a tensor and as a string; see the module's page."""

    def __init__(self, setup: Setup, kind: Any, params: dict[str, Any] | None) -> None:
        if params:
            raise ValueError(f"there are no parameters of an observation, such as {params}")
        self._setup, self._recalls = setup, bool(kind.perfect_recall)
        self._private = kind.private_info != pyspiel.PrivateInfoType.NONE
        self._seen = np.zeros(SIZE, np.int8)
        past = setup.players + setup.decisions + setup.cards if self._recalls else 0
        self.tensor = np.zeros(SIZE + past, np.float32)
        self.dict = {"observation": self.tensor[:SIZE]}
        if self._recalls:
            self.dict["past"] = self.tensor[SIZE:]

    def set_from(self, state: SnowTailsState, player: int) -> None:
        """Write what a player sees into the tensor."""
        setup, race = self._setup, state.so_far.race
        observing.observe(race, setup.spaces, setup.windows, setup.saplings, player, self._seen)
        if not self._private:
            own = pieces(self._seen)
            own["hand"][:] = own["deck"][:] = 0
        self.dict["observation"][:] = scaled(self._seen)
        if self._recalls:
            numbers = [
                (sled * _NUMBERS + action + 1 + (ACTIONS if kind == DRAWS else 0)) / _MOST_NUMBER
                for kind, sled, action in state.seen(self._eyes(player))
                if kind != SHUFFLES and action != HIDDEN
            ]
            self.dict["past"][:] = 0
            self.dict["past"][: len(numbers)] = numbers

    def _eyes(self, player: int) -> int:
        """Return by whose eyes a state is seen: nobody's, if only what is public counts."""
        return player if self._private else NOBODY

    def string_from(self, state: SnowTailsState, player: int) -> str:
        """Return what a player sees as a string."""
        who = f"sled {player}" if self._private else "all"
        if self._recalls:
            events = (
                _TOLD[kind].format(sled, "?" if action == HIDDEN else action)
                for kind, sled, action in state.seen(self._eyes(player))
            )
            return f"{who}: " + " ".join(events)
        if not state.so_far.ordered:
            return f"{who}: choosing {state.so_far.choosing}"
        others = [sled for sled in range(self._setup.players) if sled != self._eyes(player)]
        return f"{who}: {state.line(hidden=others)}"


_NUMBERS = ACTIONS + VALUES + 1
_MOST_NUMBER = MOST_SLEDS * _NUMBERS
_TOLD = {FIRST: "@{0}", DECIDES: "{0}:{1}", SHUFFLES: "{0}~", DRAWS: "{0}+{1}"}

pyspiel.register_game(_GAME_TYPE, SnowTailsGame)
