"""Deal hidden cards as they are likely to lie, compiled once for all games; `memory.py` says what goes in.

A deal is made by following what happened, step by step. A card that comes into a hand unseen stays unknown until it must be
something: until a card of some kind leaves that hand face up, or until the end. Then chance decides, in proportion to how many such
cards there are and how well each fits what its owners did meanwhile. The sum of these proportions is how likely the step was; the
weight of a deal is the product of them all. This is sequential importance sampling: deals that are taken in proportion to their
weights follow the exact distribution, the more closely the more deals there are.
"""

from __future__ import annotations

import math

import numpy as np

from kartenhaus.core.jit import compiled, kernel
from kartenhaus.core.packed import Bytes, Longs
from kartenhaus.core.random import below, roll

Floats = np.ndarray[tuple[int, ...], np.dtype[np.float64]]

GAIN, KNOWN, LOSE, PASS = range(4)
"""What happens: an unseen card comes into a hand, from a pile; a known card does; a card leaves it face up; a card goes unseen into
another hand."""
WHAT, HAND, OF, ROW, EXTRA, THERE, COLUMNS = range(7)
"""A step: what happens; the hand; the pile, the kind or the other hand; the row of `sums` for what its owners did before; a row
of `extras`; when a card is passed on, the row of `sums` for the other hand."""
KIND, PILE, START, MORE, FIELDS = range(5)
"""A card: its kind, 0 while unknown; the pile it is from; the row of `sums` when it came; the row of `more` that counts besides."""
MOST_HELD = 160  # cards in one hand
NEVER = -1e300  # the logarithm of the weight of a deal that cannot be


@compiled
def choose(odds: Floats, count: int, total: float, dice: Longs) -> int:
    """One of some numbers, in proportion to its odds; `total` is the sum of all."""
    left = roll(dice) / 4294967296 * total
    chosen = -1
    for number in range(count):
        if odds[number] > 0:
            chosen = number
            left -= odds[number]
            if left < 0:
                break
    return chosen


@compiled
def put(holds: Longs, hand: int, card: int) -> None:
    """Put a card into a hand: the number of its cards comes first, then the cards."""
    holds[hand, 0] += 1
    holds[hand, holds[hand, 0]] = card


@compiled
def leave(
    step: Longs, sums: Floats, more: Floats, pool: Longs, left: Longs, cards: Longs, holds: Longs, odds: Floats, dice: Longs
) -> tuple[int, float]:
    """Choose the place of a card that leaves a hand face up: a known one first. Returns it, and the weight of the step."""
    hand, kind, row = step[HAND], step[OF], step[ROW]
    total = 0.0
    for place in range(1, holds[hand, 0] + 1):
        card = cards[holds[hand, place]]
        if card[KIND] == kind:
            return place, sums[row, kind] - sums[card[START], kind]
        odds[place] = 0
        if card[KIND] == 0 and pool[card[PILE], kind] > 0:
            kept = math.exp(sums[row, kind] - sums[card[START], kind] + more[card[MORE], kind])
            odds[place] = kept * pool[card[PILE], kind] / left[card[PILE]]
            total += odds[place]
    if total <= 0:
        return 0, NEVER
    odds[0] = 0
    place = choose(odds, holds[hand, 0] + 1, total, dice)
    pile = cards[holds[hand, place], PILE]
    pool[pile, kind] -= 1
    left[pile] -= 1
    return place, math.log(total)


@compiled
def pass_on(step: Longs, sums: Floats, more: Floats, row: int, card: Longs) -> float:
    """A card goes unseen into another hand: note in `more[row]` what was known about it. Returns the weight of the step."""
    start, before, kind = card[START], card[MORE], card[KIND]
    card[START] = step[THERE]
    if kind > 0:
        return float(sums[step[ROW], kind] - sums[start, kind] + more[step[EXTRA], kind])
    for kind in range(sums.shape[1]):
        more[row, kind] = sums[step[ROW], kind] - sums[start, kind] + more[before, kind] + more[step[EXTRA], kind]
    card[MORE] = row
    return 0.0


