"""A library to preload into a server: it notes what is written and synced, or lets that fail."""

import shutil
import struct
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

HEAD = struct.Struct("<QcHQI")
SOURCE = Path(__file__).with_suffix(".c")


def build(folder: Path) -> Path:
    """Compile the library."""
    compiler = shutil.which("cc")
    assert compiler, "a C compiler is needed"
    library = folder / "unsynced.so"
    flags = ["-O1", "-Wall", "-shared", "-fPIC"]
    subprocess.run([compiler, *flags, "-o", str(library), str(SOURCE), "-ldl"], check=True)
    return library


@dataclass(frozen=True)
class Operation:
    """Something that was done to a file."""

    at: float
    """Seconds of the machine's monotonic clock."""
    kind: str
    """`w` for a write, `t` for cutting it to a length, `s` for a sync."""
    path: str
    offset: int
    data: bytes

    def apply(self, content: bytearray) -> None:
        """Do it to the content of a file."""
        if self.kind == "w":
            missing = self.offset + len(self.data) - len(content)
            content.extend(bytes(max(missing, 0)))
            content[self.offset : self.offset + len(self.data)] = self.data
        elif self.kind == "t":
            content.extend(bytes(max(self.offset - len(content), 0)))
            del content[self.offset :]


def read_journal(journal: Path) -> Iterator[Operation]:
    """Read what was noted."""
    data, at = journal.read_bytes(), 0
    while at + HEAD.size <= len(data):
        when, kind, named, offset, length = HEAD.unpack_from(data, at)
        at += HEAD.size
        path = data[at : at + named].decode()
        written = data[at + named : at + named + length]
        at += named + length
        yield Operation(when / 1e9, kind.decode(), path, offset, written)
