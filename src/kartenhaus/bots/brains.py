"""Each game's rules of thumb and search, compiled; the search works without rules of thumb, too."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from types import SimpleNamespace
from typing import Any, Protocol, cast

from kartenhaus.core.game import Game, Position
from kartenhaus.core.jit import compiled
from kartenhaus.core.packed import Longs

BRAINS = {name: f"kartenhaus.bots.{name}" for name in ("mada", "mad", "maumau")}


class Brain(Protocol):
    """What a game's module in this folder provides."""

    HORIZON: int
    """Moves of a playout per seat, after which the standing is judged; 0: it is played to the end."""
    TURNS: int
    """Turns that the tree looks ahead; 0: no limit."""
    PLAYOUTS: dict[int, tuple[int, int, int]]
    """Few, many and most iterations of the search, by the least number of players; `levels.py` says which level uses which."""
    TRUST: int
    """Playouts that the first look at a move counts as much as."""
    SLIPS: int
    """How much `medium` misjudges moves, so that it is a fair step below `hard`; 0: not at all."""

    def weigh(self, pos: Position, seat: int, moves: Longs, count: int, weights: Longs) -> None:
        """Write how good each legal move looks; reads only what the seat may know."""

    def search(
        self,
        views: Any,
        pos: Position,
        settings: Any,
        nodes: Any,
        slots: Longs,
        used: int,
        dice: Longs,
        iterations: int,
        chances: Longs,
        network: Any,
    ) -> int:
        """Continue a search: see `kernel.searching`."""


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
    settings: dict[str, Any] = {"HORIZON": 0, "TURNS": 0, "PLAYOUTS": {2: (400, 16_000, 64_000)}, "TRUST": 0, "SLIPS": 0}
    return cast(Brain, SimpleNamespace(weigh=weigh, search=search, **settings))
