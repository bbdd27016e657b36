"""The words of a table: moves, kept once they were found, what else happened, how a game ended, and why something is refused."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from importlib import import_module
from typing import Any

from kartenhaus.core.errors import IllegalMove, KartenhausError, fill
from kartenhaus.core.game import SPECTATOR, PositionTable, find
from kartenhaus.core.texts import ENGLISH, translator

CARDS = {"card", "top", "shown"}  # gaps of a refusal that are filled with cards

HAPPENINGS = {
    "sat": ("{name} sits down", ""),
    "seated": ("{name} is put on a seat", ""),
    "left": ("{name} leaves", "{name} was removed"),
    "readied": ("{name} is ready", "{name} is not ready after all"),
    "started": ("The cards are dealt", ""),
    "resigned": ("{name} gives up", "{name} runs out of time"),
    "paused": ("{name} pauses the game", ""),
    "resumed": ("{name} goes on", ""),
    "replaced": ("{name} is away: a bot plays", ""),
    "returned": ("{name} is back", ""),
    "regretted": ("{name} would like to take a move back", ""),
    "answered": ("{name} agrees", "{name} says no"),
    "locked": ("The table is locked", "The table is open again"),
    "hosted": ("{name} is the host now", ""),
    "finished": ("The game is over", ""),
    "closed": ("The table is closed", ""),
}
"""What happened at a table, and the other way it can happen."""


def said(game: str, move: str, names: tuple[str, ...], language: str = ENGLISH) -> str:
    """A move on a button."""
    text: str = _words(game).move_words(move, names, translate=translator(language))
    return text


@lru_cache(maxsize=20_000)
def told(game: str, move: str, names: tuple[str, ...], seat: int, language: str = ENGLISH) -> str:
    """A move as a story tells it."""
    text: str = _words(game).move_words(move, names, names[seat], translator(language))
    return text


def happened(event: Mapping[str, Any], names: Sequence[str], language: str = ENGLISH) -> str:
    """Anything else that happened at a table; empty for what needs no words."""
    translate = translator(language)
    seat = event.get("seat", SPECTATOR)
    name = event.get("name") or (names[seat] if seat != SPECTATOR else translate("Guest"))
    if event["kind"] == "wrote":
        return f"{name}: {event['text']}"
    phrase, otherwise = HAPPENINGS.get(event["kind"], ("", ""))
    other = event.get("removed") or event.get("clock") or not all(event.get(yes, True) for yes in ("agrees", "locked", "ready"))
    text = otherwise if other and otherwise else phrase
    return translate(text).format(name=name) if text else ""


def reason(game: str, view: PositionTable, by_rules: bool, language: str = ENGLISH) -> str:
    """Why a game is over: by the rules, or because too many gave up."""
    translate = translator(language)
    if not by_rules:
        return translate("Everybody else gave up.")
    text: str = _words(game).ending(view, translate)
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


@cache
def _words(game: str) -> Any:
    return import_module(f"{find(game).package}.words")
