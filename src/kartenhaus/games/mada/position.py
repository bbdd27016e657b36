"""A position of MADA: every card and whose decision is next."""

from __future__ import annotations

from typing import Annotated

from kartenhaus.core.cards import CardNames
from kartenhaus.core.packed import Bytes, Longs, Packed

SEATS = 5
HIGHEST = 13  # Cactus cards are the kinds 1 to 13: kind = value
LEMUR, DOUBLE, SCORPION = 14, 15, 16
KINDS = 17
CARDS = 70
CARD = CardNames([*(str(value) for value in range(1, HIGHEST + 1)), "L", "D", "S"])

TURN, SWAP, STING, DEALT, LOST, OVER = range(6)
"""What the seat to act has to decide: its turn; a pile to swap for; a card to go with the Scorpion; the same for a dealt
Scorpion; what to throw away after losing; nothing more."""


GOAL = 5  # Cactus cards aside that end the game
FIVE, TURNS = 1, 2
"""Why the game is over: someone has five Cactus cards aside; that was the last turn."""


class Position(Packed, events=64):
    """One state of the game."""

    seats: int  # how many play
    turn: int  # the seat to act
    pending: int  # what it has to decide: TURN, SWAP, …
    starter: int  # who will start, while dealt Scorpions are settled; NOBODY after (before the deal: the option)
    left: int  # cards in the draw pile
    top: int  # the card on top of the discard, 0 for none
    turns: int  # the number of this turn; 0 while dealt Scorpions are settled
    most_turns: int  # edition: the last turn there can be
    block: int  # random state: blocks used
    key: Annotated[Longs, (8,)]  # random state: the seed
    kinds_held: Annotated[Longs, (SEATS,)]  # per seat, the known kinds in its hand, as bits
    deck: Annotated[Bytes, (KINDS,)]  # edition: how many cards of each kind
    pears: Annotated[Bytes, (KINDS,)]  # edition: prickly pears of each kind
    hands: Annotated[Bytes, (SEATS, KINDS)]  # per seat, how many of each kind; a view: none of the others'
    held: Annotated[Bytes, (SEATS,)]  # per seat, how many cards in hand
    piles: Annotated[Bytes, (SEATS, CARDS)]  # per seat, bottom first
    heights: Annotated[Bytes, (SEATS,)]  # per seat, cards in the pile
    aside: Annotated[Bytes, (SEATS, KINDS)]  # per seat, cards set aside
    discard: Annotated[Bytes, (KINDS,)]  # the general discard pile
    stack: Annotated[Bytes, (CARDS,)]  # the draw pile, the next card last
    owed: Annotated[Bytes, (SEATS,)]  # tosses still owed for dealt Scorpions
