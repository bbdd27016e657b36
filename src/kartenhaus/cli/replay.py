"""`kartenhaus replay`: a record, move by move."""

from __future__ import annotations

from kartenhaus.cli.show import painted
from kartenhaus.cli.terminal import console, say
from kartenhaus.core import toml
from kartenhaus.core.history import History
from kartenhaus.table.stories import told
from kartenhaus.table.words import reason


def replay(history: History, move: int | None, seat: int | None, notation: bool) -> None:
    """Print the moves up to one of them, and the table after it: everything, or all as a seat sees it."""
    there = history if move is None else history.at(move)
    written = there.written(seat)
    names = history.names or [f"Seat {number}" for number in range(history.players)]
    legal = "every one of them legal" if not history.rest else f"the first {len(history.played)} of them legal by today’s rules"
    say("[bold]{}[/], {} players, {} moves, {}", history.game.title, history.players, len(history.moves), legal)
    if history.outdated:
        say("{}", reason(history))
    if history.final is not None and seat is None:
        say("winners {}, points {}", history.result.winners, history.result.points)
    for number, at in enumerate(there.replayed()):
        one = told(at, seat, names)
        say("[dim]{}[/] {} [dim]{}[/]", f"{number or '':4}", one.words, one.move)
    for number, entry in enumerate(there.rest if seat is None else [], len(there.played) + 1):
        say("[dim]{} {}, as it was written:[/] {}", f"{number:4}", names[entry.seat], entry.move)
    say("\n[bold]After move {}[/]", len(there.played))
    if seat is None or notation:
        console().print(toml.lines(written).rstrip(), markup=False)
    else:
        for part in painted(there, seat, names):
            console().print(part)
