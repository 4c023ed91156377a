"""A musher that races over HTTP, with nothing but Python's own library: a place to start from.

    snowtails serve &
    python examples/remote_musher.py http://127.0.0.1:8080

It opens a table against two mushers and races to the end. Given the name of a table and a seat, it
takes that seat instead:  python examples/remote_musher.py http://127.0.0.1:8080 TABLE SEAT [CODE]
"""

import json
import sys
from collections.abc import Iterator
from typing import Any
from urllib.request import Request, urlopen


class Server:
    """The few requests that a musher needs; all are told in docs/http-api.md."""

    def __init__(self, address: str, name: str) -> None:
        self.address = address
        self.headers = {"Content-Type": "application/json"}
        token = self.post("/api/visitors", name=name, bearer=True)["token"]
        self.headers["Authorization"] = f"Bearer {token}"

    def post(self, path: str, **body: Any) -> Any:
        """Send a command."""
        data = json.dumps(body).encode()
        with urlopen(Request(self.address + path, data, self.headers), timeout=60) as answer:
            return json.load(answer)

    def views(self, table: str) -> Iterator[Any]:
        """Yield the table as our seat sees it, now and after everything that happens."""
        request = Request(f"{self.address}/api/stream?table={table}", headers=self.headers)
        with urlopen(request, timeout=60) as stream:
            event = ""
            for line in stream:
                key, _, value = line.decode().rstrip("\n").partition(": ")
                if key == "event":
                    event = value
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
        server.post(f"/api/tables/{table}/seats/{seat}/sit", code=code)
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
            server.post(path, decision=choose(view), answers=view["asks"])


if __name__ == "__main__":
    main(*sys.argv[1:])
