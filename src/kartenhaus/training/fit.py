"""Fit networks to what was noted in self-play: Adam on the cross-entropy, compiled, because most features are zero.

The value and the policy are fitted at the same time, each in one thread: so the result does not depend on the number of threads.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from kartenhaus.bots.learned.blocks import Declaration
from kartenhaus.bots.learned.network import Floats
from kartenhaus.core.jit import compiled, kernel
from kartenhaus.core.packed import Longs

Weights = dict[str, Floats]
VALUE = ("value_1", "value_1_bias", "value_2", "value_2_bias", "value_3", "value_3_bias")
POLICY = ("policy", "policy_bias", "move", "score")
ZERO = np.float32(0)
MEAN, SIZE = np.float32(0.1), np.float32(0.001)  # how fast Adam forgets


def fresh(declared: Declaration, seed: int, width: int = 64, second: int = 32) -> Weights:
    """A network that knows nothing yet. What the edition decides starts without weight."""
    chance = np.random.default_rng(seed)

    def drawn(rows: int, columns: int, size: float) -> Floats:
        return (chance.standard_normal((rows, columns)) * size).astype(np.float32)

    def zeros(*shape: int) -> Floats:
        return np.zeros(shape, np.float32)

    weights = {
        "value_1": drawn(declared.size, width, 0.15),
        "value_1_bias": zeros(width),
        "value_2": drawn(width, second, (2 / width) ** 0.5),
        "value_2_bias": zeros(second),
        "value_3": drawn(second, declared.others + 1, 0.1),
        "value_3_bias": zeros(declared.others + 1),
        "policy": drawn(declared.size, width, 0.15),
        "policy_bias": zeros(width),
        "move": drawn(declared.move_size, width, 0.5),
        "score": drawn(width, 1, 0.1)[:, 0].copy(),
    }
    for first in ("value_1", "policy"):
        weights[first][declared.live :] = 0
    return weights


class Adam:
    """Steps down a gradient, with a memory of its mean and size, for one half of a network."""

    def __init__(self, weights: Weights, half: tuple[str, ...]) -> None:
        self.half = half
        self.mean, self.size, self.slopes = ({name: np.zeros_like(weights[name]) for name in half} for _ in range(3))
        self.steps = 0

    def arrays(self, weights: Weights) -> Any:
        """Weights, slopes, means and sizes, as the kernels take them."""
        return tuple(tuple(one[name] for name in self.half) for one in (weights, self.slopes, self.mean, self.size))


@compiled
def step_matrix(weights: Floats, slopes: Floats, mean: Floats, size: Floats, long: Any) -> None:
    """One step of Adam for a matrix; the slopes become zero again."""
    for row in range(weights.shape[0]):
        for column in range(weights.shape[1]):
            slope = slopes[row, column]
            mean[row, column] += MEAN * (slope - mean[row, column])
            size[row, column] += SIZE * (slope * slope - size[row, column])
            weights[row, column] -= long * mean[row, column] / (np.sqrt(size[row, column]) + np.float32(1e-8))
            slopes[row, column] = ZERO


@compiled
def step_row(weights: Floats, slopes: Floats, mean: Floats, size: Floats, long: Any) -> None:
    """The same for a vector."""
    for column in range(len(weights)):
        slope = slopes[column]
        mean[column] += MEAN * (slope - mean[column])
        size[column] += SIZE * (slope * slope - size[column])
        weights[column] -= long * mean[column] / (np.sqrt(size[column]) + np.float32(1e-8))
        slopes[column] = ZERO


@compiled
def stride(rate: float, steps: int) -> Any:
    """How far Adam goes in its next step."""
    return np.float32(rate * math.sqrt(1 - 0.999**steps) / (1 - 0.9**steps))


@kernel
def fit_value(seen: Floats, target: Floats, seats: Longs, order: Longs, batch: int, rate: float, steps: int, halves: Any) -> float:
    """Go through positions in an order, a batch at a time; return the mean cross-entropy before each was learned."""
    (first, first_bias, second, second_bias, third, third_bias), slopes, mean, size = halves
    hidden = np.empty(len(first_bias), np.float32)
    deep = np.empty(len(second_bias), np.float32)
    back = np.empty(len(second_bias), np.float32)
    below = np.empty(len(first_bias), np.float32)
    odds = np.empty(len(third_bias), np.float64)
    share = np.float32(1.0 / batch)
    loss = 0.0
    used = 0
    for start in range(0, len(order) - batch + 1, batch):
        for row in order[start : start + batch]:
            used += 1
            for unit in range(len(hidden)):
                hidden[unit] = first_bias[unit]
            for place in range(seen.shape[1]):
                x = seen[row, place]
                if x != 0:
                    for unit in range(len(hidden)):
                        hidden[unit] += x * first[place, unit]
            for unit in range(len(hidden)):
                hidden[unit] = max(hidden[unit], ZERO)
            for unit in range(len(deep)):
                deep[unit] = second_bias[unit]
            for before in range(len(hidden)):
                for unit in range(len(deep)):
                    deep[unit] += hidden[before] * second[before, unit]
            for unit in range(len(deep)):
                deep[unit] = max(deep[unit], ZERO)
                back[unit] = ZERO
            most = -1e30
            for seat in range(seats[row]):
                out = third_bias[seat]
                for unit in range(len(deep)):
                    out += deep[unit] * third[unit, seat]
                odds[seat] = out
                most = max(most, odds[seat])
            total = 0.0
            for seat in range(seats[row]):
                odds[seat] = math.exp(odds[seat] - most)
                total += odds[seat]
            for seat in range(seats[row]):
                odds[seat] /= total
                loss -= target[row, seat] * math.log(odds[seat] + 1e-9)
                slope = np.float32(odds[seat] - target[row, seat]) * share
                slopes[5][seat] += slope
                for unit in range(len(deep)):
                    slopes[4][unit, seat] += slope * deep[unit]
                    back[unit] += slope * third[unit, seat]
            for unit in range(len(deep)):
                back[unit] = back[unit] if deep[unit] > 0 else ZERO
                slopes[3][unit] += back[unit]
            for before in range(len(hidden)):
                value = hidden[before]
                slope = ZERO
                if value > 0:
                    for unit in range(len(deep)):
                        slopes[2][before, unit] += value * back[unit]
                        slope += back[unit] * second[before, unit]
                below[before] = slope
                slopes[1][before] += slope
            for place in range(seen.shape[1]):
                x = seen[row, place]
                if x != 0:
                    for unit in range(len(hidden)):
                        slopes[0][place, unit] += x * below[unit]
        steps += 1
        long = stride(rate, steps)
        step_matrix(first, slopes[0], mean[0], size[0], long)
        step_row(first_bias, slopes[1], mean[1], size[1], long)
        step_matrix(second, slopes[2], mean[2], size[2], long)
        step_row(second_bias, slopes[3], mean[3], size[3], long)
        step_matrix(third, slopes[4], mean[4], size[4], long)
        step_row(third_bias, slopes[5], mean[5], size[5], long)
    return loss / max(used, 1)


@kernel
def fit_policy(
    known: Floats,
    starts: Longs,
    described: Floats,
    outlook: Floats,
    order: Longs,
    batch: int,
    rate: float,
    temperature: float,
    steps: int,
    halves: Any,
    found: Any,
) -> None:
    """Go through decisions in an order, a batch at a time, towards moves by what they are worth: the best most, equals alike.

    `found` gets, before each was learned, the mean cross-entropy, how often the best move was liked best, and what was lost else.
    """
    (entry, bias, move, score), slopes, mean, size = halves
    width = len(bias)
    hidden = np.empty(width, np.float32)
    state = np.empty(width, np.float32)
    units = np.empty((64, width), np.float32)
    odds = np.empty(64, np.float64)
    wanted = np.empty(64, np.float64)
    share = np.float32(1.0 / batch)
    used = 0
    for one in range(len(found)):
        found[one] = 0
    for start in range(0, len(order) - batch + 1, batch):
        for row in order[start : start + batch]:
            used += 1
            begin = starts[row]
            count = min(starts[row + 1] - begin, 64)
            for unit in range(width):
                hidden[unit] = bias[unit]
                state[unit] = ZERO
            for place in range(known.shape[1]):
                x = known[row, place]
                if x != 0:
                    for unit in range(width):
                        hidden[unit] += x * entry[place, unit]
            most = -1e30
            best = 0
            liked = 0
            for choice in range(count):
                for unit in range(width):
                    units[choice, unit] = hidden[unit]
                for place in range(described.shape[1]):
                    x = described[begin + choice, place]
                    if x != 0:
                        for unit in range(width):
                            units[choice, unit] += x * move[place, unit]
                out = 0.0
                for unit in range(width):
                    out += max(units[choice, unit], ZERO) * score[unit]
                odds[choice] = out
                most = max(most, out)
                best = choice if outlook[begin + choice] > outlook[begin + best] else best
                liked = choice if out > odds[liked] else liked
            found[1] += 1 if outlook[begin + liked] >= outlook[begin + best] else 0
            found[2] += outlook[begin + best] - outlook[begin + liked]
            total = 0.0
            hoped = 0.0
            for choice in range(count):
                odds[choice] = math.exp(odds[choice] - most)
                wanted[choice] = math.exp((outlook[begin + choice] - outlook[begin + best]) / temperature)
                total += odds[choice]
                hoped += wanted[choice]
            for choice in range(count):
                probability = odds[choice] / total
                aim = wanted[choice] / hoped
                found[0] -= aim * math.log(probability + 1e-9)
                slope = np.float32(probability - aim) * share
                for unit in range(width):
                    active = units[choice, unit]
                    slopes[3][unit] += slope * max(active, ZERO)
                    units[choice, unit] = slope * score[unit] if active > 0 else ZERO
                    state[unit] += units[choice, unit]
                for place in range(described.shape[1]):
                    x = described[begin + choice, place]
                    if x != 0:
                        for unit in range(width):
                            slopes[2][place, unit] += x * units[choice, unit]
            for unit in range(width):
                slopes[1][unit] += state[unit]
            for place in range(known.shape[1]):
                x = known[row, place]
                if x != 0:
                    for unit in range(width):
                        slopes[0][place, unit] += x * state[unit]
        steps += 1
        long = stride(rate, steps)
        step_matrix(entry, slopes[0], mean[0], size[0], long)
        step_row(bias, slopes[1], mean[1], size[1], long)
        step_matrix(move, slopes[2], mean[2], size[2], long)
        step_row(score, slopes[3], mean[3], size[3], long)
    for one in range(len(found)):
        found[one] /= max(used, 1)
