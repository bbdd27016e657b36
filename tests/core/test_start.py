"""Games that begin with a position instead of a deal, views in notation, copies, and steps back."""

from __future__ import annotations

import copy
import random
from pathlib import Path

import pytest

import kartenhaus
from kartenhaus.core.errors import KartenhausError
from kartenhaus.core.game import NOBODY
from kartenhaus.core.history import History

GAMES = [("mada", 3), ("mad", 4), ("maumau", 2)]


def midway(game: str, players: int, moves: int = 25) -> History:
    history, dice = kartenhaus.deal(game, players, seed=5), random.Random(2)
    while len(history.played) < moves and not history.over:
        history.play(dice.choice(history.legal()))
    return history


@pytest.mark.parametrize(("game", "players"), GAMES)
def test_a_game_goes_on_from_its_notation(game: str, players: int) -> None:
    """The position has its random state: everything that follows is the same."""
    history, dice = midway(game, players), random.Random(3)
    twin = kartenhaus.start(game, history.written())
    while not history.over:
        assert (twin.to_act, twin.legal()) == (history.to_act, history.legal())
        move = dice.choice(history.legal())
        history.play(move)
        twin.play(move)
    assert (twin.to_act, twin.result) == (NOBODY, history.result)
    assert twin.back(3).written() == history.back(3).written()


@pytest.mark.parametrize(("game", "players"), GAMES)
def test_without_a_random_state_chance_comes_from_the_seed(game: str, players: int) -> None:
    written = midway(game, players, 10).written()
    written.pop("random", None)

    def played(seed: int) -> str:
        history, dice = kartenhaus.start(game, written, seed), random.Random(1)
        while not history.over:
            history.play(dice.choice(history.legal()))
        return str(history.result) + str(len(history.played))

    assert played(1) == played(1)


@pytest.mark.parametrize(("game", "players"), GAMES)
def test_a_view_in_notation_says_what_is_legal(game: str, players: int) -> None:
    history = midway(game, players)
    seat = history.to_act
    view = kartenhaus.view(game, history.written(seat), seat)
    assert view.legal() == history.legal()
    assert view.written() == history.written(seat)
    for other in range(players):
        if other != seat:
            assert kartenhaus.view(game, history.written(other), other).legal() == history.legal(other)


@pytest.mark.parametrize(("game", "players"), GAMES)
def test_a_copy_is_independent(game: str, players: int) -> None:
    history = midway(game, players)
    before, seat = history.written(), history.to_act
    for twin in (history.clone(), copy.copy(history), copy.deepcopy(history)):
        twin.play(twin.legal()[0])
        assert history.written() == before
        assert twin.view(seat).events[: len(history.view(seat).events)] == history.view(seat).events
        assert twin.back().written() == before


def test_what_cannot_be_is_refused(tmp_path: Path) -> None:
    written = kartenhaus.deal("mada", 2, seed=7).written()
    for wrong in ({}, {"hands": "1 2 3"}, written | {"hands": ["1"]}, written | {"to_act": 7}, written | {"hat": 1}):
        with pytest.raises(KartenhausError):
            kartenhaus.start("mada", wrong)
    with pytest.raises(KartenhausError, match="there is no seat 2"):
        kartenhaus.view("mada", written, seat=2)
    with pytest.raises(KartenhausError, match="a record needs a deal"):
        kartenhaus.save(kartenhaus.start("mada", written), tmp_path / "game")
