"""The declaration of a game's features: which number stands where, what it means, and how it is scaled.

Features describe a position as one seat may know it. All seats are counted from that seat, in the order of their numbers. What only
an edition decides comes last, so that a network can add it up once for a whole game.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property


@dataclass(frozen=True)
class Block:
    """Some numbers that belong together."""

    name: str
    size: int
    meaning: str
    scale: str = "0 or 1"


@dataclass(frozen=True)
class Feature:
    """One number of the features."""

    place: int
    block: str
    number: int
    """Its place in the block, from 0."""
    meaning: str
    scale: str


@dataclass(frozen=True)
class Declaration:
    """All features of a game, in their order: own blocks, those of each opponent, those of the edition."""

    game: str
    version: int
    """Goes up when a feature changes: older networks then no longer fit."""
    own: tuple[Block, ...]
    other: tuple[Block, ...]
    others: int
    """Opponents at a full table; the blocks of one who is not there are zero."""
    edition: tuple[Block, ...]
    fixed: tuple[str, ...]
    """Fields of a position that never change in a game: by these a network knows whether it was trained for the edition."""
    moves: tuple[Block, ...]
    """The features of one move."""
    later: tuple[int, ...] = ()
    """Kinds of cards that came into the game later: a deck without them is still the edition it was before."""

    def start(self, name: str) -> int:
        """Where a block starts; a block of an opponent: within what belongs to that opponent."""
        for blocks in (self.own, self.other, self.moves):
            place = 0
            for block in blocks:
                if block.name == name:
                    return place
                place += block.size
        place = self.live
        for block in self.edition:
            if block.name == name:
                return place
            place += block.size
        raise KeyError(name)

    @cached_property
    def first_other(self) -> int:
        """Where the first opponent starts."""
        return _size(self.own)

    @cached_property
    def each(self) -> int:
        """How many numbers an opponent has."""
        return _size(self.other)

    @cached_property
    def live(self) -> int:
        """How many numbers may change in a game."""
        return self.first_other + self.others * self.each

    @cached_property
    def size(self) -> int:
        """How many numbers there are."""
        return self.live + _size(self.edition)

    @cached_property
    def move_size(self) -> int:
        """How many numbers a move has."""
        return _size(self.moves)

    def blocks(self) -> Iterator[tuple[int, Block]]:
        """Every block and where it starts."""
        place = 0
        others = [
            Block(f"{b.name} of opponent {n}", b.size, b.meaning, b.scale) for n in range(1, self.others + 1) for b in self.other
        ]
        for block in (*self.own, *others, *self.edition):
            yield place, block
            place += block.size

    def move_blocks(self) -> Iterator[tuple[int, Block]]:
        """Every block of a move and where it starts."""
        place = 0
        for block in self.moves:
            yield place, block
            place += block.size

    def features(self) -> list[Feature]:
        """Every number."""
        return [
            Feature(place + number, block.name, number, block.meaning, block.scale)
            for place, block in self.blocks()
            for number in range(block.size)
        ]


def _size(blocks: tuple[Block, ...]) -> int:
    return sum(block.size for block in blocks)
