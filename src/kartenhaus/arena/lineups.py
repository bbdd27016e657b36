"""Who sits where: every deal is played in seatings that treat all bots alike."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations, permutations
from math import gcd

from kartenhaus.core.game import Game

Lineup = tuple[int, ...]
"""The bot of every seat, by its place in the list of bots."""


class Seatings:
    """The seatings of every deal: within one deal, every bot has every seat equally often.

    Neighbours matter too: playing after a weak player is easier. So the order around the table, the same in all seatings of one
    deal, changes from deal to deal.

    >>> seatings = Seatings(bots=3, players=3)
    >>> [seatings.lineup(game) for game in range(6)]
    [(0, 1, 2), (1, 2, 0), (2, 0, 1), (0, 2, 1), (2, 1, 0), (1, 0, 2)]
    >>> seatings = Seatings(bots=2, players=3)
    >>> [seatings.lineup(game) for game in range(2)]
    [(0, 1, 0), (1, 0, 1)]
    """

    def __init__(self, bots: int, players: int) -> None:
        self.players = players
        self.groups = list(combinations(range(bots), min(bots, players)))  # who plays, if there are more bots than seats
        self.orders = _spread([(0, *rest) for rest in permutations(range(1, min(bots, players)))])

    def __len__(self) -> int:
        """How many seatings each deal has."""
        return len(self.groups) * len(self.orders[0])

    def lineup(self, game: int) -> Lineup:
        """The seating of a game; games are numbered deal by deal."""
        deal, seating = divmod(game, len(self))
        order = self.orders[deal % len(self.orders)]
        group, rotation = divmod(seating, len(order))
        return tuple(self.groups[group][order[(seat + rotation) % len(order)]] for seat in range(self.players))


def _spread(orders: list[Lineup]) -> list[Lineup]:
    """The same orders, rearranged so that neighbours in the list differ: a few deals then get a fair choice of them."""
    count = len(orders)
    step = max(step for step in range(1, count + 1) if gcd(step, count) == 1 and step <= max(1, 0.62 * count))
    return [orders[place * step % count] for place in range(count)]


def labels(names: Sequence[str]) -> list[str]:
    """The bots' names, made unique where a bot plays against itself.

    >>> labels(["greedy", "random", "greedy"])
    ['greedy', 'random', 'greedy #2']
    """
    seen: Counter[str] = Counter()
    found = []
    for name in names:
        seen[name] += 1
        found.append(name if seen[name] == 1 else f"{name} #{seen[name]}")
    return found


def players_for(game: Game, bots: int) -> int:
    """The number of players: a seat for every bot, as far as the game allows."""
    low, high = game.players
    return min(max(bots, low), high)
