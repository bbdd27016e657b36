"""The entry points of Mau Mau: its compiled functions, and the kernels that loop over them."""

from kartenhaus.core.kernels import kept_for
from kartenhaus.games.maumau.banks import score, winners
from kartenhaus.games.maumau.rules import MAX_MOVES, deal, earns, legal, play, to_act
from kartenhaus.games.maumau.views import census, conceal, redeal

__all__ = [
    "MAX_MOVES",
    "census",
    "conceal",
    "deal",
    "earns",
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
