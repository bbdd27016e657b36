"""Printing: colours on a terminal, plain text into pipes and with NO_COLOR."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from typing import TYPE_CHECKING

from rich.markup import escape

from kartenhaus.core.plain import shown

if TYPE_CHECKING:
    from rich.console import Console, ConsoleOptions, RenderHook
    from rich.text import Text

RECENT = 600  # the last seconds, from which the time left is estimated: a game of slow bots takes minutes


@cache
def console(stderr: bool = False) -> Console:
    """The terminal, for output or for errors."""
    from rich.console import Console

    terminal = Console(stderr=stderr, highlight=False, emoji=False)
    terminal.soft_wrap = not terminal.is_terminal
    terminal.push_render_hook(_hook())
    return terminal


def harmless(text: Text) -> Text:
    """The text without anything that affects a terminal."""
    clean = text.copy()
    clean.plain = shown(text.plain)  # one character for one, so that styles stay where they are
    return clean


def _hook() -> RenderHook:
    """Make everything that is printed harmless; colours and cursor movements are added by Rich itself, after this."""
    from rich.console import ConsoleRenderable, RenderHook
    from rich.segment import Segment

    class Harmless:
        def __init__(self, renderable: ConsoleRenderable) -> None:
            self.renderable = renderable

        def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[Segment]:
            for segment in console.render(self.renderable, options):
                yield segment if segment.control else Segment(shown(segment.text), segment.style)

    class Cleaning(RenderHook):
        def process_renderables(self, renderables: list[ConsoleRenderable]) -> list[ConsoleRenderable]:
            return [Harmless(one) for one in renderables]

    return Cleaning()


def say(text: str, *values: object) -> None:
    """Print a line; markup in the text counts, markup in the values does not."""
    console().print(text.format(*(escape(str(value)) for value in values)))


def complain(message: str) -> None:
    """Print an error."""
    console(stderr=True).print(f"[bold red]error:[/] {escape(message)}")


@contextmanager
def progress(label: str, total: int, unit: str) -> Iterator[Callable[[int], None]]:
    """A progress bar on the error output, with the time left; silent without a terminal."""
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TextColumn(unit), TimeRemainingColumn())
    terminal = console(stderr=True)
    bar = Progress(*columns, console=terminal, transient=True, disable=not terminal.is_terminal, speed_estimate_period=RECENT)
    with bar:
        task = bar.add_task(label, total=total)
        yield lambda amount: bar.advance(task, amount)
