"""`kartenhaus simulate` and `kartenhaus perft`: many games, counted."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass, field
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, Any

import typer

from kartenhaus.cli.compiling import compile_first
from kartenhaus.cli.terminal import console, progress, say
from kartenhaus.core.errors import OptionError
from kartenhaus.core.game import Game, Options
from kartenhaus.core.intervals import wilson

if TYPE_CHECKING:
    from kartenhaus.core.simulation import Series

CHUNK = 5_000  # games simulated at a time, so that memory stays constant


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

    def add(self, part: Series) -> None:
        """Add a chunk."""
        shares = part.shares()
        first = self.games == 0
        low, high = int(part.decisions.min()), int(part.decisions.max())
        self.shortest = low if first else min(self.shortest, low)
        self.longest = max(self.longest, high)
        self.games += len(part.winners)
        self.moves += int(part.decisions.sum())
        self.shared += int((shares.max(axis=1) < 1).sum())
        for sums, values in ((self.points, part.points), (self.wins, shares), (self.squares, shares**2)):
            sums[:] = [old + float(new) for old, new in zip(sums or [0] * self.players, values.sum(axis=0), strict=True)]

    def win_rate(self, seat: int) -> tuple[float, float, float]:
        """The share of games a seat wins, and its 95 % interval: Wilson's, adjusted for shared wins."""
        n, mean = self.games, self.wins[seat] / self.games
        variance = max(self.squares[seat] / n - mean**2, 0.0)
        whole = mean * (1 - mean)
        scale = variance / whole if whole > 0 else 1.0
        return mean, *wilson(mean, n / scale if scale > 0 else n)


def run(
    game: Game,
    players: int,
    games: int,
    seed: int,
    jobs: int | None,
    as_json: bool,
    edition: str | Mapping[str, Any],
    options: Options,
) -> None:
    """Simulate and print."""
    if games < 1:
        raise OptionError("the number of games must be at least 1, not {games}", games=games)
    if jobs is not None and jobs < 1:
        raise OptionError("the number of jobs must be at least 1, not {jobs}", jobs=jobs)
    from kartenhaus.core import edition as editions
    from kartenhaus.core.simulation import cores, simulate

    players = game.check_players(players)
    game.files.lay_out(editions.find(game, edition), game.check_options(options, players), players)  # complain before compiling
    play = partial(simulate, game, players, seed=seed, edition=edition, options=options)
    compile_first(game, "simulate")
    play(1)  # compile, or load from the store, before the clock starts
    total = Total(players)
    start = time.perf_counter()
    stopped = False
    with progress(f"{game.title}, {players} players", games, "games") as advance:
        try:
            for part in _parts(play, games, jobs or cores()):
                total.add(part)
                advance(len(part.winners))
        except KeyboardInterrupt:
            stopped = True
    seconds = time.perf_counter() - start
    if not total.games:
        raise OptionError("stopped before any game was over")
    if as_json:
        typer.echo(json.dumps(_as_json(game, total, seed, seconds), indent=2))
    else:
        _print(game, total, seconds, stopped)


def _parts(play: partial[Series], games: int, jobs: int) -> Iterator[Series]:
    """Play chunks in threads: the kernels release the GIL. Sums do not depend on the order."""
    pool = ThreadPoolExecutor(jobs)
    try:
        starts = iter(range(0, games, CHUNK))
        waiting = {pool.submit(play, min(CHUNK, games - at), first=at) for at in islice(starts, 2 * jobs)}
        while waiting:
            done = next(as_completed(waiting))
            waiting.remove(done)
            yield done.result()
            at = next(starts, None)
            if at is not None:
                waiting.add(pool.submit(play, min(CHUNK, games - at), first=at))
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


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
