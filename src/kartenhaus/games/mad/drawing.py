"""MAD: cards into and out of hands (the rows forced-draw, reclose and no-cards of rulebook.md)."""

from __future__ import annotations

from kartenhaus.core import events
from kartenhaus.core.cards import gain
from kartenhaus.core.game import NOBODY
from kartenhaus.core.jit import compiled
from kartenhaus.core.random import shuffle
from kartenhaus.core.telling import tell, tell_at, tell_card, tell_cards
from kartenhaus.games.mad import ids, places
from kartenhaus.games.mad.position import FACES, WILD, Position


@compiled
def can_draw(pos: Position) -> bool:
    """mad/no-cards: whether there is anything to draw."""
    return pos.left > 0 or pos.lying > 1


@compiled
def forced_draw(pos: Position, seat: int, cards: int, rule: int) -> None:
    """mad/forced-draw: draw into the hand; mad/no-cards: skip the draws for which no card is left."""
    tell(pos, events.PENALTY, seat, cards, ids.FORCED_DRAW)
    for drawn in range(cards):
        if not can_draw(pos):
            tell(pos, events.SHORT, seat, cards - drawn, ids.NO_CARDS)
            return
        draw_card(pos, seat, rule)


@compiled
def draw_card(pos: Position, seat: int, rule: int) -> int:
    """mad/reclose: the next card of closed into a hand; a new closed only when it is needed."""
    if pos.left == 0:
        reclose(pos)
    pos.left -= 1
    kind = int(pos.closed[pos.left])
    pos.closed[pos.left] = 0
    gain(pos, seat, kind)
    tell_card(pos, kind, places.CLOSED, places.HANDS + seat, 1 << seat, rule)
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
    tell_cards(pos, pos.left, places.OPEN, places.CLOSED, ids.RECLOSE)
    shuffle(pos, pos.closed, pos.left)
    tell_at(pos, events.SHUFFLED, NOBODY, pos.left, places.CLOSED, ids.RECLOSE)
