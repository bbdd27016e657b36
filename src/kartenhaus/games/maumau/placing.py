"""Mau Mau: cards on the board, and what fits where (the rows place, anchor, joker and tower of rulebook.md)."""

from __future__ import annotations

from kartenhaus.core.jit import called, compiled, lowest_bit, shared
from kartenhaus.games.maumau.position import (
    BITS,
    COLOUR_OF,
    JOKER,
    JOKER_AS,
    MIXED,
    PER_COLOUR,
    POINT,
    SYMBOL_OF,
    TOWER,
    Position,
)


@compiled
def places_for(pos: Position, kind: int, word: int) -> int:
    """maumau/place: the spaces on which a card may be placed, as one word of a bit set."""
    if kind == JOKER:
        return int(pos.active[word])
    spaces = int(pos.by_colour[COLOUR_OF[kind], word] | pos.by_symbol[SYMBOL_OF[kind], word])
    if pos.match_all:
        some = spaces
        while some != 0:
            bit = some & -some
            some -= bit
            if not fits_all(pos, lowest_bit(bit) + word * BITS, kind):
                spaces -= bit
    return spaces


@compiled
def fits_all(pos: Position, space: int, kind: int) -> bool:
    """maumau/anchor: under `match_all` a card must fit every neighbour of an empty space; on a tower only its top counts."""
    if pos.top[space] > 0:
        return True
    for side in range(4):
        neighbour = int(pos.beside[space, side])
        if neighbour >= 0 and pos.top[neighbour] > 0:
            shown = face(int(pos.top[neighbour]))
            same_colour = COLOUR_OF[shown] == COLOUR_OF[kind]
            if not same_colour and SYMBOL_OF[shown] != SYMBOL_OF[kind]:
                return False
    return True


FOR_POINT, FOR_DOUBLE = 1, 2


@compiled
def worth(pos: Position, kind: int, space: int) -> int:
    """maumau/double-match, maumau/point-space, maumau/space-point: what placing a card there earns at once."""
    earned = FOR_DOUBLE if kind != JOKER and is_double(pos, kind, space) else 0
    if pos.ground[space] == POINT:
        earned += FOR_POINT
    return earned


@compiled
def is_double(pos: Position, kind: int, space: int) -> bool:
    """maumau/double-match: the very same card beside it (or beneath it: maumau/tower); a Joker is never the same.

    maumau/anchor, maumau/joker: of several neighbours the one that earns most is the anchor.
    """
    if pos.top[space] > 0:
        return bool(pos.top[space] == kind)
    for side in range(4):
        neighbour = int(pos.beside[space, side])
        if neighbour >= 0 and pos.top[neighbour] == kind:
            return True
    return False


@shared
def face(card: int) -> int:
    """What a card on the board counts as: a Joker has the face it took when it was placed."""
    return card - JOKER_AS if card >= JOKER_AS else card


@compiled
def joker_face(pos: Position, space: int, anchor: int) -> int:
    """maumau/joker: the face of the anchor; maumau/tower-face: on a tower, of the card beneath."""
    if pos.top[space] > 0:
        return face(int(pos.top[space]))
    if anchor > 0:
        return face(int(pos.top[pos.beside[space, anchor - 1]]))
    return int(pos.shown[space])


@called
def lay(pos: Position, space: int, card: int) -> None:
    """maumau/tower: lay a card onto a space or a tower, and update what fits on it and around it."""
    ground = int(pos.ground[space])
    grows = pos.top[space] > 0
    if grows:
        tower = ground - TOWER
        pos.under[tower, pos.storeys[tower]] = pos.top[space]
        pos.storeys[tower] += 1
    else:
        pos.uncovered -= 1
    pos.top[space] = card
    close_space(pos, space)
    if ground >= TOWER:
        bit = 1 << space % BITS
        pos.active[space // BITS] |= bit
        pos.stacked[space // BITS] |= bit
        pos.by_symbol[SYMBOL_OF[face(card)], space // BITS] |= bit
    for side in range(4):
        neighbour = int(pos.beside[space, side])
        if neighbour >= 0 and pos.top[neighbour] == 0:
            if grows:
                look_again(pos, neighbour)
            else:
                look_beside(pos, neighbour, face(card))


@compiled
def close_space(pos: Position, space: int) -> None:
    """Mark a space as one on which nothing fits, for now."""
    word = space // BITS
    others = ~(1 << space % BITS)
    pos.shown[space] = 0
    pos.active[word] &= others
    for colour in range(4):
        pos.by_colour[colour, word] &= others
    for symbol in range(PER_COLOUR):
        pos.by_symbol[symbol, word] &= others


@compiled
def look_beside(pos: Position, space: int, shown: int) -> None:
    """maumau/place, maumau/anchor: a face beside an empty space lets its colour and its value in.

    maumau/joker: where the neighbours show different faces, a Joker's player names one.
    """
    word = space // BITS
    bit = 1 << space % BITS
    pos.shown[space] = shown if pos.shown[space] == 0 or pos.shown[space] == shown else MIXED
    pos.active[word] |= bit
    pos.by_colour[COLOUR_OF[shown], word] |= bit
    pos.by_symbol[SYMBOL_OF[shown], word] |= bit


@compiled
def look_again(pos: Position, space: int) -> None:
    """maumau/tower-face: the neighbours of a tower match its top: check all cards beside an empty space again."""
    close_space(pos, space)
    for side in range(4):
        neighbour = int(pos.beside[space, side])
        if neighbour >= 0 and pos.top[neighbour] > 0:
            look_beside(pos, space, face(int(pos.top[neighbour])))
