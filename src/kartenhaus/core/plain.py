"""Make texts of strangers harmless: names and chat before they are stored, anything before it reaches a terminal or a log."""

from __future__ import annotations

import unicodedata

MAX_NAME = 24
SKIPPED = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}  # control characters, surrogates, private and unassigned ones, line breaks
BLANK = "\u115f\u1160\u2800\u3164\uffa0"  # invisible letters
JOINERS = "\u200d\ufe0f"  # hold emoji together
MARKS = {"Mn", "Me"}  # drawn onto the letter before them
MOST_MARKS = 4  # on one letter: enough for every language, too few to cover the line above

_SIGNS = {code: 0x2400 + code for code in range(0x20) if code not in (0x09, 0x0A)} | {0x7F: 0x2421}  # ␀ ␛ ␡
_TURNS = (0x061C, 0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2066, 0x206A))  # change the direction of a text
_OTHERS = (*range(0x80, 0xA0), *_TURNS, 0x2028, 0x2029, *range(0xD800, 0xE000))
_HARMLESS = {**_SIGNS, **dict.fromkeys(_OTHERS, 0xFFFD)}


def shown(text: str) -> str:
    r"""The same text with a visible sign for each character that would affect a terminal.

    >>> shown("Mia\x1b[2J\x9b\u202e")
    'Mia␛[2J��'
    """
    return text.translate(_HARMLESS)


def is_harmless(text: str, most: int) -> bool:
    """Whether a text is one line of at most `most` characters that has some, and none that `cleaned` takes away, except spaces."""
    found = cleaned(text, most).replace(" ", "")
    return found != "" and found == unicodedata.normalize("NFC", text).replace(" ", "")


def cleaned(text: str, most: int) -> str:
    """One line of at most `most` characters, without any that are invisible or change the direction of the text."""
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
