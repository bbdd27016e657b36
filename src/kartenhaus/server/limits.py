"""How much one address, and one connection, may do."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable

from kartenhaus.table.commands import Refused

FORGET = 10_000  # buckets remembered at most


class TooMany(Refused):
    """Somebody does something too often."""

    def __init__(self) -> None:
        super().__init__("too-many", "that is a lot at once; wait a minute and try again")


class Bucket:
    """A token bucket: a rate per second on average, with room for some more at once."""

    def __init__(self, rate: float, room: float, now: float) -> None:
        self.rate = rate
        self.room = room
        self.level = room
        self.at = now

    def take(self, now: float, cost: int = 1) -> bool:
        """Take something that costs so much, if there is enough; return whether there was."""
        self.level = min(self.room, self.level + (now - self.at) * self.rate)
        self.at = now
        if self.level < cost:
            return False
        self.level -= cost
        return True

    def owe(self, now: float, cost: int = 1) -> float:
        """Take it in any case; return after how many seconds the debt is paid."""
        self.take(now, 0)
        self.level -= cost
        return max(0.0, -self.level / self.rate)


class Limits:
    """Buckets by address, open sockets, and tables that are being opened."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self.now = now
        self.sockets: Counter[str] = Counter()
        self.coming: Counter[str] = Counter()  # tables being opened, by opener, which the index does not count yet
        self._buckets: dict[tuple[str, str], Bucket] = {}

    def allow(self, what: str, address: str, minute: int, cost: int = 1) -> bool:
        """Count something by its cost and return whether an address may do it; `minute` is how often it may in a minute."""
        return self._bucket(what, address, minute / 60, minute).take(self.now(), cost)

    def owed(self, what: str, address: str, second: float, cost: int = 1, now: float | None = None) -> float:
        """Count something and return how long to wait after it; `second` is free in a second, three times that at once."""
        return self._bucket(what, address, second, 3 * second).owe(self.now() if now is None else now, cost)

    def _bucket(self, what: str, address: str, rate: float, room: float) -> Bucket:
        bucket = self._buckets.pop((what, address), None)
        if bucket is None:
            while len(self._buckets) >= FORGET:
                del self._buckets[next(iter(self._buckets))]  # the least recently used
            bucket = Bucket(rate, room, self.now())
        self._buckets[what, address] = bucket
        return bucket
