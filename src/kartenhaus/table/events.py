"""Which cards moved from where to where, as one viewer may know it: the difference between two views of theirs.

Nothing else goes in, so nothing a viewer may not know can come out.
"""

from __future__ import annotations

from collections import Counter
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


def places(view: PositionTable) -> dict[str, list[str]]:
    """All cards of a view by place: `hands.0`, `open`, `board.c4`."""
    found: dict[str, list[str]] = {}
    for key in PLACES:
        value: Any = view.get(key)
        if isinstance(value, str):
            found[key] = value.split()
        elif isinstance(value, list):
            found.update((f"{key}.{number}", text.split()) for number, text in enumerate(value))
        elif isinstance(value, dict):
            found.update((f"{key}.{name}", text.split()) for name, text in value.items())
    return found


def flights(before: PositionTable, after: PositionTable) -> list[Flight]:
    """The cards that left a place and came to another."""
    gone, come = _changes(places(before), places(after))
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


def _changes(before: dict[str, list[str]], after: dict[str, list[str]]) -> tuple[dict[str, Counter[str]], dict[str, Counter[str]]]:
    """By place, the cards that are there no longer and those that are new; a Joker is a Joker, whatever it stands for."""
    gone: dict[str, Counter[str]] = {}
    come: dict[str, Counter[str]] = {}
    for place in {**before, **after}:
        old = before.get(place, [])
        new = after.get(place, [])
        if old != new:
            was, now = (Counter(card.partition(":")[0] for card in cards) for cards in (old, new))
            gone[place], come[place] = was - now, now - was
    return gone, come


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
