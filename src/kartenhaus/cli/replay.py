"""`kartenhaus replay`: a record, move by move."""

from __future__ import annotations

from kartenhaus.cli.show import draw
from kartenhaus.cli.terminal import console, say
from kartenhaus.core import toml
from kartenhaus.core.history import History


def replay(history: History, move: int | None, seat: int | None, notation: bool) -> None:
    """Print the moves up to one of them, and the table as it is then: open, or all of it as a seat sees it."""
    there = history if move is None else history.at(move)
    table = there.table(seat)
    names = history.names or [f"Seat {number}" for number in range(history.players)]
    say("[bold]{}[/], {} players, {} moves, every one of them legal", history.game.title, history.players, len(history.entries))
    if history.over and seat is None:
        say("winners {}, points {}", history.result.winners, history.result.points)
    for number, (before, entry) in enumerate(zip(there.positions(), there.entries, strict=False), 1):
        text = entry.move if seat is None else history.game.notation.witnessed(before, entry.seat, entry.move, seat)
        say("[dim]{}[/] {}: {}", f"{number:4}", names[entry.seat], text)
    say("\n[bold]After move {}[/]", len(there.entries))
    if seat is None or notation:
        console().print(toml.lines(table).rstrip(), markup=False)
    else:
        for line in draw(there, seat, names):
            console().print(line)
