"""Kinds of cards and their names; hands as counts per kind.

A card is a small integer, its kind. 0 is a hidden card, written `?`. A hand is an array of counts, one for each kind, so that
its order reveals nothing and equal hands are equal bytes.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import compress
from typing import Any

from kartenhaus.core.errors import NotationError
from kartenhaus.core.jit import called, compiled
from kartenhaus.core.packed import Bytes, Longs
from kartenhaus.core.random import shuffle_with

UNKNOWN = 0
KEPT = 10_000  # texts of hands and piles in a cache: few change with a move


class CardNames:
    """The names of a game's cards: text at the edge, integers inside."""

    def __init__(self, names: Sequence[str]) -> None:
        self.names = ("?", *names)
        self.number = {name: kind for kind, name in enumerate(self.names)}
        self._list = lru_cache(KEPT)(self._write_list)
        self._counts = lru_cache(KEPT)(self._write_counts)
        self._piles = lru_cache(KEPT)(self._write_piles)

    def parse(self, text: str, hidden: bool = False) -> int:
        """The kind of a card; `?` only where cards may be hidden."""
        kind = self.number.get(text, -1)
        if kind < 0 or (kind == UNKNOWN and not hidden):
            raise NotationError(
                "“{card}” is not a card of this game; cards are {cards}", card=text[:40], cards=" ".join(self.names[1:])
            )
        return kind

    def parse_list(self, text: str, hidden: bool = False) -> list[int]:
        """Cards separated by spaces."""
        return [self.parse(word, hidden) for word in text.split()]

    def format_list(self, kinds: Iterable[int]) -> str:
        """The inverse of `parse_list`."""
        return self._list(bytes(kinds))

    def _write_list(self, kinds: bytes) -> str:
        return " ".join(map(self.names.__getitem__, kinds))

    def format_counts(self, counts: Any, cards: int = 0) -> str:
        """A hand in the order of the kinds; if it has `cards` in all, a `?` for each unknown one comes last."""
        return self._counts(bytes(counts), cards)

    def _write_counts(self, counts: bytes, cards: int) -> str:
        names, counts = self.names[1:], counts[1:]
        known = list(compress(names, counts))
        if len(known) < sum(counts):  # some more than once
            known = [name for name, count in zip(known, filter(None, counts), strict=True) for _ in range(count)]
        return " ".join(known + [self.names[UNKNOWN]] * (cards - len(known)))

    def format_piles(self, rows: bytes, heights: Sequence[int], width: int) -> list[str]:
        """The piles of all seats, each up to its height, from rows of `width` bytes."""
        return self._piles(rows, heights, width).copy()

    def _write_piles(self, rows: bytes, heights: Sequence[int], width: int) -> list[str]:
        return [self._list(rows[seat * width : seat * width + height]) for seat, height in enumerate(heights)]

    def format_hands(self, rows: bytes, cards: Sequence[int]) -> list[str]:
        """The hands of all seats, from rows of counts; `cards` is the size of each hand, known or not."""
        kinds, write = len(self.names), self._counts
        return [write(rows[start : start + kinds], count) for start, count in zip(range(0, len(rows), kinds), cards, strict=False)]


@compiled
def gain(pos: Any, seat: int, kind: int) -> None:
    """Add a card to a hand (the fields `hands`, `held` and `kinds_held` of a position)."""
    pos.hands[seat, kind] += 1
    pos.held[seat] += 1
    pos.kinds_held[seat] |= 1 << kind


@compiled
def lose(pos: Any, seat: int, kind: int) -> None:
    """Remove a card from a hand."""
    pos.hands[seat, kind] -= 1
    pos.held[seat] -= 1
    pos.kinds_held[seat] &= ~(int(pos.hands[seat, kind] == 0) << kind)  # no branch: it could not be predicted


@compiled
def fewest_of_others(pos: Any, seat: int) -> int:
    """The fewest cards an opponent of a seat holds."""
    fewest = 1 << 30
    for other in range(pos.seats):
        if other != seat:
            fewest = min(fewest, int(pos.held[other]))
    return fewest


@called
def spread(counts: Bytes | Longs, cards: Bytes, start: int) -> int:
    """Write the cards of a hand into an array from `start` on, in the order of the kinds; return where they end."""
    for kind in range(1, len(counts)):
        for _ in range(counts[kind]):
            cards[start] = kind
            start += 1
    return start


@compiled
def clear(cards: Bytes | Longs) -> None:
    """Zero an array."""
    for place in range(len(cards)):
        cards[place] = 0


@compiled
def add_hand(hand: Bytes, counts: Longs) -> None:
    """Add the cards of a hand, or of anything else stored as counts."""
    for kind in range(len(hand)):
        counts[kind] += hand[kind]


@compiled
def add_pile(pile: Bytes, height: int, counts: Longs) -> None:
    """Add the known cards of a pile."""
    for place in range(height):
        if pile[place] != UNKNOWN:
            counts[pile[place]] += 1


@compiled
def unseen(deck: Bytes, counts: Longs) -> None:
    """Turn the counts of the cards that are seen into the counts of those that are not."""
    counts[UNKNOWN] = 0
    for kind in range(1, len(deck)):
        counts[kind] = deck[kind] - counts[kind]


@compiled
def total(counts: Bytes) -> int:
    """How many cards a hand holds."""
    cards = 0
    for kind in range(len(counts)):
        cards += int(counts[kind])
    return cards


@compiled
def deal_unknown(pool: Bytes, cards: int, hand: Bytes, size: int) -> int:
    """Fill a hand up to its size with cards from the shuffled end of the pool; return the pool's new size."""
    for _ in range(size - total(hand)):
        cards -= 1
        hand[pool[cards]] += 1
        pool[cards] = 0
    return cards


@compiled
def fill_pile(dice: Longs, pool: Bytes, cards: int, pile: Bytes) -> None:
    """Shuffle what is left of the pool into a face-down pile."""
    shuffle_with(dice, pool, cards)
    for place in range(cards):
        pile[place] = pool[place]
