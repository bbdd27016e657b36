"""`kartenhaus dataset`: self-play as files."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING

from kartenhaus.cli.terminal import console, progress, say

if TYPE_CHECKING:
    from kartenhaus.dataset.setting import Setting

STOPPED = 130


def dataset(setting: Setting, folder: Path, jobs: int | None, on: str | None) -> int:
    """Write what is missing; return the exit code."""
    from kartenhaus.dataset.making import ready, warm_up, write

    if not ready(setting):
        console(stderr=True).print(f"[dim]Compiling {setting.rules.title} (once, some seconds) …[/]")
    warm_up(setting)
    start, new, there = time.monotonic(), [0], [0]
    with progress(f"{setting.rules.title}, {setting.players} players", setting.games, "games") as advance:

        def count(games: int, rows: int, made: bool) -> None:
            advance(games)
            new[0] += rows if made else 0
            there[0] += 0 if made else games

        try:
            rows = write(setting, folder, jobs, on, count)
        except KeyboardInterrupt:
            say("[yellow]Stopped. Complete files stay in {}: the same command makes the rest.[/]", folder)
            return STOPPED
    seconds = time.monotonic() - start
    if there[0]:
        say("{} games were there already", f"{there[0]:,}")
    if new[0]:
        speed = f"{60 * new[0] / seconds / 1e6:.2f}"
        say("{} decisions in {} s: [bold]{} million a minute[/]", f"{new[0]:,}", f"{seconds:.1f}", speed)
    say("{} games, {} decisions, {} files in {}", f"{setting.games:,}", f"{rows:,}", f"{setting.count:,}", folder)
    return 0
