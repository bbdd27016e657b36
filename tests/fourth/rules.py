"""The rules of High Card, in the order of rulebook.md. A move is the kind of the card to play."""

from __future__ import annotations

from fourth import ids, places
from fourth.position import HAND, KINDS, Position
from kartenhaus.core import events
from kartenhaus.core.cards import gain, lose, spread
from kartenhaus.core.game import NOBODY
from kartenhaus.core.jit import compiled, entry_point
from kartenhaus.core.packed import Longs
from kartenhaus.core.random import pick, set_key, shuffle
from kartenhaus.core.telling import ALL, tell, tell_at, tell_card
from kartenhaus.core.winning import with_seat

MAX_MOVES = KINDS
EMPTY = 1  # the word for the end


@entry_point
def deal(pos: Position, key: Longs) -> None:
    """high/deal: shuffle, three to each; high/start: the seed picks who leads unless the option did."""
    set_key(pos, key)
    chosen = pick(pos, pos.stack, pos.seats)
    if pos.leader == NOBODY:
        pos.leader = chosen
    pos.turn = pos.leader
    tell(pos, events.FIRST, pos.leader, 0, ids.START)
    pos.left = spread(pos.deck, pos.stack, 0)
    shuffle(pos, pos.stack, pos.left)
    tell_at(pos, events.SHUFFLED, NOBODY, pos.left, places.DRAW, ids.DEAL)
    for _ in range(HAND):
        for seat in range(pos.seats):
            pos.left -= 1
            kind = int(pos.stack[pos.left])
            pos.stack[pos.left] = 0
            gain(pos, seat, kind)
            tell_card(pos, kind, places.DRAW, places.HANDS + seat, 1 << seat, ids.DEAL)


@entry_point
def to_act(pos: Position) -> int:
    """high/end: nobody once the hands are empty."""
    return pos.turn if pos.held[pos.turn] > 0 else NOBODY


@entry_point
def legal(pos: Position, seat: int, moves: Longs) -> int:
    """high/play: any card of the hand, in turn."""
    count = 0
    if seat == pos.turn:
        for kind in range(1, KINDS):
            if pos.hands[seat, kind] > 0:
                moves[count] = kind
                count += 1
    return count


@entry_point
def play(pos: Position, seat: int, move: int) -> None:
    """high/play: a card onto the table; the next player, or the trick is taken."""
    lose(pos, seat, move)
    pos.played[seat] = move
    tell_card(pos, move, places.HANDS + seat, places.PLAYED + seat, ALL, ids.PLAY)
    pos.turn = (seat + 1) % pos.seats
    if pos.turn == pos.leader:
        take_trick(pos)
    if pos.held[pos.turn] > 0:
        tell(pos, events.TURN, pos.turn, 0, ids.PLAY)
    else:
        tell(pos, events.OVER, NOBODY, EMPTY, ids.END)


@compiled
def take_trick(pos: Position) -> None:
    """high/trick: the highest card takes it, of equals the first; its player leads."""
    best = pos.leader
    for step in range(1, pos.seats):
        seat = (pos.leader + step) % pos.seats
        if pos.played[seat] > pos.played[best]:
            best = seat
    for seat in range(pos.seats):
        card = int(pos.played[seat])
        pos.discard[card] += 1
        pos.played[seat] = 0
        tell_card(pos, card, places.PLAYED + seat, places.DISCARD, ALL, ids.TRICK)
    pos.tricks[best] += 1
    tell(pos, events.POINTS, best, 1, ids.TRICK)
    pos.leader = best
    pos.turn = best


@entry_point
def score(pos: Position, points: Longs) -> None:
    """high/win: tricks are points."""
    for seat in range(pos.seats):
        points[seat] = pos.tricks[seat]


@entry_point
def winners(pos: Position) -> int:
    """high/win: who has most, as bits; nobody before the end."""
    if pos.held[pos.turn] > 0:
        return 0
    won, best = 0, 0
    for seat in range(pos.seats):
        won, best = with_seat(won, best, seat, int(pos.tricks[seat]))
    return won
