"""News between processes: "table X has entry N", "seat S of table X is connected here", "it laughs". The entries themselves are in
the database.

With Redis, news arrives at once. Without Redis, or while it is down, every process checks the database for its tables every second;
with Redis it still does so now and then.
"""

from __future__ import annotations

import asyncio
import itertools
import logging
import re
import secrets
from typing import TYPE_CHECKING, Any

from kartenhaus.core.errors import OptionError
from kartenhaus.server import presence
from kartenhaus.server.database import StoreDown

if TYPE_CHECKING:
    from kartenhaus.server.house import House

logger = logging.getLogger("kartenhaus.backplane")
CHANNEL = "kartenhaus"
LOOK = 1.0  # seconds between two checks of the database while there is no news
SELDOM = 10  # with Redis, only one in this many checks is made
RETRY = 2.0  # seconds before Redis is tried again
BEAT = 10.0  # seconds between two reports of who is connected here
NEWS = re.compile(
    r"(?P<name>[0-9a-f]{16}) (?P<table>[a-z0-9]{1,20}) (?P<sign>[+-]?)(?P<number>-?[0-9]{1,10})( (?P<face>[a-z]{1,10}))?"
)
SILENCE = 4.0  # seconds without any news, even our own, after which Redis counts as down


class Backplane:
    """Sends news to other processes, and listens to theirs."""

    def __init__(self, house: House, url: str) -> None:
        self.house = house
        self.connected = False
        self._name = secrets.token_hex(8)  # of this process, so that it recognizes its own news
        self._redis: Any = None
        self._tasks: list[asyncio.Task[None]] = []
        self._news: asyncio.Queue[str] = asyncio.Queue(10_000)
        if url:
            try:
                from redis.asyncio import Redis
            except ModuleNotFoundError:
                raise OptionError("Redis needs its client: pip install 'kartenhaus[redis]'") from None
            self._redis = Redis.from_url(url, socket_connect_timeout=2, socket_timeout=None)

    @property
    def blind(self) -> bool:
        """Whether there may be other processes that we cannot hear."""
        return self.house.store.shared and not self.connected

    def start(self) -> None:
        """Begin to listen."""
        loop = asyncio.get_running_loop()
        if self.house.store.shared:
            self._tasks.append(loop.create_task(self._look()))
        if self._redis is not None:
            self._tasks += [loop.create_task(work()) for work in (self._listen, self._speak, self._beat)]

    async def stop(self) -> None:
        """Stop sending and listening."""
        for task in self._tasks:
            task.cancel()
        if self._redis is not None:
            await self._redis.aclose()

    def tell(self, table: str, number: int) -> None:
        """Tell the others that a table has a new entry; if the news is lost, they find it in the database."""
        if self._redis is not None and not self._news.full():
            self._news.put_nowait(f"{self._name} {table} {number}")

    def tell_presence(self, table: str, seat: int, here: bool) -> None:
        """Tell the others that a seat is connected here, or no longer."""
        if self._redis is not None and not self._news.full():
            self._news.put_nowait(f"{self._name} {table} {'+' if here else '-'}{seat}")

    def tell_reaction(self, table: str, seat: int, face: str) -> None:
        """Tell the others that a player makes a face; if the news is lost, so is the face."""
        if self._redis is not None and not self._news.full():
            self._news.put_nowait(f"{self._name} {table} {seat} {face}")

    async def _beat(self) -> None:
        while True:
            for table, room in list(self.house.rooms.items()):
                for seat in room.watch.present:
                    self.tell_presence(table, seat, True)
            await asyncio.sleep(BEAT)

    async def _speak(self) -> None:
        while True:
            try:
                async with asyncio.timeout(LOOK):
                    news = await self._news.get()
            except TimeoutError:
                news = f"{self._name} pulse 0"  # for no table: it shows every process that it still receives news
            while not await self._published(news):
                await asyncio.sleep(RETRY)  # send it again once Redis is back: by then the others check less often

    async def _published(self, news: str) -> bool:
        try:
            async with asyncio.timeout(SILENCE):
                await self._redis.publish(CHANNEL, news)
        except Exception as error:  # whatever is wrong with Redis
            logger.warning("Redis is away: %s", type(error).__name__)
            return False
        return True

    async def _listen(self) -> None:
        while True:
            try:
                async with self._redis.pubsub() as channel:
                    async with asyncio.timeout(SILENCE):
                        await channel.subscribe(CHANNEL)
                    self.connected = True
                    await self._catch_up()  # with what came while nobody listened
                    while message := await channel.get_message(timeout=SILENCE):
                        if message["type"] == "message":
                            await self._understand(message["data"].decode("latin-1"))
                logger.warning("Redis is silent; looking every second")
            except asyncio.CancelledError:
                raise
            except Exception as error:
                logger.warning("Redis is away: %s; looking every second", type(error).__name__)
            self.connected = False
            await asyncio.sleep(RETRY)

    async def _understand(self, said: str) -> None:
        """Act on news from another process; ignore anything else on the channel."""
        news = NEWS.fullmatch(said)
        room = self.house.rooms.get(news["table"]) if news else None
        if news is None or room is None or news["name"] == self._name:
            return
        if news["face"]:
            presence.hear_reaction(room, int(news["number"]), news["face"])
        elif news["sign"]:
            presence.hear(room, news["name"], int(news["number"]), news["sign"] == "+")
        else:
            await self._heard(news["table"], int(news["number"]))

    async def _heard(self, table: str, number: int) -> None:
        room = self.house.rooms.get(table)
        if room is not None and room.table.number < number:
            try:
                await room.catch_up(number)
            except StoreDown:
                pass  # the next look will find it

    async def _look(self) -> None:
        for number in itertools.count():
            await asyncio.sleep(LOOK)
            if not self.connected or number % SELDOM == 0:
                await self._catch_up()

    async def _catch_up(self) -> None:
        ids = [code for code, room in self.house.rooms.items() if room.connections]
        try:
            for start in range(0, len(ids), 500):
                for table, number in (await self.house.store.newest(ids[start : start + 500])).items():
                    await self._heard(table, number)
        except StoreDown:
            pass  # the next look will find it
