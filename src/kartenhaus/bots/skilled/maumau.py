"""Mau Mau, skilled: rules of thumb tuned by playing each other, and the search with the network that judges a standing.

A weight is about ten per point, as in `bots/maumau.py`. Weights depend only on what the seat may know.
"""

from __future__ import annotations

import math
from typing import Any

from kartenhaus.bots.kernel import searching_with
from kartenhaus.bots.learned.network import CHANCES, SHARP, X, chances_of
from kartenhaus.bots.skilled.maumau_open import numbers, twin_beside
from kartenhaus.core.cards import fewest_of_others
from kartenhaus.core.jit import bits_set, compiled, entry_point, lowest_bit
from kartenhaus.core.kernels import kept_in
from kartenhaus.core.packed import Longs
from kartenhaus.games.maumau import entry_points
from kartenhaus.games.maumau.moves import CATCH, PASS, SAY, THROW, WORD, card_of, quiet, space_of
from kartenhaus.games.maumau.placing import empty_beside, is_double, places_for
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

HORIZON = 3  # moves of a playout for each seat, then the network judges
TURNS = 1  # the tree ends with the own turn; deeper, it chooses for an average of hands
PLAYOUTS = {2: (200, 26_500, 106_000), 3: (200, 22_000, 88_000)}  # few, many and most, from this number of players on
TRUST = 0
SLIPS = 0

PLACED = 40  # the weight of a card that earns and does nothing
COMMON, FEW = 4, 2  # cards alike, or spaces for a card: more count as so many; so many are few


@entry_point
def weigh(pos: Position, seat: int, moves: Longs, count: int, weights: Longs) -> None:
    """How good each legal move looks to a good player."""
    if count == 1:
        weights[0] = 0
        return
    held = int(pos.held[seat])
    near = fewest_of_others(pos, seat)
    before, worth = 0, 0
    for choice in range(count):
        move = quiet(moves[choice])
        weights[choice] = 0
        if move < WORD:
            kind = card_of(move)
            if kind != before:  # the moves with one card follow each other
                before = kind
                only = choice == count - 1 or card_of(quiet(moves[choice + 1])) != kind
                worth = PLACED + worth_of_card(pos, seat, kind) + (4 if only else 0)
            weights[choice] = worth + worth_of_space(pos, seat, kind, space_of(move), held, near)
        elif move >= PASS:
            weights[choice] = (60 if move >= THROW else 0) + useless(pos, seat, card_of(move))
        elif move >= CATCH or move == SAY:
            weights[choice] = 100
        if moves[choice] != move:
            weights[choice] += 30


@compiled
def worth_of_card(pos: Position, seat: int, kind: int) -> int:
    """What placing a card is worth wherever it goes: what it does, what is lost with it, and whether others fit beside it."""
    if kind == JOKER:
        return -4
    symbol = SYMBOL_OF[kind]
    worth = min(alike(pos, seat, kind), COMMON)
    if pos.hands[seat, kind] > 1:
        worth += 6
    next_held = pos.held[seat + 1 if seat + 1 < pos.seats else 0]
    if symbol == PASS_ON:
        worth -= 2
    elif symbol == DRAW_TWO:
        worth += 17 if next_held == 1 else -12
    elif symbol == SKIP:
        worth += (22 if pos.seats == 2 else 1) + (7 if next_held == 1 else 0)
    return worth


@compiled
def worth_of_space(pos: Position, seat: int, kind: int, space: int, held: int, near: int) -> int:
    """What the space adds: the points it earns, what it opens to the others, and the cards that are left."""
    ground = int(pos.ground[space])
    worth = 0
    sheds = 2 if kind != JOKER and SYMBOL_OF[kind] == PASS_ON else 1
    if ground == POINT:
        worth += 25
    elif ground == DISCARD:
        worth += 22
        sheds += 1
    elif ground == ALL_DRAW:
        worth += 11 if near > 1 else 32
    if kind != JOKER and is_double(pos, kind, space):
        worth += 24
    if pos.top[space] > 0:
        worth += 15
    else:
        worth -= opened(pos, space)
        if pos.uncovered == 1:
            worth += 40 if leads(pos, seat) else -60
    if held <= sheds:
        return worth + 54
    left = held - sheds
    return worth + 5 * (sheds - 1) + (21 if left == 1 else 4 if left == 2 else 0)


@compiled
def opened(pos: Position, space: int) -> int:
    """What a card on a space opens to the others: 1 for each space that nothing was beside, 10 more for a point space."""
    opens = 0
    for word in range(2):
        spaces = int(pos.around[space, word] & ~(pos.covered[word] | pos.by_colour[ANY_COLOUR, word]))
        opens += bits_set(spaces)
        while spaces != 0:
            opens += 10 * int(pos.ground[lowest_bit(spaces) + word * BITS] == POINT)
            spaces &= spaces - 1
    return opens


@compiled
def leads(pos: Position, seat: int) -> bool:
    """Whether a seat has more points than each other."""
    most = -1
    for other in range(pos.seats):
        most = max(most, int(pos.points[other]) if other != seat else -1)
    return int(pos.points[seat]) > most


@compiled
def alike(pos: Position, seat: int, kind: int) -> int:
    """How many other cards of the bank share the colour or the symbol of a card."""
    cards = -1
    holding = pos.kinds_held[seat] & ~(1 << JOKER)
    while holding != 0:
        other = lowest_bit(holding)
        holding &= holding - 1
        if COLOUR_OF[other] == COLOUR_OF[kind] or SYMBOL_OF[other] == SYMBOL_OF[kind]:
            cards += int(pos.hands[seat, other])
    return cards


@compiled
def useless(pos: Position, seat: int, kind: int) -> int:
    """How little a card is worth keeping: the more it does, fits and earns, the less useless it is; a Joker goes last."""
    if kind == JOKER:
        return -45
    symbol = SYMBOL_OF[kind]
    worth = -20 if symbol == DRAW_TWO else -11 if symbol == SKIP else -10 if symbol == PASS_ON else 0
    worth -= 2 * min(alike(pos, seat, kind), COMMON)
    spaces, twins = 0, False
    for word in range(2):
        fitting = places_for(pos, kind, word, empty_beside(pos, word), 0)
        spaces += bits_set(fitting)
        twins = twins or twin_beside(pos, kind, word, fitting)
    return worth + (10 if spaces == 0 else 4 if spaces <= FEW else 0) - (5 if twins else 0)


@compiled
def _weigh(pos: Any, seat: int, moves: Longs, count: int, weights: Longs, network: Any) -> None:  # noqa: ARG001 - it needs none
    weigh(pos, seat, moves, count, weights)


@compiled
def _standing(pos: Any, scores: Longs, network: Any) -> None:
    """How near each seat is to winning, in thousandths of a logarithm."""
    numbers(pos, network[X])
    seats, seat = int(pos.seats), int(pos.turn)
    chances_of(network, seats, network[CHANCES])
    for after in range(seats):
        scores[seat] = int(SHARP * math.log(network[CHANCES][after] + 1e-6))
        seat = seat + 1 if seat + 1 < seats else 0


search = kept_in(__name__, "search", searching_with(entry_points, _weigh, _standing))
