"""How long games are, and how fair the seats, from a series."""

from __future__ import annotations

import numpy as np

from kartenhaus.study.figures import Measured, mean_of, share_of
from kartenhaus.study.result import Length, Seats
from kartenhaus.study.series import Series

BARS = 32
HIGHEST = 0.995  # the plot ends here: the longest games would flatten the rest


def length(series: Series, pace: float, edges: list[float]) -> Length:
    """How long games are; `pace` is the minutes of a move."""
    moves = series.games.decisions
    mean = mean_of(moves)
    counts, _ = np.histogram(np.minimum(moves, edges[-1] - 0.5), edges)
    return Length(
        moves=mean,
        shortest=int(moves.min()),
        tenths=[float(cut) for cut in np.percentile(moves, (10, 50, 90))],
        longest=int(moves.max()),
        minutes=Measured(pace * mean.value, pace * mean.low, pace * mean.high),
        edges=edges,
        bars=[float(count) / len(moves) for count in counts],
    )


def edges_of(several: list[Series]) -> list[float]:
    """Where the bars of a plot begin, the same for all sides: each covers equally many lengths. The last holds all longer games."""
    low = min(int(one.games.decisions.min()) for one in several)
    high = max(int(np.quantile(one.games.decisions, HIGHEST)) for one in several)
    step = -(-(high - low + 1) // BARS)
    return [low - 0.5 + step * bar for bar in range(-(-(high - low + 1) // step) + 1)]


def seats(series: Series) -> Seats:
    """How fair the seats are."""
    shares, points = series.shares(), series.games.points
    wins = [share_of(column) for column in shares.T]
    first, even = wins[0], 1 / len(wins)
    return Seats(
        wins=wins,
        points=[mean_of(column) for column in points.T],
        edge=Measured(first.value - even, first.low - even, first.high - even),
        shared=share_of(shares.max(axis=1) < 1),
    )
