"""MAD for training: what chance may bring after a move, and the compiled loops."""

from __future__ import annotations

from typing import Any

from kartenhaus.bots.learned.mad import DECLARED, describe, features
from kartenhaus.bots.mad import weigh as rules_of_thumb
from kartenhaus.core.jit import compiled
from kartenhaus.core.kernels import kept_in
from kartenhaus.games.mad import entry_points
from kartenhaus.games.mad.moves import ALLOW, ANSWER_FIRST, DRAW, END, PASS, target_of
from kartenhaus.games.mad.position import FACES, GIVE_TWO, KINDS, WILD, Position
from kartenhaus.training.kernels import CERTAIN, MANY, NEXT_CARD, measuring, noting

__all__ = ["DECLARED", "look", "measure", "note"]


@compiled
def chance(pos: Position, seat: int, move: int) -> int:  # noqa: ARG001 - one signature for all games
    """What decides what the seat will see after its move: cards it draws or gets, or hands that are counted."""
    if move == DRAW:
        return NEXT_CARD if pos.left > 0 else MANY
    if move == ALLOW:
        return MANY if pos.attack != GIVE_TWO else CERTAIN
    if move == PASS or (move < ANSWER_FIRST and target_of(move) == END):
        return MANY
    return CERTAIN


@compiled
def next_cards(pos: Position, seat: int, x: Any, likely: Any) -> None:  # noqa: ARG001 - one signature for all games
    """How likely each kind is the next card."""
    total = 0.0
    for kind in range(1, KINDS):
        cards = int(pos.deck[kind]) - int(pos.hands[seat, kind])
        for other in range(pos.seats):
            cards -= int(pos.known[other, seat, kind])
        likely[kind] = cards
        total += cards
    for place in range(pos.lying):
        face = int(pos.open[place])
        likely[face if face < FACES else WILD + (face - FACES) // 4] -= 1
        total -= 1
    likely[0] = 0
    for kind in range(1, KINDS):
        likely[kind] /= max(total, 1.0)


@compiled
def set_next(pos: Position, kind: int) -> None:
    """Put a card on top of the closed pile, in a position that only one move is tried in."""
    pos.closed[pos.left - 1] = kind


_note, _look = noting(entry_points, rules_of_thumb, features, describe, chance, next_cards, set_next)
note = kept_in(__name__, "note", _note)
look = kept_in(__name__, "look", _look)
measure = kept_in(__name__, "measure", measuring(entry_points, rules_of_thumb, features, describe))
