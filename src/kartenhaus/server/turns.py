"""Who thinks next: the addresses take turns, of each address its tables, and of each table its bots."""

from __future__ import annotations

import threading
from collections import deque
from dataclasses import dataclass, field
from typing import Generic, TypeVar

T = TypeVar("T")


@dataclass
class _Table(Generic[T]):
    waiting: deque[T] = field(default_factory=deque)
    open: int = 0  # pieces of work that wait, or were begun and not finished


class Turns(Generic[T]):
    """Work that waits to be done by some threads."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._addresses: dict[str, dict[str, _Table[T]]] = {}  # whoever comes first is next

    def add(self, address: str, table: str, work: T) -> None:
        """Somebody has work."""
        with self._lock:
            mine = self._addresses.setdefault(address, {}).setdefault(table, _Table())
            mine.waiting.append(work)
            mine.open += 1

    def take(self) -> tuple[str, str, T, float] | None:
        """The next piece of work and whose it is, with its share: one by the number of all who have work; None if nothing waits."""
        with self._lock:
            for address, tables in self._addresses.items():
                for table, mine in tables.items():
                    if mine.waiting:
                        share = 1 / len(self._addresses) / len(tables) / mine.open
                        self._addresses[address] = self._addresses.pop(address)  # the others first, next time
                        tables[table] = tables.pop(table)
                        return address, table, mine.waiting.popleft(), share
        return None

    def __len__(self) -> int:
        """How much waits."""
        with self._lock:
            return sum(len(mine.waiting) for tables in self._addresses.values() for mine in tables.values())

    def drop(self, address: str, table: str, work: T) -> None:
        """It is not wanted any more, and nobody has begun."""
        with self._lock:
            mine = self._addresses.get(address, {}).get(table)
            if mine is not None and work in mine.waiting:
                mine.waiting.remove(work)
                self._close(address, table)

    def done(self, address: str, table: str) -> None:
        """A piece of work is finished."""
        with self._lock:
            self._close(address, table)

    def _close(self, address: str, table: str) -> None:
        tables = self._addresses[address]
        tables[table].open -= 1
        if not tables[table].open:
            del tables[table]
        if not tables:
            del self._addresses[address]
