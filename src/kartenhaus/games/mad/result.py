"""MAD: the end and how it is counted (the rows joker-count, win, no-cards and endless of rulebook.md)."""

from __future__ import annotations

import numpy as np

from kartenhaus.core import events
from kartenhaus.core.game import NOBODY
from kartenhaus.core.jit import compiled, entry_point
from kartenhaus.core.packed import Longs
from kartenhaus.core.telling import ALL, tell, tell_at, tell_shown, telling
from kartenhaus.core.winning import with_seat
from kartenhaus.games.mad import ids, places
from kartenhaus.games.mad.position import CALLED, EMPTIED, KINDS, NUMBERS, OVER, SYMBOL_OF, WILD, Position


@compiled
def finish(pos: Position, ended: int, reason: int, rule: int) -> None:
    """mad/win: the game is over; no effect, defence or draw follows."""
    pos.pending = OVER
    pos.ended = ended
    pos.attack = pos.threat = pos.gifts = pos.drawn = 0
    if telling(pos):
        tell(pos, events.OVER, NOBODY, reason, rule)
        if ended != EMPTIED:
            count_aloud(pos)


@compiled
def count_aloud(pos: Position) -> None:
    """mad/joker-count, mad/secret: everyone sees the hands that are counted."""
    for seat in range(pos.seats):
        show_hand(pos, seat, ALL, ids.JOKER_COUNT)
        tell_at(pos, events.COUNTED, seat, hand_points(pos, seat), places.HANDS + seat, ids.JOKER_COUNT)


@compiled
def show_hand(pos: Position, seat: int, seen: int, rule: int) -> None:
    """mad/secret: show every card of a hand to those who see it now."""
    for kind in range(1, KINDS):
        for _ in range(pos.hands[seat, kind]):
            tell_shown(pos, kind, places.HANDS + seat, seen, rule)


WORTH = np.array(
    [0, *(SYMBOL_OF[kind] + 1 if kind < WILD and SYMBOL_OF[kind] < NUMBERS else 5 for kind in range(1, KINDS))], np.int64
)
"""mad/joker-count: numbered cards count their number, every other card 5; by kind."""


@compiled
def hand_points(pos: Position, seat: int) -> int:
    """mad/joker-count: what a hand counts."""
    points = 0
    for kind in range(1, KINDS):
        points += WORTH[kind] * int(pos.hands[seat, kind])
    return points


@entry_point
def score(pos: Position, points: Longs) -> None:
    """mad/joker-count: points left in hand once the game is over."""
    for seat in range(pos.seats):
        points[seat] = hand_points(pos, seat) if pos.pending == OVER else 0


@entry_point
def winners(pos: Position) -> int:
    """mad/win: the empty hand; mad/joker-count, mad/no-cards: or the lowest count.

    The caller of the Joker wins only with fewer points than everyone else.
    """
    if pos.pending != OVER:
        return 0
    caller = pos.turn if pos.ended == CALLED else NOBODY
    won, best = 0, -(1 << 30)
    for seat in range(pos.seats):
        points = int(pos.held[seat])
        if pos.ended != EMPTIED:
            points = 2 * hand_points(pos, seat) + (1 if seat == caller else 0)  # in a tie, the caller comes last
        won, best = with_seat(won, best, seat, -points)
    return won
