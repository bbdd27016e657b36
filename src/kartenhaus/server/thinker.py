"""Bots at the tables: they think in threads, so that nobody waits for them.

Every move has its moment, by which it is wanted. Until then the time of the threads is shared: where many think, everybody's search
is shorter, before anybody has to wait.
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
from kartenhaus.bots.levels import looks_ahead
from kartenhaus.bots.view import View
from kartenhaus.server.turns import Turns

logger = logging.getLogger("kartenhaus.bots")
MOVER = "greedy"  # makes the plain move for a bot that does not answer
MARGIN = 0.05  # seconds before its moment that a search ends: what it found is there in time, with much to think about or little


class Wanted(NamedTuple):
    """A move that a bot shall find."""

    bot: str
    view: View
    number: int
    """Of the decision."""
    table: str = ""
    address: str = ""
    """Of who plays there: time is shared by it."""


@dataclass(eq=False)
class _Work:
    wanted: Wanted
    seed: int
    end: float  # of the search at the latest, by the thinker's clock
    found: Future[str] = field(default_factory=Future)


class Thinker:
    """Asks bots for moves. They are given a view, as always, and a seed that tells nothing of the game's."""

    def __init__(self, threads: int | None = None, clock: Callable[[], float] = time.monotonic, salt: int | None = None) -> None:
        self.threads = threads or os.cpu_count() or 1
        self.clock = clock
        self.pool = ThreadPoolExecutor(self.threads, "bot")
        self._turns: Turns[_Work] = Turns()
        self._stuck: set[Future[str]] = set()
        self.salt = secrets.randbits(256) if salt is None else salt

    async def choose(self, wanted: Wanted, moment: float, latest: float) -> str:
        """The move of a bot as text; a plain one if it did not begin by its moment, or has none at the latest. Loop times."""
        loop, bot, view = asyncio.get_running_loop(), wanted.bot, wanted.view
        end = self.clock() + moment - loop.time() - MARGIN
        work = _Work(wanted, bot_seed(self.salt, wanted.number, view.seat), end)
        found = asyncio.wrap_future(work.found)
        found.add_done_callback(lambda done: done.cancelled() or done.exception())  # it may tell of cards, and come too late
        self._turns.add(wanted.address, wanted.table, work)
        self.pool.submit(self._work)  # whatever is next then, not necessarily this one
        try:
            await asyncio.wait([found], timeout=max(0.0, moment - loop.time()))
            if not found.done() and not work.found.cancel():  # it has begun
                await asyncio.wait([found], timeout=max(0.0, latest - loop.time()))
            if found.done():
                return found.result()
            if not work.found.cancelled():
                logger.warning("a %s bot did not answer in time; a plain move is made for it", bot)
                self._let_be(work.found)
        except Exception as error:  # whatever it is, the table goes on
            logger.warning("a %s bot failed (%s); a plain move is made for it", bot, getattr(error, "kind", type(error).__name__))
        finally:
            if work.found.cancel():
                self._turns.drop(wanted.address, wanted.table, work)
        return _decide(MOVER, view, work.seed)

    def _work(self) -> None:
        """In a thread: the work of whose turn it is."""
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
        """It has begun, and nobody knows when it ends."""
        self._stuck.add(work)
        work.add_done_callback(self._stuck.discard)
        if self.stuck >= self.threads:  # nobody is left to think: new threads, the old ones end when they end
            self.pool.shutdown(wait=False)
            self.pool, self._stuck = ThreadPoolExecutor(self.threads, "bot"), set()
            for _ in range(len(self._turns)):
                self.pool.submit(self._work)

    @property
    def stuck(self) -> int:
        """Bots that think for longer than anybody waits."""
        return len(self._stuck)

    def stop(self) -> None:
        """Let nobody think any more."""
        self.pool.shutdown(wait=False, cancel_futures=True)


def _limited(bot: str, seconds: float) -> str:
    """The name of a bot that takes no longer, if it is one that searches."""
    return f"{bot}:milliseconds={max(1, int(1000 * seconds))}" if looks_ahead(bot) else bot


def _decide(bot: str, view: View, seed: int) -> str:
    return view.text(ask(call_bot(find(bot)), view, seed))
