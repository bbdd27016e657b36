"""Seatings treat all bots equally."""

from __future__ import annotations

from collections import Counter
from math import comb, factorial

import pytest

from kartenhaus.arena.lineups import Seatings, labels, players_for
from kartenhaus.core.game import find

TABLES = [(bots, players) for bots in range(1, 8) for players in range(2, 7)]


@pytest.mark.parametrize(("bots", "players"), TABLES)
def test_every_bot_has_every_seat_equally_often_in_every_deal(bots: int, players: int) -> None:
    seatings = Seatings(bots, players)
    assert len(seatings) == comb(bots, min(bots, players)) * min(bots, players)
    for deal in range(3):
        lineups = [seatings.lineup(len(seatings) * deal + game) for game in range(len(seatings))]
        assert len(set(lineups)) == len(lineups)
        sat = Counter((bot, seat) for lineup in lineups for seat, bot in enumerate(lineup))
        assert len(sat) == bots * players
        assert len(set(sat.values())) == 1


@pytest.mark.parametrize("players", range(3, 7))
def test_every_bot_follows_every_other_equally_often(players: int) -> None:
    seatings = Seatings(players, players)
    games = len(seatings) * factorial(players - 1)
    lineups = [seatings.lineup(game) for game in range(games)]
    assert len(set(lineups)) == factorial(players)
    follows = Counter(pair for lineup in lineups for pair in zip(lineup, lineup[1:] + lineup[:1], strict=True))
    assert len(follows) == players * (players - 1)
    assert len(set(follows.values())) == 1


def test_a_few_deals_have_different_orders() -> None:
    seatings = Seatings(6, 6)
    neighbours = Counter(seatings.lineup(6 * deal)[1] for deal in range(10))
    assert len(neighbours) == 5
    assert max(neighbours.values()) <= 3


def test_the_same_name_twice_is_numbered() -> None:
    assert labels(["a", "b", "a", "a"]) == ["a", "b", "a #2", "a #3"]


def test_a_seat_for_each_bot_as_far_as_there_are_seats() -> None:
    assert [players_for(find("mada"), bots) for bots in (1, 2, 4, 9)] == [2, 2, 4, 5]
