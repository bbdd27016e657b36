"""One table that somebody looks at, in this process: who is connected, and what happens by itself.

An entry is decided, committed, applied and shown, in this order, one at a time. Another process may be quicker: then its
entries are read and applied, and everything is decided anew.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
import traceback
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any

from kartenhaus.core.errors import KartenhausError
from kartenhaus.core.game import SPECTATOR
from kartenhaus.server.allowances import Who
from kartenhaus.server.connection import BYE, GONE, Connection
from kartenhaus.server.database import StoreDown
from kartenhaus.server.minds import Minds
from kartenhaus.server.press import SHORTLY, NotYet
from kartenhaus.server.store import ANSWER, IndexRow
from kartenhaus.table import commands, frames
from kartenhaus.table import entries as log
from kartenhaus.table.book import fits
from kartenhaus.table.states import encode
from kartenhaus.table.table import Table
from kartenhaus.table.timing import Due, Watch, delays

if TYPE_CHECKING:
    from kartenhaus.server.house import House

logger = logging.getLogger("kartenhaus.tables")
RETRY = 1.0  # seconds before something that happens by itself is tried again
Decide = Callable[[Table, int], log.Entry]


class Broken(commands.Refused):
    """Something went wrong inside a table; it rests until it is read again."""

    def __init__(self) -> None:
        super().__init__("broken", "something went wrong at this table; it is paused, and nothing is lost. Resume it to go on")


class Room:
    """A table with people around it."""

    def __init__(self, house: House, table: Table, opener: str = "") -> None:
        self.house = house
        self.opener = opener  # a digest of who opened it, if that was just now
        self.table = table
        self.watch = Watch(house.settings.pace)
        self.connections: set[Connection] = set()
        self.lock = asyncio.Lock()
        self.broken = False
        self.used = house.now()  # when somebody last asked for it
        self._noted = ("", 0)  # what the index said last of this table, and when
        self._timer: asyncio.TimerHandle | None = None
        self.minds = Minds(house.thinker, house.settings.think)
        self._awaited = -1, -1  # the bot that should have moved by now: in answer to which entry, and its seat
        self._doubtful = False  # whether there may be an entry that is not applied yet
        self._printing = False  # whether the deal waits for its game
        self._tasks: set[asyncio.Task[None]] = set()

    # What people do

    async def do(self, decide: Decide, who: Who | None = None) -> int:
        """Let something happen, if it may; the number of its entry, as viewers count, once it is committed and shown.

        What somebody asked for is counted, however often it is decided.
        """
        async with self.lock:
            if self.broken:
                raise Broken
            try:
                return await self._do(decide, who)
            except StoreDown:
                self._find_out()
                raise
            except (KartenhausError, commands.Repeated):
                raise
            except Exception as error:
                self.fail(error)
                raise Broken from None

    async def _do(self, decide: Decide, who: Who | None) -> int:
        late = asyncio.get_running_loop().time() + ANSWER
        while asyncio.get_running_loop().time() < late:  # a slow process may lose to a quick one many times in a row
            try:
                entry = decide(self.table, self.house.wall())
            except KartenhausError:
                if self.house.store.shared and await self._catch_up():
                    continue  # it was refused by what is no longer so
                raise
            if not fits(self.table, entry):
                raise commands.Full
            if who is not None:
                self.house.allowances.take(entry, self.table.id, who)
                who = None
            number = self.table.number + 1
            if await self.house.store.append(self.table.id, number, log.encode(entry)):
                await self.house.in_step.show(self._happen([entry]))
                self.house.backplane.tell(self.table.id, number)
                return self.table.shown
            await self._catch_up()
        raise StoreDown("this table is too busy just now; try again in a moment")

    async def catch_up(self, number: int | None = None) -> None:
        """Apply what other processes have written: up to a number at least, or whatever there is."""
        async with self.lock:
            if not self.broken and (number is None or self.table.number < number):
                try:
                    await self._catch_up()
                except StoreDown:
                    raise
                except Broken:
                    return
                except Exception as error:
                    self.fail(error)

    async def _catch_up(self) -> bool:
        """Whether there was anything new."""
        before, store = self.table.number, self.house.store
        while True:
            page = await store.page(self.table.id, self.table.number)
            await self.house.press.wait_for(self.table.game.name)
            for _ in self._happen([log.decode(data) for data in page]):
                pass
            if len(page) < store.page_size:
                return self.table.number > before

    def _find_out(self) -> None:
        """After a failure nobody knows whether an entry was written: read the log as soon as that is possible."""
        if not self._doubtful:
            self._doubtful = True
            self._spawn(self._read_when_possible())

    async def _read_when_possible(self) -> None:
        while self._doubtful:
            await asyncio.sleep(RETRY)
            try:
                if not self.house.store.holds(self.table.id):
                    await self.catch_up()
                    self._doubtful = False
                    self.refresh()  # whoever was refused can go on
            except StoreDown:
                continue

    def note(self, at: int) -> None:
        """Let the index of tables know what a list shows of this one, when that changes, and once in a while."""
        about = encode(frames.listed(self.table)).decode()
        if about != self._noted[0] or at - self._noted[1] > self.house.fresh:
            self._noted = about, at
            table = self.table
            listed = table.opened.public and not table.locked and any(one.kind == "free" for one in table.seats)
            self.house.store.note(IndexRow(table.id, listed, table.phase, at, about, "" if table.closed else self.opener))

    # What then happens

    def _happen(self, entries: Iterable[log.Entry]) -> Iterator[None]:
        """Apply entries that are committed, and show them, step by step; Broken if that goes wrong."""
        try:
            for entry in entries:
                yield from self._show(entry)
                if isinstance(entry, log.Left):
                    self._turn_out_strangers()
                elif isinstance(entry, log.Closed):
                    self._turn_out(list(self.connections), BYE, "the table is closed")
                elif isinstance(entry, log.Replaced) and entry.seat in self.watch.present:  # another process did not know
                    self._spawn(self._give_back(entry.seat))
                moved = isinstance(entry, log.Moved | log.Held | log.Wrote)
                if not moved or entry.at - self._noted[1] > self.house.fresh or self.table.outcome is not None:
                    self.note(entry.at)
            self.reschedule()
        except Exception as error:
            self.fail(error)
            raise Broken from None

    def _show(self, entry: log.Entry) -> Iterator[None]:
        if isinstance(entry, log.Held):  # for nobody else to hear of
            self.table.apply(entry)
            self._show_all([connection for connection in self.connections if connection.viewer == entry.seat])
            return
        viewers = {connection.viewer for connection in self.connections}
        happening = frames.Happening(self.table, entry)
        yield
        begun = self.table.begun
        self.table.apply(entry)
        self.watch.follow(self.table, begun, entry, self.house.now(), delays(self.table))
        yield
        if self.table.history is not None:
            for viewer in viewers:
                self.table.see(viewer)
            yield
            for viewer in viewers:
                self.table.look(viewer)
            yield
        told = {(connection.viewer, connection.language) for connection in self.connections}
        entries = {whom: happening.told(self.table, *whom) for whom in told}
        yield
        now = self.house.now()
        common = frames.shared(self.table, self.watch, now)
        yield
        sent = {
            (viewer, language): frames.state(self.table, self.watch, viewer, now, [one], common, language)
            for (viewer, language), one in entries.items()
        }
        yield
        for connection in self.connections:
            connection.send(sent[connection.viewer, connection.language])
        yield

    def _turn_out_strangers(self) -> None:
        """Close the connections whose seat is no longer that of who entered."""
        seats = self.table.seats
        out = [one for one in self.connections if one.viewer != SPECTATOR and seats[one.viewer].key != one.key]
        if self._turn_out(out, GONE, "this seat is no longer yours"):
            self.refresh()

    def _turn_out(self, out: list[Connection], code: int, reason: str) -> bool:
        """Close connections, at once: what happens next is not for them; whether others see that somebody is gone."""
        for connection in out:
            connection.close(code, reason)
        gone = [self._drop(connection) for connection in out]
        return True in gone

    def refresh(self, only: Connection | None = None) -> None:
        """Show the table as it is, to one or to all."""
        self._guarded(lambda: self._show_all([only] if only else list(self.connections)))

    def _show_all(self, connections: list[Connection]) -> None:
        now = self.house.now()
        common = None if self.broken else frames.shared(self.table, self.watch, now)
        sent: dict[tuple[int, str], bytes] = {}
        for connection in connections:
            viewer, language = whom = connection.viewer, connection.language
            if whom not in sent:
                sent[whom] = (
                    frames.state(self.table, self.watch, viewer, now, [], common, language)
                    if common
                    else frames.fault(Broken(), language)
                )
            connection.send(sent[whom])

    # Who is there

    async def enter(self, connection: Connection) -> None:
        """Somebody connects."""
        self.used = self.house.now()
        seat, was_here = connection.viewer, self.watch.is_here(connection.viewer, self.used)
        self.connections.add(connection)
        self.watch.arrive(seat, self.used, delays(self.table))
        self.house.backplane.tell_presence(self.table.id, seat, True)
        if seat == SPECTATOR or was_here:  # the others see no difference
            self.refresh(connection)
        else:
            self.refresh()
        if seat != SPECTATOR and self.table.seats[seat].replaced:
            self._spawn(self._give_back(seat))
        self.reschedule()

    async def _give_back(self, seat: int) -> None:
        """Who is back plays again, as soon as that can be written."""

        def decide(table: Table, at: int) -> log.Entry:
            if table.closed or not table.seats[seat].replaced:
                raise commands.Stale
            return log.Returned(at, seat)

        while seat in self.watch.present and self.table.seats[seat].replaced and not self.broken and not self.table.closed:
            await self.quietly(decide)

    def leave(self, connection: Connection) -> None:
        """A connection ends."""
        if connection in self.connections:
            if self._drop(connection):
                self.refresh()
            self.reschedule()

    def _drop(self, connection: Connection) -> bool:
        """Let a connection go; whether others see that somebody is gone."""
        seat = connection.viewer
        self.connections.discard(connection)
        self.used = self.house.now()
        self.watch.depart(seat, self.used)
        if seat in self.watch.present:
            return False
        self.house.backplane.tell_presence(self.table.id, seat, False)
        return seat != SPECTATOR

    def hear(self, process: str, seat: int, here: bool) -> None:
        """Another process says who is connected there."""
        if not SPECTATOR <= seat < self.table.players:
            return
        before = self.watch.is_here(seat, self.house.now())
        self.watch.hear(process, seat, self.house.now(), here)
        if before != self.watch.is_here(seat, self.house.now()):
            self.refresh()
        self.reschedule()

    # What happens by itself

    def reschedule(self) -> None:
        """Set the timer for the next thing that happens by itself, and let bots begin to think."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if self.broken:
            return
        now = self.house.now()
        due = self._guarded(lambda: self.watch.due(self.table, now))
        if due is None:
            return
        self._guarded(lambda: self.minds.begin(self.table, self.watch.bots(self.table), now, self._address()))
        if due.what == "start" and self._printing:
            return
        if not self.broken and (due.what != "bot" or self._awaited != (self.table.changed, due.seat)):
            self._timer = asyncio.get_running_loop().call_later(max(0.0, due.at - now), self._fire, due)

    def _fire(self, due: Due) -> None:
        self._spawn(self._carry_out(due))

    async def _carry_out(self, due: Due) -> None:
        seat = due.seat
        decide: dict[str, Decide] = {
            "start": commands.start,
            "finish": lambda table, at: commands.finish(table, at, self.house.secret()),
            "strand": lambda table, at: log.Closed(at, "rules"),
            "close": lambda table, at: log.Closed(at, "left"),
            "full": lambda table, at: log.Closed(at, "full"),
            "replace": lambda table, at: log.Replaced(at, seat),
            "zero": lambda table, at: commands.resign(table, at, seat, clock=True),
        }

        def still(table: Table, at: int) -> log.Entry:
            if not self._is_due(due):  # it has happened meanwhile, here or in another process, or something else has
                raise commands.Stale
            return decide[due.what](table, at)

        if due.what == "start":
            await self._printed()
            await self.quietly(still)
        elif due.what == "open":
            self.refresh()
        elif due.what == "bot":
            await self._let_bot_move(due)
        elif due.what == "answer":
            await self._settle(due)
        elif due.what == "replace" and self.house.backplane.blind:
            await asyncio.sleep(RETRY)  # they may be connected to a process nothing is heard of
        elif due.what == "zero" and self.table.opened.clock.zero == "bot":
            if self._is_due(due):
                await self._plain_move(seat)
        else:
            await self.quietly(still)
        self.reschedule()

    async def _printed(self) -> None:
        """Wait until the game can be dealt; who is here is told how long that may take."""
        self._printing = True
        try:
            while True:
                try:
                    await self.house.press.wait_for(self.table.game.name, SHORTLY)
                    return
                except NotYet as not_yet:
                    for connection in self.connections:
                        connection.send(not_yet.frame(connection.language))
        finally:
            self._printing = False

    def _is_due(self, due: Due) -> bool:
        """Whether this is what happens by itself now."""
        now = self.house.now()
        next_due = self.watch.due(self.table, now)
        return next_due is not None and next_due.at <= now and (next_due.what, next_due.seat) == (due.what, due.seat)

    async def _settle(self, due: Due) -> None:
        """The time of a question is over: what is answered comes out."""
        if self.house.store.shared:  # another process may have an answer that this one has not read yet
            try:
                await self.catch_up()
            except StoreDown:
                await asyncio.sleep(RETRY)
        if self._is_due(due):
            question = self.table.begun[0]
            await self.quietly(lambda table, at: commands.settle(table, at, question))

    async def _plain_move(self, seat: int) -> None:
        """The time of a seat has run out: the only move there is, or a plain one."""
        table, number = self.table, self.table.changed
        used = self.watch.used(table, self.house.now())
        move = next(iter(table.moves(seat)))
        if len(table.moves(seat)) > 1:
            move = await self.minds.plain_move(table, seat, self._address())
        await self.quietly(lambda table, at: commands.move(table, at, seat, move, number, used, by="clock"))

    async def _let_bot_move(self, due: Due) -> None:
        """It is time for a bot to move: what it thinks is there, unless it hangs."""
        if not self._is_due(due):
            return
        number, thought = self.table.changed, self.minds.thought(self.table, due.seat)

        def decide(table: Table, at: int) -> log.Entry:
            if not table.seats[due.seat].player:  # its player is back
                raise commands.Stale
            return commands.move(table, at, due.seat, move, number, by="bot")

        self._awaited = number, due.seat
        await asyncio.wait([thought])
        if self._awaited == (number, due.seat):
            self._awaited = -1, -1
        if not thought.cancelled() and self.table.changed == number and self.watch.awake and not self.table.paused:
            move = thought.result()
            await self.quietly(decide)

    def _address(self) -> str:
        """Whose time the bots here think in: that of a player who is connected, or of a spectator."""
        seated = [one.address for one in self.connections if one.viewer != SPECTATOR]
        return next(iter(seated or [one.address for one in self.connections]), "")

    async def quietly(self, decide: Decide) -> None:
        """Do something that nobody asked for: if it can no longer be, that is fine; if it cannot be saved, try again."""
        try:
            await self.do(decide)
        except StoreDown:
            await asyncio.sleep(RETRY)
        except (KartenhausError, commands.Repeated):
            pass

    # When something goes wrong

    def _spawn(self, work: Any) -> None:
        task: asyncio.Task[None] = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._ended)

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        error = None if task.cancelled() else task.exception()
        if isinstance(error, Exception):
            self.fail(error)

    def _guarded(self, work: Callable[[], Any]) -> Any:
        try:
            return work()
        except Exception as error:
            self.fail(error)
            return None

    def fail(self, error: Exception) -> None:
        """Pause this table and tell its seats; the message of an error may tell of cards, so only its place is logged."""
        self.broken = True
        self.house.count("broken")
        logger.error("table %s failed: %s\n%s", self.table.id, type(error).__name__, place_of(error))
        for connection in self.connections:
            connection.send(frames.fault(Broken(), connection.language))

    async def mend(self) -> None:
        """Read the table again from its log, and go on."""
        async with self.lock:
            if self.broken:
                try:
                    self.table = await self.house.read(self.table.id)
                except StoreDown:
                    raise
                except KartenhausError:
                    raise Broken from None  # it is as it was
                self.broken = False
                self._turn_out_strangers()
                self.watch.turn(self.house.now(), delays(self.table))
        self.refresh()
        self.reschedule()
        if self.broken:
            raise Broken

    async def end_if_idle(self) -> None:
        """Close a table that nobody looks at, here or elsewhere, unless something has happened meanwhile."""
        seats, number = (SPECTATOR, *range(self.table.players)), self.table.number

        def decide(table: Table, at: int) -> log.Entry:
            if table.closed or table.number != number:
                raise commands.Stale
            return log.Closed(at, "idle")

        if not any(self.watch.is_here(seat, self.house.now()) for seat in seats):
            await self.quietly(decide)
        elif not self.broken:
            self.note(self.house.wall())  # it is in use: its time begins anew

    def stop(self) -> None:
        """Nothing happens here any more."""
        if self._timer is not None:
            self._timer.cancel()
        self.minds.stop()
        for task in list(self._tasks):
            task.cancel()


def place_of(error: Exception) -> str:
    """Where in the code something went wrong."""
    return "".join(traceback.format_tb(error.__traceback__))


def new_token() -> str:
    """A token that opens a seat."""
    return secrets.token_urlsafe(24)


def wall_clock() -> int:
    """Milliseconds, for people to read."""
    return time.time_ns() // 1_000_000
