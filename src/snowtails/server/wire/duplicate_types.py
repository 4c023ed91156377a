"""What is told about duplicate races, declared; beside the messages of `types`."""

from .types import CourseName, Dog, Message, Space


class DuplicateName(Message, frozen=True):
    """Which duplicate race it is."""

    duplicate: str
    """Its key: whoever has the link may take it up."""


class DuplicateRun(Message, frozen=True):
    """How somebody's race ended."""

    rank: int
    """By place, then turns, then dents; the same for those level."""
    run: str | None
    """By which its ghost can be asked for; null for the Husky, whose ghost is always there."""
    name: str
    dog: Dog | None
    table: str | None
    """Its table, to be looked at by those who have raced; null for the Husky and before that."""
    place: int | None
    """Null for a wreck."""
    turns: int
    dents: int
    yours: bool


class Duplicate(Message, frozen=True):
    """A race that anybody may take up: the same course, cards and mushers for all."""

    duplicate: str
    course: CourseName
    mushers: tuple[str, ...]
    """Who races against whoever takes it up."""
    table: str | None
    """The visitor's own race; null until it is taken up."""
    over: bool
    """Whether the visitor's own race is over."""
    entrants: int
    """How many have raced it by themselves to the end; a run that a bot drove does not count."""
    runs: tuple[DuplicateRun, ...]
    """The best of theirs, the best first, and the visitor's own."""
    husky: DuplicateRun | None
    """What a Husky makes of the same cards; null until the visitor's own race is over, and if it
    does not come to an end."""


class Ghost(Message, frozen=True):
    """Where the sled of another run with the same cards stood after each round."""

    name: str
    musher: bool
    """Whether it is the Husky's."""
    spaces: tuple[Space | None, ...]
    """From the start space on, as far as the visitor's own race has come; null for a wreck."""


class Ghosts(Message, frozen=True):
    """Other runs with the same cards: the Husky's, and the one that the parameter `of` names.

    That is `best` (also without it), `nobody`, or a `run` of the results; one that is gone is left
    out, as is one's own.
    """

    ghosts: tuple[Ghost, ...]
