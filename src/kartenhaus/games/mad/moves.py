"""A move of MAD is an integer: what is played in its low bits, then the colour named (1 to 4), then the seat or neighbour named."""

from __future__ import annotations

from kartenhaus.core.jit import shared

COLOUR, TARGET = 64, 512  # a move's colour and target are these times a number
RIGHT, LEFT, END = 1, 2, 7  # targets other than seats: the neighbours of Which Way?, the end called by the Joker
PLAY, ANSWER_FIRST, DRAW, KEEP, PASS, ALLOW, DEFEND, GIFT = 0, 4096, 8192, 8193, 8194, 8195, 8256, 16384

WORDS = {"draw": DRAW, "keep": KEEP, "pass": PASS, "allow": ALLOW}
WAYS = {"right": RIGHT, "left": LEFT}


@shared
def card_of(move: int) -> int:
    """The card that is played or given."""
    return move & 63


@shared
def colour_of(move: int) -> int:
    """The colour that is named, from 1; 0 for none."""
    return move - DEFEND if DEFEND < move < GIFT else move >> 6 & 7


@shared
def target_of(move: int) -> int:
    """What else is named: a seat plus 1, RIGHT, LEFT or END; 0 for nothing."""
    return move >> 9 & 7
