"""Views of MADA, and the positions that fit them."""

from __future__ import annotations

import numpy as np

from kartenhaus.core.cards import add_hand, add_pile, clear, fill_pile, spread, unseen
from kartenhaus.core.jit import copy_packed, entry_point
from kartenhaus.core.knowledge import clear_hands, deal_hand
from kartenhaus.core.packed import Longs
from kartenhaus.core.random import forget_key, new_key, shuffle_with
from kartenhaus.games.mada.position import CARDS, KINDS, SCORPION, Position


@entry_point
def conceal(pos: Position, seat: int, view: Position) -> None:
    """mada/secret: hide the hands of others and the order of the draw pile; everyone has seen all else."""
    copy_packed(view, pos)
    clear_hands(view, seat)
    clear(view.stack)
    forget_key(view)


@entry_point
def census(pos: Position, counts: Longs) -> None:
    """Count all cards that a position or view shows, by kind."""
    clear(counts)
    add_hand(pos.discard, counts)
    for seat in range(pos.seats):
        add_hand(pos.hands[seat], counts)
        add_hand(pos.aside[seat], counts)
        add_pile(pos.piles[seat], int(pos.heights[seat]), counts)
    add_pile(pos.stack, pos.left, counts)


@entry_point
def redeal(view: Position, dice: Longs) -> None:
    """Deal the unseen cards to the hidden places. A Scorpion never stays in a hand (mada/scorpion-draw)."""
    counts = np.empty(KINDS, np.int64)
    pool = np.zeros(CARDS, np.int8)
    census(view, counts)
    unseen(view.deck, counts)
    stings = counts[SCORPION]
    counts[SCORPION] = 0
    cards = spread(counts, pool, 0)
    shuffle_with(dice, pool, cards)
    for seat in range(view.seats):
        cards = deal_hand(view, seat, pool, cards)
    for _ in range(stings):
        pool[cards] = SCORPION
        cards += 1
    fill_pile(dice, pool, cards, view.stack)
    new_key(dice, view)
