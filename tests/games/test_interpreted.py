"""The same source, interpreted and compiled: after every move both have the same bytes."""

from __future__ import annotations

import os
import subprocess
import sys

GAMES = """
import hashlib, random
from conftest import settings
for setting in settings():
    history, dice = setting.deal(11), random.Random(11)
    digest = hashlib.sha256()
    while not history.over:
        seat, move = dice.choice([(s, m) for s in range(history.players) for m in history.legal_numbers(s)])
        history.play(move, seat)
        digest.update(history.position.tobytes())
        for viewer in range(-1, history.players):
            digest.update(history.view(viewer).tobytes())
        if len(history.played) == 150:
            break
    print(setting, len(history.played), digest.hexdigest())
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
