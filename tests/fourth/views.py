"""What a seat may know in High Card, and the positions it may be in."""

from __future__ import annotations

import numpy as np

from fourth.position import CARDS, KINDS, Position
from kartenhaus.core.cards import UNKNOWN, clear, deal_unknown, fill_pile, spread, unseen
from kartenhaus.core.jit import copy_record, entry_point
from kartenhaus.core.knowledge import kinds_in
from kartenhaus.core.random import forget_key, new_key, shuffle_with
from kartenhaus.core.record import Longs


@entry_point
def conceal(pos: Position, seat: int, view: Position) -> None:
    """high/secret: hands of others and the draw pile are hidden."""
    copy_record(view, pos)
    for other in range(pos.seats):
        if other != seat:
            clear(view.hands[other])
            view.kinds_held[other] = 0
    clear(view.stack)
    forget_key(view)


@entry_point
def census(pos: Position, counts: Longs) -> None:
    """All cards a position or view shows, by kind."""
    for kind in range(KINDS):
        counts[kind] = pos.discard[kind]
    for seat in range(pos.seats):
        for kind in range(KINDS):
            counts[kind] += int(pos.hands[seat, kind])
        if pos.played[seat] > 0:
            counts[pos.played[seat]] += 1
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
        cards = deal_unknown(pool, cards, view.hands[seat], int(view.held[seat]))
        view.kinds_held[seat] = kinds_in(view.hands[seat])
    fill_pile(dice, pool, cards, view.stack)
    new_key(dice, view)
