"""Mau Mau: what the choices of the others say about their banks.

A factor says how much less likely a player with such a card is to do what they did. Who draws because nothing can be placed has no
card that fits beside another: that is the rule. The other figures are from games between bots.
"""

from __future__ import annotations

import math
from functools import lru_cache

import numpy as np

from kartenhaus.bots.dealing import Floats
from kartenhaus.bots.memory import Forgotten, Memory, seat_of
from kartenhaus.bots.view import View
from kartenhaus.core.events import Event
from kartenhaus.games.maumau.notation import FACE
from kartenhaus.games.maumau.placing import face
from kartenhaus.games.maumau.position import COLOUR_OF, DRAW_TWOS, JOKER, KINDS, POINT, SYMBOL_OF, TOWER

CANNOT = 0.0001  # with a card that must be placed, nobody can draw
TOWERED = 0.6  # the same for a card that fits only on a tower, where nobody has to place one
PAID = 0.15  # who draws a penalty seldom holds a Draw Two that fits
OTHERS = 0.85  # for each card that could have been placed instead
EARNING = 0.3  # the same for a card that would have earned points, if none were earned
NUMBER_OF = {name: number for number, name in enumerate(FACE) if name}
FITS = (
    0,
    *(
        sum(1 << k for k in range(1, JOKER) if COLOUR_OF[k] == COLOUR_OF[kind] or SYMBOL_OF[k] == SYMBOL_OF[kind])
        for kind in range(1, JOKER)
    ),
)
"""By the kind of a card that lies: the kinds that fit beside it, without the Joker, as bits."""
STACKS = (0, *(sum(1 << k for k in range(1, JOKER) if SYMBOL_OF[k] == SYMBOL_OF[kind]) for kind in range(1, JOKER)))
"""The same on top of it, for a tower."""
ANY = 1 << JOKER


@lru_cache(20)
def _neighbours(columns: bytes, rows: bytes, spaces: int) -> tuple[tuple[int, ...], ...]:
    """For every space, those that share an edge."""
    at = {(column, row): space for space, (column, row) in enumerate(zip(columns[:spaces], rows[:spaces], strict=True))}
    sides = ((0, 1), (0, -1), (1, 0), (-1, 0))
    return tuple(tuple(at[c + x, r + y] for x, y in sides if (c + x, r + y) in at) for c, r in at)


def remember(view: View) -> Memory:
    """Follow what a seat heard; Forgotten if it does not lead to the view."""
    follow = Following(view)
    for event in view.events:
        follow.hear(event)
    memory, position = follow.memory, view.position
    if follow.top != position.top[: position.spaces].tolist():
        raise Forgotten
    memory.check([int(cards) for cards in position.held], int(position.left))
    memory.logs = follow.rows()
    return memory


