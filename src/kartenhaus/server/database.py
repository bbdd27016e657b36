"""Connect to the database and bring its schema up to date."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import Engine, create_engine, event, inspect, text
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, SQLAlchemyError

from kartenhaus.core.errors import KartenhausError, OptionError
from kartenhaus.server.schema import HEAD

try:
    import fcntl
except ModuleNotFoundError:  # Windows: two servers at one file are not noticed there
    fcntl = None  # type: ignore[assignment]

PATIENCE = 2  # seconds before a database that does not answer counts as down


class StoreDown(KartenhausError):
    """The database cannot be reached, or cannot write."""


def plainly(error: SQLAlchemyError) -> str:
    """Return the message of the database without class names and the statement."""
    return str(getattr(error, "orig", None) or error).partition("\n")[0]


def connect(url: str) -> Engine:
    """An engine for a database."""
    try:
        address = make_url(url)
    except ArgumentError:
        raise OptionError("“{url}” is no database; write sqlite:///FILE or postgresql://USER@HOST/NAME", url=url[:60]) from None
    if address.get_backend_name() == "sqlite":
        if not address.database:
            raise OptionError("SQLite needs a file: sqlite:///FILE")
        try:
            Path(address.database).parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise OptionError("{folder} cannot be made: {error}", folder=Path(address.database).parent, error=error) from None
        engine = create_engine(address, connect_args={"timeout": PATIENCE, "check_same_thread": False})
        event.listen(engine, "connect", _set_up)
        event.listen(engine, "begin", lambda connection: connection.exec_driver_sql("BEGIN"))
        return engine
    if address.get_backend_name() != "postgresql":
        raise OptionError("the database is SQLite or PostgreSQL, not {kind}", kind=address.get_backend_name())
    try:
        return create_engine(
            address.set(drivername="postgresql+psycopg"),
            connect_args={
                "connect_timeout": PATIENCE,
                "tcp_user_timeout": 1000 * PATIENCE,
                "options": f"-c statement_timeout={1000 * PATIENCE} -c synchronous_commit=on",
            },
        )
    except ModuleNotFoundError:
        raise OptionError("PostgreSQL needs its driver: pip install 'kartenhaus[postgresql]'") from None


def _set_up(connection: Any, _: object) -> None:
    """Set up SQLite so that every acknowledged entry is synced to disk, and readers do not wait for the writer."""
    connection.isolation_level = None  # a statement outside BEGIN and COMMIT commits itself
    cursor = connection.cursor()
    cursor.execute("PRAGMA journal_mode=WAL")
    cursor.execute("PRAGMA synchronous=FULL")
    cursor.execute("PRAGMA temp_store=MEMORY")  # keeps the undo data of one statement out of files
    cursor.execute("PRAGMA wal_autocheckpoint=8000")  # pages; of a page written many times only the last version is copied
    cursor.close()


@contextmanager
def alone(engine: Engine) -> Iterator[None]:
    """Lock an SQLite file for one server or import; raise OptionError if another has it. PostgreSQL needs no lock."""
    if engine.dialect.name != "sqlite" or fcntl is None:
        yield
        return
    file = Path(engine.url.database or "")
    with ExitStack() as end:
        try:
            lock = end.enter_context(Path(f"{file.resolve()}.lock").open("a"))
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)  # released however the process ends
        except BlockingIOError:
            raise OptionError(
                "{file} is in use: stop the server or the import that has it open, or name another with --database", file=file
            ) from None
        except OSError as error:
            raise StoreDown("{database} cannot be opened: {error}", database=engine.url, error=error) from None
        yield


def migrate(engine: Engine) -> None:
    """Bring the schema up to date; one query if there is nothing to do."""
    try:
        with engine.begin() as connection:
            if engine.dialect.name == "postgresql":
                connection.execute(text("SET LOCAL statement_timeout = '60s'"))  # an upgrade may take longer than a move
                connection.execute(text("SELECT pg_advisory_xact_lock(7079)"))  # one process does it, the others wait
            known = inspect(connection).has_table("alembic_version")
            version = connection.execute(text("SELECT version_num FROM alembic_version")).scalar() if known else None
            if version == HEAD:
                return
            from alembic import command
            from alembic.config import Config

            config = Config()
            config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
            config.attributes["connection"] = connection
            command.upgrade(config, "head")
    except SQLAlchemyError as error:
        raise StoreDown("{database} cannot be opened: {error}", database=engine.url, error=plainly(error)) from None


def describe(engine: Engine) -> str:
    """What kind of database it is, and its version."""
    if engine.dialect.name == "sqlite":
        return f"SQLite {sqlite3.sqlite_version}"
    with engine.connect() as connection:
        return f"PostgreSQL {connection.execute(text('SHOW server_version')).scalar()}"
