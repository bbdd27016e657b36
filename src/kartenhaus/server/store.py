"""Stores the logs of all tables. Nothing is acknowledged before it is committed.

One thread writes. Entries that come in one turn of the loop, or while the thread is busy, form one group, which is inserted and
committed as a whole. So under load many tables share a commit, which waits for the disk.
"""

from __future__ import annotations

import asyncio
import logging
import queue
import sqlite3
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from hashlib import blake2b
from itertools import repeat
from typing import Any

from sqlalchemy import Connection, Engine, Select, and_, case, func, or_, select, tuple_
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import SQLAlchemyError

from kartenhaus.server.database import StoreDown, connect, migrate
from kartenhaus.server.schema import ENTRIES, HOUSE, OPENER_KEY, TABLES

logger = logging.getLogger("kartenhaus.store")
ANSWER = 1.8  # seconds after which a silent database counts as down, so that clients have an answer within 2
SOON = 0.2  # seconds after which the index in an SQLite file is updated when a game has begun or ended
INSERT = "INSERT INTO entries (table_id, number, data) VALUES "
ROWS = 5000  # in one statement at most
READERS = 8  # reads at once
DEALT = "dealt"  # the phase of a game in which no person has moved yet
PAGE = 1_000  # entries that are read at once, so that a long log does not fill the memory
Then = Callable[[asyncio.Future[bool]], None]
DOWN = "this could not be saved right now; nothing is lost, try again in a moment"


@dataclass(frozen=True)
class IndexRow:
    """One table in the index."""

    id: str
    public: bool
    phase: str
    """That of the table; `dealt` instead of `playing` until a person has moved there."""
    touched: int
    about: str
    opener: str = ""
    due: int = 0
    """When something happens there by itself, at a table that is played by the day; 0 for nothing."""


@dataclass(slots=True)
class _NewEntry:
    """An entry to be written, and the future that waits for it."""

    table: str
    number: int
    data: str
    done: asyncio.Future[bool]
    then: Then | None = None


