"""Bots at the tables: they think in threads, so that nobody waits for them."""

from __future__ import annotations

import asyncio
import logging
import os
from concurrent.futures import Future, ThreadPoolExecutor

from kartenhaus.bots.asking import ask, blamed
from kartenhaus.bots.bot import bot_seed, find
from kartenhaus.bots.view import View
from kartenhaus.core.game import Game, Position

logger = logging.getLogger("kartenhaus.bots")
MOVER = "greedy"  # makes the plain move for a bot that does not answer


class Thinker:
    """Asks bots for moves. They are given a view, as always, and a seed that tells nothing of the game's."""

    def __init__(self, threads: int | None = None) -> None:
        self.threads = threads or os.cpu_count() or 1
        self.pool = ThreadPoolExecutor(self.threads, "bot")
        self._stuck: set[Future[str]] = set()
        self.salt = int.from_bytes(os.urandom(32), "big")

    async def choose(self, game: Game, record: Position, seat: int, bot: str, number: int, until: float) -> str:
        """The move of a bot as text; a plain one if it has none by the time of the loop that is given."""
        view = View(game, seat, int(record.seats), record)
        seed = bot_seed(self.salt, number, seat)
        work = self.pool.submit(_decide, bot, view, seed)
        try:
            async with asyncio.timeout_at(until):
                return await asyncio.wrap_future(work)
        except TimeoutError:
            logger.warning("a %s bot did not answer in time; a plain move is made for it", bot)
            if not work.cancel():  # it has begun, and nobody knows when it ends
                self._stuck.add(work)
                work.add_done_callback(self._stuck.discard)
            if self.stuck >= self.threads:  # nobody is left to think: new threads, the old ones end when they end
                self.pool.shutdown(wait=False)
                self.pool, self._stuck = ThreadPoolExecutor(self.threads, "bot"), set()
        except Exception as error:  # whatever it is, the table goes on
            logger.warning("a %s bot failed (%s); a plain move is made for it", bot, getattr(error, "kind", type(error).__name__))
        return _decide(MOVER, view, seed)

    @property
    def stuck(self) -> int:
        """Bots that think for longer than anybody waits."""
        return len(self._stuck)

    def stop(self) -> None:
        """Let nobody think any more."""
        self.pool.shutdown(wait=False, cancel_futures=True)


def _decide(bot: str, view: View, seed: int) -> str:
    return view.text(ask(blamed(find(bot)), view, seed))
