"""Who judges: the chances of every seat to win, and what each legal move is worth.

A judge knows only what players know. Playouts deal the hidden cards again and follow the rules of thumb to the end; a network looks
at what a seat may know. Both use the compiled search: with no room for a tree it plays out and counts, and with room for one move
it tries all legal moves equally often.
"""

from __future__ import annotations

from typing import Any, Protocol

import numpy as np

from kartenhaus.arena.match import Contest
from kartenhaus.bots.brains import brain
from kartenhaus.bots.kernel import WIN, KernelSettings, Node
from kartenhaus.bots.learned.files import brain_of, is_trained, trained
from kartenhaus.bots.learned.network import MOST_SEATS, SHARP
from kartenhaus.core.game import Game, Position, find
from kartenhaus.core.history import conceal
from kartenhaus.core.packed import Longs
from kartenhaus.core.random import dice_of
from kartenhaus.study.figures import Floats
from kartenhaus.study.series import laid_out

NETWORK, PLAYOUTS = "network", "playouts"
JUDGES = (NETWORK, PLAYOUTS)
CHANCES = 300  # playouts of each seat at one moment
EACH = 400  # playouts of a legal move, twice: however many there are, so that chance makes no more of them look good
LOOKS = 40  # the same for a network, which judges each line after one move of every seat
EVENLY = 10**9  # so much exploration that all moves are tried equally often


class Judge(Protocol):
    """Judges positions of one game."""

    def chances(self, pos: Position, seed: int) -> Floats:
        """How likely each seat is to win, by what it may know itself; scaled so that they add up to 1."""

    def moves(self, pos: Position, seat: int, count: int, seed: int) -> Floats:
        """What each of `count` legal moves is worth to the seat to act, from 0 to 1: two independent estimates, one in each row."""

    draws: int
    """Independent draws behind the chance of a seat; 0 if it is exact."""


def best_judge(sides: list[Contest]) -> str:
    """The network, if it was trained for all sides; otherwise playouts, so that all are judged alike."""
    return NETWORK if all(is_trained(find(side.game), laid_out(side)) for side in sides) else PLAYOUTS


def judge_of(side: Contest, name: str) -> Judge:
    """A judge by its name."""
    game = find(side.game)
    return ByNetwork(game, laid_out(side)) if name == NETWORK else ByPlayouts(game)


class _Searching:
    """The compiled search, used to count."""

    def __init__(self, game: Game, search: Any, network: Any, horizon: int, spread: int) -> None:
        self.game, self.search, self.network = game, search, network
        self.settings = KernelSettings.new()
        self.settings.guided, self.settings.horizon, self.settings.foe = 100, horizon, -1
        self.settings.exploration, self.settings.spread = EVENLY, spread

    def run(self, pos: Position, viewer: int, room: int, iterations: int, dice: Longs) -> tuple[Any, Longs]:
        """Nodes for `room` moves of the seat to act, and what all seats won, from a viewer's point of view."""
        nodes = np.zeros(1 + room, Node.layout())
        slots = np.zeros(1 << (4 * (1 + room)).bit_length(), np.int64)
        won = np.zeros(int(pos.seats), np.int64)
        view = conceal(self.game, pos, viewer)
        self.search(view.array(), view.clone(), self.settings, nodes, slots, 1, dice, iterations, won, self.network)
        return nodes[1:], won

    def values(self, pos: Position, seat: int, count: int, iterations: int, seed: int) -> Floats:
        """What each legal move is worth, in the order of its number, twice."""
        dice = dice_of(seed)
        found = []
        for _ in range(2):
            nodes, _ = self.run(pos, seat, count, iterations * count, dice)
            nodes = nodes[np.argsort(nodes["move"])]
            found.append(nodes["total"] / np.maximum(nodes["visits"], 1) / WIN)
        return np.array(found)


class ByPlayouts:
    """Plays the game out many times."""

    draws = CHANCES

    def __init__(self, game: Game) -> None:
        self.searching = _Searching(game, brain(game).search, (), 0, EVENLY)

    def chances(self, pos: Position, seed: int) -> Floats:
        """What each seat wins when the cards that it does not see are dealt again."""
        dice = dice_of(seed)
        won = np.array([self.searching.run(pos, seat, 0, CHANCES, dice)[1][seat] for seat in range(int(pos.seats))], np.float64)
        return np.asarray(won / max(won.sum(), 1), np.float64)

    def moves(self, pos: Position, seat: int, count: int, seed: int) -> Floats:
        """By playouts after each move."""
        return self.searching.values(pos, seat, count, EACH, seed)


class ByNetwork:
    """Asks the network that was trained for the table."""

    draws = 0

    def __init__(self, game: Game, template: Position) -> None:
        found = trained(game.name)
        network = found.network_for(template) if found else None
        assert network is not None, "there is a network for the table"
        self.network, self.judge = network, brain_of(game.name).judge
        self.searching = _Searching(game, brain_of(game.name).search, network, 1, SHARP * EVENLY)

    def chances(self, pos: Position, seed: int) -> Floats:  # noqa: ARG002 - a network needs no chance
        """What each seat thinks of its own chance."""
        own, said = np.zeros(int(pos.seats)), np.zeros(MOST_SEATS)
        for seat in range(len(own)):
            self.judge(pos, seat, said, self.network)
            own[seat] = said[0]
        return np.asarray(own / own.sum(), np.float64)

    def moves(self, pos: Position, seat: int, count: int, seed: int) -> Floats:
        """By what the network thinks after each move and one of every other seat."""
        return self.searching.values(pos, seat, count, LOOKS, seed)
