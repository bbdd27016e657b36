"""Views of Mau Mau, and the positions that fit them."""

from __future__ import annotations

import numpy as np

from kartenhaus.core.cards import add_hand, add_pile, clear, deal_unknown, fill_pile, spread, unseen
from kartenhaus.core.jit import copy_packed, entry_point
from kartenhaus.core.knowledge import deal_hand, hide_hands, only_mine
from kartenhaus.core.packed import Longs
from kartenhaus.core.random import forget_key, new_key, shuffle_with
from kartenhaus.games.maumau.position import CARDS, JOKER, JOKER_AS, KINDS, SEATS, TOWER, Position


@entry_point
def conceal(pos: Position, seat: int, view: Position) -> None:
    """maumau/secret: hide banks, the draw pile and what others put out of the game, except for known cards."""
    copy_packed(view, pos)
    hide_hands(pos, seat, view)
    for other in range(SEATS + 1):
        if other != seat:
            clear(view.out[other])
    only_mine(view.known, pos.seats, seat)
    clear(view.stack)
    forget_key(view)


@entry_point
def census(pos: Position, counts: Longs) -> None:
    """Count all cards that a position or view shows, by kind."""
    clear(counts)
    for seat in range(pos.seats):
        add_hand(pos.hands[seat], counts)
    for row in range(SEATS + 1):
        add_hand(pos.out[row], counts)
    for space in range(pos.spaces):
        card = int(pos.top[space])
        if card > 0:
            counts[card if card < JOKER_AS else JOKER] += 1
        tower = int(pos.ground[space]) - TOWER
        if tower >= 0:
            for storey in range(pos.storeys[tower]):
                card = int(pos.under[tower, storey])
                counts[card if card < JOKER_AS else JOKER] += 1
    add_pile(pos.stack, pos.left, counts)


@entry_point
def redeal(view: Position, dice: Longs) -> None:
    """Deal the unseen cards to the hidden places."""
    counts = np.empty(KINDS, np.int64)
    pool = np.zeros(CARDS, np.int8)
    census(view, counts)
    unseen(view.deck, counts)
    cards = spread(counts, pool, 0)
    shuffle_with(dice, pool, cards)
    for seat in range(view.seats):
        cards = deal_hand(view, seat, pool, cards)
    for row in range(SEATS + 1):
        cards = deal_unknown(pool, cards, view.out[row], view.gone[row])
    fill_pile(dice, pool, cards, view.stack)
    new_key(dice, view)
