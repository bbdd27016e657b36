"""The cards and moves of MAD in words for people."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import lru_cache

from kartenhaus.core.game import Written
from kartenhaus.core.words import Translate, a_coloured, coloured, name, same

COLOURS = {"g": "green", "y": "yellow", "r": "red", "b": "blue"}
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
EFFECTS = {
    "draw one": "all others draw one",
    "give two": "two cards for {whom}",
    "woolly": "{whom} draws three",
    "swap hands": "you swap hands with {whom}",
    "no swap": "no hands are swapped",
    "suffer draw one": "you draw one",
    "suffer give two": "you get two cards",
    "suffer woolly": "you draw three",
    "suffer swap hands": "hands are swapped",
}
"""What happens to a player who is named, to an attacker against whom one defends, or to oneself."""
ATTACKS = {"draw one": SYMBOLS["D"], "give two": SYMBOLS["G"], "woolly": WILDS["WW"], "swap hands": WILDS["X"]}
"""The cards with which one attacks, by the word for the attack."""
SIGNS = {"draw one": "+1", "give two": "+2", "woolly": "+3", "swap hands": "⇄"}
"""The same as a sign: what an attack brings to its victims."""
QUESTIONS = {
    "give two": "Who gets two cards?",
    "woolly": "Who draws three?",
    "swap hands": "Swap hands with whom?",
    "colour": "Name a colour",
    "end": "Name a colour, or end the game",
    "way": "Who goes next?",
}
"""What is asked once a card is chosen, by the effect or the kind of what is to be chosen next."""
PROMPTS = {
    "fits": "Play what fits: {cards}",
    "nothing": "Nothing fits: draw a card",
    "pass": "Nothing fits: you pass",
    "drawn": "Play {card}, or keep it",
    "keep": "{card} does not fit: keep it",
    "draw one": "{whom} makes you draw one card",
    "give two": "{whom} wants to give you two cards",
    "woolly": "{whom} makes you draw three cards",
    "swap hands": "{whom} wants to swap hands with you",
    "give 2": "Choose two cards for {whom}",
    "give 1": "Choose one card for {whom}",
    "first way": "The first card counts as yours: who goes next?",
    "first colour": "The first card counts as yours: name a colour",
    "first whom": "The first card counts as yours: choose a player",
}
"""What a player may do now."""
HINTS = {
    "draw": "Or draw a card.",
    "no draw": "Or pass: there is nothing to draw.",
    "pass": "There is nothing to draw.",
    "defend": "Defend yourself with {card}, or let it happen.",
    "helpless": "You have no card against it.",
    "drawn": "You drew it just now.",
    "give 2": "You give one after the other.",
}
"""One more sentence for some of them."""


@lru_cache(1000)  # more than there are, in all languages
def card_words(card: str, translate: Translate = same) -> str:
    """The name of a card; for a wild on the open pile, with its colour."""
    card, _, colour = card.partition(":")
    if card in WILDS:
        named = translate(WILDS[card])
        return translate("{card}, {colour}").format(card=named, colour=translate(COLOURS[colour])) if colour else named
    return coloured(card, SYMBOLS, translate)


@lru_cache(1000)  # more than there are, in all languages
def a_card(card: str, translate: Translate = same) -> str:
    """A card in a sentence, as what is laid, drawn or given; without the colour that is named for a wild."""
    card = card.partition(":")[0]
    if card in ARTICLES:
        return translate(ARTICLES[card])
    return a_coloured(card, SYMBOLS, translate)


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


def prompt(
    view: Written, seat: int, moves: Collection[str], names: Sequence[str] = (), translate: Translate = same
) -> tuple[str, str]:
    """What a seat may do now, never what is impossible; and one more sentence about it."""
    del seat  # the moves say all there is to know of its hand
    pending = view.get("pending", "turn")
    whom, card, cards, hint = -1, "", "", pending
    if pending == "answer":
        asked, whom, card = view["attack"], view["threat"], a_card("N", translate)
        hint = "helpless" if len(moves) == 1 else "defend"
    elif pending == "give":
        asked, whom = f"give {view['gifts']}", view["to"]
        hint = asked
    elif pending == "first":
        asked = f"first {_asked(next(iter(moves)))}"
    elif pending == "drawn":
        asked = "drawn" if len(moves) > 1 else "keep"
        card = a_card(view["drawn"], translate) if len(moves) > 1 else card_words(view["drawn"], translate)
    else:
        cards = _either(_fitting(view["open"].split()[-1], moves, translate), translate)
        asked = "fits" if cards else "nothing" if "draw" in moves else "pass"
        hint = ("draw" if "draw" in moves else "no draw") if cards else asked
    gaps = {"whom": name(names, whom, translate) if whom >= 0 else "", "card": card, "cards": cards}
    return translate(PROMPTS[asked]).format(**gaps), translate(HINTS[hint]).format(**gaps) if hint in HINTS else ""


def _asked(move: str) -> str:
    """What the dealer names for the first card."""
    named = move.split()[1:]
    return "whom" if named[-1].isdecimal() else "way" if named[0] in WAYS else "colour"


def _fitting(top: str, moves: Collection[str], translate: Translate) -> list[str]:
    """What fits on the open card, of the cards in hand: a colour, a number or message, a wild."""
    kind, _, named = top.partition(":")
    colour = named or kind[0]
    by_colour = by_kind = wild = False
    for move in moves:
        if not move.startswith("play "):
            continue
        if move.split(" ", 2)[1] in WILDS:
            wild = True
        elif move[5] == colour:
            by_colour = True
        else:
            by_kind = True
    found = [translate(COLOURS[colour])] if by_colour else []
    if by_kind:
        message = SYMBOLS.get(kind[1])
        same_one = translate("another {card}").format(card=translate(message)) if message else ""
        found.append(same_one or translate("a {number}").format(number=kind[1]))
    return [*found, translate("a wild card")] if wild else found


def _either(things: Sequence[str], translate: Translate) -> str:
    """Several things in a row: “green, a 4 or a wild card”."""
    *some, last = things or [""]
    return translate("{some} or {last}").format(some=", ".join(some), last=last) if some else last


def ending(why: str, translate: Translate = same) -> str:
    """Why the game is over."""
    return translate(ENDINGS[why])
