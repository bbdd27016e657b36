"""The cards and moves of MAD in words for people."""

from __future__ import annotations

from collections.abc import Sequence

from kartenhaus.core.words import Translate, name, same

COLOURS = {"g": "green", "y": "yellow", "r": "red", "b": "blue"}
NUMBERED = {"g": "Green {number}", "y": "Yellow {number}", "r": "Red {number}", "b": "Blue {number}"}
COLOURED = {"g": "Green {symbol}", "y": "Yellow {symbol}", "r": "Red {symbol}", "b": "Blue {symbol}"}
WILDS = {"W": "Wild", "WW": "Wild and Woolly", "N": "Not Me", "X": "Swap Hands", "J": "Joker", "?": "a card"}
SYMBOLS = {"W": "Which Way?", "D": "Draw One", "G": "Give Two"}
ARTICLES = {
    "W": "a Wild",
    "WW": "a Wild and Woolly",
    "N": "a Not Me",
    "X": "a Swap Hands",
    "J": "the Joker",
    "?": "a card",
}
A_NUMBERED = {"g": "a green {number}", "y": "a yellow {number}", "r": "a red {number}", "b": "a blue {number}"}
A_COLOURED = {"g": "a green {symbol}", "y": "a yellow {symbol}", "r": "a red {symbol}", "b": "a blue {symbol}"}
WAYS = {"right": "to the right", "left": "to the left"}
PHRASES = {
    "play": "Play {card}",
    "first": "Choose for the first card",
    "draw": "Draw a card",
    "keep": "Keep it",
    "pass": "Pass",
    "give": "Give {card}",
    "allow": "Let it happen",
    "defend": "Not Me",
    "end": "End the game",
    "plain": "Swap with nobody",
}

ENDINGS = {
    "emptied": "A hand was empty: its owner wins at once.",
    "called": "The Joker ended the game. The lowest hand wins.",
    "counted": "There was nothing left to draw, so the hands were counted.",
    "turns": "The game reached its last turn, so the hands were counted.",
}


def card_words(card: str, translate: Translate = same) -> str:
    """The name of a card; for a wild on the open pile, with its colour."""
    card, _, colour = card.partition(":")
    if card in WILDS:
        named = translate(WILDS[card])
        return translate("{card}, {colour}").format(card=named, colour=translate(COLOURS[colour])) if colour else named
    if card[1] in SYMBOLS:
        return translate(COLOURED[card[0]]).format(symbol=translate(SYMBOLS[card[1]]))
    return translate(NUMBERED[card[0]]).format(number=card[1])


def a_card(card: str, translate: Translate = same) -> str:
    """A card in a sentence, as what is laid, drawn or given; without the colour that is named for a wild."""
    card = card.partition(":")[0]
    if card in ARTICLES:
        return translate(ARTICLES[card])
    if card[1] in SYMBOLS:
        return translate(A_COLOURED[card[0]]).format(symbol=translate(SYMBOLS[card[1]]))
    return translate(A_NUMBERED[card[0]]).format(number=card[1])


def move_words(move: str, names: Sequence[str] = (), translate: Translate = same) -> str:
    """A move on a button."""
    verb, *rest = move.split()
    card = card_words(rest.pop(0), translate) if verb in ("play", "give") else ""
    text = translate(PHRASES[verb]).format(card=card)
    named = [_named(word, names, translate) for word in rest]
    return translate("{move}: {named}").format(move=text, named=", ".join(named)) if named else text


def _named(word: str, names: Sequence[str], translate: Translate) -> str:
    """What is named with a card: a colour, a neighbour, a player, or the end."""
    if word in COLOURS:
        return translate(COLOURS[word])
    if word in WAYS:
        return translate(WAYS[word])
    return translate("end the game") if word == "end" else name(names, int(word), translate)


def ending(why: str, translate: Translate = same) -> str:
    """Why the game is over."""
    return translate(ENDINGS[why])
