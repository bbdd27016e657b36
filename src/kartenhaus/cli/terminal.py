"""Printing: colours where a person looks on, plain text into pipes and with NO_COLOR."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from typing import TYPE_CHECKING, Any

from rich.markup import escape

if TYPE_CHECKING:
    from rich.console import Console


@cache
def console(stderr: bool = False) -> Console:
    """The terminal, for output or for complaints."""
    from rich.console import Console

    return Console(stderr=stderr, highlight=False, soft_wrap=True)


def say(text: str, *values: object) -> None:
    """Print a line; markup in the text counts, markup in the values does not."""
    console().print(text.format(*(escape(str(value)) for value in values)))


def complain(message: str) -> None:
    """Print an error."""
    console(stderr=True).print(f"[bold red]error:[/] {escape(message)}")


def prepare(function: Callable[..., Any], label: str, first_call: Callable[[], object]) -> None:
    """Make the first call of a compiled function, saying so where that takes seconds."""
    from kartenhaus.core.jit import is_compiled

    if is_compiled(function):
        first_call()
        return
    with console(stderr=True).status(f"{label} …"):
        if not console(stderr=True).is_terminal:
            console(stderr=True).print(f"{label} …")
        first_call()


@contextmanager
def progress(label: str, total: int, unit: str) -> Iterator[Callable[[int], None]]:
    """A progress bar on the error output, with the time left; silent where nobody looks on."""
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TextColumn(unit), TimeRemainingColumn())
    with Progress(*columns, console=console(stderr=True), transient=True, disable=not console(stderr=True).is_terminal) as bar:
        task = bar.add_task(label, total=total)
        yield lambda amount: bar.advance(task, amount)
