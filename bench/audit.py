"""Play random games of every game with every number of players: all end, no card is lost, nothing stalls.

python bench/audit.py [GAMES]
"""

from __future__ import annotations

import sys
import time
from concurrent.futures import ThreadPoolExecutor

import kartenhaus
from kartenhaus.core import edition, kernels
from kartenhaus.core.game import Game, OptionValue, find
from kartenhaus.core.random import seed_words

OPTIONS: dict[str, list[dict[str, OptionValue]]] = {
    "maumau": [
        {},
        {"board": "two"},
        {"board": "two", "announce": "manual"},
        {"board": "two", "match_all": True, "penalty_then_play": True},
    ]
}


def audit_all(game: Game, players: int, options: dict[str, OptionValue], games: int, jobs: int = 2) -> int:
    """Audit games in threads; return the number of moves."""
    audit = kernels.auditing(game.rules)
    template = game.files.lay_out(edition.find(game, edition.STANDARD), game.check_options(options, players), players)
    share = -(-games // jobs)
    with ThreadPoolExecutor(jobs) as pool:
        parts = [
            pool.submit(audit, template, template.clone(), seed_words(9), first, min(share, games - first))
            for first in range(0, games, share)
        ]
        return sum(part.result() for part in parts)


def main() -> None:
    """Run all, and print a line for each."""
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000
    for name in kartenhaus.game_names():
        low, high = find(name).players
        for players in range(low, high + 1):
            for options in OPTIONS.get(name, [{}]):
                start = time.perf_counter()
                moves = audit_all(find(name), players, options, games)
                seconds = time.perf_counter() - start
                label = f"{name:7} {players} players {options or ''}"
                print(f"{label}: {games:,} games ended, {moves:,} moves, every card there after each; {seconds:.0f} s", flush=True)


if __name__ == "__main__":
    main()
