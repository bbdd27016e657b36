"""What a seat remembers of a game, and how it deals hidden cards by it: not evenly, but as they are likely to lie.

A game's module (`mad_memory.py` …) follows the events that the seat heard, and notes here which hand got or lost a card, and what
each choice says about the cards that its owner kept: a factor for every kind of card. `likely_views` then deals.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from typing import Any, cast

import numpy as np

from kartenhaus.bots.dealing import COLUMNS, GAIN, KNOWN, LOSE, MOST_HELD, NEVER, PASS, Floats, deal_likely
from kartenhaus.bots.view import View
from kartenhaus.core.game import Game
from kartenhaus.core.packed import Longs
from kartenhaus.core.random import roll

MEMORIES = {name: f"kartenhaus.bots.{name}_memory" for name in ("mad", "maumau")}
NOTHING = 0
"""The row of factors that says nothing."""


class Forgotten(Exception):
    """What was heard does not lead to the view: the hidden cards are dealt evenly."""


class Factors:
    """Rows of factors, one for each kind of card, kept as logarithms; row 0 says nothing."""

    def __init__(self, kinds: int) -> None:
        self.rows = [np.zeros(kinds)]
        self.numbers: dict[Any, int] = {}

    def add(self, name: Any, factors: Sequence[float]) -> None:
        """Add a row under a name."""
        self.numbers[name] = len(self.rows)
        self.rows.append(np.log(np.array(factors, np.float64)))

    @property
    def logs(self) -> Floats:
        """All rows."""
        return np.array(self.rows)


@dataclass
class Memory:
    """Hands as one seat could follow them. A hand keeps its number when two players swap hands."""

    seats: int
    viewer: int
    logs: Floats
    """The rows of factors."""
    pools: list[list[int]]
    """For each pile, how many cards of each kind lie in it or left it unseen. A reshuffle makes a new pile."""
    steps: list[list[int]] = field(default_factory=list)
    done: list[list[int]] = field(default_factory=list)
    """For each hand, the rows of factors of all that its owners did."""
    held: list[int] = field(default_factory=list)
    hand_of: list[int] = field(default_factory=list)
    """The hand of each seat; the viewer's is not followed."""
    aside: list[int] = field(default_factory=list)
    """For each seat, the cards that it put out of the game, as one more hand; empty if that never happens."""
    unseen: int = 0
    """Cards that left the last pile unseen."""

    def __post_init__(self) -> None:
        for _ in range(self.seats):
            self.hand_of.append(self.new_hand())

    def new_hand(self) -> int:
        """The number of a new hand without cards."""
        self.done.append([])
        self.held.append(0)
        return len(self.held) - 1

    def _note(self, what: int, hand: int, of: int, cards: int, extra: int = NOTHING, there: int = 0) -> None:
        self.steps.append([what, hand, of, len(self.done[hand]), extra, there])
        self.held[hand] += cards
        if not 0 <= self.held[hand] <= MOST_HELD:
            raise Forgotten

    def sees(self, kind: int) -> None:
        """The viewer sees a card leave the pile."""
        self.pools[-1][kind] -= 1
        if self.pools[-1][kind] < 0:
            raise Forgotten

    def gains(self, seat: int) -> None:
        """A seat gets a card from the pile that the viewer does not see."""
        self.unseen += 1
        self._note(GAIN, self.hand_of[seat], len(self.pools) - 1, 1)

    def gained(self, factors: int) -> None:
        """What a seat did with the card that it got last, and still has, says something about that card."""
        self.steps[-1][4] = factors

    def turned_out(self, kind: int) -> None:
        """The card that came last left the hand at once: the viewer sees it now."""
        hand = self.steps.pop()[1]
        self.held[hand] -= 1
        self.unseen -= 1
        self.sees(kind)

    def gains_known(self, seat: int, kind: int) -> None:
        """A seat gets a card that the viewer knows."""
        self._note(KNOWN, self.hand_of[seat], kind, 1)

    def loses(self, seat: int, kind: int) -> None:
        """A card leaves a seat's hand, and the viewer sees it."""
        self._note(LOSE, self.hand_of[seat], kind, -1)

    def passes(self, seat: int, hand: int, factors: int = NOTHING) -> None:
        """A card goes from a seat into another hand, and the viewer does not see it."""
        self._note(PASS, self.hand_of[seat], hand, -1, factors, len(self.done[hand]))
        self.held[hand] += 1

    def gives(self, giver: int, receiver: int, kind: int, factors: int = NOTHING) -> None:
        """A seat gives a card to another, and only these two see it."""
        if self.viewer == giver:
            self.gains_known(receiver, kind)
        elif self.viewer == receiver:
            self.loses(giver, kind)
        else:
            self.passes(giver, self.hand_of[receiver], factors)

    def chose(self, seat: int, factors: int) -> None:
        """A seat made a choice that says something about every card that it holds now."""
        if seat != self.viewer:
            self.done[self.hand_of[seat]].append(factors)

    def swap(self, seat: int, other: int) -> None:
        """Two seats swap hands."""
        self.hand_of[seat], self.hand_of[other] = self.hand_of[other], self.hand_of[seat]

    def reshuffled(self, counts: list[int]) -> None:
        """The pile is used up; there is a new one of these cards."""
        if sum(self.pools[-1]) != self.unseen:
            raise Forgotten
        self.pools.append(counts)
        self.unseen = 0

    def check(self, held: Sequence[int], left: int) -> None:
        """Compare with the number of cards in every hand and in the pile."""
        followed = (self.held[self.hand_of[seat]] == held[seat] for seat in range(self.seats) if seat != self.viewer)
        if not all(followed) or sum(self.pools[-1]) != self.unseen + left:
            raise Forgotten

    def deal(self, deals: int, dice: Longs) -> tuple[Any, Floats]:
        """Hands as counts (by deal, hand and kind), and the weight of each deal as a logarithm."""
        sizes = [len(rows) + 1 for rows in self.done]
        first = np.cumsum([0, *sizes[:-1]])
        sums = np.concatenate([np.cumsum(self.logs[[NOTHING, *rows]], axis=0) for rows in self.done])
        steps = np.array(self.steps, np.int64).reshape(-1, COLUMNS)
        steps[:, 3] += first[steps[:, 1]]
        passing = steps[:, 0] == PASS
        steps[passing, 5] += first[steps[passing, 2]]
        ends = first + np.array(sizes) - 1
        hands = np.zeros((deals, len(sizes), self.logs.shape[1]), np.int8)
        weights = np.zeros(deals)
        deal_likely(steps, sums, self.logs, np.array(self.pools, np.int64), ends, dice, hands, weights)
        return hands, weights


