"""What a seat may know in High Card, and the positions it may be in."""

from __future__ import annotations

import numpy as np

from fourth.position import CARDS, KINDS, Position
from kartenhaus.core.cards import add_hand, add_pile, clear, fill_pile, spread, unseen
from kartenhaus.core.jit import copy_packed, entry_point
from kartenhaus.core.knowledge import clear_hands, deal_hand
from kartenhaus.core.packed import Longs
from kartenhaus.core.random import forget_key, new_key, shuffle_with


@entry_point
def conceal(pos: Position, seat: int, view: Position) -> None:
    """high/secret: hands of others and the draw pile are hidden."""
    copy_packed(view, pos)
    clear_hands(view, seat)
    clear(view.stack)
    forget_key(view)


@entry_point
def census(pos: Position, counts: Longs) -> None:
    """All cards a position or view shows, by kind."""
    clear(counts)
    add_hand(pos.discard, counts)
    for seat in range(pos.seats):
        add_hand(pos.hands[seat], counts)
    add_pile(pos.played, pos.seats, counts)
    add_pile(pos.stack, pos.left, counts)


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
        cards = deal_hand(view, seat, pool, cards)
    fill_pile(dice, pool, cards, view.stack)
    new_key(dice, view)
