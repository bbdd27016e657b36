"""`kartenhaus hint`: what the search would do, and what it thinks."""

from __future__ import annotations

import json
import re
from dataclasses import asdict
from pathlib import Path

import typer

from kartenhaus.bots.search import Thought, think
from kartenhaus.cli.inputs import read, record_of
from kartenhaus.cli.terminal import announce_search, console, say
from kartenhaus.core import scenario
from kartenhaus.core.errors import OptionError, ScenarioError
from kartenhaus.core.game import Game, Position

SHOWN = 12  # moves in the table


def hint(file: Path, move: int | None, bot: str, seed: int, as_json: bool) -> None:
    """Think about the position of a file, and print what was found."""
    game, position = _load(file, move)
    announce_search(game, bot)
    thought = think(game, position, bot, seed)
    if as_json:
        typer.echo(json.dumps({"game": game.name, **asdict(thought)}, indent=2))
    else:
        _print(thought)


def _load(file: Path, move: int | None) -> tuple[Game, Position]:
    """The position of a scenario, or the one a record has come to."""
    source = read(file, ScenarioError)
    if re.search(r"^\[?position\b", source, re.MULTILINE):
        if move is not None:
            raise OptionError("--move goes with a record; {file} is a position", file=file)
        return scenario.load_position(source, str(file))
    history = record_of(file)
    history = history if move is None else history.at(move)
    return history.game, history.position


def _print(thought: Thought) -> None:
    from rich.table import Table

    chances = ", ".join(f"seat {seat} {100 * chance:.0f} %" for seat, chance in enumerate(thought.chances))
    say("[bold]{}[/] for seat {}, after {} playouts", thought.text, thought.seat, f"{thought.iterations:,}")
    say("chances to win: {}", chances)
    table = Table("move", "chance", "playouts")
    for one in thought.considered[:SHOWN]:
        table.add_row(one.text, f"{100 * one.value:.1f} %", f"{one.visits:,}")
    console().print(table)
    if len(thought.considered) > SHOWN:
        say("[dim]and {} more moves[/]", len(thought.considered) - SHOWN)
