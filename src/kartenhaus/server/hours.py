"""When the house was open: tables that are played by the day do not lose the time in which no process of the server ran.

Every process notes now and then that the house is open. If nobody has for a while, it was closed: the server was down, its machine
slept, or the wall clock jumped. Such times are kept in the database, and deadlines move on by them.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from kartenhaus.server.store import Store

NOTE = 30.0  # seconds between two notes that the house is open
CLOSED = 120_000  # milliseconds without a note, after which it was closed
KEPT = 60 * 86_400_000  # milliseconds after which a closed time is forgotten: no deadline is that old
OPEN, TIMES = "open", "closed"  # the names in the table `house`

Times = list[tuple[int, int]]


def lost(times: Iterable[tuple[int, int]], start: int, end: int) -> int:
    """Milliseconds between two moments in which the house was closed; times that overlap count once."""
    total = 0
    for one, other in sorted(times):
        first, last = max(one, start), min(other, end)
        if last > first:
            total += last - first
            start = last
    return total


class Hours:
    """When the house was closed."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self.times: Times = []
        self._noted = 0  # when this process last noted that the house is open
        self.known = False  # whether they were read: before that, nobody's time is over

    async def note(self, now: int) -> None:
        """Note that the house is open, and read when it was not; raise StoreDown if the database does not answer."""
        known = await self._store.house((OPEN, TIMES))
        times = msgspec.json.decode(known.get(TIMES, "[]"), type=Times)
        last = max(int(known.get(OPEN, now)), self._noted)
        found = {*times, *self.times}  # what this process noted may not be written yet
        if now - last > CLOSED:
            found.add((last, now))
        self.times = sorted(one for one in found if one[1] > now - KEPT)
        if self.times != times:
            self._store.note_house(TIMES, msgspec.json.encode(self.times).decode())
        self._store.note_house(OPEN, str(now))
        self._noted, self.known = now, True
