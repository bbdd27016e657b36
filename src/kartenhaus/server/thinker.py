"""Bots at the tables: they think in threads, so that nothing else waits for them.

Every move is wanted at a given moment. Until then, bots share the time of the threads: when many think, every search gets
shorter, so that nobody has to wait.
"""

from __future__ import annotations

import asyncio
import logging
import os
import secrets
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import NamedTuple

from kartenhaus.bots.bot import bot_seed, find
from kartenhaus.bots.calling import ask, call_bot
from kartenhaus.bots.levels import USUAL, looks_ahead
from kartenhaus.bots.skilled.files import falls_back
from kartenhaus.bots.view import View
from kartenhaus.core import edition as editions
from kartenhaus.server.turns import Turns
from kartenhaus.table.table import Table

logger = logging.getLogger("kartenhaus.bots")
MOVER = "greedy"  # makes the plain move for a bot that does not answer
MARGIN = 0.05  # seconds before its moment at which a search ends, so that its move is ready in time


class Wanted(NamedTuple):
    """A move that a bot should find."""

    bot: str
    view: View
    number: int
    """Of the decision."""
    table: str = ""
    address: str = ""
    """The address of a player there: addresses share the time equally."""


@dataclass(eq=False)
class _Work:
    wanted: Wanted
    seed: int
    end: float  # when the search must end, by the thinker's clock
    found: Future[str] = field(default_factory=Future)


class Thinker:
    """Asks bots for moves. They get only a view, and a seed that reveals nothing about the game's seed."""

    def __init__(self, threads: int | None = None, clock: Callable[[], float] = time.monotonic, salt: int | None = None) -> None:
        self.threads = threads or os.cpu_count() or 1
        self.clock = clock
        self.pool = ThreadPoolExecutor(self.threads, "bot")
        self._turns: Turns[_Work] = Turns()
        self._stuck: set[Future[str]] = set()
        self.salt = secrets.randbits(256) if salt is None else salt

    async def choose(self, wanted: Wanted, moment: float, latest: float) -> str:
        """Return the move of a bot; a plain one if it has not begun by `moment` or not finished by `latest` (loop times)."""
        loop, bot, view = asyncio.get_running_loop(), wanted.bot, wanted.view
        end = self.clock() + moment - loop.time() - MARGIN
        work = _Work(wanted, bot_seed(self.salt, wanted.number, view.seat), end)
        found = asyncio.wrap_future(work.found)
        found.add_done_callback(lambda done: done.cancelled() or done.exception())  # asyncio must not log it: it may reveal cards
        self._turns.add(wanted.address, wanted.table, work)
        self.pool.submit(self._work)  # it takes whatever is next, not necessarily this one
        try:
            await asyncio.wait([found], timeout=max(0.0, moment - loop.time()))
            if not found.done() and not work.found.cancel():  # it has begun
                await asyncio.wait([found], timeout=max(0.0, latest - loop.time()))
            if found.done():
                return found.result()
            if not work.found.cancelled():
                logger.warning("a %s bot did not answer in time; a plain move is made for it", bot)
                self._let_be(work.found)
        except Exception as error:  # whatever it is, the table continues
            logger.warning("a %s bot failed (%s); a plain move is made for it", bot, getattr(error, "kind", type(error).__name__))
        finally:
            if work.found.cancel():
                self._turns.drop(wanted.address, wanted.table, work)
        return _decide(MOVER, view, work.seed)

    def _work(self) -> None:
        """Do the next piece of work, in a thread."""
        taken = self._turns.take()
        if taken is None:
            return
        address, table, work, share = taken
        try:
            if work.found.set_running_or_notify_cancel():
                seconds = (work.end - self.clock()) * min(1.0, share * self.threads)
                work.found.set_result(_decide(_limited(work.wanted.bot, seconds), work.wanted.view, work.seed))
        except BaseException as error:
            work.found.set_exception(error)
        finally:
            self._turns.done(address, table)

    def _let_be(self, work: Future[str]) -> None:
        """Stop waiting for work that has begun and may never end."""
        self._stuck.add(work)
        work.add_done_callback(self._stuck.discard)
        if self.stuck >= self.threads:  # no thread is left: start new ones, and let the old ones end when they can
            self.pool.shutdown(wait=False)
            self.pool, self._stuck = ThreadPoolExecutor(self.threads, "bot"), set()
            for _ in range(len(self._turns)):
                self.pool.submit(self._work)

    @property
    def stuck(self) -> int:
        """The number of bots that still think although nobody waits for them."""
        return len(self._stuck)

    def stop(self) -> None:
        """Start no more work."""
        self.pool.shutdown(wait=False, cancel_futures=True)


def have_learned(table: Table) -> bool:
    """Whether bots play at a table as they do at others of its game; false if they fall back to rules of thumb there."""
    game, opened = table.game, table.opened
    return not falls_back(USUAL, game, game.files.lay_out(editions.find(game, opened.edition), opened.options, table.players))


def _limited(bot: str, seconds: float) -> str:
    """The name of the bot with a time limit, if it is one that searches."""
    return f"{bot}:milliseconds={max(1, int(1000 * seconds))}" if looks_ahead(bot) else bot


def _decide(bot: str, view: View, seed: int) -> str:
    return view.text(ask(call_bot(find(bot)), view, seed))
