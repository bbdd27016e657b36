"""`kartenhaus study`: what an edition, a board or a house rule does to a game."""

from __future__ import annotations

import json
import shlex
import sys
from collections.abc import Mapping, Sequence
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from kartenhaus.cli.compiling import GAME, compile_first, search_first
from kartenhaus.cli.inputs import edition_of, options_of
from kartenhaus.cli.report import check_report, write_report
from kartenhaus.cli.terminal import complain, console, progress, say
from kartenhaus.core.game import Game, OptionValue

if TYPE_CHECKING:
    from kartenhaus.arena.match import Contest
    from kartenhaus.study.result import Study

Wanted = tuple[str | Mapping[str, Any], dict[str, OptionValue]]
"""An edition and options."""


def changed(game: Game, wanted: Wanted, against: Sequence[str]) -> Wanted:
    """The other side: the same, except for what `--against` names, an edition or NAME=VALUE; a board may be a file."""
    from kartenhaus.study.plan import instead

    edition, options = wanted
    pairs: list[str] = []
    board = None
    for one in against:
        name, sign, value = one.partition("=")
        if not sign:
            edition = edition_of(game, one)
        elif name == "edition":
            edition = edition_of(game, value)
        elif game.boards and name == game.boards[0].name:
            board = value
        else:
            pairs.append(one)
    return edition, instead(game, options, options_of(game, pairs, board))


def run(
    game: Game,
    sides: Sequence[Contest],
    names: Sequence[str],
    games: int,
    judge: str | None,
    jobs: int | None,
    on: str | None,
    as_json: bool,
    report: Path | None,
) -> int:
    """Study, and print what was found; return the exit code."""
    from kartenhaus.study import plan
    from kartenhaus.study.run import run
    from kartenhaus.study.series import laid_out

    judge = plan.check(sides, games, judge)
    if report is not None:
        check_report(report)
    compile_first(game, *GAME, "weigh", "thumb")
    search_first(game, laid_out(sides[0]), *sides[0].bots)
    with progress(f"{game.title}, {sides[0].players} players", len(plan.chunks(sides, games, judge)), "chunks") as advance:
        study = run(sides, names, games, judge, jobs, on, advance)
    if as_json:
        typer.echo(json.dumps(study.as_dict(), indent=2))
    else:
        _print(game, study)
    if study.problem:
        complain(study.problem)
    if report is not None:
        _write(report, game, study, quiet=as_json)
    return 1 if study.problem else 0


def _write(path: Path, game: Game, study: Study, quiet: bool) -> None:
    from kartenhaus.study.report import Circumstances, render

    circumstances = Circumstances(game, shlex.join(["kartenhaus", *sys.argv[1:]]), date.today().isoformat())
    write_report(path, render(study, circumstances), quiet)


def _print(game: Game, study: Study) -> None:
    from rich.markup import escape
    from rich.table import Table

    from kartenhaus.study.measures import MEASURES, found

    if study.stopped:
        say("[yellow]Stopped; this is what there is.[/]")
    say("[bold]{}[/], {} players, seed {}, judged by {}", game.title, study.players, study.seed, study.judge)
    two = len(study.sides) == 2
    table = Table()
    table.add_column("", overflow="fold")
    for side in study.sides:
        table.add_column(escape(side.name), justify="right", overflow="fold")
        if not two:
            table.add_column("95 % interval", justify="right")
    if two:
        table.add_column("difference", justify="right")
        table.add_column("95 % interval", justify="right")
    compared = {row.key: row for row in study.compared}
    for measure in MEASURES:
        figures = [found(side, measure) for side in study.sides]
        row = [measure.title, *(f"{measure.write(one.value)}{measure.unit}" if one else "–" for one in figures)]
        more = compared[measure.key].difference if measure.key in compared else None if two else figures[0]
        if two and more:
            text = f"{measure.write(more.value)}{measure.unit}"
            row.append(f"[bold]{text}[/]" if compared[measure.key].clear else text)
        if more:
            row.append(f"{measure.write(more.low)} to {measure.write(more.high)}{measure.unit}")
        table.add_row(*row)
    console().print(table)
    for side in study.sides:
        who = f"{side.name}: " if two else ""
        if side.never:
            say("{}rules that never act: {}", who, " ".join(side.never))
        for kind, title in (("dead", "dead cards"), ("unseen", "cards that never leave the pile"), ("rare", "cards played rarely")):
            cards = [card.card for card in side.cards if card.verdict == kind]
            if cards:
                say("{}{}: {}", who, title, " ".join(cards))
