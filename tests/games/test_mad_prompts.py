"""What MAD says a player may do now: only what is possible."""

from __future__ import annotations

from typing import Any

import pytest

import kartenhaus
from kartenhaus.core.texts import LANGUAGES
from kartenhaus.games.mad.words import prompt
from kartenhaus.table import alone

NAMES = ("Mia", "Ben", "Ann")


def prompted(language: str = "en", **position: Any) -> tuple[str, str]:
    """What the seat to act reads in a position of three."""
    history = kartenhaus.deal("mad", players=3, seed=1)
    history.position = history.game.files.lay_out(history.edition, history.options, 3)
    written = {"to_act": 0, "hands": ["g1 b4 WW", "y1 y2", "y3 y5"], "open": "g4", **position}
    history.game.notation.read_position(written, history.position)
    state = alone.state(history, history.to_act, alone.seats(NAMES), language, choosing=True)
    return state.prompt, state.hint


ATTACK = {"pending": "answer", "threat": 1, "open": "WW:r", "attack": "woolly"}
CASES: list[tuple[dict[str, Any], tuple[str, str]]] = [
    ({}, ("Play what fits: green, a 4 or a wild card", "Or draw a card.")),
    ({"hands": ["g1 r2", "y1", "y2"]}, ("Play what fits: green", "Or draw a card.")),
    ({"hands": ["b4 r2", "y1", "y2"]}, ("Play what fits: a 4", "Or draw a card.")),
    ({"hands": ["bW N", "y1", "y2"], "open": "gW"}, ("Play what fits: another Which Way? or a wild card", "Or draw a card.")),
    ({"hands": ["r1", "y1", "y2"], "open": "W:r"}, ("Play what fits: red", "Or draw a card.")),
    ({"hands": ["r1 r2", "y1", "y2"]}, ("Nothing fits: draw a card", "")),
    ({"pending": "drawn", "drawn": "g1"}, ("Play a green 1, or keep it", "You drew it just now.")),
    (
        {"pending": "drawn", "drawn": "r1", "hands": ["r1 b4", "y1", "y2"]},
        ("Red 1 does not fit: keep it", "You drew it just now."),
    ),
    (ATTACK, ("Ben makes you draw three cards", "You have no card against it.")),
    (
        {**ATTACK, "hands": ["N r1", "y1", "y2"]},
        ("Ben makes you draw three cards", "Defend yourself with a Not Me, or let it happen."),
    ),
    ({**ATTACK, "open": "X:r", "attack": "swap hands"}, ("Ben wants to swap hands with you", "You have no card against it.")),
    ({**ATTACK, "open": "rD", "attack": "draw one"}, ("Ben makes you draw one card", "You have no card against it.")),
    ({**ATTACK, "open": "rG", "attack": "give two"}, ("Ben wants to give you two cards", "You have no card against it.")),
    (
        {"pending": "give", "attack": "give two", "to": 2, "gifts": 2, "open": "rG"},
        ("Choose two cards for Ann", "You give one after the other."),
    ),
    ({"pending": "give", "attack": "give two", "to": 2, "gifts": 1, "open": "rG"}, ("Choose one card for Ann", "")),
    ({"first": True, "open": "gW"}, ("The first card counts as yours: who goes next?", "")),
    ({"first": True, "open": "J"}, ("The first card counts as yours: name a colour", "")),
    ({"first": True, "open": "WW", "hands": ["g1", "y1", "y2"]}, ("The first card counts as yours: choose a player", "")),
    ({"first": True, "open": "gG"}, ("The first card counts as yours: choose a player", "")),
]


@pytest.mark.parametrize(("position", "words"), CASES)
def test_only_what_is_possible_is_offered(position: dict[str, Any], words: tuple[str, str]) -> None:
    assert prompted(**position) == words


def test_with_nothing_to_draw() -> None:
    assert prompt({"open": "g4"}, 0, ["pass"]) == ("Nothing fits: you pass", "There is nothing to draw.")
    assert prompt({"open": "g4"}, 0, ["play g1", "pass"]) == ("Play what fits: green", "Or pass: there is nothing to draw.")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_fills_every_gap(language: str) -> None:
    for position, _ in CASES:
        assert not set("{}") & set("".join(prompted(language, **position)))
