"""Many games by rules of thumb, or by chance: their results and what the rules reported, chunk by chunk."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from kartenhaus.arena.match import Contest
from kartenhaus.bots.trials.kernel import counts_for
from kartenhaus.bots.trials.play import Trial, play
from kartenhaus.core import edition as editions
from kartenhaus.core.game import Position, find
from kartenhaus.core.packed import Longs
from kartenhaus.study.figures import Floats


@dataclass(frozen=True)
class Series:
    """Games, one row for each, and what was counted over all of them."""

    games: Trial
    happened: Longs
    """Events by kind and rule."""
    fired: Longs
    """Games by rule."""
    moved: Longs
    """Cards by way, rule and face."""

    def shares(self) -> Floats:
        """Wins by game and seat: 1 for a win alone, a fraction for a shared one."""
        won = self.games.winners[:, None] >> np.arange(self.games.points.shape[1]) & 1
        return np.asarray(won / won.sum(axis=1, keepdims=True), np.float64)


def laid_out(side: Contest) -> Position:
    """The empty table of a side."""
    game = find(side.game)
    return game.files.lay_out(editions.find(game, side.edition), game.check_options(side.options, side.players), side.players)


def some(side: Contest, first: int, games: int, chance: int) -> Series:
    """Play some games; `chance` is the percentage of moves made by chance."""
    game, template = find(side.game), laid_out(side)
    counts = counts_for(game, template, chance)
    played = play(game, template, side.seed, first, games, counts)
    return Series(played, counts.happened.copy(), counts.fired.copy(), counts.moved.copy())


def joined(chunks: list[Series]) -> Series:
    """All chunks as one."""
    rows = [np.concatenate(found) for found in zip(*(vars(one.games).values() for one in chunks), strict=True)]
    happened, fired, moved = (
        sum(found[1:], found[0]) for found in zip(*((p.happened, p.fired, p.moved) for p in chunks), strict=True)
    )
    return Series(Trial(*rows), happened, fired, moved)
