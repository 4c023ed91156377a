"""Changes that break the clauses of the rules, as `mutations.txt` lists them."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path

LISTED = Path(__file__).with_name("mutations.txt").read_text("utf-8")


@dataclass(frozen=True)
class Mutation:
    """One change that breaks a clause."""

    clause: str
    file: str
    """In src/snowtails."""
    old: str
    new: str

    def __str__(self) -> str:
        return f"{self.clause} {self.file}: {in_short(self.new)}"


def in_short(code: str) -> str:
    """Put code on one line, without its comment."""
    return " ".join(code.partition("  #")[0].split())


def read_mutations(text: str = LISTED) -> Iterator[Mutation]:
    """Read a list: a line with clause and file, then lines of old and of new text.

    >>> list(read_mutations("MOVE-1 rules/movement.py\\n- a - b\\n+ a + b"))
    [Mutation(clause='MOVE-1', file='rules/movement.py', old='a - b', new='a + b')]
    """
    clause, file, old = "", "", ""
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    for sign, found in groupby(lines, key=lambda line: line[0]):
        part = "\n".join(line[2:] if sign in "-+" else line for line in found)
        if sign == "-":
            old = part
        elif sign == "+":
            yield Mutation(clause, file, old, part)
        else:
            clause, file = part.split()
