"""Characters have the style that they are named after."""

from __future__ import annotations

import numpy as np

import kartenhaus
from conftest import Setting
from kartenhaus.bots import View, find
from kartenhaus.bots.levels import CHARACTERS
from kartenhaus.bots.search import Search, Settings
from kartenhaus.bots.styles import tormentor
from kartenhaus.core.events import Event


def test_a_gambler_tries_its_luck_more_often_than_a_miser() -> None:
    luck = {"gambler": 0, "miser": 0}
    for seed in range(6):
        history, chance = kartenhaus.deal("mada", players=3, seed=seed), np.random.default_rng(seed)
        while not history.over and len(history.played) < 120:
            view = View.seen(history, history.to_act)
            if "luck" in view.legal() and len(view.legal()) > 1:
                for name in luck:
                    luck[name] += view.text(int(find(name)().choose(view, seed))) == "luck"
            history.play(int(chance.choice(view.legal_numbers())))
    assert luck["gambler"] > luck["miser"]


def test_whom_an_avenger_is_after() -> None:
    placed = Event("card", "", source="hands.2", target="board.a1")
    drawn = Event("card", "", source="draw", target="hands.1")
    assert tormentor([], 1) == -1
    assert tormentor([Event("attack", "", seat=2, whom=1), drawn], 1) == 2
    assert tormentor([Event("attack", "", seat=2, whom=0)], 1) == -1
    assert tormentor([Event("swapped", "", seat=3, whom=1), placed], 1) == 3
    assert tormentor([placed, Event("penalty", "", seat=1, amount=2), drawn], 1) == 2
    assert tormentor([placed, Event("skip", "", seat=1), Event("card", "", source="hands.0", target="hands.1")], 1) == 0


def test_a_grudge_changes_what_moves_are_worth() -> None:
    history, chance = kartenhaus.deal("mad", players=3, seed=4), np.random.default_rng(2)
    while tormentor(View.seen(history, history.to_act).events, history.to_act) < 0 or len(history.legal()) < 2:
        history.play(int(chance.choice(history.legal_numbers(history.to_act))))
    view = View.seen(history, history.to_act)
    plain, tilted = (Search(Settings(iterations=200, grudge=grudge)).think(view, 1) for grudge in (0, 100))
    assert plain.considered != tilted.considered
    assert all(0 <= one.value <= 1 for one in tilted.considered)


def test_every_character_plays(setting: Setting) -> None:
    for character in CHARACTERS:
        history = setting.deal(5)
        bot = find(f"{character.name}:iterations=20")()
        while not history.over and len(history.played) < 40:
            history.play(int(bot.choose(View.seen(history, history.to_act), 1)))
