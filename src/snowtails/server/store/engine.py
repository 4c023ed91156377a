"""Opening a database: its address, the lock of an SQLite file, and tables brought up to date."""

import os
from collections.abc import Sequence
from pathlib import Path
from typing import IO, Any

import sqlalchemy as sql
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from .errors import InvalidDatabase
from .versions import newest_version, upgrade, version_of

SYNCHRONOUS = "FULL"
"""How SQLite writes: with NORMAL, a power cut would take back moves that were acknowledged."""


STATEMENT_TIMEOUT = 10_000
"""Milliseconds after which PostgreSQL gives up a statement of a server."""

UPGRADING = 0x5A10
"""The advisory lock of whoever brings the tables of a PostgreSQL up to date."""

POSTGRES_SETTINGS: dict[str, Any] = {
    "connect_timeout": 5,
    # A host that vanishes without a word enforces no timeout: this machine has to notice by itself.
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 3,
    "tcp_user_timeout": 10_000,  # milliseconds for which what was sent may stay unacknowledged
    "application_name": "snowtails",
}
"""How every connection to PostgreSQL is opened."""


def database_url(text: str) -> URL:
    """Return the address of a database, or refuse it."""
    try:
        url = make_url(text)
    except (ArgumentError, ValueError):
        raise InvalidDatabase(f"{_KINDS}, not {_meant(text)}") from None
    drivers = {"sqlite": "sqlite+aiosqlite", "postgresql": "postgresql+psycopg"}
    drivers["postgres"] = drivers["postgresql"]
    kind = url.drivername.partition("+")[0]
    if kind not in drivers:
        raise InvalidDatabase(f"{_KINDS}, not {url.render_as_string()}")
    return url.set(drivername=drivers[kind])


_KINDS = "a database is sqlite:///path/to/file or postgresql://user@host/name"


def _meant(text: str) -> str:
    """Return a text that is no address, and what was meant if it is a path; passwords are kept."""
    if "@" in text or not text.strip():
        return "this text" if text.strip() else "an empty text"
    return f"{text}; for a file of this name, {sqlite_url(Path(text))}"


def shown(url: URL) -> str:
    """Return an address as it is shown: without its driver, which nobody names, and password."""
    return url.set(drivername=url.get_backend_name()).render_as_string()


def sqlite_url(path: Path) -> str:
    """Return the address of an SQLite file."""
    return URL.create("sqlite", database=str(path)).render_as_string()


def new_engine(url: URL, **more: Any) -> AsyncEngine:
    """Return connections to a database of either kind, as yet without settings of a server's."""
    settings = {} if url.drivername.startswith("sqlite") else POSTGRES_SETTINGS
    settings = settings | more.pop("connect_args", {})
    # Parameters are cards and secrets: errors do not show them.
    return create_async_engine(url, hide_parameters=True, connect_args=settings, **more)


def postgres_engine(url: URL) -> AsyncEngine:
    """Return the connections to PostgreSQL, for reading and writing alike."""
    options = {"options": f"-c statement_timeout={STATEMENT_TIMEOUT}"}
    return new_engine(url, pool_size=5, pool_pre_ping=True, connect_args=options)


async def take_any_time(connection: AsyncConnection) -> None:
    """Let the transaction that has begun last as long as it takes: it is no server's daily work."""
    if connection.dialect.name != "sqlite":
        await connection.exec_driver_sql("SET LOCAL statement_timeout = 0")


def sqlite_engines(url: URL) -> tuple[AsyncEngine, AsyncEngine, IO[str]]:
    """Return the connections to an SQLite file that write and that read, and the lock taken."""
    if not url.database:
        raise InvalidDatabase("an SQLite database needs a file, as in sqlite:///snowtails.db")
    path = Path(url.database)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        # It holds the secrets of races under way: for nobody else on this machine to read.
        os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
    except OSError as error:
        why = "it is a file" if isinstance(error, FileExistsError) else error.strerror
        told = f"the data folder {path.parent} cannot be used: {why}"
        raise InvalidDatabase(f"{told}; name one whose files can be written") from None
    lock = _locked(path.with_name(f"{path.name}.lock"))
    # One connection writes, and it alone checkpoints: SQLite before 3.51.3 can corrupt a
    # write-ahead log when two do.
    writing = new_engine(url, pool_size=1, max_overflow=0)
    # Nothing is left open by reading: undoing it would be a trip to the connection's thread.
    reading = new_engine(url, pool_size=2, max_overflow=0, pool_reset_on_return=None)
    settings = ("journal_mode=WAL", f"synchronous={SYNCHRONOUS}", "busy_timeout=10000")
    _set_up(writing, settings)
    begin_explicitly(writing)
    _set_up(reading, ("query_only=ON", "busy_timeout=10000"))
    return writing, reading, lock


