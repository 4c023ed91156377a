"""The course solver in slow plain Python, with the moves of the naive race.

Shares nothing with the solver but the prices of a wreck and of spaces past the line.
"""

from collections.abc import Iterator
from itertools import combinations, product
from math import comb, prod
from typing import NamedTuple

from tests import naive

Dogs = tuple[int, int, int]
Key = tuple[naive.Space, int, Dogs]

ALL_DOGS: list[Dogs] = [
    (left, right, brake)
    for left in naive.VALUES
    for right in naive.VALUES
    for brake in naive.VALUES
]
LOST = 60.0
PAST = 0.02


class End(NamedTuple):
    """Where a move ends."""

    space: naive.Space
    felled: int
    """Dents for saplings, which wreck at once (DENT-6)."""
    others: int
    """Dents that fall when the move is over."""


def hands(size: int) -> Iterator[tuple[list[tuple[int, int]], float]]:
    """Yield all hands dealt from a full deck, as values and their counts, with their chances."""
    for counts in product(range(5), repeat=5):
        if sum(counts) == size:
            ways = prod(comb(4, count) for count in counts)
            held = [(value, count) for value, count in enumerate(counts, 1) if count]
            yield held, ways / comb(20, size)


HANDS = {size: list(hands(size)) for size in range(1, 6)}


class SolverTwin:
    """Solve a course for sleds that have some dents already."""

    def __init__(self, course: naive.Course, fewest_dents: int) -> None:
        self.track = naive.Track(course)
        self.fewest_dents = fewest_dents
        self.ride: dict[Key, float] = {}
        self.ends: dict[tuple[naive.Space, int, int], set[End]] = {}
        self.solve()

    def solve(self) -> None:
        spaces = [
            naive.Space(index, lane, number)
            for index, tile in enumerate(self.track.tiles[: self.track.finish])
            for lane in range(naive.LANES)
            for number in range(1, tile.counts[lane] + 1)
        ]
        nearest_first = sorted(
            spaces,
            key=lambda space: (self.track.progress(space), -self.track.lanes_from_inside(space)),
            reverse=True,
        )
        for space in nearest_first:
            if self.track.marked(space) != "#":
                for dents in range(naive.MOST_DENTS, self.fewest_dents - 1, -1):
                    self.solve_here(space, dents)

    def solve_here(self, space: naive.Space, dents: int) -> None:
        """Repeat until nothing changes: who stands still comes back to the same values."""
        for dogs in ALL_DOGS:
            self.ride[space, dents, dogs] = LOST
        drive = {dogs: self.drive(space, dents, dogs) for dogs in ALL_DOGS}
        staying = [dogs for dogs in ALL_DOGS if self.may_stay(space, dogs)]
        change = 1.0
        while change > 1e-4:
            change = 0.0
            for dogs in ALL_DOGS:
                turns = mean_of_hands(drive, dogs, 5 - dents)
                change = max(change, abs(turns - self.ride[space, dents, dogs]))
                self.ride[space, dents, dogs] = turns
            drive |= {dogs: self.drive(space, dents, dogs) for dogs in staying}
            if not staying:
                break

    def may_stay(self, space: naive.Space, dogs: Dogs) -> bool:
        left, right, brake = dogs
        moves = self.moves(space, max(left + right - brake, 0), right - left)
        return any(end.space == space for end in moves)

    def drive(self, space: naive.Space, dents: int, dogs: Dogs) -> float:
        """Return the turns to the finish once the cards lie."""
        left, right, brake = dogs
        fewest = LOST
        for end in self.moves(space, max(left + right - brake, 0), right - left):
            after = dents + end.felled
            if after > naive.MOST_DENTS:
                continue
            if end.space.tile >= self.track.finish:
                # The finish is one space long, then comes the run-off of five a tile.
                tiles = end.space.tile - self.track.finish
                spaces = end.space.number + (0 if tiles == 0 else 5 * tiles - 4)
                fewest = min(fewest, 1 - PAST * spaces)
            elif after + end.others <= naive.MOST_DENTS:
                fewest = min(fewest, 1 + self.ride[end.space, after + end.others, dogs])
        return fewest

    def moves(self, space: naive.Space, speed: int, drift: int) -> set[End]:
        """Return where a pace can lead to, with a leader's bonus or without."""
        key = space, speed, drift
        if key not in self.ends:
            routes = naive.routes(speed, drift) if drift and speed else ["^" * speed]
            if drift == 0 and speed > 0 and space.tile > 0:  # no bonus on the first turn
                routes.append("^" * (speed + 1))
            self.ends[key] = {self.end(space, route) for route in routes}
        return self.ends[key]

    def end(self, space: naive.Space, route: str) -> End:
        """Move along a route until something stops the sled."""
        felled = others = 0
        for step in route:
            target = self.track.step(space, step)
            if target is None:
                return End(space, felled, others + 1)
            tile = self.track.tiles[target.tile]
            if target.tile != space.tile and tile.inside is not None:
                others += max(len(route) - tile.limit, 0)
            space = target
            felled += self.track.marked(space) == "t"
        return End(space, felled, others)


def mean_of_hands(drive: dict[Dogs, float], dogs: Dogs, size: int) -> float:
    """Return the mean, over all hands, of the best that each allows."""
    best = {value: [LOST] * 4 for value in naive.VALUES}
    for value, of_value in best.items():
        for cards in (1, 2, 3):
            ways = (drive[laid(dogs, value, places)] for places in combinations(range(3), cards))
            of_value[cards] = min(of_value[cards - 1], *ways)
    return sum(
        chance * min(best[value][min(count, 3)] for value, count in hand)
        for hand, chance in HANDS[size]
    )


def laid(dogs: Dogs, value: int, places: tuple[int, ...]) -> Dogs:
    """Return dogs and brake once cards lie on some of them."""
    left, right, brake = (value if i in places else dog for i, dog in enumerate(dogs))
    return left, right, brake
