"""A measured number with its 95 % interval, and the ways to get one."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

import msgspec
import numpy as np

from kartenhaus.core.intervals import Z, wilson_of

Floats = np.ndarray[Any, np.dtype[np.float64]]
RESAMPLED = 1000  # times, for an interval by bootstrap
ENDS = (2.5, 97.5)  # percent
ERROR = 0.05  # how likely at most anything is called clear that is not


class Measured(msgspec.Struct, frozen=True):
    """A measured number with its 95 % interval."""

    value: float
    """The number."""
    low: float
    """The lower end of the interval."""
    high: float
    """The upper end."""


def mean_of(values: Any) -> Measured:
    """The mean of independent values.

    >>> mean_of([1.0, 2.0, 3.0])
    Measured(value=2.0, low=0.8684142569980242, high=3.131585743001976)
    """
    values = np.asarray(values, np.float64)
    mean = float(values.mean())
    half = Z * float(values.std(ddof=1)) / math.sqrt(len(values)) if len(values) > 1 else 0.0
    return Measured(mean, mean - half, mean + half)


def share_of(values: Any) -> Measured:
    """The mean of independent shares from 0 to 1, mostly 0 or 1: Wilson's interval, adjusted for shared wins."""
    values = np.asarray(values, np.float64)
    mean = float(values.mean())
    return Measured(mean, *wilson_of(mean, float(values.var()), len(values)))


def ratio_of(parts: Any, wholes: Any) -> Measured:
    """A sum of parts over a sum of wholes; games are independent, not the decisions of one game."""
    parts, wholes = np.asarray(parts, np.float64), np.asarray(wholes, np.float64)
    ratio = float(parts.sum() / wholes.sum()) if wholes.sum() else 0.0
    if len(parts) < 2 or not wholes.sum():
        return Measured(ratio, ratio, ratio)
    off = parts - ratio * wholes
    half = Z * math.sqrt(float((off**2).sum()) / (len(off) - 1) / len(off)) / float(wholes.mean())
    return Measured(ratio, ratio - half, ratio + half)


def difference(one: Measured, other: Measured) -> Measured:
    """How much more the first is than the second, by Zou and Donner's method, for two independent figures.

    >>> difference(Measured(5.0, 4.0, 7.0), Measured(2.0, 1.0, 2.5))
    Measured(value=3.0, low=1.881966011250105, high=5.23606797749979)
    """
    value = one.value - other.value
    below = math.hypot(one.value - one.low, other.high - other.value)
    above = math.hypot(one.high - one.value, other.value - other.low)
    return Measured(value, value - below, value + above)


def beyond_chance(differences: Sequence[Measured]) -> list[bool]:
    """Which differences are not 0, by Holm's method: of many that are, 95 times in 100 none is taken for one that is not.

    One alone is judged by its interval.

    >>> one = Measured(2.1, 0.1, 4.1)
    >>> beyond_chance([one]), beyond_chance([one, Measured(1.0, -1.0, 3.0)]), beyond_chance([one, Measured(9.0, 7.0, 11.0)])
    ([True], [False, False], [True, True])
    """
    chances = [_by_chance(one) for one in differences]
    found = [False] * len(chances)
    for place, number in enumerate(sorted(range(len(chances)), key=chances.__getitem__)):
        if chances[number] * (len(chances) - place) > ERROR:
            break
        found[number] = True
    return found


def _by_chance(one: Measured) -> float:
    """How likely chance alone brings such a difference, either way."""
    half = one.value - one.low if one.value > 0 else one.high - one.value
    if math.isnan(half):
        return 1.0
    if half <= 0:
        return float(one.value == 0)
    return math.erfc(Z * abs(one.value) / half / math.sqrt(2))


def bootstrap(size: int, seed: int, statistic: Callable[[Floats], Floats]) -> list[Measured]:
    """Figures with intervals by bootstrap over `size` independent things.

    `statistic` takes how often each of them counts, and returns the numbers; those of everything counted once are the values.
    """
    values = statistic(np.ones(size))
    chance = np.random.default_rng(seed)
    even = np.full(size, 1 / size)
    found = np.array([statistic(chance.multinomial(size, even).astype(np.float64)) for _ in range(RESAMPLED)])
    found -= found.mean(axis=0) - values  # resampling adds noise of its own, which shifts what is squared
    lows, highs = np.percentile(found, ENDS, axis=0)
    return [Measured(float(value), float(low), float(high)) for value, low, high in zip(values, lows, highs, strict=True)]
