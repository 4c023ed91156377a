"""Run a race by the rulebook, in slow plain Python, as a second opinion on the engine.

Written from the clauses TILE to END and from nothing else: it shares no code with the engine, keeps
cards as lists of values and progress as exact fractions, and recomputes everything whenever it is
asked. Each rule is applied in one place, with its clause named there.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations
from typing import Any, NamedTuple

Course = dict[str, Any]
Draw = Callable[[int, list[int]], int]

LANES = 5  # TILE-1
VALUES = (1, 2, 3, 4, 5)
FULL_HAND = 5  # HAND-1
MOST_DENTS = 4  # DENT-4: the next one wrecks
EXTRA_CARDS = {1: 0, 2: 0, 3: 0, 4: 1, 5: 2}  # SETUP-6
RUN_OFF_TILES = 3  # TILE-8

# Spaces of each lane, from the inside lane out, and the safety speed (TILE-3).
CURVES = {"corner": ([3, 4, 5, 6, 7], 4), "u-turn": ([5, 7, 9, 11, 13], 3)}

# Faces of a straight, the last row entered first (TILE-2, TILE-4).
FACES = {
    "straight": [".....", ".....", ".....", ".....", "....."],
    "snowdrift-left": [".....", "##...", "###..", "##...", "....."],
    "snowdrift-right": [".....", "...##", "..###", "...##", "....."],
    "chasm": [".....", "#.#.#", "##.##", "#.#.#", "....."],
    "saplings": [".....", "t.t.t", ".t.t.", "t.t.t", "....."],
}


class Space(NamedTuple):
    """Name one space: its tile, its lane from 0 on the left, its number in the lane from 1."""

    tile: int
    lane: int
    number: int

    def __str__(self) -> str:
        return f"{self.tile}{'abcde'[self.lane]}{self.number}"


@dataclass
class Tile:
    """Describe one laid tile; `inside` and `limit` are set on curves only."""

    counts: list[int]
    inside: str | None = None
    limit: int = 0
    rows: Sequence[str] = ()  # of a straight, the row entered first comes first


def straight_tile(rows: Sequence[str]) -> Tile:
    """Return a tile without a bend, its map given as printed (TILE-2, TILE-4)."""
    return Tile([len(rows)] * LANES, rows=list(reversed(rows)))


def curve_tile(name: str, limit: int | None) -> Tile:
    """Return a corner or U-turn, with the course's own safety speed if it gives one (TILE-3)."""
    kind, inside = name.rsplit("-", 1)
    from_inside_out, printed_limit = CURVES[kind]
    counts = from_inside_out if inside == "left" else from_inside_out[::-1]
    return Tile(counts, inside, printed_limit if limit is None else limit)


