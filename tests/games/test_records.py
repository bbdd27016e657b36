"""Recorded games replay to the same final positions, and random play still gives the same games.

`PYTHONPATH=tests python tests/games/test_records.py` rewrites the records; do that only with a new version of the rules.
"""

from __future__ import annotations

import hashlib
import json
import random
from pathlib import Path

import pytest

import kartenhaus
from conftest import Setting, settings
from kartenhaus.core import recordfile
from kartenhaus.core.history import History

FOLDER = Path(__file__).parent.parent / "records"
SETTINGS = list(settings())


def record(setting: Setting) -> str:
    """A whole random game, and a digest of its last position."""
    history, dice = setting.deal(2026), random.Random(2026)
    history.names = [f"Player {seat}" for seat in range(history.players)]
    while not history.over:
        seat, move = dice.choice([(seat, move) for seat in range(history.players) for move in history.legal(seat)])
        history.play(move, seat)
    return f"# {digest(history)}\n{recordfile.dumps(history)}"


def digest(history: History) -> str:
    """A hash of the position in notation, because its layout in bytes may change."""
    return hashlib.sha256(json.dumps(history.game.notation.write_position(history.position)).encode()).hexdigest()


@pytest.mark.parametrize("recorded", SETTINGS, ids=str)
def test_recorded_games_replay(recorded: Setting) -> None:
    text = (FOLDER / f"{recorded}.toml").read_text("utf-8")
    history = recordfile.loads(text)
    assert text.startswith(f"# {digest(history)}\n")
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
    ("mad", 2): (411943, 52465),
    ("mad", 3): (398572, 96580),
    ("mad", 4): (451656, 145465),
    ("mad", 5): (459158, 192550),
    ("mad", 6): (525414, 247538),
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
