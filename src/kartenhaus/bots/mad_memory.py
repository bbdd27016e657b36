"""MAD: what the choices of the others say about their hands.

A factor says how much less (or more) likely a player with such a card in hand is to do what they did. The figures are from games
between bots that look ahead 400 times.
"""

from __future__ import annotations

import math
from functools import cache

from kartenhaus.bots.memory import Factors, Forgotten, Memory, seat_of
from kartenhaus.bots.view import View
from kartenhaus.core.events import Event
from kartenhaus.games.mad.position import (
    COLOURS,
    FACE,
    FITS,
    JOKER,
    KINDS,
    NOT_ME,
    NUMBERS,
    PER_COLOUR,
    SWAP_HANDS,
    SYMBOL_OF,
    WILD,
    WOOLLY,
)

WILDS = {WILD: "wild", WOOLLY: "woolly", NOT_ME: "not me", SWAP_HANDS: "swap hands", JOKER: "joker"}
SYMBOLS = ("which way", "draw one", "give two")
DREW = {"wild": 0.03, "woolly": 0.1, "not me": 0.3, "swap hands": 0.1, "joker": 0.4}
"""Who draws seldom holds a card that fits; some wilds are kept."""
FITTED = 0.02  # the same for coloured cards
KEPT = {"wild": 0.1, "woolly": 0.1, "not me": 0.4, "swap hands": 0.1, "joker": 0.6}
"""The same for the card just drawn."""
EAGER = {
    "number": 0.0,
    "which way": 0.4,
    "draw one": 1.1,
    "give two": -0.3,
    "wild": -2.9,
    "woolly": -3.0,
    "not me": -4.0,
    "swap hands": -1.1,
    "joker": -1.7,
}
"""How readily a card is played instead of a number that fits too, as log-odds."""
TOLD = -0.8  # added to that: with several cards that fit, each says less
NAMED = 1.9  # who names a colour holds more of it
ALLOWED = 0.15  # who lets an attack happen seldom holds a Not Me
GIVEN = {
    "number": 1.0,
    "which way": 0.5,
    "draw one": 0.4,
    "give two": 0.3,
    "wild": 0.15,
    "woolly": 0.3,
    "not me": 0.05,
    "swap hands": 0.05,
    "joker": 0.05,
}
"""How readily a card is given away."""
NUMBER_OF = {face: number for number, face in enumerate(FACE)}


def _sort(kind: int) -> str:
    """What sort of card a kind is."""
    if kind >= WILD:
        return WILDS[kind]
    symbol = int(SYMBOL_OF[kind])
    return "number" if symbol < NUMBERS else SYMBOLS[symbol - NUMBERS]


SORT = ("", *(_sort(kind) for kind in range(1, KINDS)))


def _colour(kind: int) -> int:
    """The colour of a coloured card; -1 for a wild."""
    return (kind - 1) // PER_COLOUR if 0 < kind < WILD else -1


@cache
def factors() -> Factors:
    """All rows of factors, by what was done and what lay on top."""
    rows = Factors(KINDS)
    kinds = range(KINDS)
    for face in range(1, len(FACE)):
        fits = [bool(FITS[face] >> kind & 1) for kind in kinds]
        rows.add(("drew", face), [DREW.get(SORT[kind], FITTED) if fits[kind] else 1 for kind in kinds])
        rows.add(("kept", face), [KEPT.get(SORT[kind], FITTED) if fits[kind] else 1 for kind in kinds])
        for played, eager in EAGER.items():
            others = [1 / (1 + math.exp(EAGER[SORT[kind]] - eager + TOLD)) if fits[kind] else 1 for kind in kinds]
            rows.add(("played", face, played), others)
    for colour in range(len(COLOURS)):
        rows.add(("named", colour), [NAMED if _colour(kind) == colour else 1 for kind in kinds])
    rows.add("allowed", [ALLOWED if kind == NOT_ME else 1 for kind in kinds])
    rows.add("given", [GIVEN[SORT[kind]] if kind else 1 for kind in kinds])
    return rows


