"""What the bots of one table think about the decision at hand: all who have to move in it, at once."""

from __future__ import annotations

import asyncio

from kartenhaus.bots.view import View
from kartenhaus.core.history import listen
from kartenhaus.server.thinker import MOVER, Thinker, Wanted
from kartenhaus.table.table import Table
from kartenhaus.table.timing import Due


class Thoughts:
    """By decision and seat, what is thought. Nobody thinks twice about the same, whatever happens meanwhile."""

    def __init__(self, thinker: Thinker, think: float) -> None:
        self._thinker = thinker
        self._think = think  # seconds after which nobody waits for a bot any more
        self._thoughts: dict[tuple[int, int], asyncio.Task[str]] = {}

    def begin(self, table: Table, bots: list[Due], now: float, address: str) -> None:
        """Let bots think until they move; about an earlier decision nobody thinks any more."""
        loop, decision = asyncio.get_running_loop(), table.begun[0]
        for old in [key for key in self._thoughts if key[0] != decision]:
            self._thoughts.pop(old).cancel()
        for due in bots:
            if (decision, due.seat) not in self._thoughts:
                moment = loop.time() + due.at - now
                latest = max(moment, loop.time() + self._think)
                wanted = _wanted(table, due.seat, table.seats[due.seat].player, address)
                thought = loop.create_task(self._thinker.choose(wanted, moment, latest))
                thought.add_done_callback(lambda done: done.cancelled() or done.exception())  # who waits for it hears of it
                self._thoughts[decision, due.seat] = thought

    def of(self, table: Table, seat: int) -> asyncio.Task[str]:
        """The move that a bot has found, or will."""
        return self._thoughts[table.begun[0], seat]

    async def plain_move(self, table: Table, seat: int, address: str) -> str:
        """What is moved for a player whose time has run out."""
        soon = asyncio.get_running_loop().time() + self._think
        return await self._thinker.choose(_wanted(table, seat, MOVER, address), soon, soon)

    def stop(self) -> None:
        """Nobody thinks any more."""
        for thought in self._thoughts.values():
            thought.cancel()


def _wanted(table: Table, seat: int, bot: str, address: str) -> Wanted:
    assert table.history is not None
    record = table.look(seat).record
    listen(record, table.history.naming, table.history.journal, seat)
    view = View(table.game, seat, table.players, record)
    return Wanted(bot, view, table.begun[0], table.id, address)
