"""High Card as the rest of the house calls it: its compiled functions, and the kernels that loop over them."""

from __future__ import annotations

from typing import Any

from fourth.position import Position
from fourth.rules import MAX_MOVES, deal, legal, play, score, to_act, winners
from fourth.views import census, conceal, redeal
from kartenhaus.core import kernels
from kartenhaus.core.jit import entry, kernel
from kartenhaus.core.record import Longs

__all__ = [
    "MAX_MOVES",
    "census",
    "conceal",
    "deal",
    "legal",
    "look",
    "perft",
    "play",
    "proceed",
    "redeal",
    "score",
    "simulate",
    "to_act",
    "winners",
]

_simulate = kernels.simulation(deal, to_act, legal, play, score, winners, MAX_MOVES)
_perft = kernels.counting(to_act, legal, play, MAX_MOVES)
_proceed = kernels.proceeding(to_act, legal, play, conceal)
_look = kernels.looking(to_act, legal, conceal)


@kernel
def simulate(template: Position, pos: Position, seed: Longs, first: int, points: Longs, won: Longs, decisions: Longs) -> None:
    """Whole random games."""
    _simulate(template, pos, seed, first, points, won, decisions)


@kernel
def perft(pos: Position, stack: Any, depth: int) -> int:
    """The number of lines of play of a given length."""
    return _perft(pos, stack, depth)


@entry
def proceed(table: Any, seat: int, move: int, view: Any, moves: Longs) -> tuple[int, int, int]:
    """From one decision to the next."""
    return _proceed(table, seat, move, view, moves)


@entry
def look(table: Any, seat: int, view: Any, moves: Longs) -> int:
    """What a seat sees and may do."""
    return _look(table, seat, view, moves)
