"""One game of a match: deals and seeds are fair, and a faulty bot loses."""

from __future__ import annotations

import pickle

import numpy as np
import pytest
from scripted import FAULTY

import kartenhaus
from kartenhaus.arena.match import Match, Played
from kartenhaus.arena.tournament import contest_of
from kartenhaus.bots import bot_seed
from kartenhaus.core.game import find
from kartenhaus.core.random import seed_words, start_game


def match(*bots: str, game: str = "mada", players: int | None = None, seed: int = 1) -> Match:
    return Match(contest_of(find(game), [f"scripted:{bot}" for bot in bots], players, seed))


def without_times(played: Played) -> tuple[object, ...]:
    return played.number, played.shares, played.points, played.moves, played.fault


@pytest.mark.parametrize("name", FAULTY)
def test_a_fault_loses_the_game_and_is_told(name: str) -> None:
    played = match(name, "Dice", "Dice").play(0)
    assert list(played.shares) == [0, 0.5, 0.5]
    assert played.fault is not None
    seat, message = played.fault
    assert seat == 0
    assert FAULTY[name] in message
    assert "\n" not in message
    assert "\x1b" not in message


def test_all_seats_of_a_bot_lose_by_its_fault() -> None:
    assert match("Raises", "Dice", players=3).play(0).shares == (0, 1, 0)


def test_nobody_wins_by_a_fault_where_there_is_nobody_else() -> None:
    assert match("Raises").play(0).shares == (0, 0)


def test_deals_are_those_of_simulate() -> None:
    key, dice = np.empty(8, np.int64), np.empty(4, np.int64)
    start_game(seed_words(7), 3, key, dice)
    seed = sum(int(word) << 32 * place for place, word in enumerate(key))
    assert match("Dice", "Dice", seed=7).deal(3).tobytes() == kartenhaus.deal("mada", players=2, seed=seed).position.tobytes()


def test_the_same_game_is_the_same_game_and_others_are_not() -> None:
    first, again = match("Dice", "First"), match("Dice", "First")
    assert [without_times(first.play(game)) for game in range(6)] == [without_times(again.play(game)) for game in range(6)]
    assert without_times(match("Dice", "First", seed=2).play(0)) != without_times(first.play(0))


def test_every_decision_has_a_seed_of_its_own_that_says_nothing_of_the_cards() -> None:
    table = match("Dice", "Dice", seed=3)
    seeds = {
        bot_seed(3, deal, seating, seat, move)
        for deal in range(5)
        for seating in range(2)
        for seat in range(2)
        for move in range(9)
    }
    assert len(seeds) == 5 * 2 * 2 * 9
    words = {int(word) for deal in range(5) for word in table.deal(deal).key}
    assert not words & {part for seed in seeds for part in (seed & 0xFFFFFFFF, seed >> 32)}


def test_text_and_numbers_are_moves_alike(capsys: pytest.CaptureFixture[str]) -> None:
    """A bot that answers in text plays the same game as one that answers in numbers."""
    assert without_times(match("Texts", "First").play(0)) == without_times(match("Dice", "First").play(0))
    assert "thinking" in capsys.readouterr().out


@pytest.mark.parametrize("game", ["mad", "maumau"])
def test_other_games_are_played_to_their_end(game: str) -> None:
    played = match("Dice", "First", "Dice", game=game).play(4)
    assert sum(played.shares) == pytest.approx(1)
    assert played.fault is None
    assert sum(played.moves) > 5


def test_what_is_kept_of_a_game_is_small() -> None:
    played = match("Dice", "First").play(0)
    assert pickle.loads(pickle.dumps(played)) == played
    assert len(pickle.dumps([played] * 1)) < 500
