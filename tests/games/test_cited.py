"""Events cite every rule that can make something happen; the others are listed in `stories.py`, with the reason."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from importlib import import_module
from typing import NamedTuple

import pytest

import kartenhaus
from conftest import SAMPLE, Setting, settings
from kartenhaus.core import edition as editions
from kartenhaus.core.game import NOBODY, find
from kartenhaus.core.history import History, legal_numbers, proceed
from kartenhaus.core.rulebook import rulebook_rows

SHORT = {"turns": 6, "hand": 30}
"""Numbers for editions in which the turns or the cards soon run out."""
HOARDING = {"mad": ("draw", "keep")}
"""Moves of players who hoard cards, in games where they may always draw: otherwise a pile hardly ever runs out."""


def untold(name: str) -> set[str]:
    """The rules that a game lists as never cited."""
    return set(import_module(f"{find(name).package}.stories").UNTOLD)


class Run(NamedTuple):
    """Many games of one kind."""

    game: str
    settings: tuple[Setting, ...]
    games: int
    """The number of games for each setting."""

    def __str__(self) -> str:
        return self.game


def runs(games: int, only: set[str] | None = None) -> list[Run]:
    """A run for each game."""
    found = [one for one in settings() if only is None or str(one) in only]
    return [Run(name, tuple(one for one in found if one.name == name), games) for name in kartenhaus.game_names()]


def deal(setting: Setting, seed: int) -> History:
    """Deal a game; one in ten is short."""
    game = find(setting.name)
    edition = dict(editions.find(game, editions.STANDARD))
    if seed % 10 == 0:
        edition |= {"name": "short"} | {key: value for key, value in SHORT.items() if key in edition}
    return History.deal(game, setting.players, seed, edition, dict(setting.options))


def played(history: History, dice: random.Random) -> Iterator[list[int]]:
    """The journal words of the deal and of every move in a random game, with moves out of turn."""
    game, pos = history.game, history.position
    liked = {game.notation.parse_move(pos, move) for move in HOARDING.get(game.name, ())} if history.seed % 10 == 1 else set()
    yield list(history.journal.words)
    acting, _, moves, _ = proceed(game, pos)
    while acting != NOBODY:
        seat = acting
        if game.contested_with(history.options) and dice.random() < 0.5:
            other = dice.randrange(history.players)
            if others := legal_numbers(game, pos, other):
                seat, moves = other, others
        acting, _, moves, words = proceed(game, pos, seat, dice.choice([move for move in moves if move in liked] or moves))
        yield words


@pytest.mark.sweep("run", runs(2000), runs(300, SAMPLE))
def test_every_rule_that_acts_is_cited_and_no_other(run: Run) -> None:
    """This holds both ways: a rule that `stories.py` lists as never cited must never be cited."""
    cited: Counter[str] = Counter()
    for setting in run.settings:
        for seed in range(run.games):
            history = deal(setting, seed)
            for words in played(history, random.Random(seed)):
                cited.update(event.rule for event in history.naming.events(words))
    assert set(rulebook_rows(find(run.game))) - set(cited) == untold(run.game)


def test_only_rules_that_exist_are_listed() -> None:
    for name in kartenhaus.game_names():
        assert untold(name) <= set(rulebook_rows(find(name)))
