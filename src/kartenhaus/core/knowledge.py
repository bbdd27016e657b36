"""Who knows which hidden card: `known[of, by, kind]` counts the cards of one seat's hand that another seat is sure of.

A seat's knowledge of its own hand is not kept here: it sees it. Draws tell nobody anything.
"""

from __future__ import annotations

from kartenhaus.core.cards import clear
from kartenhaus.core.jit import compiled
from kartenhaus.core.record import Bytes


@compiled
def leaves_seen(known: Bytes, seats: int, of: int, kind: int) -> None:
    """A card leaves a hand face up. Where the hand held another like it, the known one counts as gone."""
    for by in range(seats):
        if known[of, by, kind] > 0:
            known[of, by, kind] -= 1


@compiled
def leaves_unseen(known: Bytes, seats: int, of: int, kind: int, witness: int) -> None:
    """A card leaves a hand face down; only `witness` (a seat, or NOBODY) sees which.

    The others stay sure only of what must remain: one copy fewer of each kind they knew.
    """
    for by in range(seats):
        if by == witness:
            if known[of, by, kind] > 0:
                known[of, by, kind] -= 1
        else:
            for other in range(known.shape[2]):
                if known[of, by, other] > 0:
                    known[of, by, other] -= 1


@compiled
def hands_swapped(known: Bytes, hands: Bytes, seats: int, seat: int, other: int) -> None:
    """Two hands have changed places: what onlookers know goes with them; each knows the hand they gave away."""
    for kind in range(known.shape[2]):
        for by in range(seats):
            count = known[seat, by, kind]
            known[seat, by, kind] = known[other, by, kind]
            known[other, by, kind] = count
        known[seat, seat, kind] = 0
        known[other, other, kind] = 0
        known[seat, other, kind] = hands[seat, kind]
        known[other, seat, kind] = hands[other, kind]


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
def kinds_in(hand: Bytes) -> int:
    """The kinds a hand is seen to hold, as bits."""
    bits = 0
    for kind in range(1, len(hand)):
        if hand[kind] > 0:
            bits |= 1 << kind
    return bits
