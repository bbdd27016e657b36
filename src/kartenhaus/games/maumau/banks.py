"""Mau Mau: cards into and out of banks, and who has won (the rows empty-pile and win of rulebook.md)."""

from __future__ import annotations

from kartenhaus.core import events
from kartenhaus.core.cards import gain
from kartenhaus.core.jit import compiled, entry_point
from kartenhaus.core.packed import Longs
from kartenhaus.core.telling import tell, tell_card
from kartenhaus.core.winning import with_seat
from kartenhaus.games.maumau import ids, places
from kartenhaus.games.maumau.position import OVER, Position


@compiled
def draw_cards(pos: Position, seat: int, wanted: int, rule: int) -> int:
    """maumau/empty-pile: draw as many cards as there are; return how many."""
    cards = min(wanted, pos.left)
    for _ in range(cards):
        pos.left -= 1
        kind = int(pos.stack[pos.left])
        pos.stack[pos.left] = 0
        gain(pos, seat, kind)
        tell_card(pos, kind, places.DRAW, places.HANDS + seat, 1 << seat, rule)
    if cards < wanted:
        tell(pos, events.SHORT, seat, wanted - cards, ids.EMPTY_PILE)
    return cards


@entry_point
def score(pos: Position, points: Longs) -> None:
    """maumau/win: the points won."""
    for seat in range(pos.seats):
        points[seat] = pos.points[seat]


@entry_point
def winners(pos: Position) -> int:
    """maumau/win: most points; on a tie the fewest cards in the bank; still tied, they share the win."""
    if pos.pending != OVER:
        return 0
    won, best = 0, -(1 << 30)
    for seat in range(pos.seats):
        won, best = with_seat(won, best, seat, pos.points[seat] * 1000 - int(pos.held[seat]))
    return won
