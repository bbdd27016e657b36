"""What happened around a game, and why it is over, in words."""

from __future__ import annotations

from typing import Any

import pytest

from kartenhaus.core.game import find
from kartenhaus.core.history import History
from kartenhaus.core.texts import LANGUAGES, translator
from kartenhaus.core.words import Voice
from kartenhaus.table import entries as log
from kartenhaus.table.states import Entry
from kartenhaus.table.words import HAPPENINGS, happened, reason

NAMES = ("Mia", "Ben")
WORDLESS = {"opened", "held"}  # the first needs no words, nobody sees the second
ELSEWHERE = {"closed", "moved", "started", "wrote"}  # their words come from elsewhere
OPTIONS = {"left, removed", "readied, not", "resigned, clock", "answered, not", "locked, not"}


def voice(viewer: int = -1, language: str = "en") -> Voice:
    return Voice(NAMES, viewer, translator(language))


def test_every_kind_of_entry_has_words() -> None:
    kinds = {str(kind.__struct_config__.tag) for kind in log.AnyEntry.__args__}
    assert kinds - WORDLESS - ELSEWHERE == set(HAPPENINGS) - OPTIONS


@pytest.mark.parametrize(
    ("entry", "words", "yours"),
    [
        ({"kind": "wrote", "seat": -1, "name": "", "text": "hi"}, "Guest (watching): hi", ""),
        ({"kind": "wrote", "seat": 1, "name": "Ben", "text": "hi"}, "Ben: hi", "Ben: hi"),
        ({"kind": "answered", "seat": 0, "agrees": True}, "Mia agrees.", "You agree."),
        ({"kind": "answered", "seat": 0, "agrees": False}, "Mia says no.", "You say no."),
        ({"kind": "left", "seat": 1}, "Ben leaves.", "You leave."),
        ({"kind": "left", "seat": 1, "removed": True}, "Ben was removed.", "You were removed."),
        ({"kind": "readied", "seat": 1}, "Ben is ready.", "You are ready."),
        ({"kind": "readied", "seat": 1, "ready": False}, "Ben is not ready after all.", "You are not ready after all."),
        ({"kind": "resigned", "seat": 1, "clock": True}, "Ben runs out of time.", "You run out of time."),
        ({"kind": "locked", "locked": True}, "The table is locked.", ""),
        ({"kind": "locked", "locked": False}, "The table is open again.", ""),
        ({"kind": "sat", "seat": 1, "name": "Ida", "colour": "red"}, "Ida sits down.", "You sit down."),
        ({"kind": "closed", "reason": "left"}, "Everybody has left; the table is closed.", ""),
        ({"kind": "closed", "reason": "unheard of"}, "The table is closed.", ""),
        ({"kind": "opened"}, "", ""),
    ],
)
def test_an_entry_in_words(entry: dict[str, Any], words: str, yours: str) -> None:
    told = Entry(number=7, **entry)
    assert happened(told, voice()) == words
    if yours:
        assert happened(told, voice(told.seat)) == yours


@pytest.mark.parametrize("language", LANGUAGES)
def test_nobody_is_told_their_own_name(language: str) -> None:
    for kind, forms in HAPPENINGS.items():
        for form in [forms] if isinstance(forms, str) else forms:
            assert not set("{}") & set(voice(language=language).say(form, 1)), kind
        if not isinstance(forms, str):
            assert "Ben" not in voice(1, language).say(forms, 1)
            assert "Ben" in voice(0, language).say(forms, 1)


@pytest.mark.parametrize(
    ("game", "options", "why"),
    [
        ("mada", {}, "Somebody had five Cactus cards aside."),
        ("mad", {}, "A hand was empty"),
        ("maumau", {}, "Every space is covered."),
    ],
)
def test_why_a_game_is_over(game: str, options: dict[str, str], why: str) -> None:
    history = History.deal(find(game), 2, 5, options=options)
    assert reason(history) == "Everybody else gave up."
    while not history.over:
        moves = history.legal()
        history.play(moves[len(history.played) * 7 % len(moves)])
    assert reason(history).startswith(why)


def test_a_game_that_could_have_gone_on_for_ever_says_so() -> None:
    """mada/endless, mad/endless: the reason says that it was the last turn."""
    for game, move in (("mada", "luck"), ("mad", "draw")):
        history = History.deal(find(game), 2, 5)
        history.position.most_turns = history.position.turns
        while not history.over:
            moves = history.legal()
            history.play(move if move in moves else moves[-1])
        assert reason(history).startswith("The game reached its last turn")
