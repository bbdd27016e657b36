"""Intervals hold what they promise, and the parts of the variance are those that were put in."""

from __future__ import annotations

import numpy as np
import pytest

from kartenhaus.core.packed import Longs
from kartenhaus.study import figures
from kartenhaus.study.figures import Floats, Measured, beyond_chance, difference, mean_of, ratio_of, share_of
from kartenhaus.study.variance import FEWEST, split

TIMES = 1000
PROMISED = (0.93, 0.97)  # of 1000 intervals, with the luck of this seed
Chance = np.random.Generator


def held(found: list[Measured], truth: float) -> float:
    """How many of the intervals contain the truth."""
    return float(np.mean([one.low <= truth <= one.high for one in found]))


def test_intervals_contain_the_truth_as_often_as_they_promise() -> None:
    chance = np.random.default_rng(1)
    low, high = PROMISED
    assert low < held([mean_of(chance.exponential(3, 200)) for _ in range(TIMES)], 3) < high
    assert low < held([share_of(chance.random(150) < 0.1) for _ in range(TIMES)], 0.1) < high
    shared = [share_of(chance.choice([0, 0.5, 1], 150, p=[0.6, 0.2, 0.2])) for _ in range(TIMES)]
    assert low < held(shared, 0.3) < high
    differing = [difference(share_of(chance.random(100) < 0.3), share_of(chance.random(200) < 0.1)) for _ in range(TIMES)]
    assert low < held(differing, 0.2) < high


def test_of_many_differences_that_are_none_rarely_one_is_marked() -> None:
    """Fifteen at once: by their intervals, half of all studies would find one."""
    chance = np.random.default_rng(4)

    def marked(truth: float) -> list[list[bool]]:
        return [beyond_chance([mean_of(chance.normal(truth, 1, 100)) for _ in range(15)]) for _ in range(TIMES)]

    assert 0.03 < np.mean([any(one) for one in marked(0)]) < 0.07
    assert np.mean(marked(0.5)) > 0.95


def test_decisions_of_one_game_are_not_independent() -> None:
    """Games differ in how many of their decisions are forced; a share of all decisions must know that."""
    chance = np.random.default_rng(2)

    def one() -> Measured:
        lengths = chance.integers(10, 50, 150)
        return ratio_of(chance.binomial(lengths, chance.beta(2, 6, 150)), lengths)

    low, high = PROMISED
    assert low < held([one() for _ in range(TIMES)], 0.25) < high


def dealt(chance: Chance, deals: int, seat: float, deal: float, skill: float) -> tuple[Floats, Longs]:
    """Two players, both ways round on every deal: what is added to the first seat's even chance by seat, by cards, by skill."""
    cards = chance.choice([-deal, deal], deals)[:, None]
    better = np.array([skill, -skill])
    won = (chance.random((deals, 2)) < 0.5 + seat + cards + better).astype(np.float64)
    players = np.broadcast_to([[0, 1], [1, 0]], (deals, 2, 2))
    return np.stack([won, 1 - won], axis=2), players


@pytest.mark.parametrize("added", [(0.1, 0.2, 0.1), (0.0, 0.0, 0.0), (0.0, 0.4, 0.0), (0.05, 0.1, 0.3)])
def test_the_variance_is_split_into_what_was_put_in(added: tuple[float, float, float], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(figures, "RESAMPLED", 100)
    found = split(*dealt(np.random.default_rng(3), 4000, *added), seed=1)
    assert found is not None
    for one, much in zip(found, added, strict=False):
        assert abs(one.value - much**2 / 0.25) < 0.025  # the variance of a coin is a quarter
        assert one.low - 0.01 <= one.value <= one.high + 0.01
    assert abs(sum(one.value for one in found) - 1) < 1e-9


def test_the_shares_are_right_on_average_and_their_intervals_mostly(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(figures, "RESAMPLED", 120)
    chance, added = np.random.default_rng(4), (0.1, 0.25, 0.15)
    found = [split(*dealt(chance, 120, *added), seed=number) for number in range(60)]
    for place, much in enumerate(added):
        mine = [one[place] for one in found if one is not None]
        assert abs(np.mean([one.value for one in mine]) - much**2 / 0.25) < 0.02
        assert held(mine, much**2 / 0.25) > 0.85


def test_with_three_seats_and_four_players_the_deal_is_found() -> None:
    """The seat that the cards favour wins, whoever sits there: seats and players have no part in it."""
    from kartenhaus.arena.lineups import Seatings
    from kartenhaus.study.ladder import at_table

    chance, seatings = np.random.default_rng(5), Seatings(4, 3)
    lineups = np.array([[seatings.lineup(deal * len(seatings) + game) for game in range(len(seatings))] for deal in range(200)])
    favoured = chance.integers(0, 3, 200)
    results = np.broadcast_to((np.arange(3) == favoured[:, None])[:, None, :], lineups.shape).astype(np.float64)
    found = split(results, at_table(lineups, 4), seed=1)
    assert found is not None
    assert abs(found.deal.value - 1) < 0.02
    assert abs(found.skill.value) < 0.02
    assert at_table(lineups, 4).max() == 11  # four tables of three


def test_few_deals_tell_nothing() -> None:
    assert split(*dealt(np.random.default_rng(6), FEWEST - 1, 0, 0, 0), seed=1) is None
