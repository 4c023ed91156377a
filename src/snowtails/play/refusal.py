"""Why something is refused at a table: a code for programs and a sentence for people."""

from ..course import Refused


class Refusal(Refused):
    """Something that is refused, with a code, a sentence and the facts of the case."""

    def __init__(self, code: str, message: str, **facts: object) -> None:
        self.code = code
        self.facts = facts
        super().__init__(message)


class Stranger(Refusal):
    """Nobody is known by the token that was given, or none was given."""


class Forbidden(Refusal):
    """Whoever asks may not do this."""


class Missing(Refusal):
    """There is no such thing."""


class NotNow(Refusal):
    """It cannot be done as the table stands; `facts` has the number of its last event."""


class Unfit(Refusal):
    """What was given cannot be used."""


class TooMuch(Refusal):
    """A limit has been reached; `facts` may say after how many seconds to try again."""
