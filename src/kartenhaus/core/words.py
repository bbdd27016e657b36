"""Texts for people: moves on buttons ("Play Lemur"), and what happened ("Mia plays a Lemur. …").

A game lists its phrases and sentences; each text is its own key, as everywhere.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

Translate = Callable[[str], str]
Sentences = Mapping[str, str | tuple[str, ...]]
"""The sentences of a game by name; `Voice.say` chooses the form."""
NOBODY = -1
NUMBERS = {
    2: "two",
    3: "three",
    4: "four",
    5: "five",
    6: "six",
    7: "seven",
    8: "eight",
    9: "nine",
    10: "ten",
    11: "eleven",
    12: "twelve",
}
"""Numbers that are written in letters; “one” has its own sentence wherever it can occur."""
NUMBERED = {"g": "Green {number}", "y": "Yellow {number}", "r": "Red {number}", "b": "Blue {number}"}
COLOURED = {"g": "Green {symbol}", "y": "Yellow {symbol}", "r": "Red {symbol}", "b": "Blue {symbol}"}
A_NUMBERED = {"g": "a green {number}", "y": "a yellow {number}", "r": "a red {number}", "b": "a blue {number}"}
A_COLOURED = {"g": "a green {symbol}", "y": "a yellow {symbol}", "r": "a red {symbol}", "b": "a blue {symbol}"}
"""Cards with a colour and a number or symbol, such as `g5`: their names, and the same with an article, for a sentence."""


def same(text: str) -> str:
    """English, as it is written in the code."""
    return text


def figure(what: str, figures: object, translate: Translate, assumed: bool = False) -> str:
    """A figure of an edition; some are assumed until somebody counts a real box."""
    text = translate("{what} (assumed): {figures}") if assumed else translate("{what}: {figures}")
    return text.format(what=what, figures=figures)


def coloured(card: str, symbols: Mapping[str, str], translate: Translate) -> str:
    """The name of a card with a colour; `symbols` has the words for those that are no numbers."""
    return _coloured(card, symbols, translate, NUMBERED, COLOURED)


def a_coloured(card: str, symbols: Mapping[str, str], translate: Translate) -> str:
    """The same with its article, for a sentence."""
    return _coloured(card, symbols, translate, A_NUMBERED, A_COLOURED)


def _coloured(
    card: str, symbols: Mapping[str, str], translate: Translate, numbered: Mapping[str, str], others: Mapping[str, str]
) -> str:
    colour, sign = card[0], card[1:]
    if sign in symbols:
        return translate(others[colour]).format(symbol=translate(symbols[sign]))
    return translate(numbered[colour]).format(number=sign)


def name(names: Sequence[str], seat: int, translate: Translate) -> str:
    """The name of the player on a seat, or the number of the seat."""
    return names[seat] if seat < len(names) and names[seat] else translate("seat {seat}").format(seat=seat)


class Sentence(str):
    """A sentence that knows the name it begins with; empty if it begins with something else."""

    __slots__ = ("who",)
    who: str

    def __new__(cls, words: str, who: str) -> Sentence:
        """Make it of its words and that name."""
        sentence = super().__new__(cls, words)
        sentence.who = who
        return sentence

    def __add__(self, more: str) -> Sentence:
        """A longer text begins with the same name."""
        return Sentence(super().__add__(more), self.who)


def begins_with(text: str) -> str:
    """The name that a text begins with; empty if it is no sentence about a player, or begins with something else."""
    return text.who if isinstance(text, Sentence) else ""


@lru_cache(5000)  # more than there are, in all languages
def _form(form: str, translate: Translate) -> tuple[str, str]:
    """A translated form, and the gap that it begins with: `who`, `whom` or none."""
    form = translate(form)
    return form, "who" if form.startswith("{who}") else "whom" if form.startswith("{whom}") else ""


class Voice(NamedTuple):
    """How one viewer reads what happened: in their language, “you” for themselves, the others by name."""

    names: tuple[str, ...]
    viewer: int
    translate: Translate

    def say(self, forms: str | tuple[str, ...], seat: int = NOBODY, whom: int = NOBODY, **gaps: object) -> Sentence:
        """A sentence. It has one form; or two, for “you” and for others; or three: you to somebody, somebody to you, the rest."""
        if not isinstance(forms, str):
            mine = seat == self.viewer != NOBODY
            forms = forms[0 if mine else 1 if len(forms) == 2 or whom == self.viewer != NOBODY else 2]
        if "who" not in gaps:
            gaps["who"] = self.name(seat)
        gaps["whom"] = self.name(whom)
        form, first = _form(forms, self.translate)
        text = form.format_map(gaps)
        if "?." in text:  # the name of a card may end in “?”
            text = text.replace("?.", "?")
        return Sentence(text, str(gaps[first]) if first else "")

    def name(self, seat: int) -> str:
        """The name of a seat."""
        if seat == NOBODY:
            return ""
        return (self.names[seat] if seat < len(self.names) else "") or name(self.names, seat, self.translate)

    def number(self, amount: int) -> str:
        """A number, in letters while it is small."""
        return self.translate(NUMBERS[amount]) if amount in NUMBERS else str(amount)

    def row(self, names: Sequence[str]) -> str:
        """Several names in a row: “Red 5, Wild and Blue 2”."""
        *some, last = names
        return self.translate("{some} and {last}").format(some=", ".join(some), last=last) if some else last
