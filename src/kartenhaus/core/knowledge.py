"""Who knows which hidden card: `known[of, by, kind]` counts the cards of one seat's hand that another seat is sure of.

A seat's knowledge of its own hand is not kept here: it sees that hand. A draw tells nobody anything.
"""

from __future__ import annotations

from typing import Any

from kartenhaus.core.cards import clear, deal_unknown
from kartenhaus.core.jit import called, compiled, inlined
from kartenhaus.core.packed import Bytes


@inlined
def leaves_seen(pos: Any, of: int, kind: int) -> None:
    """A card leaves a hand face up. If the hand held several of its kind, a known one counts as gone."""
    for by in range(pos.known.shape[1]):  # a fixed number: no loop
        if pos.known[of, by, kind] > 0:
            pos.known[of, by, kind] -= 1


@compiled
def leaves_unseen(pos: Any, of: int, kind: int, witness: int) -> None:
    """A card leaves a hand face down; only `witness` (a seat, or NOBODY) sees which.

    The others stay sure only of what must remain: one copy fewer of each kind they knew.
    """
    for by in range(pos.seats):
        if by == witness:
            if pos.known[of, by, kind] > 0:
                pos.known[of, by, kind] -= 1
        elif by != of:
            for other in range(pos.known.shape[2]):
                pos.known[of, by, other] = max(int(pos.known[of, by, other]) - 1, 0)


@compiled
def hands_swapped(pos: Any, seat: int, other: int) -> None:
    """Two hands have changed places: what onlookers know goes with them; each knows the hand they gave away."""
    for by in range(pos.seats):
        if by != seat and by != other:
            for kind in range(pos.known.shape[2]):
                count = pos.known[seat, by, kind]
                pos.known[seat, by, kind] = pos.known[other, by, kind]
                pos.known[other, by, kind] = count
    for kind in range(pos.known.shape[2]):
        pos.known[seat, other, kind] = pos.hands[seat, kind]
        pos.known[other, seat, kind] = pos.hands[other, kind]


@compiled
def only_mine(known: Bytes, seats: int, seat: int) -> None:
    """For a view: erase what anyone else knows."""
    for of in range(seats):
        for by in range(seats):
            if by != seat:
                clear(known[of, by])


@compiled
def hide_hand(known: Bytes, hand: Bytes, of: int, by: int) -> None:
    """For a view: of another's hand, keep the cards that `by` (a seat, or SPECTATOR) knows."""
    for kind in range(len(hand)):
        hand[kind] = known[of, by, kind] if by >= 0 else 0


@compiled
def hide_hands(pos: Any, seat: int, view: Any) -> None:
    """For a view: of the hands of others, keep the cards that the seat (or SPECTATOR) knows."""
    for other in range(pos.seats):
        if other != seat:
            hide_hand(pos.known, view.hands[other], other, seat)
            view.kinds_held[other] = kinds_in(view.hands[other])


@compiled
def clear_hands(view: Any, seat: int) -> None:
    """The same for a game in which nobody ever knows another's cards."""
    for other in range(view.seats):
        if other != seat:
            clear(view.hands[other])
            view.kinds_held[other] = 0


@compiled
def deal_hand(view: Any, seat: int, pool: Bytes, cards: int) -> int:
    """Fill a seat's hand up with cards from the shuffled end of the pool; return the pool's new size."""
    cards = deal_unknown(pool, cards, view.hands[seat], int(view.held[seat]))
    view.kinds_held[seat] = kinds_in(view.hands[seat])
    return cards


@called
def kinds_in(hand: Bytes) -> int:
    """The known kinds in a hand, as bits."""
    bits = 0
    for kind in range(1, len(hand)):
        if hand[kind] > 0:
            bits |= 1 << kind
    return bits
