"""Train the networks that judge a standing: games by the skilled rules of thumb, with mistakes, and who won them."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from typing import Any

import numpy as np

from kartenhaus.bots.learned.files import digest, rounded
from kartenhaus.bots.learned.network import Floats
from kartenhaus.bots.skilled.files import VALUE, Standings
from kartenhaus.core.edition import STANDARD
from kartenhaus.core.random import seed_words
from kartenhaus.training import fit
from kartenhaus.training.chunks import GAMES_APART, TableKind
from kartenhaus.training.plans import OPTIONS

GROUPS = {"maumau": ((2,), (3,), (4,))}
"""Numbers of players that share a network."""
BOARDS = {"maumau": ("snail", "clover", "castle")}
"""More boards, besides those of the other networks."""


@dataclass(frozen=True)
class Plan:
    """How long to train."""

    rounds: int = 20
    rows: int = 480_000
    """Positions of a round."""
    passes: int = 2
    """How often a round goes through them."""
    often: int = 12
    """One decision in so many is noted."""
    mistakes: int = 30
    """Moves by chance, in a thousand."""
    noise: int = 8
    """How much each move is misjudged, at most."""
    width: int = 96
    second: int = 32
    batch: int = 256
    rate: float = 0.002


def tables(game: str, group: tuple[int, ...]) -> list[TableKind]:
    """The tables that a network is trained at."""
    options = [*OPTIONS[game], *((("board", name),) for name in BOARDS[game])]
    return [TableKind(game, players, STANDARD, one) for players in group for one in options]


def train(game: str, seed: int, plan: Plan, advance: Callable[[int, float], object] = lambda *_: None) -> Standings:
    """Train all networks of a game; `advance` hears of every round, and the cross-entropy on positions not seen before."""
    networks, played, losses = [], 0, []
    for number, group in enumerate(GROUPS[game]):
        weights, games, loss = _group(game, group, seed + number, plan, advance)
        networks.append(rounded(weights))
        played += games
        losses.append(round(loss, 4))
    kinds = [table for group in GROUPS[game] for table in tables(game, group)]
    header = {
        "game": game,
        "version": _noting(game).VERSION,
        "editions": sorted({digest(game, table.template()) for table in kinds}),
        "groups": [list(group) for group in GROUPS[game]],
        "seed": seed,
        "games": played,
        "loss": losses,
    }
    return Standings(header, tuple(networks))


def _noting(game: str) -> Any:
    """The game's loop."""
    return import_module(f"kartenhaus.training.games.{game}_standing")


def _group(
    game: str, group: tuple[int, ...], seed: int, plan: Plan, advance: Callable[[int, float], object]
) -> tuple[fit.Weights, int, float]:
    """Train one network; returns it, the games that were played, and its loss at the end."""
    noting, kinds, chance = _noting(game), tables(game, group), np.random.default_rng(seed)
    size = noting.size_for(group[-1])
    weights = _fresh(chance, size, plan, group[-1])
    adam = fit.Adam(weights, VALUE)
    games, loss = 0, 0.0
    each = plan.rows // len(kinds)
    for number in range(plan.rounds):
        rows = each * len(kinds)
        seen, target = np.zeros((rows, size), np.float32), np.zeros((rows, group[-1]), np.float32)
        seats = np.repeat([table.players for table in kinds], each)
        for place, table in enumerate(kinds):
            part, template = slice(place * each, (place + 1) * each), table.template()
            first = (number * len(kinds) + place) * GAMES_APART
            settings = (plan.often, plan.mistakes, plan.noise)
            games += noting.note(template, template.clone(), seed_words(seed), first, *settings, seen[part], target[part])
        rate = plan.rate * (0.03 + 0.97 * 0.5 * (1 + math.cos(math.pi * number / plan.rounds)))
        for turn in range(plan.passes):
            order = chance.permutation(rows)
            found = fit.fit_value(seen, target, seats, order, plan.batch, rate, adam.steps, adam.arrays(weights))
            loss = found if turn == 0 else loss
            adam.steps += rows // plan.batch
        advance(number, loss)
    return weights, games, loss


def _fresh(chance: np.random.Generator, size: int, plan: Plan, seats: int) -> dict[str, Floats]:
    """A network that knows nothing yet."""

    def drawn(rows: int, columns: int, scale: float) -> Floats:
        return (chance.standard_normal((rows, columns)) * scale).astype(np.float32)

    layers = (
        drawn(size, plan.width, 0.15),
        np.zeros(plan.width, np.float32),
        drawn(plan.width, plan.second, (2 / plan.width) ** 0.5),
        np.zeros(plan.second, np.float32),
        drawn(plan.second, seats, 0.1),
        np.zeros(seats, np.float32),
    )
    return dict(zip(VALUE, layers, strict=True))
