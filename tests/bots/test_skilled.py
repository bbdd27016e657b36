"""Skilled judgement: it fits the tables that it was made for, says so elsewhere, and beats the plain rules of thumb."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import kartenhaus
from kartenhaus.bots import View
from kartenhaus.bots.search import think
from kartenhaus.bots.skilled import maumau_open
from kartenhaus.bots.skilled.files import falls_back, is_skilled, standing_for, standings
from kartenhaus.core.game import find as find_game
from kartenhaus.training.games.maumau_standing import size_for
from twelve import TWELVE

GAME = find_game("maumau")


def view_of(players: int = 2, **options: Any) -> View:
    history = kartenhaus.deal("maumau", players=players, seed=5, **options)
    while len(history.legal()) == 1:
        history.play(history.legal()[0])
    return View.seen(history, history.to_act)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_there_is_a_network_for_every_table(players: int) -> None:
    for options in ({"board": "castle"}, {"match_all": True}, {"penalty_then_play": True, "match_all": True}):
        view = view_of(players, **options)
        network = standing_for(GAME, view.position)
        assert network is not None
        assert len(network[0]) == size_for(players)


def test_the_networks_are_of_this_version() -> None:
    found = standings("maumau")
    assert found is not None
    assert found.header["version"] == maumau_open.VERSION


def test_levels_use_it_and_other_games_do_not() -> None:
    assert think(view_of(), "hard:iterations=60", 1).judgement == "skilled"
    assert think(view_of(), "hard:iterations=60:judgement=thumb", 1).judgement == "thumb"
    history = kartenhaus.deal("mad", players=2, seed=5)
    assert not is_skilled(history.game, history.position)
    assert standings("mada") is None


def test_without_a_network_for_the_edition_it_is_the_search_by_rules_of_thumb() -> None:
    history = kartenhaus.deal("maumau", players=2, seed=3, edition=TWELVE)
    while len(history.legal()) == 1:
        history.play(history.legal()[0])
    view = View.of(history.game, history.position, history.to_act)
    assert think(view, "search:iterations=60:judgement=skilled", 5) == think(view, "search:iterations=60", 5)


def test_only_a_bot_that_wants_a_network_falls_back() -> None:
    """The last setting counts, and a bot of somebody else is none of ours."""
    game = find_game("maumau")
    here, other = (kartenhaus.deal("maumau", 2, seed=1, edition=one).position for one in ("standard", TWELVE))
    for bot in ("hard", "search:judgement=skilled", "hard:judgement=thumb:judgement=skilled"):
        assert not falls_back(bot, game, here)
        assert falls_back(bot, game, other)
    for bot in ("hard:judgement=thumb", "mine:Careful:judgement=best", "greedy"):
        assert not falls_back(bot, game, other)


def test_the_numbers_of_a_position_say_who_has_what() -> None:
    history = kartenhaus.deal("maumau", players=3, seed=2)
    pos, out = history.position, np.zeros(size_for(4), np.float32)
    maumau_open.numbers(pos, out)
    banks = out[maumau_open.TABLE :].reshape(4, maumau_open.EACH)
    assert np.isfinite(out).all()
    assert banks[:3, :10].sum(axis=1).tolist() == [1, 1, 1]
    assert banks[:3, 5].tolist() == [1, 1, 1], "five cards each"
    assert not banks[3].any(), "nobody sits there"
    seat = (history.to_act + 1) % 3
    assert banks[1, 14] == pos.hands[seat, -1], "Jokers of the next to act"


@pytest.mark.parametrize("players", [2, 4])
def test_it_beats_the_plain_rules_of_thumb(players: int) -> None:
    bots = ["search:iterations=40:judgement=skilled", "search:iterations=40"]
    found = kartenhaus.compete("maumau", bots=bots, players=players, games=300, seed=3, jobs=1).bots
    assert found[0].name == bots[0]
    assert found[0].win_rate_low > found[0].even
