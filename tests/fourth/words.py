"""High Card in words for people."""

from __future__ import annotations

from collections.abc import Sequence

from kartenhaus.core.words import Translate, same

PLACES = {"played": "This trick", "draw": "Draw pile"}
PHRASES = {"play": "Play {card}"}


def card_words(card: str, translate: Translate = same) -> str:
    """The name of a card."""
    return translate("a card") if card == "?" else card


def move_words(move: str, names: Sequence[str] = (), translate: Translate = same) -> str:
    """A move on a button."""
    verb, card = move.split()
    return translate(PHRASES[verb]).format(card=card_words(card, translate))


def ending(why: str, translate: Translate = same) -> str:
    """Why the game is over."""
    return translate("The highest card wins.")
