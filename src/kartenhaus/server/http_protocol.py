"""HTTP: wraps uvicorn's protocol and disconnects clients that ask nothing, send too much, or do not read.

It uses only the interfaces of `asyncio.Protocol` and `asyncio.Transport`: bytes that arrive, and how many wait to be sent.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import Any, cast

import uvicorn
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.server import ServerState

from kartenhaus.server.settings import Settings
from kartenhaus.server.unsent import Unsent
from kartenhaus.server.visitors import Proxies, group, read_address

PIECE = 2048  # bytes to parse in one turn of the loop: too few for many requests
MOST_HEAD = 32_768  # bytes before a request is complete
MOST_REQUEST = 524_288  # bytes while one is answered: its body, with the overhead of chunks
LEAST_TAKEN = 16_384  # bytes that a reader must take within the patience, unless less is left
LINES_PER_SOCKET = 4  # HTTP lines for each WebSocket that an address may have


class OpenLines:
    """All HTTP lines of a process: how many come from one address, and what waits to be sent."""

    def __init__(self, settings: Settings, unsent: Unsent | None = None) -> None:
        self.unsent = unsent or Unsent()
        self._most = LINES_PER_SOCKET * settings.sockets
        self._proxies = Proxies(settings)
        self._counts: Counter[str] = Counter()

    def enter(self, peer: str) -> bool:
        """Count a new line, and return whether its address may have it. A trusted proxy serves many visitors: it has no limit."""
        if self._counts[peer] >= self._most and not self._proxies.believes(read_address(peer)):
            return False
        self._counts[peer] += 1
        return True

    def leave(self, peer: str) -> None:
        """A line is closed."""
        self._counts[peer] -= 1
        if not self._counts[peer]:
            del self._counts[peer]


class HttpProtocol(asyncio.Protocol):
    """A line for requests. The application finds it in the scope's state as `line`, and reports when it starts and ends work."""

    _line: asyncio.Transport

    def __init__(
        self,
        settings: Settings,
        lines: OpenLines,
        config: uvicorn.Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        self._settings, self._lines = settings, lines
        self._inner = HttpToolsProtocol(
            config=config, server_state=server_state, app_state={**app_state, "line": self}, _loop=_loop
        )
        self._loop = _loop or asyncio.get_running_loop()
        self._peer = ""
        self._head: asyncio.TimerHandle | None = None  # when it runs out, a request must have come
        self._taking: asyncio.TimerHandle | None = None  # when it runs out, part of the answer must have been taken
        self._unread = b""  # received and not parsed yet
        self._bytes = 0  # parsed since the last request
        self._open = 0  # requests that are being answered
        self._waiting = 0  # bytes that waited at the last check
        self._is_full = False  # uvicorn wants nothing more for now
        self._is_held = False  # nothing more is read
        self._is_left = True  # there is no line yet, it is closed, or a WebSocket has it

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Wait for a request, if the address may have one more line."""
        self._line = cast(asyncio.Transport, transport)
        peer = self._line.get_extra_info("peername")
        self._peer = group(str(peer[0])) if isinstance(peer, tuple) else ""
        if not self._lines.enter(self._peer):
            self._line.abort()
            return
        self._is_left = False
        self._inner.connection_made(cast(asyncio.Transport, _Transport(self)))
        self._wait()

    def data_received(self, data: bytes) -> None:
        """Receive part of a request, or several requests."""
        self._unread += data
        self._read()

    def eof_received(self) -> None:
        """Nothing more will come."""
        self._inner.eof_received()

    def pause_writing(self) -> None:
        """The client reads more slowly than we write."""
        self._inner.pause_writing()
        self._watch()
        self._lines.unsent.note(self, self.unsent)

    def resume_writing(self) -> None:
        """The client has caught up."""
        self._lines.unsent.note(self, 0)
        if not self._line.is_closing():
            _stop(self._taking)
            self._taking = None
        self._inner.resume_writing()

    def connection_lost(self, exc: Exception | None) -> None:
        """The line is closed."""
        if not self._is_left:
            self.leave()
            self._inner.connection_lost(exc)

    # For the application

    def asked(self) -> None:
        """A request has arrived."""
        self._open += 1
        self._bytes = 0
        _stop(self._head)

    def answered(self) -> None:
        """The request is answered; wait for the next one."""
        self._open -= 1
        self._bytes = 0
        if not self._open and not self._line.is_closing():
            self._wait()

    # For the transport

    def close(self) -> None:
        """Close once everything is sent; do not wait for ever."""
        self._line.close()
        self._watch()

    def abort(self) -> None:
        """Close at once."""
        self._line.abort()

    def leave(self) -> None:
        """Stop watching the line."""
        self._is_left = True
        self._unread, self._is_full = b"", False
        self._hold()
        self._lines.leave(self._peer)
        self._lines.unsent.note(self, 0)
        _stop(self._head)
        _stop(self._taking)

    def want(self, more: bool) -> None:
        """Note whether uvicorn takes more data."""
        self._is_full = not more
        if more:
            self._loop.call_soon(self._go_on)
        self._hold()

    @property
    def unsent(self) -> int:
        """Bytes that wait to be sent."""
        return self._line.get_write_buffer_size()

    # Reading

    def _read(self) -> None:
        """Parse one piece; the next one follows in another turn of the loop, when the application knows of this one."""
        if self._unread and not self._is_full and not self._line.is_closing():
            piece, self._unread = self._unread[:PIECE], self._unread[PIECE:]
            self._bytes += len(piece)
            self._inner.data_received(piece)
            if self._unread or self._bytes > MOST_HEAD:
                self._loop.call_soon(self._go_on)
        self._hold()

    def _go_on(self) -> None:
        """Close the line if a head or a body is too long; otherwise parse the next piece."""
        if self._is_left:
            return
        if self._bytes > (MOST_REQUEST if self._open else MOST_HEAD):
            self.close()
        else:
            self._read()

    def _hold(self) -> None:
        """Stop reading from the line while there is data to parse."""
        held = self._is_full or self._unread != b""
        if held != self._is_held and not self._line.is_closing():
            self._is_held = held
            (self._line.pause_reading if held else self._line.resume_reading)()

    # Patience

    def _wait(self) -> None:
        _stop(self._head)
        self._head = self._loop.call_later(self._settings.hello, self.close)

    def _watch(self) -> None:
        if self._taking is None and not self._is_left:
            self._waiting = self.unsent
            self._taking = self._loop.call_later(self._settings.patience, self._look)

    def _look(self) -> None:
        """Disconnect a reader that has taken next to nothing."""
        self._taking = None
        if self.unsent > self._waiting - LEAST_TAKEN:
            self.abort()
        else:
            self._watch()


class _Transport:
    """The transport as uvicorn sees it: it tells us when uvicorn closes, pauses, or hands the line to a WebSocket."""

    def __init__(self, protocol: HttpProtocol) -> None:
        self._protocol = protocol
        self.close = protocol.close

    def __getattr__(self, name: str) -> Any:
        return getattr(self._protocol._line, name)

    def pause_reading(self) -> None:
        """Stop reading: another request came before the last was answered, or the body is long."""
        self._protocol.want(more=False)

    def resume_reading(self) -> None:
        """Read again."""
        self._protocol.want(more=True)

    def write(self, data: bytes) -> None:
        """Write a part of an answer; drop it if the line is closing."""
        if not self._protocol._line.is_closing():
            self._protocol._line.write(data)

    def set_protocol(self, protocol: asyncio.BaseProtocol) -> None:
        """Hand the line to a WebSocket."""
        self._protocol.leave()
        self._protocol._line.set_protocol(protocol)


def bare(transport: asyncio.BaseTransport) -> asyncio.Transport:
    """Return the real transport behind the one that uvicorn sees."""
    return cast(asyncio.Transport, transport._protocol._line if isinstance(transport, _Transport) else transport)


def _stop(timer: asyncio.TimerHandle | None) -> None:
    if timer is not None:
        timer.cancel()