class Track:
    """Lay the tiles of a course in order: start, the course, finish, run-off."""

    def __init__(self, course: Course) -> None:
        maps = {int(tile): rows for tile, rows in course.get("maps", {}).items()}
        limits = {int(tile): limit for tile, limit in course.get("limits", {}).items()}
        self.flag: str = course.get("flag", "right")  # SETUP-7
        self.tiles = [straight_tile(["....."])]  # TILE-2
        for index, name in enumerate(course["tiles"], start=1):
            if name in FACES:
                self.tiles.append(straight_tile(maps.get(index, FACES[name])))
            else:
                self.tiles.append(curve_tile(name, limits.get(index)))
        self.finish = len(self.tiles)
        self.tiles.append(straight_tile(["....."]))  # TILE-2
        self.tiles += [straight_tile(FACES["straight"])] * RUN_OFF_TILES

    def marked(self, space: Space) -> str:
        """Return what the map shows on a space: `.`, `#` or `t`."""
        rows = self.tiles[space.tile].rows
        return rows[space.number - 1][space.lane] if rows else "."  # curves have no map

    def saplings(self) -> set[Space]:
        """Return the spaces where saplings stand before the race."""
        return {
            space
            for index, tile in enumerate(self.tiles)
            for lane in range(LANES)
            for number in range(1, tile.counts[lane] + 1)
            if self.marked(space := Space(index, lane, number)) == "t"
        }

    def progress(self, space: Space) -> Fraction:
        """Return how far along the track the front line of a space is, in tiles (ORDER-2)."""
        return space.tile + Fraction(space.number, self.tiles[space.tile].counts[space.lane])

    def inner_side(self, tile: int) -> str:
        """Return the side that is ahead among level sleds on a tile (ORDER-3)."""
        for this_or_later in self.tiles[tile:]:
            if this_or_later.inside is not None:
                return this_or_later.inside
        return self.flag

    def lanes_from_inside(self, space: Space) -> int:
        """Return how many lanes a space is away from the side that is ahead (ORDER-3)."""
        return space.lane if self.inner_side(space.tile) == "left" else LANES - 1 - space.lane

    def start_space(self, number: int) -> Space:
        """Return the space of a start number, 1 on the inside of the first curve (SETUP-4)."""
        return Space(0, number - 1 if self.inner_side(0) == "left" else LANES - number, 1)

    def ahead(self, space: Space) -> Space:
        """Return the next space of the same lane (MOVE-3)."""
        if space.number < self.tiles[space.tile].counts[space.lane]:
            return Space(space.tile, space.lane, space.number + 1)
        return Space(space.tile + 1, space.lane, 1)

    def diagonal(self, space: Space, lane: int) -> Space:
        """Return the space of the neighbouring lane that a drift enters (MOVE-4)."""
        front = self.progress(space) - space.tile
        count = self.tiles[space.tile].counts[lane]
        for number in range(1, count + 1):
            if Fraction(number - 1, count) <= front < Fraction(number, count):
                return Space(space.tile, lane, number)
        return Space(space.tile + 1, lane, 1)

    def step(self, space: Space, step: str) -> Space | None:
        """Return the space that a step enters, or None if it meets the side (TILE-5, DENT-3)."""
        if step == "^":
            target = self.ahead(space)
        else:
            lane = space.lane + (1 if step == ">" else -1)
            if not 0 <= lane < LANES:
                return None
            target = self.diagonal(space, lane)
        return None if self.marked(target) == "#" else target


@dataclass
class Sled:
    """Hold everything that belongs to one sled; the threes of the mat are no cards (SETUP-2)."""

    index: int
    space: Space | None = None
    left: int = 3
    right: int = 3
    brake: int = 3
    left_is_card: bool = False
    right_is_card: bool = False
    hand: list[int] = field(default_factory=list)
    deck: list[int] = field(default_factory=lambda: list(VALUES) * 4)  # SETUP-3
    used: list[int] = field(default_factory=list)
    dents: int = 0
    status: str = "racing"
    place: int | None = None
    moved: bool = False  # in this round

    @property
    def standing(self) -> Space:
        """Return the space of a sled that is on the track."""
        assert self.space is not None, f"sled {self.index} is not on the track"
        return self.space

    def held(self) -> int:
        """Count the cards in hand, dents included (DENT-5)."""
        return len(self.hand) + self.dents


def counts(cards: Sequence[int]) -> list[int]:
    """Count the cards of each value from 1 to 5."""
    return [cards.count(value) for value in VALUES]


def choices_of_places(cards: int) -> list[str]:
    """Return the ways to lay up to so many equal cards on dogs and brake (TURN-2)."""
    return ["".join(some) for n in (1, 2, 3) if n <= cards for some in combinations("LRB", n)]


def routes(speed: int, drift: int) -> list[str]:
    """Return every way to spread the drift over the steps (MOVE-3).

    >>> routes(3, -2)
    ['<<^', '<^<', '^<<']
    >>> routes(1, 2)
    ['>']
    """
    sideways = "<" if drift < 0 else ">"
    return [
        "".join(sideways if step in drifts else "^" for step in range(speed))
        for drifts in combinations(range(speed), min(abs(drift), speed))
    ]


