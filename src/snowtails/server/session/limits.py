"""How much of everything anybody may have, so that one cannot take it from all."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Limits:
    """The bounds of a server.

    One client is one address, behind which a whole class may sit and begin at once: whoever is new
    asks for some fifteen things, of which two are new and two cost much, beside files of the page.
    """

    body: int = 16_384
    """Bytes in the body of a request."""
    body_within: float = 20.0
    """Seconds that a client has to send it."""
    plan: int = 4_096
    """Bytes in a plan."""
    rate: float = 100.0
    """Requests a second of one client, in the long run …"""
    burst: float = 600.0
    """… and at once."""
    opening_rate: float = 0.5
    """New tables and new visitors a second of one client, in the long run …"""
    opening_burst: float = 120.0
    """… and at once."""
    costly_rate: float = 5.0
    """Drawings, replays, hints and checks a second of one client, in the long run …"""
    costly_burst: float = 200.0
    """… and at once."""
    tables: int = 50
    """Unfinished races of one visitor."""
    courses: int = 50
    """Courses that one visitor has published."""
    certify: bool = True
    """Whether published courses are raced in the background."""
    streams_of_one: int = 24
    """Streams of one visitor."""
    streams_of_address: int = 500
    """Streams of one address: a whole school may sit behind one."""
    streams: int = 20_000
    """Streams in all."""
    sessions: int = 500
    """Tables kept awake in memory, unless more are being watched."""
    visitors_in_memory: int = 20_000
    heartbeat: float = 15.0
    """Seconds after which a silent stream shows that it is alive."""
    come_back: int = 3
    """Seconds after which clients should come back when the server stops."""
