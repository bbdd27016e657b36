"""What a seat may know in Mau Mau, and the positions it may be in."""

from __future__ import annotations

import numpy as np

from kartenhaus.core.cards import UNKNOWN, clear, deal_unknown, fill_pile, spread, unseen
from kartenhaus.core.jit import copy_record, entry_point
from kartenhaus.core.knowledge import hide_hand, kinds_in, only_mine
from kartenhaus.core.random import forget_key, new_key, shuffle_with
from kartenhaus.core.record import Longs
from kartenhaus.games.maumau.position import CARDS, JOKER, JOKER_AS, KINDS, SEATS, TOWER, Position


@entry_point
def conceal(pos: Position, seat: int, view: Position) -> None:
    """maumau/secret: banks, the draw pile and what others put out of the game are hidden, but for cards one knows."""
    copy_record(view, pos)
    for other in range(pos.seats):
        if other != seat:
            hide_hand(pos.known, view.hands[other], other, seat)
            view.kinds_held[other] = kinds_in(view.hands[other])
    for other in range(SEATS + 1):
        if other != seat:
            clear(view.out[other])
    only_mine(view.known, pos.seats, seat)
    clear(view.stack)
    forget_key(view)


@entry_point
def census(pos: Position, counts: Longs) -> None:
    """All cards a position or view shows, by kind."""
    for kind in range(KINDS):
        counts[kind] = int(pos.out[SEATS, kind])
    for seat in range(SEATS):
        for kind in range(KINDS):
            counts[kind] += int(pos.hands[seat, kind]) + int(pos.out[seat, kind])
    for space in range(pos.spaces):
        card = int(pos.top[space])
        if card > 0:
            counts[card if card < JOKER_AS else JOKER] += 1
        tower = int(pos.ground[space]) - TOWER
        if tower >= 0:
            for storey in range(pos.storeys[tower]):
                card = int(pos.under[tower, storey])
                counts[card if card < JOKER_AS else JOKER] += 1
    for place in range(pos.left):
        if pos.stack[place] != UNKNOWN:
            counts[pos.stack[place]] += 1


@entry_point
def redeal(view: Position, dice: Longs) -> None:
    """Deal the unseen cards over the hidden places."""
    counts = np.empty(KINDS, np.int64)
    pool = np.zeros(CARDS, np.int8)
    census(view, counts)
    unseen(view.deck, counts)
    cards = spread(counts, pool, 0)
    shuffle_with(dice, pool, cards)
    for seat in range(view.seats):
        cards = deal_unknown(pool, cards, view.hands[seat], view.held[seat])
        view.kinds_held[seat] = kinds_in(view.hands[seat])
    for row in range(SEATS + 1):
        cards = deal_unknown(pool, cards, view.out[row], view.gone[row])
    fill_pile(dice, pool, cards, view.stack)
    new_key(dice, view)
