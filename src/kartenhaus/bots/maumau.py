"""Mau Mau: rules of thumb, and the search.

A weight is about ten per point: a double match 20, a Mau Mau 50. Weights depend only on what the seat may know.
"""

from __future__ import annotations

import math

from kartenhaus.bots.kernel import searching
from kartenhaus.core.cards import fewest_of_others
from kartenhaus.core.jit import compiled, entry_point, inlined
from kartenhaus.core.kernels import kept_in
from kartenhaus.core.packed import Longs
from kartenhaus.games.maumau import entry_points
from kartenhaus.games.maumau.moves import CATCH, PASS, SAY, THROW, WORD, card_of, quiet, space_of
from kartenhaus.games.maumau.placing import is_double
from kartenhaus.games.maumau.position import (
    ALL_DRAW,
    ANY_COLOUR,
    BITS,
    COLOUR_OF,
    DISCARD,
    DRAW_TWO,
    JOKER,
    PASS_ON,
    POINT,
    SKIP,
    SYMBOL_OF,
    Position,
)

HORIZON = 10  # moves of a playout for each seat, then the standing is judged
TURNS = 0  # no limit to the depth of the tree
PLAYOUTS = {2: (200, 16_000, 64_000)}  # few, many and most, from this number of players on
TRUST = 0
SLIPS = 0


@entry_point
def weigh(pos: Position, seat: int, moves: Longs, count: int, weights: Longs) -> None:
    """How good each legal move looks to a casual player."""
    if count == 1:
        weights[0] = 0
        return
    held = pos.held[seat]
    near = fewest_of_others(pos, seat)
    for choice in range(count):
        move = quiet(moves[choice])
        if move < WORD:
            weights[choice] = worth_placing(pos, seat, card_of(move), space_of(move), held, near)
        elif move >= THROW:
            weights[choice] = 50 + useless(pos, seat, card_of(move))
        elif move >= PASS:
            weights[choice] = useless(pos, seat, card_of(move))
        elif move >= CATCH or move == SAY:
            weights[choice] = 100
        else:
            weights[choice] = 0
        if moves[choice] != move:
            weights[choice] += 30


@compiled
def worth_placing(pos: Position, seat: int, kind: int, space: int, held: int, near: int) -> int:
    """The weight of a card on a space: the points it earns, the cards it sheds, whom it hinders, and the loss of the card."""
    ground = int(pos.ground[space])
    worth = 40 - 2 * points_beside(pos, space)
    sheds = 1
    if ground == POINT:
        worth += 15
    elif ground == DISCARD:
        sheds = 2
    elif ground == ALL_DRAW:
        worth += 6 if near > 1 else 12
    if kind == JOKER:
        worth -= 4
    else:
        symbol = SYMBOL_OF[kind]
        if is_double(pos, kind, space):
            worth += 20
        if symbol == PASS_ON:
            sheds += 1
        elif symbol == DRAW_TWO:
            worth += 6 if pos.held[(seat + 1) % pos.seats] > 2 else 12
        elif symbol == SKIP:
            worth += 10 if pos.seats == 2 else 3
    if held <= sheds:
        return worth + 46
    return worth + 5 * (sheds - 1) + (18 if held == sheds + 1 else 0)


@inlined
def points_beside(pos: Position, space: int) -> int:
    """Empty point spaces that a card here would open to the others."""
    points = 0
    for side in range(4):
        neighbour = int(pos.beside[space, side])
        if neighbour >= 0 and pos.ground[neighbour] == POINT:
            taken = pos.covered[neighbour // BITS] | pos.by_colour[ANY_COLOUR, neighbour // BITS]
            points += int(taken >> neighbour % BITS & 1 == 0)
    return points


@inlined
def useless(pos: Position, seat: int, kind: int) -> int:
    """How little a card is worth keeping: the fewer others like it in the bank, the less; a Joker goes last."""
    if kind == JOKER:
        return -17
    alike = 0
    for other in range(1, JOKER):
        if pos.hands[seat, other] > 0 and (COLOUR_OF[other] == COLOUR_OF[kind] or SYMBOL_OF[other] == SYMBOL_OF[kind]):
            alike += int(pos.hands[seat, other])
    return 10 - 2 * alike


@entry_point
def standing(pos: Position, scores: Longs) -> None:
    """How near each seat is to winning, in thousandths of log-odds: points, and the next Mau Mau, the more so near the end."""
    later = math.sqrt(pos.uncovered + 1)
    for seat in range(pos.seats):
        held = int(pos.held[seat])
        worth = 550 * pos.points[seat] - 220 * held + 1000 / max(held, 1)
        scores[seat] = int((pos.seats * worth + 300 * int(pos.hands[seat, JOKER])) / later)


search = kept_in(__name__, "search", searching(entry_points, weigh, standing))
