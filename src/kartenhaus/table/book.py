"""How long the log of a table, its book, may get, and how a full one ends.

Three quarters are for anything. In the last quarter no new game begins, and in its second half nothing is written but what the game
that is played needs: so it can come to its end. Then, or at the last page in any case, the table closes.
Answers that are held back do not count, so that nobody can tell from it how many there were; there is room for as many again.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kartenhaus.table import entries as log

if TYPE_CHECKING:
    from kartenhaus.table.table import Table

BOOK = 20_000  # entries, unless a house decides otherwise
LEAST = 100
EPILOGUE = (log.Finished, log.Closed)  # always fit: two entries are kept for them
BESIDES = (
    log.Sat, log.Seated, log.Readied, log.Started, log.Wrote, log.Paused, log.Regretted, log.Answered, log.Locked, log.Hosted,
)  # fmt: skip
"""What a game can do without."""


def longest(book: int) -> int:
    """Entries that a log can have, those included that nobody is shown."""
    return 2 * book


def nearly_full(table: Table) -> bool:
    """Whether no new game begins at a table."""
    return table.shown + 1 >= table.book - table.book // 4


def full(table: Table) -> bool:
    """Whether nothing more can happen at a table but that it closes."""
    return _at_last_page(table) or (_for_the_game(table) and not table.playing)


def fits(table: Table, entry: log.Entry) -> bool:
    """Whether there is room for an entry."""
    if isinstance(entry, EPILOGUE):
        return True
    if isinstance(entry, log.Held) and table.number - table.shown >= table.book:
        return False
    return not (_at_last_page(table) or (_for_the_game(table) and isinstance(entry, BESIDES)))


def _for_the_game(table: Table) -> bool:
    return table.shown + 1 >= table.book - table.book // 8


def _at_last_page(table: Table) -> bool:
    return table.shown + 1 >= table.book - len(EPILOGUE)
