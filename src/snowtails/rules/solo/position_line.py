"""The solo position line: a whole position in one line of text.

    COURSE 3 take:2 - 4c2/=42/10211/1 351/00121/00100/01000/00000 543 2 3c4f 5a1f …

Course line; turn; what is decided, and how many cards; the saplings that stand, as a hexadecimal
number, `-` if the course has none; the sled: space, dogs and brake (`=` a printed three), hand,
dents; the piles: face up, stack, discards, buried, out of play; the bonus stack from its top, `-`
if it is spent; values played to the brake; the cards that an opponent is placed by, how many cards
were played, `b` if the turn ended at an opponent, `t` if the stack's top was taken, and how many
opponents have moved, as far as any; then each opponent with its facing.
"""

from ...course import Course
from ..state import MOST_SLEDS, OFF, VALUES, State
from .state import OVER, YOU

_PHASES = ("place", "bonus", "start", "surplus", "turn", "out", "take", "drop", "draw", "over")
_ENDS = ("", "past", "no-cards", "wrecked")


def write_solo_position(course: Course, state: State) -> str:
    """Write a position line."""
    g, names = state[0], course.track.names

    def digits(field: str) -> str:
        return "".join(map(str, g[field].ravel()))

    phase = _PHASES[g["phase"]]
    if g["phase"] == OVER:
        phase += f":{_ENDS[g['end']]}"
    elif g["owed"]:
        phase += f":{g['owed']}"
    space = int(g["space"][YOU])
    dogs = "".join(str(g[dog][0]) if g[f"{dog}_card"][0] else "=" for dog in ("left", "right"))
    sled = [
        "-" if space == OFF else names[space],
        f"{dogs}{g['brake'][0]}",
        digits("hand"),
        str(g["dents"][0]),
    ]
    brakes = "".join(str(value) for value in range(1, VALUES + 1) if g["brakes"] >> value - 1 & 1)
    going = [
        f"row:{g['row']}{g['column']}" if g["row"] else "",
        f"spare:{digits('spare')}" if g["spare"].any() else "",
        f"played:{g['played']}" if g["played"] else "",
        "b" if g["bumped"] else "",
        "t" if g["top_taken"] else "",
        f"moved:{g['mover']}" if g["mover"] else "",
        f"opponents:{g['opponents']}" if g["opponents"] else "",
    ]
    others = [
        f"{names[int(g['space'][i])]}{'f' if g['facing'][i - 1] > 0 else 'b'}"
        for i in range(1, MOST_SLEDS)
        if g["space"][i] != OFF
    ]
    fields = [
        course.line,
        str(g["turn"]),
        phase,
        f"{int(g['saplings']):x}" if course.track.saplings else "-",
        "/".join(sled),
        "/".join(map(digits, ("face_up", "stack", "discards", "buried", "out"))),
        "".join(str(marker) for marker in g["markers"] if marker) or "-",
        brakes or "-",
        *filter(None, going),
        *others,
    ]
    return " ".join(fields)
