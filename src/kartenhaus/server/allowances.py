"""How many entries of each kind a seat, a table and an address may cause.

A table's log is kept for ever, so everything that adds to it is limited. An entry refused here is not written.
"""

from __future__ import annotations

from typing import NamedTuple

from kartenhaus.server.limits import Limits, TooMany
from kartenhaus.server.settings import Settings
from kartenhaus.table import entries as log


class Allowance(NamedTuple):
    """How many a minute."""

    seat: int
    """By one seat; the spectators of a table share one."""
    table: int
    address: int


ALLOWED: dict[type[log.Entry], Allowance] = {
    log.Arranged: Allowance(10, 20, 60),
    log.Sat: Allowance(60, 60, 300),
    log.Left: Allowance(10, 60, 300),
    log.Seated: Allowance(20, 60, 300),
    log.Readied: Allowance(20, 80, 300),
    log.Wrote: Allowance(60, 240, 300),
    log.Resigned: Allowance(10, 40, 300),
    log.Paused: Allowance(10, 40, 300),
    log.Resumed: Allowance(10, 40, 300),
    log.Regretted: Allowance(10, 40, 300),
    log.Answered: Allowance(20, 60, 300),
    log.Locked: Allowance(10, 20, 300),
    log.Hosted: Allowance(10, 20, 300),
}
"""Limits for the default settings (`entries` 300, `chats` 60); they grow with `entries`, those for chat with `chats`."""
OTHERWISE: dict[type[log.Entry], str] = {
    log.Opened: "so many tables a minute for an address: the setting openings",
    log.Moved: "so many messages a second from a connection and an address: the setting messages; and a game ends",
    log.Held: "one answer of each who is asked, and a game ends",
    log.Started: "once all are ready, which is counted",
    log.Finished: "once for each game",
    log.Replaced: "after somebody was away for a while: the setting away",
    log.Returned: "once for each time they were replaced",
    log.Closed: "once",
}
"""Kinds that need no limit here, and what limits them instead."""
REACTIONS = Allowance(20, 80, 300)
"""Reactions are not stored, but everybody at a table has to see them."""


class Asker(NamedTuple):
    """Who asked for an entry."""

    seat: int
    address: str


class Allowances:
    """How many entries everybody has left."""

    def __init__(self, settings: Settings, limits: Limits) -> None:
        self._limits = limits
        self._usual = settings.entries / ALLOWED[log.Readied].address
        self._chats = settings.chats / ALLOWED[log.Wrote].seat

    def take(self, entry: log.Entry, table: str, asker: Asker) -> None:
        """Count an entry against the limits of its asker; raise TooMany if it exceeds one."""
        kind = type(entry)
        allowed = ALLOWED.get(kind)
        if allowed is None:
            return
        self._count(kind.__name__, allowed, self._chats if kind is log.Wrote else self._usual, table, asker)

    def react(self, table: str, asker: Asker) -> None:
        """Count a reaction in the same way; its limits grow with those for chat."""
        self._count("React", REACTIONS, self._chats, table, asker)

    def _count(self, what: str, allowed: Allowance, factor: float, table: str, asker: Asker) -> None:
        for whose, minute in zip((f"{table} {asker.seat}", table, f"from {asker.address}"), allowed, strict=True):
            if not self._limits.allow(what, whose, max(1, round(factor * minute))):
                raise TooMany
