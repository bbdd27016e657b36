"""Many random games at once, into NumPy arrays."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from kartenhaus.core import edition as editions
from kartenhaus.core.errors import OptionError
from kartenhaus.core.game import Game, Options
from kartenhaus.core.packed import Longs
from kartenhaus.core.random import seed_words


@dataclass(frozen=True)
class Series:
    """The results of a series of games, one row for each."""

    points: Longs
    """Points by game and seat."""
    winners: Longs
    """The winners of each game as bits: 1 for seat 0, 2 for seat 1, 4 for seat 2 and so on."""
    decisions: Longs
    """How many moves each game took."""

    def shares(self) -> np.ndarray[Any, np.dtype[np.float64]]:
        """Wins by game and seat: 1 for a win alone, a fraction for a shared one."""
        won = self.winners[:, None] >> np.arange(self.points.shape[1]) & 1
        shares: np.ndarray[Any, np.dtype[np.float64]] = won / won.sum(axis=1, keepdims=True)
        return shares


def simulate(
    game: Game,
    players: int,
    games: int,
    seed: int = 1,
    edition: str | Mapping[str, Any] = editions.STANDARD,
    options: Options | None = None,
    first: int = 0,
) -> Series:
    """Play random games: `first`, `first + 1` and so on of a seed. Releases the GIL while it runs."""
    players = game.check_players(players)
    if games < 1:
        raise OptionError("the number of games must be at least 1, not {games}", games=games)
    chosen = game.check_options(options or {}, players)
    template = game.files.lay_out(editions.find(game, edition), chosen, players)
    points = np.zeros((games, players), np.int64)
    winners = np.zeros(games, np.int64)
    decisions = np.zeros(games, np.int64)
    game.rules.simulate(template, template.clone(), seed_words(seed), first, points, winners, decisions)
    return Series(points, winners, decisions)


def cores() -> int:
    """How many threads or processes can run at once."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
