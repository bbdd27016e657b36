"""Export and import finished games, and back up the whole database."""

from __future__ import annotations

import secrets
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from dataclasses import asdict
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple, Self

import msgspec
from sqlalchemy import Connection, Engine, and_, func, inspect, select
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, SQLAlchemyError

from kartenhaus.core import edition as editions
from kartenhaus.core import recordfile
from kartenhaus.core.errors import KartenhausError, OptionError, RecordError
from kartenhaus.core.history import History
from kartenhaus.server.clocks import wall_clock
from kartenhaus.server.database import StoreDown, alone, connect, migrate, plainly
from kartenhaus.server.house import ID, LETTERS
from kartenhaus.server.schema import ENTRIES, TABLES
from kartenhaus.server.store import PAGE, IndexRow
from kartenhaus.table import entries as log
from kartenhaus.table import fairness, frames, record
from kartenhaus.table.book import BOOK
from kartenhaus.table.names import COLOURS
from kartenhaus.table.states import encode
from kartenhaus.table.table import STAND_IN, Table

SOURCE = "imported"  # the reason why an imported table is closed
PAGES = 1000  # pages of an SQLite file to copy before the server may write again


class FinishedGame(NamedTuple):
    """A finished game: its table, its number there, and what was played."""

    table: str
    number: int
    history: History


class Unreadable(NamedTuple):
    """A table that this program cannot replay."""

    table: str
    why: str


class Size(NamedTuple):
    """How much is in a database."""

    tables: int
    entries: int
    bytes: int


# Export


def finished(url: str) -> Iterator[FinishedGame | Unreadable]:
    """Yield every finished game, table by table; a table that cannot be replayed does not stop the others."""
    engine = _there(url)
    try:
        with engine.connect() as connection:
            first = select(func.min(ENTRIES.c.table_id))
            code = connection.execute(first).scalar()
            while code is not None:
                yield from _games(code, _rows(connection, code))
                code = connection.execute(first.where(ENTRIES.c.table_id > code)).scalar()
    except SQLAlchemyError as error:
        raise StoreDown("the database does not answer: {error}", error=plainly(error)) from None
    finally:
        engine.dispose()


def _rows(connection: Connection, code: str) -> Iterator[str]:
    """The log of a table, page by page."""
    after = -1
    while True:
        newer = and_(ENTRIES.c.table_id == code, ENTRIES.c.number > after)
        page = connection.execute(select(ENTRIES.c.data).where(newer).order_by(ENTRIES.c.number).limit(PAGE)).all()
        yield from (row.data for row in page)
        after += len(page)
        if len(page) < PAGE:
            return


def _games(code: str, rows: Iterable[str]) -> Iterator[FinishedGame | Unreadable]:
    table = Table(code)
    try:
        for data in rows:
            entry = log.decode(data)
            table.apply(entry)
            if isinstance(entry, log.Finished):
                yield FinishedGame(code, table.games, record.played(table))
    except (KartenhausError, msgspec.DecodeError) as error:
        yield Unreadable(code, str(error))


def _there(url: str) -> Engine:
    """An engine for an existing database that has our tables."""
    path = _file(url)
    if path is not None and not path.exists():
        raise OptionError("there is no database {file}; name another with --database", file=path)
    engine = connect(url)
    try:
        known = inspect(engine).has_table(ENTRIES.name)
    except SQLAlchemyError as error:
        raise StoreDown("{database} cannot be opened: {error}", database=engine.url, error=plainly(error)) from None
    if not known:
        engine.dispose()
        raise OptionError("{database} has no tables of Kartenhaus", database=make_url(url).render_as_string())
    return engine


def _file(url: str) -> Path | None:
    """The file of an SQLite database; None for any other kind."""
    try:
        address = make_url(url)
    except ArgumentError:
        return None
    return Path(address.database or "") if address.get_backend_name() == "sqlite" else None


# Import


class Shelf:
    """Where imported games are kept; without a database they are only checked."""

    def __init__(self, url: str | None) -> None:
        self.engine = None if url is None else connect(url)
        self._end = ExitStack()

    def __enter__(self) -> Self:
        if self.engine is not None:
            with ExitStack() as end:
                end.enter_context(alone(self.engine))
                end.callback(self.engine.dispose)
                migrate(self.engine)
                self._end = end.pop_all()
        return self

    def __exit__(self, *_: object) -> None:
        self._end.close()

    def keep(self, history: History) -> bool:
        """Store a game as a new table; return false if it is there already."""
        if self.engine is None:
            return True
        table, entries = table_of(history)
        rows = [{"table_id": table.id, "number": number, "data": log.encode(one).decode()} for number, one in enumerate(entries)]
        row = IndexRow(table.id, False, table.phase, wall_clock(), encode(frames.listed(table)).decode())
        try:
            with self.engine.begin() as connection:
                if connection.execute(select(func.count()).where(ENTRIES.c.table_id == table.id)).scalar():
                    return False
                connection.execute(ENTRIES.insert(), rows)
                connection.execute(TABLES.insert().values(**asdict(row)))
        except SQLAlchemyError as error:
            raise StoreDown("the database did not take it: {error}", error=plainly(error)) from None
        return True


