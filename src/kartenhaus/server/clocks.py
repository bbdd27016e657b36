"""The clocks of a server: one that stops while its process stalls, so that no player loses time, and the wall clock."""

from __future__ import annotations

import time
from collections.abc import Callable

TICK = 0.25  # seconds at most between two readings of the clock while the process runs
STALL = 1.0  # seconds without a reading, after which the process counts as stalled


class ProcessClock:
    """Seconds that this process was running; time in which it was stopped, suspended or blocked for long does not count."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._last = clock()
        self._lost = 0.0

    def __call__(self) -> float:
        """Return the time. Something has to call this at every tick."""
        now = self._clock()
        if now - self._last > STALL:
            self._lost += now - self._last
        self._last = now
        return now - self._lost


def wall_clock() -> int:
    """The time of day in milliseconds, for people to read."""
    return time.time_ns() // 1_000_000
