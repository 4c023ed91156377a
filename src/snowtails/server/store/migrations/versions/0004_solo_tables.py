"""Solo games become tables with one seat.

Their logs stay as they are. Lists tell races from games by a column, instead of keeping games under
a name derived from the player's; summaries tell what the tables of today tell.
"""

import json
from typing import Any

import sqlalchemy as sql
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None

COLOURS = ("charcoal", "blue", "vermilion", "teal", "orchid")

_RACES = sql.table(
    "races", sql.column("race"), sql.column("kind"), sql.column("stage"), sql.column("summary")
)
_SEATS = sql.table("seats", sql.column("race"), sql.column("holder"))
_EVENTS = sql.table("events", sql.column("race"), sql.column("number"), sql.column("body"))


def upgrade() -> None:
    """Tell races and solo games apart by a column, and write the summaries anew."""
    op.add_column(
        "races", sql.Column("kind", sql.String(16), nullable=False, server_default="race")
    )
    connection = op.get_bind()
    for race, text in connection.execute(sql.select(_RACES.c.race, _RACES.c.summary)).all():
        summary = json.loads(text)
        if "game" in summary:
            _upgrade_game(connection, race, summary)
        else:
            for seat, colour in zip(summary["seats"], COLOURS, strict=False):
                seat.setdefault("colour", colour)
            _update(connection, race, summary, "race")


def _upgrade_game(connection: sql.Connection, race: str, summary: dict[str, Any]) -> None:
    first = sql.select(_EVENTS.c.body).where(_EVENTS.c.race == race, _EVENTS.c.number == 1)
    opened = json.loads(connection.execute(first).scalar_one())["body"]
    held = sql.update(_SEATS).where(_SEATS.c.race == race).values(holder=opened["holder"])
    connection.execute(held)
    summary |= {"table": summary["game"], "game": "solo"}
    if summary["stage"] == "playing":
        summary["stage"] = "racing"
    _update(connection, race, summary, "daily" if summary["day"] else "solo")


def _update(connection: sql.Connection, race: str, summary: dict[str, Any], kind: str) -> None:
    written = json.dumps(summary, ensure_ascii=False)
    changed = sql.update(_RACES).where(_RACES.c.race == race)
    connection.execute(changed.values(kind=kind, stage=summary["stage"], summary=written))
