"""What the bots of one table think about the current decision; all bots that have to move think at the same time."""

from __future__ import annotations

import asyncio

from kartenhaus.bots.view import View
from kartenhaus.core.history import listen
from kartenhaus.server.thinker import MOVER, Thinker, Wanted
from kartenhaus.table.table import Table
from kartenhaus.table.timing import Due


class Thoughts:
    """The thoughts by decision and seat. No bot thinks twice about the same decision, whatever else happens."""

    def __init__(self, thinker: Thinker, think: float) -> None:
        self._thinker = thinker
        self._think = think  # seconds that a bot may think
        self._thoughts: dict[tuple[int, int], asyncio.Task[str]] = {}

    def begin(self, table: Table, bots: list[Due], now: float, address: str) -> None:
        """Let bots start to think, and cancel thoughts about earlier decisions."""
        decision = table.begun[0]
        for old in [key for key in self._thoughts if key[0] != decision]:
            self._thoughts.pop(old).cancel()
        if not bots:
            return
        loop = asyncio.get_running_loop()
        for due in bots:
            if (decision, due.seat) not in self._thoughts:
                moment = loop.time() + due.at - now
                latest = max(moment, loop.time() + self._think)
                wanted = _wanted(table, due.seat, table.seats[due.seat].player, address)
                thought = loop.create_task(self._thinker.choose(wanted, moment, latest))
                thought.add_done_callback(lambda done: done.cancelled() or done.exception())  # awaiting it raises it
                self._thoughts[decision, due.seat] = thought

    def of(self, table: Table, seat: int) -> asyncio.Task[str]:
        """The task that finds the move of a bot."""
        return self._thoughts[table.begun[0], seat]

    async def plain_move(self, table: Table, seat: int, address: str) -> str:
        """Find a move for a player whose time has run out."""
        soon = asyncio.get_running_loop().time() + self._think
        return await self._thinker.choose(_wanted(table, seat, MOVER, address), soon, soon)

    def stop(self) -> None:
        """Cancel all thoughts."""
        for thought in self._thoughts.values():
            thought.cancel()


def _wanted(table: Table, seat: int, bot: str, address: str) -> Wanted:
    assert table.history is not None
    position = table.see(seat).position
    listen(position, table.history.naming, table.history.journal, seat)
    view = View(table.game, seat, table.players, position)
    return Wanted(bot, view, table.begun[0], table.id, address)
