"""A board as a map of characters: what a game that has one says of it, and what is wrong with one, and where."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from kartenhaus.core.errors import Phrase


class Misplaced(Phrase):
    """What is wrong with a map, and where; `what` is the name of a space in a file."""

    def __init__(self, sentence: str, row: int = 0, column: int = -1, /, **gaps: object) -> None:
        super().__init__(sentence, **{"what": Phrase("the space in column {column}", column=column + 1), **gaps})
        self.row, self.column = row, column
        """From 0; the column is -1 if no space is at fault."""

    def named(self, what: object) -> Phrase:
        """The same sentence with another name for the space."""
        return Phrase(self.key, **{**self.params, "what": what})


@dataclass(frozen=True)
class MapFacts:
    """What a map may be: `MAP` in `edition.py` of a game with a board."""

    marks: Sequence[str]
    """The characters of spaces; a blank is none. A new board begins with the first two."""
    columns: int
    rows: int
    spaces: tuple[int, int]
    """The fewest and the most."""
    most: Mapping[str, int]
    """How often a kind of space may be there at most."""
    faults: Callable[[Sequence[str]], Iterator[Misplaced]]
    """Everything that is wrong with a map."""
    shipped: Callable[[str], Sequence[str]]
    """The map of one of our boards."""