class NaiveRace:
    """Run one race from the choice of start spaces to the last sled's finish or wreck.

    `draw(sled, deck)` names the value drawn, given the counts of the values 1 to 5 in the deck.
    """

    def __init__(self, course: Course, sleds: int, choosing: Sequence[int], draw: Draw) -> None:
        if not 1 <= sleds <= 5 or sorted(choosing) != list(range(sleds)):  # SETUP-1, SETUP-5
            raise ValueError(f"no race of {sleds} sleds choosing in the order {list(choosing)}")
        self.track = Track(course)
        self.draw = draw
        self.sleds = [Sled(index) for index in range(sleds)]
        self.saplings = self.track.saplings()
        self.still_choosing = list(choosing)
        self.phase = "start"
        self.actor: int | None = self.still_choosing[0]
        self.round = 0
        self.owed = 0
        self.events: list[dict[str, Any]] = []
        self.event: dict[str, Any] = {}  # of the turn under way
        self.finishers: list[int] = []  # the best first
        self.wrecks: list[int] = []  # the earliest first

    # What may be decided

    def legal(self) -> list[str]:
        """Return the text of every decision that the actor may take."""
        if self.actor is None:
            return []
        if self.phase == "start":
            taken = [sled.space for sled in self.sleds]
            return [f"@{n}" for n in VALUES if self.track.start_space(n) not in taken]  # SETUP-5
        if self.phase == "discard":
            return self.legal_discards(self.sleds[self.actor])
        return self.legal_turns(self.sleds[self.actor])

    def legal_discards(self, sled: Sled) -> list[str]:
        """Return every choice of the dog cards owed (HAND-2)."""
        choices = set(combinations(sorted(sled.hand), self.owed))
        return ["x" + "".join(map(str, choice)) for choice in sorted(choices)]

    def legal_turns(self, sled: Sled) -> list[str]:
        """Return every choice of cards, bonus and route (TURN-2, MOVE-1 to MOVE-6)."""
        texts = []
        for value in sorted(set(sled.hand)):
            for places in choices_of_places(sled.hand.count(value)):
                left = value if "L" in places else sled.left  # TURN-3
                right = value if "R" in places else sled.right
                brake = value if "B" in places else sled.brake
                speed, drift = left + right - brake, right - left  # MOVE-1
                if drift != 0 and speed >= 1:
                    texts += [f"{value}{places}:{route}" for route in routes(speed, drift)]
                else:
                    texts.append(f"{value}{places}")
                if drift == 0 and speed >= 1 and self.round > 1:  # MOVE-6
                    texts.append(f"{value}{places}+")
        return texts

    def play(self, text: str) -> None:
        """Play a decision and all that follows from it; raise ValueError if it is not legal."""
        if self.actor is None or text not in self.legal():
            raise ValueError(f"{text!r} is not legal for sled {self.actor} in phase {self.phase}")
        sled = self.sleds[self.actor]
        if self.phase == "start":
            self.choose_start(sled, int(text[1:]))
        elif self.phase == "discard":
            self.discard(sled, [int(value) for value in text[1:]])
        else:
            self.take_turn(sled, text)

    # Start

    def choose_start(self, sled: Sled, number: int) -> None:
        """Put the sled on a start space; after the last one, deal and begin (SETUP-5)."""
        sled.space = self.track.start_space(number)
        self.still_choosing.remove(sled.index)
        if self.still_choosing:
            self.actor = self.still_choosing[0]
            return
        for each in self.sleds:
            extra = EXTRA_CARDS[self.track.lanes_from_inside(each.standing) + 1]
            self.draw_up_to(each, FULL_HAND + extra)  # SETUP-6
        self.round = 1
        self.next_turn()

    # Who is ahead

    def race_order(self, sled: Sled) -> tuple[Fraction, int]:
        """Return a key that is greater for the sled further ahead (ORDER-2, ORDER-3)."""
        space = sled.standing
        return self.track.progress(space), -self.track.lanes_from_inside(space)

    def position(self, sled: int) -> int:
        """Return a sled's position now (ORDER-5), or 0 if it is wrecked or not yet placed."""
        this = self.sleds[sled]
        if this.place is not None:
            return this.place
        if this.space is None:
            return 0
        on_track = [each for each in self.sleds if each.space is not None]
        ahead = [each for each in on_track if self.race_order(each) > self.race_order(this)]
        return 1 + len(self.finishers) + len(ahead)

    def past_line(self, sled: Sled) -> bool:
        """Tell whether a sled on the track is past the finish line (TILE-2)."""
        return sled.standing.tile >= self.track.finish

    # Rounds

    def next_turn(self) -> None:
        """Go on to the foremost sled that has not moved, or to the end of the round (ORDER-1)."""
        to_move = [each for each in self.sleds if each.status == "racing" and not each.moved]
        if to_move:
            self.begin_turn(max(to_move, key=self.race_order))
        else:
            self.end_round()

    def end_round(self) -> None:
        """Place the sleds past the line, then begin the next round or end the race."""
        racing = [sled for sled in self.sleds if sled.status == "racing"]
        past = [sled for sled in racing if self.past_line(sled)]
        for sled in sorted(past, key=self.race_order, reverse=True):
            self.finishers.append(sled.index)
            sled.place = len(self.finishers)  # END-1
            sled.status = "finished"
            sled.space = None  # END-2
        if len(past) == len(racing):  # END-3
            self.phase, self.actor = "over", None
            return
        for sled in racing:
            sled.moved = False
        self.round += 1
        self.next_turn()

    def result(self) -> list[tuple[int, int | None]]:
        """Return sleds and places, finishers first, then the wrecked, latest first (END-4)."""
        if self.phase != "over":
            raise ValueError(f"no result yet: round {self.round}, sled {self.actor} to play")
        ranking = self.finishers + self.wrecks[::-1]
        return [(index, self.sleds[index].place) for index in ranking]

    # A turn

    def begin_turn(self, sled: Sled) -> None:
        """Open a sled's turn; without dog cards it begins with a dent (TURN-4)."""
        self.phase, self.actor = "turn", sled.index
        self.event = {
            "round": self.round,
            "sled": sled.index,
            "drawn_before": [],
            "turn": "",
            "from": str(sled.standing),
            "to": str(sled.standing),
            "path": [],
            "speed": 0,
            "drift": 0,
            "bonus": 0,
            "position": self.position(sled.index),
            "dents": {"speeding": 0, "saplings": 0, "side": 0, "no_cards": 0},
            "stop": None,
            "wrecked": False,
            "finished": False,
            "discards": [],
            "drawn": [],
        }
        if not sled.hand:  # TURN-4
            self.dent(sled, "no_cards")
            if sled.status == "wrecked":
                self.close_turn(sled)
            else:
                self.event["drawn_before"] = self.draw_up_to(sled, FULL_HAND)

    def take_turn(self, sled: Sled, text: str) -> None:
        """Play cards, move, return the hand to five (TURN-1)."""
        cards, _, route = text.partition(":")
        self.lay_cards(sled, int(cards[0]), cards[1:].removesuffix("+"))
        speed, drift = sled.left + sled.right - sled.brake, sled.right - sled.left  # MOVE-1
        bonus = self.event["position"] if "+" in cards else 0  # MOVE-6
        steps = route or "^" * max(speed, 0)  # MOVE-2, MOVE-3
        self.event |= {"turn": text, "speed": speed + bonus, "drift": drift, "bonus": bonus}
        crossed = self.move(sled, steps + "^" * bonus)  # MOVE-8: a collision ends all of it
        for limit in crossed:
            for _ in range(speed + bonus - limit):  # DENT-1, MOVE-7
                self.dent(sled, "speeding")
        if self.event["stop"] == "side":
            self.dent(sled, "side")  # DENT-3
        if sled.status == "wrecked":
            self.close_turn(sled)
        else:
            self.event["finished"] = self.past_line(sled)
            self.return_hand(sled)

    def lay_cards(self, sled: Sled, value: int, places: str) -> None:
        """Lay cards on dogs and brake; what a dog card covers is used up (TURN-2, TURN-3)."""
        for _ in places:
            sled.hand.remove(value)
        if "L" in places:
            if sled.left_is_card:
                sled.used.append(sled.left)
            sled.left, sled.left_is_card = value, True
        if "R" in places:
            if sled.right_is_card:
                sled.used.append(sled.right)
            sled.right, sled.right_is_card = value, True
        if "B" in places:
            sled.used.append(value)
            sled.brake = value

    def move(self, sled: Sled, steps: str) -> list[int]:
        """Take the steps until something stops the sled; return the limits of lines crossed."""
        crossed: list[int] = []
        for step in steps:
            target = self.track.step(sled.standing, step)
            if target is None:
                self.event["stop"] = "side"  # DENT-3
                break
            if any(each.space == target for each in self.sleds):
                self.event["stop"] = "sled"  # DENT-2
                break
            tile = self.track.tiles[target.tile]
            if target.tile != sled.standing.tile and tile.inside is not None:
                crossed.append(tile.limit)  # DENT-1
            sled.space = target
            self.event["path"].append(str(target))
            self.event["to"] = str(target)
            if target in self.saplings:  # DENT-6
                self.saplings.remove(target)
                self.dent(sled, "saplings")
                if sled.status == "wrecked":
                    break
        return crossed

    def dent(self, sled: Sled, cause: str) -> None:
        """Give a sled one dent; the fifth wrecks it, but not past the finish line (DENT-4)."""
        if sled.status == "wrecked" or (sled.dents == MOST_DENTS and self.past_line(sled)):
            return
        sled.dents += 1
        self.event["dents"][cause] += 1
        if sled.dents > MOST_DENTS:
            sled.status = "wrecked"
            sled.space = None
            self.wrecks.append(sled.index)
            self.event["wrecked"] = True

    # The hand

    def return_hand(self, sled: Sled) -> None:
        """Bring the hand to five where the rules say so, or ask for discards."""
        if sled.held() > FULL_HAND:  # HAND-2, also after DENT-2 and HAND-4
            self.phase, self.owed = "discard", sled.held() - FULL_HAND
            return
        if self.event["stop"] != "sled" and not self.event["finished"]:  # DENT-2, HAND-4
            self.event["drawn"] = self.draw_up_to(sled, FULL_HAND)  # HAND-1
        self.close_turn(sled)

    def discard(self, sled: Sled, values: list[int]) -> None:
        """Put the chosen dog cards on the discard pile and end the turn (HAND-2)."""
        for value in values:
            sled.hand.remove(value)
            sled.used.append(value)
        self.event["discards"] = values
        self.owed = 0
        self.close_turn(sled)

    def draw_up_to(self, sled: Sled, cards: int) -> list[int]:
        """Draw until the sled holds so many cards, dents included; return those drawn (HAND-1)."""
        drawn = []
        while sled.held() < cards:
            if not sled.deck:  # HAND-3
                sled.deck, sled.used = sled.used, []
            value = self.draw(sled.index, counts(sled.deck))
            sled.deck.remove(value)
            sled.hand.append(value)
            drawn.append(value)
        return drawn

    def close_turn(self, sled: Sled) -> None:
        """Write down the turn that is complete and go on to the next."""
        self.event["hand"] = sorted(sled.hand)
        self.event["dogs"] = [sled.left, sled.right]
        self.event["brake"] = sled.brake
        self.events.append(self.event)
        sled.moved = True
        self.next_turn()

    # The whole position

    def snapshot(self) -> dict[str, Any]:
        """Return everything on the table, as plain values."""
        return {
            "phase": self.phase,
            "actor": self.actor,
            "round": self.round,
            "owed": self.owed,
            "saplings": sorted(str(space) for space in self.saplings),
            "sleds": [self.shown(sled) for sled in self.sleds],
        }

    def shown(self, sled: Sled) -> dict[str, Any]:
        """Return a sled's part of the snapshot."""
        plain = ("left", "right", "brake", "dents", "status", "place")
        piles = ("hand", "deck", "used")
        shown: dict[str, Any] = {"space": None if sled.space is None else str(sled.space)}
        shown |= {name: getattr(sled, name) for name in plain}
        shown |= {name: counts(getattr(sled, name)) for name in piles}
        return shown
