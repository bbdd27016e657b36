"""Each game's rules of thumb and search, compiled; a game without rules of thumb is searched all the same."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from types import SimpleNamespace
from typing import Any, Protocol, cast

from kartenhaus.core.game import Game, Position
from kartenhaus.core.jit import compiled
from kartenhaus.core.record import Longs

BRAINS = {name: f"kartenhaus.bots.{name}" for name in ("mada", "mad", "maumau")}


class Brain(Protocol):
    """What a game's module here offers."""

    HORIZON: int
    """Moves of a playout, for each seat, after which the standing is judged; 0: it is played to the end."""
    TURNS: int
    """Turns that the tree looks ahead; 0: as many as it gets to."""
    PLAYOUTS: dict[int, tuple[int, int]]
    """Few and many iterations of the search, by the number of players from which they hold; `levels.py` says who has which."""

    def weigh(self, pos: Position, seat: int, moves: Longs, count: int, weights: Longs) -> None:
        """How good each of the legal moves looks; reads only what the seat may know."""

    def search(
        self,
        view: Position,
        pos: Position,
        settings: Any,
        nodes: Any,
        slots: Longs,
        used: int,
        dice: Longs,
        iterations: int,
        chances: Longs,
    ) -> int:
        """Search on: see `kernel.searching`."""


@cache
def brain(game: Game) -> Brain:
    """The brain for a game."""
    if game.name in BRAINS:
        return cast(Brain, import_module(BRAINS[game.name]))
    from kartenhaus.bots import kernel

    @compiled
    def weigh(pos: Any, seat: int, moves: Longs, count: int, weights: Longs) -> None:  # noqa: ARG001 - all look alike
        for choice in range(count):
            weights[choice] = 0

    @compiled
    def standing(pos: Any, scores: Longs) -> None:  # noqa: ARG001 - all stand alike
        for seat in range(len(scores)):
            scores[seat] = 0

    search = kernel.searching(game.rules, weigh, standing)
    return cast(Brain, SimpleNamespace(HORIZON=0, TURNS=0, PLAYOUTS={2: (400, 16_000)}, weigh=weigh, search=search))
