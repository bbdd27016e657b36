"""The entry points of MADA: its compiled functions, and the kernels that loop over them."""

from kartenhaus.core.kernels import kept_for
from kartenhaus.games.mada.rules import MAX_MOVES, deal, legal, play, score, to_act, winners
from kartenhaus.games.mada.views import census, conceal, redeal

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
