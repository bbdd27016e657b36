"""Search on one core against OpenSpiel's MCTS in C++ on crazy_eights with open hands: iterations per second, in one run.

python bench/search.py

Also the time of a decision by rules of thumb, and what the arena adds to the time of its bots.
"""

from __future__ import annotations

import time
from collections.abc import Callable

import kartenhaus
from kartenhaus.bots import View, find
from kartenhaus.bots.search import Search, Settings

ROUNDS = 5  # each measured several times in turn; the best counts, for both sides
DEALS = 10  # early positions: the first decision after the deal
ITERATIONS = 2_000
AT_LEAST = {"mada": 10, "mad": 8, "maumau": 3}
CHANCE = Settings(iterations=ITERATIONS, guided=0, horizon=0, final="value")  # by value, so that no search ends early
CUT = Settings(iterations=ITERATIONS, guided=0, final="value")
GUIDED = Settings(iterations=ITERATIONS, final="value")


def openspiel() -> Callable[[], float]:
    """Iterations per second of one round of OpenSpiel's MCTS bot with one random rollout each.

    Two players, special cards, and a reshuffled pile, as in our games: games of about 200 moves, like those of MAD.
    """
    import pyspiel

    game = pyspiel.load_game("crazy_eights(players=2,use_special_cards=True,reshuffle=True)")
    states = [_dealt(game, deal) for deal in range(DEALS)]

    def measure() -> float:
        seconds = 0.0
        for seed, state in enumerate(states):
            evaluator = pyspiel.RandomRolloutEvaluator(1, seed)
            bot = pyspiel.MCTSBot(game, evaluator, 1.4, ITERATIONS, 1000, False, seed, False)
            start = time.perf_counter()
            bot.mcts_search(state)
            seconds += time.perf_counter() - start
        return DEALS * ITERATIONS / seconds

    return measure


def _dealt(game: object, deal: int) -> object:
    import random

    chance = random.Random(deal)
    state = game.new_initial_state()  # type: ignore[attr-defined]  # pyspiel has no types
    while state.is_chance_node():
        state.apply_action(chance.choice([action for action, _ in state.chance_outcomes()]))
    return state


def ours(name: str, settings: Settings) -> Callable[[], float]:
    """Iterations per second of one round of our search, two players."""
    views = []
    for deal in range(DEALS):
        history = kartenhaus.deal(name, players=2, seed=deal)
        while len(history.legal()) == 1:
            history.play(history.legal()[0])
        views.append(View.of(history.game, history.position, history.to_act))
    search = Search(settings)

    def measure() -> float:
        start = time.perf_counter()
        done = sum(search.think(view, seed).iterations for seed, view in enumerate(views))
        return done / (time.perf_counter() - start)

    return measure


def greedy_microseconds(name: str) -> float:
    """The time of a decision by rules of thumb, the best of several rounds over a game."""
    bot = find("greedy")()
    history = kartenhaus.deal(name, players=2, seed=1)
    views = []
    while not history.over:
        view = View.of(history.game, history.position, history.to_act)
        views.append(view)
        history.play(bot.choose(view, len(views)))
    best = float("inf")
    for _ in range(ROUNDS):
        start = time.perf_counter()
        for seed, view in enumerate(views):
            bot.choose(view, seed)
        best = min(best, time.perf_counter() - start)
    return best / len(views) * 1e6


def arena_overhead(name: str) -> tuple[float, float]:
    """What the arena adds to the time of its bots at medium, in percent; and the milliseconds of a decision."""
    kartenhaus.compete(name, bots=["medium", "medium"], games=2, seed=1, jobs=1)
    start = time.perf_counter()
    standings = kartenhaus.compete(name, bots=["medium", "medium"], games=40, seed=2, jobs=1)
    seconds = time.perf_counter() - start
    bots = sum(bot.ms_per_move * bot.moves / 1000 for bot in standings.bots)
    return 100 * (seconds - bots) / bots, 1000 * bots / standings.moves


def main() -> None:
    """Measure and print."""
    peer = openspiel()
    kinds = {"random, to the horizon": CUT, "random, to the end": CHANCE, "by rules of thumb, to the horizon": GUIDED}
    measures = {(name, kind): ours(name, settings) for name in kartenhaus.game_names() for kind, settings in kinds.items()}
    for measure in (peer, *measures.values()):
        measure()  # compile, warm up
    speeds: dict[tuple[str, str] | None, float] = {}
    for _ in range(ROUNDS):
        speeds[None] = max(speeds.get(None, 0.0), peer())
        for key, measure in measures.items():
            speeds[key] = max(speeds.get(key, 0.0), measure())
    print(f"search, one core, 2 players, first decisions of {DEALS} deals, {ITERATIONS} iterations each, best of {ROUNDS} rounds")
    print(f"OpenSpiel MCTS in C++, crazy_eights, open hands     {speeds[None]:9,.0f} iterations/s  1.00 times")
    for name, kind in measures:
        speed = speeds[name, kind]
        goal = f" (goal: {AT_LEAST[name]})" if kinds[kind] is not GUIDED else ""
        print(f"{name:7} playouts {kind:35} {speed:9,.0f} iterations/s {speed / speeds[None]:5.2f} times{goal}")
    for name in kartenhaus.game_names():
        overhead, milliseconds = arena_overhead(name)
        print(
            f"{name:7} greedy {greedy_microseconds(name):5.1f} µs a decision (goal: 50); "
            f"arena at medium: {milliseconds:.2f} ms a decision, {overhead:.1f} % added (goal: 5)"
        )


if __name__ == "__main__":
    main()
