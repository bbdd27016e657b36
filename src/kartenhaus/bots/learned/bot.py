"""The bot that plays by its policy network alone."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from kartenhaus.bots.greedy import Greedy
from kartenhaus.bots.learned.files import brain_of, network_for
from kartenhaus.bots.view import View
from kartenhaus.core.random import below, dice_of


@dataclass(frozen=True)
class Learned:
    """Plays the move that its network likes best; by rules of thumb where no network was trained for the table."""

    file: str = ""
    """A file with networks; empty for those that came with the game."""

    def choose(self, view: View, seed: int) -> int:
        """The move that looks best to the network; chance decides between equals."""
        legal = view.legal_numbers()
        if len(legal) == 1:
            return legal[0]
        network = network_for(view, self.file) if view.to_act == view.seat else None
        if network is None:
            return Greedy().choose(view, seed)
        weights = np.empty(len(legal), np.float64)
        brain_of(view.game.name).choose(view.position, view.seat, np.array(legal, np.int64), len(legal), weights, network)
        best = np.flatnonzero(weights == weights.max())
        return legal[int(best[below(dice_of(seed), len(best))])]
