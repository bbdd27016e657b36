"""The loop for MADA, kept for the next start."""

from __future__ import annotations

from kartenhaus.bots.mada import weigh
from kartenhaus.core.kernels import kept_in
from kartenhaus.dataset.thumb import choosing

choose = kept_in(__name__, "choose", choosing(weigh))
