"""News between processes: "table X has entry N", "seat S of table X is connected here". The entries themselves are in the database.

With Redis they travel at once. Without it, or while it is away, every process looks at its tables every second; with it, now and
then all the same.
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
LOOK = 1.0  # seconds between two looks while no news come
SELDOM = 10  # with Redis, only every so manieth look is taken
RETRY = 2.0  # seconds before Redis is tried again
BEAT = 10.0  # seconds between two tellings of who is connected here
NEWS = re.compile(r"(?P<name>[0-9a-f]{16}) (?P<table>[a-z0-9]{1,20}) (?P<sign>[+-]?)(?P<number>-?[0-9]{1,10})")
SILENCE = 4.0  # seconds without any news, not even one's own, after which Redis counts as away


class Backplane:
    """Tells other processes, and listens to them."""

    def __init__(self, house: House, url: str) -> None:
        self.house = house
        self.connected = False
        self._name = secrets.token_hex(8)  # of this process, to know its own news again
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
        """Whether there may be other processes, and nothing is heard of them."""
        return self.house.store.shared and not self.connected

    def start(self) -> None:
        """Begin to listen."""
        loop = asyncio.get_running_loop()
        if self.house.store.shared:
            self._tasks.append(loop.create_task(self._look()))
        if self._redis is not None:
            self._tasks += [loop.create_task(work()) for work in (self._listen, self._speak, self._beat)]

    async def stop(self) -> None:
        """No more news."""
        for task in self._tasks:
            task.cancel()
        if self._redis is not None:
            await self._redis.aclose()

    def tell(self, table: str, number: int) -> None:
        """Tell the others that a table has an entry; lost news are found by looking."""
        if self._redis is not None and not self._news.full():
            self._news.put_nowait(f"{self._name} {table} {number}")

    def tell_presence(self, table: str, seat: int, here: bool) -> None:
        """Tell the others who is connected here, or no longer."""
        if self._redis is not None and not self._news.full():
            self._news.put_nowait(f"{self._name} {table} {'+' if here else '-'}{seat}")

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
                news = f"{self._name} pulse 0"  # of no table: by it every process hears that it still hears
            while not await self._published(news):
                await asyncio.sleep(RETRY)  # said again once Redis is back: others may hear it by then, and look no more

    async def _published(self, news: str) -> bool:
        try:
            async with asyncio.timeout(SILENCE):
                await self._redis.publish(CHANNEL, news)
        except Exception as error:  # whatever Redis has
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
                    await self._catch_up()  # what came while nobody listened
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
        """News of another process; whatever else is said there is passed over."""
        news = NEWS.fullmatch(said)
        room = self.house.rooms.get(news["table"]) if news else None
        if news is None or room is None or news["name"] == self._name:
            return
        if news["sign"]:
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
