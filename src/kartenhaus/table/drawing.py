"""What it takes to draw a game: what is printed on cards and board, and what cards and colours are called."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import Any

from kartenhaus.core.game import Game, Options
from kartenhaus.core.words import Translate, same


def drawing(game: Game, edition: Mapping[str, Any], options: Options, translate: Translate = same) -> dict[str, Any]:
    """The `picture` and the `names` of a game as it is played at a table."""
    words = import_module(f"{game.package}.words")
    cards = {card: words.card_words(card, translate) for card in game.notation.CARD.names[1:]}
    colours = {letter: translate(name) for letter, name in getattr(words, "COLOURS", {}).items()}
    return {"picture": game.files.picture(edition, options), "names": {"cards": cards, "colours": colours}}
