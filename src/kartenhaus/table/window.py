"""A question out of turn goes at once to everyone who will be asked if nobody acts on it.

Who that is follows from what everybody knows. Answers are held back until the time of the question is over; then they come out in
the order of play.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from kartenhaus.core.game import SPECTATOR, Game, Position
from kartenhaus.core.history import conceal, look, proceed
from kartenhaus.core.random import dice_of


@dataclass
class Window:
    """One question, and the seats that are asked."""

    number: int
    """The number of the entry with which it began."""
    seats: tuple[int, ...]
    """The seats whose answer has not come out yet, in the order of play; the first is the seat to act."""
    held: dict[int, str] = field(default_factory=dict)
    """The answers that are held back, by seat."""

    def without(self, seat: int) -> Window:
        """The same question after the first seat's answer came out and did not act on it."""
        return Window(self.number, self.seats[1:], {other: move for other, move in self.held.items() if other != seat})


def asked(game: Game, position: Position) -> tuple[int, ...]:
    """The seats that are asked, in the order of play, judged by what a spectator sees."""
    return tuple([seat for seat, _ in _ahead(game, position, SPECTATOR)])


def put_to(game: Game, position: Position, seat: int) -> tuple[Position, list[int]]:
    """What a seat will see and may do when the question reaches it, judged by what it sees now."""
    ahead = next(pos for other, pos in _ahead(game, position, seat) if other == seat)
    return look(game, ahead, seat)


def _ahead(game: Game, position: Position, viewer: int) -> Iterator[tuple[int, Position]]:
    """Yield who is asked, and the position then, as long as nobody acts on it; a copy, redealt from what a viewer knows."""
    pos = conceal(game, position, viewer)
    game.rules.redeal(pos, dice_of(0))
    found: set[int] = set()
    while (seat := int(game.rules.to_act(pos))) not in found and is_question(game, pos):
        yield seat, pos
        found.add(seat)
        proceed(game, pos, seat, game.notation.parse_move(pos, game.yields))


def is_question(game: Game, position: Position) -> bool:
    """Whether the seat to act is asked out of turn."""
    notation: Any = game.notation  # only a game with questions has PENDING: Game.questions
    return bool(game.questions) and notation.PENDING[position.pending] in game.questions
