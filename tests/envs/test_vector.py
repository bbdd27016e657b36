"""The vector environment is the same game, move for move, as single games; and it says what is wrong with its input."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from kartenhaus.bots.learned.files import brain_of
from kartenhaus.core.errors import OptionError
from kartenhaus.core.game import NOBODY, find
from kartenhaus.core.history import legal_numbers
from kartenhaus.core.random import seed_words, start_game
from kartenhaus.envs import Buffers, Vector
from kartenhaus.envs.vector import BadUse, kernels_of

GAMES = [("mada", 2), ("mada", 5), ("mad", 2), ("mad", 6), ("maumau", 2), ("maumau", 4)]


def dealt(envs: Vector, number: int, seed: int) -> Any:
    """Game `number` of a seed, dealt by itself."""
    position = envs._template.clone()
    key, dice = np.zeros(8, np.int64), np.zeros(4, np.int64)
    start_game(seed_words(seed), number, key, dice)
    envs.game.rules.deal(position, key)
    return position


@settings(max_examples=12, deadline=None)
@given(some.sampled_from(GAMES), some.integers(0, 2**63), some.integers(0, 2**32))
def test_every_row_is_a_single_game(which: tuple[str, int], seed: int, dice: int) -> None:
    game, players = which
    envs = Vector(game, games=3, players=players, seed=seed)
    rules, brain = find(game).rules, brain_of(game)
    singles = [dealt(envs, row, seed) for row in range(3)]
    numbers, random = [0, 1, 2], np.random.default_rng(dice)
    for _ in range(150):
        chosen = (random.random(3) * envs.counts).astype(int)
        for row, single in enumerate(singles):
            seat = rules.to_act(single)
            moves = legal_numbers(find(game), single, seat)
            assert (envs.seats[row], envs.counts[row]) == (seat, len(moves))
            assert envs.positions[row].tobytes() == single.tobytes()
            assert sorted(np.flatnonzero(envs.masks[row])) == sorted(envs.legal[row, : len(moves)])
            seen = np.zeros(brain.DECLARED.size, np.float32)
            brain.figures(single, seen)
            brain.features(single, seat, seen)
            assert (envs.observations[row] == seen).all()
            rules.play(single, seat, moves[chosen[row]])
        envs.step(envs.legal[np.arange(3), chosen])
        for row, single in enumerate(singles):
            over = rules.to_act(single) == NOBODY
            assert envs.done[row] == over
            if over:
                points = np.zeros(players, np.int64)
                rules.score(single, points)
                won = rules.winners(single)
                assert envs.points[row].tolist() == points.tolist()
                assert envs.rewards[row].sum() == pytest.approx(0, abs=1e-6)
                assert {seat for seat in range(players) if envs.rewards[row, seat] == envs.rewards[row].max()} == {
                    seat for seat in range(players) if won >> seat & 1
                }
                numbers[row] += 3
                singles[row] = dealt(envs, numbers[row], seed)
            else:
                assert not envs.rewards[row].any()


@pytest.mark.parametrize(("game", "players"), GAMES)
def test_every_legal_action_has_a_number_of_its_own(game: str, players: int) -> None:
    envs, random = Vector(game, games=20, players=players, observe=False, mask=False), np.random.default_rng(1)
    for _ in range(300):
        for row in range(20):
            actions = envs.legal[row, : envs.counts[row]].tolist()
            assert len(set(actions)) == len(actions) > 0
            assert 0 <= min(actions) <= max(actions) < envs.numbering.size
        envs.step_listed((random.random(20) * envs.counts).astype(int))


def test_a_series_can_begin_anywhere() -> None:
    whole, part = Vector("mad", games=6, seed=4), Vector("mad", games=2, seed=4, first=3)
    assert part.numbers.tolist() == [3, 4]
    assert (part.observations == whole.observations[3:5]).all()
    part.reset()
    assert part.numbers.tolist() == [5, 6]
    assert (part.observations[0] == whole.observations[5]).all()


def test_threads_give_the_same() -> None:
    one, three = Vector("mad", games=10, players=3), Vector("mad", games=10, players=3, threads=3)
    random = np.random.default_rng(2)
    for _ in range(200):
        assert all((getattr(one.buffers, name) == array).all() for name, array in vars(three.buffers).items())
        chosen = (random.random(10) * one.counts).astype(int)
        one.step_listed(chosen)
        three.step_listed(chosen)
    three.close()


def test_lists_grow_where_a_position_has_more_legal_actions(monkeypatch: pytest.MonkeyPatch) -> None:
    usual = Vector("maumau", games=4)
    monkeypatch.setattr(kernels_of("maumau"), "NUMBERED", replace(usual.numbering, most=1))
    small, random = Vector("maumau", games=4), np.random.default_rng(3)
    for _ in range(100):
        for row, count in enumerate(usual.counts):
            assert small.legal[row, :count].tolist() == usual.legal[row, :count].tolist()
        chosen = (random.random(4) * usual.counts).astype(int)
        usual.step_listed(chosen)
        small.step_listed(chosen)
    assert (small.observations == usual.observations).all()


def test_the_caller_can_own_the_buffers() -> None:
    usual = Vector("mada", games=5).buffers
    mine = Buffers(**{name: np.zeros_like(array) for name, array in vars(usual).items()})
    envs = Vector("mada", games=5, buffers=mine)
    assert envs.observations is mine.observations
    assert (mine.observations == usual.observations).all()
    for name, array in vars(usual).items():
        for wrong in (array.astype(np.float64), np.asfortranarray(np.zeros((2, *array.shape)))[0], array[1:], None):
            with pytest.raises(BadUse, match=f"wanted {name}"):
                Vector("mada", games=5, buffers=replace(mine, **{name: wrong}))  # type: ignore[arg-type]


def test_what_is_wrong_is_said_and_nothing_is_played() -> None:
    envs = Vector("mada", games=2, seed=7)
    before = envs.positions.copy()
    legal = envs.legal[np.arange(2), 0]
    wrong = [
        ([legal[0], 36], "action 36 is not legal in game 1; legal are "),
        ([legal[0], -2], "action -2 is not legal in game 1"),
        ([legal[0], (1 << 32) + int(legal[1])], "is not legal in game 1"),
        ([legal[0]], "actions are 2 integers"),
        ([0.5, 1.5], "not float64"),
        ("ab", "actions are 2 integers"),
    ]
    for actions, message in wrong:
        with pytest.raises(BadUse, match=message):
            envs.step(actions)
    for place in (-2, envs.counts[1]):
        with pytest.raises(BadUse, match=f"place {place} is not in the list of game 1"):
            envs.step_listed([0, place])
    assert envs.positions.tobytes() == before.tobytes()
    envs.close()
    with pytest.raises(BadUse, match="closed"):
        envs.step(legal)
    with pytest.raises(BadUse, match="closed"):
        envs.reset()


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"game": "chess"}, "chess"),
        ({"game": "mada", "players": 6}, "players"),
        ({"game": "mada", "games": 0}, "games must be at least 1"),
        ({"game": "mada", "threads": 0}, "threads must be at least 1"),
        ({"game": "maumau", "announce": "manual"}, "leave “announce” out"),
        ({"game": "mada", "hat": 1}, "no option “hat”"),
    ],
)
def test_wrong_settings_are_refused(options: dict[str, Any], message: str) -> None:
    with pytest.raises((OptionError, BadUse), match=message):
        Vector(**options)


def test_what_is_hidden_does_not_change_an_observation() -> None:
    """Cards that a seat cannot see are dealt anew: everything that it gets stays the same."""
    for game, players in GAMES:
        envs, random = Vector(game, games=1, players=players, seed=5), np.random.default_rng(4)
        rules = find(game).rules
        for step in range(60):
            seat = int(envs.seats[0])
            view = envs._template.clone()
            rules.conceal(envs.positions[0], seat, view)
            rules.redeal(view, np.array([step, 2, 3, 4]))
            seen, legal = np.zeros_like(envs.observations[0]), legal_numbers(find(game), view, seat)
            brain_of(game).figures(view, seen)
            brain_of(game).features(view, seat, seen)
            assert (seen == envs.observations[0]).all()
            assert len(legal) == envs.counts[0]
            envs.step_listed((random.random(1) * envs.counts).astype(int))


def test_a_game_that_is_over_can_wait() -> None:
    envs = Vector("mada", games=2, seed=7, again=False)
    while not envs.done.any():
        envs.step_listed(np.where(envs.counts > 0, 0, -1))
    row = int(envs.done.argmax())
    ended = envs.positions[row].tobytes()
    assert (envs.seats[row], envs.counts[row]) == (-1, 0)
    envs.step(np.where(envs.counts > 0, envs.legal[:, 0], -1))
    assert envs.positions[row].tobytes() == ended
    assert envs.rewards[row].any()
    with pytest.raises(BadUse, match=f"not legal in game {row}"):
        envs.step(envs.legal[:, 0])
    live = envs.positions[1 - row].tobytes()
    with pytest.raises(BadUse, match=f"action -1 is not legal in game {1 - row}"):
        envs.step(np.array([-1, -1]), idle=False)
    envs.step(np.array([-1, -1]))
    assert envs.positions[1 - row].tobytes() == live
    envs.deal(np.arange(2) == row)
    assert (envs.numbers[row], envs.counts[row] > 0, envs.rewards[row].any()) == (row + 2, True, False)
    with pytest.raises(BadUse, match="booleans"):
        envs.deal([0])


def test_a_game_that_is_left_alone_says_nothing_old() -> None:
    """Its last step ended a game and began the next; after it was left alone, nothing has happened in it."""
    envs = Vector("mada", games=2, seed=7)
    while not envs.done.any():
        envs.step_listed([0, 0])
    row = int(envs.done.argmax())
    assert envs.rewards[row].any()
    envs.step_listed(np.where(np.arange(2) == row, -1, 0))
    assert not envs.done[row]
    assert not envs.rewards[row].any()


def test_seeds_can_be_integers_of_numpy() -> None:
    usual = Vector("mada", games=2, seed=7)
    assert (Vector("mada", games=2, seed=np.int64(7)).positions == usual.positions).all()  # type: ignore[arg-type]
