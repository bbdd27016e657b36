"""How long it takes to copy a position inside compiled code; bench/random_play.py prints it."""

from __future__ import annotations

import time
from typing import Any

import kartenhaus
from kartenhaus.core.jit import compiled, copy_packed

ROUNDS = 7  # the best counts
TIMES = 100_000


@compiled
def copy_many(target: Any, source: Any, times: int) -> int:
    """Copy a position again and again. It changes before each copy, and each copy is read, so that none can be left out."""
    seen = 0
    for step in range(times):
        source.deck[step & 7] ^= 1
        copy_packed(target, source)
        seen += target.deck[step >> 3 & 7]
    return seen


def copy_nanoseconds(name: str) -> float:
    """The time one copy takes inside compiled code."""
    source = kartenhaus.deal(name, players=2, seed=1).position
    target = source.clone()
    copy_many(target, source, 1)  # compile
    best = float("inf")
    for _ in range(ROUNDS):
        start = time.perf_counter()
        copy_many(target, source, TIMES)
        best = min(best, time.perf_counter() - start)
    return best / TIMES * 1e9
