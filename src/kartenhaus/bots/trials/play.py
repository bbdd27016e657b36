"""A series of games by rules of thumb, in parts, so that it can report its progress and end in time."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from functools import cache
from importlib import import_module
from typing import Any

import numpy as np

from kartenhaus.bots.brains import BRAINS, brain
from kartenhaus.bots.trials.kernel import HAPPENINGS, trying
from kartenhaus.core import edition as editions
from kartenhaus.core.events import KINDS, RULE_AT
from kartenhaus.core.game import Game, Options
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
    pos, play, seed = template.clone(), trial_of(game), seed_words(SEED)
    happened = np.zeros(HAPPENINGS, np.int64)
    points: list[list[int]] = []
    winners: list[int] = []
    decisions: list[int] = []
    end = 0.0
    while len(winners) < games and (not winners or time.monotonic() < end):
        size = min(PART, games - len(winners)) if winners else 1  # the first one may compile the loop: the time begins after it
        part = np.zeros((size, players), np.int64), np.zeros(size, np.int64), np.zeros(size, np.int64)
        play(template, pos, seed, len(winners), *part, happened)
        points += part[0].tolist()
        winners += part[1].tolist()
        decisions += part[2].tolist()
        end = end or time.monotonic() + seconds
        report(len(winners))
    rules = game.notation.names(pos).rules
    words = np.flatnonzero(happened).tolist()
    counts = {f"{KINDS[word & 31]}/{_rule(rules, word >> RULE_AT)}": int(happened[word]) for word in words}
    return {"decisions": decisions, "points": points, "winners": winners, "happened": counts}


def _rule(rules: tuple[str, ...], number: int) -> str:
    """The id of a rule without its game."""
    return rules[number].partition("/")[2]
