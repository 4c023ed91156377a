"""What requests may ask for: the bodies of all that is written."""

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from ..table.leg import MOST_RACES
from ..table.participants import LONGEST_KEY
from ..table.seat import LONGEST_NAME, MOST_ADDED


class RequestBody(BaseModel):
    """The body of a request; what it does not know it refuses."""

    model_config = ConfigDict(extra="forbid", str_max_length=2000)


Name = Annotated[str, Field(max_length=LONGEST_NAME * 4, examples=["Anna"])]
Hex = Annotated[str, Field(pattern=f"^([0-9a-f]{{2}}){{0,{MOST_ADDED}}}$", examples=["c0ffee"])]
Key = Annotated[str, Field(min_length=1, max_length=LONGEST_KEY)]
Code = Annotated[str, Field(max_length=100)]


class VisitorRequest(RequestBody):
    """Who is coming."""

    name: Name
    bearer: bool = False
    """For programs: answer with the token instead of setting a cookie."""


class NameRequest(RequestBody):
    """Another name."""

    name: Name


class RandomCourse(RequestBody):
    """A course to be made up."""

    tiles: int | None = Field(None, ge=1, le=30)
    hazards: int | None = Field(None, ge=0, le=30)


class OwnSeat(RequestBody):
    """A seat for oneself under a name, for several at one screen."""

    name: Name


class TableRequest(RequestBody):
    """A table to be opened."""

    course: str | RandomCourse = "nutcracker"
    """The name of a shipped course, a course line, or what a made-up course should have."""
    seats: list[Annotated[str, Field(max_length=40)] | OwnSeat] = Field(
        ["me", "husky"], min_length=1, max_length=5
    )
    """Each `me`, `open`, `invited`, a musher's name, or {"name": …} for another seat of mine."""
    clock: int | None = Field(None, ge=5, le=7 * 24 * 3600)
    listed: bool = False
    hints: bool = True
    hot_seat: bool = False
    relief: str = "yearling"
    grace: int = Field(60, ge=5, le=7 * 24 * 3600)
    begin: bool = False
    season: int | None = Field(None, ge=1, le=MOST_RACES)
    """How many races of a season are to follow one another, this one counted."""
    added: Hex = ""
    key: Key | None = None
    """Chosen by the sender: the same key again opens no second table."""


class NextRequest(RequestBody):
    """How a season goes on."""

    course: str | RandomCourse | None = None
    """As for a table; left out, a musher lays it."""
    added: Hex = ""


class SitRequest(RequestBody):
    """How a seat is taken."""

    code: Code = ""
    added: Hex = ""
    name: Name | None = None
    """Left out, the visitor's."""


class BeginRequest(RequestBody):
    """How the race begins."""

    fill: str | None = None
    """The musher for the seats still free."""


class DecisionRequest(RequestBody):
    """A decision and the number of the event that it answers (`asks` of the view)."""

    decision: str = Field(max_length=40, examples=["@3", "2L:>^", "x35"])
    answers: int = Field(ge=0, le=2**31)


class CurtainRequest(RequestBody):
    """Whether the cards of a seat are to be seen."""

    lifted: bool


class ChatRequest(RequestBody):
    """Something to say; the same key again says nothing."""

    text: str
    key: Key


class MuteRequest(RequestBody):
    """Whom to mute: a seat, or all onlookers (null)."""

    seat: int | None = Field(None, ge=0, le=4)
    muted: bool = True


class RecordRequest(RequestBody):
    """A race record to be told again."""

    record: str = Field(max_length=16_000)


class SoloRequest(RequestBody):
    """A solo game to be begun, with its first round."""

    course: str = "lone-wolf"
    """The name of a shipped course, or a course line."""
    opponents: bool = False
    key: Key | None = None
    """Chosen by the sender: the same key again begins no second game."""


class RoundRequest(RequestBody):
    """The next round of a solo game."""

    round: int = Field(ge=2, le=3)
    course: str = "lone-wolf"
    opponents: bool = False


class CodeRequest(RequestBody):
    """The code of a recovery link."""

    code: Code
