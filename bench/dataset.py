"""Datasets: decisions a minute with greedy players, on all cores, in every format.

python bench/dataset.py [GAMES]
"""

from __future__ import annotations

import os
import sys
import tempfile
import time
from pathlib import Path

from kartenhaus.core.simulation import cores
from kartenhaus.dataset import Setting, write
from kartenhaus.dataset.formats import FORMATS
from kartenhaus.dataset.making import warm_up

WANTED = 1e6  # decisions a minute on two cores
GAMES = {"mada": 4_000, "mad": 40_000, "maumau": 16_000}


def measured(game: str, games: int, form: str) -> str:
    """Write a dataset, and say how fast that was; the time includes starting the processes."""
    with tempfile.TemporaryDirectory() as folder:
        start, before = time.perf_counter(), sum(os.times()[:4])
        rows = write(Setting(game, games=games, format=form), folder)
        speed = 60 * rows / (time.perf_counter() - start)
        alone = 60 * rows / (sum(os.times()[:4]) - before)
        size = sum(file.stat().st_size for file in Path(folder).rglob("*") if file.is_file())
    verdict = "yes" if speed >= WANTED else "no"
    return (
        f"{speed:12,.0f} {verdict:4} {alone:12,.0f} a minute of processor time   {rows:,} decisions, {size / rows:,.0f} bytes each"
    )


def main() -> None:
    """Print a line for each game and format."""
    print(f"Decisions a minute with greedy players, {cores()} cores; wanted on two: {WANTED:,.0f}")
    for game, usual in GAMES.items():
        warm_up(Setting(game, games=1))
        for form in FORMATS:
            print(f"  {game:7} {form:8}", measured(game, int(sys.argv[1]) if len(sys.argv) > 1 else usual, form), flush=True)


if __name__ == "__main__":
    main()
