"""How much one address, and one connection, may do."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable

from kartenhaus.table.commands import Refused

FORGET = 10_000  # addresses remembered at most


class TooMany(Refused):
    """More than one may do."""

    def __init__(self) -> None:
        super().__init__("too-many", "that is a lot at once; wait a minute and try again")


class Bucket:
    """So many a second on average, with room for some more at once."""

    def __init__(self, rate: float, room: float, now: float) -> None:
        self.rate = rate
        self.room = room
        self.level = room
        self.at = now

    def take(self, now: float, cost: int = 1) -> bool:
        """Whether one more is fine, or as much as so many."""
        self.level = min(self.room, self.level + (now - self.at) * self.rate)
        self.at = now
        if self.level < cost:
            return False
        self.level -= cost
        return True


class Limits:
    """Buckets by address, and sockets that are open."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self.now = now
        self.sockets: Counter[str] = Counter()
        self.coming = 0  # tables that are being opened just now, and not counted yet
        self._buckets: dict[tuple[str, str], Bucket] = {}

    def allow(self, what: str, address: str, minute: int) -> bool:
        """Whether an address may do something once more, so many times a minute."""
        now = self.now()
        bucket = self._buckets.get((what, address))
        if bucket is None:
            while len(self._buckets) >= FORGET:
                del self._buckets[next(iter(self._buckets))]
            bucket = self._buckets[what, address] = Bucket(minute / 60, minute, now)
        return bucket.take(now)
