"""The clocks of a server: one that stands still while its process does, so that nobody pays for a stall, and the wall clock."""

from __future__ import annotations

import time
from collections.abc import Callable

TICK = 0.25  # seconds between two looks at the clock, at most, while the process runs
STALL = 1.0  # seconds without a look: it did not run


class ProcessClock:
    """Seconds that this process was running: stopped, suspended or blocked for longer than a moment, its time does not pass."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._last = clock()
        self._lost = 0.0

    def __call__(self) -> float:
        """The time. Somebody has to look at it at every tick."""
        now = self._clock()
        if now - self._last > STALL:
            self._lost += now - self._last
        self._last = now
        return now - self._lost


def wall_clock() -> int:
    """Milliseconds, for people to read."""
    return time.time_ns() // 1_000_000
