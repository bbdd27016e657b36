"""What waits to be read by others: so much in all, and who has let it wait longest goes first."""

from __future__ import annotations

from typing import Protocol

MOST_UNSENT = 32 << 20  # bytes


class Reader(Protocol):
    """Somebody who is sent something."""

    def abort(self) -> None:
        """Hang up now."""


class Unsent:
    """Readers who let wait what they are sent, and how much that is."""

    def __init__(self, most: int = MOST_UNSENT) -> None:
        self.most = most
        self.total = 0
        self._readers: dict[Reader, int] = {}  # who has waited longest is first

    def note(self, reader: Reader, size: int) -> None:
        """So much waits for somebody now; nothing, if they read, or are gone."""
        self.total += size - self._readers.get(reader, 0)
        self._readers[reader] = size  # in its old place, if it has one
        if not size:
            del self._readers[reader]
        while self.total > self.most:
            slowest = next(iter(self._readers))
            self.note(slowest, 0)
            slowest.abort()
