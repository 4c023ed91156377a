"""A musher that races over HTTP, with nothing but Python's own library: a place to start from.

    snowtails serve &
    python examples/remote_musher.py

It opens a table against two mushers and races to the end. Given the name of a table and a seat, it
takes that seat instead:  python examples/remote_musher.py http://127.0.0.1:8080 TABLE SEAT [CODE]
"""

import argparse
import json
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from http.client import HTTPException
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

PATIENCE = 120
"""How often something is tried, once a second, while the server starts or cannot be reached."""


class Server:
    """The few requests that a musher needs; all are told in docs/http-api.md."""

    def __init__(self, address: str, name: str) -> None:
        self.address = address.rstrip("/")
        self.headers = {"Content-Type": "application/json"}
        self.open("/ready", tries=PATIENCE).close()
        token = self.post("/api/visitors", name=name, bearer=True)["token"]
        self.headers["Authorization"] = f"Bearer {token}"

    def open(self, path: str, data: bytes | None = None, *, tries: int = 1) -> Any:
        """Send a request and return the answer; end with the server's words if it refuses."""
        for left in reversed(range(tries)):
            try:
                return urlopen(Request(self.address + path, data, self.headers), timeout=60)
            except (OSError, HTTPException) as error:
                why = str(error)
                if isinstance(error, HTTPError):
                    with suppress(ValueError, KeyError, OSError, HTTPException):  # not ours
                        why = json.load(error)["message"]
                    if error.code < 500:  # it would be refused again
                        break
                if left:
                    print(f"trying again: {why}", file=sys.stderr)
                    time.sleep(1)
        sys.exit(f"{self.address}{path}: {why}")

    def post(self, path: str, **body: Any) -> Any:
        """Send a command once."""
        with self.open(path, json.dumps(body).encode()) as answer:
            return json.load(answer)

    def repeat(self, path: str, **body: Any) -> None:
        """Send a command until it is answered: sitting down and deciding are done only once."""
        self.open(path, json.dumps(body).encode(), tries=PATIENCE).close()

    def views(self, table: str) -> Iterator[Any]:
        """Yield the table as our seat sees it, now and after everything that happens."""
        while True:  # a stream that breaks is opened again, and begins with the table as it is
            stream = self.open(f"/api/stream?table={table}", tries=PATIENCE)
            with stream, suppress(OSError, HTTPException):
                event = ""
                for line in stream:
                    if not line.endswith(b"\n"):
                        break  # it was cut off
                    key, _, value = line.decode().partition(": ")
                    if key == "event":
                        event = value.strip()
                    elif key == "data" and event == "view":
                        yield json.loads(value)


def choose(view: Any) -> str:
    """Decide. This is the place for better ideas: go far, and pay little for it."""
    decisions: list[str] = view["choices"]["decisions"]
    if view["race"]["phase"] != "turn":
        return decisions[0]  # a start space, or cards to discard
    moves = view["choices"]["moves"]  # what has its usual value is left out of a move

    def worth(move: dict[str, Any]) -> tuple[bool, bool, int]:
        wrecked, finished = move.get("wrecked", False), move.get("finished", False)
        return wrecked, not finished, 2 * move.get("price", 0) - move["speed"]

    best = min(moves, key=worth)
    return str(best["turn"])


def main(address: str, table: str = "", seat: str = "0", code: str = "") -> None:
    """Race to the end and print who came in where."""
    server = Server(address, "Remote")
    if table:
        server.repeat(f"/api/tables/{table}/seats/{seat}/sit", code=code)
    else:
        table = server.post("/api/tables", seats=["me", "pup", "husky"], begin=True)["table"]
    for view in server.views(table):
        if view["stage"] == "over":
            names = [each["name"] for each in view["seats"]]
            for standing in view["race"]["standings"]:
                print(standing["place"] or "wrecked", names[standing["sled"]])
            return
        if view["choices"] and view["choices"]["decisions"]:
            path = f"/api/tables/{table}/seats/{seat}/decisions"
            server.repeat(path, decision=choose(view), answers=view["asks"])


if __name__ == "__main__":
    asked = argparse.ArgumentParser(description="Race over HTTP.")
    here = "http://127.0.0.1:8080"
    asked.add_argument("address", nargs="?", default=here, help=f"{here} if left out")
    asked.add_argument("table", nargs="?", default="", help="a new one if left out")
    asked.add_argument("seat", nargs="?", default="0", help="the number of the seat to take")
    asked.add_argument("code", nargs="?", default="", help="the seat's invitation, if it needs one")
    main(**vars(asked.parse_args()))
