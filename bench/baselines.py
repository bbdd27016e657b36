"""Baselines: how often our bots win against random and greedy players, as in docs/baselines.md.

python bench/baselines.py GAME [BOT …]: prints the rows of the table; by default of all bots, which takes about half an hour.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass

import kartenhaus

SEED = 7
OPPONENTS = ("random", "greedy")
PLAIN = "search:iterations=1000:guided=0:spread=1000000:horizon=0:turns=0:trust=0"


@dataclass(frozen=True)
class Baseline:
    """A bot, and how many games it plays."""

    name: str
    bot: str
    games: int


BASELINES = (
    Baseline("random", "random", 2000),
    Baseline("greedy", "greedy", 2000),
    Baseline("easy", "easy", 2000),
    Baseline("plain ISMCTS", PLAIN, 400),
    Baseline("medium", "medium", 1000),
    Baseline("hard", "hard", 200),
    Baseline("expert", "expert", 40),
)


def cell(game: str, one: Baseline, opponent: str) -> str:
    """How often a bot wins, with its 95 % interval."""
    found = kartenhaus.compete(game, [one.bot, opponent], games=one.games, seed=SEED).bots[0]
    return f"{100 * found.win_rate:.1f} ({100 * found.win_rate_low:.1f} to {100 * found.win_rate_high:.1f})"


def main(game: str, *bots: str) -> None:
    """Print the rows."""
    for one in BASELINES:
        if not bots or one.name in bots:
            cells = [cell(game, one, opponent) for opponent in OPPONENTS]
            print(f"| {one.name} | {' | '.join(cells)} | {one.games:,} |", flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:] or sys.exit(__doc__))
