"""One WebSocket of one viewer: sends frames in order, and limits how many may wait."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

from kartenhaus.server.outbox import Outbox
from kartenhaus.server.unsent import Unsent
from kartenhaus.table.timing import SCREEN

Send = Callable[[dict[str, Any]], Awaitable[None]]
Write = Callable[[list[bytes]], bool]  # writes frames if the line takes them at once
MOST_FRAMES, MOST_BYTES = 100, 2_000_000  # that may wait for a slow reader

BYE, GONE, RUDE, LATER, SLOW = 1000, 4001, 1008, 1013, 4008
"""Close codes: done; the seat is no longer yours; too many or invalid messages; try again later; you do not read."""


class Connection:
    """A connected viewer."""

    def __init__(
        self,
        send: Send,
        write: Write,
        outbox: Outbox,
        unsent: Unsent,
        patience: float,
        viewer: int,
        name: str,
        language: str,
        key: str,
        address: str,
        screen: bool = False,
        held: dict[int, str] | None = None,
    ) -> None:
        self.patience = patience  # seconds that a frame may wait for the reader
        self.viewer = viewer
        self.held = held or {}  # other seats whose players sit at the same device, and their keys; their views are not sent
        self.places = [viewer, *([SCREEN] if screen else []), *self.held]  # where it counts as connected
        self.address = address  # where it comes from: limits and the thinking time of bots count by it
        self.key = key  # of the player who had the seat when the connection began
        self.name = name
        self.language = language
        self._send = send
        self._write = write
        self._outbox = outbox
        self._unsent = unsent
        self._frames: list[bytes] = []
        self._bytes = 0  # of the frames that wait
        self._closing: tuple[int, str] | None = None
        self._loop = asyncio.get_running_loop()
        self._soon = False  # whether what waits is written soon
        self._writer: asyncio.Task[None] | None = None  # writes to a slow line, and closes it

    def send(self, frame: bytes) -> None:
        """Send a frame after those that wait; disconnect a reader that does not read."""
        if self._closing is None:
            self.acknowledge(frame)

    def acknowledge(self, frame: bytes) -> None:
        """Send the answer to a message, even while the connection is closing."""
        if (len(self._frames) >= MOST_FRAMES or self._bytes > MOST_BYTES) and not self._written():
            self.abort()
            return
        self._frames.append(frame)
        self._bytes += len(frame)
        if self._writer is not None and not self._writer.done():
            self._unsent.note(self, self._bytes)
        if not self._soon:
            self._wake()

    @property
    def closing(self) -> bool:
        """Whether the connection is closing; its messages no longer count."""
        return self._closing is not None

    def close(self, code: int = BYE, reason: str = "") -> None:
        """Send what waits, then close."""
        if self._closing is None:
            self._closing = code, reason
            if not self._soon:
                self._wake()

    def abort(self) -> None:
        """Disconnect a reader that does not read, and drop what waits for it."""
        self._closing = SLOW, "you do not read what you are sent"
        self._frames, self._bytes = [], 0
        self._unsent.note(self, 0)
        if self._writer is not None:
            self._writer.cancel()
        self._writer = self._loop.create_task(self._say_goodbye())

    def _wake(self) -> None:
        self._soon = True
        self._outbox.add(self._flush)

    def _flush(self) -> None:
        """Write all waiting frames at once; if the line is full, leave it to a task."""
        self._soon = False
        if self._writer is None and not self._written():
            self._unsent.note(self, self._bytes)
            self._writer = self._loop.create_task(self._write_slowly())

    def _written(self) -> bool:
        """Write all waiting frames if the line takes them now; return whether it did."""
        if self._writer is not None or self._closing is not None or not self._write(self._frames):
            return False
        self._frames, self._bytes = [], 0
        return True

    async def _write_slowly(self) -> None:
        try:
            while self._frames:
                frames, size = self._frames, self._bytes
                self._frames = []
                async with asyncio.timeout(self.patience):
                    await self._send({"type": "websocket.send", "frames": frames})
                self._bytes -= size
                self._unsent.note(self, self._bytes)
        except TimeoutError:
            self._closing = SLOW, "you do not read what you are sent"
        except (OSError, RuntimeError):  # disconnected already
            self._closing = self._closing or (GONE, "")
            return
        finally:
            self._unsent.note(self, 0)
        if self._closing is None:
            self._writer = None
        else:
            await self._say_goodbye()

    async def _say_goodbye(self) -> None:
        assert self._closing is not None
        code, reason = self._closing
        try:
            async with asyncio.timeout(1.0):
                await self._send({"type": "websocket.close", "code": code, "reason": reason})
        except (TimeoutError, OSError, RuntimeError):
            pass

    async def end(self) -> None:
        """Stop writing."""
        self._soon = True  # so that nothing is written any more
        if self._writer is not None:
            self._writer.cancel()
            try:
                await self._writer
            except asyncio.CancelledError:
                pass
        self._unsent.note(self, 0)  # even if the writer was cancelled before it began
