"""What each viewer may know and do in one position of a game. It is made when somebody asks, and kept until the game changes."""

from __future__ import annotations

import msgspec

from kartenhaus.core.game import Position, Written
from kartenhaus.core.history import History, earnings, look
from kartenhaus.core.steps import Described
from kartenhaus.table.takeback import may_return
from kartenhaus.table.window import put_to


class Sight(msgspec.Struct, frozen=True):
    """What a viewer may know and do."""

    position: Position
    numbers: list[int]  # of their moves
    earned: list[int]  # what each of these earns at once


class Look(msgspec.Struct, frozen=True):
    """The same in words, without the position: while nobody asks for it, many tables then need less of the processor's cache."""

    words: Written
    moves: dict[str, int]  # and their numbers
    described: list[Described]  # the same moves, with the choices that make up each
    earned: list[int]


class Sights:
    """One position of a game, as all its viewers see it."""

    def __init__(
        self,
        history: History,
        acting: int,
        contested: bool,
        asked: tuple[int, ...] = (),
        known: tuple[Position, list[int]] | None = None,
    ) -> None:
        """`contested`: whether others may have moves too; `asked`: who is asked out of turn; `known`: what the seat to act sees and
        may do, if that is known.
        """
        self.history = history
        self.acting = acting
        self.contested = contested
        self.asked = asked
        self.known = known
        self._seen: dict[int, Sight] = {}
        self._looks: dict[int, Look] = {}
        self._returns: dict[int, bool] = {}  # by how many moves stay: whether the others can be taken back

    def see(self, viewer: int) -> Sight:
        """What a seat or a spectator may know and do, without texts."""
        found = self._seen.get(viewer)
        if found is None:
            game = self.history.game
            if viewer == self.acting and self.known is not None:
                position, numbers = self.known
            elif viewer != self.acting and viewer in self.asked:
                position, numbers = put_to(game, self.history.position, viewer)
            else:
                position, numbers = look(game, self.history.position, viewer)
                if viewer != self.acting and not self.contested:
                    numbers = []
            earned = earnings(game, position, numbers) if game.earns and numbers else [0] * len(numbers)
            found = self._seen[viewer] = Sight(position, numbers, earned)
        return found

    def look(self, viewer: int) -> Look:
        """The same with texts."""
        found = self._looks.get(viewer)
        if found is None:
            sight = self.see(viewer)
            plain = sight.position.plain()
            notation = self.history.game.notation
            describe = notation.describe
            described = [describe(plain, number) for number in sight.numbers]
            moves = {one.text: number for one, number in zip(described, sight.numbers, strict=True)}
            words = notation.write_position(plain)
            found = self._looks[viewer] = Look(words, moves, described, sight.earned)
            del self._seen[viewer]
            if viewer == self.acting:
                self.known = None
        return found

    def number(self, viewer: int, move: str) -> int | None:
        """The number of a move, if its viewer has looked; else None."""
        found = self._looks.get(viewer)
        return None if found is None else found.moves.get(move)

    def may_return(self, moves: int) -> bool:
        """Whether all but the first `moves` moves can be taken back; kept, because it takes long."""
        if moves not in self._returns:
            self._returns[moves] = may_return(self.history, moves)
        return self._returns[moves]
