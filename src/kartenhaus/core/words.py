"""Moves in the words of people: on a button ("Play Lemur") and in a story ("Mia plays Lemur").

A game lists its phrases by the first word of a move; texts are their own keys, as everywhere.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

Translate = Callable[[str], str]


def same(text: str) -> str:
    """English, as it is written in the code."""
    return text


def figure(what: str, figures: object, translate: Translate, assumed: bool = False) -> str:
    """A figure of an edition; some are assumed until somebody counts a real box."""
    text = translate("{what} (assumed): {figures}") if assumed else translate("{what}: {figures}")
    return text.format(what=what, figures=figures)


def name(names: Sequence[str], seat: int, translate: Translate) -> str:
    """What a seat is called: the name of who sits there, or its number."""
    return names[seat] if seat < len(names) and names[seat] else translate("seat {seat}").format(seat=seat)
