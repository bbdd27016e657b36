"""Where all cards lie, worked out from events alone."""

from __future__ import annotations

from collections import Counter
from typing import Any

from kartenhaus.core.events import Event
from kartenhaus.core.game import Game, Written

FACE_DOWN = ("draw", "closed")  # written with the next card first
UNORDERED = ("hands", "aside", "discard", "out")
PLACES = ("hands", "piles", "aside", "board", "open", "discard", "out", "draw", "closed", "played")


class Cards:
    """Where all cards lie: for each place its cards, bottom first."""

    def __init__(self, written: Written) -> None:
        self.at: dict[str, list[str]] = {}
        self.shuffled: set[str] = set()
        for key in PLACES:
            found = written.get(key, "")
            if isinstance(found, str):
                self.at[key] = found.split()[:: -1 if key in FACE_DOWN else 1]
            else:
                named = found.items() if isinstance(found, dict) else enumerate(found)
                self.at |= {f"{key}.{name}": text.split() for name, text in named}

    def follow(self, events: list[Event]) -> None:
        """Move cards as the events say."""
        for event in events:
            step = getattr(self, f"_{event.kind}", None)
            if step is not None:
                step(event)

    def _card(self, event: Event) -> None:
        source = self.at[event.source]
        if event.source.split(".")[0] in UNORDERED or event.source in self.shuffled or "?" in (*source, event.card):
            source.remove(next(card for card in (event.card, "?", *source) if card in source))  # unseen: it may be any known card
        else:
            assert source.pop() == event.card
        self.at.setdefault(event.target, []).append(event.card)

    def _cards(self, event: Event) -> None:
        source = self.at[event.source]
        assert 0 < event.amount <= len(source)
        self.at[event.target] += [card.partition(":")[0] for card in source[: event.amount]]
        del source[: event.amount]

    def _shuffled(self, event: Event) -> None:
        assert len(self.at[event.target]) == event.amount
        self.shuffled.add(event.target)

    def _colour(self, event: Event) -> None:
        assert self.at[event.target][-1] == event.card.partition(":")[0]
        assert event.card.partition(":")[2] == event.word
        self.at[event.target][-1] = event.card

    def _face(self, event: Event) -> None:
        assert self.at[event.target][-1] == event.card.partition(":")[0]
        self.at[event.target][-1] = event.card

    def _dragged(self, event: Event) -> None:
        pile = self.at[event.target]
        assert 1 < event.amount <= len(pile)
        self.at[event.target] = pile[-event.amount :] + pile[: -event.amount]

    def _swapped(self, event: Event) -> None:
        self.at[event.source], self.at[event.target] = self.at[event.target], self.at[event.source]

    def _shown(self, event: Event) -> None:
        hand = self.at[event.target]
        if event.target.startswith("hands"):  # all cards are shown one by one, also those already known
            hand.pop(0)
            hand.append(event.card)

    def seen(self, place: str, counted: bool) -> Any:
        """The cards of a place, in order where order matters; with `counted`, only their number."""
        cards = self.at.get(place, [])
        if counted:
            return len(cards)
        return Counter(cards) if place.split(".")[0] in UNORDERED or place in self.shuffled else cards


def undealt(game: Game, written: Written) -> Cards:
    """All cards of a position, back on the pile from which they are dealt."""
    cards = Cards(written)
    pile = next(key for key in FACE_DOWN if key in game.notation.KEYS)
    everything = [card.partition(":")[0] for place in cards.at.values() for card in place]
    empty = Cards({key: [""] * len(value) if isinstance(value, list) else "" for key, value in written.items() if key in PLACES})
    empty.at[pile] = everything
    return empty
