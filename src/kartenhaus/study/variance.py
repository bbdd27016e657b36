"""Luck against skill: what part of the results seat, deal and skill each explain.

Every deal is played several times, with other players on the seats. A result is the share of the win that a seat gets. Its variance
is split into what the seat alone explains, what the cards add to it, what follows from who plays at the table, and the rest: chance
that the deal does not decide, and whatever seat, cards and skill do only together. docs/study.md has the formulas.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from kartenhaus.core.packed import Longs
from kartenhaus.study.figures import Floats, Measured, bootstrap

FEWEST = 10  # deals from which something can be told


class Split(NamedTuple):
    """The shares of the variance; together they are 1."""

    seat: Measured
    deal: Measured
    skill: Measured
    rest: Measured


def split(results: Floats, players: Longs, seed: int) -> Split | None:
    """Split the variance of `results[deal, game, seat]`; None if there are too few deals.

    `players[deal, game, seat]` numbers who had the seat: a player together with the others at the table. Within every deal, each
    of them has every seat equally often.
    """
    deals, games, seats = results.shape
    kinds = int(players.max(initial=0)) + 1
    if deals < FEWEST or games < 2:
        return None
    sat = (players[..., None] == np.arange(kinds)).astype(np.float64)  # [deal, game, seat, kind]
    won = np.einsum("dgs,dgsk->dsk", results, sat)
    had = sat.sum(axis=1)  # [deal, seat, kind]
    by_seat = results.mean(axis=1)
    by_kind = won.sum(axis=1) / had.sum(axis=1)
    total, squares = results.sum(axis=1), (results**2).sum(axis=1)
    even = 1 / seats

    def shares(times: Floats) -> Floats:
        count = times.sum()
        known = np.einsum("d,dsk->sk", times, won) / np.einsum("d,dsk->sk", times, had)
        off = total - np.einsum("dsk,sk->ds", had, known)
        off_squares = squares - 2 * np.einsum("dsk,sk->ds", won, known) + np.einsum("dsk,sk->ds", had, known**2)
        alike = (off**2 - off_squares) / (games * (games - 1))  # how alike two games of one deal are, on average
        whole = float(times @ ((squares - 2 * even * total).mean(axis=1) / games + even**2)) / count
        parts = [
            _beyond_chance(by_seat, times, even),
            float(times @ alike.mean(axis=1)) / count,
            _beyond_chance(by_kind, times, even),
        ]
        found = np.array(parts) / whole if whole > 0 else np.zeros(3)
        return np.append(found, 1 - found.sum())

    return Split(*bootstrap(deals, seed, shares))


def _beyond_chance(means: Floats, times: Floats, even: float) -> float:
    """How far the columns are from even, squared, on average, less what chance alone would give with so many rows."""
    count = times.sum()
    middle = times @ means / count
    noise = (times @ (means - middle) ** 2) / max(count - 1, 1) / count
    return float(((middle - even) ** 2 - noise).mean())
