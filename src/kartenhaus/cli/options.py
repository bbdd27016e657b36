"""The arguments and options that several commands share."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from kartenhaus.core.game import find, names
from kartenhaus.core.texts import LANGUAGES


def _boards() -> str:
    """The names of all boards that come with a game."""
    options = [game.boards[0] for game in map(find, names()) if game.boards]
    return ", ".join(str(choice.value) for option in options for choice in option.choices)


GAMES = f"{', '.join(names()[:-1])} or {names()[-1]}."
TITLES = [find(name).title for name in names()]
GameName = Annotated[str, typer.Argument(metavar="GAME", help=GAMES)]
Players = Annotated[int, typer.Option("--players", "-p", help="The number of players.")]
Seed = Annotated[int, typer.Option("--seed", "-s", help="Any whole number. The same seed gives the same result.")]
Place = Annotated[
    str | None, typer.Option("--on", metavar="PLACE", help="Work on a Ray cluster: ray, or ray://HOST:PORT for one far away.")
]
Edition = Annotated[str, typer.Option("--edition", help="The name of an edition, or your own file (.toml).")]
Board = Annotated[str | None, typer.Option("--board", help=f"One of our boards ({_boards()}), or your own map as a file.")]
Choices = Annotated[
    list[str] | None,
    typer.Option(
        "--option", "-o", metavar="NAME=VALUE", help="An option of the game (kartenhaus games lists them). Can be repeated."
    ),
]
Database = Annotated[str | None, typer.Option(help="The server's database: sqlite:///FILE or postgresql://USER@HOST/NAME.")]
SettingsFile = Annotated[Path | None, typer.Option(help="The server's settings file (.toml).")]
Language = Annotated[str | None, typer.Option(help=f"One of {', '.join(LANGUAGES)}; by default the terminal's language.")]
OneRule = Annotated[str | None, typer.Argument(metavar="RULE", help="Print only the rule with this id.")]
Processes = Annotated[int | None, typer.Option("--jobs", "-j", help="The number of processes; by default one for each core.")]
Threads = Annotated[int | None, typer.Option("--jobs", "-j", help="The number of threads; by default one for each core.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print the result as JSON.")]
Report = Annotated[Path | None, typer.Option(help="Write a report with plots to this HTML file.")]
