"""What the house says about its games: everything that they declare, in every language."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest

import kartenhaus
from kartenhaus.core import edition as editions
from kartenhaus.core.errors import OptionError
from kartenhaus.core.game import NO_YES, Game, Option, OptionValue, find
from kartenhaus.core.texts import LANGUAGES, counted, plural_form, translator
from kartenhaus.core.words import same
from kartenhaus.table import clock as clocks
from kartenhaus.table import facts
from kartenhaus.table.clock import Clock


def of_game(game: Game, language: str) -> dict[str, Any]:
    told: dict[str, Any] = json.loads(msgspec.json.encode(facts.of_game(game, language)))
    return told


GAMES = [find(name) for name in kartenhaus.game_names()]
SAID = {"title", "help", "words", "summary", "one", "other", "player"}
"""What people read."""


def texts(told: Any) -> list[str]:
    """Everything that people read in some facts, in order."""
    if isinstance(told, dict):
        return [text for key, value in told.items() for text in ([value] if key in SAID else texts(value))]
    return [text for one in told for text in texts(one)] if isinstance(told, list) else []


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_all_is_said_in_every_language(game: Game) -> None:
    english = of_game(game, "en")
    assert {option["name"] for option in english["options"]} == {option.name for option in game.options}
    for language in LANGUAGES:
        told = of_game(game, language)
        assert len(texts(told)) == len(texts(english)) > 10
        assert all(texts(told))
        assert "{count}" in told["points"]["one"]
        if language != "en":
            known = zip(texts(told), texts(english), strict=True)
            same = [one for one, other in known if one == other and not one[0].isdigit()]  # “30 s” is “30 s” everywhere
            assert len(same) < len(texts(english)) / 4, same  # some words are the same everywhere


def test_what_the_games_declare() -> None:
    mada, mad, maumau = (of_game(game, "de") for game in GAMES)
    assert [one["next_seat"] for one in (mada, mad, maumau)] == ["left", "right", "left"]
    assert [one["points"]["fewer_win"] for one in (mada, mad, maumau)] == [False, True, False]
    assert (mada["points"]["one"], mada["points"]["other"]) == ("{count} Kaktusfeige", "{count} Kaktusfeigen")
    assert [(choice["value"], choice["words"]) for choice in maumau["options"][1]["choices"]][:2] == [
        ("one", "Spielplan 1, ohne Türme"),
        ("two", "Spielplan 2, mit Türmen"),
    ]
    assert [option["kind"] for option in maumau["options"]] == ["seat", "choice", "lines", "choice", "choice", "choice"]
    assert maumau["editions"] == [{"name": "standard", "title": "Mau Mau, Zahlen angenommen", "usual": True}]


def test_boards_come_with_their_maps_and_nothing_else_does() -> None:
    for game in GAMES:
        for option in of_game(game, "en")["options"]:
            for choice in option["choices"]:
                names_a_board = game.boards is not None and option["name"] == game.boards[0].name
                assert choice.get("map", []) == (list(game.files.MAP.shipped(choice["value"])) if names_a_board else [])


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_defaults_and_cards_that_are_shown_exist(game: Game) -> None:
    for option in game.options:
        assert option.default is None or option.check(option.default, 2) == option.default
    assert set(game.shown) <= set(game.notation.CARD.names)
    assert game.players[0] <= game.usual <= game.players[1]


def test_a_text_that_counts_has_the_form_of_its_language() -> None:
    """Zero is singular in French and plural elsewhere; a language that we lack falls back to English."""
    forms = {
        language: [counted("{count} point", "{count} points", count, language) for count in (0, 1, 2)] for language in LANGUAGES
    }
    assert forms["fr"] == ["{count} point", "{count} point", "{count} points"]
    assert forms["de"] == ["{count} Punkte", "{count} Punkt", "{count} Punkte"]
    assert counted("{count} point", "{count} points", 2, "ja") == "{count} points"


def test_the_form_of_a_number_is_the_one_that_the_catalogues_know() -> None:
    one, many = "{count} point", "{count} points"
    for language in LANGUAGES:
        forms = {"one": counted(one, many, 1, language), "other": counted(one, many, 2, language)}
        for count in range(200):
            assert forms[plural_form(count, language)] == counted(one, many, count, language), (language, count)


def test_what_was_chosen_is_told_in_words() -> None:
    maumau = find("maumau")
    own = {**editions.find(maumau, "standard"), "title": "Ours"}
    options: dict[str, OptionValue] = {"board": "two", "match_all": True, "starter": 1}
    told, _ = facts.of_game_choices(maumau, own, options, translator("de"))
    assert [(one.title, one.words) for one in told] == [
        ("Edition", "Ours"),
        ("Wer beginnt", "Platz 2"),
        ("Spielplan", "Spielplan 2, mit Türmen"),
        ("Alle müssen passen", "ja"),
    ]
    for title, words in (("", "?"), ("Ours\u202e\x1b", "Ours")):  # older servers stored such
        told, _ = facts.of_game_choices(maumau, {**own, "title": title}, {}, translator("de"))
        assert told[0].words == words
    chosen, usual = facts.of_game_choices(maumau, editions.find(maumau, "standard"), {"announce": "auto"}, translator("de"))
    assert chosen == []
    assert [(one.title, one.words) for one in usual][1:3] == [
        ("Wer beginnt", "zufällig"),
        ("Spielplan", "Spielplan 1, ohne Türme"),
    ]


@pytest.mark.parametrize(
    ("clock", "words"),
    [
        (Clock("move", 45), "45 s for each move; then a bot moves"),
        (Clock("bank", 600, 5), "10 min for the whole game, and 5 s more after each move; then a bot moves"),
        (Clock("bank", 95, 0, "resign"), "1 min 35 s for the whole game; who runs out gives up"),
    ],
)
def test_a_clock_is_told_in_words(clock: Clock, words: str) -> None:
    told = facts.of_clock(clock, same)
    assert (told.title, told.words) == ("Clock", words)
    assert facts.of_clock(Clock(), same).words == "no clock"


def test_every_kind_of_clock_is_offered_with_times_that_can_be_chosen() -> None:
    assert clocks.OFFERS.keys() == clocks.KINDS.keys()
    assert clocks.ZEROS.keys() == clocks.AT_ZERO.keys()
    for kind, offer in clocks.OFFERS.items():
        assert (offer.usual in offer.seconds) == bool(offer.seconds)
        for seconds in offer.seconds:
            for more in offer.increments or (0,):
                assert Clock(kind, seconds, more).checked() == Clock(kind, seconds, more)


def test_a_choice_is_of_its_own_kind() -> None:
    """True is not 1, although they are equal in Python."""
    option = Option("loud", "Loud", "how loud", "mada/start", False, NO_YES)
    assert option.check(True, 2) is True
    with pytest.raises(OptionError, match="the option loud is false / true, not 1"):
        option.check(1, 2)
