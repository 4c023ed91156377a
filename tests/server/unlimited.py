"""A server without limits, for tests that load it: python -m tests.server.unlimited DATABASE …"""

import argparse
from dataclasses import replace

from snowtails.server.http.server import Settings, log_to_stderr, run
from snowtails.server.session.limits import Limits
from snowtails.server.store import engine

MANY = 10**9
UNLIMITED = Limits(
    rate=MANY,
    burst=MANY,
    opening_rate=MANY,
    opening_burst=MANY,
    costly_rate=MANY,
    costly_burst=MANY,
    tables=MANY,
    streams_of_one=MANY,
    streams_of_address=MANY,
    streams=MANY,
    certify=False,
)

if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("database")
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--synchronous", default="FULL")
    parser.add_argument("--limited", action="store_true")
    parser.add_argument("--sessions", type=int, default=Limits().sessions)
    given = parser.parse_args()
    engine.SYNCHRONOUS = given.synchronous
    log_to_stderr("critical")
    limits = replace(Limits() if given.limited else UNLIMITED, sessions=given.sessions)
    settings = Settings(port=given.port, database=given.database, limits=limits)
    run(settings, lambda addresses: print(addresses[0], flush=True))