def resampled(weights: Floats, count: int, dice: Longs) -> Longs | None:
    """Some of the deals, each as often as its weight demands; None if no deal is possible."""
    if weights.max() <= NEVER:
        return None
    shares = np.exp(weights - weights.max())
    marks = (np.arange(count) + roll(dice) / (1 << 32)) / count * shares.sum()
    return cast(Longs, np.minimum(np.searchsorted(np.cumsum(shares), marks, side="right"), len(weights) - 1))


def seat_of(place: str) -> int:
    """The seat whose hand a place is."""
    return int(place.removeprefix("hands."))


@cache
def _remember(game: Game) -> Callable[[View], Memory] | None:
    """The function that follows a game's events, if there is one."""
    return import_module(MEMORIES[game.name]).remember if game.name in MEMORIES else None


def likely_views(view: View, count: int, dice: Longs) -> Any:
    """An array of views with likely cards in the hands of others; only the view itself if nothing is known about them."""
    follow = _remember(view.game)
    even = view.position.clone().array()
    if follow is None:
        return even
    try:
        memory = follow(view)
    except Forgotten:
        return even
    hands, weights = memory.deal(count, dice)
    chosen = resampled(weights, count, dice)
    if chosen is None:
        return even
    views = np.repeat(even, count)
    bits = 1 << np.arange(hands.shape[2], dtype=np.int64)
    for seat in range(view.players):
        if seat != view.seat:
            dealt = hands[chosen, memory.hand_of[seat]]
            views["hands"][:, seat] = dealt
            views["kinds_held"][:, seat] = (dealt > 0) @ bits
            if memory.aside:
                views["out"][:, seat] = hands[chosen, memory.aside[seat]]
    return views
