"""HTTP: uvicorn's own protocol, seen from outside, with an end to the patience for who asks nothing, too much, or does not read.

Only the interfaces of `asyncio.Protocol` and `asyncio.Transport` are touched: bytes that come, and how many wait to be taken.
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

PIECE = 2048  # bytes that are looked at in one turn of the loop: too few for many requests, or much of anything
MOST_HEAD = 32_768  # bytes before a request is complete
MOST_REQUEST = 524_288  # bytes while one is answered: its body, wrapped as it may be
LEAST_TAKEN = 16_384  # bytes that a reader takes within its patience, or all
LINES_PER_SOCKET = 4  # for HTTP, to one WebSocket that an address may have


class OpenLines:
    """All lines of a process on which people ask: how many come from one address, and what waits to be read."""

    def __init__(self, settings: Settings, unsent: Unsent | None = None) -> None:
        self.unsent = unsent or Unsent()
        self._most = LINES_PER_SOCKET * settings.sockets
        self._proxies = Proxies(settings)
        self._counts: Counter[str] = Counter()

    def enter(self, peer: str) -> bool:
        """Whether an address may have one more. A proxy that is believed brings many visitors, and sees to them itself."""
        if self._counts[peer] >= self._most and not self._proxies.believes(read_address(peer)):
            return False
        self._counts[peer] += 1
        return True

    def leave(self, peer: str) -> None:
        """One less."""
        self._counts[peer] -= 1
        if not self._counts[peer]:
            del self._counts[peer]


class HttpProtocol(asyncio.Protocol):
    """A line on which somebody asks. The application finds it in the state of its scope, as `line`, and says when it is at work."""

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
        self._head: asyncio.TimerHandle | None = None  # a request has to be here by then
        self._taking: asyncio.TimerHandle | None = None  # some of the answer has to be taken by then
        self._unread = b""  # what came and was not looked at yet
        self._bytes = 0  # that were looked at since the last request
        self._open = 0  # requests that are being answered
        self._waiting = 0  # bytes that waited when we last looked
        self._is_full = False  # uvicorn wants nothing more for now
        self._is_held = False  # nothing more is read
        self._is_left = True  # there is no line yet, it is gone, or a WebSocket has it

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Begin to wait for a request, if this address may have one more line."""
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
        """Part of a request, or many of them."""
        self._unread += data
        self._read()

    def eof_received(self) -> None:
        """Nothing more will come."""
        self._inner.eof_received()

    def pause_writing(self) -> None:
        """The other side does not take what is written as fast as it is."""
        self._inner.pause_writing()
        self._watch()
        self._lines.unsent.note(self, self.unsent)

    def resume_writing(self) -> None:
        """It does again."""
        self._lines.unsent.note(self, 0)
        if not self._line.is_closing():
            _stop(self._taking)
            self._taking = None
        self._inner.resume_writing()

    def connection_lost(self, exc: Exception | None) -> None:
        """Nobody waits any more."""
        if not self._is_left:
            self.leave()
            self._inner.connection_lost(exc)

    # What the application says

    def asked(self) -> None:
        """A request is here."""
        self._open += 1
        self._bytes = 0
        _stop(self._head)

    def answered(self) -> None:
        """It is answered; now for the next one."""
        self._open -= 1
        self._bytes = 0
        if not self._open and not self._line.is_closing():
            self._wait()

    # What the transport is told

    def close(self) -> None:
        """Hang up, when all is taken; but not for ever."""
        self._line.close()
        self._watch()

    def abort(self) -> None:
        """Hang up now."""
        self._line.abort()

    def leave(self) -> None:
        """Look after the line no longer."""
        self._is_left = True
        self._unread, self._is_full = b"", False
        self._hold()
        self._lines.leave(self._peer)
        self._lines.unsent.note(self, 0)
        _stop(self._head)
        _stop(self._taking)

    def want(self, more: bool) -> None:
        """Whether uvicorn takes more of what comes."""
        self._is_full = not more
        if more:
            self._loop.call_soon(self._go_on)
        self._hold()

    @property
    def unsent(self) -> int:
        """Bytes that wait to be taken."""
        return self._line.get_write_buffer_size()

    # What came

    def _read(self) -> None:
        """Look at a piece; at the next one in another turn of the loop, when the application has heard of this one."""
        if self._unread and not self._is_full and not self._line.is_closing():
            piece, self._unread = self._unread[:PIECE], self._unread[PIECE:]
            self._bytes += len(piece)
            self._inner.data_received(piece)
            if self._unread or self._bytes > MOST_HEAD:
                self._loop.call_soon(self._go_on)
        self._hold()

    def _go_on(self) -> None:
        """Cut off a head, or a body, that is too long for anybody; or look at the next piece."""
        if self._is_left:
            return
        if self._bytes > (MOST_REQUEST if self._open else MOST_HEAD):
            self.close()
        else:
            self._read()

    def _hold(self) -> None:
        """Let nothing come while there is something to look at."""
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
        """Let a reader go that has taken next to nothing."""
        self._taking = None
        if self.unsent > self._waiting - LEAST_TAKEN:
            self.abort()
        else:
            self._watch()


class _Transport:
    """The transport as uvicorn sees it: that of the line, but we hear when it hangs up, wants no more, or talks otherwise."""

    def __init__(self, protocol: HttpProtocol) -> None:
        self._protocol = protocol
        self.close = protocol.close

    def __getattr__(self, name: str) -> Any:
        return getattr(self._protocol._line, name)

    def pause_reading(self) -> None:
        """Another request came before the last was answered, or a long body."""
        self._protocol.want(more=False)

    def resume_reading(self) -> None:
        """On with it."""
        self._protocol.want(more=True)

    def write(self, data: bytes) -> None:
        """A part of an answer; what is meant for somebody who is gone is dropped."""
        if not self._protocol._line.is_closing():
            self._protocol._line.write(data)

    def set_protocol(self, protocol: asyncio.BaseProtocol) -> None:
        """A WebSocket from now on."""
        self._protocol.leave()
        self._protocol._line.set_protocol(protocol)


def bare(transport: asyncio.BaseTransport) -> asyncio.Transport:
    """The transport itself, of one that uvicorn was given."""
    return cast(asyncio.Transport, transport._protocol._line if isinstance(transport, _Transport) else transport)


def _stop(timer: asyncio.TimerHandle | None) -> None:
    if timer is not None:
        timer.cancel()
