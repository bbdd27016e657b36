"""One table in the memory of this process, and how everything happens there.

An entry is decided, committed, applied and shown, in this order, one at a time. If another process writes first, its
entries are read and applied, and the decision is made again. `presence` handles who is connected, `alarm` what happens by itself,
and `faults` errors inside a table.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from time import monotonic
from typing import TYPE_CHECKING

from kartenhaus.core.errors import KartenhausError
from kartenhaus.core.game import SPECTATOR
from kartenhaus.server import alarm, faults, presence
from kartenhaus.server.allowances import Asker
from kartenhaus.server.connection import Connection
from kartenhaus.server.database import StoreDown
from kartenhaus.server.faults import RETRY, Broken
from kartenhaus.server.hours import CLOSED, lost
from kartenhaus.server.store import ANSWER, DEALT, IndexRow
from kartenhaus.server.thoughts import Thoughts
from kartenhaus.table import commands, frames
from kartenhaus.table import entries as log
from kartenhaus.table.book import fits
from kartenhaus.table.states import encode
from kartenhaus.table.table import Table
from kartenhaus.table.timing import Watch, delays

if TYPE_CHECKING:
    from kartenhaus.server.house import House

Decide = Callable[[Table, int], log.Entry]
UNPLAYED = 2 * 86_400_000  # milliseconds that a table that is played by the day waits for the first person to move
UNLISTED = (log.Moved, log.Held, log.Wrote)  # entries that change nothing that a list of tables shows, unless they end a game


class Room:
    """A table with people around it."""

    def __init__(self, house: House, table: Table, opener: str = "") -> None:
        self.house = house
        self.opener = opener  # a digest of who opened it, if this process opened it
        self.table = table
        self.watch = Watch(house.settings.pace)
        self.lock = asyncio.Lock()
        self.used = house.now()  # when somebody last asked for it
        self._noted = ("", False, "", 0), 0  # what the index last got about this table, and when
        # For presence
        self.connections: set[Connection] = set()
        # For faults
        self.broken = False  # whether it is paused until its log is read again
        self.doubtful = False  # whether there may be an entry that is not applied yet
        self.tasks: set[asyncio.Task[None]] = set()  # tasks that nobody waits for
        # For the alarm
        self.timer: asyncio.TimerHandle | None = None
        self.thoughts = Thoughts(house.thinker, house.settings.think)
        self.awaited = -1, -1  # the bot that should have moved by now: the table's `changed`, and its seat
        self.printing = False  # whether the deal waits for its game

    # What people do

    async def do(self, decide: Decide, asker: Asker | None = None) -> int:
        """Make something happen, if it may; return the number of its entry, as viewers count, once it is committed and shown.

        It counts once against the limits of its asker, however often it is decided.
        """
        async with self.lock:
            if self.broken:
                raise Broken
            try:
                return await self._do(decide, asker)
            except StoreDown:
                faults.find_out(self)
                raise
            except (KartenhausError, commands.Repeated):
                raise
            except Exception as error:
                faults.fail(self, error)
                raise Broken from None

    async def _do(self, decide: Decide, asker: Asker | None) -> int:
        late = monotonic() + ANSWER
        while True:
            try:
                entry = decide(self.table, self.house.wall())
            except KartenhausError:
                if self.house.store.shared and await self._catch_up():
                    continue  # the reason for the refusal may be out of date
                raise
            if not fits(self.table, entry):
                raise commands.Full
            if asker is not None:
                self.house.allowances.take(entry, self.table.id, asker)
                asker = None
            number = self.table.number + 1
            show = partial(self.house.in_step.add, self.happen([entry]))
            if await self.house.store.append(self.table.id, number, log.encode(entry), show):
                self.house.backplane.tell(self.table.id, number)
                return self.table.shown
            await self._catch_up()
            if monotonic() > late:  # a slow process may lose to a quick one many times in a row
                raise StoreDown("this table is too busy right now; try again in a moment")

    async def quietly(self, decide: Decide) -> None:
        """Do something that nobody asked for; ignore it if it is refused, and wait a moment if it cannot be saved."""
        try:
            await self.do(decide)
        except StoreDown:
            await asyncio.sleep(RETRY)
        except (KartenhausError, commands.Repeated):
            pass

    async def catch_up(self, number: int | None = None) -> None:
        """Apply what other processes have written: at least up to a number, or everything."""
        async with self.lock:
            if not self.broken and (number is None or self.table.number < number):
                try:
                    await self._catch_up()
                except StoreDown:
                    raise
                except Broken:
                    return
                except Exception as error:
                    faults.fail(self, error)

    async def _catch_up(self) -> bool:
        """Apply all new entries in the store; return whether there were any."""
        before, store = self.table.number, self.house.store
        while True:
            page = await store.page(self.table.id, self.table.number)
            await self.house.press.wait_for(self.table.game.name)
            for _ in self.happen([log.decode(data) for data in page]):
                pass
            if len(page) < store.page_size:
                return self.table.number > before

    async def mend(self) -> None:
        """Read a broken table again from its log, and continue."""
        async with self.lock:
            if self.broken:
                try:
                    self.table = await self.house.read(self.table.id)
                except StoreDown:
                    raise
                except KartenhausError:
                    raise Broken from None  # it stays broken
                self.broken = False
                presence.turn_out_strangers(self)
                self.watch.turn(self.house.now(), delays(self.table))
        self.refresh()
        alarm.renew(self)
        if self.broken:
            raise Broken

    def note(self, at: int) -> None:
        """Update this table in the index when what a list shows of it changes, and once in a while."""
        table, about, phase = self.table, encode(frames.listed(self.table)).decode(), self.phase
        listed = table.opened.public and not table.locked and any(one.kind == "free" for one in table.seats)
        due = self._due(at)
        if (about, listed, phase, due) != self._noted[0] or at - self._noted[1] > self.house.index_every:
            self._noted = (about, listed, phase, due), at
            self.house.store.note(IndexRow(table.id, listed, phase, at, about, "" if table.closed else self.opener, due))

    @property
    def phase(self) -> str:
        """The phase of the table as the index has it: nobody has played there before a person has moved."""
        phase = self.table.phase
        return DEALT if phase == "playing" and not self.table.tried else phase

    def _due(self, at: int) -> int:
        """When something happens by itself at a table that is played by the day, in the time of the wall clock.

        Between games: until when it waits at least. 0 for other tables.
        """
        table = self.table
        if not table.by_day or table.closed:
            return 0
        if not table.playing:
            return at + (table.opened.clock.before(0) * table.players if table.tried else UNPLAYED)
        now, wall, rest = self.house.now(), self.house.wall(), self._rest()
        due = None if table.paused else self.watch.due(table, now)
        # Somebody is connected where nobody has played for too long: the next look is later, so that it delays no other table.
        ends = wall + (rest if rest > 0 else UNPLAYED)
        return ends if due is None else max(1, min(ends, wall + round(1000 * (due.at - now))))

    def keep_time(self) -> None:
        """Set when the time for the decision is over, at a table that is played by the day: the wall clock counts, but not while
        the house was closed. An error pauses the table.
        """
        if self.table.by_day:
            faults.guarded(self, self._keep_time)

    def _keep_time(self) -> None:
        table, hours, wall = self.table, self.house.hours, self.house.wall()
        gone = wall - table.since - lost(hours.times, table.since, wall)
        left = table.opened.clock.before(0) - table.thought - gone
        self.watch.until = self.house.now() + (left if hours.known else max(left, CLOSED)) / 1000

    def _rest(self) -> int:
        """Milliseconds until a game that goes on by the day ends, because nobody plays."""
        table, wall = self.table, self.house.wall()
        one = table.opened.clock.before(0)
        wait = round(1000 * self.house.settings.idle_playing) + one * table.players if table.tried else one + UNPLAYED
        return wait - (wall - table.acted - lost(self.house.hours.times, table.acted, wall))

    def has_died(self) -> bool:
        """Whether nobody has played for very long at a table that goes on by the day."""
        return self._rest() <= 0

    # What happens then

    def happen(self, entries: Iterable[log.Entry]) -> Iterator[None]:
        """Apply committed entries and show them, step by step; raise Broken on an error."""
        try:
            for entry in entries:
                yield from self._show(entry)
                presence.follow(self, entry)
                by_day = self.table.by_day
                listed = not isinstance(entry, UNLISTED) or self.table.outcome is not None
                if listed or by_day or entry.at - self._noted[1] > self.house.index_every:
                    self.note(entry.at)
                if by_day:
                    self.used = self.house.now()  # it stays in memory while bots move
            alarm.renew(self)
        except Exception as error:
            faults.fail(self, error)
            raise Broken from None

    def _show(self, entry: log.Entry) -> Iterator[None]:
        if isinstance(entry, log.Held):  # only the seat itself may know of it
            self.table.apply(entry)
            self._show_all([connection for connection in self.connections if connection.viewer == entry.seat])
            return
        if isinstance(entry, log.Started):
            presence.turn_out_spectators(self)
        table, now = self.table, self.house.now()
        whom = {(connection.viewer, connection.language) for connection in self.connections}
        happening = frames.Happening(table, entry)
        begun = table.begun
        table.apply(entry)
        self.watch.follow(table, begun, entry, now, delays(table))
        if table.by_day:
            self._keep_time()
        yield
        if table.history is not None:
            for viewer, _ in whom:
                table.look(viewer)
            yield
        told = [happening.told(table, viewer, language) for viewer, language in whom]
        yield
        common = frames.shared(table, self.watch, now)
        sent: dict[tuple[int, str], bytes] = {}
        for (viewer, language), one in zip(whom, told, strict=True):
            sent[viewer, language] = frames.state(table, self.watch, viewer, now, [one], common, language)
        yield
        if isinstance(entry, log.Arranged):
            presence.welcome_anew(self)
        for connection in self.connections:
            connection.send(sent[connection.viewer, connection.language])
        yield

    def refresh(self, only: Connection | None = None) -> None:
        """Send the current state to one viewer or to all."""
        faults.guarded(self, lambda: self._show_all([only] if only else list(self.connections)))

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

    async def end_if_idle(self) -> None:
        """Close a table without viewers, here and in other processes, unless something has happened meanwhile."""
        seats, number = (SPECTATOR, *range(self.table.players)), self.table.number

        def decide(table: Table, at: int) -> log.Entry:
            if table.closed or table.number != number:
                raise commands.Stale
            return log.Closed(at, "idle")

        if self.table.playing and self.table.by_day and not self.has_died():
            self.note(self.table.at)  # it is due later than the index says
        elif not any(self.watch.is_here(seat, self.house.now()) for seat in seats):
            await self.quietly(decide)
        elif not self.broken:
            self.note(self.house.wall())  # it is in use: its idle time starts again

    def stop(self) -> None:
        """Stop the timer and all tasks of this room."""
        if self.timer is not None:
            self.timer.cancel()
        self.thoughts.stop()
        for task in list(self.tasks):
            task.cancel()
