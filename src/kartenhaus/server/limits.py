"""How much one address, and one connection, may do."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable

from kartenhaus.table.commands import Refused

FORGET = 10_000  # buckets remembered at most


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

    def owe(self, now: float, cost: int = 1) -> float:
        """Take it in any case; the seconds after which that is made up for."""
        self.take(now, 0)
        self.level -= cost
        return max(0.0, -self.level / self.rate)


class Limits:
    """Buckets by address, sockets that are open, and tables that are about to be."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self.now = now
        self.sockets: Counter[str] = Counter()
        self.coming: Counter[str] = Counter()  # tables that are being opened just now by somebody, and not counted yet
        self._buckets: dict[tuple[str, str], Bucket] = {}

    def allow(self, what: str, address: str, minute: int, cost: int = 1) -> bool:
        """Whether an address may do something once more, so many times a minute; it may count as several."""
        return self._bucket(what, address, minute / 60, minute).take(self.now(), cost)

    def owed(self, what: str, address: str, second: float, cost: int = 1) -> float:
        """How long an address has to wait after something it does so many times a second, three times as often at once."""
        return self._bucket(what, address, second, 3 * second).owe(self.now(), cost)

    def _bucket(self, what: str, address: str, rate: float, room: float) -> Bucket:
        bucket = self._buckets.pop((what, address), None)
        if bucket is None:
            while len(self._buckets) >= FORGET:
                del self._buckets[next(iter(self._buckets))]  # which nobody has asked of for longest
            bucket = Bucket(rate, room, self.now())
        self._buckets[what, address] = bucket
        return bucket
