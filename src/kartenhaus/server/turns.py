"""Who thinks next: addresses take turns, within an address its tables, and within a table its bots."""

from __future__ import annotations

import threading
from collections import deque
from dataclasses import dataclass, field
from typing import Generic, TypeVar

T = TypeVar("T")


@dataclass
class _Queue(Generic[T]):
    waiting: deque[T] = field(default_factory=deque)
    open: int = 0  # pieces of work that wait, or were begun and not finished


class Turns(Generic[T]):
    """Work that waits for a thread."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._addresses: dict[str, dict[str, _Queue[T]]] = {}  # the first one is next

    def add(self, address: str, table: str, work: T) -> None:
        """Add a piece of work."""
        with self._lock:
            mine = self._addresses.setdefault(address, {}).setdefault(table, _Queue())
            mine.waiting.append(work)
            mine.open += 1

    def take(self) -> tuple[str, str, T, float] | None:
        """Take the next piece of work: its address, its table, the work, and its share of the time. None if nothing waits."""
        with self._lock:
            for address, tables in self._addresses.items():
                for table, mine in tables.items():
                    if mine.waiting:
                        share = 1 / len(self._addresses) / len(tables) / mine.open
                        self._addresses[address] = self._addresses.pop(address)  # to the end: the others come first next time
                        tables[table] = tables.pop(table)
                        return address, table, mine.waiting.popleft(), share
        return None

    def __len__(self) -> int:
        """The number of pieces of work that wait."""
        with self._lock:
            return sum(len(mine.waiting) for tables in self._addresses.values() for mine in tables.values())

    def drop(self, address: str, table: str, work: T) -> None:
        """Remove work that is no longer wanted, if nobody has begun it."""
        with self._lock:
            mine = self._addresses.get(address, {}).get(table)
            if mine is not None and work in mine.waiting:
                mine.waiting.remove(work)
                self._close(address, table)

    def done(self, address: str, table: str) -> None:
        """Note that a piece of work is finished."""
        with self._lock:
            self._close(address, table)

    def _close(self, address: str, table: str) -> None:
        tables = self._addresses[address]
        tables[table].open -= 1
        if not tables[table].open:
            del tables[table]
        if not tables:
            del self._addresses[address]
