"""What happened around a game, and why it is over, in words."""

from __future__ import annotations

from typing import Any

import pytest

from kartenhaus.core.game import find
from kartenhaus.core.history import History
from kartenhaus.core.texts import LANGUAGES, translator
from kartenhaus.core.words import Voice, begins_with
from kartenhaus.table import entries as log
from kartenhaus.table.states import Entry
from kartenhaus.table.words import HAPPENINGS, allowed, happened, reason

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
    assert begins_with(happened(told, voice())) == ("" if told.kind in ELSEWHERE or told.kind == "locked" else words.split(" ")[0])
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


@pytest.mark.parametrize(
    ("hand", "pile", "pending", "moves", "words", "hint"),
    [
        ("4 11", "2 L 7 9", "turn", ("play 11", "draw", "luck"), "9 or higher, or a Lemur", ""),
        ("4 L", "13", "turn", ("play L", "draw", "luck"), "13, or a Lemur", ""),
        ("4 11", "", "turn", ("play 4", "play 11", "draw", "luck"), "Any card fits", ""),
        ("4 11", "9 L", "turn", ("play 4", "play 11", "draw", "luck"), "Any card fits", ""),
        ("4 11", "1", "turn", ("play 4", "play 11", "draw", "luck"), "Any card fits", ""),
        ("4 6", "9", "turn", ("draw", "luck"), "No card fits", "Draw, or try your luck."),
        ("", "9", "turn", ("draw", "luck"), "Your hand is empty", "Draw, or try your luck."),
        ("4 6 8", "9", "turn", ("luck",), "Only luck is left", "No card fits, and your hand is full."),
        ("4 6", "9", "swap", ("swap 0", "swap 2"), "Whose pile do you want?", "You swap your whole pile for it."),
        ("4 6", "9", "swap", ("swap 0",), "You swap piles with Mia", ""),
        ("4 6", "9", "dealt", ("toss 4", "toss 6"), "Scorpion! Throw away one card.", ""),
        ("4", "", "lost", ("toss 4", "done"), "Throw away what you do not want", "You keep the rest."),
        ("4 6", "9", "turn", (), "", ""),
    ],
)
def test_mada_says_what_is_allowed_and_nothing_that_is_not(
    hand: str, pile: str, pending: str, moves: tuple[str, ...], words: str, hint: str
) -> None:
    view = {"hands": ["? ?", hand], "piles": ["5", pile], "pending": pending}
    assert allowed("mada", view, 1, moves, NAMES) == (words, hint)
