"""Mau Mau in the words of people."""

from __future__ import annotations

from collections.abc import Sequence

from kartenhaus.core.game import PositionTable
from kartenhaus.core.words import Translate, name, same

NUMBERED = {"r": "Red {number}", "g": "Green {number}", "b": "Blue {number}", "y": "Yellow {number}"}
COLOURED = {"r": "Red {symbol}", "g": "Green {symbol}", "b": "Blue {symbol}", "y": "Yellow {symbol}"}
SYMBOLS = {"D": "Draw Two", "S": "Skip", "P": "Pass a Card"}
OTHERS = {"J": "Joker", "?": "a card"}
PHRASES = {
    "place": ("Place {card} on {space}", "{who} places {card} on {space}"),
    "draw": ("Draw", "{who} draws"),
    "pass": ("Pass on {card}", "{who} passes on {card}"),
    "discard": ("Discard {card}", "{who} discards {card}"),
    "keep": ("Discard nothing", "{who} discards nothing"),
    "say": ("Say “Mau”", "{who} says what was owed"),
    "catch": ("Catch {whom}", "{who} catches {whom}"),
}


def card_words(card: str, translate: Translate = same) -> str:
    """The name of a card; a Joker on the board with the face it took."""
    card, _, face = card.partition(":")
    if card in OTHERS:
        named = translate(OTHERS[card])
        return translate("{joker} as {face}").format(joker=named, face=card_words(face, translate)) if face else named
    if card[1] in SYMBOLS:
        return translate(COLOURED[card[0]]).format(symbol=translate(SYMBOLS[card[1]]))
    return translate(NUMBERED[card[0]]).format(number=card[1])


def move_words(move: str, names: Sequence[str] = (), who: str = "", translate: Translate = same) -> str:
    """A move on a button; with `who`, as a story tells it."""
    aloud = move.endswith(" !")
    verb, *rest = move.removesuffix(" !").split()
    phrase = translate(PHRASES[verb][bool(who)])
    if verb == "catch":
        return phrase.format(who=who, whom=name(names, int(rest[0]), translate))
    text = phrase.format(who=who, card=card_words(rest[0], translate) if rest else "", space=rest[1] if len(rest) > 1 else "")
    if "from" in rest:
        text = translate("{move} (like {space})").format(move=text, space=rest[-1])
    if aloud:
        text = (translate("{move} and says it") if who else translate("{move} and say it")).format(move=text)
    return text


def ending(view: PositionTable, translate: Translate = same) -> str:  # noqa: ARG001, one protocol for all games
    """Why the game is over."""
    return translate("The board is full, or nobody could go on. The most points win, then the fewer cards.")
