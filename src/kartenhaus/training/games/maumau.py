"""Mau Mau for training: what chance may bring after a move, and the compiled loops."""

from __future__ import annotations

from typing import Any

from kartenhaus.bots.learned.maumau import DECLARED, describe, features
from kartenhaus.bots.maumau import weigh as rules_of_thumb
from kartenhaus.core.jit import compiled
from kartenhaus.core.kernels import kept_in
from kartenhaus.games.maumau import entry_points
from kartenhaus.games.maumau.moves import DRAW, WORD
from kartenhaus.games.maumau.position import Position
from kartenhaus.training.kernels import CERTAIN, MANY, measuring, noting

__all__ = ["DECLARED", "look", "measure", "note"]


@compiled
def chance(pos: Position, seat: int, move: int) -> int:
    """What decides what the seat will see after its move: the cards it draws, also for a Mau Mau."""
    if move == DRAW or (pos.held[seat] == 1 and (move < WORD or move > DRAW)):
        return MANY
    return CERTAIN


@compiled
def next_cards(pos: Position, seat: int, x: Any, likely: Any) -> None:  # noqa: ARG001 - one signature for all games
    """Never asked: every draw is sampled."""
    for kind in range(len(likely)):
        likely[kind] = 0


@compiled
def set_next(pos: Position, kind: int) -> None:
    """Never asked, either."""
    pos.stack[0] = kind


_note, _look = noting(entry_points, rules_of_thumb, features, describe, chance, next_cards, set_next)
note = kept_in(__name__, "note", _note)
look = kept_in(__name__, "look", _look)
measure = kept_in(__name__, "measure", measuring(entry_points, rules_of_thumb, features, describe))
