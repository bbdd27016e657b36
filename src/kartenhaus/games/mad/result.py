"""MAD: the end and how it is counted (the rows joker-count, win, no-cards and endless of rulebook.md)."""

from __future__ import annotations

from kartenhaus.core.game import NOBODY
from kartenhaus.core.jit import compiled, entry
from kartenhaus.core.record import Longs
from kartenhaus.games.mad.position import CALLED, EMPTIED, KINDS, NUMBERS, OVER, PER_COLOUR, WILD, Position


@compiled
def finish(pos: Position, ended: int) -> None:
    """mad/win: the game is over; no effect, defence or draw follows."""
    pos.pending = OVER
    pos.ended = ended
    pos.attack = pos.threat = pos.gifts = pos.drawn = 0


@compiled
def hand_points(pos: Position, seat: int) -> int:
    """mad/joker-count: numbered cards count their number, every other card 5."""
    points = 0
    for kind in range(1, KINDS):
        symbol = (kind - 1) % PER_COLOUR
        worth = symbol + 1 if kind < WILD and symbol < NUMBERS else 5
        points += worth * int(pos.hands[seat, kind])
    return points


@entry
def score(pos: Position, points: Longs) -> None:
    """mad/joker-count: points left in hand once the game is over."""
    for seat in range(pos.seats):
        points[seat] = hand_points(pos, seat) if pos.pending == OVER else 0


@entry
def winners(pos: Position) -> int:
    """mad/win: the empty hand; mad/joker-count, mad/no-cards: or the lowest count.

    The caller of the Joker wins only with fewer points than everyone else.
    """
    if pos.pending != OVER:
        return 0
    caller = pos.turn if pos.ended == CALLED else NOBODY
    best = 1 << 30
    won = 0
    for seat in range(pos.seats):
        points = int(pos.held[seat])
        if pos.ended != EMPTIED:
            points = 2 * hand_points(pos, seat) + (1 if seat == caller else 0)  # a caller comes after those who tie
        if points < best:
            best = points
            won = 0
        if points == best:
            won |= 1 << seat
    return won
