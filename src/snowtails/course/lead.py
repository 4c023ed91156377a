"""Why one space of a track is ahead of another: the reason behind the ranks of two spaces."""

from dataclasses import dataclass
from typing import Literal

from .track import Track

Reason = Literal["further", "curve-inside", "next-curve-inside", "flag", "finished", "wrecked"]


@dataclass(frozen=True, slots=True)
class Lead:
    """What puts one space, or sled, ahead of another.

    >>> print(Lead("further", "ORDER-2", 2.5))
    2.5 ahead (ORDER-2)
    """

    reason: Reason
    clause: str
    """The clause of the rules that says so."""
    gap: float
    """How far the front lines are apart, in spaces of the middle lane; 0 if they are level, or if
    one of the two has left the track."""

    def __str__(self) -> str:
        return f"{_TOLD[self.reason].format(gap=self.gap)} ({self.clause})"


_TOLD: dict[Reason, str] = {
    "further": "{gap:g} ahead",
    "curve-inside": "level, and inside in the curve",
    "next-curve-inside": "level, and inside for the next curve",
    "flag": "level, and nearer the flag",
    "finished": "finished before it",
    "wrecked": "the other is wrecked",
}


def lead(track: Track, ahead: int, behind: int) -> Lead:
    """Return why a space is ahead of one with a lower rank (ORDER-2, ORDER-3).

    >>> from snowtails import Course
    >>> track = Course.parse("srs").track
    >>> lead(track, track.by_name["1e2"], track.by_name["1a2"])
    Lead(reason='next-curve-inside', clause='ORDER-3', gap=0.0)
    """
    parts, whole = track.progress_parts
    if gap := parts[ahead] - parts[behind]:
        return Lead("further", "ORDER-2", round(gap / whole, 1))
    tile = track.place(ahead)[0]
    if track.faces[tile].curve:
        return Lead("curve-inside", "ORDER-3", 0.0)
    bend_follows = any(face.curve for face in track.faces[tile + 1 :])
    return Lead("next-curve-inside" if bend_follows else "flag", "ORDER-3", 0.0)
