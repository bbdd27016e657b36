"""How well belief knows the cards: in MAD with two players, before turns, whether the opponent holds a card that fits.

Turns in which the whole hand is known, after a swap, do not count.

Prints the average squared error of that chance, with even deals and with belief, in games between two searches.

    python bench/belief.py
"""

from __future__ import annotations

import numpy as np

import kartenhaus
from kartenhaus.bots import View, find
from kartenhaus.bots.mad_memory import remember
from kartenhaus.core.random import dice_of
from kartenhaus.games.mad.position import FITS, KINDS, TURN

GAMES, FIRST, DEALS = 100, 20_000, 256  # games other than those that gave the factors their figures


def chance(view: View, even: bool, seed: int) -> float:
    """How likely the opponent is to hold a card that fits."""
    memory = remember(view)
    if even:
        memory.logs = np.zeros_like(memory.logs)
    hands, weights = memory.deal(DEALS, dice_of(seed))
    shares = np.exp(weights - weights.max())
    fits = FITS[view.position.open[view.position.lying - 1]] >> np.arange(KINDS) & 1
    can = hands[:, memory.hand_of[1 - view.seat]] @ fits > 0
    return float(shares @ can / shares.sum())


def main() -> None:
    """Play, ask, and print."""
    bot, errors = find("search:iterations=400")(), []
    for game in range(GAMES):
        history = kartenhaus.deal("mad", players=2, seed=FIRST + game)
        while not history.over:
            seat, position, seed = history.to_act, history.position, 1000 * game + len(history.played)
            view = View.seen(history, seat)
            hidden = position.held[1 - seat] > view.position.hands[1 - seat].sum()
            if hidden and position.pending == TURN and len(view.legal_numbers()) > 1:
                holds = bool(position.kinds_held[1 - seat] & FITS[position.open[position.lying - 1]])
                errors.append([(chance(view, even, seed) - holds) ** 2 for even in (True, False)])
            history.play(bot.choose(view, seed))
    even, belief = np.mean(errors, axis=0)
    print(f"MAD, 2 players, {len(errors)} turns: squared error {even:.3f} with even deals, {belief:.3f} with belief")


if __name__ == "__main__":
    main()
