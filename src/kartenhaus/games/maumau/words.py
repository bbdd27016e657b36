"""Mau Mau in the words of people."""

from __future__ import annotations

from collections.abc import Sequence

from kartenhaus.core.words import Translate, name, same

COLOURS = {"r": "red", "g": "green", "b": "blue", "y": "yellow"}
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
    symbol = translate(SYMBOLS[card[1]]) if card[1] in SYMBOLS else card[1]
    return translate("{colour} {symbol}").format(colour=translate(COLOURS[card[0]]).capitalize(), symbol=symbol)


def move_words(move: str, names: Sequence[str] = (), who: str = "", translate: Translate = same) -> str:
    """A move on a button; with `who`, as a story tells it."""
    aloud = move.endswith(" !")
    verb, *rest = move.removesuffix(" !").split()
    phrase = translate(PHRASES[verb][bool(who)])
    if verb == "catch":
        return phrase.format(who=who, whom=name(names, int(rest[0]), translate))
    text = phrase.format(who=who, card=card_words(rest[0], translate) if rest else "", space=rest[1] if len(rest) > 1 else "")
    if "from" in rest:
        text += " " + translate("(like {space})").format(space=rest[-1])
    return text + (" " + translate("and say it") if aloud else "")
