"""The bot that plays by rules of thumb."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from kartenhaus.bots.brains import brain
from kartenhaus.bots.view import View
from kartenhaus.core.errors import OptionError
from kartenhaus.core.random import below, dice_of

MOST_SLIPS = 1_000_000  # far beyond the weight of any move


@dataclass(frozen=True)
class Greedy:
    """Plays by the rules of thumb; each move may look better than it is by up to `slips`."""

    slips: int = 0

    def __post_init__(self) -> None:
        if not 0 <= self.slips <= MOST_SLIPS:
            raise OptionError("the setting {name} is {least} to {most}", name="slips", least=0, most=MOST_SLIPS)

    def choose(self, view: View, seed: int) -> int:
        """The move that looks best at a glance; chance decides between equals."""
        dice = dice_of(seed)
        moves = np.empty(view.game.rules.MAX_MOVES, np.int64)
        weights = np.empty(view.game.rules.MAX_MOVES, np.int64)
        count = view.game.rules.legal(view.position, view.seat, moves)
        brain(view.game).weigh(view.position, view.seat, moves, count, weights)
        looks = [(int(weights[i]) + below(dice, self.slips + 1), below(dice, 1 << 20), int(moves[i])) for i in range(count)]
        return max(looks)[2]
