"""Turns what is due at a table into an entry, for a server and for tests without one."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, assert_never

from kartenhaus.table import commands
from kartenhaus.table import entries as log
from kartenhaus.table.table import Table
from kartenhaus.table.timing import Due


class Found(NamedTuple):
    """A move found for a seat whose player does not move."""

    move: str
    answers: int
    """The number of the entry that it answers."""
    used: int
    """Milliseconds that count against the seat, if its time had run out."""


def wants_move(due: Due, table: Table) -> bool:
    """Whether a move has to be found first: a bot's, or a plain one for a player whose time has run out."""
    return due.what == "bot" or (due.what == "zero" and table.opened.clock.zero == "bot")


def entry(due: Due, table: Table, at: int, secret: Callable[[], str]) -> log.Entry:
    """Return the entry for something due that wants no move; `secret` makes that of the next deal."""
    match due.what:
        case "start":
            return commands.start(table, at)
        case "finish":
            return commands.finish(table, at, secret())
        case "strand":
            return log.Closed(at, "rules")
        case "close":
            return log.Closed(at, "left")
        case "full":
            return log.Closed(at, "full")
        case "replace":
            return log.Replaced(at, due.seat)
        case "answer":
            return commands.settle(table, at)
        case "zero":
            return commands.resign(table, at, due.seat, clock=True)
        case "bot":
            raise ValueError("a bot makes a move: see move_entry")
        case "open":
            raise ValueError("that contested moves open is shown, and no entry")
        case _:
            assert_never(due.what)


def move_entry(due: Due, table: Table, at: int, found: Found) -> log.Entry:
    """Return the entry for a move that was found; raise Stale if the player is back."""
    if due.what == "zero":
        return commands.move(table, at, due.seat, found.move, found.answers, found.used, by="clock")
    if not table.seats[due.seat].player:
        raise commands.Stale
    return commands.move(table, at, due.seat, found.move, found.answers, by="bot")
