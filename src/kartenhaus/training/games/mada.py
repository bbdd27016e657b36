"""MADA for training: what chance may bring after a move, and the compiled loops."""

from __future__ import annotations

from typing import Any

from kartenhaus.bots.learned.mada import DECLARED, UNSEEN, count_unseen, describe, features
from kartenhaus.bots.mada import weigh as rules_of_thumb
from kartenhaus.core.jit import compiled
from kartenhaus.core.kernels import kept_in
from kartenhaus.games.mada import entry_points
from kartenhaus.games.mada.moves import DRAW, LUCK
from kartenhaus.games.mada.position import KINDS, SCORPION, Position
from kartenhaus.training.kernels import CERTAIN, MANY, NEXT_CARD, measuring, noting

__all__ = ["DECLARED", "look", "measure", "note"]


@compiled
def chance(pos: Position, seat: int, move: int) -> int:  # noqa: ARG001 - one signature for all games
    """What decides what the seat will see after its move."""
    if move == DRAW or move == LUCK:
        return NEXT_CARD if pos.left > 0 else MANY
    return CERTAIN


@compiled
def next_cards(pos: Position, seat: int, x: Any, likely: Any) -> None:
    """How likely each kind is the next card; a Scorpion is never in a hand. `x` is room for features."""
    total = count_unseen(pos, seat, x)
    stings = x[UNSEEN + SCORPION - 1] / pos.left
    likely[0] = 0
    for kind in range(1, KINDS):
        likely[kind] = (1 - stings) * x[UNSEEN + kind - 1] / max(total, 1)
    likely[SCORPION] = stings


@compiled
def set_next(pos: Position, kind: int) -> None:
    """Put a card on top of the draw pile, in a position that only one move is tried in."""
    pos.stack[pos.left - 1] = kind


_note, _look = noting(entry_points, rules_of_thumb, features, describe, chance, next_cards, set_next)
note = kept_in(__name__, "note", _note)
look = kept_in(__name__, "look", _look)
measure = kept_in(__name__, "measure", measuring(entry_points, rules_of_thumb, features, describe))
