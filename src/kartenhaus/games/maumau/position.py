"""A position of Mau Mau: the board, every card, who knows it, and whose decision is next."""

from __future__ import annotations

from typing import Annotated

import numpy as np

from kartenhaus.core.cards import CardNames
from kartenhaus.core.packed import Bytes, Longs, Packed

SEATS = 4
CARDS = 156
SPACES = 100  # the most a board may have
NO_SPACE = 127  # a number where there is no space, so no card
BITS = 60  # spaces in one word of a bit set
TOWERS = 12  # the most a board may have
STOREYS = 40  # the most cards a tower may have under its top
COLOURS = "rgby"
RARE = ("10", "11", "12")  # values that an edition may leave out; its other cards keep their order, so seeds deal the same
SYMBOLS = (*"123456789", *RARE, *"DSP")  # of each colour: the values, Draw Two, Skip, Pass a Card
DRAW_TWO, SKIP, PASS_ON = 12, 13, 14
PER_COLOUR = len(SYMBOLS)
JOKER = 61
KINDS = 62
CARD = CardNames([*(colour + symbol for colour in COLOURS for symbol in SYMBOLS), "J"])
JOKER_AS = 64  # a Joker on the board is this plus the face it has taken

EMPTY, START, PLAIN, POINT, ALL_DRAW, DISCARD, TOWER = range(7)
"""The ground of a space; the first tower is TOWER, the next TOWER + 1, and so on."""
GROUND = {"S": START, ".": PLAIN, "1": POINT, "A": ALL_DRAW, "D": DISCARD, "T": TOWER}

TURN, PASSING, DISCARDING, OVER = range(4)
"""What the seat to act has to decide: its turn; a card to pass on; a card to discard, or none; nothing more."""

MAU, MAU_MAU = 1, 2
"""What a seat owes to say."""
COVERED, IDLE = 3, 4
"""Why the game is over: every space is covered; nobody can go on."""
WORDS = ("mau", "mau mau", "covered", "idle")
"""The words for these four."""


COLOUR_OF = np.array([0, *(colour for colour in range(4) for _ in SYMBOLS), 4], np.int64)  # by kind; dividing costs more
SYMBOL_OF = np.array([0, *(symbol for _ in range(4) for symbol in range(PER_COLOUR)), PER_COLOUR], np.int64)
ANY_COLOUR, ANY_SYMBOL = 4, PER_COLOUR  # those of a Joker
DRAW_TWOS = sum(1 << 1 + colour * PER_COLOUR + DRAW_TWO for colour in range(4))


class Position(Packed, events=160):
    """One state of the game."""

    seats: int  # how many play
    turn: int  # the seat to act
    pending: int  # what it has to decide: TURN, PASSING, …
    starter: int  # before the deal: who starts, or NOBODY for the seed to pick; 0 after
    penalty: int  # cards the seat to act must draw for Draw Twos
    skip: int  # 1 while a Skip waits for the turn to end
    discards: int  # 1 while a discard waits for the card to be passed on
    idle: int  # turns in a row in which no card was placed or drawn
    drew: int  # 1 if a penalty was drawn in this turn
    uncovered: int  # spaces without a card
    left: int  # cards in the draw pile
    block: int  # random state: blocks used
    hand_size: int  # edition: cards dealt, and drawn after a Mau Mau
    match_all: int  # house rule: 1 if it is chosen
    penalty_then_play: int  # the same
    manual: int  # option: announce = manual
    spaces: int  # board: how many
    key: Annotated[Longs, (8,)]  # random state: the seed
    points: Annotated[Longs, (SEATS,)]  # points won
    kinds_held: Annotated[Longs, (SEATS,)]  # per seat, the known kinds in its bank, as bits
    held: Annotated[Longs, (SEATS,)]  # per seat, how many cards in the bank
    gone: Annotated[Longs, (SEATS + 1,)]  # how many cards out of the game, by who put them there; the last: nobody knows who
    around: Annotated[Longs, (SPACES, 2)]  # board: per space, those that share an edge with it, as bits, BITS in each word
    covered: Annotated[Longs, (2,)]  # the spaces that have a card
    crowded: Annotated[Longs, (2,)]  # the spaces beside several cards, covered or not
    by_colour: Annotated[Longs, (5, 2)]  # per colour, the spaces beside a card of that colour; ANY_COLOUR: beside any card
    by_symbol: Annotated[Longs, (PER_COLOUR + 1, 2)]  # the same per value or symbol, except that a covered tower is only in the row
    # of the symbol on top; ANY_SYMBOL: all covered towers
    deck: Annotated[Bytes, (KINDS,)]  # edition: how many cards of each kind
    hands: Annotated[Bytes, (SEATS, KINDS)]  # per seat, how many of each kind; a view: those it knows
    known: Annotated[Bytes, (SEATS, SEATS, KINDS)]  # [of, by]: the cards of one seat's bank that another knows
    owes: Annotated[Bytes, (SEATS,)]  # per seat: MAU or MAU_MAU while it has to be said, else 0
    out: Annotated[Bytes, (SEATS + 1, KINDS)]  # which cards those are
    stack: Annotated[Bytes, (CARDS,)]  # the draw pile, the next card last
    ground: Annotated[Bytes, (SPACES,)]  # board: what a space is
    column: Annotated[Bytes, (SPACES,)]  # board: its column, from 0
    row: Annotated[Bytes, (SPACES,)]  # board: its row, from 0
    beside: Annotated[Bytes, (SPACES, 4)]  # board: the spaces that share an edge, -1 for none
    top: Annotated[Bytes, (NO_SPACE + 1,)]  # the card on a space, 0 for none
    under: Annotated[Bytes, (TOWERS, STOREYS)]  # per tower, the cards under its top, bottom first
    storeys: Annotated[Bytes, (TOWERS,)]  # per tower, how many those are
