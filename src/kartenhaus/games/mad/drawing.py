"""MAD: cards into and out of hands (the rows forced-draw, reclose and no-cards of rulebook.md)."""

from __future__ import annotations

from kartenhaus.core.cards import gain
from kartenhaus.core.jit import compiled
from kartenhaus.core.random import shuffle
from kartenhaus.games.mad.position import FACES, WILD, Position


@compiled
def can_draw(pos: Position) -> bool:
    """mad/no-cards: whether there is anything to draw."""
    return pos.left > 0 or pos.lying > 1


@compiled
def forced_draw(pos: Position, seat: int, cards: int) -> None:
    """mad/forced-draw: into the hand; mad/no-cards: skipped where nothing is left."""
    for _ in range(cards):
        if can_draw(pos):
            draw_card(pos, seat)


@compiled
def draw_card(pos: Position, seat: int) -> int:
    """mad/reclose: the next card of closed into a hand; a new closed when it is needed, not before."""
    if pos.left == 0:
        reclose(pos)
    pos.left -= 1
    kind = int(pos.closed[pos.left])
    pos.closed[pos.left] = 0
    gain(pos, seat, kind)
    pos.passes = 0
    return kind


@compiled
def reclose(pos: Position) -> None:
    """mad/reclose: the top of open stays, the rest is shuffled; a wild goes back without its colour."""
    top = pos.lying - 1
    for place in range(top):
        kind = int(pos.open[place])
        pos.closed[place] = kind if kind < FACES else WILD + (kind - FACES) // 4
        pos.open[place] = 0
    pos.left = top
    pos.open[0] = pos.open[top]
    pos.open[top] = 0
    pos.lying = 1
    shuffle(pos, pos.closed, pos.left)
