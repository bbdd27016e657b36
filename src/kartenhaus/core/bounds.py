"""Limits for texts from outside, checked before a parser reads them.

A parser trusts its input: TOML's takes time and memory that grow with the square of the dots in a key, others recurse into every
bracket, and a number of thousands of digits fails wherever somebody prints it. The checks here read a text once, in linear time.
They return a sentence that says what is wrong, or None for a text that may be parsed.
"""

from __future__ import annotations

import re
from itertools import accumulate
from pathlib import Path

from kartenhaus.core.errors import Phrase

MOST_TEXT = 2_000_000  # characters: enough for more moves than any game has
MOST_DEPTH = 16  # brackets within brackets
MOST_DOTS = 8  # in one key
MOST_WORD = 64  # characters of a number, or of a key without quotes
MOST_VALUES = 10_000  # keys, values and brackets of a TOML text
MOST_FIELDS = 1_000  # values and brackets of a JSON text by default: each wrong one gets a complaint

_TOML = re.compile(r"""[^\s"'#=,\[\]{}.]+|["'#=,\[\]{}.\n]""")
_WORD = re.compile(rf"[^\s\[\]{{}},:]{{{MOST_WORD + 1}}}")  # a word that is too long, in JSON without its strings
_BRACKET = re.compile(r"[\[\]{}]")
_HALF = re.compile(  # an escaped half of a letter beyond 65,535, found as a group if its other half is missing
    r"\\(?:u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|u([dD][89a-fA-F][0-9a-fA-F]{2})|.)", re.DOTALL
)
_TEXTS = {
    '"': re.compile(r'"(?:[^"\\\n]++|\\.)*+"'),
    "'": re.compile(r"'[^'\n]*+'"),
    '"""': re.compile(r'"""(?:[^"\\]++|\\.|"(?!""))*+"{3,5}', re.DOTALL),
    "'''": re.compile(r"'''(?:[^']++|'(?!''))*+'{3,5}"),
}


def read(path: Path) -> str:
    """The text of a file; of one that is too long, one character too many, so that the check finds it."""
    with path.open(encoding="utf-8") as file:
        return file.read(MOST_TEXT + 1)


def toml(text: str) -> Phrase | None:
    """What is beyond the limits in a TOML text."""
    if len(text) > MOST_TEXT:
        return too_long(MOST_TEXT)
    depth = dots = values = place = 0
    while found := _TOML.search(text, place):
        mark, place = found[0], found.end()
        if mark in "\"'":
            whole = _TEXTS[3 * mark if text.startswith(3 * mark, found.start()) else mark].match(text, found.start())
            if whole is None:
                return None  # a string without an end: the parser stops here, too
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
    """The same for a JSON text, whose length is limited where it comes in. Somebody waits for it, so it is quick.

    It has no half letters either: parsers take them, but no text with one can be written again.
    """
    bare = _TEXTS['"'].sub("", text).partition('"')[0]  # at a string without an end the parser stops, too
    if sum(map(bare.count, ",[{")) > most:
        return Phrase("a text has at most {most} values", most=most)
    if _WORD.search(bare):
        return _wide()
    depths = accumulate(1 if mark in "[{" else -1 for mark in _BRACKET.findall(bare))
    if any(depth > MOST_DEPTH for depth in depths):
        return _deep()
    return _half(text) if "\\u" in text else None


def _half(text: str) -> Phrase | None:
    for found in _HALF.finditer(text):
        if found[1]:
            return Phrase("“{code}” is half a letter; its other half is missing", code=f"\\u{found[1]}")
    return None


def too_long(most: int) -> Phrase:
    """The complaint about a text that is too long."""
    return Phrase("longer than {most} characters", most=most)


def _deep() -> Phrase:
    return Phrase("brackets are nested at most {most} deep", most=MOST_DEPTH)


def _wide() -> Phrase:
    return Phrase("a number, or a word without quotes, has at most {most} characters", most=MOST_WORD)


def _at(text: str, place: int, what: Phrase) -> Phrase:
    return Phrase("line {line}: {what}", line=text.count("\n", 0, place - 1) + 1, what=what)