async def migrate(url: URL, writing: AsyncEngine) -> None:
    """Bring the tables of a database up to date; raise InvalidDatabase if it cannot be used."""
    try:
        async with writing.begin() as connection:
            await take_any_time(connection)
            if connection.dialect.name != "sqlite":
                # Of several servers that start at once, one migrates and the others wait.
                await connection.execute(sql.select(sql.func.pg_advisory_xact_lock(UPGRADING)))
            await connection.run_sync(upgrade)
    except DBAPIError as error:
        raise InvalidDatabase(unusable(url, error)) from error


def begin_explicitly(engine: AsyncEngine) -> None:
    """Have SQLite begin whenever a transaction does.

    Its driver would begin only what changes rows: reads would be each by itself, and what an
    upgrade that is broken off has changed of the tables would stay.
    """

    @sql.event.listens_for(engine.sync_engine, "connect")
    def connected(connection: Any, _: object) -> None:
        connection.isolation_level = None

    @sql.event.listens_for(engine.sync_engine, "begin")
    def begun(connection: sql.Connection) -> None:
        connection.exec_driver_sql("BEGIN")


async def what_is_risked(engine: AsyncEngine) -> str:
    """Say what of a PostgreSQL's settings may lose acknowledged moves; nothing if none does."""
    risky = ("fsync", "full_page_writes", "synchronous_commit")
    asked = sql.text("SELECT name FROM pg_settings WHERE name IN :risky AND setting = 'off'")
    asked = asked.bindparams(sql.bindparam("risky", risky, expanding=True))
    async with engine.connect() as connection:
        off = sorted((await connection.execute(asked)).scalars())
    if not off:
        return ""
    are, them = ("is", "it") if len(off) == 1 else ("are", "them")
    told = "a power cut can take back moves that were acknowledged"
    return f"{', '.join(off)} {are} off in PostgreSQL: {told}; switch {them} on"


def _set_up(engine: AsyncEngine, settings: Sequence[str]) -> None:
    @sql.event.listens_for(engine.sync_engine, "connect")
    def connected(connection: Any, _: object) -> None:
        cursor = connection.cursor()
        for setting in settings:
            cursor.execute(f"PRAGMA {setting}")
        cursor.close()


def _locked(path: Path) -> IO[str]:
    """Take the lock that keeps a second server from the same file."""
    lock = path.open("a+")
    if os.name == "posix":
        import fcntl

        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            lock.seek(0)
            process = lock.read().strip() or "unknown"
            lock.close()
            raise InvalidDatabase(
                f"another server, process {process}, uses {path.with_suffix('')}; SQLite has "
                "one server: stop it, name another data folder, or use PostgreSQL"
            ) from None
        lock.truncate(0)
        lock.write(f"{os.getpid()}\n")
        lock.flush()
    return lock


async def look_at(url: str) -> str:
    """Say which tables a database has, changing nothing; raise InvalidDatabase if it is wrong."""
    found_url = database_url(url)
    path = found_url.database or ""
    if found_url.drivername.startswith("sqlite") and not Path(path).exists():
        return f"{shown(found_url)}, not there yet: the first start makes it"
    engine = new_engine(found_url)
    try:
        async with engine.connect() as connection:
            version = await connection.run_sync(version_of)
        risk = await what_is_risked(engine) if found_url.drivername.startswith("postgres") else ""
    except DBAPIError as error:
        raise InvalidDatabase(unusable(found_url, error)) from error
    finally:
        await engine.dispose()
    told = f"{shown(found_url)}, tables of version {version}"
    if version != newest_version():
        told += ": the next start brings them up to date"
    return f"{told}; {risk}" if risk else told


def unusable(url: URL, error: DBAPIError) -> str:
    """Say why a database cannot be used."""
    told = str(error.orig).splitlines()[0]
    return f"the database {shown(url)} cannot be used: {told}; check its address and that it runs"
