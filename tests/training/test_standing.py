"""The networks that judge a standing: a tiny training learns, and depends only on its seed."""

from __future__ import annotations

import math
from pathlib import Path

from typer.testing import CliRunner

from kartenhaus.bots.skilled.files import standings
from kartenhaus.cli.main import app
from kartenhaus.training.standing import Plan, train

TINY = Plan(rounds=2, rows=7000, passes=2, width=16, second=8, batch=64)


def test_a_tiny_training_learns() -> None:
    heard: list[float] = []
    made = train("maumau", 1, TINY, lambda _, loss: heard.append(loss))
    again = train("maumau", 1, TINY)
    assert len(heard) == 6, "two rounds for three networks"
    assert heard[1] < heard[0]
    assert heard[1] < math.log(2)
    for one, other in zip(made.networks, again.networks, strict=True):
        assert {name: weights.tolist() for name, weights in one.items()} == {
            name: weights.tolist() for name, weights in other.items()
        }
    shipped = standings("maumau")
    assert shipped is not None
    assert set(made.header) == set(shipped.header)
    assert made.header["editions"] == shipped.header["editions"]


def test_the_command_says_for_which_games(tmp_path: Path) -> None:
    result = CliRunner().invoke(app, ["train", "mada", "--standing", "--folder", str(tmp_path)])
    assert result.exit_code != 0
    assert "there are no skilled rules of thumb for mada" in str(result.exception)
