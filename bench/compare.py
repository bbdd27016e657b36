"""Compare random play and search of two checkouts, in turn: does a change make simulation slower?

python bench/compare.py OLD_CHECKOUT [NEW_CHECKOUT] [GAME …]

The old checkout runs twice, so that the noise shows next to the difference. Every measurement runs in a new process, since the
memory layout makes a difference of some percent; the best round of each counts. Times are processor times, so that a busy machine
disturbs less.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from pathlib import Path

ROUNDS = 15
TIMES = 3  # measurements of each in one process
HERE = Path(__file__).parent.parent


def work() -> None:
    """Measure one round of one checkout."""
    import random_play
    import search
    from kartenhaus.core.game import find
    from kartenhaus.core.game import names as known

    names = [name for name in known() if name in (sys.argv[2:] or known())]
    kinds = {"to the end": search.CHANCE, "to the horizon": search.CUT, "guided": search.GUIDED}
    measures = {f"{name} random play, {n}": random_play.ours(name, n) for name in names for n in sorted(set(find(name).players))}
    measures |= {f"{name} search, {kind}": search.ours(name, ways) for name in names for kind, ways in kinds.items()}
    speeds: dict[str, float] = {}
    for key, measure in measures.items():
        measure()  # compile, warm up
        for _ in range(TIMES):
            wall, used = time.perf_counter(), time.process_time()
            speed = measure()
            speed *= (time.perf_counter() - wall) / (time.process_time() - used)
            speeds[key] = max(speeds.get(key, 0.0), speed)
    print(json.dumps(speeds))


def measured(checkout: Path, games: list[str]) -> dict[str, float]:
    """Measure a checkout in a new process."""
    path = os.pathsep.join([str(checkout / "src"), str(checkout / "bench")])
    command = [sys.executable, __file__, "--work", *games]
    run = subprocess.run(command, env={**os.environ, "PYTHONPATH": path}, stdout=subprocess.PIPE, text=True, check=True)
    found: dict[str, float] = json.loads(run.stdout)
    return found


def main() -> None:
    """Measure and print."""
    paths = [Path(word).resolve() for word in sys.argv[1:] if "/" in word or word == "."]
    games = [word for word in sys.argv[1:] if "/" not in word and word != "."]
    sides = [paths[0], paths[0], *(paths[1:] or [HERE])]
    best: dict[str, list[float]] = {}
    for number in range(ROUNDS):
        for turn in range(len(sides)):
            which = (turn + number) % len(sides)
            for key, speed in measured(sides[which], games).items():
                row = best.setdefault(key, [0.0] * len(sides))
                row[which] = max(row[which], speed)
    print(f"best of {ROUNDS} rounds, measured in turn; load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
    for key, (first, second, *changed) in best.items():
        new = " ".join(f"{speed / max(first, second):6.1%}" for speed in changed)
        print(f"{key:32} {first:14,.0f} a second; old again {second / first:6.1%}, new {new}")


if __name__ == "__main__":
    work() if sys.argv[1:2] == ["--work"] else main()
