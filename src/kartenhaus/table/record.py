"""The record file of a game played at a table, with the data to check the deal."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import TypeVar

import msgspec

from kartenhaus.core import recordfile
from kartenhaus.core.history import History
from kartenhaus.table import entries as log
from kartenhaus.table.commands import Unwatched
from kartenhaus.table.setup import ANYONE
from kartenhaus.table.states import Player
from kartenhaus.table.table import Table

T = TypeVar("T")


Allowed = Callable[[Table], bool]
"""Whether somebody may see a table's games, as it is now."""


def of_game(code: str, entries: Iterable[log.Entry], number: int, allowed: Allowed | None = None) -> str | None:
    """The record of a table's game with this number; None if it is not over. Raises Unwatched if it is not `allowed`."""
    return _of(code, entries, number, allowed, record)


def players(code: str, entries: Iterable[log.Entry], number: int, allowed: Allowed | None = None) -> list[Player] | None:
    """Who played in that game, with colours and levels of bots, which a record does not say."""
    return _of(code, entries, number, allowed, lambda table: None if table.outcome is None else table.outcome.players)


def _of(
    code: str, entries: Iterable[log.Entry], number: int, allowed: Allowed | None, tell: Callable[[Table], T | None]
) -> T | None:
    """What is told of a table just after its game with this number."""
    table, found = Table(code), None
    for entry in entries:
        table.apply(entry)
        if isinstance(entry, log.Finished) and table.games == number:
            found = tell(table)
            if allowed is None or table.opened.watch == ANYONE:
                return found
    if allowed is not None and not allowed(table):  # asked at the end of the log: seats may have changed hands
        raise Unwatched
    return found


def record(table: Table) -> str:
    """The record of a finished game."""
    return recordfile.dumps(played(table))


def played(table: Table) -> History:
    """The history of a finished game, with the data of its deal and who gave up."""
    assert table.history is not None
    assert table.outcome is not None
    return replace(table.history, fair=msgspec.to_builtins(table.fair()), resigned=table.outcome.resigned)
