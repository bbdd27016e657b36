"""The cards and moves of Mau Mau in words for people."""

from __future__ import annotations

from collections.abc import Sequence

from kartenhaus.core.words import Translate, name, same

NUMBERED = {"r": "Red {number}", "g": "Green {number}", "b": "Blue {number}", "y": "Yellow {number}"}
COLOURED = {"r": "Red {symbol}", "g": "Green {symbol}", "b": "Blue {symbol}", "y": "Yellow {symbol}"}
SYMBOLS = {"D": "Draw 2", "S": "Miss a go", "P": "Pass a Card"}
OTHERS = {"J": "Joker", "?": "a card"}
ARTICLES = {"J": "a Joker", "?": "a card"}
A_NUMBERED = {"r": "a red {number}", "g": "a green {number}", "b": "a blue {number}", "y": "a yellow {number}"}
A_COLOURED = {"r": "a red {symbol}", "g": "a green {symbol}", "b": "a blue {symbol}", "y": "a yellow {symbol}"}
PHRASES = {
    "place": "Place {card} on {space}",
    "draw": "Draw",
    "pass": "Pass on {card}",
    "discard": "Discard {card}",
    "keep": "Discard nothing",
    "say": "Say “Mau”",
    "!": "Say “Mau!”",
    "catch": "Catch {whom}",
}
ENDINGS = {
    "covered": "Every space is covered. The most points win, then the fewest cards.",
    "idle": "Nobody could place or draw anything. The most points win, then the fewest cards.",
}


def card_words(card: str, translate: Translate = same) -> str:
    """The name of a card; for a Joker on the board, with the face it took."""
    card, _, face = card.partition(":")
    if card in OTHERS:
        named = translate(OTHERS[card])
        return translate("{joker} as {face}").format(joker=named, face=card_words(face, translate)) if face else named
    if card[1] in SYMBOLS:
        return translate(COLOURED[card[0]]).format(symbol=translate(SYMBOLS[card[1]]))
    return translate(NUMBERED[card[0]]).format(number=card[1])


def a_card(card: str, translate: Translate = same) -> str:
    """A card in a sentence, as what is placed, passed on or discarded; a Joker with the face it took."""
    card, _, face = card.partition(":")
    if face:
        return translate("a Joker as {face}").format(face=a_card(face, translate))
    if card in ARTICLES:
        return translate(ARTICLES[card])
    if card[1] in SYMBOLS:
        return translate(A_COLOURED[card[0]]).format(symbol=translate(SYMBOLS[card[1]]))
    return translate(A_NUMBERED[card[0]]).format(number=card[1])


def move_words(move: str, names: Sequence[str] = (), translate: Translate = same) -> str:
    """A move on a button."""
    verb, *rest = move.removesuffix(" !").split()
    phrase = translate(PHRASES[verb])
    if verb == "catch":
        return phrase.format(whom=name(names, int(rest[0]), translate))
    text = phrase.format(card=card_words(rest[0], translate) if rest else "", space=rest[1] if len(rest) > 1 else "")
    if "from" in rest:
        text = translate("{move} (like {space})").format(move=text, space=rest[-1])
    return translate("{move} and say it").format(move=text) if move.endswith(" !") else text


def ending(why: str, translate: Translate = same) -> str:
    """Why the game is over."""
    return translate(ENDINGS[why])
