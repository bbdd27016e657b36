"""Estimate how long the rest of some work takes, from the expected time of each part and the pace so far."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping

OVERDUE = 0.25  # a part needs at least this share of the time that it has already taken


class Estimate:
    """Parts that are left to do, with the seconds that each takes on a quiet machine."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self.left: dict[str, int] = {}
        self.begun = False
        self._clock, self._since = clock, 0.0
        self._spent, self._expected = 0.0, 0

    def plan(self, seconds: Mapping[str, int]) -> None:
        """Set the parts to do."""
        self.left = dict(seconds)

    def begin(self, names: Iterable[str]) -> None:
        """Start the clock on these parts; drop the others, which are done already."""
        self.left = {name: self.left[name] for name in names if name in self.left}
        self.begun, self._since = bool(self.left), self._clock()

    def advance(self, name: str) -> None:
        """Mark a part as done."""
        now = self._clock()
        self._spent += now - self._since
        self._expected += self.left.pop(name, 0)
        self._since = now

    def seconds(self) -> int:
        """About how many seconds the rest takes; at least 1."""
        if not self.left:
            return 1
        pace = self._spent / self._expected if self._expected else 1.0
        waited = self._clock() - self._since if self.begun else 0.0
        now, *later = self.left.values()
        pace = max(pace, waited / now)  # if this part takes longer than expected, so will the rest
        return max(1, round(max(pace * now - waited, OVERDUE * waited) + pace * sum(later)))
