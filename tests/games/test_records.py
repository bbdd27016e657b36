"""Recorded games replay to the same final positions, and random play gives the same games as ever.

`PYTHONPATH=tests python tests/games/test_records.py` writes the records anew; do that only with a new version of the rules.
"""

from __future__ import annotations

import hashlib
import random
from pathlib import Path

import pytest

import kartenhaus
from conftest import Setting, settings
from kartenhaus.core import recordfile

FOLDER = Path(__file__).parent.parent / "records"
SETTINGS = list(settings())


def record(setting: Setting) -> str:
    """A whole random game, and a digest of its last position."""
    history, dice = setting.deal(2026), random.Random(2026)
    history.names = [f"Player {seat}" for seat in range(history.players)]
    while not history.over:
        seat, move = dice.choice([(seat, move) for seat in range(history.players) for move in history.legal(seat)])
        history.play(move, seat)
    return f"# {hashlib.sha256(history.position.tobytes()).hexdigest()}\n{recordfile.dumps(history)}"


@pytest.mark.parametrize("recorded", SETTINGS, ids=str)
def test_recorded_games_replay(recorded: Setting) -> None:
    text = (FOLDER / f"{recorded}.toml").read_text("utf-8")
    history = recordfile.loads(text)
    assert text.startswith(f"# {hashlib.sha256(history.position.tobytes()).hexdigest()}\n")
    assert history.over


@pytest.mark.parametrize("recorded", SETTINGS[::3], ids=str)
def test_recorded_games_are_dealt_and_played_the_same_today(recorded: Setting) -> None:
    assert (FOLDER / f"{recorded}.toml").read_text("utf-8") == record(recorded)


# moves and points of 2,000 random games with seed 5, by game and players
SERIES: dict[tuple[str, int], tuple[int, int]] = {
    ("mada", 2): (162190, 63314),
    ("mada", 3): (141162, 90200),
    ("mada", 4): (144527, 116950),
    ("mada", 5): (151622, 143241),
    ("mad", 2): (412519, 52501),
    ("mad", 3): (398770, 96662),
    ("mad", 4): (450135, 145386),
    ("mad", 5): (457359, 192751),
    ("mad", 6): (529099, 247250),
    ("maumau", 2): (133740, 83629),
    ("maumau", 3): (128503, 79696),
    ("maumau", 4): (125971, 73950),
}


@pytest.mark.parametrize(("name", "players"), list(SERIES))
def test_random_series_stay_the_same(name: str, players: int) -> None:
    games = kartenhaus.simulate(name, players=players, games=2000, seed=5)
    assert (int(games.decisions.sum()), int(games.points.sum())) == SERIES[name, players]


if __name__ == "__main__":
    for one in SETTINGS:
        (FOLDER / f"{one}.toml").write_text(record(one), "utf-8")