class _Group:
    """Entries and index rows that are committed together."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self.loop = loop
        self.entries: list[_NewEntry] = []
        self.rows: dict[str, IndexRow] = {}  # by table
        self.house: dict[str, str] = {}  # what the house notes about itself
        self._late: asyncio.TimerHandle | None = None

    def add(self, entry: _NewEntry) -> None:
        """Add an entry; it is answered in time, also if it joins long after the first, while the writer is busy."""
        self.entries.append(entry)
        if self._late is None:
            self._late = self.loop.call_later(ANSWER, self.answer)

    def answer(self, results: Iterable[bool | None] = repeat(None)) -> None:
        """Resolve all waiting futures in one turn of the loop; without results, with StoreDown because it takes too long."""
        if self._late is not None:
            self._late.cancel()
            self._late = None
        for entry, result in zip(self.entries, results, strict=False):
            if entry.done.done():
                continue  # nobody waits any more
            if result is None:
                entry.done.set_exception(StoreDown(DOWN))
            elif result and entry.then is not None:
                entry.then(entry.done)
            else:
                entry.done.set_result(result)


class Store:
    """The entries of all tables."""

    def __init__(self, url: str) -> None:
        self.engine: Engine = connect(url)
        self.groups: queue.SimpleQueue[_Group | None] = queue.SimpleQueue()  # for the writer; None is the end
        self.page_size = PAGE
        self.commits = 0
        self.written = 0
        self.shared = self.engine.dialect.name == "postgresql"  # with other processes; an SQLite file has only one
        self._gathering: _Group | None = None  # what the writer gets next
        self._noted: dict[str, IndexRow] = {}  # rows for the index, written soon
        self._house: dict[str, str] = {}  # notes of the house that the writer still has to write
        self._rows: dict[str, IndexRow] = {}  # rows that the writer still has to write; kept if a commit fails
        self._writing: _Group | None = None  # what the writer is writing
        self._busy_since: float | None = None  # since when the writer waits for the database
        self._insert: Any = postgresql.insert if self.shared else sqlite.insert
        note = self._insert(TABLES)
        news: dict[str, Any] = {one.name: one for one in note.excluded}
        news["opener"] = case((note.excluded.phase == "closed", ""), else_=TABLES.c.opener)  # rows may lack it
        self._note = note.on_conflict_do_update(index_elements=["id"], set_=news)
        house = self._insert(HOUSE)
        self._note_house = house.on_conflict_do_update(index_elements=["name"], set_={"value": house.excluded.value})
        self._key = b""  # for the digests of addresses
        self._line: Connection | None = None  # to an SQLite file, only for the writer
        self._readers = ThreadPoolExecutor(READERS, "reading")  # separate threads, so that reads wait only for the database
        self._thread = threading.Thread(target=self._write_all, name="writer", daemon=True)

    def start(self) -> None:
        """Bring the schema up to date and begin to write."""
        migrate(self.engine)
        with self.engine.connect() as connection:
            key = connection.execute(select(HOUSE.c.value).where(HOUSE.c.name == OPENER_KEY)).scalar_one()
        self._key = bytes.fromhex(key)
        self._thread.start()

    async def stop(self) -> None:
        """Write what is waiting, then stop."""
        if self._thread.is_alive():
            self._index()
            self._hand_over(last=True)
            self.groups.put(None)
            await asyncio.to_thread(self._thread.join)
        if self._line is not None:
            self._line.close()
        self._readers.shutdown(wait=False, cancel_futures=True)
        self.engine.dispose()

    # Writing

    def note(self, row: IndexRow) -> None:
        """Update a table in the index, without waiting. With SQLite, frequent updates are collected first."""
        self._noted[row.id] = row
        if self.shared or row.phase not in (DEALT, "playing", "over"):
            self._index()
        elif len(self._noted) == 1:
            asyncio.get_running_loop().call_later(SOON, self._index)

    def note_house(self, name: str, value: str) -> None:
        """Note something about the house, without waiting."""
        self._group().house[name] = value

    def _index(self) -> None:
        """Add the collected rows to the next group."""
        if self._noted:
            self._group().rows.update(self._noted)
            self._noted.clear()

    def append(self, table: str, number: int, data: bytes, then: Then | None = None) -> asyncio.Future[bool]:
        """Write one entry: true once it is committed, false if its number is taken, StoreDown if neither is certain.

        `then` is called with the future once it is committed, and resolves it instead.
        """
        if self.stuck:
            raise StoreDown(DOWN)
        group = self._group()
        entry = _NewEntry(table, number, data.decode(), group.loop.create_future(), then)
        group.add(entry)
        return entry.done

    def _group(self) -> _Group:
        """The group that is being collected."""
        if self._gathering is None:
            self._gathering = _Group(asyncio.get_running_loop())
            self._gathering.loop.call_soon(self._hand_over)
        return self._gathering

    def _hand_over(self, last: bool = False) -> None:
        """Hand the collected group to the writer, unless it is busy."""
        if self._gathering is not None and (last or self._writing is None):
            self._writing, self._gathering = self._gathering, None
            self._writing.entries = [one for one in self._writing.entries if not one.done.done()]  # without those already answered
            self.groups.put(self._writing)

    def _answer(self, group: _Group, results: list[bool | None]) -> None:
        """Answer a group that was written, and give the writer the next one."""
        self._writing = None
        self._hand_over()
        group.answer(results)

    @property
    def waiting(self) -> int:
        """Entries that are not committed yet."""
        return sum(len(group.entries) for group in (self._gathering, self._writing) if group is not None)

    def holds(self, table: str) -> bool:
        """Whether the writer is writing an entry of a table, so that its fate is unknown."""
        return self._writing is not None and any(entry.table == table for entry in self._writing.entries)

    @property
    def stuck(self) -> bool:
        """Whether the writer has waited too long for the database."""
        since = self._busy_since
        return since is not None and time.monotonic() - since > ANSWER

    def _write_all(self) -> None:
        while (group := self.groups.get()) is not None:
            self._rows.update(group.rows)
            self._house.update(group.house)
            self._busy_since = time.monotonic()
            results = self._write(group.entries)
            self._busy_since = None
            self.written += results.count(True)
            try:
                group.loop.call_soon_threadsafe(self._answer, group, results)
            except RuntimeError:  # the loop is closed: nobody waits any more
                continue

    def _write(self, batch: list[_NewEntry]) -> list[bool | None]:
        """Write entries; return for each whether it was written (true), its number was taken (false), or it failed (None)."""
        if not (batch or self._rows or self._house):
            return []
        try:
            with self._connected() as connection:
                quick = not (self.shared or self._rows or self._house or len(batch) > ROWS)
                results = self._write_quickly(connection, batch) if quick else None
                if results is None:
                    results = self._insert_all(connection, batch) if batch else []
                    if self._rows:
                        connection.execute(self._note, [asdict(self._rows[table]) for table in sorted(self._rows)])
                    if self._house:
                        notes = [{"name": name, "value": self._house[name]} for name in sorted(self._house)]
                        connection.execute(self._note_house, notes)
                    self.commit(connection.commit)
                    self._rows.clear()
                    self._house.clear()
            self.commits += 1
            return results
        except Exception as error:  # whatever it is: without the writer thread the server could not go on
            logger.warning("the database did not write: %s", type(error).__name__)
            return self._look_again(batch)

    @contextmanager
    def _connected(self) -> Iterator[Connection]:
        """A connection for the writer. For SQLite it is always the same one, which also checkpoints: two could damage the file."""
        if self.shared:
            with self.engine.connect() as connection:
                yield connection
            return
        self._line = self._line or self.engine.connect()
        try:
            yield self._line
        finally:
            self._line.rollback()  # undoes what failed half-way

    def commit(self, work: Callable[[], object]) -> None:
        """Commit; tests replace this to let it fail."""
        work()

    def _write_quickly(self, connection: Connection, batch: list[_NewEntry]) -> list[bool | None] | None:
        """Write entries to an SQLite file in one statement that commits itself: one call instead of several.

        Nobody else writes to the file, so all entries are new, except one that was wrongly believed lost: then nothing is written,
        and the result is None.
        """
        line: Any = connection.connection.driver_connection
        values = [value for entry in batch for value in (entry.table, entry.number, entry.data)]
        statement = INSERT + ", ".join(["(?, ?, ?)"] * len(batch))
        try:
            self.commit(lambda: line.execute(statement, values))
        except sqlite3.IntegrityError:
            return None
        return [True] * len(batch)

    def _insert_all(self, connection: Connection, batch: list[_NewEntry]) -> list[bool | None]:
        """Insert entries; return for each whether it was new. Of two with the same number, the first gets it."""
        ordered = sorted(batch, key=lambda one: (one.table, one.number))  # one order in all processes: no deadlock
        fields = [{"table_id": entry.table, "number": entry.number, "data": entry.data} for entry in ordered]
        insert = self._insert(ENTRIES).on_conflict_do_nothing().returning(ENTRIES.c.table_id, ENTRIES.c.number)
        written = {(row.table_id, row.number) for row in connection.execute(insert, fields)}
        results: list[bool | None] = []
        for entry in batch:
            results.append((entry.table, entry.number) in written)
            written.discard((entry.table, entry.number))
        return results

    def _look_again(self, batch: list[_NewEntry]) -> list[bool | None]:
        """Check after a failure which entries are in the log: those have happened, whatever the commit reported."""
        try:
            wanted = [(entry.table, entry.number) for entry in batch]
            query = select(ENTRIES).where(tuple_(ENTRIES.c.table_id, ENTRIES.c.number).in_(wanted))
            with self.engine.connect() as connection:
                there = {(row.table_id, row.number): row.data for row in connection.execute(query)}
        except Exception:
            return [None] * len(batch)
        return [there[key] == entry.data if key in there else None for key, entry in zip(wanted, batch, strict=True)]

    # Reading

    async def page(self, table: str, after: int = -1) -> list[str]:
        """Return the next entries of a table after a number, at most `page_size`; if there are fewer, they are the last."""
        newer = and_(ENTRIES.c.table_id == table, ENTRIES.c.number > after)
        query = select(ENTRIES.c.data).where(newer).order_by(ENTRIES.c.number).limit(self.page_size)
        return [row.data for row in await self._read(query)]

    async def newest(self, tables: Sequence[str]) -> dict[str, int]:
        """The number of the last entry of each of these tables."""
        query = select(ENTRIES.c.table_id, func.max(ENTRIES.c.number).label("number")).where(ENTRIES.c.table_id.in_(tables))
        return {row.table_id: row.number for row in await self._read(query.group_by(ENTRIES.c.table_id))}

    async def listed(self, most: int, after: tuple[int, str] | None = None) -> list[tuple[int, str, str]]:
        """A page of public tables that wait for players, the newest first: when each was touched, its id, and what a list shows."""
        wanted = and_(TABLES.c.public, TABLES.c.phase.in_(("waiting", "over")))
        if after is not None:
            at, code = after
            wanted = and_(wanted, or_(TABLES.c.touched < at, and_(TABLES.c.touched == at, TABLES.c.id > code)))
        query = select(TABLES.c.touched, TABLES.c.id, TABLES.c.about).where(wanted)
        rows = await self._read(query.order_by(TABLES.c.touched.desc(), TABLES.c.id).limit(most))
        return [(row.touched, row.id, row.about) for row in rows]

    async def idle(self, since: Mapping[str, int], after: str, most: int) -> list[tuple[str, str]]:
        """Tables, by id, that have not been touched since the time given for their phase, and their phases."""
        old = or_(*(and_(TABLES.c.phase == phase, TABLES.c.touched < time, TABLES.c.due < time) for phase, time in since.items()))
        query = select(TABLES.c.id, TABLES.c.phase).where(and_(TABLES.c.id > after, old)).order_by(TABLES.c.id).limit(most)
        return [(row.id, row.phase) for row in await self._read(query)]

    async def due(self, now: int, after: str, most: int) -> list[tuple[str, str]]:
        """Games at which something should have happened by itself: the ids of their tables, in order, and their phases."""
        wanted = and_(TABLES.c.due > 0, TABLES.c.due <= now, TABLES.c.phase.in_((DEALT, "playing")), TABLES.c.id > after)
        query = select(TABLES.c.id, TABLES.c.phase).where(wanted).order_by(TABLES.c.id).limit(most)
        return [(row.id, row.phase) for row in await self._read(query)]

    async def house(self, names: Sequence[str]) -> dict[str, str]:
        """What the house noted about itself."""
        query = select(HOUSE.c.name, HOUSE.c.value).where(HOUSE.c.name.in_(names))
        return {row.name: row.value for row in await self._read(query)}

    def opener(self, address: str) -> str:
        """A digest of the address that opened a table: too short to reveal the address, long enough to count by."""
        return blake2b(address.encode(), digest_size=3, key=self._key).hexdigest()

    async def open_tables(self, opener: str = "") -> tuple[int, int]:
        """Count the tables that are not closed: in all, and those of one opener."""
        counts = func.count().label("all"), func.count().filter(TABLES.c.opener == opener).label("mine")
        query: Any = select(*counts).select_from(TABLES).where(TABLES.c.phase != "closed")
        [row] = await self._read(query)
        return int(row.all), int(row.mine) if opener else 0

    async def _read(self, query: Select[Any]) -> Sequence[Any]:
        try:
            return await asyncio.wait_for(asyncio.get_running_loop().run_in_executor(self._readers, self._read_now, query), ANSWER)
        except TimeoutError:
            raise StoreDown(DOWN) from None

    def _read_now(self, query: Select[Any]) -> Sequence[Any]:
        try:
            with self.engine.connect() as connection:
                return connection.execute(query).all()
        except SQLAlchemyError:
            raise StoreDown(DOWN) from None
