"""A move of Mau Mau is an integer.

The card is in its low bits, then the space, then the neighbour named as anchor, then whether it is said aloud; or it is one of the
words below.
"""

from __future__ import annotations

from kartenhaus.core.jit import shared

SPACE, ANCHOR, ALOUD, WORD = 64, 8192, 65536, 131072  # place: kind + space * 64 + anchor * 8192
DRAW, KEEP, SAY, CATCH, PASS, THROW = WORD, WORD + 1, WORD + 2, WORD + 8, WORD + 64, WORD + 128  # catch + seat, pass + kind …
WORDS = {"draw": DRAW, "keep": KEEP, "say": SAY}


@shared
def card_of(move: int) -> int:
    """The card that is placed, passed on or discarded."""
    return move & 63


@shared
def space_of(move: int) -> int:
    """The space that a card is placed on."""
    return move >> 6 & 127


@shared
def anchor_of(move: int) -> int:
    """The side of the neighbour whose face a Joker takes, from 1; 0 where none is named."""
    return move >> 13 & 7


@shared
def target_of(move: int) -> int:
    """The seat that is caught."""
    return move - CATCH


@shared
def quiet(move: int) -> int:
    """The move without what is said aloud with it; a different number means that something is said."""
    return move & ~ALOUD
