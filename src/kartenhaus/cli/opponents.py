"""The bots of a game in the terminal: where they sit, and their moves."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from kartenhaus import bots
from kartenhaus.bots.calling import Fault, ask, call_bot
from kartenhaus.cli.terminal import console
from kartenhaus.core.game import Game, Position
from kartenhaus.core.history import History

STAND_IN = "greedy"  # for a bot that fails


class Opponents:
    """Puts the named bots, in turn, on all seats after those of people."""

    def __init__(self, players: int, humans: int, names: Sequence[str]) -> None:
        self.names = {seat: names[(seat - humans) % len(names)] for seat in range(humans, players)}
        self._bots: dict[int, bots.Bot] = {seat: call_bot(bots.find(name)) for seat, name in self.names.items()}

    def choose(self, history: History, seat: int, failed: Callable[[Fault], None]) -> str:
        """The move of a seat's bot; if it fails, report it and let the rules of thumb choose."""
        view = bots.View.seen(history, seat)
        seed = bots.bot_seed(history.seed, len(history.played))
        try:
            return view.text(ask(self._bots[seat], view, seed))
        except Fault as fault:
            failed(fault)
            return view.text(ask(bots.find(STAND_IN)(), view, seed))


def tell_untrained(game: Game, pos: Position, names: Iterable[str]) -> None:
    """Say which bots that learned play by rules of thumb, because no network was trained for such a table."""
    from kartenhaus.bots.skilled.files import falls_back

    for bot in dict.fromkeys(names):
        if falls_back(bot, game, pos):
            note = "{} plays by rules of thumb: no network was trained for this edition of {} with {} players"
            console(stderr=True).print(note.format(bot, game.title, int(pos.seats)), markup=False)
