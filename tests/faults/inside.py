"""The server in a thread of the test, with real sockets; the test can look into its house and control its time."""

from __future__ import annotations

import asyncio
import logging
import socket as sockets
import threading
import time
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any, TypeVar

import uvicorn

import dealt
from kartenhaus.bots.parts import load
from kartenhaus.core import game as games
from kartenhaus.server.app import create
from kartenhaus.server.clocks import wall_clock
from kartenhaus.server.edge import Edge
from kartenhaus.server.house import House
from kartenhaus.server.press import Press
from kartenhaus.server.room import Room
from kartenhaus.server.serve import bound, configuration
from kartenhaus.server.settings import Settings
from kartenhaus.server.store import Store
from kartenhaus.server.thinker import Thinker
from serving import PATIENCE, Server, wait_until

T = TypeVar("T")


class Time:
    """A clock that the test moves."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


class Inside(Server):
    """A server that runs in this process."""

    def __init__(
        self,
        folder: Path,
        thinker: Thinker | None = None,
        now: Callable[[], float] = time.monotonic,
        wall: Callable[[], int] = wall_clock,
        store: type[Store] = Store,
        send_buffer: int = 0,
        secret: Callable[[], str] = dealt.secret,
        press: Press | None = None,
        **settings: Any,
    ) -> None:
        super().__init__(folder, **settings)
        self.send_buffer = send_buffer  # bytes that the system holds for a slow reader
        self._parts = thinker, now, wall, secret, press
        self._store = store

    def start(self, wait: bool = True) -> None:
        """Start it, and wait until it answers."""
        for name in games.names():
            load(games.find(name))  # now, so that no test waits for it
        wanted: dict[str, Any] = {**self.settings, "port": self.port, "database": self.database}
        settings = Settings(**wanted)
        socket = bound(settings)
        self.port = socket.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        if self.send_buffer:
            socket.setsockopt(sockets.SOL_SOCKET, sockets.SO_SNDBUF, self.send_buffer)
        store = self._store(settings.database)
        store.start()
        self.house = House(settings, store, *self._parts)
        handlers = logging.root.handlers.copy()
        config = configuration(settings)
        logging.root.handlers[:] = handlers  # what is logged goes to the test
        config.app, config.factory = Edge(create(settings, self.house), settings), False
        config.log_config = None
        self.running = uvicorn.Server(config)
        self._thread = threading.Thread(target=self.running.run, args=([socket],))
        self._thread.start()
        wait_until(lambda: self.running.started, "start")
        self.loop = self.house._tasks[0].get_loop()

    def kill(self) -> None:
        """End it."""
        self.running.should_exit = True
        self._thread.join()

    def inside(self, work: Callable[[], T]) -> T:
        """Run a function in the server's thread, between two of its steps."""

        async def do() -> T:
            return work()

        return self.run(do)

    def run(self, work: Callable[[], Coroutine[Any, Any, T]]) -> T:
        """The same for a coroutine."""
        return asyncio.run_coroutine_threadsafe(work(), self.loop).result(PATIENCE)

    def room(self, table: str) -> Room:
        """A table with people around it."""
        return self.house.rooms[table]
