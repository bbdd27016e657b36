"""High Card in the words of people."""

from __future__ import annotations

from collections.abc import Sequence

from kartenhaus.core.game import PositionTable
from kartenhaus.core.words import Translate, same

PHRASES = {"play": ("Play {card}", "{who} plays {card}")}


def card_words(card: str, translate: Translate = same) -> str:
    """The name of a card."""
    return translate("a card") if card == "?" else card


def move_words(move: str, names: Sequence[str] = (), who: str = "", translate: Translate = same) -> str:
    """A move on a button; with `who`, as a story tells it."""
    verb, card = move.split()
    return translate(PHRASES[verb][bool(who)]).format(who=who, card=card_words(card, translate))


def ending(view: PositionTable, translate: Translate = same) -> str:
    """Why the game is over."""
    return translate("The highest card wins.")
