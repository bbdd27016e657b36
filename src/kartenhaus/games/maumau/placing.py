"""Mau Mau: cards on the board, and what fits where (the rows place, anchor, joker and tower of rulebook.md).

Sets of spaces are bits, BITS in each of two words. `lay` keeps them up to date, and they follow from the cards on the board alone:
the order in which these were placed does not matter.
"""

from __future__ import annotations

from kartenhaus.core.jit import compiled, entry_point, inlined, lowest_bit, shared
from kartenhaus.games.maumau.position import (
    ANY_COLOUR,
    ANY_SYMBOL,
    BITS,
    COLOUR_OF,
    JOKER,
    JOKER_AS,
    NO_SPACE,
    PER_COLOUR,
    POINT,
    SYMBOL_OF,
    TOWER,
    Position,
)

# What fits where


@inlined
def empty_beside(pos: Position, word: int) -> int:
    """maumau/place: the empty spaces that share an edge with a card."""
    return int(pos.by_colour[ANY_COLOUR, word] & ~pos.covered[word])


@inlined
def places_for(pos: Position, kind: int, word: int, empty: int, towers: int) -> int:
    """maumau/place: of the empty spaces beside cards, those that a card fits; maumau/tower: and of covered towers its own.

    maumau/joker, maumau/tower-face: a Joker fits all of them.
    """
    symbol = int(pos.by_symbol[SYMBOL_OF[kind], word])
    spaces = (int(pos.by_colour[COLOUR_OF[kind], word]) | symbol) & empty
    if pos.match_all:
        spaces = fitting_all(pos, kind, word, spaces)
    return spaces | symbol & towers


@compiled
def fitting_all(pos: Position, kind: int, word: int, spaces: int) -> int:
    """maumau/anchor: under `match_all` a card must fit every neighbour: of some spaces that it fits, those that are left."""
    several = spaces & int(pos.crowded[word])
    while several != 0:
        bit = several & -several
        several -= bit
        if not fits_all(pos, lowest_bit(bit) + word * BITS, kind):
            spaces -= bit
    return spaces


@compiled
def fits_all(pos: Position, space: int, kind: int) -> bool:
    """maumau/anchor: whether a card fits every neighbour of an empty space; maumau/joker: a Joker always does."""
    for side in range(4):
        shown = face_beside(pos, space, side)
        if kind != JOKER and shown > 0 and COLOUR_OF[shown] != COLOUR_OF[kind] and SYMBOL_OF[shown] != SYMBOL_OF[kind]:
            return False
    return True


FOR_POINT, FOR_DOUBLE = 1, 2


@compiled
def worth(pos: Position, kind: int, space: int) -> int:
    """maumau/double-match, maumau/point-space, maumau/space-point: what placing a card there earns at once."""
    return FOR_DOUBLE * int(is_double(pos, kind, space)) + FOR_POINT * int(pos.ground[space] == POINT)


@compiled
def is_double(pos: Position, kind: int, space: int) -> bool:
    """maumau/double-match: the very same card beside it (or beneath it: maumau/tower); a Joker is never the same.

    maumau/anchor, maumau/joker: of several neighbours the one that earns most is the anchor.
    """
    if pos.top[space] > 0:
        return bool(pos.top[space] == kind)
    found = False
    for side in range(4):
        found |= top_beside(pos, space, side) == kind  # no branch: it could not be predicted
    return found


# Jokers


@shared
def face(card: int) -> int:
    """What a card on the board counts as: a Joker has the face it took when it was placed."""
    return card & JOKER_AS - 1


@inlined
def top_beside(pos: Position, space: int, side: int) -> int:
    """The card on one side of a space; 0 if there is none."""
    return int(pos.top[pos.beside[space, side] & NO_SPACE])  # -1 becomes NO_SPACE


@inlined
def face_beside(pos: Position, space: int, side: int) -> int:
    """The face of the neighbour on one side of a space; 0 if there is no card."""
    return face(top_beside(pos, space, side))


@compiled
def only_face(pos: Position, space: int) -> int:
    """maumau/joker: the face that all cards beside an empty space show; 0 if they differ: then the Joker's player names one."""
    only = 0
    for side in range(4):
        shown = face_beside(pos, space, side)
        if shown > 0 and shown != only:
            if only > 0:
                return 0
            only = shown
    return only


@compiled
def joker_face(pos: Position, space: int, anchor: int) -> int:
    """maumau/joker: the face of the anchor; maumau/tower-face: on a tower, of the card beneath."""
    if pos.top[space] > 0:
        return face(int(pos.top[space]))
    if anchor > 0:
        return face_beside(pos, space, anchor - 1)
    return only_face(pos, space)


# Cards on the board


@entry_point
def lay(pos: Position, space: int, card: int) -> None:
    """maumau/place: lay a card onto a space, which lets its colour and its value in around it."""
    if pos.top[space] > 0:
        pile_up(pos, space, card)
        return
    colour, symbol = COLOUR_OF[face(card)], SYMBOL_OF[face(card)]
    pos.top[space] = card
    pos.uncovered -= 1
    pos.covered[space // BITS] |= 1 << space % BITS
    if pos.ground[space] >= TOWER:
        start_tower(pos, space, symbol)
    for word in range(2):
        near = pos.around[space, word]
        pos.crowded[word] |= pos.by_colour[ANY_COLOUR, word] & near
        pos.by_colour[ANY_COLOUR, word] |= near
        pos.by_colour[colour, word] |= near
        pos.by_symbol[symbol, word] |= near & ~pos.by_symbol[ANY_SYMBOL, word]


@compiled
def start_tower(pos: Position, space: int, symbol: int) -> None:
    """maumau/tower: from its first card on, only the value or symbol of that card goes on top of a tower."""
    word, bit = space // BITS, 1 << space % BITS
    for other in range(PER_COLOUR):
        pos.by_symbol[other, word] &= ~bit
    pos.by_symbol[symbol, word] |= bit
    pos.by_symbol[ANY_SYMBOL, word] |= bit


@compiled
def pile_up(pos: Position, space: int, card: int) -> None:
    """maumau/tower: a card on top of a tower; maumau/tower-face: its neighbours match its top, which may have a new colour."""
    tower = int(pos.ground[space]) - TOWER
    pos.under[tower, pos.storeys[tower]] = pos.top[space]
    pos.storeys[tower] += 1
    pos.top[space] = card
    for side in range(4):
        if pos.beside[space, side] >= 0:
            look_again(pos, int(pos.beside[space, side]))


@compiled
def look_again(pos: Position, space: int) -> None:
    """maumau/tower-face: find the colours beside a space anew."""
    word, bit = space // BITS, 1 << space % BITS
    for colour in range(4):
        pos.by_colour[colour, word] &= ~bit
    for side in range(4):
        shown = face_beside(pos, space, side)
        if shown > 0:
            pos.by_colour[COLOUR_OF[shown], word] |= bit
