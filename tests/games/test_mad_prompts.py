"""What MAD says a player may do now: only what is possible."""

from __future__ import annotations

from typing import Any

import pytest

import kartenhaus
from kartenhaus.core.texts import LANGUAGES
from kartenhaus.games.mad.words import QUESTIONS, SIGNS, prompt
from kartenhaus.table import alone
from kartenhaus.table.states import State

NAMES = ("Mia", "Ben", "Ann")


def seen(language: str = "en", **position: Any) -> State:
    """What the seat to act reads in a position of three."""
    history = kartenhaus.deal("mad", players=3, seed=1)
    history.position = history.game.files.lay_out(history.edition, history.options, 3)
    written = {"to_act": 0, "hands": ["g1 b4 WW", "y1 y2", "y3 y5"], "open": "g4", **position}
    history.game.notation.read_position(written, history.position)
    return alone.state(history, history.to_act, alone.seats(NAMES), language, choosing=True)


def prompted(language: str = "en", **position: Any) -> tuple[str, str]:
    """What it may do now."""
    state = seen(language, **position)
    return state.prompt, state.hint


def brought(**position: Any) -> dict[str, str]:
    """What its choices bring, by their values."""
    return {one.value: one.brings for move in seen(**position).legal for one in move.steps if one.brings}


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


@pytest.mark.parametrize(
    ("attack", "suffered", "turned_back"),
    [
        ("draw one", "you draw one", "all others draw one"),
        ("give two", "you get two cards", "two cards for Ben"),
        ("woolly", "you draw three", "Ben draws three"),
        ("swap hands", "hands are swapped", "no hands are swapped"),
    ],
)
def test_an_answer_says_what_it_brings(attack: str, suffered: str, turned_back: str) -> None:
    """mad/not-me-draw-one, mad/not-me-give, mad/not-me-woolly, mad/not-me-swap."""
    defender = {**ATTACK, "attack": attack, "hands": ["N r1", "y1", "y2"]}
    assert brought(**defender) == {"allow": suffered, "N": turned_back}


def test_a_victim_says_what_happens_to_them() -> None:
    """mad/give-two, mad/woolly, mad/swap-hands: for the first card too."""
    assert brought(hands=["WW r1", "y1", "y2"]) == {"1": "Ben draws three", "2": "Ann draws three"}
    assert brought(hands=["X r1", "y1", "y2"]) == {"1": "you swap hands with Ben", "2": "you swap hands with Ann"}
    assert brought(hands=["gG r1", "y1", "y2"]) == {"1": "two cards for Ben", "2": "two cards for Ann"}
    assert brought(first=True, open="gG") == {"1": "two cards for Ben", "2": "two cards for Ann"}


def test_every_attack_that_is_aimed_has_a_question_and_a_sign() -> None:
    aimed = {one.effect for card in ("WW", "X", "gG") for move in seen(hands=[card, "y1", "y2"]).legal for one in move.steps} - {""}
    assert aimed == {"woolly", "swap hands", "give two"}
    assert aimed <= QUESTIONS.keys()
    assert aimed <= SIGNS.keys()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_fills_every_gap(language: str) -> None:
    for position, _ in CASES:
        assert not set("{}") & set("".join(prompted(language, **position)))
