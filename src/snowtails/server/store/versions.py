"""Which version the tables of a database have, and bringing them up to date.

Alembic, which does that, is loaded only where there is something to do: it would make up a tenth of
the time that a server needs to start.
"""

from importlib.resources import files

import sqlalchemy as sql

from .errors import InvalidDatabase

_APPLIED = sql.table("alembic_version", sql.column("version_num", sql.String))


class UnknownVersion(InvalidDatabase):
    """Tables of a version that this program does not know."""


def newest_version() -> str:
    """Return the version of the tables that this program works with."""
    return max(known_versions())


def known_versions() -> list[str]:
    """Return all versions, by the names of the migrations: `0004_solo_tables.py` makes 0004."""
    names = (each.name for each in (files(__package__) / "migrations" / "versions").iterdir())
    return [name.partition("_")[0] for name in names if name[:1].isdigit()]


def version_of(connection: sql.Connection) -> str | None:
    """Return the version of the tables of a database; None if it has none yet.

    Raises UnknownVersion if they were made by a newer program.
    """
    if not sql.inspect(connection).has_table(_APPLIED.name):
        return None
    found = connection.execute(sql.select(_APPLIED.c.version_num)).scalar()
    if found is not None and found not in known_versions():
        raise UnknownVersion(
            f"this database has tables of version {found}, which this program does not know: "
            "update the program"
        )
    return found


def upgrade(connection: sql.Connection) -> None:
    """Bring the tables of a database up to date."""
    if version_of(connection) == newest_version():
        return
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", "snowtails.server.store:migrations")
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
