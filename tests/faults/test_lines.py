"""docs/faults.md 49: Connections are read in small pieces, and none may cost too much."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import socket as sockets
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from websockets.frames import Frame

from faults.inside import Inside
from faults.raw import PING, TEXT, answer, close_code, dial, frame, opened, say
from kartenhaus.server import http_protocol
from kartenhaus.server.edge import MOST_TARGET
from kartenhaus.server.http_protocol import LINES_PER_SOCKET, MOST_HEAD, PIECE
from kartenhaus.server.websocket_protocol import MOST_PARTS, MOST_SIGNS, WebSocketProtocol
from serving import wait_until

CONT, PONG = 0, 10
MANY = 20_000
ASKED = b"GET /api/health HTTP/1.1\r\nHost: a\r\n\r\n"


@pytest.fixture
def house(tmp_path: Path) -> Iterator[Inside]:
    with Inside(tmp_path) as running:
        yield running


@pytest.fixture
def frames(monkeypatch: pytest.MonkeyPatch) -> list[Frame]:
    """All frames that are looked at."""
    seen: list[Frame] = []
    take = WebSocketProtocol._take

    def noted(self: WebSocketProtocol, one: Frame) -> None:
        seen.append(one)
        take(self, one)

    monkeypatch.setattr(WebSocketProtocol, "_take", noted)
    return seen


@pytest.mark.parametrize("sign", [frame(PING, b""), frame(PONG, b""), frame(PING, bytes(125))], ids=["ping", "pong", "long ping"])
def test_a_line_with_nothing_but_signs_of_life_is_cut(house: Inside, frames: list[Frame], sign: bytes) -> None:
    """Each is cheap, but thousands of them come in one packet."""
    host = house.open()
    with opened(host) as line:
        with contextlib.suppress(ConnectionError):
            line.sendall(say("hello", token=host.token) + MANY * sign)
        assert close_code(line) == 1006
    assert len(frames) <= MOST_SIGNS[1] + PIECE


def test_thousands_of_tiny_messages_are_not_even_looked_at(tmp_path: Path, frames: list[Frame]) -> None:
    """The server reads them one by one and closes the connection; it never reads the rest."""
    with Inside(tmp_path, messages=5) as house:
        host = house.open()
        with opened(host) as line:
            with contextlib.suppress(ConnectionError):
                line.sendall(say("hello", token=host.token) + MANY * frame(TEXT, b""))
            assert close_code(line) in (1006, 1008)
        assert len(frames) < MANY / 10


def test_what_is_said_after_goodbye_is_not_listened_to_for_long(house: Inside, frames: list[Frame]) -> None:
    host = house.open()
    with opened(host) as line:
        with contextlib.suppress(ConnectionError):
            line.sendall(frame(TEXT, b"no hello") + MANY * frame(TEXT, b""))
        assert close_code(line) in (1006, 1008)
    assert len(frames) < MANY / 10


def test_a_message_in_thousands_of_parts_is_not_waited_for(house: Inside, frames: list[Frame]) -> None:
    """Each part is empty, so no limit in bytes is ever reached."""
    host = house.open()
    with opened(host) as line:
        with contextlib.suppress(ConnectionError):
            line.sendall(say("hello", token=host.token) + frame(TEXT, b"", fin=False) + MANY * frame(CONT, b"", fin=False))
        assert close_code(line) == 1006
    assert len(frames) <= MOST_PARTS + PIECE


class Slow(Inside):
    """A house that answers a health check when the test wants it."""

    def start(self, wait: bool = True) -> None:
        """Start it."""
        super().start(wait)
        self.hold = self.inside(asyncio.Event)
        store: Any = self.house.store
        counted = store.open_tables

        async def count_late(*asked: Any) -> Any:
            await self.hold.wait()
            return await counted(*asked)

        store.open_tables = count_late


def answers(line: sockets.socket, count: int) -> bytes:
    """Read this many answers."""
    heard = b""
    while heard.count(b"HTTP/1.1 ") < count or not heard.endswith(b"}"):
        more = line.recv(65536)
        assert more
        heard += more
    return heard


def test_requests_behind_one_that_is_answered_wait_unread(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Thousands fit into one packet, and each would be kept with all that belongs to it."""
    begun = [0]

    class Noted(HttpToolsProtocol):
        def on_message_begin(self) -> None:
            begun[0] += 1
            super().on_message_begin()

    monkeypatch.setattr(http_protocol, "HttpToolsProtocol", Noted)
    count = 300
    with Slow(tmp_path) as house, dial(house.url) as line:
        line.sendall(count * ASKED)
        wait_until(lambda: begun[0], "the first")
        house.inside(lambda: None)
        most = PIECE // len(ASKED) + 2
        assert begun[0] <= most < count
        house.inside(house.hold.set)
        assert answers(line, count).count(b"HTTP/1.1 200") == count, "all are answered in the end"


