"""Which cards moved from where to where, as one viewer may know it: the difference between two views of theirs.

Nothing else goes in, so nothing a viewer may not know can come out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
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
    gone: dict[str, Counter[str]] = {}
    come: dict[str, Counter[str]] = {}
    for place, old, new in _changed(before, after):
        was, now = Counter(_cards(old)), Counter(_cards(new))
        gone[place], come[place] = was - now, now - was
    moved: list[Flight] = []
    for hidden in (False, True):  # first those seen at both ends, then those turned up or down on the way
        for target, cards in come.items():
            for card in list(cards.elements()):
                source = _source(gone, card, target, hidden)
                if source is not None:
                    place, seen = source
                    moved.append(Flight(card if card != HIDDEN else seen, place, target))
                    gone[place][seen] -= 1
                    cards[card] -= 1
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
            yield from ((f"{key}.{number}", *pair) for number, pair in enumerate(zip(old, new, strict=True)) if pair[0] != pair[1])
        else:
            for name in {**old, **new}:
                if old.get(name) != new.get(name):
                    yield f"{key}.{name}", old.get(name, ""), new.get(name, "")


def _cards(text: str) -> list[str]:
    """The cards of a place; a Joker is a Joker, whatever it stands for."""
    return [card.partition(":")[0] for card in text.split()] if ":" in text else text.split()


def _source(gone: dict[str, Counter[str]], card: str, target: str, hidden: bool) -> tuple[str, str] | None:
    for place, cards in gone.items():
        if place == target:
            continue
        if cards[card] > 0:
            return place, card
        if hidden:
            seen = next((other for other, count in cards.items() if count > 0 and HIDDEN in (other, card)), None)
            if seen is not None:
                return place, seen
    return None
