"""Why something is refused at a table: a code for programs and a sentence for people."""

from ..course import Refused


class RequestError(Refused):
    """Something that is refused, with a code, a sentence and the facts of the case."""

    def __init__(self, code: str, message: str, **facts: object) -> None:
        self.code = code
        self.facts = facts
        super().__init__(message)


class Unauthorized(RequestError):
    """Nobody is known by the token that was given, or none was given."""


class Forbidden(RequestError):
    """Whoever asks may not do this."""


class NotFound(RequestError):
    """There is no such thing."""


class NoTable(NotFound):
    """There is no table of this name, or there is none any more."""

    def __init__(self) -> None:
        super().__init__("no-table", "there is no such table; its link may be incomplete")


class Conflict(RequestError):
    """It cannot be done as the table stands; `facts` has the number of its last event."""


class Unprocessable(RequestError):
    """What was given cannot be used."""


class LimitReached(RequestError):
    """A limit has been reached; `facts` may say after how many seconds to try again."""


class Unavailable(RequestError):
    """The server cannot do it just now; `facts` says after how many seconds to try again."""


class Stopping(Unavailable):
    """The server stops and begins nothing new; whoever comes back finds its successor."""

    def __init__(self, retry: int) -> None:
        super().__init__("stopping", "the server restarts; come back", retry=retry)
