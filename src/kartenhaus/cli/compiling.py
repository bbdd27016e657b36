"""Report compiling: a live line in a terminal, a plain one otherwise, none if there is nothing to compile."""

from __future__ import annotations

import gc
from functools import cache, partial
from typing import TYPE_CHECKING

from rich.live import Live
from rich.text import Text

from kartenhaus.bots.levels import looks_ahead
from kartenhaus.cli.terminal import console
from kartenhaus.core.estimate import Estimate

if TYPE_CHECKING:
    from kartenhaus.core.game import Game, Position
    from kartenhaus.server.press import Job

GAME = ("deal", "proceed", "look")  # the parts that a game without bots needs


@cache
def compile_first(game: Game, *names: str) -> None:
    """Compile the missing parts of a game and say so, so that nobody waits later without knowing why."""
    from kartenhaus.bots.parts import SECONDS, make, missing

    wanted = missing(game, names)
    if not wanted:
        return
    estimate, terminal = Estimate(), console(stderr=True)
    estimate.plan({name: SECONDS[name] for name in wanted})
    estimate.begin(wanted)
    if not terminal.is_terminal:
        terminal.print(f"Compiling {game.title} (once, about {estimate.seconds()} s) …")

    collecting = gc.isenabled()
    gc.disable()  # collecting takes a tenth of the time
    try:
        line = partial(_line, game, estimate)
        with Live(console=terminal, get_renderable=line, refresh_per_second=4, transient=True):
            for name in make(game, wanted):
                estimate.advance(name)
    finally:
        if collecting:
            gc.enable()


def _line(game: Game, estimate: Estimate) -> Text:
    """What is being compiled, and about how long it takes; at the end only what."""
    now = next(iter(estimate.left), "")
    rest = f": {now}, about {estimate.seconds()} s" if now else ""
    return Text(f"Compiling {game.title} (once){rest} …", "dim")


def search_first(game: Game, pos: Position, *bots: str) -> None:
    """The same for the search, if one of these bots looks ahead at a table with such a position."""
    from kartenhaus.bots.bot import find
    from kartenhaus.bots.parts import searches
    from kartenhaus.bots.search import THUMB, Search, judgement

    for bot in map(find, filter(looks_ahead, bots)):
        search = bot()
        assert isinstance(search, Search)
        judge = judgement(search.settings, game, pos)
        if judge == THUMB or judge in searches(game):
            compile_first(game, "thumb" if judge == THUMB else "search")


class Compiling:
    """The line of a server that compiles in the background."""

    def __init__(self) -> None:
        self._live = Live(console=console(stderr=True), auto_refresh=False, transient=True, redirect_stdout=False)

    def __call__(self, jobs: list[Job]) -> None:
        """Show the progress."""
        busy = [job for job in jobs if job.estimate.begun and not job.there.is_set()]
        if busy:
            titles = ", ".join(job.game.title for job in busy)
            seconds = max(job.estimate.seconds() for job in busy)
            self._live.start()
            self._live.update(
                Text(f"Compiling (once): {titles}, about {seconds} s; the page is open meanwhile …", "dim"), refresh=True
            )
        else:
            self._live.stop()
