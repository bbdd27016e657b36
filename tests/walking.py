"""Whole random games, for the tests that every game passes."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import lru_cache

from conftest import Setting
from kartenhaus.core.history import History


def walk(setting: Setting, seed: int) -> Iterator[History]:
    """Play a random game, with moves out of turn; yield it after the deal and after every move."""
    history = setting.deal(seed)
    yield history
    for seat, move in _moves(setting, seed):
        history.play(move, seat)
        yield history


@lru_cache(200)
def _moves(setting: Setting, seed: int) -> list[tuple[int, str]]:
    """The moves of a random game, computed once for all tests."""
    history, dice = setting.deal(seed), random.Random(seed)
    made = []
    while not history.over:
        choices: dict[str, list[tuple[int, str]]] = {}
        for seat in range(history.players):
            for move in history.legal(seat):
                choices.setdefault(kind_of(move), []).append((seat, move))
        seat, move = dice.choice(choices[dice.choice(list(choices))])  # all kinds of moves are equally likely
        history.play(move, seat)
        made.append((seat, move))
    return made


def kind_of(move: str) -> str:
    """The kind of a move; attacks, defences and specials are different kinds from plain moves."""
    word, *rest = move.split()
    return word + "".join(letter for letter in "".join(rest[:1]) if not letter.isdigit() and letter.isupper())
