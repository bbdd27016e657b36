"""One WebSocket of one viewer: what goes out, in order and with a limit."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

from kartenhaus.server.unsent import Unsent

Send = Callable[[dict[str, Any]], Awaitable[None]]
Write = Callable[[list[bytes]], bool]  # writes frames if the line takes them at once
MOST_FRAMES, MOST_BYTES = 100, 2_000_000  # that wait for a slow reader

BYE, GONE, RUDE, LATER, SLOW = 1000, 4001, 1008, 1013, 4008
"""Close codes: all is said; the seat is no longer yours; too many or senseless messages; try again; you do not read."""


class Connection:
    """A viewer that is connected."""

    def __init__(
        self,
        send: Send,
        write: Write,
        unsent: Unsent,
        patience: float,
        viewer: int,
        name: str,
        language: str,
        key: str,
        address: str,
    ) -> None:
        self.patience = patience  # seconds a frame may wait to be taken
        self.viewer = viewer
        self.address = address  # where it comes from: limits count by it, and bots think in its time
        self.key = key  # of the player who sat on that seat when this began
        self.name = name
        self.language = language
        self._send = send
        self._write = write
        self._unsent = unsent
        self._frames: list[bytes] = []
        self._bytes = 0  # that wait
        self._closing: tuple[int, str] | None = None
        self._loop = asyncio.get_running_loop()
        self._soon: asyncio.Handle | None = None  # writes what waits, after the next turn of the loop
        self._writer: asyncio.Task[None] | None = None  # writes while the line takes nothing more, and says goodbye

    def send(self, frame: bytes) -> None:
        """Send a frame when it is its turn; a reader that does not read is let go."""
        if self._closing is None:
            self.acknowledge(frame)

    def acknowledge(self, frame: bytes) -> None:
        """Send what is owed to who said something, also if that was their last word here."""
        if (len(self._frames) >= MOST_FRAMES or self._bytes > MOST_BYTES) and not self._written():
            self.abort()
            return
        self._frames.append(frame)
        self._bytes += len(frame)
        if self._writer is not None and not self._writer.done():
            self._unsent.note(self, self._bytes)
        self._wake()

    @property
    def closing(self) -> bool:
        """Whether nothing that is said here counts any more."""
        return self._closing is not None

    def close(self, code: int = BYE, reason: str = "") -> None:
        """Send what waits, then close."""
        if self._closing is None:
            self._closing = code, reason
            self._wake()

    def abort(self) -> None:
        """Let a reader go that does not read; what waits for it is dropped."""
        self._closing = SLOW, "you do not read what you are sent"
        self._frames, self._bytes = [], 0
        self._unsent.note(self, 0)
        if self._writer is not None:
            self._writer.cancel()
        self._writer = self._loop.create_task(self._say_goodbye())

    def _wake(self) -> None:
        if self._soon is None:  # in the next turn, who asked for what is shown hears that it is done: both go out together
            self._soon = self._loop.call_soon(self._loop.call_soon, self._flush)

    def _flush(self) -> None:
        """Write all that waits, in one go; a task waits for a line that takes nothing."""
        self._soon = None
        if self._writer is None and not self._written():
            self._unsent.note(self, self._bytes)
            self._writer = self._loop.create_task(self._write_slowly())

    def _written(self) -> bool:
        """Whether all that waits could be written at once."""
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
        except (OSError, RuntimeError):  # it is gone already
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
        self._soon = self._loop.call_soon(int)  # never again
        if self._writer is not None:
            self._writer.cancel()
            try:
                await self._writer
            except asyncio.CancelledError:
                pass
        self._unsent.note(self, 0)  # also if the writer was ended before it began
