"""An analysis as comments in a race record, as chess keeps its own, and read back.

    1 4LR /42 ; [%after 2 0.412 0.588] [%best 2 0.401 3LR 0.444]

`after` is how the race stood after a decision of the log: its number, from 0, and the chances to
win by sled; -1 is before the first. `best` is a decision that was judged: its number, the chance it
left, the best one and the chance that one would have left. `luck` is that of a sled: what its cards
saved, in turns, and what its play gave away.
"""

import math
import re

from ..course.problem import expect
from ..rules.notation import Start, Turn, parse_decision
from ..rules.record import InvalidRecord, read_record, write_record
from .analysis import Analysis, Judged, Luck

_NOTE = re.compile(r"\[%(after|best|luck)([^\]]*)\]")
_TURN_LINE = re.compile(r"[0-4](\s+![1-5]+)?\s+[1-5]")


def with_comments(text: str, analysis: Analysis) -> str:
    """Return a race record with an analysis of its race as comments; other comments are lost."""
    record = read_record(text)
    expect(Analysis, analysis, "what a record is given is an Analysis")
    race = record.race
    notes: list[list[str]] = [[] for _ in race.log]
    for number, chances in enumerate(analysis.chances[1:]):
        notes[number].append(f"[%after {number} {_figures(chances)}]")
    for each in analysis.judged:
        wins = f"{each.win:.3f} {each.best} {each.best_win:.3f}"
        notes[each.number].append(f"[%best {each.number} {wins}]")
    first = [f"[%after -1 {_figures(analysis.chances[0])}]"]
    first += [
        f"[%luck {n} {luck.cards:.3f} {luck.play:.3f}]" for n, luck in enumerate(analysis.luck)
    ]
    lines = write_record(race, record.headers).splitlines()
    turns = [n for n, line in enumerate(lines) if _TURN_LINE.match(line)]
    start = next(n for n, line in enumerate(lines) if line.startswith("start:"))
    behind = {0: first}
    turn = -1
    for entry, told in zip(race.log, notes, strict=True):
        turn += isinstance(entry.decision, Turn)
        at = start if isinstance(entry.decision, Start) else turns[turn]
        behind.setdefault(at, []).extend(told)
    for n, told in behind.items():
        lines[n] += f" ; {' '.join(told)}"
    return "\n".join(lines) + "\n"


def _figures(chances: tuple[float, ...]) -> str:
    return " ".join(f"{chance:.3f}" for chance in chances)


def _figure(text: str) -> float:
    figure = float(text)
    if not math.isfinite(figure):
        raise ValueError(f"{text} is no figure")
    return figure


def _chance(text: str) -> float:
    chance = _figure(text)
    if not 0 <= chance <= 1:
        raise ValueError(f"{text} is no chance from 0 to 1")
    return chance


def read_comments(text: str) -> Analysis | None:
    """Return the analysis in the comments of a race record; None if there is none.

    Raises InvalidRecord, with the line, if it does not fit the race.
    """
    race = read_record(text).race
    chances: dict[int, tuple[float, ...]] = {}
    judged: dict[int, Judged] = {}
    luck: dict[int, Luck] = {}
    history = race.history
    for number, line in enumerate(re.split(r"\r\n?|\n", text), 1):
        for kind, told in _NOTE.findall(line.partition(";")[2]):
            try:
                first, *rest = told.split()
                at = int(first)
                if kind == "after":
                    chances[at] = tuple(map(_chance, rest))
                elif kind == "luck":
                    cards, play = rest
                    luck[at] = Luck(_figure(cards), _figure(play))
                else:
                    win, best, best_win = rest
                    entry, before = race.log[at], history[at]
                    judged[at] = Judged(
                        at,
                        entry.sled,
                        before.round,
                        entry.decision,
                        _chance(win),
                        parse_decision(best),
                        _chance(best_win),
                    )
            except (ValueError, TypeError, IndexError) as error:
                raise InvalidRecord(number, f"[%{kind}{told}] cannot be read: {error}") from None
    if not chances and not judged and not luck:
        return None
    sleds, decisions = range(len(race.sleds)), range(len(race.log))
    whole = (
        sorted(chances) == [-1, *decisions]
        and sorted(judged) == [*decisions]
        and sorted(luck) == [*sleds]
        and all(len(each) == len(sleds) for each in chances.values())
        and all(each.best in history[n].decisions for n, each in judged.items())
    )
    if not whole:
        raise InvalidRecord(1, "the analysis in the comments is not whole; analyse the race anew")
    return Analysis(
        tuple(chances[n] for n in sorted(chances)),
        tuple(judged[n] for n in sorted(judged)),
        tuple(luck[n] for n in sorted(luck)),
    )