def remember(view: View) -> Memory:
    """Follow what a seat heard; Forgotten if it does not lead to the view."""
    rows = factors()
    memory = Memory(view.players, view.seat, rows.logs, [[int(count) for count in view.position.deck]])
    follow = _Following(memory, rows.numbers)
    for event in view.events:
        follow.hear(event)
    follow.settle()
    if not follow.open or follow.top != int(view.position.open[view.position.lying - 1]):
        raise Forgotten
    memory.check([int(cards) for cards in view.position.held], int(view.position.left))
    return memory


class _Following:
    """The table as events show it: the open pile, and who just drew."""

    def __init__(self, memory: Memory, numbers: dict[object, int]) -> None:
        self.memory, self.numbers = memory, numbers
        self.open: list[int] = []
        self.top = 0  # the face on top
        self.swapped: tuple[int, int] | None = None  # the viewer swapped hands: now the cards are shown
        self.shown: dict[int, list[int]] = {}

    def hear(self, event: Event) -> None:
        """Follow one event."""
        if event.kind == "shown":
            self.shown.setdefault(seat_of(event.target), []).append(NUMBER_OF[event.card])
            return
        if self.swapped:
            self.settle()
        if event.kind == "card":
            self.move(event)
        elif event.kind == "colour":
            self.top = NUMBER_OF[event.card]
            self.memory.chose(event.seat, self.numbers["named", COLOURS.index(event.word)])
        elif event.kind == "kept":
            if event.seat != self.memory.viewer:
                self.memory.gained(self.numbers["kept", self.top])
        elif event.kind == "passed":
            self.memory.chose(event.seat, self.numbers["drew", self.top])
        elif event.kind == "allowed":
            self.memory.chose(event.seat, self.numbers["allowed"])
        elif event.kind == "swapped":
            if self.memory.viewer in (event.seat, event.whom):
                self.swapped = event.seat, event.whom
            else:
                self.memory.swap(event.seat, event.whom)
        elif event.kind == "cards":
            counts = [0] * KINDS
            for kind in self.open[:-1]:
                counts[kind] += 1
            self.memory.reshuffled(counts)
            self.open = self.open[-1:]

    def move(self, event: Event) -> None:
        """A card goes from one place to another."""
        kind = NUMBER_OF[event.card]
        if event.source == "closed":
            self.leave_pile(event, kind)
        elif event.target == "open":
            self.play(seat_of(event.source), kind, event.rule)
        else:
            self.memory.gives(seat_of(event.source), seat_of(event.target), kind, self.numbers["given"])

    def leave_pile(self, event: Event, kind: int) -> None:
        """A card is drawn, or the first one turned up."""
        memory = self.memory
        if event.target == "open":
            memory.sees(kind)
            self.open.append(kind)
            self.top = kind
            return
        seat = seat_of(event.target)
        if seat == memory.viewer:
            memory.sees(kind)
            return
        if event.rule == "mad/draw":
            memory.chose(seat, self.numbers["drew", self.top])
        memory.gains(seat)

    def play(self, seat: int, kind: int, rule: str) -> None:
        """A card is laid on the open pile."""
        memory, before = self.memory, self.top
        self.open.append(kind)
        self.top = kind
        if seat == memory.viewer:
            return
        if rule == "mad/draw":  # the card just drawn
            memory.turned_out(kind)
            return
        memory.loses(seat, kind)
        if rule == "mad/not-me":
            return
        memory.chose(seat, self.numbers["played", before, SORT[kind]])

    def settle(self) -> None:
        """The viewer swapped hands: the hand that came is the one the other had; the other now has a known one."""
        if self.swapped:
            viewer = self.memory.viewer
            other = self.swapped[0] if self.swapped[1] == viewer else self.swapped[1]
            for kind in self.shown.get(viewer, []):
                self.memory.loses(other, kind)
            self.memory.hand_of[other] = self.memory.new_hand()
            for kind in self.shown.get(other, []):
                self.memory.gains_known(other, kind)
        self.swapped, self.shown = None, {}
