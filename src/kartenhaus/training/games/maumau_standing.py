"""Mau Mau for training the judgement of a standing: whole games by skilled rules of thumb, in a compiled loop."""

from __future__ import annotations

from typing import Any

import numpy as np

from kartenhaus.bots.kernel import heaviest
from kartenhaus.bots.skilled.maumau import weigh
from kartenhaus.bots.skilled.maumau_open import EACH, TABLE, VERSION, numbers
from kartenhaus.core.jit import copy_packed, kernel
from kartenhaus.core.packed import Longs
from kartenhaus.core.random import below, start_game
from kartenhaus.games.maumau.banks import winners
from kartenhaus.games.maumau.position import Position
from kartenhaus.games.maumau.rules import MAX_MOVES, deal, legal, play, to_act

__all__ = ["VERSION", "note", "size_for"]


def size_for(seats: int) -> int:
    """How many numbers a table with so many seats has."""
    return TABLE + seats * EACH


@kernel
def note(
    template: Position, pos: Position, seed: Longs, first: int, often: int, mistakes: int, noise: int, seen: Any, target: Any
) -> int:
    """Note positions, and what each seat won, until the rows are full; returns how many games that took."""
    moves = np.empty(MAX_MOVES, np.int64)
    weights = np.empty(MAX_MOVES, np.int64)
    key = np.empty(8, np.int64)
    dice = np.empty(4, np.int64)
    turns = np.empty(len(seen), np.int64)
    rows, games = 0, 0
    while rows < len(seen):
        copy_packed(pos, template)
        start_game(seed, first + games, key, dice)
        games += 1
        deal(pos, key)
        begin = rows
        seat = to_act(pos)
        while seat >= 0:
            if rows < len(seen) and below(dice, often) == 0:
                numbers(pos, seen[rows])
                turns[rows] = seat
                rows += 1
            count = legal(pos, seat, moves)
            choice = 0
            if below(dice, 1000) < mistakes:
                choice = below(dice, count)
            elif count > 1:
                weigh(pos, seat, moves, count, weights)
                for one in range(count):
                    weights[one] += below(dice, noise)
                choice = heaviest(count, weights, dice)
            play(pos, seat, moves[choice])
            seat = to_act(pos)
        won = winners(pos)
        sharing = 0
        for other in range(pos.seats):
            sharing += won >> other & 1
        for row in range(begin, rows):
            for after in range(pos.seats):
                other = turns[row] + after
                other = other if other < pos.seats else other - pos.seats
                target[row, after] = (won >> other & 1) / sharing
    return games
