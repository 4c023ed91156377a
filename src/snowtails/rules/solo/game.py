"""`SoloGame`: three rounds of the solo game, their points and their grade.

A game is a value, folded from its rounds, and has a record that collects theirs.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from ...course import Refused
from ...course.problem import expect
from ..bundle import read_bundle, write_bundle
from ..choices import Phase
from ..record import InvalidRecord
from .race import SoloRace
from .record import read_solo_record
from .score import ROUNDS, Grade, Score, grade_of_scores


class InvalidGame(Refused):
    """A round that does not belong to a game."""


@dataclass(frozen=True)
class SoloGame:
    """Up to three rounds that are over, each on a course of the player's choice."""

    scores: tuple[Score, ...] = ()
    records: tuple[str, ...] = field(default=(), repr=False)

    def __post_init__(self) -> None:
        for score in expect(tuple, self.scores, "a game begins as SoloGame(), and goes on `after`"):
            expect(Score, score, "the scores of a game are Scores")

    def after(self, race: SoloRace, headers: Mapping[str, str] | None = None) -> "SoloGame":
        """Return the game with one round more, whose record has these headers."""
        if self.over:
            raise InvalidGame(f"a game has {ROUNDS} rounds, and all have been played")
        expect(SoloRace, race, "a round of a game is a SoloRace")
        if race.phase is not Phase.OVER:
            raise InvalidGame(f"the round is not over: it is in turn {race.turn}")
        return SoloGame((*self.scores, race.score()), (*self.records, race.record(headers)))

    @property
    def over(self) -> bool:
        """Whether all three rounds have been played."""
        return len(self.scores) == ROUNDS

    @property
    def points(self) -> int:
        """All points so far."""
        return sum(score.total for score in self.scores)

    @property
    def setup(self) -> int:
        """Setup points of all rounds so far, also of those that scored 0."""
        return sum(score.setup for score in self.scores)

    @property
    def grade(self) -> Grade | None:
        """The grade; None while rounds are to be played (SOLO-19)."""
        return grade_of_scores(self.scores) if self.over else None

    def record(self) -> str:
        """Return the record of the game: a head, and the records of its rounds."""
        return write_bundle("game", {"points": str(self.points)}, self.records)

    @classmethod
    def from_record(cls, text: str) -> "SoloGame":
        """Return the game that a record tells; raise InvalidRecord if it cannot be replayed."""
        bundle = read_bundle(text, "game", "solo")
        game = cls()
        for part in bundle.parts:
            try:
                record = read_solo_record(part.text)
                game = game.after(record.race, record.headers)
            except InvalidGame as error:
                raise InvalidRecord(part.number, str(error)) from None
        told = bundle.headers.get("points")
        if told and told.text != str(game.points):
            raise InvalidRecord(told.number, f"the points are {game.points}, not {told.text}")
        return game