def test_who_hangs_up_before_all_is_answered_makes_no_noise(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    with Slow(tmp_path) as house:
        with dial(house.url) as line:
            line.sendall(50 * ASKED)
            wait_until(lambda: house.running.server_state.tasks, "the first")
            line.setsockopt(sockets.SOL_SOCKET, sockets.SO_LINGER, b"\1\0\0\0\0\0\0\0")  # with a reset
        house.inside(house.hold.set)
        wait_until(lambda: not house.running.server_state.connections, "the end of the line")
        wait_until(lambda: not house.running.server_state.tasks, "the end of all work for it")
    assert [record for record in caplog.records if record.levelno >= logging.ERROR] == []


def test_a_body_and_the_next_head_in_two_parts_are_fine(house: Inside) -> None:
    """The length of an earlier request does not count against the next one."""
    body = b'{"game": "mada"}'.ljust(60_000)
    head = b"POST /api/tables HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n" % len(body)
    with dial(house.url) as line:
        line.setsockopt(sockets.IPPROTO_TCP, sockets.TCP_NODELAY, 1)
        line.sendall(head + body)
        assert answers(line, 1).startswith(b"HTTP/1.1 201")
        line.sendall(ASKED[:20])
        wait_until(lambda: house.inside(lambda: not house.running.server_state.tasks), "nothing to do")
        line.sendall(ASKED[20:])
        assert answers(line, 1).startswith(b"HTTP/1.1 200")


def test_the_address_of_a_request_has_an_end(house: Inside) -> None:
    """Nobody needs a query with thousands of parts."""
    for target in ("/?" + "a&" * MOST_TARGET, "/" + "a" * MOST_TARGET):
        with dial(house.url) as line:
            line.sendall(f"GET {target} HTTP/1.1\r\nHost: a\r\n\r\n".encode())
            assert line.recv(65536).startswith(b"HTTP/1.1 414")
    assert answer(house.watch("x?" + "a&" * MOST_TARGET)) == 403
    with dial(house.url) as line:
        line.sendall(f"GET /?{(MOST_TARGET - 1) * 'a'} HTTP/1.1\r\nHost: a\r\n\r\n".encode())
        assert line.recv(65536).startswith(b"HTTP/1.1 200")


def test_a_head_that_does_not_end_is_cut(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Fields without number, or one without an end; long before anybody loses patience."""
    taken = [0]

    class Noted(HttpToolsProtocol):
        def data_received(self, data: bytes) -> None:
            taken[0] += len(data)
            super().data_received(data)

    monkeypatch.setattr(http_protocol, "HttpToolsProtocol", Noted)
    with Inside(tmp_path, hello=600) as house:
        for more in (b"a: b\r\n", b"a"):
            taken[0] = 0
            with dial(house.url) as line:
                with contextlib.suppress(ConnectionError):
                    line.sendall(b"GET / HTTP/1.1\r\nHost: a\r\nb: " + 200_000 * more)
                with contextlib.suppress(ConnectionError):
                    assert line.recv(100) == b""
            assert taken[0] <= MOST_HEAD + PIECE


@pytest.mark.parametrize("proxies", ["", "127.0.0.1"])
def test_one_address_has_so_many_lines(tmp_path: Path, proxies: str) -> None:
    """The next is cut at once; a proxy that is believed has as many as it wants, and a WebSocket is counted elsewhere."""
    with Inside(tmp_path, sockets=1, proxies=proxies, hello=600) as house, contextlib.ExitStack() as stack:
        silent = [stack.enter_context(dial(house.url)) for _ in range(LINES_PER_SOCKET)]
        wait_until(lambda: len(house.running.server_state.connections) == LINES_PER_SOCKET, "all lines")
        with dial(house.url) as line:
            with contextlib.suppress(ConnectionError):
                line.sendall(ASKED)
            try:
                heard = line.recv(100)
            except ConnectionError:
                heard = b""
            assert heard[:12] == (b"HTTP/1.1 200" if proxies else b"")
        silent[0].close()
        wait_until(lambda: len(house.running.server_state.connections) < LINES_PER_SOCKET, "a free place")
        host = house.open()
        with opened(host) as line:
            line.sendall(say("hello", token=host.token))
            wait_until(lambda: house.room(host.table).connections, "hello")
            assert house.get("health").status_code == 200
