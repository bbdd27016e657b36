"""Which cards moved from where to where, as one viewer may know it: the difference between two views of theirs.

Nothing else goes in, so nothing a viewer may not know can come out.
"""

from __future__ import annotations

from typing import Any

from kartenhaus.core.game import PositionTable

PLACES = ("hands", "piles", "aside", "board", "open", "discard", "out", "draw", "closed")
"""The keys of a position that hold cards; face-down piles last."""
HIDDEN = "?"


def flights(before: PositionTable, after: PositionTable) -> list[dict[str, str]]:
    """The cards that left a place and came to another, as the wire tells it; `?` is a card that the viewer cannot see."""
    gone: dict[str, list[str]] = {}
    come: list[tuple[str, str]] = []
    for key in PLACES:
        old, new = before.get(key), after.get(key)
        if old == new:
            continue
        for place, was, now in _changed(key, old, new):
            if was.startswith(f"{now} "):  # a pile shrinks at its end, or grows there
                gone[place] = _cards(was[len(now) :])
            elif now.startswith(f"{was} "):
                come += [(place, card) for card in _cards(now[len(was) :])]
            else:
                left = _cards(was)
                for card in _cards(now):
                    if card in left:
                        left.remove(card)
                    else:
                        come.append((place, card))
                if left:
                    gone[place] = left
    moved: list[dict[str, str]] = []
    for find in (_seen, _turned):  # first those seen at both ends, then those turned up or down on the way
        for target, card in come.copy():
            source = find(gone, card, target)
            if source is not None:
                cards = gone[source]
                seen = card if card in cards else cards[0] if card == HIDDEN else HIDDEN
                cards.remove(seen)
                come.remove((target, card))
                moved.append({"card": seen if card == HIDDEN else card, "from": source, "to": target})
        if not come:
            break
    return moved


def _changed(key: str, old: Any, new: Any) -> list[tuple[str, str, str]]:
    """The places of a key whose cards are not the same: `draw`, `hands.0`, `board.c4`, what was there and what is."""
    if isinstance(new, str):
        return [(key, old, new)]
    if isinstance(new, list):
        return [(f"{key}.{number}", was, new[number]) for number, was in enumerate(old) if was != new[number]]
    names = sorted({name for name, _ in old.items() ^ new.items()})
    return [(f"{key}.{name}", old.get(name, ""), new.get(name, "")) for name in names]


def _seen(gone: dict[str, list[str]], card: str, target: str) -> str | None:
    """Where a card came from that was seen there."""
    for place, cards in gone.items():
        if card in cards and place != target:
            return place
    return None


def _turned(gone: dict[str, list[str]], card: str, target: str) -> str | None:
    """Where a card may have come from that was not seen there, or is not seen any more."""
    for place, cards in gone.items():
        if cards and place != target and (card == HIDDEN or card in cards or HIDDEN in cards):
            return place
    return None


def _cards(text: str) -> list[str]:
    """The cards of a place; a Joker is a Joker, whatever it stands for."""
    return [card.partition(":")[0] for card in text.split()] if ":" in text else text.split()
