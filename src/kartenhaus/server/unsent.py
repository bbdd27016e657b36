"""What waits to be sent to slow readers: its total size is limited, and the slowest reader is disconnected first."""

from __future__ import annotations

from typing import Protocol

MOST_UNSENT = 32 << 20  # bytes


class Reader(Protocol):
    """A client that is sent something."""

    def abort(self) -> None:
        """Disconnect at once."""


class Unsent:
    """The slow readers, and how many bytes wait for each."""

    def __init__(self, most: int = MOST_UNSENT) -> None:
        self.most = most
        self.total = 0
        self._readers: dict[Reader, int] = {}  # the one that has been slow longest is first

    def note(self, reader: Reader, size: int) -> None:
        """Note how many bytes wait for a reader; 0 if it has caught up or disconnected."""
        self.total += size - self._readers.get(reader, 0)
        self._readers[reader] = size  # keeps its place in the order
        if not size:
            del self._readers[reader]
        while self.total > self.most:
            slowest = next(iter(self._readers))
            self.note(slowest, 0)
            slowest.abort()
