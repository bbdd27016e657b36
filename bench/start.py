"""How long a start takes, cold (nothing compiled) and warm, and how much memory many games need.

python bench/start.py
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import tempfile
import time

import kartenhaus

FIRST_MOVE = """
import kartenhaus
game = kartenhaus.deal("{name}", players=2, seed=1)
game.play(game.legal()[0])
game.view(0)
"""
SIMULATE = FIRST_MOVE + 'kartenhaus.simulate("{name}", players=2, games=10)\n'


def seconds(*command: str, cache: str) -> float:
    """The time a command takes in a process of its own."""
    start = time.perf_counter()
    environment = {**os.environ, "KARTENHAUS_CACHE": cache, "KARTENHAUS_BOUNDS": "0"}
    subprocess.run([sys.executable, *command], env=environment, check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - start


def main() -> None:
    """Measure and print."""
    with tempfile.TemporaryDirectory() as cache:
        empty = min(seconds("-c", "pass", cache=cache) for _ in range(3))
        print(f"python, an empty program        {empty:6.2f} s")
        for name in kartenhaus.games():
            cold = seconds("-c", SIMULATE.format(name=name), cache=cache)
            warm = min(seconds("-c", FIRST_MOVE.format(name=name), cache=cache) for _ in range(3))
            print(f"{name:7} cold, play and simulate  {cold:6.2f} s (goal: 15)   warm, first move {warm:5.2f} s (goal: 1.5)")
        listing = min(seconds("-m", "kartenhaus", "games", cache=cache) for _ in range(3))
        print(f"kartenhaus games                {listing:6.2f} s (goal: 0.4)")
    for games in (10_000, 1_000_000):
        command = [sys.executable, "-m", "kartenhaus", "simulate", "mada", "--games", str(games), "--json"]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        print(f"simulate {games:9,} games of MADA: {resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024:.0f} MB at most")


if __name__ == "__main__":
    main()
