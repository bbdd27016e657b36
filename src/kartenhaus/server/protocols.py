"""The lines to the outside: uvicorn's, with an end to the patience for those who ask nothing, do not read or do not hang up."""

from __future__ import annotations

import json
import os
from asyncio import TimerHandle, Transport
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.protocol import State
from websockets.utils import apply_mask

from kartenhaus.server.app import CARRIED

MOST_HEAD = 32_768  # bytes before a request is complete
MOST_PARTS = 64  # frames that a message may come in
HEAD = 6  # bytes before the text of a short message
SHORT = 126  # bytes: a longer one says its length otherwise
MOST_WAITING = 4  # messages that wait for an answer before no more are read
CLOSING = 1.0  # seconds that the other side has to hang up too


class Asking(HttpToolsProtocol):
    """HTTP; closes a connection on which no request comes, or one that never ends."""

    _patience: TimerHandle | None = None
    _unread = 0  # bytes since the last complete request

    def connection_made(self, transport: Transport) -> None:  # type: ignore[override]  # as uvicorn itself narrows it
        """Begin to wait for a request."""
        super().connection_made(transport)
        self._wait()

    def data_received(self, data: bytes) -> None:
        """Part of a request."""
        self._unread += len(data)
        super().data_received(data)
        if self._patience is not None and self._unread > MOST_HEAD:
            self.transport.close()

    def on_message_begin(self) -> None:
        """The first letter of a request."""
        super().on_message_begin()
        if self._patience is None:
            self._unread = 0
            self._wait()

    def on_headers_complete(self) -> None:
        """Somebody asks for something."""
        self._rest()
        super().on_headers_complete()

    def connection_lost(self, exc: Exception | None) -> None:
        """Nobody waits any more."""
        self._rest()
        super().connection_lost(exc)

    def _wait(self) -> None:
        self._patience = self.loop.call_later(json.loads(os.environ[CARRIED])["hello"], self.transport.close)

    def _rest(self) -> None:
        if self._patience is not None:
            self._patience.cancel()
            self._patience = None


class Talking(WebSocketsSansIOProtocol):
    """WebSocket; what is over is over, whether the other side takes it in or not.

    Beyond what ASGI knows, a `websocket.send` may have `frames`: several texts, in UTF-8 already, that are written at once. The
    extension `kartenhaus` of the scope is `write`: the same for who cannot wait.
    """

    _begun = b""  # of a frame that has not come to its end: what comes next is no new one

    def data_received(self, data: bytes) -> None:
        """A short message in one piece, as nearly all are, is read here; anything else in full generality."""
        if (
            len(data) > HEAD
            and data[0] == 0x81  # a text, and all of it
            and data[1] == 0x80 + len(data) - HEAD < 0x80 + SHORT
            and self.conn.state is State.OPEN
            and not self._begun
            and not self.frames
        ):
            self.curr_msg_data_type, self.frames = "text", [apply_mask(data[HEAD:], data[2:HEAD])]
            self.send_receive_event_to_app()
        else:
            self._begun = _unfinished(self._begun + data)
            super().data_received(data)

    async def run_asgi(self) -> None:
        """The conversation, and the end of the line soon after it."""
        self.scope["extensions"]["kartenhaus"] = self.write  # type: ignore[assignment]  # as the docstring says
        await super().run_asgi()
        if not self.disconnected:
            self.loop.call_later(CLOSING, self.transport.abort)

    async def send(self, message: Any) -> None:
        """Send; who does not read will not read a goodbye either."""
        if "frames" in message:
            await self.writable.wait()
            if self.disconnected:
                raise ClientDisconnected
            self._put(message["frames"])
        elif message["type"] == "websocket.close" and not self.writable.is_set():
            self.transport.abort()
        else:
            await super().send(message)

    def write(self, texts: list[bytes]) -> bool:
        """Write several texts at once, if the line takes them."""
        if not self.writable.is_set() or self.disconnected:
            return False
        self._put(texts)
        return True

    def _put(self, texts: list[bytes]) -> None:
        if not self.close_sent:
            self.transport.write(b"".join([part for text in texts for part in (_head(len(text)), text)]))

    def handle_ping(self) -> None:
        """Answer, unless the answers are not taken."""
        if self.writable.is_set():
            super().handle_ping()
        else:
            self.conn.data_to_send()

    def handle_cont(self, event: Any) -> None:
        """One more part of a message; not for ever."""
        super().handle_cont(event)
        if len(self.frames) > MOST_PARTS:
            self.transport.abort()

    def send_receive_event_to_app(self) -> None:
        """A whole message; one that is no text is the sender's fault, and not worth a page in the log.

        Who sends faster than is answered has to wait; who sends one at a time is not stopped and started again for each.
        """
        if self.curr_msg_data_type != "text" or self.close_sent or self.queue.qsize() >= MOST_WAITING:
            super().send_receive_event_to_app()
            return
        try:
            text = b"".join(self.frames).decode()
        except UnicodeDecodeError:
            self.conn.send_close(1007)
            self.handle_parser_exception()
        else:
            self.frames = []
            self.queue.put_nowait({"type": "websocket.receive", "text": text})

    def keepalive_timeout(self) -> None:
        """Nobody is there: no use in waiting until what was written is taken."""
        super().keepalive_timeout()
        self.transport.abort()


def _unfinished(data: bytes) -> bytes:
    """What is left of some bytes after all whole frames (RFC 6455, 5.2); nothing of a frame that is too long for anybody."""
    start = 0
    while len(data) - start >= 2:
        code = data[start + 1] & 127
        more = {126: 2, 127: 8}.get(code, 0)
        length = int.from_bytes(data[start + 2 : start + 2 + more], "big") if more else code
        end = start + 2 + more + 4 * (data[start + 1] >> 7) + length
        if len(data) < end or len(data) < start + 2 + more:
            break
        start = end
    return data[start:]


def _head(length: int) -> bytes:
    """What stands before a text of so many bytes on a WebSocket (RFC 6455, 5.2)."""
    if length < 126:
        return bytes((0x81, length))
    return b"\x81\x7e" + length.to_bytes(2, "big") if length < 1 << 16 else b"\x81\x7f" + length.to_bytes(8, "big")
