"""All tables of this process: those with viewers are in memory, the others only in the store."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections import Counter
from collections.abc import Awaitable, Callable, Hashable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import TypeVar

import msgspec

from kartenhaus.core.errors import KartenhausError
from kartenhaus.server import alarm
from kartenhaus.server.allowances import Allowances
from kartenhaus.server.backplane import BEAT, Backplane
from kartenhaus.server.backroom import Backroom
from kartenhaus.server.clocks import TICK, ProcessClock, wall_clock
from kartenhaus.server.database import StoreDown
from kartenhaus.server.faults import place_of
from kartenhaus.server.hours import NOTE, Hours
from kartenhaus.server.in_step import InStep
from kartenhaus.server.limits import Limits, TooMany
from kartenhaus.server.outbox import Outbox
from kartenhaus.server.press import Press
from kartenhaus.server.room import Room
from kartenhaus.server.settings import Settings
from kartenhaus.server.store import DEALT, IndexRow, Store
from kartenhaus.server.thinker import Thinker
from kartenhaus.server.trials import Trials
from kartenhaus.server.unsent import Unsent
from kartenhaus.table import commands
from kartenhaus.table import entries as log
from kartenhaus.table.book import BOOK, longest
from kartenhaus.table.table import Table

logger = logging.getLogger("kartenhaus")
LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"  # none that look alike
ID = 10  # letters of a table's id: too many to find a table by guessing
EMPTY = 10.0  # seconds that a table without viewers stays in memory
SWEEP = 5.0  # seconds between two searches for such tables
IDLE_SWEEP = 600.0  # seconds between two searches for idle tables
IDLE_PAGE = 200  # idle tables that are closed together
INDEX_EVERY = 3_600_000  # milliseconds after which the index is updated for a table that is still in use
T = TypeVar("T")


class NoTable(commands.Refused):
    """There is no such table."""

    def __init__(self) -> None:
        super().__init__("no-table", "there is no table with this code; check the link")


class Illegible(commands.Refused):
    """The log of a table cannot be replayed."""

    def __init__(self) -> None:
        super().__init__(
            "unreadable", "this table cannot be read right now; nothing is lost. Please tell the operator of this server"
        )


class TooLong(commands.Refused):
    """The log of a table is longer than any that this server writes."""

    def __init__(self, length: int, most: int) -> None:
        super().__init__(
            "unreadable",
            "this table’s log is too long to read ({length} entries, at most {most}); nothing is lost. "
            "Please tell the operator of this server",
            length=length,
            most=most,
        )


def new_secret() -> str:
    """Make the secret of a deal. Where people play, it comes from the operating system and nowhere else."""
    return secrets.token_hex(32)


class House:
    """The rooms of this process, and what they share."""

    def __init__(
        self,
        settings: Settings,
        store: Store,
        thinker: Thinker | None = None,
        now: Callable[[], float] | None = None,
        wall: Callable[[], int] = wall_clock,
        secret: Callable[[], str] = new_secret,
        press: Press | None = None,
    ) -> None:
        self.settings = settings
        self.store = store
        self.secret = secret
        self.thinker = thinker or Thinker(salt=int(secret(), 16))
        self.press = press or Press()  # without games, so that nobody waits
        self.backplane = Backplane(self, settings.redis)
        self.now = now or ProcessClock()
        self.wall = wall
        self._began = wall() - round(1000 * self.now())  # the wall clock when the process clock began
        self.hours = Hours(store)
        self.index_every = min(INDEX_EVERY, round(250 * min(settings.idle_unplayed, settings.idle_waiting, settings.idle_playing)))
        self.rooms: dict[str, Room] = {}
        self.in_step = InStep()
        self.limits = Limits(self.now)
        self.allowances = Allowances(settings, self.limits)
        self.outbox = Outbox()
        self.unsent = Unsent()  # frames that wait for slow readers
        self._replaying = ThreadPoolExecutor(2, "replaying")  # separate threads, so that long logs delay nothing else
        self.backroom = Backroom()
        self.drawing = asyncio.Lock()  # invitations are drawn one at a time
        self.trials = Trials()
        self.counts: Counter[str] = Counter()
        self.told: dict[tuple[Hashable, ...], bytes] = {}  # what everybody is told of a game, by language
        self._loading: dict[str, asyncio.Future[Room]] = {}
        self._tasks: list[asyncio.Task[None]] = []

    async def start(self) -> None:
        """Start the background tasks, and listen to other processes."""
        loop = asyncio.get_running_loop()
        try:
            await self.hours.note(self.wall())  # before the first table is read
        except StoreDown:
            logger.warning("the times in which the house was closed could not be read yet")
        works = (self._look_at_the_clock, self._sweep, self._end_idle_tables, self._look_at_the_calendar)
        self._tasks = [loop.create_task(work()) for work in works]
        self.backplane.start()
        self.press.start()

    async def stop(self) -> None:
        """Stop everything; entries that are being written are still written."""
        for task in self._tasks:
            task.cancel()
        for room in self.rooms.values():
            room.stop()
        await self.press.stop()
        await self.backplane.stop()
        self.thinker.stop()
        self._replaying.shutdown(wait=False, cancel_futures=True)
        self.backroom.stop()
        await self.store.stop()

    def count(self, what: str) -> None:
        """Count something for the metrics."""
        self.counts[what] += 1

    # Tables

    async def open(self, opened: log.Opened, opener: str = "") -> Room:
        """Open a table."""
        while True:
            table = Table("".join(secrets.choice(LETTERS) for _ in range(ID)), self.settings.book)
            if await self.store.append(table.id, 0, log.encode(opened)):
                break
        table.apply(opened)
        self.count("opened")
        room = self.rooms[table.id] = Room(self, table, opener)
        room.note(opened.at)
        return room

    async def room(self, code: str, address: str = "", patience: float | None = None) -> Room:
        """Return a table by its id, or raise NoTable; reading it from the store counts against the limits of an address."""
        room = self.rooms.get(code)
        if room is None:
            await self._printed(code, patience)
            if code not in self._loading:
                self._loading[code] = asyncio.ensure_future(self._load(code, address))
                self._loading[code].add_done_callback(lambda _: self._loading.pop(code, None))
            room = await asyncio.shield(self._loading[code])
        room.used = self.now()
        return room

    async def _printed(self, code: str, patience: float | None) -> None:
        """Wait until the game of a table is compiled, if it was ever dealt; raise NotYet if that takes too long."""
        if not self.press.printing:
            return
        try:
            page = [log.decode(data) for data in await self._first_page(code)]
        except msgspec.DecodeError:
            return  # reading the whole log will report it
        dealt = len(page) == self.store.page_size or any(isinstance(one, log.Started) for one in page)
        if dealt and isinstance(page[0], log.Opened):
            await self.press.wait_for(page[0].game, patience)

    async def _load(self, code: str, address: str) -> Room:
        room = self.rooms[code] = Room(self, await self.read(code, address))
        return room

    async def read(self, code: str, address: str = "") -> Table:
        """Replay a table from its log."""
        in_a_thread = partial(asyncio.get_running_loop().run_in_executor, self._replaying)
        pay = partial(self.limits.allow, "read", address, self.settings.joins)
        return await self._replay(code, partial(replayed, code, book=self.settings.book), in_a_thread, pay if address else None)

    async def look_through(
        self, code: str, work: Callable[[Iterator[log.AnyEntry]], T], address: str, patience: float | None = None
    ) -> T:
        """Work on the log of a table for somebody who looks at a game, in the backroom, so that no player waits for it."""
        await self._printed(code, patience)
        pay = partial(self.limits.allow, "reviews", address, self.settings.studies)
        return await self._replay(code, work, partial(self.backroom.do, address=address), pay)

    async def _replay(
        self,
        code: str,
        work: Callable[[Iterator[log.AnyEntry]], T],
        do: Callable[[Callable[[], T]], Awaitable[T]],
        pay: Callable[[int], bool] | None,
    ) -> T:
        """Work on the log of a table in a thread, with one page of it in memory at a time.

        `pay` counts the pages against the asker's limit.
        """
        first = await self._first_page(code)
        length = len(first) if len(first) < self.store.page_size else await self._length(code)
        if pay is not None and not pay(1 + length // self.store.page_size):
            raise TooMany
        loop = asyncio.get_running_loop()
        try:
            return await do(lambda: work(self._entries(code, first, loop)))
        except KartenhausError:
            raise
        except Exception as error:  # its message may reveal cards
            logger.error("table %s cannot be read: %s\n%s", code, type(error).__name__, place_of(error))
            raise Illegible from None

    async def _first_page(self, code: str) -> list[str]:
        first = await self.store.page(code) if 1 <= len(code) <= 20 and code.isascii() else []
        if not first:
            raise NoTable
        return first

    async def _length(self, code: str) -> int:
        """Return the length of a log; raise TooLong, without reading it, if it is longer than any that this server writes."""
        length = (await self.store.newest([code]))[code] + 1
        most = longest(max(self.settings.book, BOOK))
        if length > most:
            logger.error("table %s is not read: its log has %d entries, and by the setting book %d at most", code, length, most)
            raise TooLong(length, most)
        return length

    def _entries(self, code: str, page: list[str], loop: asyncio.AbstractEventLoop) -> Iterator[log.AnyEntry]:
        """Yield the entries of a table in a thread, and read pages as needed."""
        number = -1
        while True:
            yield from map(log.decode, page)
            number += len(page)
            if len(page) < self.store.page_size:
                return
            page = asyncio.run_coroutine_threadsafe(self.store.page(code, number), loop).result()

    async def forget(self, room: Room) -> None:
        """Remove a table from memory; it stays in the store."""
        room.stop()
        self.rooms.pop(room.table.id, None)

    # Housekeeping

    async def _look_at_the_clock(self) -> None:
        while True:
            self.now()
            await asyncio.sleep(TICK)

    async def _sweep(self) -> None:
        await self._again_and_again(self._forget_the_empty, SWEEP, "tables without viewers")

    async def _forget_the_empty(self) -> None:
        for room in list(self.rooms.values()):
            if not room.connections and not room.lock.locked() and self.now() - room.used > EMPTY:
                await self.forget(room)

    async def _again_and_again(self, look: Callable[[], Awaitable[None]], seconds: float, what: str) -> None:
        """Look for tables now and then; no error ends it."""
        while True:
            try:
                await look()
            except StoreDown:
                logger.warning("%s could not be looked for", what)
            except Exception as error:
                logger.error("%s could not be looked for: %s\n%s", what, type(error).__name__, place_of(error))
            await asyncio.sleep(seconds)

    async def _alone(self, code: str, work: Awaitable[T]) -> T | None:
        """Do something at a table; an error there does not stop what is done at others."""
        try:
            return await work
        except StoreDown:
            raise
        except Exception as error:  # its message may reveal cards
            logger.error("table %s was left out: %s\n%s", code, type(error).__name__, place_of(error))
            return None

    async def _look_at_the_calendar(self) -> None:
        await self._again_and_again(self.look_at_the_calendar, NOTE, "tables that are played by the day")

    async def look_at_the_calendar(self) -> None:
        """Note that the house is open, and let happen what is due at tables that are played by the day."""
        last = ""
        while True:
            await self.hours.note(self.wall())
            found = await self.store.due(self.wall(), last, IDLE_PAGE)
            if not found:
                return
            last = found[-1][0]
            for code, phase in found:
                await self._alone(code, self._carry_on(code, phase))

    async def _carry_on(self, code: str, phase: str) -> None:
        """Let happen what is due at a table."""
        room = await self._idle_room(code, phase, self.wall())
        if room is None:
            return
        if room.has_died():
            await room.end_if_idle()
        else:
            alarm.renew(room)
            room.note(room.table.at)  # it may be due later than the index says

    async def _end_idle_tables(self) -> None:
        await self.press.wait_for_all()  # nobody waits for an idle table, so no game is compiled early for it
        await self._again_and_again(self.end_idle_tables, IDLE_SWEEP, "idle tables")

    async def end_idle_tables(self) -> None:
        """Close tables at which nothing has happened for a long time; their records stay."""
        # A wall clock that jumps ahead must not make tables idle, so the process clock limits it.
        now = min(self.wall(), self._began + round(1000 * self.now()))
        settings = self.settings
        idle = {
            "waiting": settings.idle_unplayed,
            DEALT: settings.idle_unplayed,
            "over": settings.idle_waiting,
            "playing": settings.idle_playing,
        }
        since = {phase: now - round(1000 * seconds) for phase, seconds in idle.items()}
        last = ""
        while found := await self.store.idle(since, last, IDLE_PAGE):
            last = found[-1][0]
            rooms = [room for code, phase in found if (room := await self._alone(code, self._idle_room(code, phase, now)))]
            if rooms and self.backplane.connected:
                await asyncio.sleep(BEAT + 1)  # by then the other processes have reported who is connected there
            for room in rooms:
                await self._alone(room.table.id, room.end_if_idle())

    async def _idle_room(self, code: str, phase: str, now: int) -> Room | None:
        """Return a table that may be idle; None if the index was out of date, or if the table cannot be read."""
        try:
            room = await self.room(code)
        except StoreDown:
            raise
        except KartenhausError as error:
            logger.warning("table %s is ended: %s", code, error.told(str))
            self.store.note(IndexRow(code, False, "closed", now, "{}"))
            return None
        if room.phase != phase:
            room.note(now)
            return None
        room.used = self.now() + BEAT  # keeps it in memory until it is closed
        return room


def replayed(code: str, entries: Iterable[log.AnyEntry], book: int = BOOK) -> Table:
    """A table from its entries."""
    table = Table(code, book)
    for entry in entries:
        table.apply(entry)
    return table
