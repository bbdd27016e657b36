"""Work that is not play: reviews, lessons, records and stories. Few threads of its own, a queue with an end, and a deadline.

Nobody's move waits for it: when too many look at games at once, those who only look are sent away. One address has few of the
places, so that it takes several to fill them.
"""

from __future__ import annotations

import asyncio
import threading
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from kartenhaus.table.commands import Refused

THREADS = 2
WAITING = 20  # that wait for a thread
EACH = 6  # places of one address
PATIENCE = 10.0  # seconds from being asked to the answer
T = TypeVar("T")


class Busy(Refused):
    """Too many look at games at the moment."""

    def __init__(self) -> None:
        super().__init__("busy", "many people look at games just now; try again in a moment")


class Backroom:
    """Where games are looked at."""

    def __init__(self, threads: int = THREADS, waiting: int = WAITING, each: int = EACH, patience: float = PATIENCE) -> None:
        self.patience = patience
        self._pool = ThreadPoolExecutor(threads, "backroom")
        self._places, self._each = threads + waiting, each
        self._taken: Counter[str] = Counter()  # by address
        self._lock = threading.Lock()

    @property
    def free(self) -> int:
        """Places that nobody has."""
        with self._lock:
            return self._places - self._taken.total()

    async def do(self, work: Callable[[], T], address: str) -> T:
        """What comes of some work; Busy if there is no place for it, or it takes too long: then it keeps its place to its end."""
        with self._lock:
            if self._taken.total() >= self._places or self._taken[address] >= self._each:
                raise Busy
            self._taken[address] += 1
        doing = self._pool.submit(work)
        doing.add_done_callback(lambda _: self._leave(address))
        try:
            async with asyncio.timeout(self.patience):
                return await asyncio.wrap_future(doing)
        except TimeoutError:
            raise Busy from None

    def _leave(self, address: str) -> None:
        with self._lock:
            self._taken[address] -= 1
            self._taken += Counter()  # without those who have none

    def stop(self) -> None:
        """No more work; what is being done comes to its end alone."""
        self._pool.shutdown(wait=False, cancel_futures=True)