class Following:
    """The board as events show it."""

    def __init__(self, view: View) -> None:
        pos = view.position
        spaces = int(pos.spaces)
        self.memory = Memory(view.players, view.seat, np.zeros((1, KINDS)), [[int(count) for count in pos.deck]])
        self.memory.aside = [self.memory.new_hand() for _ in range(view.players)]
        self.beside = _neighbours(bytes(pos.column), bytes(pos.row), spaces)
        self.points = {space for space in range(spaces) if pos.ground[space] == POINT}
        self.towers = [int(ground) >= TOWER for ground in pos.ground[:spaces]]
        self.space_of = {name: number for number, name in enumerate(view.game.notation.names(pos).places[-spaces:])}
        self.all = bool(pos.match_all)
        self.top = [0] * spaces
        self.fits: dict[int, int] = {}  # per empty space beside a card, the kinds that fit, without the Joker
        self.stacks: dict[int, int] = {}  # the same for towers with a card
        self.masks: list[tuple[int, float, int, float]] = []  # the rows of factors
        self.penalty = False  # a penalty waits to be drawn

    def rows(self) -> Floats:
        """The rows of factors; row 0 says nothing."""
        rows = np.zeros((1 + len(self.masks), KINDS))
        if self.masks:
            kinds = np.arange(KINDS)
            first, one, second, other = (np.array(column)[:, None] for column in zip(*self.masks, strict=True))
            rows[1:] = (first >> kinds & 1) * one + (second >> kinds & 1) * other
        return rows

    def chose(self, seat: int, first: int, one: float, second: int = 0, other: float = 1) -> None:
        """Note a choice: a factor for some kinds, and perhaps another for others."""
        if seat != self.memory.viewer and (first or second):
            self.masks.append((first, math.log(one), second, math.log(other)))
            self.memory.chose(seat, len(self.masks))

    def beside_a_card(self) -> int:
        """The kinds that can be placed on an empty space."""
        kinds = ANY if self.fits else 0
        for some in self.fits.values():
            kinds |= some
        return kinds

    def on_a_tower(self) -> int:
        """The kinds that can be placed on a tower with a card."""
        kinds = ANY if self.stacks else 0
        for some in self.stacks.values():
            kinds |= some
        return kinds

    def hear(self, event: Event) -> None:
        """Follow one event."""
        if event.kind == "card":
            self.move(event)
        elif event.kind == "face":
            self.lay(self.space_of[event.target], NUMBER_OF[event.card])
        elif event.kind == "cannot":
            must = self.beside_a_card()
            self.chose(event.seat, must, CANNOT, self.on_a_tower() & ~must, TOWERED)
        elif event.kind == "penalty":
            self.penalty = True

    def move(self, event: Event) -> None:
        """A card goes from one place to another."""
        memory, kind = self.memory, NUMBER_OF[event.card]
        if event.source == "draw":
            self.leave_pile(event, kind)
        elif event.target in self.space_of:
            self.place(seat_of(event.source), kind, self.space_of[event.target])
        elif event.target == "out":
            seat = seat_of(event.source)
            if seat != memory.viewer:
                memory.passes(seat, memory.aside[seat])
        else:
            memory.gives(seat_of(event.source), seat_of(event.target), kind)

    def leave_pile(self, event: Event, kind: int) -> None:
        """A card is drawn, or the first one laid on the board."""
        if event.target in self.space_of:
            self.memory.sees(kind)
            self.lay(self.space_of[event.target], kind)
            return
        seat = seat_of(event.target)
        if self.penalty and event.rule == "maumau/draw-two":
            self.penalty = False
            self.chose(seat, (self.beside_a_card() | self.on_a_tower()) & DRAW_TWOS, PAID)
        if seat == self.memory.viewer:
            self.memory.sees(kind)
        else:
            self.memory.gains(seat)

    def place(self, seat: int, kind: int, space: int) -> None:
        """A card is placed: others that fit, and above all those that earn more, were probably not there."""
        if seat != self.memory.viewer:
            self.memory.loses(seat, kind)
            if self.penalty:
                self.chose(seat, (self.beside_a_card() | self.on_a_tower()) & DRAW_TWOS, OTHERS)
            else:
                earning = 0 if self.earns(kind, space) else self.earning()
                self.chose(seat, self.beside_a_card() & ~ANY & ~earning, OTHERS, earning, EARNING)
        self.penalty = False
        self.lay(space, kind)

    def earns(self, kind: int, space: int) -> bool:
        """Whether a card earns points: on its twin on a tower, on a point space, or with its twin beside it."""
        if self.top[space]:
            return self.top[space] == kind
        return space in self.points or any(self.top[other] == kind for other in self.beside[space])

    def earning(self) -> int:
        """The kinds that could be placed so that they earn points, without the Joker."""
        kinds = 0
        for space, fit in self.fits.items():
            if space in self.points:
                kinds |= fit
            for other in self.beside[space]:
                kind = self.top[other]
                kinds |= 1 << kind & fit if 0 < kind < JOKER else 0
        for space in self.stacks:
            kinds |= 1 << self.top[space] if self.top[space] < JOKER else 0
        return kinds

    def lay(self, space: int, card: int) -> None:
        """A card lies on a space now: note what fits on it and around it."""
        self.top[space] = card
        shown = face(card)
        if shown == JOKER:  # its face follows
            return
        self.fits.pop(space, None)
        if self.towers[space]:
            self.stacks[space] = STACKS[shown]
        for other in self.beside[space]:
            if not self.top[other]:
                around = [FITS[face(self.top[one])] for one in self.beside[other] if self.top[one] and face(self.top[one]) != JOKER]
                fits = around[0]
                for some in around[1:]:
                    fits = fits & some if self.all else fits | some
                self.fits[other] = fits
