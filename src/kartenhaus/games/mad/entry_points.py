"""The entry points of MAD: its compiled functions, and the kernels that loop over them."""

from kartenhaus.core.kernels import kept_for
from kartenhaus.games.mad.result import score, winners
from kartenhaus.games.mad.rules import MAX_MOVES, deal, legal, play, to_act
from kartenhaus.games.mad.views import census, conceal, redeal

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
