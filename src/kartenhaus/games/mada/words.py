"""The cards and moves of MADA in words for people."""

from __future__ import annotations

from collections.abc import Sequence

from kartenhaus.core.words import Translate, name, same

CARDS = {"L": "Lemur", "D": "Double Lemur", "S": "Scorpion", "?": "a card"}
ARTICLES = {
    "L": "a Lemur",
    "D": "a Double Lemur",
    "S": "a Scorpion",
    "?": "a card",
    "8": "an {value}",
    "11": "an {value}",
    "": "a {value}",
}
PHRASES = {
    "play": "Play {card}",
    "draw": "Draw a card",
    "luck": "Try your luck",
    "swap": "Take the pile of {whom}",
    "toss": "Throw away {card}",
    "done": "Keep the rest",
}
ENDINGS = {
    "five": "Somebody had five Cactus cards aside. The most prickly pears win.",
    "turns": "The game reached its last turn. The most prickly pears win.",
}


def card_words(card: str, translate: Translate = same) -> str:
    """The name of a card."""
    return translate(CARDS[card]) if card in CARDS else translate("Cactus {value}").format(value=card)


def a_card(card: str, translate: Translate = same) -> str:
    """A card with its article, for a sentence."""
    return translate(ARTICLES.get(card) or ARTICLES[""]).format(value=card)


def move_words(move: str, names: Sequence[str] = (), translate: Translate = same) -> str:
    """A move on a button."""
    verb, *rest = move.split()
    phrase = translate(PHRASES[verb])
    if verb == "swap":
        return phrase.format(whom=name(names, int(rest[0]), translate))
    return phrase.format(card=card_words(rest[0], translate) if rest else "")


def ending(why: str, translate: Translate = same) -> str:
    """Why the game is over."""
    return translate(ENDINGS[why])
