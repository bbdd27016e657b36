"""The loop for Mau Mau, kept for the next start."""

from __future__ import annotations

from kartenhaus.bots.maumau import weigh
from kartenhaus.bots.trials.kernel import trying
from kartenhaus.core.jit import entry_point
from kartenhaus.core.kernels import kept_in
from kartenhaus.games.maumau import entry_points

trial = kept_in(__name__, "trial", trying(entry_points, weigh), entry_point)
