"""Loops over whole games, and the step from one decision to the next, written once for all games.

A kernel is built from a game's functions. The game's `entry_points.py` keeps it with `kept_for`, so that the next start is fast.
Kernels release the GIL: they run in threads, one for each core.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from inspect import signature
from typing import Any, TypeVar, cast

import numpy as np

from kartenhaus.core.game import NOBODY, Rules
from kartenhaus.core.jit import compiled, copy_packed, entry_point, kernel
from kartenhaus.core.packed import Longs
from kartenhaus.core.random import below, start_game

STALL = 1_000_000  # decisions in one game: no real game comes near, so the rules are at fault

T = TypeVar("T")
Look = Callable[..., int]
Perft = Callable[..., int]
Proceed = Callable[..., tuple[int, int, int]]
Simulate = Callable[..., None]


def kept_for(module: str) -> tuple[Look, Perft, Proceed, Simulate]:
    """The kernels of a game, for the module that has imported its functions: `look`, `perft`, `proceed` and `simulate`."""
    rules = cast(Rules, sys.modules[module])
    return (
        kept_in(module, "look", looking(rules), entry_point),
        kept_in(module, "perft", counting(rules)),
        kept_in(module, "proceed", proceeding(rules), entry_point),
        kept_in(module, "simulate", simulation(rules)),
    )


def kept_in(
    module: str, name: str, built: Callable[..., T], mark: Callable[[Callable[..., T]], Callable[..., T]] = kernel
) -> Callable[..., T]:
    """Turn a function from a factory into an entry point of a module, as if the two lines below were in its file.

    A closure cannot be kept: Numba looks for its machine code by the functions in the closure, and those are new in every
    process. A function that calls the closure by a global name can be kept.
    """
    names = ", ".join(signature(built).parameters)
    scope: dict[str, Any] = {"__name__": module, "built": built}
    exec(compile(f"def {name}({names}):\n    return built({names})", str(sys.modules[module].__file__), "exec"), scope)
    return mark(scope[name])


def simulation(rules: Rules) -> Callable[..., None]:
    """Random play; game `first + i` of a seed is always the same, however the games are divided up."""
    deal, to_act, legal, play, score, winners = rules.deal, rules.to_act, rules.legal, rules.play, rules.score, rules.winners
    max_moves = rules.MAX_MOVES

    @compiled
    def simulate(template: Any, pos: Any, seed: Longs, first: int, points: Longs, won: Longs, decisions: Longs) -> None:
        moves = np.empty(max_moves, np.int64)
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
                play(pos, seat, moves[below(dice, count)])
                made += 1
                seat = to_act(pos)
            score(pos, points[game])
            won[game] = winners(pos)
            decisions[game] = made

    return simulate


def auditing(rules: Rules) -> Callable[..., int]:
    """Random play that counts every card after every move; returns the number of moves."""
    deal, to_act, legal, play, census, max_moves = rules.deal, rules.to_act, rules.legal, rules.play, rules.census, rules.MAX_MOVES

    @compiled
    def audit(template: Any, pos: Any, seed: Longs, first: int, games: int) -> int:
        moves = np.empty(max_moves, np.int64)
        key = np.empty(8, np.int64)
        dice = np.empty(4, np.int64)
        counts = np.empty(len(template.deck), np.int64)
        made = 0
        for game in range(games):
            copy_packed(pos, template)
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


def counting(rules: Rules) -> Callable[..., int]:
    """Perft: the number of lines of play of a given length, chance decided by the seed."""
    to_act, legal, play, max_moves = rules.to_act, rules.legal, rules.play, rules.MAX_MOVES

    @compiled
    def perft(pos: Any, stack: Any, depth: int) -> int:
        moves = np.empty((depth + 1, max_moves), np.int64)
        count = np.zeros(depth + 1, np.int64)
        tried = np.zeros(depth + 1, np.int64)
        actor = np.zeros(depth + 1, np.int64)
        copy_packed(stack[0], pos)
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
            copy_packed(stack[level + 1], here)
            play(stack[level + 1], actor[level], moves[level, tried[level]])
            tried[level] += 1
            level += 1
            entering = True
        return lines

    return perft


def proceeding(rules: Rules) -> Callable[..., tuple[int, int, int]]:
    """From one decision to the next in one call, with arrays of one position: Python passes these ten times faster."""
    to_act, legal, play, conceal = rules.to_act, rules.legal, rules.play, rules.conceal

    @compiled
    def proceed(array: Any, seat: int, move: int, view: Any, moves: Longs) -> tuple[int, int, int]:
        pos = array[0]
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


def looking(rules: Rules) -> Callable[..., int]:
    """What a seat sees and may do, in one call with arrays of one position."""
    to_act, legal, conceal = rules.to_act, rules.legal, rules.conceal

    @compiled
    def look(array: Any, seat: int, view: Any, moves: Longs) -> int:
        conceal(array[0], seat, view[0])
        return legal(view[0], seat, moves) if seat >= 0 and to_act(view[0]) != NOBODY else 0

    return look
