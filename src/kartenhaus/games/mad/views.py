"""What a seat may know in MAD, and the positions it may be in."""

from __future__ import annotations

import numpy as np

from kartenhaus.core.cards import UNKNOWN, clear, deal_unknown, fill_pile, spread, unseen
from kartenhaus.core.jit import copy_record, entry_point
from kartenhaus.core.knowledge import hide_hand, kinds_in, only_mine
from kartenhaus.core.random import forget_key, new_key, shuffle_with
from kartenhaus.core.record import Longs
from kartenhaus.games.mad.position import CALLED, CARDS, COUNTED, DRAWN, FACES, KINDS, WILD, Position


@entry_point
def conceal(pos: Position, seat: int, view: Position) -> None:
    """mad/secret: hands and the order of closed are hidden, but for cards one knows and hands counted aloud."""
    copy_record(view, pos)
    if pos.ended != CALLED and pos.ended != COUNTED:
        for other in range(pos.seats):
            if other != seat:
                hide_hand(pos.known, view.hands[other], other, seat)
                view.kinds_held[other] = kinds_in(view.hands[other])
        if pos.actor != seat:
            view.drawn = 0
    only_mine(view.known, pos.seats, seat)
    clear(view.closed)
    forget_key(view)


@entry_point
def census(pos: Position, counts: Longs) -> None:
    """All cards a position or view shows, by kind."""
    clear(counts)
    for seat in range(pos.seats):
        for kind in range(KINDS):
            counts[kind] += int(pos.hands[seat, kind])
    for place in range(pos.lying):
        card = int(pos.open[place])
        counts[card if card < FACES else WILD + (card - FACES) // 4] += 1
    for place in range(pos.left):
        if pos.closed[place] != UNKNOWN:
            counts[pos.closed[place]] += 1


@entry_point
def redeal(view: Position, dice: Longs) -> None:
    """Deal the unseen cards over the hidden places; a card just drawn is one of those its owner is dealt."""
    counts = np.empty(KINDS, np.int64)
    pool = np.zeros(CARDS, np.int8)
    census(view, counts)
    unseen(view.deck, counts)
    cards = spread(counts, pool, 0)
    shuffle_with(dice, pool, cards)
    for seat in range(view.seats):
        if view.pending == DRAWN and view.drawn == 0 and seat == view.actor:
            view.drawn = int(pool[cards - 1])
        cards = deal_unknown(pool, cards, view.hands[seat], int(view.held[seat]))
        view.kinds_held[seat] = kinds_in(view.hands[seat])
    fill_pile(dice, pool, cards, view.closed)
    new_key(dice, view)
