"""Work that is not play: reviews, lessons, records and stories, with few threads, a short queue and a deadline.

No move waits for it: when too many people look at games at once, they are refused, not those who play. One address gets only
some of the places, so it cannot fill them alone.
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
WAITING = 20  # pieces of work that may wait for a thread
EACH = 6  # places for one address
PATIENCE = 10.0  # seconds from the request to the answer
T = TypeVar("T")


class Busy(Refused):
    """Too many people look at games at the moment."""

    def __init__(self) -> None:
        super().__init__("busy", "many people are looking at games right now; try again in a moment")


class Backroom:
    """Does work for people who look at games."""

    def __init__(self, threads: int = THREADS, waiting: int = WAITING, each: int = EACH, patience: float = PATIENCE) -> None:
        self.patience = patience
        self._pool = ThreadPoolExecutor(threads, "backroom")
        self._places, self._each = threads + waiting, each
        self._taken: Counter[str] = Counter()  # by address
        self._lock = threading.Lock()

    @property
    def free(self) -> int:
        """The number of free places."""
        with self._lock:
            return self._places - self._taken.total()

    async def do(self, work: Callable[[], T], address: str) -> T:
        """Do some work and return its result; raise Busy without a free place, or if it takes too long: its place stays taken."""
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
            self._taken += Counter()  # drops the addresses that have none

    def stop(self) -> None:
        """Take no more work, and do not wait for what is running."""
        self._pool.shutdown(wait=False, cancel_futures=True)
