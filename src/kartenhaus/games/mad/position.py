"""A position of MAD: every card, who knows it, and whose decision is next."""

from __future__ import annotations

from typing import Annotated

import numpy as np

from kartenhaus.core.cards import CardNames
from kartenhaus.core.packed import Bytes, Longs, Packed

SEATS = 6
CARDS = 76
COLOURS = "gyrb"
SYMBOLS = "123456WDG"  # of each colour: the numbers, Which Way?, Draw One, Give Two
NUMBERS = 6
WHICH_WAY, DRAW_ONE, GIVE_TWO = 6, 7, 8
PER_COLOUR = len(SYMBOLS)
WILD, WOOLLY, NOT_ME, SWAP_HANDS, JOKER = range(37, 42)
KINDS = 42
CARD = CardNames([*(colour + symbol for colour in COLOURS for symbol in SYMBOLS), "W", "WW", "N", "X", "J"])

SYMBOL_OF = np.array([-1, *(symbol for _ in COLOURS for symbol in range(PER_COLOUR)), *[-1] * (KINDS - WILD)], np.int64)
"""By kind; -1 for wilds."""
PLAIN = sum(1 << kind for kind in range(1, WILD) if SYMBOL_OF[kind] not in (WHICH_WAY, GIVE_TWO))
"""The kinds with which nothing is named, as bits."""

# A card on the open pile has a face: its kind, or for a wild with a named colour FACES + 4 for each wild + the colour.
FACES = KINDS
FACE = (
    *CARD.names,
    *(f"{wild}:{colour}" for wild in CARD.names[WILD:] for colour in COLOURS),
)

FIRST, TURN, DRAWN, ANSWER, GIVE, OVER = range(6)
"""What the seat to act has to decide: how the card turned up counts; its turn; whether to play the card just drawn; how to
answer an attack; which card to give; nothing more."""

EMPTIED, CALLED, COUNTED = 1, 2, 3
"""How the game ended: a hand was empty; the Joker called it; nothing to draw, or too many turns."""


def _fits_on(face: int) -> int:
    """mad/fit, mad/fit-wild: the kinds that may be played on a face, as a set of bits."""
    wilds = sum(1 << kind for kind in range(WILD, KINDS))
    if face >= FACES:
        colour, symbol = (face - FACES) % 4, None
    elif 0 < face < WILD:
        colour, symbol = divmod(face - 1, PER_COLOUR)
    else:
        return wilds
    coloured = [kind for kind in range(1, WILD) if (kind - 1) // PER_COLOUR == colour or (kind - 1) % PER_COLOUR == symbol]
    return wilds | sum(1 << kind for kind in coloured)


FITS = np.array([_fits_on(face) for face in range(len(FACE))], np.int64)


WORDS = (*COLOURS, "right", "left", "draw one", "give two", "woolly", "swap hands", "emptied", "called", "counted", "turns")
"""What events name, numbered from 1: colours, ways, attacks, and why the game is over."""
TO_RIGHT, TO_LEFT = 5, 6
BY_EMPTY, BY_JOKER, BY_PASSES, BY_TURNS = 11, 12, 13, 14


class Position(Packed, events=160):
    """One state of the game."""

    seats: int  # how many play
    dealer: int  # the seat that dealt (before the deal: the option, or NOBODY)
    direction: int  # of play: 1 to the right, -1 to the left
    turn: int  # the seat whose turn it is; while an attack is answered, the one after whom play goes on
    actor: int  # the seat to act
    pending: int  # what it has to decide: FIRST, TURN, …
    attack: int  # while an attack is answered or given: DRAW_ONE, GIVE_TWO, WOOLLY or SWAP_HANDS, else 0
    threat: int  # while an attack is answered: the seat that threatens; while cards are given: the seat that gets them
    gifts: int  # cards still to be given
    drawn: int  # the kind just drawn, while its owner decides
    passes: int  # passes in a row
    turns: int  # the number of this turn
    ended: int  # how the game ended: EMPTIED, CALLED, COUNTED; 0 before
    lying: int  # cards in the open pile
    left: int  # cards in the closed pile
    block: int  # random state: blocks used
    hand_size: int  # edition: cards dealt to each
    most_turns: int  # edition: the last turn there can be
    key: Annotated[Longs, (8,)]  # random state: the seed
    kinds_held: Annotated[Longs, (SEATS,)]  # per seat, the known kinds in its hand, as bits
    deck: Annotated[Bytes, (KINDS,)]  # edition: how many cards of each kind
    hands: Annotated[Bytes, (SEATS, KINDS)]  # per seat, how many of each kind; a view: those it knows
    held: Annotated[Bytes, (SEATS,)]  # per seat, how many cards in hand
    known: Annotated[Bytes, (SEATS, SEATS, KINDS)]  # [of, by]: the cards of one seat's hand that another knows
    open: Annotated[Bytes, (CARDS,)]  # the open pile as faces, bottom first
    closed: Annotated[Bytes, (CARDS,)]  # the closed pile, the next card last
