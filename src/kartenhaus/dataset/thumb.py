"""Choosing for many games at once, by rules of thumb or by chance: one compiled loop for all games."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from kartenhaus.bots.kernel import heaviest
from kartenhaus.core.jit import compiled
from kartenhaus.core.packed import Longs
from kartenhaus.core.random import below

BY_CHANCE = -1  # instead of how much a bot misjudges


def choosing(weigh: Callable[..., None]) -> Callable[..., None]:
    """Build the loop for a game."""

    @compiled
    def choose(games: Any, numbers: Longs, seats: Any, counts: Any, moves: Any, dice: Longs, slips: Longs, chosen: Longs) -> None:
        """Write the place of each game's move in its list, -1 where nobody acts.

        `slips` has how much each bot misjudges, or BY_CHANCE; the bots sit as `Setting.bot_of` says.
        """
        own = np.empty(moves.shape[1], np.int64)
        weights = np.empty(moves.shape[1], np.int64)
        for row in range(len(games)):
            count = counts[row]
            chosen[row] = -1 if count == 0 else 0
            if count < 2:
                continue
            slip = slips[(seats[row] + numbers[row]) % len(slips)]
            if slip == BY_CHANCE:
                chosen[row] = below(dice[row], count)
                continue
            for place in range(count):
                own[place] = moves[row, place]
            weigh(games[row], seats[row], own, count, weights)
            if slip > 0:
                for place in range(count):
                    weights[place] += below(dice[row], slip + 1)
            chosen[row] = heaviest(count, weights, dice[row])

    return choose
