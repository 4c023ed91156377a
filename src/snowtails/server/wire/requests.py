"""What requests may say: the bodies of all that is written, declared."""

from typing import Annotated, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType

from ...course.character import Character
from ..table.leg import MOST_RACES
from ..table.participants import LONGEST_KEY
from ..table.seat import LONGEST_NAME, MOST_ADDED
from .types import Colour, Dog, Reaction

Name = Annotated[str, Meta(max_length=LONGEST_NAME * 4, examples=["Anna"])]
Hex = Annotated[str, Meta(pattern=f"^([0-9a-f]{{2}}){{0,{MOST_ADDED}}}$", examples=["c0ffee"])]
Key = Annotated[str, Meta(min_length=1, max_length=LONGEST_KEY)]
Code = Annotated[str, Meta(max_length=100)]
CourseText = Annotated[str, Meta(max_length=2000, examples=["nutcracker", "srsrs"])]
CourseTitle = Annotated[str, Meta(max_length=240, examples=["Moonlight Mile"])]
MusherName = Annotated[str, Meta(max_length=40)]
Row = Annotated[str, Meta(max_length=8, examples=["..t.."])]
Language = Literal["en", "de", "ja"]
A_WEEK = 7 * 24 * 3600


class Request(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The body of a request; what it does not know it refuses."""


class VisitorRequest(Request, frozen=True, kw_only=True):
    """Who is coming."""

    name: Name
    bearer: bool = False
    """For programs: answer with the token instead of setting a cookie."""
    dog: Dog | None = None
    """A face."""
    colour: Colour | None = None
    """The colour liked best; seats taken without naming one have it where it is free."""


class ProfileRequest(Request, frozen=True, kw_only=True):
    """What shall be different about the visitor; what is left out stays."""

    name: Name | UnsetType = UNSET
    dog: Dog | UnsetType | None = UNSET
    colour: Colour | UnsetType | None = UNSET


class DeleteRequest(Request, frozen=True, kw_only=True):
    """A confirmation that everything kept for the visitor shall be deleted."""

    name: Name
    """The visitor's."""


class RandomCourse(Request, frozen=True, kw_only=True):
    """A course to be made up."""

    tiles: Annotated[int, Meta(ge=1, le=30)] | None = None
    hazards: Annotated[int, Meta(ge=0, le=30)] | None = None
    character: Character | None = None
    """What it should be like, more than others of its kind."""


class DraftTileRequest(Request, frozen=True, kw_only=True):
    """A tile of a course that is being built."""

    name: Annotated[str, Meta(max_length=40, examples=["straight", "corner-left"])]
    map: Annotated[tuple[Row, ...], Meta(max_length=8)] | None = None
    """A map of the course's own, rows as printed: `.` free, `#` impassable, `t` a sapling."""
    safety: Annotated[int, Meta(ge=0, le=99)] | None = None
    """A safety speed of the course's own."""


class DraftRequest(Request, frozen=True, kw_only=True):
    """A course that is being built: by its name or line, or tile by tile."""

    course: CourseText | None = None
    """The name of a shipped course, or a course line; then tiles and flag are not looked at."""
    tiles: Annotated[tuple[DraftTileRequest, ...], Meta(max_length=80)] = ()
    flag: Literal["left", "right"] = "right"
    """Where the chequered flag stands."""
    name: Annotated[str, Meta(max_length=80)] = ""
    description: Annotated[
        dict[Language, Annotated[str, Meta(max_length=500)]], Meta(max_length=3)
    ] = {}
    """A sentence about the course, by language."""


class PublishRequest(Request, frozen=True, kw_only=True):
    """A course to be published for all on this server."""

    course: CourseText
    """Its course line."""
    name: CourseTitle
    description: Annotated[
        dict[Language, Annotated[str, Meta(max_length=500)]], Meta(max_length=3)
    ] = {}
    """A sentence about the course, by language."""


class RatingRequest(Request, frozen=True, kw_only=True):
    """How a visitor rates a course."""

    stars: Annotated[int, Meta(ge=1, le=5)]


class OwnSeat(Request, frozen=True, kw_only=True):
    """A seat for oneself: under another name, for several at one screen, or in a colour."""

    name: Name | None = None
    """Left out, the visitor's."""
    colour: Colour | None = None
    """Left out, the one liked best if it is free, else any that is left (SETUP-1)."""
    dog: Dog | None = None
    """Left out, the visitor's, unless there is another name."""


class TableRequest(Request, frozen=True, kw_only=True):
    """A table to be opened for a race."""

    course: CourseText | RandomCourse = "nutcracker"
    """The name of a shipped course, a course line, or what a made-up course should have."""
    course_name: CourseTitle = ""
    """What a course of one's own is called; one that ships or was published has its name."""
    seats: Annotated[tuple[MusherName | OwnSeat, ...], Meta(min_length=1, max_length=5)] = (
        "me",
        "husky",
    )
    """Each `me`, `open`, `invited`, a musher's name, or a seat of one's own with name or colour."""
    clock: Annotated[int, Meta(ge=5, le=A_WEEK)] | None = None
    """Seconds for each decision."""
    listed: bool = False
    """Whether the lobby shows it."""
    hints: bool = True
    hot_seat: bool = False
    """Whether one visitor may hold several seats."""
    relief: MusherName = "yearling"
    """The musher that holds the reins of whoever is gone."""
    grace: Annotated[int, Meta(ge=5, le=A_WEEK)] = 60
    """Seconds after which somebody not seen is gone."""
    begin: bool = False
    """Begin at once."""
    season: Annotated[int, Meta(ge=1, le=MOST_RACES)] | None = None
    """How many races of a season are to follow one another, this one counted."""
    added: Hex = ""
    """Bytes of one's own, in hexadecimal, that the cards also come from."""
    key: Key | None = None
    """Chosen by the sender: the same key again opens no second table."""


class NextRequest(Request, frozen=True, kw_only=True):
    """How a season goes on."""

    course: CourseText | RandomCourse | None = None
    """As for a table; left out, a musher lays it."""
    course_name: CourseTitle = ""
    """What a course of one's own is called; one that ships or was published has its name."""
    added: Hex = ""


class SitRequest(Request, frozen=True, kw_only=True):
    """How a seat is taken."""

    code: Code = ""
    """Of the invitation, if the seat needs one."""
    added: Hex = ""
    name: Name | None = None
    """Left out, the visitor's."""
    colour: Colour | None = None
    """One that is still free; left out, the one liked best if free, else any (SETUP-1)."""
    dog: Dog | None = None
    """Left out, the visitor's, unless there is another name."""


class BeginRequest(Request, frozen=True, kw_only=True):
    """How the race begins."""

    fill: MusherName | None = None
    """The musher for the seats still free."""


class DecisionRequest(Request, frozen=True, kw_only=True):
    """A decision and the event that it answers."""

    decision: Annotated[str, Meta(max_length=40, examples=["@3", "2L:>^", "x35"])]
    answers: Annotated[int, Meta(ge=0, le=2**31)]
    """`asks` of the view."""


class CurtainRequest(Request, frozen=True, kw_only=True):
    """Whether the cards of a seat are to be seen."""

    lifted: bool


class PlanRequest(Request, frozen=True, kw_only=True, forbid_unknown_fields=False):
    """A plan: whatever its owner wants to find again, as an object; the server reads none of it."""


class ChatRequest(Request, frozen=True, kw_only=True):
    """Something to say."""

    text: Annotated[str, Meta(max_length=2000)]
    key: Key
    """The same key again says nothing."""


class ReactionRequest(Request, frozen=True, kw_only=True):
    """Something to call."""

    reaction: Reaction
    key: Key
    """The same key again calls nothing."""


class MuteRequest(Request, frozen=True, kw_only=True):
    """Whom to mute."""

    seat: Annotated[int, Meta(ge=0, le=4)] | None = None
    """Null for all onlookers."""
    muted: bool = True


class RecordRequest(Request, frozen=True, kw_only=True):
    """A race record to be told again."""

    record: Annotated[str, Meta(max_length=16_000)]


class DuplicateRequest(Request, frozen=True, kw_only=True):
    """A race to be made that many may take up with the same cards."""

    course: CourseText | RandomCourse = "nutcracker"
    """The name of a shipped course, a course line, or what a made-up course should have."""
    course_name: CourseTitle = ""
    """What a course of one's own is called; one that ships or was published has its name."""
    mushers: Annotated[
        tuple[Literal["yearling", "husky"], ...], Meta(extra_json_schema={"maxItems": 4})
    ] = ("husky", "husky")
    """Up to four who race along: mushers that decide alike in the same position; none for a time
    trial against a Husky's ghost."""


class PuzzleRequest(Request, frozen=True, kw_only=True):
    """An answer to a puzzle."""

    turn: Annotated[str, Meta(max_length=32)]
    """The turn that would be played, as in `4LB:^^>^`."""


class SoloRequest(Request, frozen=True, kw_only=True):
    """A solo game to be begun, with its first round."""

    course: CourseText = "lone-wolf"
    """The name of a shipped course, or a course line."""
    course_name: CourseTitle = ""
    """What a course of one's own is called; one that ships or was published has its name."""
    opponents: bool = False
    key: Key | None = None
    """Chosen by the sender: the same key again begins no second game."""
    colour: Colour | None = None


class RoundRequest(Request, frozen=True, kw_only=True):
    """The next round of a solo game."""

    round: Annotated[int, Meta(ge=2, le=3)]
    course: CourseText = "lone-wolf"
    course_name: CourseTitle = ""
    """What a course of one's own is called; one that ships or was published has its name."""
    opponents: bool = False


class RetryRequest(Request, frozen=True, kw_only=True):
    """A race to be taken up again."""

    frame: Annotated[int, Meta(ge=1, le=100_000)]
    """The frame of the replay that tells the decision to take anew."""


class RecoverRequest(Request, frozen=True, kw_only=True):
    """The code of a link by which a visitor is taken along."""

    code: Code
    bearer: bool = False
    """For programs: answer with the token instead of setting a cookie."""


class CodeRequest(Request, frozen=True, kw_only=True):
    """The code of a recovery link."""

    code: Code
