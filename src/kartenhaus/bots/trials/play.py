"""A series of games by rules of thumb, in parts, so that it can report its progress and end in time."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from typing import Any

import numpy as np

from kartenhaus.bots.brains import BRAINS, brain
from kartenhaus.bots.trials.kernel import Counts, counts_for, trying
from kartenhaus.core import edition as editions
from kartenhaus.core.events import KIND_OF, KINDS, RULE_AT
from kartenhaus.core.game import Game, Options, Position
from kartenhaus.core.packed import Longs
from kartenhaus.core.random import seed_words

PART = 50  # games between two reports
SEED = 20


@cache
def trial_of(game: Game) -> Callable[..., None]:
    """The compiled loop of a game; that of a game without rules of thumb plays by chance and is not kept."""
    if game.name in BRAINS:
        found: Callable[..., None] = import_module(f"kartenhaus.bots.trials.{game.name}").trial
        return found
    return trying(game.rules, brain(game).weigh)


@dataclass(frozen=True)
class Trial:
    """Some games, one row for each."""

    points: Longs
    """Points by game and seat."""
    winners: Longs
    """The winners of each game as bits."""
    decisions: Longs
    """How many moves each game took."""
    offered: Longs
    """How many moves were legal, over all decisions of a game."""
    forced: Longs
    """How many decisions had only one legal move."""


def play(game: Game, template: Position, seed: int, first: int, games: int, counts: Counts) -> Trial:
    """Play games `first`, `first + 1` and so on of a seed, from a position that is laid out; adds to the counts."""
    points = np.zeros((games, int(template.seats)), np.int64)
    winners, decisions, offered, forced = np.zeros((4, games), np.int64)
    trial_of(game)(template, template.clone(), seed_words(seed), first, points, winners, decisions, offered, forced, counts)
    return Trial(points, winners, decisions, offered, forced)


def series(
    game: Game,
    players: int,
    games: int,
    edition: str | Mapping[str, Any] = editions.STANDARD,
    options: Options | None = None,
    seconds: float = 60.0,
    report: Callable[[int], object] = lambda done: done,
) -> dict[str, Any]:
    """Play games until there are enough or the time is over: `decisions`, `points`, `winners` by game; what `happened` in all."""
    players = game.check_players(players)
    chosen = game.check_options(options or {}, players)
    template = game.files.lay_out(editions.find(game, edition), chosen, players)
    counts = counts_for(game, template)
    points: list[list[int]] = []
    winners: list[int] = []
    decisions: list[int] = []
    end = 0.0
    while len(winners) < games and (not winners or time.monotonic() < end):
        size = min(PART, games - len(winners)) if winners else 1  # the first one may compile the loop: the time begins after it
        part = play(game, template, SEED, len(winners), size, counts)
        points += part.points.tolist()
        winners += part.winners.tolist()
        decisions += part.decisions.tolist()
        end = end or time.monotonic() + seconds
        report(len(winners))
    rules = game.notation.names(template).rules
    words = np.flatnonzero(counts.happened).tolist()
    happened = {f"{KINDS[word & KIND_OF]}/{_rule(rules, word >> RULE_AT)}": int(counts.happened[word]) for word in words}
    return {"decisions": decisions, "points": points, "winners": winners, "happened": happened}


def _rule(rules: tuple[str, ...], number: int) -> str:
    """The id of a rule without its game."""
    return rules[number].partition("/")[2]
