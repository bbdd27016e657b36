"""How long the log of a table, its book, may get, and what happens when it is full.

The first three quarters are for anything. In the last quarter no new game begins, and in its second half only entries that the
current game needs are written, so that it can end. Then, or in any case when only two entries are left, the table closes.
Answers that are held back do not count, so that nobody can learn how many there are; there is room for as many again.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kartenhaus.table import entries as log

if TYPE_CHECKING:
    from kartenhaus.table.table import Table

BOOK = 20_000  # entries, unless a server's settings say otherwise
LEAST = 100
EPILOGUE = (log.Finished, log.Closed)  # always fit: two entries are reserved for them
BESIDES = (
    log.Arranged, log.Sat, log.Seated, log.Readied, log.Started, log.Wrote, log.Paused, log.Regretted, log.Answered, log.Locked,
    log.Hosted,
)  # fmt: skip
"""What a game does not need in order to end."""


def longest(book: int) -> int:
    """The most entries that a log can have, including answers that are held back."""
    return 2 * book


def nearly_full(table: Table) -> bool:
    """Whether too little room is left for a new game."""
    return table.shown + 1 >= table.book - table.book // 4


def full(table: Table) -> bool:
    """Whether the table has to close."""
    return _for_the_game(table) and (not table.playing or _at_last_page(table))


def fits(table: Table, entry: log.Entry) -> bool:
    """Whether there is room for an entry."""
    if isinstance(entry, EPILOGUE):
        return True
    if isinstance(entry, log.Held) and table.number - table.shown >= table.book:
        return False
    return not (_for_the_game(table) and (isinstance(entry, BESIDES) or _at_last_page(table)))


def _for_the_game(table: Table) -> bool:
    return table.shown + 1 >= table.book - max(table.book // 8, len(EPILOGUE))


def _at_last_page(table: Table) -> bool:
    return table.shown + 1 >= table.book - len(EPILOGUE)
