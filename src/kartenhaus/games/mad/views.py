"""Views of MAD, and the positions that fit them."""

from __future__ import annotations

import numpy as np

from kartenhaus.core.cards import add_hand, add_pile, clear, fill_pile, spread, unseen
from kartenhaus.core.jit import copy_packed, entry_point
from kartenhaus.core.knowledge import deal_hand, hide_hands, only_mine
from kartenhaus.core.packed import Longs
from kartenhaus.core.random import forget_key, new_key, shuffle_with
from kartenhaus.games.mad.position import CALLED, CARDS, COUNTED, DRAWN, FACES, KINDS, WILD, Position


@entry_point
def conceal(pos: Position, seat: int, view: Position) -> None:
    """mad/secret: hide hands and the order of closed, except for known cards and hands counted aloud."""
    copy_packed(view, pos)
    if pos.ended != CALLED and pos.ended != COUNTED:
        hide_hands(pos, seat, view)
        if pos.actor != seat:
            view.drawn = 0
    only_mine(view.known, pos.seats, seat)
    clear(view.closed)
    forget_key(view)


@entry_point
def census(pos: Position, counts: Longs) -> None:
    """Count all cards that a position or view shows, by kind."""
    clear(counts)
    for seat in range(pos.seats):
        add_hand(pos.hands[seat], counts)
    for place in range(pos.lying):
        card = int(pos.open[place])
        counts[card if card < FACES else WILD + (card - FACES) // 4] += 1
    add_pile(pos.closed, pos.left, counts)


@entry_point
def redeal(view: Position, dice: Longs) -> None:
    """Deal the unseen cards to the hidden places; a card just drawn is one of those dealt to its owner."""
    counts = np.empty(KINDS, np.int64)
    pool = np.zeros(CARDS, np.int8)
    census(view, counts)
    unseen(view.deck, counts)
    cards = spread(counts, pool, 0)
    shuffle_with(dice, pool, cards)
    for seat in range(view.seats):
        if view.pending == DRAWN and view.drawn == 0 and seat == view.actor:
            view.drawn = int(pool[cards - 1])
        cards = deal_hand(view, seat, pool, cards)
    fill_pile(dice, pool, cards, view.closed)
    new_key(dice, view)
