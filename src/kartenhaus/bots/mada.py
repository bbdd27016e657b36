"""MADA: rules of thumb, and the search.

Weights are roughly percents: 100 is a move nobody should miss. They depend only on what the seat may know.
"""

from __future__ import annotations

import math

from kartenhaus.bots.kernel import searching
from kartenhaus.core.jit import compiled, entry_point, inlined
from kartenhaus.core.kernels import kept_in
from kartenhaus.core.packed import Longs
from kartenhaus.games.mada import entry_points
from kartenhaus.games.mada.moves import DONE, DRAW, LUCK, TAKE, TOSS, card_of, target_of
from kartenhaus.games.mada.position import DOUBLE, GOAL, HIGHEST, LEMUR, LOST, SCORPION, Position
from kartenhaus.games.mada.rules import HAND, cactus_aside, pears_aside

HORIZON = 12  # moves of a playout for each seat, then the standing is judged
TURNS = 1  # the tree covers only the seat's own turn: what others draw changes every plan, and the rules of thumb see it
PLAYOUTS = {2: (400, 16_000, 64_000), 5: (50, 2_000, 8_000)}  # few, many and most, from this number of players on
TRUST = 0
SLIPS = 0


@entry_point
def weigh(pos: Position, seat: int, moves: Longs, count: int, weights: Longs) -> None:
    """How good each legal move looks to a casual player.

    Small steps, and those that show pears; draw while there is room; a Lemur or a swap once the top is high; luck if little can
    go wrong, or nothing else is left.
    """
    top = top_of(pos, seat)
    crowded = pos.held[seat] == HAND
    show = 1 if pos.seats == 2 else 3  # with more players, someone else loses the round sooner
    for choice in range(count):
        move = moves[choice]
        if move >= TOSS:
            weights[choice] = useless(pos, card_of(move), top)
        elif move >= TAKE:
            weights[choice] = 50 + 2 * top_of(pos, target_of(move))
        elif move == DONE:
            weights[choice] = 50
        elif move == LUCK:
            weights[choice] = 60 - 17 * risk(pos, seat, top) // 10
        elif move == DRAW:
            weights[choice] = 61
        elif move == LEMUR:
            weights[choice] = 5 * top + (8 if crowded else -7)
        elif move == DOUBLE:
            weights[choice] = 4 * top - (8 if crowded else 23)
        else:
            weights[choice] = (76 if crowded else 60) - 27 * (move - top) // 10 + show * int(pos.pears[move])


@inlined
def top_of(pos: Position, seat: int) -> int:
    """The value that the next card must reach; 0 if any card fits."""
    height = int(pos.heights[seat])
    top = int(pos.piles[seat, height - 1]) if height > 0 else 0
    return top if top != LEMUR else 0


@compiled
def risk(pos: Position, seat: int, top: int) -> int:
    """How likely the next card is lower than the top, in percent of the unseen cards, or of those to be reshuffled."""
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
def useless(pos: Position, kind: int, top: int) -> int:
    """How little a card is worth keeping: Lemurs stay; after a lost round all else goes, since every gap is a safe turn."""
    if kind > HIGHEST:
        return 0
    if pos.pending == LOST:
        return 60 + kind
    return 80 - kind if kind < top else 30 + kind


@entry_point
def standing(pos: Position, scores: Longs) -> None:
    """How near each seat is to winning, in thousandths of log-odds: pears and cards aside, the more so near the end."""
    most = 0
    for seat in range(pos.seats):
        most = max(most, cactus_aside(pos, seat))
    later = math.sqrt(max(GOAL - most, 1))
    for seat in range(pos.seats):
        pears = (140 * pos.seats - 110) * pears_aside(pos, seat) + 200 * cactus_aside(pos, seat)
        lemurs = int(pos.hands[seat, LEMUR]) + int(pos.hands[seat, DOUBLE])
        scores[seat] = int(pears / later) + 150 * lemurs


search = kept_in(__name__, "search", searching(entry_points, weigh, standing))
