"""`kartenhaus simulate` and `kartenhaus perft`: many games, counted."""

from __future__ import annotations

import json
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

import typer

from kartenhaus.cli.compiling import compile_first
from kartenhaus.cli.terminal import console, progress, say
from kartenhaus.core.errors import OptionError
from kartenhaus.core.game import Game, Options, find
from kartenhaus.core.intervals import wilson_of

if TYPE_CHECKING:
    from kartenhaus.core.simulation import Series

CHUNK = 5_000  # games simulated at a time, so that memory stays constant


class Chunk(NamedTuple):
    """Some games of a seed, from `first` on."""

    game: str
    players: int
    seed: int
    edition: str | Mapping[str, Any]
    options: Options
    first: int
    games: int


@dataclass
class Total:
    """The sums of a series of games: a million take no more memory than one."""

    players: int
    games: int = 0
    moves: int = 0
    shortest: int = 0
    longest: int = 0
    shared: int = 0
    points: list[float] = field(default_factory=list)
    wins: list[float] = field(default_factory=list)
    squares: list[float] = field(default_factory=list)

    @classmethod
    def of(cls, part: Series) -> Total:
        """The sums of one chunk."""
        shares = part.shares()
        games, players = part.points.shape
        low, high = int(part.decisions.min()), int(part.decisions.max())
        sums = [values.sum(axis=0).tolist() for values in (part.points, shares, shares**2)]
        return cls(players, games, int(part.decisions.sum()), low, high, int((shares.max(axis=1) < 1).sum()), *sums)

    def add(self, other: Total) -> None:
        """Add the sums of other games."""
        self.shortest = min(self.shortest, other.shortest) if self.games else other.shortest
        self.longest = max(self.longest, other.longest)
        self.games += other.games
        self.moves += other.moves
        self.shared += other.shared
        for ours, theirs in ((self.points, other.points), (self.wins, other.wins), (self.squares, other.squares)):
            ours[:] = [old + new for old, new in zip(ours or [0.0] * self.players, theirs, strict=True)]

    def win_rate(self, seat: int) -> tuple[float, float, float]:
        """The share of games a seat wins, and its 95 % interval: Wilson's, adjusted for shared wins."""
        n, mean = self.games, self.wins[seat] / self.games
        variance = max(self.squares[seat] / n - mean**2, 0.0)
        return mean, *wilson_of(mean, variance, n)


def run(
    game: Game,
    players: int,
    games: int,
    seed: int,
    jobs: int | None,
    on: str | None,
    as_json: bool,
    edition: str | Mapping[str, Any],
    options: Options,
) -> None:
    """Simulate and print."""
    if games < 1:
        raise OptionError("the number of games must be at least 1, not {games}", games=games)
    from kartenhaus.core import edition as editions
    from kartenhaus.core.simulation import simulate
    from kartenhaus.work import crew_for

    players = game.check_players(players)
    game.files.lay_out(editions.find(game, edition), game.check_options(options, players), players)  # complain before compiling
    compile_first(game, "simulate")
    simulate(game, players, 1, seed, edition, options)  # compile, or load from the store, before the clock starts
    chunks = (
        Chunk(game.name, players, seed, edition, options, first, min(CHUNK, games - first)) for first in range(0, games, CHUNK)
    )
    total = Total(players)
    stopped = False
    with progress(f"{game.title}, {players} players", games, "games") as advance, crew_for(jobs, on, kernels=True) as crew:
        start = time.perf_counter()
        try:
            for part in crew.run(play, chunks):
                total.add(part)
                advance(part.games)
        except KeyboardInterrupt:
            stopped = True
        seconds = time.perf_counter() - start
    if not total.games:
        raise OptionError("stopped before any game was over")
    if as_json:
        typer.echo(json.dumps(_as_json(game, total, seed, seconds), indent=2))
    else:
        _print(game, total, seconds, stopped)


def play(chunk: Chunk) -> Total:
    """Play the games of a chunk."""
    from kartenhaus.core.simulation import simulate

    return Total.of(simulate(find(chunk.game), chunk.players, chunk.games, chunk.seed, chunk.edition, chunk.options, chunk.first))


def _as_json(game: Game, total: Total, seed: int, seconds: float) -> dict[str, Any]:
    seats = []
    for seat in range(total.players):
        mean, low, high = total.win_rate(seat)
        average = total.points[seat] / total.games
        seats.append({"seat": seat, "win_rate": mean, "win_rate_low": low, "win_rate_high": high, "points": average})
    return {
        "game": game.name,
        "players": total.players,
        "seed": seed,
        "games": total.games,
        "moves": total.moves,
        "seconds": seconds,
        "moves_per_second": total.moves / seconds,
        "moves_per_game": total.moves / total.games,
        "shortest": total.shortest,
        "longest": total.longest,
        "shared_wins": total.shared,
        "seats": seats,
    }


def _print(game: Game, total: Total, seconds: float, stopped: bool) -> None:
    from rich.table import Table

    if stopped:
        say("[yellow]Stopped; this is what there is.[/]")
    say("[bold]{}[/], {} players, random play", game.title, total.players)
    speed = f"{total.moves / seconds / 1e6:.2f}"
    say("{} games, {} moves in {} s: [bold]{} million moves/s[/]", f"{total.games:,}", f"{total.moves:,}", f"{seconds:.2f}", speed)
    say("moves a game: {} on average, {} to {}", f"{total.moves / total.games:.1f}", total.shortest, total.longest)
    say("shared wins: {} %", f"{100 * total.shared / total.games:.2f}")
    table = Table("seat", "wins", "95 % interval", "points")
    for seat in range(total.players):
        mean, low, high = total.win_rate(seat)
        interval = f"{100 * low:.2f} to {100 * high:.2f} %"
        table.add_row(str(seat), f"{100 * mean:.2f} %", interval, f"{total.points[seat] / total.games:.2f}")
    console().print(table)


def run_perft(game: Game, players: int, depth: int, seed: int, edition: str | Mapping[str, Any], options: Options) -> None:
    """Count the lines of play from a deal, one depth after another."""
    import numpy as np

    from kartenhaus.core.history import History

    if not 0 <= depth <= 20:
        raise OptionError("the depth is a whole number from 0 to 20, not {depth}", depth=depth)
    compile_first(game, "deal", "perft")
    history = History.deal(game, players, seed, edition, options)
    boards = np.zeros(depth + 1, type(history.position).layout())
    game.rules.perft(history.position, boards, 0)
    for plies in range(1, depth + 1):
        start = time.perf_counter()
        lines = game.rules.perft(history.position, boards, plies)
        seconds = time.perf_counter() - start
        say("{} {} [dim]{} s[/]", f"{plies:2}", f"{lines:,}", f"{seconds:.2f}")
