"""`kartenhaus replay`: a record, move by move."""

from __future__ import annotations

from kartenhaus.cli.show import draw
from kartenhaus.cli.terminal import console, say
from kartenhaus.core import toml
from kartenhaus.core.history import History


def replay(history: History, move: int | None, seat: int | None, notation: bool) -> None:
    """Print the moves up to one of them, and the table as it is then: open, or as a seat sees it."""
    there = history if move is None else history.at(move)
    names = history.names or [f"Seat {number}" for number in range(history.players)]
    say("[bold]{}[/], {} players, {} moves, every one of them legal", history.game.title, history.players, len(history.entries))
    if history.over:
        say("winners {}, points {}", history.result.winners, history.result.points)
    for number, entry in enumerate(there.entries, 1):
        say("[dim]{}[/] {}: {}", f"{number:4}", names[entry.seat], entry.move)
    say("\n[bold]After move {}[/]", len(there.entries))
    if seat is None or notation:
        console().print(toml.lines(there.table(seat)).rstrip(), markup=False)
    else:
        for line in draw(there.game, there.view(seat), seat, names):
            console().print(line)
