"""`kartenhaus arena`: bots against each other, and how they did."""

from __future__ import annotations

import json
import shlex
import sys
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

import typer
from rich.markup import escape

import kartenhaus
from kartenhaus.cli.compiling import GAME, compile_first, search_first
from kartenhaus.cli.opponents import tell_untrained
from kartenhaus.cli.report import check_report, write_report
from kartenhaus.cli.terminal import complain, console, progress, say
from kartenhaus.core.game import Game

if TYPE_CHECKING:
    from rich.table import Table

    from kartenhaus.arena.match import Contest
    from kartenhaus.arena.statistics import Standings

FAULTS_SHOWN = 5


def run(game: Game, contest: Contest, games: int, jobs: int | None, on: str | None, as_json: bool, report: Path | None) -> int:
    """Play the tournament and print the results; return the exit code."""
    from kartenhaus.arena import tournament
    from kartenhaus.arena.match import Match

    planned = tournament.whole_deals(contest, games)
    if report is not None:
        check_report(report)
    compile_first(game, *GAME, "weigh")
    template = Match(contest).template
    search_first(game, template, *contest.bots)
    tell_untrained(game, template, contest.bots)
    with progress(f"{game.title}, {contest.players} players", planned, "games") as advance:
        standings = tournament.run(contest, planned, jobs, advance, on)
    if as_json:
        typer.echo(json.dumps(standings.as_dict(), indent=2))
    else:
        _print(game, contest, standings, games)
    if standings.problem:
        complain(standings.problem)
    if report is not None:
        _write_report(report, game, contest, standings, quiet=as_json)
    return 1 if standings.problem else 0


def _write_report(path: Path, game: Game, contest: Contest, standings: Standings, quiet: bool) -> None:
    from kartenhaus.arena.report import Circumstances, render

    circumstances = Circumstances(
        title=game.title,
        command=shlex.join(["kartenhaus", *sys.argv[1:]]),
        date=date.today().isoformat(),
        version=kartenhaus.__version__,
        seatings=len(contest.seatings),
        options=dict(contest.options),
    )
    write_report(path, render(standings, circumstances), quiet)


def _print(game: Game, contest: Contest, standings: Standings, asked: int) -> None:
    if standings.stopped:
        say("[yellow]Stopped; this is what there is: the deals that were played in every seating.[/]")
    say("[bold]{}[/], {} players, seed {}", game.title, standings.players, standings.seed)
    each = len(contest.seatings)
    say("{} games: {} deals, seatings of each: {}", f"{standings.games:,}", f"{standings.deals:,}", each)
    if asked % each and not standings.stopped:
        say("[dim]{} were asked for; every deal is played in all its seatings.[/]", f"{asked:,}")
    say("{} moves in {} s; shared wins: {}", f"{standings.moves:,}", f"{standings.seconds:.1f}", f"{standings.shared_wins:,}")
    say("an even share of wins: {} %", f"{100 * standings.bots[0].even:.1f}")
    console().print(_table(standings))
    for fault in standings.faults[:FAULTS_SHOWN]:
        say("[red]fault[/] of {} in deal {}, seat {}: {}", fault.bot, fault.deal, fault.seat, fault.message)
    if standings.fault_count > FAULTS_SHOWN:
        say("and {} faults more", f"{standings.fault_count - FAULTS_SHOWN:,}")


def _table(standings: Standings) -> Table:
    from rich.table import Table

    table = Table()
    table.add_column("bot", min_width=12, overflow="fold")
    for column in ("wins", "95 % interval", "rating", "ms/move", "points", "faults"):
        table.add_column(column, justify="right", no_wrap=True)
    for bot in standings.bots:
        table.add_row(
            escape(bot.name),
            f"{100 * bot.win_rate:.1f} %",
            f"{100 * bot.win_rate_low:.1f} to {100 * bot.win_rate_high:.1f} %",
            f"{bot.rating:.1f} ± {2 * bot.rating_sigma:.1f}",
            f"{bot.ms_per_move:.2f}",
            f"{bot.points:.2f}",
            f"[red]{bot.faults}[/]" if bot.faults else "0",
        )
    return table
