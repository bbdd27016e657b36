"""MADA: rules of thumb, and the search.

A weight is about percent: 100 for a move nobody should miss. Only what the seat may know is read.
"""

from __future__ import annotations

from typing import Any

from kartenhaus.bots import kernel
from kartenhaus.core.jit import compiled, entry, inlined
from kartenhaus.core.record import Longs
from kartenhaus.games.mada import entries
from kartenhaus.games.mada.position import DOUBLE, HIGHEST, LEMUR, SCORPION, Position
from kartenhaus.games.mada.rules import DONE, DRAW, HAND, LUCK, TAKE, TOSS


@entry
def weigh(pos: Position, seat: int, moves: Longs, count: int, weights: Longs) -> None:
    """How good each legal move looks to a casual player."""
    top = top_of(pos, seat)
    room = pos.held[seat] < HAND
    for choice in range(count):
        move = moves[choice]
        if move >= TOSS:
            weights[choice] = useless(pos, seat, move - TOSS, top)
        elif move >= TAKE:
            weights[choice] = worth_taking(pos, move - TAKE, top)
        elif move == DONE:
            weights[choice] = 50
        elif move == LUCK:
            weights[choice] = 60 - risk(pos, seat, top)
        elif move == DRAW:
            weights[choice] = 55
        elif move == LEMUR:
            weights[choice] = 4 * top - 8 if not room else 2 * top - 12
        elif move == DOUBLE:
            weights[choice] = 4 * top - 12 if not room else 2 * top - 12
        else:
            weights[choice] = (57 if not room else 48) - 2 * (move - top)


@inlined
def top_of(pos: Position, seat: int) -> int:
    """The value that the next card must reach; 0 where anything goes."""
    height = int(pos.heights[seat])
    top = int(pos.piles[seat, height - 1]) if height > 0 else 0
    return top if top != LEMUR else 0


@compiled
def risk(pos: Position, seat: int, top: int) -> int:
    """How likely the next card is lower than the top, in percent: of the cards one has not seen, or of those to be reshuffled."""
    lower = 0
    cards = pos.left
    if pos.left > 0:
        for other in range(pos.seats):
            cards += int(pos.held[other]) if other != seat else 0
        for value in range(1, top):
            lower += int(pos.deck[value]) - int(pos.discard[value]) - int(pos.hands[seat, value])
            for other in range(pos.seats):
                lower -= int(pos.aside[other, value])
        for other in range(pos.seats):
            for place in range(pos.heights[other]):
                lower -= 1 if pos.piles[other, place] < top else 0
    else:
        for kind in range(1, SCORPION + 1):
            cards += int(pos.discard[kind])
            lower += int(pos.discard[kind]) if kind < top else 0
        for other in range(pos.seats):
            for place in range(int(pos.heights[other]) - 1):
                cards += 1
                lower += 1 if pos.piles[other, place] < top else 0
    return 100 * lower // max(cards, 1)


@inlined
def useless(pos: Position, seat: int, kind: int, top: int) -> int:
    """How gladly a card is thrown away: low ones that fit no more, then those far above; never a Lemur."""
    if kind > HIGHEST:
        return 0
    if kind < top:
        return 80 - kind
    return 30 + kind


@inlined
def worth_taking(pos: Position, other: int, top: int) -> int:
    """A pile to swap for: the lower its top, the longer it lasts."""
    return 50 - 3 * top_of(pos, other)


_search = kernel.searching(entries, weigh)


@entry
def search(
    view: Position, pos: Position, ways: Any, nodes: Any, slots: Longs, used: int, dice: Longs, iterations: int, chances: Longs
) -> int:
    """Search on: see `kernel.searching`."""
    return _search(view, pos, ways, nodes, slots, used, dice, iterations, chances)
