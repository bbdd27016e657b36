"""A question out of turn goes at once to all who will be asked if nobody does anything about it.

Who that is everybody knows, and it is found by what everybody knows. What a seat answers is held back until the time of the
question is over; then the answers come out in the order of play.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from kartenhaus.core.game import SPECTATOR, Game, Position
from kartenhaus.core.history import conceal, look, proceed
from kartenhaus.core.random import dice_of


@dataclass
class Window:
    """One question, and all who are asked."""

    number: int
    """Of the entry with which it began."""
    seats: tuple[int, ...]
    """Those whose answer has not come out yet, in the order of play; the first is the seat to act."""
    held: dict[int, str] = field(default_factory=dict)
    """By seat, the answers that are held back."""

    def without(self, seat: int) -> Window:
        """The same once the answer of the first has come out, and nothing was done about it."""
        return Window(self.number, self.seats[1:], {other: move for other, move in self.held.items() if other != seat})


def asked(game: Game, position: Position) -> tuple[int, ...]:
    """Who is asked at once, in the order of play; by what an onlooker sees."""
    return tuple([seat for seat, _ in _ahead(game, position, SPECTATOR)])


def put_to(game: Game, position: Position, seat: int) -> tuple[Position, list[int]]:
    """What a seat sees when the question comes to it, and what it may do; by what it sees now."""
    ahead = next(pos for other, pos in _ahead(game, position, seat) if other == seat)
    return look(game, ahead, seat)


def _ahead(game: Game, position: Position, viewer: int) -> Iterator[tuple[int, Position]]:
    """Who is asked, and the position then, as long as nobody does anything about it: a copy, dealt by what a viewer knows."""
    pos = conceal(game, position, viewer)
    game.rules.redeal(pos, dice_of(0))
    found: set[int] = set()
    while (seat := int(game.rules.to_act(pos))) not in found and is_question(game, pos):
        yield seat, pos
        found.add(seat)
        proceed(game, pos, seat, game.notation.parse_move(pos, game.yields))


def is_question(game: Game, position: Position) -> bool:
    """Whether the seat to act is asked out of turn."""
    return game.notation.write_position(position).get("pending", "") in game.questions
