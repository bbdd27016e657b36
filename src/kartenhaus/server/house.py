"""All tables of this process: those that are looked at are in memory, the others only in the store."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import TypeVar

from kartenhaus.core.errors import KartenhausError
from kartenhaus.server.backplane import BEAT, Backplane
from kartenhaus.server.database import StoreDown
from kartenhaus.server.room import Room, place_of, wall_clock
from kartenhaus.server.settings import Settings
from kartenhaus.server.store import Card, Store
from kartenhaus.server.thinker import Thinker
from kartenhaus.table import commands
from kartenhaus.table import entries as log
from kartenhaus.table.table import Table

logger = logging.getLogger("kartenhaus")
LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"  # none that look alike
ID = 10  # letters of a table's id: nobody finds a table by trying
EMPTY = 10.0  # seconds that a table nobody looks at stays in memory
SWEEP = 5.0  # seconds between two looks for such tables
IDLE_SWEEP = 600.0  # seconds between two looks for idle tables
IDLE_PAGE = 200  # idle tables that are ended together
FRESH = 3_600_000  # milliseconds after which the index hears that a table is still in use
T = TypeVar("T")


class NoTable(commands.Refused):
    """There is no such table."""

    def __init__(self) -> None:
        super().__init__("no-table", "there is no table with this code; check the link")


class Illegible(commands.Refused):
    """The log of a table cannot be played again."""

    def __init__(self) -> None:
        super().__init__("unreadable", "this table cannot be read just now; nothing is lost, tell who runs this server")


class House:
    """The rooms of this process, and all they share."""

    def __init__(
        self,
        settings: Settings,
        store: Store,
        thinker: Thinker | None = None,
        now: Callable[[], float] = time.monotonic,
        wall: Callable[[], int] = wall_clock,
    ) -> None:
        self.settings = settings
        self.store = store
        self.thinker = thinker or Thinker()
        self.backplane = Backplane(self, settings.redis)
        self.now = now
        self.wall = wall
        self._began = wall() - round(1000 * now())  # what the wall clock said when the other began
        self.fresh = min(FRESH, round(250 * min(settings.idle_waiting, settings.idle_playing)))
        self.rooms: dict[str, Room] = {}
        self._replaying = ThreadPoolExecutor(2, "replaying")  # of its own: who reads a short log does not wait for it
        self.counts: Counter[str] = Counter()
        self._loading: dict[str, asyncio.Future[Room]] = {}
        self._tasks: list[asyncio.Task[None]] = []

    async def start(self) -> None:
        """Begin to sweep, and to listen to other processes."""
        loop = asyncio.get_running_loop()
        self._tasks = [loop.create_task(self._sweep()), loop.create_task(self._end_idle_tables())]
        self.backplane.start()

    async def stop(self) -> None:
        """Nothing happens any more; what was being written is written."""
        for task in self._tasks:
            task.cancel()
        for room in self.rooms.values():
            room.stop()
        await self.backplane.stop()
        self.thinker.stop()
        self._replaying.shutdown(wait=False, cancel_futures=True)
        await self.store.stop()

    def count(self, what: str, by: int = 1) -> None:
        """For the metrics."""
        self.counts[what] += by

    def secret(self) -> str:
        """From the operating system: what a deal follows from."""
        return secrets.token_hex(32)

    # Tables

    async def open(self, opened: log.Opened) -> Room:
        """Open a table."""
        while True:
            table = Table("".join(secrets.choice(LETTERS) for _ in range(ID)))
            if await self.store.append(table.id, 0, log.encode(opened)):
                break
        table.apply(opened)
        self.count("opened")
        room = self.rooms[table.id] = Room(self, table)
        room.note(opened.at)
        return room

    async def room(self, code: str) -> Room:
        """A table by its id, read from the store if nobody looks at it; NoTable if there is none."""
        room = self.rooms.get(code)
        if room is None:
            if code not in self._loading:
                self._loading[code] = asyncio.ensure_future(self._load(code))
                self._loading[code].add_done_callback(lambda _: self._loading.pop(code, None))
            room = await asyncio.shield(self._loading[code])
        room.used = self.now()
        return room

    async def _load(self, code: str) -> Room:
        room = self.rooms[code] = Room(self, await self.read(code))
        return room

    async def read(self, code: str) -> Table:
        """A table as its log tells."""
        return await self.replay(code, partial(replayed, code))

    async def replay(self, code: str, work: Callable[[list[log.AnyEntry]], T]) -> T:
        """What follows from the log of a table, found in a thread."""
        stored = await self.store.load(code) if 1 <= len(code) <= 20 and code.isascii() else []
        if not stored:
            raise NoTable
        try:
            return await asyncio.get_running_loop().run_in_executor(
                self._replaying, lambda: work([log.decode(data) for data in stored])
            )
        except KartenhausError:
            raise
        except Exception as error:  # its message may tell of cards
            logger.error("table %s cannot be read: %s\n%s", code, type(error).__name__, place_of(error))
            raise Illegible from None

    async def forget(self, room: Room) -> None:
        """Let a table be in the store alone."""
        room.stop()
        self.rooms.pop(room.table.id, None)

    # Housekeeping

    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(SWEEP)
            for room in list(self.rooms.values()):
                if not room.connections and not room.lock.locked() and self.now() - room.used > EMPTY:
                    await self.forget(room)

    async def _end_idle_tables(self) -> None:
        while True:
            try:
                await self.end_idle_tables()
            except StoreDown:
                logger.warning("idle tables could not be looked for")
            await asyncio.sleep(IDLE_SWEEP)

    async def end_idle_tables(self) -> None:
        """Close tables at which nothing has happened for long; their records stay."""
        # A wall clock that jumps ahead makes nothing idle: the time that passed here counts too.
        now = min(self.wall(), self._began + round(1000 * self.now()))
        waiting, playing = (now - round(1000 * idle) for idle in (self.settings.idle_waiting, self.settings.idle_playing))
        last = ""
        while found := await self.store.idle(waiting, playing, last, IDLE_PAGE):
            last = found[-1][0]
            rooms = [room for code, phase in found if (room := await self._idle_room(code, phase, now))]
            if rooms and self.backplane.connected:
                await asyncio.sleep(BEAT + 1)  # by then the other processes have said who is connected there
            for room in rooms:
                await room.end_if_idle()

    async def _idle_room(self, code: str, phase: str, now: int) -> Room | None:
        """A table that may be idle; None if the index did not know better, or if nobody can read it any more."""
        try:
            room = await self.room(code)
        except StoreDown:
            raise
        except KartenhausError as error:
            logger.warning("table %s is ended: %s", code, error.told(str))
            self.store.note(Card(code, False, "closed", now, "{}"))
            return None
        if room.table.phase != phase:
            room.note(now)
            return None
        room.used = self.now() + BEAT  # it stays until it is ended
        return room


def replayed(code: str, entries: list[log.AnyEntry]) -> Table:
    """A table from its entries."""
    table = Table(code)
    for entry in entries:
        table.apply(entry)
    return table
