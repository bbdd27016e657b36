"""Networks: small enough to judge a position in about a microsecond, inside compiled code.

A network is two: the *value*, which gives every seat's chance to win (features, two hidden layers, one output for each seat), and
the *policy*, which scores the legal moves (features and the numbers of a move share one hidden layer). Compiled code gets both as a
tuple of arrays, with room to work in; so other weights need no other code. An empty tuple entry `x` means that there is no network.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from kartenhaus.bots.kernel import searching_with
from kartenhaus.core.game import Rules
from kartenhaus.core.jit import compiled
from kartenhaus.core.packed import Longs

Floats = np.ndarray[Any, np.dtype[np.float32]]
Arrays = tuple[Any, ...]
"""Room for features, hidden units twice, a move and the chances of all seats; then the weights in the order of WEIGHTS."""
WEIGHTS = (
    "value_1",
    "value_1_bias",
    "value_2",
    "value_2_bias",
    "value_3",
    "value_3_bias",
    "policy",
    "policy_bias",
    "move",
    "score",
)
X, HIDDEN, SECOND, MOVE, CHANCES = range(5)
V1, B1, V2, B2, V3, B3, P1, PB, PM, PS = range(5, 15)
ZERO = np.float32(0)
MOST_SEATS = 8
SHARP = 1000  # weights and standings are thousandths of a logarithm


def ready(weights: dict[str, Floats], constant: Floats | None = None) -> Arrays:
    """A network for compiled code, with its own room to work in; `constant` are the numbers of the edition, added up once."""
    live = len(weights["value_1"]) - (0 if constant is None else len(constant))
    folded = dict(weights)
    for first, bias in (("value_1", "value_1_bias"), ("policy", "policy_bias")):
        folded[first] = weights[first][:live]
        if constant is not None:
            folded[bias] = weights[bias] + constant @ weights[first][live:]
    hidden = max(weights["value_1"].shape[1], weights["policy"].shape[1])
    room = [np.zeros(live, np.float32), np.zeros(hidden, np.float32)]
    room += [np.zeros(hidden, np.float32), np.zeros(len(weights["move"]), np.float32)]
    return (*room, np.zeros(MOST_SEATS), *(np.ascontiguousarray(folded[name], np.float32) for name in WEIGHTS))


def none() -> Arrays:
    """No network, in the shape of one."""
    shapes: dict[str, tuple[int, ...]] = dict.fromkeys(WEIGHTS, (0, 0))
    shapes.update(dict.fromkeys(("value_1_bias", "value_2_bias", "value_3_bias", "policy_bias", "score"), (0,)))
    return ready({name: np.zeros(shape, np.float32) for name, shape in shapes.items()})


@compiled
def enter(x: Floats, weights: Floats, bias: Floats, hidden: Floats) -> None:
    """The first layer, before it is cut off at zero; most features are zero, so that skipping them pays."""
    width = len(bias)
    for unit in range(width):
        hidden[unit] = bias[unit]
    for place in range(len(x)):
        value = x[place]
        if value != 0:
            for unit in range(width):
                hidden[unit] += value * weights[place, unit]


@compiled
def chances_of(network: Any, seats: int, chances: Any) -> None:
    """Every seat's chance to win, counted from the seat whose features are in the network's room."""
    hidden, second, weights, bias = network[HIDDEN], network[SECOND], network[V2], network[B2]
    enter(network[X], network[V1], network[B1], hidden)
    width = len(bias)
    for unit in range(width):
        second[unit] = bias[unit]
    for before in range(len(network[B1])):
        value = hidden[before]
        if value > 0:
            for unit in range(width):
                second[unit] += value * weights[before, unit]
    last, shift = network[V3], network[B3]
    for seat in range(seats):
        chances[seat] = shift[seat]
    for unit in range(width):
        if second[unit] > 0:
            for seat in range(seats):
                chances[seat] += second[unit] * last[unit, seat]
    most = -1e30
    for seat in range(seats):
        most = max(most, chances[seat])
    total = 0.0
    for seat in range(seats):
        chances[seat] = math.exp(chances[seat] - most)
        total += chances[seat]
    for seat in range(seats):
        chances[seat] /= total


@compiled
def score_of(network: Any) -> float:
    """How good the move in the network's room looks, as a logarithm of its probability; the first layer has been entered."""
    hidden, second, move, weights, scores = network[HIDDEN], network[SECOND], network[MOVE], network[PM], network[PS]
    width = len(scores)
    for unit in range(width):
        second[unit] = hidden[unit]
    for place in range(len(move)):
        value = move[place]
        if value != 0:
            for unit in range(width):
                second[unit] += value * weights[place, unit]
    for unit in range(width):
        second[unit] = max(second[unit], ZERO) * scores[unit]
    first, other = ZERO, ZERO
    for unit in range(0, width, 2):
        first += second[unit]
        other += second[unit + 1]
    return float(first + other)


def searching_by(rules: Rules, features: Callable[..., None], describe: Callable[..., None]) -> Callable[..., int]:
    """Build the search of a game by its network: the policy weighs moves, the value judges a standing."""

    @compiled
    def weigh(pos: Any, seat: int, moves: Longs, count: int, weights: Longs, network: Any) -> None:
        """The logarithm of every legal move's probability, in thousandths."""
        if count == 1:
            weights[0] = 0
            return
        features(pos, seat, network[X])
        enter(network[X], network[P1], network[PB], network[HIDDEN])
        for choice in range(count):
            describe(pos, seat, moves[choice], network[X], network[MOVE])
            weights[choice] = int(SHARP * score_of(network))

    @compiled
    def standing(pos: Any, scores: Longs, network: Any) -> None:
        """How near each seat is to winning, as it judges itself, in thousandths of a logarithm."""
        for seat in range(pos.seats):
            features(pos, seat, network[X])
            chances_of(network, int(pos.seats), network[CHANCES])
            scores[seat] = int(SHARP * math.log(network[CHANCES][0] + 1e-6))

    return searching_with(rules, weigh, standing)


def judging(features: Callable[..., None], describe: Callable[..., None]) -> tuple[Callable[..., None], Callable[..., None]]:
    """Build what a game's network can do: `weigh` the legal moves, and `value` a position."""

    @compiled
    def weigh(pos: Any, seat: int, moves: Longs, count: int, weights: Any, network: Any) -> None:
        """A probability for every legal move of the seat to act, in proportion: the best has 1."""
        features(pos, seat, network[X])
        enter(network[X], network[P1], network[PB], network[HIDDEN])
        most = -1e30
        for choice in range(count):
            describe(pos, seat, moves[choice], network[X], network[MOVE])
            weights[choice] = score_of(network)
            most = max(most, weights[choice])
        for choice in range(count):
            weights[choice] = math.exp(weights[choice] - most)

    @compiled
    def value(pos: Any, seat: int, chances: Any, network: Any) -> None:
        """Every seat's chance to win as one seat may judge it, counted from that seat."""
        features(pos, seat, network[X])
        chances_of(network, int(pos.seats), chances)

    return weigh, value
