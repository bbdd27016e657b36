"""The same source, interpreted and compiled: after every move both have the same bytes."""

from __future__ import annotations

import os
import subprocess
import sys

GAMES = """
import hashlib, random
import kartenhaus
from conftest import settings
from twelve import TWELVE
games = {str(setting): setting.deal(11) for setting in settings()}
for players in (2, 3, 4):
    games[f"up to 12, {players}"] = kartenhaus.deal("maumau", players=players, seed=11, edition=TWELVE, board="two")
for setting, history in games.items():
    digest, dice = hashlib.sha256(), random.Random(11)
    while not history.over:
        seat, move = dice.choice([(s, m) for s in range(history.players) for m in history.legal_numbers(s)])
        history.play(move, seat)
        digest.update(history.position.tobytes())
        for viewer in range(-1, history.players):
            digest.update(history.view(viewer).tobytes())
        if len(history.played) == 150:
            break
    print(setting, history.over, len(history.played), digest.hexdigest())
"""


def transcript(**environment: str) -> str:
    here = os.path.dirname(os.path.dirname(__file__))
    run = subprocess.run(
        [sys.executable, "-W", "error", "-c", GAMES],
        env={**os.environ, "PYTHONPATH": here, **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    return run.stdout


def test_interpreted_equals_compiled() -> None:
    interpreted = transcript(KARTENHAUS_INTERPRET="1")
    assert interpreted == transcript(KARTENHAUS_BOUNDS="1")
    assert len(interpreted.splitlines()) > 10
    assert interpreted.count("up to 12") == 3
