"""Printing: colours where a person looks on, plain text into pipes and with NO_COLOR."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

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
