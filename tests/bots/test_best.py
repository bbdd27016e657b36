"""Positions with an obvious best move: `hard` always finds it, `medium` nearly always, and even `easy` most times."""

from __future__ import annotations

from pathlib import Path

import pytest

import kartenhaus
from kartenhaus.bots import View, find
from kartenhaus.core import scenario
from kartenhaus.core.game import Game, Position

ROOT = Path(__file__).parent.parent / "best"
AT_LEAST = {"hard": 1.0, "medium": 0.85, "easy": 0.65}


def positions(game: str) -> list[scenario.Scenario]:
    return [one for file in sorted((ROOT / game).glob("*.toml")) for one in scenario.loads(file.read_text("utf-8"), file.name)]


@pytest.mark.parametrize("game", kartenhaus.game_names())
def test_there_are_enough(game: str) -> None:
    assert len(positions(game)) >= 20
    assert all("best" in one.steps[0] for one in positions(game))


@pytest.mark.parametrize("bot", AT_LEAST)
@pytest.mark.parametrize("game", kartenhaus.game_names())
def test_the_right_move_is_found(game: str, bot: str) -> None:
    def choose(rules: Game, pos: Position, seat: int) -> str:
        view = View.of(rules, pos, seat)
        return view.text(int(find(bot)().choose(view, 1)))

    outcomes = [scenario.run(one, choose) for one in positions(game)]
    missed = [f"{one.scenario.title}: {one.differences[0]}" for one in outcomes if one.differences]
    assert 1 - len(missed) / len(outcomes) >= AT_LEAST[bot], "\n".join(missed)