@compiled
def turn_up(
    end: int,
    sums: Floats,
    more: Floats,
    likely: Floats,
    moved: bool,
    pool: Longs,
    left: Longs,
    card: Longs,
    odds: Floats,
    dice: Longs,
) -> float:
    """At the end, choose the kind of an unknown card. Returns the weight of the choice."""
    pile = card[PILE]
    total = 0.0
    for kind in range(len(likely)):
        odds[kind] = 0
        if pool[pile, kind] > 0:
            kept = likely[kind]
            if moved:
                kept = math.exp(sums[end, kind] - sums[card[START], kind] + more[card[MORE], kind])
            odds[kind] = pool[pile, kind] * kept
            total += odds[kind]
    if total <= 0:
        return NEVER
    card[KIND] = choose(odds, len(likely), total, dice)
    weight = math.log(total / left[pile])
    pool[pile, card[KIND]] -= 1
    left[pile] -= 1
    return weight


@kernel
def deal_likely(
    steps: Longs, sums: Floats, extras: Floats, pools: Longs, ends: Longs, dice: Longs, hands: Bytes, weights: Floats
) -> None:
    """Make many deals: write the hands, as counts of each kind, and the logarithms of the weights.

    `sums[row, kind]` adds up, as logarithms, how likely a card of that kind was to stay in a hand, over all that its owners did
    before; `extras` has rows like those for single cards. `pools[pile]` counts the cards that lie in a pile or left it unseen.
    `ends[hand]` is a hand's last row of `sums`.
    """
    kinds = sums.shape[1]
    fixed = len(extras)
    count = 0
    passes = 0
    for number in range(len(steps)):
        count += 1 if steps[number, WHAT] <= KNOWN else 0
        passes += 1 if steps[number, WHAT] == PASS else 0
    likely = np.zeros((count, kinds), np.float64)  # for a card that stays in its first hand to the end
    more = np.zeros((fixed + passes, kinds), np.float64)  # the extras, then a row for each card that was passed on
    for row in range(fixed):
        for kind in range(kinds):
            more[row, kind] = extras[row, kind]
    count = 0
    for number in range(len(steps)):
        if steps[number, WHAT] <= KNOWN:
            end, start, extra = ends[steps[number, HAND]], steps[number, ROW], steps[number, EXTRA]
            for kind in range(kinds):
                likely[count, kind] = math.exp(sums[end, kind] - sums[start, kind] + extras[extra, kind])
            count += 1
    cards = np.zeros((count, FIELDS), np.int64)
    holds = np.zeros((len(ends), MOST_HELD + 1), np.int64)
    pool = np.zeros(pools.shape, np.int64)
    left = np.zeros(len(pools), np.int64)
    odds = np.zeros(max(kinds, MOST_HELD + 1), np.float64)
    for deal in range(len(hands)):
        for pile in range(len(pools)):
            left[pile] = 0
            for kind in range(kinds):
                pool[pile, kind] = pools[pile, kind]
                left[pile] += pools[pile, kind]
        for hand in range(len(ends)):
            holds[hand, 0] = 0
        weight = 0.0
        count = 0
        passed = fixed
        for number in range(len(steps)):
            step = steps[number]
            hand = step[HAND]
            if step[WHAT] <= KNOWN:
                cards[count, KIND] = step[OF] if step[WHAT] == KNOWN else 0
                cards[count, PILE] = step[OF]
                cards[count, START] = step[ROW]
                cards[count, MORE] = step[EXTRA]
                put(holds, hand, count)
                count += 1
                continue
            if step[WHAT] == LOSE:
                place, gained = leave(step, sums, more, pool, left, cards, holds, odds, dice)
            else:
                place = 1 + below(dice, holds[hand, 0])
                gained = pass_on(step, sums, more, passed, cards[holds[hand, place]])
                passed += 1
                put(holds, step[OF], holds[hand, place])
            weight += gained
            if weight <= NEVER:
                break
            holds[hand, place] = holds[hand, holds[hand, 0]]
            holds[hand, 0] -= 1
        for hand in range(len(ends)):
            for kind in range(kinds):
                hands[deal, hand, kind] = 0
            for place in range(1, holds[hand, 0] + 1):
                number = holds[hand, place]
                card = cards[number]
                if card[KIND] > 0:
                    weight += sums[ends[hand], card[KIND]] - sums[card[START], card[KIND]]
                elif weight > NEVER:
                    moved = card[MORE] >= fixed
                    weight += turn_up(ends[hand], sums, more, likely[number], moved, pool, left, card, odds, dice)
                hands[deal, hand, card[KIND]] += 1
        weights[deal] = max(weight, NEVER)
