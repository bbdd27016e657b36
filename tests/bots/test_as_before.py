"""By rules of thumb and with even deals, the search chooses as version 0.1.0 did.

`choices.json` has games that the search of version 0.1.0 played against itself: every move is the choice of `search:iterations=60`,
with the number of the move as its seed. Those of MAD were played by version 2 of its rules.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import kartenhaus
from kartenhaus.bots import View, find

RECORDED: list[dict[str, Any]] = json.loads((Path(__file__).parent / "choices.json").read_text("utf-8"))
BEFORE = "search:iterations=60:judgement=thumb:belief=false"


def played(game: dict[str, Any]) -> list[str]:
    return " ".join(game["moves"]).split(", ")


@pytest.mark.parametrize("game", kartenhaus.game_names())
def test_the_search_chooses_as_before(game: str) -> None:
    for recorded in RECORDED:
        if recorded["game"] != game:
            continue
        history = kartenhaus.deal(game, players=recorded["players"], seed=recorded["seed"])
        for number, move in enumerate(played(recorded)):
            view = View.of(history.game, history.position, history.to_act)
            assert view.text(int(find(BEFORE)().choose(view, number))) == move, (recorded["seed"], number)
            history.play(move)


def test_there_are_a_thousand_choices() -> None:
    choices = 0
    for recorded in RECORDED:
        history = kartenhaus.deal(recorded["game"], players=recorded["players"], seed=recorded["seed"])
        for move in played(recorded):
            choices += len(history.legal()) > 1
            history.play(move)
    assert choices >= 1000
