"""The words for moves at a table, kept once they were found."""

from __future__ import annotations

from functools import lru_cache
from importlib import import_module

from kartenhaus.core.game import find


@lru_cache(maxsize=20_000)
def said(game: str, move: str, names: tuple[str, ...]) -> str:
    """A move on a button."""
    text: str = import_module(f"{find(game).package}.words").move_words(move, names)
    return text


@lru_cache(maxsize=20_000)
def told(game: str, move: str, names: tuple[str, ...], seat: int) -> str:
    """A move as a story tells it."""
    text: str = import_module(f"{find(game).package}.words").move_words(move, names, names[seat])
    return text
