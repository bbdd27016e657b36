"""`kartenhaus hint`: what the search would do, and what it thinks."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path

import typer

from kartenhaus.bots.reasons import Fact
from kartenhaus.bots.search import LEARNED, SKILLED, Thought, think
from kartenhaus.bots.view import View
from kartenhaus.cli.compiling import search_first
from kartenhaus.cli.inputs import read, record_of
from kartenhaus.cli.terminal import console, say
from kartenhaus.core import scenario, toml
from kartenhaus.core.errors import OptionError, ScenarioError
from kartenhaus.core.game import Game
from kartenhaus.table.words import said

SHOWN = 12  # moves in the table
LISTED = 5  # scenarios listed if it is not clear which is meant


def hint(file: Path, move: int | None, which: str | None, bot: str, seed: int, as_json: bool) -> None:
    """Think about the position of a file, and print what was found."""
    view = _load(file, move, which)
    search_first(view.game, view.position, bot)
    thought = think(view, bot, seed)
    if as_json:
        typer.echo(json.dumps({"game": view.game.name, **asdict(thought)}, indent=2))
    else:
        _print(view.game, thought)


def _load(file: Path, move: int | None, which: str | None) -> View:
    """What the seat to act sees in a scenario, or in a record after a move; in a record it also heard what happened before."""
    source = read(file, ScenarioError)
    if "kartenhaus" in toml.read(source, str(file), "TOML file", ScenarioError):
        if which is not None:
            raise OptionError("--scenario goes with a file of scenarios; {file} is a record", file=file)
        history = record_of(file)
        history = history if move is None else history.at(move)
        return View.seen(history, history.to_act)
    if move is not None:
        raise OptionError("--move goes with a record; {file} is a position", file=file)
    game, position = scenario.load_position(source, str(file), _chosen(scenario.titles(source, str(file)), which, file))
    return View.of(game, position, int(game.rules.to_act(position)))


def _chosen(titles: list[str], which: str | None, file: Path) -> int:
    """The index of the chosen scenario: by its number from 1, or by a part of its title that no other has."""
    if which and which in map(str, range(1, len(titles) + 1)):
        return int(which) - 1
    fitting = [place for place, title in enumerate(titles) if which is None or which.casefold() in title.casefold()]
    if len(fitting) == 1:
        return fitting[0]
    named = fitting or list(range(len(titles)))
    found = "“{which}” fits {count} of the scenarios in {file}" if which else "{file} holds {count} scenarios"
    raise OptionError(
        found + "; say which with --scenario, by its number or a part of its title: {named}{more}",
        which=which,
        count=len(fitting) or "none",
        file=file,
        named=", ".join(f"{place + 1} “{titles[place]}”" for place in named[:LISTED]),
        more=f" and {len(named) - LISTED} more" if len(named) > LISTED else "",
    )


def _print(game: Game, thought: Thought) -> None:
    from rich.table import Table

    chances = ", ".join(f"seat {seat} {100 * chance:.0f} %" for seat, chance in enumerate(thought.chances))
    by = {LEARNED: "a network", SKILLED: "skilled rules of thumb"}.get(thought.judgement, "rules of thumb")
    say("[bold]{}[/] for seat {}, after {} playouts by {}", thought.text, thought.seat, f"{thought.iterations:,}", by)
    say("chances to win: {}", chances)
    table = Table("move", "", "chance", "95 % interval", "playouts", "facts")
    for one in thought.considered[:SHOWN]:
        interval = f"{100 * one.low:.1f} to {100 * one.high:.1f} %"
        facts = ", ".join(_fact(fact) for fact in one.facts)
        table.add_row(one.text, said(game.name, one.text, ()), f"{100 * one.value:.1f} %", interval, f"{one.visits:,}", facts)
    console().print(table)
    if len(thought.considered) > SHOWN:
        say("[dim]and {} more moves[/]", len(thought.considered) - SHOWN)


def _fact(fact: Fact) -> str:
    """A fact in few words: a number of cards or points, or a chance."""
    name = fact.name.replace("_", " ")
    value = f"{100 * fact.value:.0f} %" if isinstance(fact.value, float) else str(fact.value)
    return f"seat {fact.seat} {name} {value}" if fact.seat >= 0 else f"{name} {value}"
