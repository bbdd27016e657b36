"""A server in a thread of the test: its house can be reached, to let something go wrong in it. Its sockets are real."""

from __future__ import annotations

import asyncio
import os
import threading
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, Self, TypeVar
from unittest.mock import patch

import uvicorn

from kartenhaus.server.app import CARRIED, Edge, create
from kartenhaus.server.house import House as Rooms
from kartenhaus.server.serve import bound, configuration
from kartenhaus.server.settings import read
from kartenhaus.server.store import Store
from serving import PATIENCE, QUICK, House, wait_until

T = TypeVar("T")


class Inside(House):
    """A server whose parts can be chosen: its store, and `now`, `wall` or `thinker` of its house."""

    def __init__(self, folder: Path, store: type[Store] = Store, settings: dict[str, Any] | None = None, **parts: Any) -> None:
        flags = {**QUICK, "database": f"sqlite:///{folder / 'tables.db'}", "port": 0, **(settings or {})}
        self.settings = read(flags, environment={})
        self.house = Rooms(self.settings, store(self.settings.database), **parts)
        self.loop: asyncio.AbstractEventLoop | None = None

    def __enter__(self) -> Self:
        self.house.store.start()
        socket = bound(self.settings)
        self.url = f"http://127.0.0.1:{socket.getsockname()[1]}"
        config = configuration(self.settings)
        config.app, config.factory = Edge(create(self.settings, self.house), self.settings), False
        self._server = uvicorn.Server(config)
        self._thread = threading.Thread(target=self._serve, args=(socket,), name="server")
        with patch("kartenhaus.server.app._warm_all"):  # tests use what they use
            self._thread.start()
            wait_until(lambda: self._server.started, "start")
        return self

    def _serve(self, socket: Any) -> None:
        async def serve() -> None:
            self.loop = asyncio.get_running_loop()
            await self._server.serve([socket])

        asyncio.run(serve())

    def __exit__(self, *_: object) -> None:
        self._server.should_exit = True
        self._thread.join()
        del os.environ[CARRIED]

    def run(self, work: Callable[[], Awaitable[T]]) -> T:
        """Do something in the thread of the server; what comes of it."""
        assert self.loop is not None

        async def do() -> T:
            return await work()

        return asyncio.run_coroutine_threadsafe(do(), self.loop).result(PATIENCE)
