"""The declaration of a game's actions: a fixed number for everything that a seat can do, whoever sits where.

Seats are counted from the seat that acts, like in the features: an action means the same for everyone.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property


@dataclass(frozen=True)
class Actions:
    """Some actions that belong together."""

    name: str
    size: int
    meaning: str


@dataclass(frozen=True)
class Numbering:
    """All actions of a game, in their order."""

    game: str
    version: int
    """Goes up when a number changes its meaning."""
    blocks: tuple[Actions, ...]
    most: int
    """Legal actions that a list has room for at first; it grows if a position has more."""

    @cached_property
    def size(self) -> int:
        """How many actions there are."""
        return sum(block.size for block in self.blocks)

    def starts(self) -> Iterator[tuple[int, Actions]]:
        """Every block and where it starts."""
        place = 0
        for block in self.blocks:
            yield place, block
            place += block.size

    def start(self, name: str) -> int:
        """Where a block starts."""
        return next(place for place, block in self.starts() if block.name == name)
