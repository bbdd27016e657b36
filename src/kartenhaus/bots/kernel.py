"""The search, written once for all games.

The search is single-observer information-set Monte Carlo tree search: every iteration redeals the hidden cards, walks down the
tree along moves that are legal there, adds one node, plays the game out, and counts the result for every seat that chose.

It takes one of several views by chance before it redeals: each may show hidden cards that are likely (`memory.py`). The only view
of a seat without such a belief is its own.

A kernel is built from a game's functions; each game's module keeps it with `kept_in` of `core/kernels.py`.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from kartenhaus.core.game import Rules
from kartenhaus.core.jit import compiled, copy_packed, inlined
from kartenhaus.core.packed import Longs, Packed
from kartenhaus.core.random import below

WIN = 60_000  # a win alone; divisible by up to six winners
LEAST_PRIOR = 0.05  # added to how good a move looks at first, where the best counts 1: every move gets its chance
DEPTH = 64  # choices that one walk down the tree records


class Node(Packed):
    """A node of the tree: a move made after those before it, whatever the hidden cards were."""

    parent: int  # the node before it
    move: int  # the move that leads here
    visits: int  # walks through this node
    total: int  # what those walks earned the seat that chose the move; a win counts WIN


class KernelSettings(Packed):
    """How to search: the settings as the kernel reads them."""

    exploration: int  # thousandths: how much a move gains from looking good and having been tried rarely
    spread: int  # how far below the best a weight must be for a move to look a third as good
    guided: int  # percent of a playout's moves that follow the rules of thumb; the rest is chance
    horizon: int  # moves of a playout per seat, after which the standing is judged; 0: played to the end
    turns: int  # turns that the tree looks ahead, the first being the seat's own; then the rules of thumb choose; 0: no limit
    pass_over: int  # 1: a seat without a choice is skipped, 0: its move is part of the tree
    trust: int  # walks that the first look at a move counts as much as; 0: it counts only for moves that were not tried
    doubt: int  # thousandths of a win: what a move is worth less at first whose weight is `spread` lower
    risk: int  # percent: how much the chooser likes a result to be far from what it expects; below 0: how much it dislikes that
    grudge: int  # percent: how much the chooser likes that `foe` does not win, compared with winning; 0: not at all
    foe: int  # the seat for that; -1: none


@compiled
def heaviest(count: int, weights: Longs, dice: Longs) -> int:
    """The choice with the most weight; chance decides between equals."""
    start = below(dice, count)
    best = start
    for step in range(1, count):
        choice = start + step if start + step < count else start + step - count
        if weights[choice] > weights[best]:
            best = choice
    return best


def searching(rules: Rules, weigh: Callable[..., None], standing: Callable[..., None]) -> Callable[..., int]:
    """Build the search of a game by its rules of thumb."""

    @inlined
    def weigh_by_thumb(pos: Any, seat: int, moves: Longs, count: int, weights: Longs, network: Any) -> None:  # noqa: ARG001
        weigh(pos, seat, moves, count, weights)

    @inlined
    def standing_by_thumb(pos: Any, scores: Longs, network: Any) -> None:  # noqa: ARG001
        standing(pos, scores)

    return searching_with(rules, weigh_by_thumb, standing_by_thumb)


def searching_with(rules: Rules, weigh: Callable[..., None], standing: Callable[..., None]) -> Callable[..., int]:
    """Build a search: it runs more iterations on a tree and returns how many nodes the tree then has.

    Whoever weighs moves and judges a standing may do so with a network; the rules of thumb need none.
    """
    rules_legal, rules_play = rules.legal, rules.play
    to_act, winners, redeal, max_moves = rules.to_act, rules.winners, rules.redeal, rules.MAX_MOVES

    # Called in several places: as functions of their own they are optimised once.

    @compiled
    def legal(pos: Any, seat: int, moves: Longs) -> int:
        return rules_legal(pos, seat, moves)

    @compiled
    def play(pos: Any, seat: int, move: int) -> None:
        rules_play(pos, seat, move)

    @compiled
    def slot_of(nodes: Any, slots: Longs, node: int, move: int) -> int:
        """Where the number of a child is stored; it is 0 while there is no such child."""
        mask = len(slots) - 1
        slot = (node * 7919 + move * 104_729 + (move >> 6)) & mask
        while slots[slot] != 0 and (nodes[slots[slot]].parent != node or nodes[slots[slot]].move != move):
            slot = (slot + 1) & mask
        return int(slot)

    @compiled
    def play_out(pos: Any, seat: int, settings: KernelSettings, moves: Longs, weights: Longs, dice: Longs, network: Any) -> bool:
        """Play as moves are weighed or by chance, to the end of the game (true) or to the horizon (false)."""
        guided = settings.guided
        ahead = settings.horizon * pos.seats if settings.horizon > 0 else 1 << 40
        while seat >= 0:
            if ahead == 0:
                return False
            ahead -= 1
            count = legal(pos, seat, moves)
            choice = 0
            if count > 1:
                if guided > 0 and (guided >= 100 or below(dice, 100) < guided):
                    weigh(pos, seat, moves, count, weights, network)
                    choice = heaviest(count, weights, dice)
                else:
                    choice = below(dice, count)
            play(pos, seat, moves[choice])
            seat = to_act(pos)
        return True

    @compiled
    def tilt(shares: Longs, seat: int, chances: Longs, settings: KernelSettings) -> int:
        """What a seat with a style makes of its share of a win; `chances` adds up all shares so far."""
        mine = shares[seat] / WIN
        mine += settings.risk / 100 * abs(mine - chances[seat] / chances.sum())
        mine = min(max(mine, 0.0), 1.0)
        if settings.foe >= 0:
            grudge = settings.grudge / 100
            mine = (mine + grudge * (1 - shares[settings.foe] / WIN)) / (1 + grudge)
        return int(WIN * mine)

    @compiled
    def share_out(pos: Any, over: bool, shares: Longs, network: Any) -> None:
        """Each seat's share of a win: by the result, or by how likely each is to win from here."""
        if over:
            won = winners(pos)
            sharing = 0
            for seat in range(len(shares)):
                sharing += (won >> seat) & 1
            for seat in range(len(shares)):
                shares[seat] = WIN // sharing * ((won >> seat) & 1)
            return
        standing(pos, shares, network)
        most = shares[0]
        for seat in range(1, len(shares)):
            most = max(most, shares[seat])
        total = 0.0
        for seat in range(len(shares)):
            total += math.exp((shares[seat] - most) / 1000)
        for seat in range(len(shares)):
            shares[seat] = int(WIN * math.exp((shares[seat] - most) / 1000) / total)

    @compiled
    def search(
        views: Any,
        pos: Any,
        settings: KernelSettings,
        nodes: Any,
        slots: Longs,
        used: int,
        dice: Longs,
        iterations: int,
        chances: Longs,
        network: Any,
    ) -> int:
        moves = np.empty(max_moves, np.int64)
        weights = np.empty(max_moves, np.int64)
        places = np.empty(max_moves, np.int64)
        priors = np.empty(max_moves, np.float64)
        path = np.empty(DEPTH, np.int64)
        chooser = np.empty(DEPTH, np.int64)
        shares = np.empty(len(chances), np.int64)
        exploration = settings.exploration / 1000 * WIN
        spread = float(settings.spread)
        pass_over = settings.pass_over
        trust = settings.trust
        doubt = settings.doubt / 1000 * WIN / spread
        most_turns = settings.turns if settings.turns > 0 else DEPTH
        for _ in range(iterations):
            copy_packed(pos, views[below(dice, len(views)) if len(views) > 1 else 0])
            redeal(pos, dice)
            node = 0
            depth = 0
            turns = 0
            growing = True
            seat = to_act(pos)
            first = seat
            while growing and seat >= 0 and depth < DEPTH and turns < most_turns:
                count = legal(pos, seat, moves)
                if count == 1 and pass_over and node > 0:
                    play(pos, seat, moves[0])
                    turns += 1 if to_act(pos) != seat else 0
                    seat = to_act(pos)
                    continue
                weigh(pos, seat, moves, count, weights, network)
                most = weights[heaviest(count, weights, dice)]
                looks = 0.0
                tried = 0
                total = 0
                looked = 0.0
                for choice in range(count):
                    places[choice] = slot_of(nodes, slots, node, moves[choice])
                    child = slots[places[choice]]
                    priors[choice] = math.exp((weights[choice] - most) / spread) + LEAST_PRIOR
                    looks += priors[choice]
                    if child > 0:
                        tried += nodes[child].visits
                        total += nodes[child].total
                        looked += nodes[child].visits * (weights[choice] - most)
                average = total / tried if tried > 0 else WIN / len(chances)
                hoped = average - (doubt * looked / tried if tried > 0 else 0.0)  # for the move that looks best
                bonus = exploration * math.sqrt(tried + 1) / looks
                chosen = 0
                best = -1.0
                for choice in range(count):
                    child = slots[places[choice]]
                    visits = nodes[child].visits if child > 0 else 0
                    if trust > 0:
                        earned = nodes[child].total if child > 0 else 0
                        value = (earned + trust * (hoped + doubt * (weights[choice] - most))) / (visits + trust)
                    else:
                        value = nodes[child].total / visits if visits > 0 else average
                    value += bonus * priors[choice] / (1 + visits)
                    if value > best:
                        best = value
                        chosen = choice
                if slots[places[chosen]] == 0:
                    growing = False
                    if used == len(nodes):
                        break  # the tree is full: the playout starts here
                    slots[places[chosen]] = used
                    nodes[used].parent = node
                    nodes[used].move = moves[chosen]
                    used += 1
                node = slots[places[chosen]]
                path[depth] = node
                chooser[depth] = seat
                depth += 1
                play(pos, seat, moves[chosen])
                turns += 1 if to_act(pos) != seat else 0
                seat = to_act(pos)
            share_out(pos, play_out(pos, seat, settings, moves, weights, dice, network), shares, network)
            for other in range(len(chances)):
                chances[other] += shares[other]
            if settings.risk != 0 or settings.grudge != 0:
                shares[first] = tilt(shares, first, chances, settings)
            for place in range(depth):
                nodes[path[place]].visits += 1
                nodes[path[place]].total += shares[chooser[place]]
        return used

    return search
