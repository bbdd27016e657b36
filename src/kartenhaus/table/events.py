"""Which cards moved from where to where, as one viewer may know it: the difference between two views of theirs.

Nothing else goes in, so nothing a viewer may not know can come out.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any, NamedTuple

from kartenhaus.core.game import PositionTable

PLACES = ("hands", "piles", "aside", "board", "open", "discard", "out", "draw", "closed")
"""The keys of a position that hold cards; face-down piles last."""
HIDDEN = "?"


class Flight(NamedTuple):
    """A card that moved; `?` for one that the viewer cannot see."""

    card: str
    source: str
    target: str


def flights(before: PositionTable, after: PositionTable) -> list[Flight]:
    """The cards that left a place and came to another."""
    gone: dict[str, list[str]] = {}
    come: list[tuple[str, str]] = []
    for place, old, new in _changed(before, after):
        left, came = _difference(old, new)
        gone[place] = list(left)
        come += [(place, card) for card in came]
    moved: list[Flight] = []
    for hidden in (False, True):  # first those seen at both ends, then those turned up or down on the way
        waiting = []
        for target, card in come:
            source = _source(gone, card, target, hidden)
            if source is None:
                waiting.append((target, card))
            else:
                place, seen = source
                moved.append(Flight(card if card != HIDDEN else seen, place, target))
                gone[place].remove(seen)
        come = waiting
    return moved


def _changed(before: PositionTable, after: PositionTable) -> Iterator[tuple[str, str, str]]:
    """The places whose cards are not the same: `hands.0`, `open`, `board.c4`, with what was there and what is."""
    for key in PLACES:
        old: Any = before.get(key)
        new: Any = after.get(key)
        if old == new:
            continue
        if isinstance(new, str):
            yield key, old, new
        elif isinstance(new, list):
            for number, was in enumerate(old):
                if was != new[number]:
                    yield f"{key}.{number}", was, new[number]
        else:
            for name in {**old, **new}:
                if old.get(name) != new.get(name):
                    yield f"{key}.{name}", old.get(name, ""), new.get(name, "")


@lru_cache(2000)
def _difference(old: str, new: str) -> tuple[list[str], list[str]]:
    """The cards that left a place, and those that came to it."""
    left, came = _cards(old), []
    for card in _cards(new):
        if card in left:
            left.remove(card)
        else:
            came.append(card)
    return left, came


def _cards(text: str) -> list[str]:
    """The cards of a place; a Joker is a Joker, whatever it stands for."""
    return [card.partition(":")[0] for card in text.split()] if ":" in text else text.split()


def _source(gone: dict[str, list[str]], card: str, target: str, hidden: bool) -> tuple[str, str] | None:
    for place, cards in gone.items():
        if place == target:
            continue
        if card in cards:
            return place, card
        if hidden and cards and (card == HIDDEN or HIDDEN in cards):
            return place, cards[0] if card == HIDDEN else HIDDEN
    return None
