"""The commands and their help. What each does is in the module of its name, loaded when it is used."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

import kartenhaus
from kartenhaus.core.errors import KartenhausError

app = typer.Typer(
    name="kartenhaus",
    help="The digital home of MADA, MAD and Mau Mau, the board game.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode="rich",
    pretty_exceptions_enable=False,
)

GameName = Annotated[str, typer.Argument(metavar="GAME", help="mada, mad or maumau.")]


@app.command(epilog="Example: kartenhaus games")
def games() -> None:
    """List the games."""
    from kartenhaus.cli.rules import list_games

    list_games()


@app.command(epilog="Example: kartenhaus check tests/scenarios")
def check(
    paths: Annotated[list[Path], typer.Argument(metavar="FILE-OR-FOLDER…", help="Scenario files, or folders of them.")],
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Print only what fails.")] = False,
) -> None:
    """Run scenarios: positions, moves, and what must then be true."""
    from kartenhaus.cli.check import check

    raise typer.Exit(check(paths, quiet))


def main() -> None:
    """Run the command line; errors are one line, without a traceback."""
    try:
        app()
    except KartenhausError as error:
        from kartenhaus.cli.terminal import complain

        complain(f"{error}" + (f" [{error.rule}]" if error.rule else ""))
        sys.exit(2)
    except BrokenPipeError:
        sys.stderr.close()
        sys.exit(1)
