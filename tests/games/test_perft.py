"""Counts of lines of play from a deal: a fingerprint of the rules for every edition and board."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import kartenhaus
from kartenhaus.core.history import History

COUNTS: list[tuple[str, int, dict[str, Any], list[int]]] = [
    ("mada", 2, {}, [4, 16, 52, 166, 449, 1331, 3994, 11521, 32174]),
    ("mada", 5, {}, [4, 16, 64, 208, 768, 2496, 8085, 26686, 70927]),
    ("mad", 2, {}, [4, 12, 128, 389, 2513, 9939, 39599, 166331, 531529]),
    ("mad", 4, {}, [2, 15, 124, 656, 15457, 49131, 315670]),
    ("mad", 6, {}, [1, 1, 1, 5, 5, 25, 206, 691, 4691]),
    ("maumau", 2, {}, [1, 8, 16, 68, 216, 450, 652, 1260, 2142]),
    ("maumau", 2, {"board": "two"}, [1, 4, 8, 22, 72, 192, 408, 1116, 2718]),
    ("maumau", 2, {"announce": "manual"}, [1, 8, 16, 68, 216, 450, 652, 1260, 2322]),
    ("maumau", 2, {"match_all": True}, [1, 8, 16, 68, 216, 450, 652, 1260, 2142]),
    ("maumau", 4, {}, [1, 12, 92, 412, 1120, 6452, 27130, 65476, 312770]),
    ("maumau", 4, {"board": "two"}, [1, 6, 22, 58, 180, 806, 3488, 10574, 59760]),
]


def slow_perft(history: History, depth: int) -> int:
    """The same count through the checked public way, one move at a time."""
    if depth == 0:
        return 1
    total = 0
    for move in history.legal():
        after = history.at(len(history.played))
        after.play(move)
        total += slow_perft(after, depth - 1)
    return total


@pytest.mark.parametrize(("name", "players", "options", "counts"), COUNTS)
def test_counts(name: str, players: int, options: dict[str, Any], counts: list[int]) -> None:
    history = kartenhaus.deal(name, players=players, seed=1, **options)
    stack = np.zeros(len(counts) + 1, type(history.position).layout())
    assert [history.game.rules.perft(history.position, stack, depth + 1) for depth in range(len(counts))] == counts
    assert slow_perft(history, 2) == counts[1]
