"""`kartenhaus hint`: what the search would do, and what it thinks."""

from __future__ import annotations

import json
import re
from dataclasses import asdict
from pathlib import Path

import typer

from kartenhaus.bots import View, find
from kartenhaus.bots.search import Search, Thought
from kartenhaus.cli.inputs import read, record_of
from kartenhaus.cli.terminal import console, say
from kartenhaus.core import scenario
from kartenhaus.core.errors import OptionError, ScenarioError
from kartenhaus.core.game import NOBODY

SHOWN = 12  # moves in the table


def hint(file: Path, move: int | None, bot: str, seed: int, as_json: bool) -> None:
    """Think about the position of a file, and print what was found."""
    view = _view(file, move)
    thinker = find(bot)()
    if not isinstance(thinker, Search):
        raise OptionError("{bot} does not look ahead; ask medium, hard, or search with its settings", bot=bot)
    thought = thinker.think(view, seed)
    if as_json:
        typer.echo(json.dumps({"game": view.game.name, "seat": view.seat, **asdict(thought)}, indent=2))
    else:
        _print(view, thought)


def _view(file: Path, move: int | None) -> View:
    """What the seat to act knows."""
    source = read(file, ScenarioError)
    if re.search(r"^(\[position\]|position *=)", source, re.MULTILINE):
        if move is not None:
            raise OptionError("--move goes with a record; {file} is a position", file=file)
        game, position = scenario.load_position(source, str(file))
    else:
        history = record_of(file)
        history = history if move is None else history.at(move)
        game, position = history.game, history.position
    seat = int(game.rules.to_act(position))
    if seat == NOBODY:
        raise OptionError("the game is over; --move chooses an earlier moment of a record")
    return View.of(game, position, seat)


def _print(view: View, thought: Thought) -> None:
    from rich.table import Table

    chances = ", ".join(f"seat {seat} {100 * chance:.0f} %" for seat, chance in enumerate(thought.chances))
    say("[bold]{}[/] for seat {}, after {} playouts", thought.text, view.seat, f"{thought.iterations:,}")
    say("chances to win: {}", chances)
    table = Table("move", "chance", "playouts")
    for one in thought.considered[:SHOWN]:
        table.add_row(one.text, f"{100 * one.value:.1f} %", f"{one.visits:,}")
    console().print(table)
    if len(thought.considered) > SHOWN:
        say("[dim]and {} more moves[/]", len(thought.considered) - SHOWN)
