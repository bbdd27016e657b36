"""What people type: names, colours and chat, made harmless."""

from __future__ import annotations

import unicodedata

from kartenhaus.core.errors import OptionError

MAX_NAME = 24
MAX_TEXT = 300
COLOURS = ("red", "blue", "green", "yellow", "purple", "orange")
SKIPPED = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}  # control and direction signs, halves of letters, no letters at all
JOINERS = "\u200d\ufe0f"  # hold emoji together


def cleaned(text: str, most: int) -> str:
    """One line of at most so many letters, without anything that cannot be seen or turns the text around."""
    kept = "".join(" " if letter.isspace() else letter for letter in text[: 8 * most] if _kept(letter))
    return unicodedata.normalize("NFC", " ".join(kept.split()))[:most].strip()


def _kept(letter: str) -> bool:
    return letter.isspace() or letter in JOINERS or unicodedata.category(letter) not in SKIPPED


def name_of(text: str) -> str:
    """A player's name; OptionError if nothing is left of it."""
    name = cleaned(text, MAX_NAME)
    if not name.strip(JOINERS + " "):
        raise OptionError("a name has 1 to {most} letters", most=MAX_NAME)
    return name


def colour_of(text: str, taken: set[str]) -> str:
    """The colour asked for, or the first that is free."""
    if text and text not in COLOURS:
        raise OptionError("a colour is one of {colours}", colours=", ".join(COLOURS))
    free = [colour for colour in COLOURS if colour not in taken]
    return text if text in free else free[0]
