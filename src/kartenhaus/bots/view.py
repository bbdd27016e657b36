"""What a bot gets: a seat's view of a game, and nothing else."""

from __future__ import annotations

from dataclasses import dataclass

from kartenhaus.core.events import Event
from kartenhaus.core.game import Game, Position, Written
from kartenhaus.core.history import History, conceal, legal_numbers, points, texts, write


@dataclass(frozen=True)
class View:
    """What one seat may know, and what it may do. Nothing hidden can be reached from here."""

    game: Game
    seat: int
    players: int
    position: Position
    """The concealed position: other hands, the order of the draw pile and the random state are erased."""

    @classmethod
    def seen(cls, history: History, seat: int) -> View:
        """A seat's view of a game."""
        return cls(history.game, seat, history.players, history.view(seat))

    @classmethod
    def of(cls, game: Game, position: Position, seat: int) -> View:
        """A seat's view of a position, without past events."""
        return cls(game, seat, int(position.seats), conceal(game, position, seat))

    @property
    def events(self) -> list[Event]:
        """All that this seat has heard since the deal, in order; cards that it did not see are `?`."""
        return self.position.events  # type: ignore[no-any-return]  # of any game's position

    @property
    def to_act(self) -> int:
        """The seat whose decision is next."""
        return int(self.game.rules.to_act(self.position))

    def legal(self) -> list[str]:
        """The moves this seat may make, as text."""
        return texts(self.game, self.position, self.legal_numbers())

    def legal_numbers(self) -> list[int]:
        """The same as integers, in the same order."""
        return legal_numbers(self.game, self.position, self.seat)

    def text(self, move: int) -> str:
        """The text of a move."""
        return self.game.notation.describe(self.position, move).text

    def written(self) -> Written:
        """The view as text, with the keys of a scenario's `[position]`; a hidden card is `?`."""
        return write(self.game, self.position)

    def points(self) -> list[int]:
        """The points of every seat, as they count now."""
        return points(self.game, self.position, self.players)
