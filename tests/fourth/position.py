"""A position of High Card."""

from __future__ import annotations

from typing import Annotated

from kartenhaus.core.cards import CardNames
from kartenhaus.core.packed import Bytes, Longs, Packed

SEATS, KINDS, CARDS, HAND = 4, 10, 27, 3
CARD = CardNames([str(value) for value in range(1, KINDS)])


class Position(Packed, events=32):
    """One state of the game."""

    seats: int  # how many play
    turn: int  # the seat to act
    leader: int  # who leads this trick (before the deal: the option)
    left: int  # cards in the draw pile
    block: int  # random state: blocks used
    key: Annotated[Longs, (8,)]  # random state: the seed
    kinds_held: Annotated[Longs, (SEATS,)]  # per seat, the kinds it is seen to hold, as bits
    deck: Annotated[Bytes, (KINDS,)]  # edition: how many cards of each kind
    hands: Annotated[Bytes, (SEATS, KINDS)]  # per seat, how many of each kind; a view: none of the others'
    held: Annotated[Bytes, (SEATS,)]  # per seat, how many cards in hand
    played: Annotated[Bytes, (SEATS,)]  # per seat, the card of this trick; 0 for none yet
    tricks: Annotated[Bytes, (SEATS,)]  # per seat, tricks taken
    discard: Annotated[Bytes, (KINDS,)]  # cards of tricks that were taken
    stack: Annotated[Bytes, (CARDS,)]  # the draw pile, the next card last
