"""Confidence intervals for shares."""

from __future__ import annotations

Z = 1.959964  # standard deviations of a 95 % interval


def wilson(mean: float, size: float) -> tuple[float, float]:
    """Wilson's 95 % interval for a share of `mean` in `size` independent tries; from 0 to 1 without tries.

    >>> [round(bound, 4) for bound in wilson(0.1, 50)]
    [0.0435, 0.2136]
    >>> wilson(0.0, 0), wilson(1.0, 10)[1]
    ((0.0, 1.0), 1.0)
    """
    if size <= 0:
        return 0.0, 1.0
    centre = (mean + Z**2 / (2 * size)) / (1 + Z**2 / size)
    half = Z * (mean * (1 - mean) / size + Z**2 / (4 * size**2)) ** 0.5 / (1 + Z**2 / size)
    return max(0.0, min(mean, centre - half)), min(1.0, max(mean, centre + half))  # rounding must not exclude the mean


def wilson_of(mean: float, variance: float, size: int) -> tuple[float, float]:
    """The same for the mean of `size` shares from 0 to 1 with this variance: for as many whole ones as would vary as much.

    >>> wilson_of(0.1, 0.09, 50) == wilson(0.1, 50)
    True
    """
    whole = mean * (1 - mean)
    scale = variance / whole if whole > 0 else 1.0
    return wilson(mean, size / scale if scale > 0 else size)
