"""How much a text from outside may hold, found out before anything costly reads it.

A parser trusts its input: TOML's takes time and memory that grow with the square of the dots in a key, others recurse into every
bracket, and a number of thousands of digits fails wherever somebody prints it. Here a text is looked over once, in time that grows
with its length alone. What is wrong with it is returned as a sentence; nothing is, for a text that may be parsed.
"""

from __future__ import annotations

import re
from itertools import accumulate
from pathlib import Path

from kartenhaus.core.errors import Phrase

MOST_TEXT = 2_000_000  # characters: a record of more moves than any game has
MOST_DEPTH = 16  # brackets within brackets
MOST_DOTS = 8  # in one key
MOST_WORD = 64  # characters of a number, or of a key without quotes
MOST_VALUES = 10_000  # keys, values and brackets of a TOML text
MOST_FIELDS = 1_000  # values and brackets of a JSON text, unless told otherwise: every wrong one is complained about

_TOML = re.compile(r"""[^\s"'#=,\[\]{}.]+|["'#=,\[\]{}.\n]""")
_WORD = re.compile(rf"[^\s\[\]{{}},:]{{{MOST_WORD + 1}}}")  # too long a one, in JSON without its strings
_BRACKET = re.compile(r"[\[\]{}]")
_TEXTS = {
    '"': re.compile(r'"(?:[^"\\\n]++|\\.)*+"'),
    "'": re.compile(r"'[^'\n]*+'"),
    '"""': re.compile(r'"""(?:[^"\\]++|\\.|"(?!""))*+"{3,5}', re.DOTALL),
    "'''": re.compile(r"'''(?:[^']++|'(?!''))*+'{3,5}"),
}


def read(path: Path) -> str:
    """The text of a file, with one character too many if it is too long: whoever parses it says so."""
    with path.open(encoding="utf-8") as file:
        return file.read(MOST_TEXT + 1)


def toml(text: str) -> Phrase | None:
    """What is too much in a TOML text."""
    if len(text) > MOST_TEXT:
        return too_long(MOST_TEXT)
    depth = dots = values = place = 0
    while found := _TOML.search(text, place):
        mark, place = found[0], found.end()
        if mark in "\"'":
            whole = _TEXTS[3 * mark if text.startswith(3 * mark, found.start()) else mark].match(text, found.start())
            if whole is None:
                return None  # it has no end: whoever parses it comes no further
            place = whole.end()
        elif mark == "#":
            end = text.find("\n", place)
            place = len(text) if end < 0 else end
        elif mark == ".":
            dots += 1
            if dots > MOST_DOTS:
                return _at(text, place, Phrase("a key has at most {most} dots", most=MOST_DOTS))
        elif mark in "=,[]{}\n":
            dots = 0
            values += mark in "=,[{"
            depth += (mark in "[{") - (mark in "]}" and depth > 0)
            if depth > MOST_DEPTH:
                return _at(text, place, _deep())
            if values > MOST_VALUES:
                return _at(text, place, Phrase("a file has at most {most} keys and values", most=MOST_VALUES))
        elif len(mark) > MOST_WORD:
            return _at(text, place, _wide())
    return None


def json(text: str, most: int = MOST_FIELDS) -> Phrase | None:
    """What is too much in a JSON text; its length is bounded where it comes in. Somebody waits for it, so it is quick."""
    bare = _TEXTS['"'].sub("", text).partition('"')[0]  # a string without an end: whoever parses it comes no further
    if sum(map(bare.count, ",[{")) > most:
        return Phrase("a text has at most {most} values", most=most)
    if _WORD.search(bare):
        return _wide()
    depths = accumulate(1 if mark in "[{" else -1 for mark in _BRACKET.findall(bare))
    return _deep() if any(depth > MOST_DEPTH for depth in depths) else None


def too_long(most: int) -> Phrase:
    """For a text of more characters than are read."""
    return Phrase("longer than {most} characters", most=most)


def _deep() -> Phrase:
    return Phrase("brackets are nested at most {most} deep", most=MOST_DEPTH)


def _wide() -> Phrase:
    return Phrase("a number, or a word without quotes, has at most {most} characters", most=MOST_WORD)


def _at(text: str, place: int, what: Phrase) -> Phrase:
    return Phrase("line {line}: {what}", line=text.count("\n", 0, place - 1) + 1, what=what)
