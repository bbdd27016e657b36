"""A move of MADA is an integer: the kind of a card to play, or one of the words below plus a seat or a kind."""

from __future__ import annotations

from kartenhaus.core.jit import shared

PLAY, DRAW, LUCK, DONE, TAKE, TOSS = 0, 32, 33, 34, 40, 64  # play + kind, draw, luck, done, swap + seat, toss + kind


@shared
def card_of(move: int) -> int:
    """The card that is played or thrown away."""
    return move & 31


@shared
def target_of(move: int) -> int:
    """The seat whose pile is taken."""
    return move - TAKE
