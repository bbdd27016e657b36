"""The record file of a game played at a table, with the data to check the deal."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import msgspec

from kartenhaus.core import recordfile
from kartenhaus.core.history import History
from kartenhaus.table import entries as log
from kartenhaus.table.states import Player
from kartenhaus.table.table import Table


def of_game(code: str, entries: Iterable[log.Entry], number: int) -> str | None:
    """The record of a table's game with this number; None if it is not over."""
    table = _after(code, entries, number)
    return None if table is None else record(table)


def players(code: str, entries: Iterable[log.Entry], number: int) -> list[Player] | None:
    """Who played in that game, with colours and levels of bots, which a record does not say."""
    table = _after(code, entries, number)
    return None if table is None or table.outcome is None else table.outcome.players


def _after(code: str, entries: Iterable[log.Entry], number: int) -> Table | None:
    """A table just after its game with this number."""
    table = Table(code)
    for entry in entries:
        table.apply(entry)
        if isinstance(entry, log.Finished) and table.games == number:
            return table
    return None


def record(table: Table) -> str:
    """The record of a finished game."""
    return recordfile.dumps(played(table))


def played(table: Table) -> History:
    """The history of a finished game, with the data of its deal and who gave up."""
    assert table.history is not None
    assert table.outcome is not None
    return replace(table.history, fair=msgspec.to_builtins(table.fair()), resigned=table.outcome.resigned)
