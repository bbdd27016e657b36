"""The cards and moves of Mau Mau in words for people."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import lru_cache

from kartenhaus.core.game import Written
from kartenhaus.core.words import Translate, a_coloured, coloured, name, same

COLOURS = {"r": "red", "g": "green", "b": "blue", "y": "yellow"}
SYMBOLS = {"D": "Draw 2", "S": "Miss a go", "P": "Pass a Card"}
OTHERS = {"J": "Joker", "?": "a card"}
ARTICLES = {"J": "a Joker", "?": "a card"}
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
EFFECTS = {"all draw": "all draw", "discard": "may discard"}
"""What a space does besides earning points, as it is written on the board and on buttons."""
QUESTIONS = {"space": "Where does {card} go?", "anchor": "Whose face does the Joker take?"}
"""What is asked once a card is chosen, by what is to be chosen next."""
PROMPTS = {
    "pass": "Pass a card on to {whom}",
    "discard": "You may discard a card",
    "penalty": "Place a Draw 2, or draw {count} cards",
    "penalty only": "Draw {count} cards",
    "place": "Place a card",
    "tower": "Place a card on a tower, or draw",
    "draw": "Draw one card",
    "nothing": "You cannot place or draw",
    "say": "Say “Mau”!",
    "catch": "{whom} has not said “Mau” yet",
}
"""What a player may do now."""
HINTS = {
    "pass": "You both know it then.",
    "discard": "It goes out of the game, face down.",
    "penalty only": "You have no Draw 2 that fits.",
    "place": "{count} of your {cards} cards fit.",
    "all": "All your cards fit.",
    "only": "Only {card} fits.",
    "last": "It is your last one.",
    "tower": "No other space takes your cards.",
    "draw": "None of yours fits.",
    "nothing": "The draw pile is empty.",
}
"""One more sentence for some of them."""


@lru_cache(1000)  # more than there are, in all languages
def card_words(card: str, translate: Translate = same) -> str:
    """The name of a card; for a Joker on the board, with the face it took."""
    card, _, face = card.partition(":")
    if card in OTHERS:
        named = translate(OTHERS[card])
        return translate("{joker} as {face}").format(joker=named, face=card_words(face, translate)) if face else named
    return coloured(card, SYMBOLS, translate)


@lru_cache(1000)  # more than there are, in all languages
def a_card(card: str, translate: Translate = same) -> str:
    """A card in a sentence, as what is placed, passed on or discarded; a Joker with the face it took."""
    card, _, face = card.partition(":")
    if face:
        return translate("a Joker as {face}").format(face=a_card(face, translate))
    if card in ARTICLES:
        return translate(ARTICLES[card])
    return a_coloured(card, SYMBOLS, translate)


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


def prompt(
    view: Written, seat: int, moves: Collection[str], names: Sequence[str] = (), translate: Translate = same
) -> tuple[str, str]:
    """What a seat may do now, never what is impossible; and one more sentence about it."""
    held = view["hands"][seat].split()
    fits = {move.split()[1] for move in moves if move.startswith("place ")}
    whom = (seat + 1) % len(view["hands"])
    pending = view.get("pending", "turn")
    asked = "penalty" if view["penalty"] and pending == "turn" else pending  # else it waits for the next player
    if seat != view["to_act"]:  # maumau/say: only what may be said out of turn
        caught = [int(move.split()[1]) for move in moves if move.startswith("catch ")]
        asked, whom = ("catch", caught[0]) if "say" not in moves else ("say", whom)
    elif asked == "penalty" and not fits:
        asked = "penalty only"
    elif asked == "turn":
        asked = ("tower" if "draw" in moves else "place") if fits else "draw" if view["draw"] else "nothing"
    more = asked
    if asked == "place":
        more = "last" if len(held) == 1 else "all" if fits == set(held) else "only" if len(fits) == 1 else "place"
    return _asked(
        asked,
        more,
        name(names, whom, translate) if asked in ("pass", "catch") else "",
        view["penalty"] or (sum(map(fits.__contains__, held)) if more == "place" else 0),
        len(held) if more == "place" else 0,
        min(fits) if more == "only" else "",
        translate,
    )


@lru_cache(1000)  # the same few come up again and again
def _asked(asked: str, more: str, whom: str, count: int, cards: int, card: str, translate: Translate) -> tuple[str, str]:
    """A prompt and a hint; gaps that they do not have are empty."""
    gaps = {"whom": whom, "count": count, "cards": cards, "card": card_words(card, translate) if card else ""}
    return translate(PROMPTS[asked]).format(**gaps), translate(HINTS[more]).format(**gaps) if more in HINTS else ""


def ending(why: str, translate: Translate = same) -> str:
    """Why the game is over."""
    return translate(ENDINGS[why])
