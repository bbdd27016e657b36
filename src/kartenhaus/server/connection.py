"""One WebSocket of one viewer: what goes out, in order and with a limit."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Any

Send = Callable[[dict[str, Any]], Awaitable[None]]
MOST_FRAMES = 100  # that wait for a slow reader
PATIENCE = 10.0  # seconds a frame may wait to be taken

BYE, GONE, RUDE, LATER, SLOW = 1000, 4001, 1008, 1013, 4008
"""Close codes: all is said; the seat is no longer yours; too many or senseless messages; try again; you do not read."""


class Connection:
    """A viewer that is connected."""

    def __init__(self, send: Send, viewer: int, name: str = "") -> None:
        self.viewer = viewer
        self.name = name
        self._send = send
        self._frames: deque[bytes] = deque()
        self._wake = asyncio.Event()
        self._closing: tuple[int, str] | None = None
        self._writer = asyncio.get_running_loop().create_task(self._write())

    def send(self, frame: bytes) -> None:
        """Send a frame when it is its turn; a reader that does not read is let go."""
        if self._closing is None:
            self._frames.append(frame)
            if len(self._frames) > MOST_FRAMES:
                self._frames.clear()
                self.close(SLOW, "you do not read what you are sent")
            self._wake.set()

    def close(self, code: int = BYE, reason: str = "") -> None:
        """Send what waits, then close."""
        if self._closing is None:
            self._closing = code, reason
            self._wake.set()

    async def _write(self) -> None:
        try:
            while True:
                while self._frames:
                    frame = {"type": "websocket.send", "text": self._frames.popleft().decode()}
                    await asyncio.wait_for(self._send(frame), PATIENCE)
                if self._closing is not None:
                    break
                self._wake.clear()
                await self._wake.wait()
            code, reason = self._closing
        except TimeoutError:
            self._closing = code, reason = SLOW, "you do not read what you are sent"
        except (OSError, RuntimeError):  # it is gone already
            self._closing = self._closing or (GONE, "")
            return
        try:
            await asyncio.wait_for(self._send({"type": "websocket.close", "code": code, "reason": reason}), 1.0)
        except (TimeoutError, OSError, RuntimeError):
            pass

    async def end(self) -> None:
        """Stop writing."""
        self._writer.cancel()
        try:
            await self._writer
        except asyncio.CancelledError:
            pass
