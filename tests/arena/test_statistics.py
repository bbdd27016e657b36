"""Win rates, intervals and ratings, compared with values worked out by hand."""

from __future__ import annotations

import json
from itertools import pairwise

import pytest

from kartenhaus.arena.match import Contest, Played
from kartenhaus.arena.statistics import CURVE_POINTS, Standings, Tally
from kartenhaus.core.intervals import wilson


def contest(*bots: str, players: int = 2) -> Contest:
    return Contest("mada", players, 1, bots, "standard", {})


def played(number: int, *shares: float, fault: tuple[int, str] | None = None, moves: int = 10) -> Played:
    seats = len(shares)
    return Played(number, shares, tuple(range(1, seats + 1)), (moves,) * seats, (0.02,) * seats, fault)


def tally(*games: Played, bots: tuple[str, ...] = ("a", "b"), players: int = 2) -> Standings:
    sums = Tally(contest(*bots, players=players))
    sums.add(games)
    return sums.standings(1.0)


def test_wilson_has_the_values_of_the_textbook() -> None:
    assert wilson(0.5, 100) == pytest.approx((0.40383, 0.59617), abs=1e-5)
    assert wilson(0.9, 10) == pytest.approx((0.59585, 0.98213), abs=1e-5)
    assert wilson(0.0, 20) == pytest.approx((0.0, 0.16113), abs=1e-5)
    assert wilson(1.0, 20) == pytest.approx((0.83887, 1.0), abs=1e-5)


def test_a_win_is_a_win_in_whatever_seat() -> None:
    standings = tally(played(0, 1, 0), played(1, 0, 1))
    a, b = standings.bots
    assert (a.win_rate, b.win_rate, a.even, a.games) == (1, 0, 0.5, 2)
    assert list(a.seats) == [1, 1]
    assert (a.moves, a.points) == (20, 1.5)
    assert a.ms_per_move == pytest.approx(2.0)
    assert a.rating > 25 > b.rating
    assert standings.better == {(0, 1): 1, (1, 0): 0}


def test_the_interval_counts_deals_not_games() -> None:
    """In four deals, bot a wins both games, both, one and none: rates 1, 1, 0.5 and 0 with variance 0.2292 / 4."""
    games = [played(0, 1, 0), played(1, 0, 1), played(2, 1, 0), played(3, 0, 1)]
    games += [played(4, 1, 0), played(5, 1, 0), played(6, 0, 1), played(7, 1, 0)]
    a = tally(*games).bots[0]
    assert a.win_rate == 0.625
    variance = sum((rate - 0.625) ** 2 for rate in (1, 1, 0.5, 0)) / 3 / 4
    assert (a.win_rate_low, a.win_rate_high) == pytest.approx(wilson(0.625, 0.625 * 0.375 / variance))


def test_duplicate_deals_narrow_the_interval() -> None:
    """If both bots win each deal once, so that only the cards decide, the interval is narrower than for independent games."""
    games = [played(number, 1, 0) for number in range(40)] + [played(40, 0.5, 0.5), played(41, 1, 0)]
    a = tally(*games).bots[0]
    low, high = wilson(a.win_rate, 42)
    assert low < a.win_rate_low < a.win_rate < a.win_rate_high < high


def test_without_variance_games_are_counted() -> None:
    a = tally(*(played(number, 1, 0) for number in range(40))).bots[0]
    assert (a.win_rate_low, a.win_rate_high) == pytest.approx(wilson(0.5, 40))
    a = tally(played(0, 1, 0), played(1, 0, 1)).bots[0]
    assert (a.win_rate_low, a.win_rate_high) == pytest.approx(wilson(1, 2))


def test_thirds_have_no_variance_either() -> None:
    games = [played(number, 1 / 3, 1 / 3, 1 / 3) for number in range(300)]
    a = tally(*games, bots=("a", "b", "c"), players=3).bots[0]
    assert (a.win_rate_low, a.win_rate_high) == pytest.approx(wilson(1 / 3, 300))


def test_shared_wins_are_counted_but_not_those_by_a_fault() -> None:
    games = [played(0, 0.5, 0.5, 0), played(1, 0.5, 0, 0.5, fault=(1, "raised")), played(2, 0, 0, 1)]
    standings = tally(*games, bots=("a", "b", "c"), players=3)
    assert standings.shared_wins == 1
    assert [bot.shared_wins for bot in standings.bots] == [1, 1, 0]
    assert [bot.faults for bot in standings.bots] == [0, 0, 1]
    assert [(fault.bot, fault.deal, fault.seat) for fault in standings.faults] == [("c", 0, 1)]
    assert standings.lengths == {30: 2}


def test_only_whole_deals_count() -> None:
    standings = tally(played(0, 1, 0), played(1, 0, 1), played(2, 1, 0), played(5, 1, 0))
    assert (standings.deals, standings.games) == (1, 2)


def test_the_order_in_which_games_arrive_does_not_matter_within_a_deal() -> None:
    assert tally(played(1, 0, 1), played(0, 0.5, 0.5)) == tally(played(0, 0.5, 0.5), played(1, 0, 1))


def test_nothing_played_is_nothing_known() -> None:
    standings = tally()
    assert [(bot.win_rate, bot.win_rate_low, bot.win_rate_high) for bot in standings.bots] == [(0, 0, 1)] * 2
    json.dumps(standings.as_dict(), allow_nan=False)


def test_the_curve_stays_short_and_ends_near_the_last_deal() -> None:
    sums = Tally(contest("a"))
    for number in range(3000):
        sums.add([played(number, 1, 0)])
    curve = sums.standings(1.0).curve
    assert CURVE_POINTS / 2 < len(curve) <= 2 * CURVE_POINTS
    steps = {later[0] - earlier[0] for earlier, later in pairwise(curve)}
    assert len(steps) == 1
    assert curve[-1][0] > 2900


def test_ratings_tell_a_winner_and_two_who_are_alike() -> None:
    sums = Tally(contest("a", "b", "c", players=3))
    for number in range(300):
        seat = sums.contest.seatings.lineup(number).index(0)
        sums.add([played(number, *(1.0 if place == seat else 0.0 for place in range(3)))])
    a, b, c = sums.standings(1.0).bots
    assert a.rating > b.rating + 10
    assert b.rating == pytest.approx(c.rating, abs=1)
    assert a.rating_sigma < 5


def test_a_bot_against_itself_stays_where_it_is() -> None:
    a = tally(*(played(number, 1, 0) for number in range(50)), bots=("a",)).bots[0]
    assert (a.win_rate, a.even) == (1, 1)
    assert a.rating == pytest.approx(25, abs=0.5)
