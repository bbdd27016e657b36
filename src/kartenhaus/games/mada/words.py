"""The cards and moves of MADA in words for people."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import lru_cache

from kartenhaus.core.game import Written
from kartenhaus.core.words import Translate, name, same
from kartenhaus.games.mada.position import HIGHEST

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

PROMPTS = {
    "any": "Any card fits",
    "higher": "{top} or higher, or a Lemur",
    "highest": "{top}, or a Lemur",
    "none": "No card fits",
    "empty": "Your hand is empty",
    "luck": "Only luck is left",
    "swap": "Whose pile do you want?",
    "swap with": "You swap piles with {whom}",
    "sting": "Scorpion! Throw away one card.",
    "lost": "Throw away what you do not want",
}
HINTS = {
    "none": "Draw, or try your luck.",
    "empty": "Draw, or try your luck.",
    "luck": "No card fits, and your hand is full.",
    "swap": "You swap your whole pile for it.",
    "lost": "You keep the rest.",
}
"""One more sentence for some of them."""


@lru_cache(1000)  # more than there are, in all languages
def card_words(card: str, translate: Translate = same) -> str:
    """The name of a card."""
    return translate(CARDS[card]) if card in CARDS else translate("Cactus {value}").format(value=card)


@lru_cache(1000)  # more than there are, in all languages
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


def prompt(
    view: Written,
    seat: int,
    moves: Collection[str],
    names: Sequence[str] = (),
    translate: Translate = same,
) -> tuple[str, str]:
    """What a seat may do now, and one more sentence about it."""
    pending, top = str(view.get("pending", "turn")), view["piles"][seat].split()[-1:]
    if pending == "swap" and len(moves) == 1:  # with two players there is nothing to choose
        return translate(PROMPTS["swap with"]).format(whom=name(names, int(next(iter(moves)).split()[1]), translate)), ""
    asked = _on_turn(view["hands"][seat], top, moves) if pending == "turn" else "sting" if pending == "dealt" else pending
    return translate(PROMPTS[asked]).format(top="".join(top)), translate(HINTS[asked]) if asked in HINTS else ""


def _on_turn(hand: str, top: Sequence[str], moves: Collection[str]) -> str:
    """The name of the prompt for a turn: what fits on the pile, if the hand has such a card; else what is left."""
    if any(move.startswith("play") for move in moves):
        return "any" if top in ([], ["1"], ["L"]) else "highest" if top == [str(HIGHEST)] else "higher"
    return "luck" if "draw" not in moves else "none" if hand else "empty"


def ending(why: str, translate: Translate = same) -> str:
    """Why the game is over."""
    return translate(ENDINGS[why])
