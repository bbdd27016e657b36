"""A position of Mau Mau with open hands, as numbers for the network that judges its standing.

Only positions that the search has dealt, and those of training games, are open. Seats come in the order of play, the one to act
first; a seat that is not there is zero.
"""

from __future__ import annotations

import math
from typing import Any

from kartenhaus.core.jit import bits_set, compiled, entry_point, lowest_bit
from kartenhaus.games.maumau.placing import empty_beside, is_double, places_for
from kartenhaus.games.maumau.position import (
    ANY_SYMBOL,
    BITS,
    COLOUR_OF,
    DISCARD,
    DISCARDING,
    DRAW_TWO,
    JOKER,
    PASS_ON,
    PASSING,
    POINT,
    SYMBOL_OF,
    Position,
)

VERSION = 1
"""Goes up when a number changes: older networks then no longer fit."""
TABLE, EACH = 14, 30
"""Numbers of the table, and of each seat."""
MOST_HELD = 9  # more cards count as so many


@entry_point
def numbers(pos: Position, out: Any) -> None:
    """Write all numbers."""
    for place in range(len(out)):
        out[place] = 0
    uncovered = int(pos.uncovered)
    out[0] = uncovered / 50
    out[1] = 1 / math.sqrt(uncovered + 1)
    out[2] = int(uncovered <= 1)
    out[3] = int(uncovered <= 3)
    out[4] = int(uncovered <= 7)
    out[5] = int(uncovered <= 14)
    out[6] = pos.penalty / 4
    out[7] = int(pos.penalty > 0)
    out[8] = int(pos.pending == PASSING)
    out[9] = int(pos.pending == DISCARDING)
    out[10] = pos.skip
    out[11] = (bits_set(empty_beside(pos, 0)) + bits_set(empty_beside(pos, 1))) / 20
    out[12] = int(pos.left == 0)
    out[13] = pos.left / 100
    seat, place = int(pos.turn), TABLE
    for _ in range(pos.seats):
        bank(pos, seat, out, place)
        score(pos, seat, out, place + 25)
        place += EACH
        seat = seat + 1 if seat + 1 < pos.seats else 0


@compiled
def bank(pos: Position, seat: int, out: Any, place: int) -> None:
    """Write the 25 numbers of a bank: how many cards, which, and what they fit on."""
    empty, more_empty = empty_beside(pos, 0), empty_beside(pos, 1)
    spaces, more_spaces = 0, 0
    colours, stuck, single, doubles, towers = 0, 0, 0, 0, 0
    held = int(pos.held[seat])
    holding = pos.kinds_held[seat] & ~(1 << JOKER)
    while holding != 0:
        kind = lowest_bit(holding)
        holding &= holding - 1
        cards, symbol = int(pos.hands[seat, kind]), SYMBOL_OF[kind]
        colours |= 1 << COLOUR_OF[kind]
        if DRAW_TWO <= symbol <= PASS_ON:
            out[place + 11 + symbol - DRAW_TWO] += cards / 2
        fits, more = places_for(pos, kind, 0, empty, 0), places_for(pos, kind, 1, more_empty, 0)
        count = bits_set(fits) + bits_set(more)
        stuck += cards if count == 0 else 0
        single += cards if count == 1 else 0
        doubles += int(twin_beside(pos, kind, 0, fits)) + int(twin_beside(pos, kind, 1, more))
        towers += cards if tower_for(pos, symbol) else 0
        spaces |= fits
        more_spaces |= more
    if pos.hands[seat, JOKER] > 0:
        spaces, more_spaces = empty, more_empty
    out[place + min(held, MOST_HELD)] = 1
    out[place + 10] = held / 8
    out[place + 14] = int(pos.hands[seat, JOKER])
    out[place + 15] = stuck / 3
    out[place + 16] = single / 3
    out[place + 17] = doubles / 2
    out[place + 18] = towers / 3
    out[place + 19] = int(spaces == 0 and more_spaces == 0)
    out[place + 20] = (bits_set(spaces) + bits_set(more_spaces)) / 10
    out[place + 21] = min(count_ground(pos, 0, spaces, POINT) + count_ground(pos, 1, more_spaces, POINT), 2) / 2
    out[place + 22] = min(count_ground(pos, 0, spaces, DISCARD) + count_ground(pos, 1, more_spaces, DISCARD), 1)
    out[place + 23] = bits_set(colours) / 4
    out[place + 24] = int(stuck == held)


@compiled
def score(pos: Position, seat: int, out: Any, place: int) -> None:
    """Write five numbers: how far ahead a seat is, also by how much is still to come."""
    most = -1000
    for other in range(pos.seats):
        if other != seat:
            most = max(most, int(pos.points[other]))
    ahead = int(pos.points[seat]) - most
    out[place] = ahead / 10
    out[place + 1] = ahead / math.sqrt(pos.uncovered + 1) / 2
    out[place + 2] = ahead / (pos.uncovered + 1) / 2
    out[place + 3] = int(ahead > 0)
    out[place + 4] = int(ahead == 0)


@compiled
def twin_beside(pos: Position, kind: int, word: int, spaces: int) -> bool:
    """Whether the same card lies beside one of some spaces that a card fits."""
    spaces &= int(pos.by_colour[COLOUR_OF[kind], word]) & int(pos.by_symbol[SYMBOL_OF[kind], word])
    while spaces != 0:
        if is_double(pos, kind, lowest_bit(spaces) + word * BITS):
            return True
        spaces &= spaces - 1
    return False


@compiled
def tower_for(pos: Position, symbol: int) -> bool:
    """Whether a tower has such a symbol on top."""
    tops, towers = pos.by_symbol[symbol], pos.by_symbol[ANY_SYMBOL]
    return bool(tops[0] & towers[0] | tops[1] & towers[1])


@compiled
def count_ground(pos: Position, word: int, spaces: int, ground: int) -> int:
    """How many of some spaces are of a kind."""
    count = 0
    while spaces != 0:
        count += int(pos.ground[lowest_bit(spaces) + word * BITS] == ground)
        spaces &= spaces - 1
    return count
