"""Which cards moved from where to where, as one viewer may know it: the difference between two views of theirs.

Nothing else goes in, so nothing a viewer may not know can come out.
"""

from __future__ import annotations

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
    for key in PLACES:
        old: Any = before.get(key)
        new: Any = after.get(key)
        if old == new:
            continue
        for place, was, now in ((key, old, new),) if isinstance(new, str) else _changed(key, old, new):
            left, came = _difference(was, now)
            if left:
                gone[place] = left.copy()
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
        if not waiting:
            break
        come = waiting
    return moved


def _changed(key: str, old: Any, new: Any) -> list[tuple[str, str, str]]:
    """The places of a list or a board whose cards are not the same: `hands.0`, `board.c4`, what was there and what is."""
    if isinstance(new, list):
        return [(f"{key}.{number}", was, now) for number, (was, now) in enumerate(zip(old, new, strict=True)) if was != now]
    changed = [(f"{key}.{name}", old.get(name, ""), now) for name, now in new.items() if old.get(name) != now]
    return changed + [(f"{key}.{name}", was, "") for name, was in old.items() if name not in new]


@lru_cache(2000)
def _difference(old: str, new: str) -> tuple[list[str], list[str]]:
    """The cards that left a place, and those that came to it."""
    if new.startswith(f"{old} "):  # a pile grows at its end, or shrinks there
        return [], _cards(new[len(old) :])
    if old.startswith(f"{new} "):
        return _cards(old[len(new) :]), []
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
