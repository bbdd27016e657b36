"""What people type: names, colours and chat, made harmless."""

from __future__ import annotations

import unicodedata

from kartenhaus.core.errors import OptionError

MAX_NAME = 24
MAX_TEXT = 300
COLOURS = ("red", "blue", "green", "yellow", "purple", "orange")
SKIPPED = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}  # control and direction signs, halves of letters, no letters at all
BLANK = "\u115f\u1160\u2800\u3164\uffa0"  # letters that nobody sees
JOINERS = "\u200d\ufe0f"  # hold emoji together
MARKS = {"Mn", "Me"}  # drawn onto the letter before them
MOST_MARKS = 4  # on one letter: enough for every language, too few to cover the line above


def cleaned(text: str, most: int) -> str:
    """One line of at most so many letters, without anything that cannot be seen or turns the text around."""
    kept, marks = " ", 0
    for letter in unicodedata.normalize("NFC", text[: 8 * most]):
        if letter.isspace():
            letter = " "
        elif letter in BLANK or (letter not in JOINERS and unicodedata.category(letter) in SKIPPED):
            continue
        marks = marks + 1 if letter in JOINERS or unicodedata.category(letter) in MARKS else 0
        if marks == 0 or (marks <= MOST_MARKS and kept[-1] != " "):
            kept += letter
    return unicodedata.normalize("NFC", " ".join(kept.split()))[:most].strip()


def name_of(text: str) -> str:
    """A player's name; OptionError if nothing is left of it."""
    name = cleaned(text, MAX_NAME)
    if not name:
        raise OptionError("a name has 1 to {most} letters", most=MAX_NAME)
    return name


def colour_of(text: str, taken: set[str]) -> str:
    """The colour asked for, or the first that is free."""
    if text and text not in COLOURS:
        raise OptionError("a colour is one of {colours}", colours=", ".join(COLOURS))
    free = [colour for colour in COLOURS if colour not in taken]
    return text if text in free else free[0]
