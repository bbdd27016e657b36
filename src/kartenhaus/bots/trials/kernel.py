"""Whole games by rules of thumb, in one compiled loop that counts what the rules report; written once for all games."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from kartenhaus.bots.kernel import heaviest
from kartenhaus.core.events import CARD_AT
from kartenhaus.core.game import Rules
from kartenhaus.core.jit import compiled, copy_packed
from kartenhaus.core.packed import Longs
from kartenhaus.core.random import start_game

HAPPENINGS = 1 << CARD_AT  # kinds of events by rule: the lowest bits of a word
STALL = 200_000  # decisions in one game: no real game comes near


def trying(rules: Rules, weigh: Callable[..., None]) -> Callable[..., None]:
    """Build the loop for a game; it must be an entry point, because kernels hear no events."""
    deal, to_act, legal, play, score, winners = rules.deal, rules.to_act, rules.legal, rules.play, rules.score, rules.winners
    max_moves = rules.MAX_MOVES

    @compiled
    def trial(
        template: Any, pos: Any, seed: Longs, first: int, points: Longs, won: Longs, decisions: Longs, happened: Longs
    ) -> None:
        moves = np.empty(max_moves, np.int64)
        weights = np.empty(max_moves, np.int64)
        key = np.empty(8, np.int64)
        dice = np.empty(4, np.int64)
        for game in range(len(won)):
            copy_packed(pos, template)
            start_game(seed, first + game, key, dice)
            deal(pos, key)
            made = 0
            seat = to_act(pos)
            while seat >= 0:
                count = legal(pos, seat, moves)
                if count == 0 or made == STALL:
                    raise RuntimeError("the game has stalled")
                choice = 0
                if count > 1:
                    weigh(pos, seat, moves, count, weights)
                    choice = heaviest(count, weights, dice)
                pos.told = 0
                pos.telling = 1
                play(pos, seat, moves[choice])
                pos.telling = 0
                for place in range(min(pos.told, len(pos.journal))):
                    happened[pos.journal[place] & (HAPPENINGS - 1)] += 1
                made += 1
                seat = to_act(pos)
            score(pos, points[game])
            won[game] = winners(pos)
            decisions[game] = made

    return trial
