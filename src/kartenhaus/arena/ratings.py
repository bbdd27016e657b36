"""Ratings: the Plackett-Luce model of Weng and Lin, by the package openskill."""

from __future__ import annotations

from collections.abc import Sequence

from openskill.models import PlackettLuce

from kartenhaus.arena.lineups import Lineup


class Ratings:
    """The rating of every bot, game by game. All start at 25; a bot that wins more has a higher one."""

    def __init__(self, bots: int) -> None:
        self.model = PlackettLuce(tau=0.0)  # bots do not change between games, so ratings may settle
        self.bots = [self.model.rating() for _ in range(bots)]

    def add(self, lineup: Lineup, shares: Sequence[float]) -> None:
        """Count a game. A bot with several seats gets their average."""
        ranks = [0.0 if share > 0 else 1.0 for share in shares]  # the package truncates ranks to whole numbers
        seated = [
            [self.model.rating(self.bots[bot].mu, self.bots[bot].sigma)] for bot in lineup
        ]  # one object per seat: the package changes them
        rated = self.model.rate(seated, ranks=ranks)
        for bot in set(lineup):
            seats = [rating for seat, (rating,) in enumerate(rated) if lineup[seat] == bot]
            mu = sum(rating.mu for rating in seats) / len(seats)
            sigma = sum(rating.sigma for rating in seats) / len(seats)
            self.bots[bot] = self.model.rating(mu, sigma)
