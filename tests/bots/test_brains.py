"""Bots can play and search a game that has no rules of thumb."""

from __future__ import annotations

from dataclasses import replace

import pytest

from kartenhaus.bots import View, find
from kartenhaus.bots.brains import BRAINS, brain
from kartenhaus.bots.search import Search, Settings
from kartenhaus.core import edition
from kartenhaus.core.game import find as find_game
from kartenhaus.core.history import History

STRANGER = replace(find_game("mada"), name="stranger")  # MADA under a name that has no rules of thumb
EDITION = {**edition.find(find_game("mada"), "standard"), "game": STRANGER.name}


def deal() -> History:
    assert STRANGER.name not in BRAINS
    return History.deal(STRANGER, 2, seed=3, edition=EDITION)


def test_bots_play_it() -> None:
    history = deal()
    bots = [find("search:iterations=20")(), find("greedy")()]
    while not history.over:
        view = View.of(STRANGER, history.position, history.to_act)
        history.play(bots[history.to_act].choose(view, len(history.played)))  # an illegal move would raise
    assert len(history.played) > 20


def test_no_move_looks_better_than_another() -> None:
    history = deal()
    view = View.of(STRANGER, history.position, history.to_act)
    assert {find("greedy")().choose(view, seed) for seed in range(100)} == set(view.legal_numbers())
    thought = Search(Settings(iterations=2000)).think(view, 1)
    assert {one.move for one in thought.considered} == set(view.legal_numbers())
    assert sum(thought.chances) == pytest.approx(1)


def test_without_a_standing_to_judge_playouts_go_to_the_end() -> None:
    assert brain(STRANGER).HORIZON == 0
    assert brain(find_game("mada")).HORIZON > 0
