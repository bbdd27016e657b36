"""The compiled functions of High Card that the rest of the house calls, and the kernels that loop over them."""

from fourth.rules import MAX_MOVES, deal, legal, play, score, to_act, winners
from fourth.views import census, conceal, redeal
from kartenhaus.core.kernels import kept_for

__all__ = [
    "MAX_MOVES",
    "census",
    "conceal",
    "deal",
    "legal",
    "look",
    "perft",
    "play",
    "proceed",
    "redeal",
    "score",
    "simulate",
    "to_act",
    "winners",
]

look, perft, proceed, simulate = kept_for(__name__)
