"""Random play on one core, against OpenSpiel's crazy_eights with the game loop in C++: decisions per second, in one run.

python bench/random_play.py
"""

from __future__ import annotations

import time
from collections.abc import Callable

import numpy as np

import kartenhaus
from kartenhaus.core import edition
from kartenhaus.core.game import find
from kartenhaus.core.random import seed_words

ROUNDS = 7  # each measured several times in turn; the best counts, for both sides
GAMES = 10_000
AT_LEAST = {"mada": 8, "mad": 5, "maumau": 8}


def openspiel() -> Callable[[], float]:
    """Decisions per second of one round of `pyspiel.evaluate_bots` with uniform random bots."""
    import pyspiel

    game = pyspiel.load_game("crazy_eights")
    bots = [pyspiel.make_uniform_random_bot(seat, seat + 1) for seat in range(game.num_players())]

    def measure() -> float:
        states = []
        start = time.perf_counter()
        for seed in range(1000):
            states.append(game.new_initial_state())
            pyspiel.evaluate_bots(states[-1], bots, seed)
        seconds = time.perf_counter() - start
        return sum(sum(step.player >= 0 for step in state.full_history()) for state in states) / seconds

    return measure


def ours(name: str, players: int) -> Callable[[], float]:
    """Decisions per second of one round of random games."""
    game = find(name)
    template = game.files.lay_out(edition.find(game, edition.STANDARD), {}, players)
    pos = template.clone()
    points, won, decisions = np.zeros((GAMES, players), np.int64), np.zeros(GAMES, np.int64), np.zeros(GAMES, np.int64)

    def measure() -> float:
        start = time.perf_counter()
        game.rules.simulate(template, pos, seed_words(1), 0, points, won, decisions)
        return float(decisions.sum()) / (time.perf_counter() - start)

    return measure


def main() -> None:
    """Measure and print."""
    from copying import copy_nanoseconds

    settings = [(name, players) for name in kartenhaus.game_names() for players in sorted(set(find(name).players))]
    peer = openspiel()
    measures = {setting: ours(*setting) for setting in settings}
    for measure in (peer, *measures.values()):
        measure()  # compile, warm up
    speeds: dict[tuple[str, int] | None, float] = {}
    for _ in range(ROUNDS):
        speeds[None] = max(speeds.get(None, 0.0), peer())
        for setting, measure in measures.items():
            speeds[setting] = max(speeds.get(setting, 0.0), measure())
    print(f"random play, one core, best of {ROUNDS} rounds measured in turn")
    print(f"OpenSpiel crazy_eights, loop in C++   {speeds[None] / 1e6:6.2f} million decisions/s  1.00 times")
    for name, players in settings:
        speed = speeds[name, players]
        ratio = speed / speeds[None]
        label = f"{name:7} {players} players"
        print(f"{label:37} {speed / 1e6:6.2f} million decisions/s {ratio:5.2f} times (goal: {AT_LEAST[name]})")
    for name in kartenhaus.game_names():
        size = find(name).notation.PositionType.layout().itemsize
        print(f"{name:7} position {size:5} bytes (goal: 4096), copied in {copy_nanoseconds(name):5.1f} ns (goal: 150)")


if __name__ == "__main__":
    main()
