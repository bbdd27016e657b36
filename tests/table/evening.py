"""A table without a server: commands apply at once, and the test controls time and chance."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kartenhaus.bots import View
from kartenhaus.bots.greedy import Greedy
from kartenhaus.core.game import NOBODY
from kartenhaus.table import commands, dues
from kartenhaus.table import entries as log
from kartenhaus.table.dues import Found
from kartenhaus.table.table import Table
from kartenhaus.table.timing import Due, Pace, SeededChance, Watch, delays


class Evening:
    """One table and its clock."""

    def __init__(self, game: str = "mada", players: int = 2, **choice: Any) -> None:
        self.now = 1000.0
        self.table = Table("evening")
        self.watch = Watch(choice.pop("pace", Pace()))
        self.entries: list[log.Entry] = []
        self.secrets = iter(f"secret {number}" for number in range(1000))
        self.add(commands.open_table(0, next(self.secrets), game, players, **choice))

    @property
    def chance(self) -> SeededChance:
        """Where delays come from."""
        return delays(self.table)

    def add(self, entry: log.Entry) -> None:
        """Apply an entry."""
        begun = self.table.begun
        self.table.apply(entry)
        self.entries.append(entry)
        self.watch.follow(self.table, begun, entry, self.now, self.chance)

    def do(self, command: Callable[..., log.Entry], *arguments: Any, **rest: Any) -> None:
        """Decide a command and apply its entry."""
        self.add(command(self.table, round(1000 * self.now), *arguments, **rest))

    def sit(self, *names: str) -> None:
        """People take seats and are present."""
        for name in names:
            self.do(commands.sit, name, "", f"token of {name}")
            self.watch.arrive(commands.seat_of(self.table, f"token of {name}"), self.now, self.chance)

    def start(self, *names: str) -> None:
        """They sit, are ready, and the game is dealt."""
        self.sit(*names)
        for seat in self.table.persons():
            self.do(commands.ready, seat)
        self.run()

    def move(self, text: str | None = None) -> None:
        """Make the given move for the seat to act, or one by rules of thumb."""
        seat = self.table.to_act
        by = "bot" if self.table.seats[seat].player else ""
        used = self.watch.used(self.table, self.now)
        self.do(commands.move, seat, text or self.choice(seat), self.table.changed, used, by=by)

    def pause(self, seat: int) -> None:
        """A seat pauses the game."""
        self.do(commands.pause, seat, self.watch.used(self.table, self.now))

    def choice(self, seat: int) -> str:
        """What the rules of thumb would do."""
        view = View(self.table.game, seat, self.table.players, self.table.see(seat).position)
        return view.text(Greedy().choose(view, self.table.number))

    def due(self) -> Due | None:
        """What happens next by itself."""
        return self.watch.due(self.table, self.now)

    def run(self, until: float = 0.0) -> list[Due]:
        """Let everything happen that is due up to a time."""
        happened = []
        while (due := self.due()) is not None and due.at <= max(until, self.now):
            self.now = max(self.now, due.at)
            if not self.watch.is_due(due, self.table, self.now):
                continue  # nothing has been answered yet
            self.happen(due)
            happened.append(due)
            if due.what == "open":
                break
        self.now = max(self.now, until)
        return happened

    def happen(self, due: Due) -> None:
        """Do what a server does when something is due; moves follow rules of thumb."""
        if due.what == "open":
            return  # this is only shown
        at = round(1000 * self.now)
        if dues.wants_move(due, self.table):
            found = Found(self.choice(due.seat), self.table.changed, self.watch.used(self.table, self.now))
            self.add(dues.move_entry(due, self.table, at, found))
        else:
            self.add(dues.entry(due, self.table, at, self.secrets.__next__))

    def play_out(self) -> None:
        """Everybody plays until the game is over."""
        while self.table.playing:
            if self.table.seats[self.table.to_act].player:
                self.run(self.now + 10)
            else:
                self.now += 1.0
                self.move()
        self.run()
        assert self.table.finished
        assert self.table.to_act == NOBODY
