"""No bot can peek: what it is given holds nothing hidden, and what it does depends on nothing else."""

from __future__ import annotations

import types
from collections.abc import Iterator

import numpy as np
import pytest

import kartenhaus
from kartenhaus.bots import NAMES, View, find
from kartenhaus.bots.brains import brain
from kartenhaus.core.game import Game, Position
from kartenhaus.core.game import find as find_game
from kartenhaus.core.history import History, legal_numbers
from kartenhaus.core.random import seed_words, start_game
from kartenhaus.core.record import Record

SETTINGS = {"search": "search:iterations=60", "medium": "medium:iterations=60", "hard": "hard:iterations=300"}
TABLES = [(name, players) for name in kartenhaus.games() for players in range(2, find_game(name).players[1] + 1)]


def walk(game: str, players: int, seed: int) -> Iterator[History]:
    """A game at random; every position in which there is something to choose."""
    history = kartenhaus.deal(game, players=players, seed=seed)
    chance = np.random.default_rng(seed)
    while not history.over:
        moves = history.legal_numbers()
        if len(moves) > 1:
            yield history
        history.play(moves[chance.integers(len(moves))])


def another(game: Game, view: View, seed: int) -> Position:
    """Another position with the same view."""
    dice = np.zeros(4, np.int64)
    start_game(seed_words(seed), 0, np.zeros(8, np.int64), dice)
    twin = view.record.clone()
    game.rules.redeal(twin, dice)
    return twin


@pytest.mark.parametrize("bot", NAMES)
@pytest.mark.parametrize(("game", "players"), TABLES)
def test_same_view_same_decision(game: str, players: int, bot: str) -> None:
    choose = find(SETTINGS.get(bot, bot))().choose
    for number, history in enumerate(walk(game, players, seed=players)):
        if number % 5:
            continue
        view = View.of(history.game, history.position, history.to_act)
        twin = another(history.game, view, number)
        seen = View.of(history.game, twin, view.seat)
        assert choose(view, number) == choose(seen, number)
        if number >= 60:
            break


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_rules_of_thumb_read_only_what_the_seat_may_know(game: str, players: int) -> None:
    rules = find_game(game).rules
    moves, by_position, by_view = (np.zeros(rules.MAX_MOVES, np.int64) for _ in range(3))
    for seed in range(3):
        for history in walk(game, players, seed):
            seat = history.to_act
            count = rules.legal(history.position, seat, moves)
            brain(history.game).weigh(history.position, seat, moves, count, by_position)
            brain(history.game).weigh(history.view(seat), seat, moves, count, by_view)
            assert by_position[:count].tolist() == by_view[:count].tolist()


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_nothing_hidden_can_be_reached_from_a_view(game: str, players: int) -> None:
    for number, history in enumerate(walk(game, players, seed=5)):
        view = View.of(history.game, history.position, history.to_act)
        records = [thing for thing in reachable(view) if isinstance(thing, Record)]
        assert records == [view.record]
        assert not any(view.record.key)
        assert view.record.block == 0
        assert view.record.tobytes() == history.view(view.seat).tobytes()
        if number == 20:
            break


def reachable(root: object) -> list[object]:
    """Everything a bot could get at by following attributes and items, code and modules aside."""
    found: list[object] = []
    todo = [root]
    while todo:
        thing = todo.pop()
        if isinstance(thing, type | types.ModuleType | types.FunctionType) or any(thing is other for other in found):
            continue
        found.append(thing)
        if isinstance(thing, dict):
            todo += [*thing.keys(), *thing.values()]
        elif isinstance(thing, list | tuple | set):
            todo += thing
        elif hasattr(thing, "__dict__") and not isinstance(thing, Record):
            todo += vars(thing).values()
    return found


@pytest.mark.parametrize("game", kartenhaus.games())
def test_a_redealt_position_has_the_legal_moves_of_the_view(game: str) -> None:
    for number, history in enumerate(walk(game, 2, seed=9)):
        view = View.of(history.game, history.position, history.to_act)
        twin = another(history.game, view, number)
        assert legal_numbers(history.game, twin, view.seat) == view.legal_numbers()
