"""How much knowing more would bring: the same search, once as it plays at tables, once with all hands, or all cards, open.

Only a laboratory can do this. Bots get views, and nothing in the package hands out more; this script holds the game itself, and
makes the open positions here. Give two players: `honest`, `hands` (sees all hands) or `cards` (sees the piles too).

    python bench/ceiling.py mad --players 2 --against hands,honest --iterations 400 --games 600
"""

from __future__ import annotations

import argparse
import time

import numpy as np

from kartenhaus.arena.match import Contest, Played
from kartenhaus.arena.statistics import Tally
from kartenhaus.bots import View, bot_seed
from kartenhaus.bots.search import Search, Settings
from kartenhaus.core import edition as editions
from kartenhaus.core.game import Game, Position, find
from kartenhaus.core.history import dealt, points, winners
from kartenhaus.core.random import seed_words, start_game

SEES = ("honest", "hands", "cards")
OPEN = ("hands", "kinds_held", "drawn", "out")  # the fields of a position with cards of players


def seen(game: Game, position: Position, seat: int, sees: str) -> View:
    """What a player gets to see: their view, or more."""
    view = View.of(game, position, seat)
    if sees == "hands":
        for name in OPEN:
            if name in position.dtype.names:
                view.position[name] = position[name]
    elif sees == "cards":
        view.position.become(position)
    return view


class Laboratory:
    """Games between two players who see more or less, with the deals, seatings and statistics of the arena."""

    def __init__(self, name: str, players: int, against: tuple[str, ...], seed: int, settings: Settings) -> None:
        self.game = find(name)
        self.contest = Contest(name, players, seed, against, editions.STANDARD, {})
        self.template = self.game.files.lay_out(editions.find(self.game, editions.STANDARD), {}, players)
        self.search = Search(settings)

    def deal(self, number: int) -> Position:
        """The same deal as in the arena."""
        key, dice = np.empty(8, np.int64), np.empty(4, np.int64)
        start_game(seed_words(self.contest.seed), number, key, dice)
        position = self.template.clone()
        dealt(self.game, position, key)
        return position

    def play(self, number: int) -> Played:
        """Play one game."""
        deal, seating = divmod(number, len(self.contest.seatings))
        lineup = self.contest.seatings.lineup(number)
        position, moves, seconds = self.deal(deal), [0] * len(lineup), [0.0] * len(lineup)
        while (seat := int(self.game.rules.to_act(position))) >= 0:
            view = seen(self.game, position, seat, self.contest.bots[lineup[seat]])
            seed = bot_seed(self.contest.seed, deal, seating, seat, sum(moves))
            moves[seat] += 1
            start = time.perf_counter()
            move = self.search.choose(view, seed)
            seconds[seat] += time.perf_counter() - start
            self.game.rules.play(position, seat, move)
        won = winners(self.game, position)
        shares = tuple(1 / len(won) if seat in won else 0.0 for seat in range(len(lineup)))
        return Played(number, shares, tuple(points(self.game, position, len(lineup))), tuple(moves), tuple(seconds), None)


def main() -> None:
    """Play, and print the win rate of the first player with its 95 % interval."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--against", default="hands,honest", help=f"two of {', '.join(SEES)}")
    parser.add_argument("--iterations", type=int, default=400)
    parser.add_argument("--games", type=int, default=600)
    parser.add_argument("--seed", type=int, default=7)
    asked = parser.parse_args()
    against = tuple(asked.against.split(","))
    if len(against) != 2 or not set(against) <= set(SEES):
        parser.error(f"--against takes two of {', '.join(SEES)}")
    laboratory = Laboratory(asked.game, asked.players, against, asked.seed, Settings(iterations=asked.iterations))
    tally, start = Tally(laboratory.contest), time.perf_counter()
    for number in range(-(-asked.games // 2) * 2):
        tally.add([laboratory.play(number)])
    first, second = tally.standings(time.perf_counter() - start).bots
    print(
        f"{asked.game}, {asked.players} players, {asked.iterations} iterations: {first.name} against {second.name} won "
        f"{100 * first.win_rate:.1f} %, {100 * first.win_rate_low:.1f} to {100 * first.win_rate_high:.1f} ({first.games} games, "
        f"{first.ms_per_move:.1f} against {second.ms_per_move:.1f} ms)"
    )


if __name__ == "__main__":
    main()
