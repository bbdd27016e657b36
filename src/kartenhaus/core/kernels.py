"""Loops over whole games, and the step from one decision to the next, written once for every game.

A kernel is built from a game's functions and stays uncached; the game's `entries.py` wraps it in one cached entry, so that a
second start is quick. Kernels release the GIL: they run in threads, one for each core.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from kartenhaus.core.game import NOBODY, Rules
from kartenhaus.core.jit import compiled, copy_record
from kartenhaus.core.random import below, start_game
from kartenhaus.core.record import Longs

STALL = 1_000_000  # decisions in one game: far beyond any real one, a fault in the rules


def simulation(
    deal: Callable[..., None],
    to_act: Callable[..., int],
    legal: Callable[..., int],
    play: Callable[..., None],
    score: Callable[..., None],
    winners: Callable[..., int],
    max_moves: int,
) -> Callable[..., None]:
    """Random play: game `first + i` of a seed is always the same game, whoever plays it."""

    @compiled
    def simulate(template: Any, pos: Any, seed: Longs, first: int, points: Longs, won: Longs, decisions: Longs) -> None:
        moves = np.empty(max_moves, np.int64)
        key = np.empty(8, np.int64)
        dice = np.empty(4, np.int64)
        for game in range(len(won)):
            copy_record(pos, template)
            start_game(seed, first + game, key, dice)
            deal(pos, key)
            made = 0
            seat = to_act(pos)
            while seat >= 0:
                count = legal(pos, seat, moves)
                if count == 0 or made == STALL:
                    raise RuntimeError("the game has stalled")
                play(pos, seat, moves[below(dice, count)])
                made += 1
                seat = to_act(pos)
            score(pos, points[game])
            won[game] = winners(pos)
            decisions[game] = made

    return simulate


def auditing(rules: Rules) -> Callable[..., int]:
    """Random play with every card counted after every move; the number of moves in all is returned."""
    deal, to_act, legal, play, census, max_moves = rules.deal, rules.to_act, rules.legal, rules.play, rules.census, rules.MAX_MOVES

    @compiled
    def audit(template: Any, pos: Any, seed: Longs, first: int, games: int) -> int:
        moves = np.empty(max_moves, np.int64)
        key = np.empty(8, np.int64)
        dice = np.empty(4, np.int64)
        counts = np.empty(len(template.deck), np.int64)
        made = 0
        for game in range(games):
            copy_record(pos, template)
            start_game(seed, first + game, key, dice)
            deal(pos, key)
            begin = made
            seat = to_act(pos)
            while seat >= 0:
                count = legal(pos, seat, moves)
                if count == 0 or made - begin == STALL:
                    raise RuntimeError("the game has stalled")
                play(pos, seat, moves[below(dice, count)])
                made += 1
                census(pos, counts)
                for kind in range(1, len(counts)):
                    if counts[kind] != pos.deck[kind]:
                        raise RuntimeError("a card was lost or made")
                seat = to_act(pos)
        return made

    return audit


def counting(
    to_act: Callable[..., int], legal: Callable[..., int], play: Callable[..., None], max_moves: int
) -> Callable[..., int]:
    """Perft: the number of lines of play of a given length, chance decided by the seed."""

    @compiled
    def perft(pos: Any, stack: Any, depth: int) -> int:
        moves = np.empty((depth + 1, max_moves), np.int64)
        count = np.zeros(depth + 1, np.int64)
        tried = np.zeros(depth + 1, np.int64)
        actor = np.zeros(depth + 1, np.int64)
        copy_record(stack[0], pos)
        level = 0
        lines = 0
        entering = True
        while level >= 0:
            here = stack[level]
            if entering:
                if level == depth:
                    lines += 1
                    level -= 1
                    entering = False
                    continue
                actor[level] = to_act(here)
                count[level] = legal(here, actor[level], moves[level]) if actor[level] >= 0 else 0
                tried[level] = 0
            if tried[level] == count[level]:
                level -= 1
                entering = False
                continue
            copy_record(stack[level + 1], here)
            play(stack[level + 1], actor[level], moves[level, tried[level]])
            tried[level] += 1
            level += 1
            entering = True
        return lines

    return perft


def proceeding(
    to_act: Callable[..., int], legal: Callable[..., int], play: Callable[..., None], conceal: Callable[..., None]
) -> Callable[..., tuple[int, int, int]]:
    """From one decision to the next in one call, with arrays of one position: Python hands them over ten times faster."""

    @compiled
    def proceed(table: Any, seat: int, move: int, view: Any, moves: Longs) -> tuple[int, int, int]:
        pos = table[0]
        pos.told = 0
        if seat != NOBODY:
            pos.telling = 1
            play(pos, seat, move)
            pos.telling = 0
        seat = to_act(pos)
        if seat == NOBODY:
            return NOBODY, 0, pos.told
        conceal(pos, seat, view[0])
        return seat, legal(view[0], seat, moves), pos.told

    return proceed


def looking(to_act: Callable[..., int], legal: Callable[..., int], conceal: Callable[..., None]) -> Callable[..., int]:
    """What a seat sees and may do, in one call with arrays of one position."""

    @compiled
    def look(table: Any, seat: int, view: Any, moves: Longs) -> int:
        conceal(table[0], seat, view[0])
        return legal(view[0], seat, moves) if seat >= 0 and to_act(view[0]) != NOBODY else 0

    return look
