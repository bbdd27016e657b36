"""What a client needs to draw a game: the print on cards and board, names, and the order of seats."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import Any

from kartenhaus.core.game import Game, Options
from kartenhaus.core.texts import ENGLISH, translator
from kartenhaus.table import facts
from kartenhaus.table.guide import help_of
from kartenhaus.table.states import Names


def drawing(game: Game, edition: Mapping[str, Any], options: Options, language: str = ENGLISH) -> dict[str, Any]:
    """The fields of `Welcome` that describe the game, as it is played at a table."""
    translate = translator(language)
    words = import_module(f"{game.package}.words")
    cards = {card: words.card_words(card, translate) for card in game.notation.CARD.names[1:] if edition["deck"].get(card)}
    colours = {letter: translate(name) for letter, name in getattr(words, "COLOURS", {}).items()}
    pos = game.files.lay_out(edition, options, game.players[0])
    keys = dict.fromkeys(place.partition(".")[0] for place in game.notation.names(pos).places if place)
    called = getattr(words, "PLACES", {})
    places = {key: translate(called[key]) if key in called else key for key in keys}
    earned = {} if game.counted else earnings(game, language)
    terms = facts.of_game_choices(game, edition, options, translate)
    return {
        "short": game.short or translate(game.title),
        "picture": game.files.picture(edition, options),
        "names": Names(cards, colours, places, earned),
        "levels": facts.of_levels(translate),
        "next_seat": game.next_seat,
        "points": facts.of_points(game, language),
        "chosen": terms.chosen,
        "usual": terms.usual,
        "questions": {what: translate(asked) for what, asked in getattr(words, "QUESTIONS", {}).items()},
        "help": help_of(game, language),
        "summary": translate(game.summary),
        "lesson": facts.has_lesson(game),
    }


def earnings(game: Game, language: str = ENGLISH) -> dict[str, str]:
    """What brings points in a game, by the id of its rule."""
    counted = getattr(import_module(f"{game.package}.stories"), "COUNTED", {})
    split = {key.partition("/")[::2]: words for key, words in counted.items()}
    return {f"{game.name}/{rule}": translator(language)(words) for (kind, rule), words in split.items() if kind == "points"}
