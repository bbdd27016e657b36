"""MADA in the words of people."""

from __future__ import annotations

from collections.abc import Sequence

from kartenhaus.core.game import PositionTable
from kartenhaus.core.words import Translate, name, same
from kartenhaus.games.mada.rules import GOAL

CARDS = {"L": "Lemur", "D": "Double Lemur", "S": "Scorpion", "?": "a card"}
PHRASES = {
    "play": ("Play {card}", "{who} plays {card}"),
    "draw": ("Draw a card", "{who} draws a card"),
    "luck": ("Try your luck", "{who} tries their luck"),
    "swap": ("Take the pile of {whom}", "{who} takes the pile of {whom}"),
    "toss": ("Throw away {card}", "{who} throws away {card}"),
    "done": ("Keep the rest", "{who} keeps the rest"),
}


def card_words(card: str, translate: Translate = same) -> str:
    """The name of a card."""
    return translate(CARDS[card]) if card in CARDS else translate("Cactus {value}").format(value=card)


def move_words(move: str, names: Sequence[str] = (), who: str = "", translate: Translate = same) -> str:
    """A move on a button; with `who`, as a story tells it."""
    verb, *rest = move.split()
    phrase = translate(PHRASES[verb][bool(who)])
    if verb == "swap":
        return phrase.format(who=who, whom=name(names, int(rest[0]), translate))
    return phrase.format(who=who, card=card_words(rest[0], translate) if rest else "")


def ending(view: PositionTable, translate: Translate = same) -> str:
    """Why the game is over."""
    if any(len([card for card in aside.split() if card not in CARDS]) >= GOAL for aside in view["aside"]):
        return translate("Somebody had five Cactus cards aside. The most prickly pears win.")
    return translate("That was the last turn of all. The most prickly pears win.")
