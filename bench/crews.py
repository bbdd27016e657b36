"""The same work for a crew of processes and for a Ray cluster on this machine, in turns.

    python -m bench.crews [GAMES [ROUNDS]]

Prints the seconds of each, from the first game to the last and with the start, and the ratio of their medians.
"""

from __future__ import annotations

import sys
from statistics import median
from time import perf_counter

from kartenhaus.arena import tournament
from kartenhaus.core.game import find


def main() -> None:
    """Play the same tournament on both."""
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 40_000
    rounds = int(sys.argv[2]) if len(sys.argv) > 2 else 3
    contest = tournament.contest_of(find("mada"), ["greedy", "random"], seed=7)
    tournament.run(contest, 2, 1)  # compile before the clock starts
    places = {"processes": None, "Ray": "ray"}
    playing: dict[str, list[float]] = {name: [] for name in places}
    whole: dict[str, list[float]] = {name: [] for name in places}
    for _ in range(rounds):
        for name, on in places.items():
            start = perf_counter()
            standings = tournament.run(contest, games, on=on)
            whole[name].append(perf_counter() - start)
            playing[name].append(standings.seconds)
            print(f"{name}: {games:,} games in {playing[name][-1]:.1f} s, {whole[name][-1]:.1f} s with the start", flush=True)
    for label, found in (("playing", playing), ("with the start", whole)):
        print(f"{label}: Ray takes {median(found['Ray']) / median(found['processes']):.3f} times as long as processes (medians)")


if __name__ == "__main__":
    main()
