"""Run a round of the solo game by the rulebook, in slow plain Python, as a second opinion.

Written from the clauses SOLO-1 to SOLO-19 and from nothing else: it shares the track of the naive
race and no code with the engine. Cards are lists of values, opponents are objects, and the turn is
told from top to bottom: wherever the player has to choose, the round waits as a generator.
"""

from collections.abc import Callable, Generator
from dataclasses import dataclass
from itertools import combinations, permutations
from typing import Any

from tests.naive import (
    FULL_HAND,
    MOST_DENTS,
    VALUES,
    Space,
    Track,
    choices_of_places,
    counts,
    routes,
)

Draw = Callable[[str, list[int]], int]
Choosing = Generator[list[str], str, None]


@dataclass
class Opponent:
    """An opponent: where it stands, and whether it faces forward, towards red."""

    space: Space
    forward: bool

    def face_inward(self) -> None:
        """On an edge lane it always faces inward (SOLO-4)."""
        if self.space.lane == 4:
            self.forward = False
        elif self.space.lane == 0:
            self.forward = True


class RoundOver(Exception):
    """The round has ended (SOLO-15)."""


class NaiveSolo:
    """One round; `draw(deck, counts)` names the value drawn from the "cards" or the "spare" deck.

    `legal` lists what may be decided; `play` decides and goes on to the next decision. `events`
    tells each turn that is complete, all that came of it included.
    """

    def __init__(self, tiles: list[str], flag: str, opponents: bool, draw: Draw) -> None:
        self.tiles = tiles
        self.track = Track({"tiles": tiles, "flag": flag})
        self.with_opponents = opponents
        self.draw = draw
        self.stack = list(VALUES) * 4  # SETUP-3
        self.spare = list(VALUES) * 4
        self.hand: list[int] = []
        self.face_up: list[int | None] = [None] * 3
        self.discards: list[int] = []
        self.buried: list[int] = []
        self.out: list[int] = []
        self.markers: list[int] = []
        self.brakes: set[int] = set()
        self.left, self.right, self.brake = 3, 3, 3  # SETUP-2
        self.left_is_card = self.right_is_card = False
        self.space: Space | None = None
        self.opponents: list[Opponent] = []
        self.saplings = self.track.saplings()
        self.dents = 0
        self.turn = 0
        self.phase = ""
        self.end: str | None = None
        self.legal: list[str] = []
        self.events: list[dict[str, Any]] = []
        self.event: dict[str, Any] = {}
        self.story = self.tell()
        self.legal = next(self.story)

    def play(self, text: str) -> None:
        """Take a decision; raise ValueError if it is not legal."""
        if text not in self.legal:
            raise ValueError(f"{text!r} is not legal in phase {self.phase}: {self.legal}")
        try:
            self.legal = self.story.send(text)
        except StopIteration:
            self.legal = []

    def tell(self) -> Choosing:
        """Tell the whole round."""
        try:
            yield from self.set_up()
            while True:
                yield from self.take_turn()
        except RoundOver as over:
            self.phase, self.end = "over", str(over)
            self.complete_event()

    # Setup

    def set_up(self) -> Choosing:
        if self.with_opponents:
            for _ in range(4):
                yield from self.place_opponent()
        for _ in range(5):  # SOLO-5
            self.hand.append(self.top())
        for slot in range(3):
            self.face_up[slot] = self.top()
        self.phase = "bonus"  # SOLO-6
        chosen = yield ["b" + "".join(map(str, order)) for order in permutations(VALUES)]
        self.markers = [int(marker) for marker in chosen[1:]]
        self.phase = "start"  # SOLO-7
        chosen = yield [f"@{number}" for number in VALUES]
        number = int(chosen[1:])
        self.space = self.track.start_space(number)
        for _ in range({4: 1, 5: 2}.get(number, 0)):
            self.hand.append(self.top())
        if len(self.hand) > FULL_HAND:
            given = yield from self.choose_cards("surplus", "x", len(self.hand) - FULL_HAND)
            self.discards += given

    def place_opponent(self) -> Choosing:
        """Draw a row and a column until some plain straight has the space free (SOLO-3)."""
        while True:
            row, column = self.from_spare(), self.from_spare()
            lane = 5 - column  # column 1 is the red side, on the right
            plain = [i for i, name in enumerate(self.tiles, start=1) if name == "straight"]
            taken = [each.space for each in self.opponents]
            free = [tile for tile in plain if Space(tile, lane, row) not in taken]
            if free:
                break
        facings = "b" if lane == 4 else "f" if lane == 0 else "fb"  # SOLO-4
        self.phase = "place"
        chosen = yield [f"o{tile}{facing}" for tile in free for facing in facings]
        tile, facing = int(chosen[1:-1]), chosen[-1]
        self.opponents.append(Opponent(Space(tile, lane, row), facing == "f"))

    def from_spare(self) -> int:
        value = self.draw("spare", counts(self.spare))
        self.spare.remove(value)
        return value

    def top(self) -> int:
        """Take the top card of the stack."""
        value = self.draw("cards", counts(self.stack))
        self.stack.remove(value)
        return value

    def choose_cards(self, phase: str, letter: str, n: int) -> Generator[list[str], str, list[int]]:
        """Let the player give up n cards of the hand."""
        self.phase = phase
        some = sorted(set(combinations(sorted(self.hand), n)))
        chosen = yield [letter + "".join(map(str, cards)) for cards in some]
        given = [int(value) for value in chosen.removeprefix(letter)]
        for value in given:
            self.hand.remove(value)
        return given

    # A turn

    def take_turn(self) -> Choosing:
        self.turn += 1
        self.see_whether_cards_are_left()
        if not self.hand:  # SOLO-15, TURN-4
            self.dent("no_cards")
            self.fill_up()
        self.complete_event()
        self.phase = "turn"
        chosen = yield self.turns()
        bumped = self.move(chosen)
        if len(self.hand) + self.dents > FULL_HAND:  # SOLO-14
            surplus = len(self.hand) + self.dents - FULL_HAND
            self.out += yield from self.choose_cards("out", "out", surplus)
        if self.past_line():
            raise RoundOver("past")
        self.see_whether_cards_are_left()
        if not bumped:
            yield from self.refill(len(self.places_of(chosen)))
        yield from self.move_opponents()
        self.advance()

    def see_whether_cards_are_left(self) -> None:
        if not (self.hand or any(self.face_up) or self.stack or self.discards):
            raise RoundOver("no_cards")  # SOLO-15

    def past_line(self) -> bool:
        return self.standing().tile >= self.track.finish

    def standing(self) -> Space:
        assert self.space is not None
        return self.space

    @staticmethod
    def places_of(text: str) -> str:
        return "".join(c for c in text.partition(":")[0].partition("*")[0] if c in "LRB")

    def turns(self) -> list[str]:
        texts = []
        for value in sorted(set(self.hand)):
            for places in choices_of_places(self.hand.count(value)):
                if "B" in places and value == self.brake:  # SOLO-8
                    continue
                left = value if "L" in places else self.left
                right = value if "R" in places else self.right
                speed = left + right - (value if "B" in places else self.brake)
                drift = right - left
                if drift and speed >= 1:
                    texts += [f"{value}{places}:{route}" for route in routes(speed, drift)]
                    continue
                plain = [f"{value}{places}"]
                top = self.markers[0] if self.markers else 0
                if drift == 0 and self.turn > 1 and top and speed + top >= 1:  # SOLO-9
                    plain.append(f"{value}{places}+")
                texts += plain
                if places == "LRB":  # SOLO-11
                    dogs = [("L", self.left_is_card), ("R", self.right_is_card)]
                    texts += [f"{text}*{dog}" for text in plain for dog, card in dogs if card]
        return texts

    def move(self, text: str) -> bool:
        """Play cards and move; return whether the move ended at an opponent."""
        cards, _, route = text.partition(":")
        cards, _, rescue = cards.partition("*")
        self.lay(int(cards[0]), self.places_of(cards), rescue)
        bonus = self.markers.pop(0) if "+" in cards else 0  # SOLO-9
        speed = self.left + self.right - self.brake + bonus
        self.begin_event(speed, bonus)
        crossed, stop = [], None
        for step in route or "^" * max(speed, 0):
            target = self.track.step(self.standing(), step)
            if target is None:
                stop = "side"
                break
            if target in [each.space for each in self.opponents]:
                stop = "sled"
                break
            tile = self.track.tiles[target.tile]
            if target.tile != self.standing().tile and tile.inside is not None:
                crossed.append(tile.limit)
            self.space = target
            self.event["path"].append(str(target))
            if target in self.saplings:
                self.saplings.remove(target)
                self.dent("saplings")
        self.event["stop"] = stop
        for limit in crossed:
            for _ in range(speed - limit):
                self.dent("speeding")
        if stop == "side":
            self.dent("side")
        return stop == "sled"

    def lay(self, value: int, places: str, rescue: str) -> None:
        for _ in places:
            self.hand.remove(value)
        if "L" in places:
            if self.left_is_card:
                (self.discards if rescue == "L" else self.buried).append(self.left)
            self.left, self.left_is_card = value, True
        if "R" in places:
            if self.right_is_card:
                (self.discards if rescue == "R" else self.buried).append(self.right)
            self.right, self.right_is_card = value, True
        if "B" in places:
            (self.out if value in self.brakes else self.discards).append(value)  # SOLO-8
            self.brakes.add(value)
            self.brake = value

    def dent(self, cause: str) -> None:
        """Take a dent; past the line only up to four (DENT-4)."""
        if self.dents == MOST_DENTS and self.past_line():
            return
        self.dents += 1
        self.event["dents"][cause] += 1
        if self.dents > MOST_DENTS:
            raise RoundOver("wrecked")

    # Cards after the move

    def missing(self) -> int:
        return FULL_HAND - len(self.hand) - self.dents

    def refill(self, n: int) -> Choosing:
        """Refill the hand after n cards were played (SOLO-10)."""
        if n > 1:
            offered = [str(slot + 1) for slot in range(n) if self.face_up[slot]]
            offered += ["s"] if self.stack else []
            wanted = min(self.missing(), n)
            taken: list[str] = []
            if wanted >= len(offered):
                taken = offered
            elif wanted > 0:
                self.phase = "take"
                chosen = yield ["+" + "".join(some) for some in combinations(offered, wanted)]
                taken = list(chosen[1:])
            for slot in taken:
                self.hand.append(self.taken_from(slot))
            rest = [slot for slot in offered if slot not in taken]
            if rest:
                self.phase = "drop"
                chosen = yield ["-", *(f"-{slot}" for slot in rest)]
                if chosen != "-":
                    self.discards.append(self.taken_from(chosen[1]))
        self.fill_up()

    def taken_from(self, slot: str) -> int:
        if slot == "s":
            return self.top()
        card = self.face_up[int(slot) - 1]
        assert card is not None
        self.face_up[int(slot) - 1] = None
        return card

    def fill_up(self) -> None:
        """Take #1, #2, #3, then the stack, up to five."""
        for slot in "123":
            if self.missing() > 0 and self.face_up[int(slot) - 1]:
                self.hand.append(self.taken_from(slot))
        while self.missing() > 0 and self.stack:
            self.hand.append(self.top())

    def advance(self) -> None:
        """Slide the face-up cards down and fill them from the stack (SOLO-13)."""
        cards = [card for card in self.face_up if card]
        self.shuffle_if_empty()
        while len(cards) < 3 and self.stack:
            cards.append(self.top())
            self.shuffle_if_empty()
        self.face_up = [*cards, *[None] * (3 - len(cards))]

    def shuffle_if_empty(self) -> None:
        if not self.stack:
            self.stack, self.discards = self.discards, []

    # Opponents

    def move_opponents(self) -> Choosing:
        for each in self.opponents:
            target = each.space._replace(lane=each.space.lane + (1 if each.forward else -1))
            if target == self.space:
                self.dent("opponents")
                if self.hand:
                    self.out += yield from self.choose_cards("out", "out", 1)
            elif target in [other.space for other in self.opponents]:
                each.forward = not each.forward
                each.face_inward()
            else:
                each.space = target
                each.face_inward()

    # Score

    def setup_points(self) -> int:
        """Count what the course is worth (SOLO-2)."""
        names = self.tiles
        drifts = names.count("snowdrift-left") + names.count("snowdrift-right")
        saplings = {0: 0, 1: 2, 2: 5}[names.count("saplings")]
        return (drifts == 2) + names.count("chasm") + saplings + self.with_opponents

    def score(self) -> int:
        """Count the points of a round that is over (SOLO-15 to SOLO-18)."""
        if self.end == "wrecked":
            return 0
        tile = self.standing().tile
        setup = self.setup_points()
        few = self.dents if self.dents < 3 else None
        if self.past_line():
            return 7 + len(self.hand) + ({0: 4, 1: 2, 2: 1}[few] if few is not None else 0) + setup
        back = len(self.tiles) - tile  # 0 on the last length
        points = [4, 1, 0, -2][back] if back < 4 else -4
        if few is not None and back == 0:
            points += {0: 5, 1: 3, 2: 2}[few]
        if few is not None and back == 1:
            points += {0: 6, 1: 4, 2: 3}[few]
        return points + setup

    # What a referee is told

    def begin_event(self, speed: int, bonus: int) -> None:
        """Begin to tell a turn, once its cards are laid."""
        causes = ("speeding", "saplings", "side", "opponents", "no_cards")
        self.event = {
            "turn": self.turn,
            "from": str(self.standing()),
            "path": [],
            "speed": speed,
            "drift": self.right - self.left,
            "bonus": bonus,
            "dents": dict.fromkeys(causes, 0),
            "stop": None,
        }

    def complete_event(self) -> None:
        """Finish telling a turn, when the next is to be played or the round is over."""
        if not self.event:
            return
        wrecked = self.end == "wrecked"
        self.events.append(
            {
                **self.event,
                "to": str(self.space),
                "wrecked": wrecked,
                "finished": self.past_line() and not wrecked,
                "table": self.table(),
            }
        )
        self.event = {}

    def table(self) -> dict[str, Any]:
        """Return what lies on the table, in the words of the lines for referees."""
        told = self.snapshot()
        left, right, brake = told["dogs"]
        facing = {True: "forward", False: "backward"}
        return {
            **{name: told[name] for name in ("space", "hand", "dents", "stack", "discards")},
            **{name: told[name] for name in ("buried", "out", "brakes", "saplings")},
            "face_up": list(told["face_up"]),
            "markers": list(told["markers"]),
            "dogs": [left, right],
            "brake": brake,
            "opponents": [
                {"space": space, "facing": facing[forward]} for space, forward in told["opponents"]
            ],
        }

    def snapshot(self) -> dict[str, Any]:
        """Return everything on the table, as plain values."""
        return {
            "phase": self.phase,
            "end": self.end,
            "turn": self.turn,
            "space": None if self.space is None else str(self.space),
            "dogs": (self.left, self.right, self.brake),
            "dents": self.dents,
            "hand": sorted(self.hand),
            "face_up": self.face_up,
            "stack": sorted(self.stack),
            "discards": sorted(self.discards),
            "buried": sorted(self.buried),
            "out": sorted(self.out),
            "markers": self.markers,
            "brakes": sorted(self.brakes),
            "saplings": sorted(str(space) for space in self.saplings),
            "opponents": [(str(each.space), each.forward) for each in self.opponents],
        }
