"""How long it takes to copy a position inside compiled code; bench/random_play.py prints it."""

from __future__ import annotations

import time

import kartenhaus
from kartenhaus.core.jit import compiled, copy_packed
from kartenhaus.core.packed import Packed

ROUNDS = 7  # the best counts


@compiled
def copy_many(target: Packed, source: Packed, times: int) -> None:
    """Copy a position again and again."""
    for _ in range(times):
        copy_packed(target, source)
        copy_packed(source, target)


def copy_nanoseconds(name: str) -> float:
    """The time one copy takes inside compiled code."""
    source = kartenhaus.deal(name, players=2, seed=1).position
    target = source.clone()
    copy_many(target, source, 1)
    best = float("inf")
    for _ in range(ROUNDS):
        start = time.perf_counter()
        copy_many(target, source, 100_000)
        best = min(best, time.perf_counter() - start)
    return best / 200_000 * 1e9
