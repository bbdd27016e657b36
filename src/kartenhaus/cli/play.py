"""`kartenhaus play`: a game in the terminal, against bots or with several people at one keyboard."""

from __future__ import annotations

import re
import sys
import time
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path

from rich.markup import escape

import kartenhaus
from kartenhaus import bots
from kartenhaus.bots.calling import Fault
from kartenhaus.bots.levels import USUAL
from kartenhaus.cli.compiling import search_first
from kartenhaus.cli.inputs import language_of, resuming
from kartenhaus.cli.opponents import Opponents, tell_untrained
from kartenhaus.cli.show import painted
from kartenhaus.cli.terminal import complain, console, say
from kartenhaus.core.errors import KartenhausError, OptionError
from kartenhaus.core.game import SPECTATOR
from kartenhaus.core.history import History, check, points
from kartenhaus.core.rulebook import rulebook_rows
from kartenhaus.core.texts import ENGLISH, counted
from kartenhaus.table.facts import of_game_choices
from kartenhaus.table.stories import told

PAUSE = 0.4  # seconds after a bot's move, so that people can follow
HELP = "a number or a move in words, like “{}”; save FILE, rule ID, help, quit"


class Quit(Exception):
    """The player wants to stop."""


def play(
    history: History, humans: int, names: list[str], save: Path | None, plain: bool = True, language: str | None = None
) -> None:
    """Continue a game. The first seats are people, the rest the named bots, in turn; bots of the usual level if none is named.

    In a terminal it fills the screen, unless it is `plain`: lines of text, as in a pipe.
    """
    if not 0 <= humans <= history.players:
        raise OptionError("0 to {players} of the players are people, not {humans}", players=history.players, humans=humans)
    if len(names) > history.players - humans:
        raise OptionError(
            "{bots} bots are named, but there are seats for {seats}: {humans} of the {players} players are people",
            bots=len(names),
            seats=history.players - humans,
            humans=humans,
            players=history.players,
        )
    names = names or [USUAL]
    for name in names:
        bots.find(name)
    if not plain and console().is_terminal and sys.stdin.isatty():
        _fill_screen(history, humans, names, save, language_of(language))
        return
    game = _PlainGame(history, humans, names, save)
    _warm(history, names)
    if humans < history.players:
        tell_untrained(history.game, history.position, names)
    if save and not game.keep(save, quiet=True):
        return
    try:
        game.play()
    except (Quit, KeyboardInterrupt, EOFError):
        kept = f" Saved in {save}." if save else " Next time, --save FILE keeps the game."
        say("\nStopped after {} moves.{}", len(history.played), kept)


def _warm(history: History, names: list[str]) -> None:
    """Compile the search now, if a bot needs it, not in the middle of the game."""
    if not history.over:
        search_first(history.game, history.position, *names)


def _fill_screen(history: History, humans: int, names: list[str], save: Path | None, language: str) -> None:
    from kartenhaus.cli.screen.app import TableScreen
    from kartenhaus.cli.screen.local import Local

    _warm(history, names)
    source = Local(history, humans, names, save, language)
    TableScreen(source).run()
    if source.farewell():
        say("{}", source.farewell())


