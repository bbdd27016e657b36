"""Printing: colours where a person looks on, plain text into pipes and with NO_COLOR."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from typing import TYPE_CHECKING

from rich.markup import escape

if TYPE_CHECKING:
    from rich.console import Console

    from kartenhaus.core.game import Game

RECENT = 600  # seconds from which the time left is reckoned: a game of slow bots takes minutes


@cache
def console(stderr: bool = False) -> Console:
    """The terminal, for output or for complaints."""
    from rich.console import Console

    terminal = Console(stderr=stderr, highlight=False)
    terminal.soft_wrap = not terminal.is_terminal
    return terminal


def say(text: str, *values: object) -> None:
    """Print a line; markup in the text counts, markup in the values does not."""
    console().print(text.format(*(escape(str(value)) for value in values)))


def complain(message: str) -> None:
    """Print an error."""
    console(stderr=True).print(f"[bold red]error:[/] {escape(message)}")


@cache
def announce(game: Game, entry: str) -> None:
    """Say so, once, where the first call of an entry will take seconds because it has to be compiled."""
    from kartenhaus.core.jit import is_compiled

    if not is_compiled(getattr(game.rules, entry)):
        console(stderr=True).print(f"[dim]Compiling {game.title} (once, some seconds) …[/]")


@cache
def announce_search(game: Game, *bots: str) -> None:
    """The same where one of these bots looks ahead."""
    from kartenhaus.bots.brains import brain
    from kartenhaus.bots.house import LEVELS
    from kartenhaus.core.jit import is_compiled

    if any(bot.partition(":")[0] in LEVELS for bot in bots) and not is_compiled(brain(game).search):
        console(stderr=True).print(f"[dim]Compiling the search for {game.title} (once, some seconds) …[/]")


@contextmanager
def progress(label: str, total: int, unit: str) -> Iterator[Callable[[int], None]]:
    """A progress bar on the error output, with the time left; silent where nobody looks on."""
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TextColumn(unit), TimeRemainingColumn())
    terminal = console(stderr=True)
    bar = Progress(*columns, console=terminal, transient=True, disable=not terminal.is_terminal, speed_estimate_period=RECENT)
    with bar:
        task = bar.add_task(label, total=total)
        yield lambda amount: bar.advance(task, amount)
