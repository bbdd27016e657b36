"""The WebSocket of a table, on the sans-I/O protocol of `websockets`; uvicorn creates one when a request asks for it.

A connection that has ended is closed soon, whether the client answers or not.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from http import HTTPStatus
from typing import Any
from urllib.parse import unquote

import uvicorn
from uvicorn.server import ServerState
from websockets.frames import CloseCode, Frame, Opcode
from websockets.http11 import Request, Response
from websockets.protocol import SEND_EOF, State
from websockets.server import ServerProtocol
from websockets.utils import apply_mask

from kartenhaus.server.http_protocol import PIECE, bare
from kartenhaus.server.limits import Bucket

LOG = logging.getLogger("kartenhaus.sockets")
MOST_PARTS = 64  # frames in one message
MOST_WAITING = 4  # messages that may wait for an answer; then reading stops
MOST_SIGNS = 10.0, 60.0  # control frames, such as pings: how many a second, and at once
CLOSING = 1.0  # seconds that the client has to close its side
SHORT_TEXT = 0x81  # the first byte of a frame that is a whole text
MASKED, SHORT = 0x80, 125  # the second: added because clients mask what they send, and the longest length that it can hold
DATA = (Opcode.TEXT, Opcode.BINARY, Opcode.CONT)


class Gone(OSError):
    """The connection has ended; nothing can be sent."""


class WebSocketProtocol(asyncio.Protocol):
    """A WebSocket that speaks ASGI to the application.

    Beyond ASGI, a `websocket.send` may have `frames`: several texts, already in UTF-8, that are written at once. The extension
    `kartenhaus` of the scope is `write`, which does the same without waiting.
    """

    transport: asyncio.Transport

    def __init__(self, config: uvicorn.Config, server_state: ServerState, app_state: dict[str, Any]) -> None:
        self.config = config
        self.server, self.app_state = server_state, app_state
        self.loop = asyncio.get_running_loop()
        self.protocol = ServerProtocol(max_size=config.ws_max_size, logger=LOG)
        self._response: Response | None = None  # to the handshake, if the application accepts it
        self._unread = b""  # received and not parsed yet
        self._is_even = True  # whether all that came by now was whole frames
        self._signs = Bucket(*MOST_SIGNS, self.loop.time())
        self._parts: list[Any] = []  # of a message that is not complete
        self._is_text = True
        self._heard: deque[dict[str, Any]] = deque()  # for the application
        self._hearing: asyncio.Future[None] | None = None  # the application waits for the next event
        self._goodbye: dict[str, Any] | None = None  # the last event for the application
        self._is_paused = False  # reading has stopped
        self._writable = asyncio.Event()
        self._writable.set()
        self._timer: asyncio.TimerHandle | None = None  # until the next ping, the time limit for its answer, or the end

    # From the line

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Take over the line; the request for a WebSocket follows."""
        self.transport = bare(transport)
        self.server.connections.add(self)  # type: ignore[arg-type]  # uvicorn names its own protocols

    def data_received(self, data: bytes) -> None:
        """Receive the handshake, or frames."""
        if self._response is not None and self._is_even:
            self._is_even = _is_whole(data)
            if self._is_even and self._takes(data):
                return
        self._unread += data
        self._read()

    def _takes(self, data: bytes) -> bool:
        """Take a frame that is a short text, as nearly all are; `websockets`, which reads all others, needs three times as long."""
        if data[0] != SHORT_TEXT or data[1] > MASKED + SHORT or self._is_paused or self._parts or self._goodbye is not None:
            return False
        self._is_text = True
        self._parts.append(apply_mask(data[6:], data[2:6]))
        self._take_message()
        return True

    def _read(self) -> None:
        """Parse the data piece by piece while reading is allowed: tiny frames can come in thousands."""
        while self._unread and not self._is_paused and not self.transport.is_closing():
            piece, self._unread = self._unread[:PIECE], self._unread[PIECE:]
            self.protocol.receive_data(piece)
            for event in self.protocol.events_received():
                if isinstance(event, Request):
                    self._asked(event)
                elif isinstance(event, Frame):
                    self._take(event)
            self._flush()

    def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002 - as asyncio has it
        """The line is closed."""
        self.server.connections.discard(self)
        self._end()
        self._set_timer(0, None)
        self._writable.set()

    def pause_writing(self) -> None:
        """The client reads more slowly than we write."""
        self._writable.clear()

    def resume_writing(self) -> None:
        """The client has caught up."""
        self._writable.set()

    def shutdown(self) -> None:
        """The server stops: ask the client to come back soon."""
        self._close(CloseCode.SERVICE_RESTART, "", HTTPStatus.SERVICE_UNAVAILABLE)
        self.transport.close()

    # Understanding it

    def _asked(self, request: Request) -> None:
        """Answer a request, or let the application decide if it is a valid handshake."""
        self._response = self.protocol.accept(request)
        if self._response.status_code != HTTPStatus.SWITCHING_PROTOCOLS:
            self.protocol.send_response(self._response)
            return
        path, _, query = request.path.partition("?")
        headers = [(name.lower().encode("ascii"), _bytes(value)) for name, value in request.headers.raw_items()]
        scope = {
            "type": "websocket",
            "asgi": {"version": "3.0", "spec_version": "2.4"},
            "http_version": "1.1",
            "scheme": "ws",
            "server": _address(self.transport.get_extra_info("sockname")),
            "client": _address(self.transport.get_extra_info("peername")),
            "root_path": "",
            "path": unquote(path),
            "raw_path": _bytes(path),
            "query_string": _bytes(query),
            "headers": headers,
            "subprotocols": [],
            "state": self.app_state.copy(),
            "extensions": {"kartenhaus": self.write},
        }
        self._hear({"type": "websocket.connect"})
        task = self.loop.create_task(self._converse(scope))
        self.server.tasks.add(task)
        task.add_done_callback(self.server.tasks.discard)

    async def _converse(self, scope: dict[str, Any]) -> None:
        """Run the application for this connection, then close it."""
        code = CloseCode.INTERNAL_ERROR
        try:
            await self.config.loaded_app(scope, self.receive, self.send)
            code = CloseCode.NORMAL_CLOSURE
        except Gone:
            pass
        except Exception:
            LOG.exception("an error in a conversation")
        finally:
            self._close(code, "", HTTPStatus.INTERNAL_SERVER_ERROR)

    def _take(self, frame: Frame) -> None:
        """Handle a part of a message, or a control frame; `websockets` itself answers pings and closes."""
        if frame.opcode not in DATA or self._goodbye is not None:
            if not self._signs.take(self.loop.time()):
                self._ignore()
            elif frame.opcode is Opcode.PONG and self.protocol.state is State.OPEN:
                self._wait_to_ping()
        else:
            if frame.opcode is not Opcode.CONT:
                self._is_text = frame.opcode is Opcode.TEXT
            self._parts.append(frame.data)
            if len(self._parts) > MOST_PARTS:
                self.transport.abort()
                self._end()
            elif frame.fin:
                self._take_message()

    def _ignore(self) -> None:
        """Handle too many control frames: disconnect, or after a close only stop reading, so that the client can still read it."""
        if self._goodbye is None:
            self.transport.abort()
            self._end()
        elif not self._is_paused:
            self._is_paused = True
            self.transport.pause_reading()

    def _take_message(self) -> None:
        """Pass on a complete message. Stop reading if the client sends faster than we answer."""
        data = self._parts[0] if len(self._parts) == 1 else b"".join(self._parts)
        self._parts = []
        try:
            self._hear({"type": "websocket.receive", **({"text": str(data, "utf-8")} if self._is_text else {"bytes": bytes(data)})})
        except UnicodeDecodeError:
            self.protocol.fail(CloseCode.INVALID_DATA)
            self._flush()
        if len(self._heard) > MOST_WAITING and not self._is_paused:
            self._is_paused = True
            self.transport.pause_reading()

    def _hear(self, event: dict[str, Any]) -> None:
        self._heard.append(event)
        if self._hearing is not None and not self._hearing.done():
            self._hearing.set_result(None)

    # For the application

    async def receive(self) -> dict[str, Any]:
        """Return the next event; after the end, the disconnect event again and again."""
        while not self._heard:
            if self._goodbye is not None:
                return self._goodbye
            self._hearing = self.loop.create_future()
            await self._hearing
        event = self._heard.popleft()
        if self._is_paused and not self._heard:
            self._listen()
        return event

    def _listen(self) -> None:
        """Read again, first what has already arrived."""
        self._is_paused = False
        self._read()
        if not self._is_paused and not self.transport.is_closing():
            self.transport.resume_reading()

    async def send(self, message: dict[str, Any]) -> None:
        """Send something. A close does not wait for a slow reader: it would not read it anyway."""
        if message["type"] == "websocket.close":
            self._close(message.get("code", CloseCode.NORMAL_CLOSURE), message.get("reason") or "", HTTPStatus.FORBIDDEN)
            return
        await self._writable.wait()
        if self._goodbye is not None:
            raise Gone
        if message["type"] == "websocket.accept":
            assert self._response is not None
            self.protocol.send_response(self._response)
            self._flush()
            self._wait_to_ping()
        else:
            self._put(message["frames"] if "frames" in message else [message["text"].encode()])

    def write(self, texts: list[bytes]) -> bool:
        """Write several texts at once if the line takes them; return whether it did."""
        if self._goodbye is not None or not self._writable.is_set():
            return False
        self._put(texts)
        return True

    def _put(self, texts: list[bytes]) -> None:
        self.transport.write(b"".join([_head(len(text)) + text for text in texts]))

    def _close(self, code: int, reason: str, status: HTTPStatus) -> None:
        """Close the connection, or reject a handshake that was not accepted yet."""
        if self._goodbye is not None:
            return
        if self.protocol.state is State.OPEN:
            self.protocol.send_close(code, reason)
        elif self.protocol.state is State.CONNECTING:
            self.protocol.send_response(self.protocol.reject(status, reason))
        self._flush()

    # How it ends

    def _flush(self) -> None:
        """Write what the protocol itself has to send, if the line takes it. After a close, the client has a moment to close too."""
        said, is_over = self.protocol.data_to_send(), self.protocol.close_expected()
        if said and self._writable.is_set():
            self.transport.write(b"".join(said))
        elif said and is_over:
            self.transport.abort()
        if is_over and self._goodbye is None:
            self._end()
            self._set_timer(CLOSING, self.transport.abort)
        if SEND_EOF in said:
            self.transport.close()

    def _end(self) -> None:
        """Tell the application that the connection has ended; later data no longer matters."""
        if self._goodbye is None:
            self._goodbye = {"type": "websocket.disconnect", "code": self.protocol.close_code or CloseCode.ABNORMAL_CLOSURE}
            if self._hearing is not None and not self._hearing.done():
                self._hearing.set_result(None)
            if self._is_paused:
                self._listen()

    def _wait_to_ping(self) -> None:
        self._set_timer(self.config.ws_ping_interval or 0, self._ping)

    def _ping(self) -> None:
        """Send a ping. Without an answer in time, disconnect at once, because nobody will read what is still to be sent."""
        self.protocol.send_ping(b"")
        self._flush()
        self._set_timer(self.config.ws_ping_timeout or 0, self.transport.abort)

    def _set_timer(self, seconds: float, then: Any) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._timer = self.loop.call_later(seconds, then) if then is not None else None


def _is_whole(data: bytes) -> bool:
    """Whether some data is one frame of a client, from its first byte to its last (RFC 6455, 5.2)."""
    if len(data) < 6 or data[1] < MASKED:
        return False
    length = data[1] - MASKED
    return len(data) == (6 + length if length <= SHORT else 8 + int.from_bytes(data[2:4], "big") if length == SHORT + 1 else -1)


def _head(length: int) -> bytes:
    """Return what comes before a text of so many bytes (RFC 6455, 5.2); `websockets` takes several times as long for it."""
    if length < 126:
        return bytes((0x81, length))
    return b"\x81\x7e" + length.to_bytes(2, "big") if length < 1 << 16 else b"\x81\x7f" + length.to_bytes(8, "big")


def _bytes(text: str) -> bytes:
    """Return a text of a request as the bytes that came; before version 17, `websockets` decoded non-ASCII bytes differently."""
    return text.encode("latin-1", "surrogateescape")


def _address(info: Any) -> tuple[str, int] | None:
    return (str(info[0]), int(info[1])) if isinstance(info, tuple) else None
