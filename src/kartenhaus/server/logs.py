"""The server's log: warnings and errors, few of each kind, and no control characters."""

from __future__ import annotations

import logging
import time
from collections import Counter
from collections.abc import Callable
from typing import Any

from kartenhaus.core.plain import shown

MINUTE = 60.0
MOST_ALIKE = 20  # lines of one kind in a minute
MOST_KINDS = 1000  # kinds that are counted in a minute; all others count as one


class RepeatFilter(logging.Filter):
    """Lets through only some lines of one kind a minute, so that nobody can fill the disk by causing errors."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._clock, self._since = clock, clock()
        self._counts: Counter[tuple[str, str]] = Counter()  # of this minute

    def filter(self, record: logging.LogRecord) -> bool:
        """Return whether to write a line; the first one after a minute says how many were dropped."""
        if self._clock() - self._since >= MINUTE:
            dropped = sum(count - MOST_ALIKE for count in self._counts.values() if count > MOST_ALIKE)
            self._since, self._counts = self._clock(), Counter()
            if dropped:
                record.msg = f"{record.msg} ({dropped} more lines were not written)"
        kind = record.name, str(record.msg)[:100]
        if kind not in self._counts and len(self._counts) >= MOST_KINDS:
            kind = "", ""
        self._counts[kind] += 1
        return self._counts[kind] <= MOST_ALIKE


class HarmlessFormatter(logging.Formatter):
    """Formats a log line; control characters from outside are shown, never sent to the terminal."""

    def format(self, record: logging.LogRecord) -> str:
        """Format a line, with the place of an error if there is one."""
        return shown(super().format(record))


CONFIG: dict[str, Any] = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"harmless": {"()": HarmlessFormatter, "format": "%(levelname)s: %(message)s"}},
    "filters": {"repeats": {"()": RepeatFilter}},
    "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "harmless", "filters": ["repeats"]}},
    "root": {"handlers": ["stderr"], "level": "WARNING"},
}
"""For every logger, ours and uvicorn's."""
