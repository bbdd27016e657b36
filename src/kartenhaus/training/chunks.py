"""One chunk of self-play: what it depends on, and what is noted in it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib import import_module
from typing import Any, NamedTuple

import numpy as np

from kartenhaus.bots.learned.files import brain_of, constants
from kartenhaus.bots.learned.network import Floats, none, ready
from kartenhaus.core import edition as editions
from kartenhaus.core.game import OptionValue, Position, find
from kartenhaus.core.random import seed_words
from kartenhaus.training.kernels import PlaySettings

GAMES_APART = 1 << 24  # between the numbers of the first games of two chunks: none plays so many


class TableKind(NamedTuple):
    """How many play what: a chunk plays one kind of table."""

    game: str
    players: int
    edition: str
    options: tuple[tuple[str, OptionValue], ...] = ()

    def template(self) -> Position:
        """A position before the deal."""
        return _template(self).clone()


@lru_cache(100)
def _template(table: TableKind) -> Position:
    game = find(table.game)
    options = game.check_options(dict(table.options), table.players)
    return game.files.lay_out(editions.find(game, table.edition), options, table.players)


@dataclass(frozen=True)
class Chunk:
    """Self-play at one table until this many positions or decisions are noted."""

    table: TableKind
    seed: int
    number: int
    settings: Mapping[str, int]
    weights: Mapping[str, Floats]
    positions: int
    decisions: int
    frozen: Mapping[str, Floats] | None = None
    """The network of the other seats, if only one learns."""


class Noted(NamedTuple):
    """What a chunk found."""

    games: int
    table: TableKind
    seen: Floats
    """Features of every position and seat."""
    target: Floats
    """What every seat can expect there."""
    known: Floats
    """Features of every decision."""
    counts: Any
    """How many of its moves were noted."""
    described: Floats
    """The numbers of those moves."""
    outlook: Floats
    """What they are worth."""


def play(chunk: Chunk) -> Noted:
    """Play a chunk."""
    trained = import_module(f"kartenhaus.training.games.{chunk.table.game}")
    declared = brain_of(chunk.table.game).DECLARED
    template = chunk.table.template()
    settings = PlaySettings.new()
    for name in PlaySettings.__annotations__:
        setattr(settings, name, chunk.settings[name])
    fixed = constants(chunk.table.game, template)
    network = ready(dict(chunk.weights), fixed)
    frozen = none() if chunk.frozen is None else ready(dict(chunk.frozen), fixed)
    rows, moves = max(chunk.positions, 64), max(chunk.decisions, 64)
    seen = np.zeros((rows, declared.live), np.float32)
    target = np.zeros((rows, declared.others + 1), np.float32)
    known = np.zeros((moves, declared.live), np.float32)
    start = np.zeros(moves + 1, np.int64)
    described = np.zeros((8 * moves, declared.move_size), np.float32)
    outlook = np.zeros(8 * moves, np.float32)
    games, positions, decisions, lines = trained.note(
        template,
        template.clone(),
        template.clone(),
        seed_words(chunk.seed),
        chunk.number * GAMES_APART,
        settings,
        network,
        frozen,
        seen,
        target,
        np.zeros(target.shape),
        known,
        start,
        described,
        outlook,
    )
    return Noted(
        games,
        chunk.table,
        seen[:positions],
        target[:positions],
        known[:decisions],
        np.diff(start[: decisions + 1]),
        described[:lines],
        outlook[:lines],
    )


@dataclass(frozen=True)
class Round:
    """Games that measure a network against the rules of thumb, or a rival."""

    table: TableKind
    seed: int
    games: int
    weights: Mapping[str, Floats]
    rival: Mapping[str, Floats] | None = None


def measure(trial: Round) -> float:
    """The share of wins of the network's policy."""
    trained = import_module(f"kartenhaus.training.games.{trial.table.game}")
    template = trial.table.template()
    fixed = constants(trial.table.game, template)
    rival = none() if trial.rival is None else ready(dict(trial.rival), fixed)
    network = ready(dict(trial.weights), fixed)
    return float(trained.measure(template, template.clone(), seed_words(trial.seed), 0, trial.games, LONGEST, network, rival))


LONGEST = 5000  # decisions: a game of beginners that goes on for ever is broken off