class _PlainGame:
    """One game at one terminal, in lines of text."""

    def __init__(self, history: History, humans: int, names: list[str], save: Path | None) -> None:
        self.history = history
        self.humans = humans
        self.levels = names
        self.save = save
        self.opponents = Opponents(history.players, humans, names)
        self.names = history.names or [
            f"Player {seat}" if seat < humans else f"{self.opponents.names[seat]} {seat}" for seat in range(history.players)
        ]
        self.news: dict[int, list[str]] = {viewer: [] for viewer in range(humans) or [SPECTATOR]}
        self.holding = 0 if humans == 1 else -1  # the seat at the keyboard

    def play(self) -> None:
        say("[bold]{}[/]  [dim]seats {}[/]", self.history.game.title, ", ".join(self.names))
        chosen, usual = of_game_choices(self.history.game, self.history.edition, self.history.options, str)
        terms = [f"{one.title}: {self.names[one.seat] if one.seat >= 0 else one.words}" for one in [*chosen, *usual]]
        say("[dim]plays with {}[/]", "; ".join(terms))
        self.tell()
        while not self.history.over:
            seat = self.history.to_act
            if seat < self.humans:
                self.hand_over(seat)
                self.make(seat, self.ask(seat))
            else:
                self.make(seat, self.bot_move(seat))
                if self.humans and console().is_terminal:
                    time.sleep(PAUSE)
        self.report()

    def bot_move(self, seat: int) -> str:
        """The move of a seat's bot."""

        def failed(fault: Fault) -> None:
            told = fault.kind if self.humans else str(fault)
            complain(f"{self.names[seat]} failed ({told}); a simple bot moves instead")

        with redirect_stdout(StringIO() if self.humans else sys.stderr):  # what it prints may reveal its cards
            return self.opponents.choose(self.history, seat, failed)

    def hand_over(self, seat: int) -> None:
        """Hide the last hand; show the next one only when its player presses Enter."""
        if self.holding != seat:
            if self.holding >= 0:
                self.clear()
            console().input(f"[bold]Hand over to {escape(self.names[seat])}[/], who presses Enter when nobody else looks. ")
            self.clear()
            self.holding = seat
        for line in self.news[seat]:
            say("[dim]{}[/]", line)
        self.news[seat].clear()
        for part in painted(self.history, seat, self.names):
            console().print(part)

    def clear(self) -> None:
        if console().is_terminal:
            console().clear()
        else:
            say("{}", "-" * 40)

    def ask(self, seat: int) -> str:
        moves = self.history.legal(seat)
        self.offer(moves)
        while True:
            answer = console().input(f"[bold]{escape(self.names[seat])}[/] › ").strip()
            if re.fullmatch("[0-9]{1,6}", answer):
                if 1 <= int(answer) <= len(moves):
                    return moves[int(answer) - 1]
                complain(f"choose a number from 1 to {len(moves)}")
            elif not self.obey(answer, moves):
                try:
                    check(self.history.game, self.history.position, seat, answer)
                    return answer
                except KartenhausError as error:
                    self.explain(error)

    def offer(self, moves: list[str]) -> None:
        from rich.columns import Columns
        from rich.text import Text

        choices = [Text.assemble((f"{number:3} ", "cyan"), move) for number, move in enumerate(moves, 1)]
        console().print(Columns(choices, padding=(0, 3)), soft_wrap=False)

    def obey(self, answer: str, moves: list[str]) -> bool:
        """Obey a command that is not a move; return whether it was one."""
        word, _, rest = answer.partition(" ")
        if word in ("quit", "q", "exit"):
            raise Quit
        if word in ("help", "?", ""):
            say(HELP, moves[0])
            self.offer(moves)
        elif word == "rule":
            rows = rulebook_rows(self.history.game)
            say("{}", rows.get(rest) or rows.get(f"{self.history.game.name}/{rest}") or f"rules are {', '.join(rows)}")
        elif word == "save":
            if rest:
                self.keep(Path(rest))
            else:
                complain("say where: save FILE")
        else:
            return False
        return True

    def explain(self, error: KartenhausError) -> None:
        complain(str(error))
        text = rulebook_rows(self.history.game).get(error.rule)
        if text:
            say("[dim]{}: {}[/]", error.rule, text)

    def make(self, seat: int, move: str) -> None:
        """Make a move, and tell each player what they may know of it."""
        self.history.play(move, seat)
        self.tell()
        if self.save:
            self.keep(self.save, quiet=True)

    def tell(self) -> None:
        """Note what just happened for every player; print it at once if there is only one."""
        for viewer, news in self.news.items():
            news.append(told(self.history, viewer, self.names).words)
        if len(self.news) == 1:
            [news] = self.news.values()
            say("[dim]{}[/]", news.pop())

    def keep(self, path: Path, quiet: bool = False) -> bool:
        """Write the record; return whether that worked."""
        try:
            kartenhaus.save(self.history, path)
        except OSError as error:
            complain(f"{path}: cannot be written: {error.strerror}")
            return False
        if not quiet:
            say("Saved in {}; {} resumes the game.", path, resuming(path, self.humans, self.levels))
        return True

    def report(self) -> None:
        result = self.history.result
        if self.humans > 1:
            self.clear()
        if self.humans == 1:
            for part in painted(self.history, 0, self.names)[:-1]:
                console().print(part)
        winners = " and ".join(self.names[seat] for seat in result.winners)
        say("\n[bold]{} {}[/]", winners, "wins!" if len(result.winners) == 1 else "share the win!")
        seen = points(self.history.game, self.history.view(SPECTATOR), self.history.players)
        if seen == result.points:  # otherwise they would reveal hidden hands
            called = self.history.game.points
            forms = [counted(called.one, called.many, count, ENGLISH).format(count=count) for count in seen]
            say("{}", ", ".join(f"{self.names[seat]}: {form}" for seat, form in enumerate(forms)))
