"""How long something in parts will still take: by what each part is said to take, and by the pace up to now."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping

OVERDUE = 0.25  # of the time that a part took by now, what is left of it at least


class Pace:
    """Parts that are left to do, with the seconds that each takes on a quiet machine."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self.left: dict[str, int] = {}
        self.begun = False
        self._clock, self._since = clock, 0.0
        self._spent, self._expected = 0.0, 0

    def plan(self, seconds: Mapping[str, int]) -> None:
        """These are to be done."""
        self.left = dict(seconds)

    def begin(self, names: Iterable[str]) -> None:
        """These of them are being done now; the others are there already."""
        self.left = {name: self.left[name] for name in names if name in self.left}
        self.begun, self._since = bool(self.left), self._clock()

    def advance(self, name: str) -> None:
        """One of them is done."""
        now = self._clock()
        self._spent += now - self._since
        self._expected += self.left.pop(name, 0)
        self._since = now

    def seconds(self) -> int:
        """About how long the rest takes; at least 1."""
        if not self.left:
            return 1
        pace = self._spent / self._expected if self._expected else 1.0
        waited = self._clock() - self._since if self.begun else 0.0
        now, *later = self.left.values()
        pace = max(pace, waited / now)  # what takes longer than it should says that the rest will too
        return max(1, round(max(pace * now - waited, OVERDUE * waited) + pace * sum(later)))
