"""Games by rules of thumb, counted by what the rules report."""

from __future__ import annotations

from importlib import import_module

import pytest

from kartenhaus.bots.trials.play import series
from kartenhaus.core import edition as editions
from kartenhaus.core.events import KINDS
from kartenhaus.core.game import find
from kartenhaus.table.balance import balance

GAMES = ("mada", "mad", "maumau")


@pytest.mark.sweep("name", GAMES, ["maumau"])  # each has a loop that must be compiled
def test_a_series_is_the_same_each_time_and_adds_up(name: str) -> None:
    game, players = find(name), 3
    done: list[int] = []
    one, other = series(game, players, 120, report=done.append), series(game, players, 120)
    assert one == other
    assert done == [1, 51, 101, 120]
    assert len(one["decisions"]) == len(one["points"]) == len(one["winners"]) == 120
    assert sum(count for key, count in one["happened"].items() if key.startswith("over/")) == 120
    told = balance(game, one, one, "de")
    assert abs(sum(seat.share for seat in told.mine.seats) - 1) < 1e-9
    assert all(seat.low <= seat.share <= seat.high for seat in told.mine.seats)
    assert abs(sum(told.mine.bins) - 1) < 1e-9
    assert told.mine == told.ours
    assert told.mine.short <= told.mine.moves <= told.mine.long


def test_points_are_those_that_the_rules_report() -> None:
    """The points of Mau Mau are won in events, so both counts agree."""
    one = series(find("maumau"), 3, 60, options={"board": "two"})
    won = {"points/maumau-bonus": 5, "points/double-match": 2, "points/tower": 2, "points/point-space": 1}
    assert sum(worth * one["happened"].get(key, 0) for key, worth in won.items()) == sum(map(sum, one["points"]))


@pytest.mark.parametrize("name", GAMES)
def test_what_is_counted_is_what_the_rules_report(name: str) -> None:
    game = find(name)
    template = game.files.lay_out(editions.find(game, "standard"), {}, game.players[0])
    rules = game.notation.names(template).rules
    for key in import_module(f"{game.package}.stories").COUNTED:
        kind, _, rule = key.partition("/")
        assert kind in KINDS
        assert not rule or f"{name}/{rule}" in rules


def test_a_series_ends_in_time() -> None:
    assert len(series(find("maumau"), 2, 10_000, seconds=0)["winners"]) == 1
