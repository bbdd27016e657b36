"""The words of a table: moves, kept once they were found, and why something is refused."""

from __future__ import annotations

from functools import lru_cache
from importlib import import_module
from typing import Any

from kartenhaus.core.errors import IllegalMove, KartenhausError, fill
from kartenhaus.core.game import find
from kartenhaus.core.texts import ENGLISH, translator

CARDS = {"card", "top", "shown"}  # gaps of a refusal that are filled with cards


@lru_cache(maxsize=20_000)
def said(game: str, move: str, names: tuple[str, ...], language: str = ENGLISH) -> str:
    """A move on a button."""
    text: str = _words(game).move_words(move, names, translate=translator(language))
    return text


@lru_cache(maxsize=20_000)
def told(game: str, move: str, names: tuple[str, ...], seat: int, language: str = ENGLISH) -> str:
    """A move as a story tells it."""
    text: str = _words(game).move_words(move, names, names[seat], translator(language))
    return text


def explained(game: str, error: KartenhausError, language: str = ENGLISH) -> str:
    """Why something is refused; what the rules do not allow is told with the names of the cards."""
    translate = translator(language)
    if not isinstance(error, IllegalMove):
        return error.told(translate)
    card_words = _words(game).card_words
    params = dict(error.params)
    for name, value in params.items():
        if name in CARDS:
            params[name] = ", ".join(card_words(card, translate) for card in str(value).split(", "))
        elif name == "colour":
            params[name] = translate(str(value))
    return fill(translate(error.key), params, translate)


def _words(game: str) -> Any:
    return import_module(f"{find(game).package}.words")