def table_of(history: History) -> tuple[Table, list[log.Entry]]:
    """Make a table and a log for a recorded game; raise RecordError if no table can have dealt it."""
    text = recordfile.dumps(history)
    if not (history.over or history.resigned):
        raise RecordError("the game is not over; kartenhaus play --resume goes on with it")
    if not history.fair:
        raise RecordError(
            "this game was not dealt at a table: its seed follows from no secret, so no table’s log can hold it; "
            "kartenhaus replay shows it, and --check checks it"
        )
    fairness.verify(history)
    digest = int.from_bytes(sha256(text.encode()).digest(), "big")
    table = Table("".join(LETTERS[digest // len(LETTERS) ** place % len(LETTERS)] for place in range(ID)))
    entries = _entries(history, wall_clock())
    if len(entries) > BOOK:
        raise RecordError("the game has {moves} moves; a table’s log has at most {most}", moves=len(history.played), most=BOOK)
    for entry in entries:
        table.apply(entry)
    if table.outcome is None or record.record(table) != text:
        raise RecordError("no table can have played this game: what follows from its log is another record")
    return table, entries


def _entries(history: History, at: int) -> list[log.Entry]:
    """The log of such a table; nobody has a key to its seats.

    An old record does not say who was a bot. This matters if the game ended because every person gave up: the others were bots.
    """
    game, fair = history.game, history.fair
    shipped = editions.is_shipped(game, history.edition)
    edition = history.edition["name"] if shipped else dict(history.edition)
    names = history.names or [f"Seat {seat + 1}" for seat in range(history.players)]
    entries: list[log.Entry] = [
        log.Opened(at, game.name, history.players, fair["secret"], edition, history.options, rules=history.rules)
    ]
    stayed = set(range(history.players)) - set(history.resigned)
    bots = set(fair.get("bots", stayed if len(stayed) > 1 and history.final is None else ()))
    for seat, name in enumerate(names):
        if seat in bots:
            entries.append(log.Seated(at, seat, STAND_IN, name))
        else:
            entries.append(log.Sat(at, seat, name, COLOURS[seat], sha256(secrets.token_bytes()).hexdigest()))
    for seat, nonce in enumerate(fair["nonces"]):
        if seat not in bots:
            entries.append(log.Readied(at, seat, nonce=nonce))
    entries.append(log.Started(at, history.options, unsure="bots" not in fair))
    moves: list[log.Entry] = [log.Moved(at, one.seat, one.move) for one in history.moves]
    gave_up: list[log.Entry] = [log.Resigned(at, seat) for seat in history.resigned]
    last = len(moves) - 1 if history.final is not None else len(moves)  # a player gives up before the last move
    end = log.Finished(at, secrets.token_hex(32), history.final)
    entries += [*moves[:last], *gave_up, *moves[last:], end, log.Closed(at, SOURCE)]
    return entries


# Backup


def backup(url: str, target: Path) -> Size:
    """Make a complete, checked copy of an SQLite database at one moment; the server may keep running."""
    source = _file(url)
    if source is None:
        name = make_url(url).set(drivername="postgresql").render_as_string(hide_password=True)
        raise OptionError(
            "PostgreSQL makes its own backups: pg_dump --format=custom --file={file} '{database}'", file=target, database=name
        )
    if not source.exists():
        raise OptionError("there is no database {file}; name another with --database", file=source)
    if target.exists():
        raise OptionError("{file} is there already; nothing was written", file=target)
    half = target.with_name(f"{target.name}.part")
    try:
        size = _copied(source, half)
        half.replace(target)
    except (sqlite3.Error, OSError) as error:
        raise OptionError("{file}: cannot be written: {error}", file=target, error=error) from None
    finally:
        half.unlink(missing_ok=True)
    return size


def _copied(source: Path, target: Path) -> Size:
    """Copy the file, and check the copy."""
    reading, writing = sqlite3.connect(f"file:{source}?mode=ro", uri=True), sqlite3.connect(target)
    try:
        reading.backup(writing, pages=PAGES)
        writing.execute("PRAGMA journal_mode=DELETE")  # one file, nothing beside it
        problem = writing.execute("PRAGMA integrity_check").fetchone()[0]
        if problem != "ok":
            raise sqlite3.DatabaseError(f"the copy is damaged: {problem}")
        counts = [writing.execute(f"SELECT count(*) FROM {table.name}").fetchone()[0] for table in (TABLES, ENTRIES)]
    finally:
        reading.close()
        writing.close()
    return Size(counts[0], counts[1], target.stat().st_size)
