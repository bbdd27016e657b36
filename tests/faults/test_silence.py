"""Connections that say nothing or read nothing are closed; nobody else notices."""

from __future__ import annotations

import contextlib
import resource
import select
import socket as sockets
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from faults.inside import Inside
from faults.raw import PING, dial, frame, opened, say
from kartenhaus.server import serve
from kartenhaus.server.websocket_protocol import WebSocketProtocol
from serving import DEALT, PATIENCE, Line, Place, Server, begin, wait_until

SILENT = 5000
MOST_WAITING = 300_000  # bytes for one that does not read: a hundred frames, and what the line itself holds
MOST_STORIES = 2_300_000  # bytes, where the frames are long
BEGINNINGS = [
    b"",
    b"G",
    b"GET /api/health HTTP/1.1\r\nHost: a\r\n",
    b"POST /api/tables HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 90\r\n\r\n{",
    b"POST /api/tables HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n1\r\n{\r\n",
]
ASKED = b"GET /api/games/mada HTTP/1.1\r\nHost: a\r\n\r\n"


@contextlib.contextmanager
def many_files(soft: int) -> Iterator[None]:
    """Allow this process this many open files, as far as the system permits."""
    before, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(soft, most), most))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (before, most))


def test_silent_connections_end_and_others_are_served_meanwhile(tmp_path: Path) -> None:
    """docs/faults.md 20: nothing at all, half a request of every kind, and WebSockets without a hello."""
    with contextlib.ExitStack() as stack:
        with many_files(1024):  # as few as most systems give: the server asks for more itself
            server = stack.enter_context(Server(tmp_path, program=DEALT, hello=3))
        stack.enter_context(many_files(SILENT + 1500))
        count = min(SILENT, resource.getrlimit(resource.RLIMIT_NOFILE)[0] - 500)
        host = server.open()
        open_lines: dict[int, sockets.socket] = {}
        poll = select.poll()
        for number in range(count):
            line = stack.enter_context(dial(server.url) if number % 10 else opened(host))
            if number % 50 == 1:  # a whole request, its answer, and then half of one more
                line.sendall(ASKED)
                assert line.recv(65536).startswith(b"HTTP/1.1 200")
                line.sendall(ASKED[:30])
            elif number % 10:
                line.sendall(BEGINNINGS[number % len(BEGINNINGS)])
            line.setblocking(False)
            open_lines[line.fileno()] = line
            poll.register(line, select.POLLIN)
        began = time.monotonic()
        with httpx.Client(base_url=server.url, verify=False, timeout=30) as newcomer:
            for _ in range(5):
                assert newcomer.get(f"/api/tables/{host.table}").status_code == 200
        with Line(host) as player:
            assert player.do("ping")["type"] == "pong"
            while open_lines:
                assert time.monotonic() - began < PATIENCE, f"{len(open_lines)} are still open"
                for number, _ in poll.poll(200):
                    if _is_closed(open_lines[number]):
                        poll.unregister(number)
                        del open_lines[number]
            assert player.do("ping")["type"] == "pong"


def _is_closed(line: sockets.socket) -> bool:
    try:
        return not line.recv(65536)
    except BlockingIOError:
        return False
    except ConnectionResetError:
        return True


@pytest.fixture
def house(tmp_path: Path) -> Iterator[Inside]:
    with Inside(tmp_path, send_buffer=8192, patience=4.0) as running:
        yield running


def waiting(house: Inside) -> int:
    """Bytes that wait to be read by others, in all connections of the house."""
    lines = sum(one._bytes for room in house.house.rooms.values() for one in room.connections)
    return lines + sum(one.transport.get_write_buffer_size() for one in house.running.server_state.connections)


def test_a_reader_that_never_reads_is_let_go_and_nobody_waits_for_it(house: Inside) -> None:
    """docs/faults.md 21: what waits for it is bounded, and then it is gone, whatever it has left unread."""
    host, guest = house.full_table("maumau", 2)
    with Line(host) as player, Line(guest) as other, opened(Place(house.url, host.table), 4096) as deaf:
        begin([player, other])  # so that there is much to show
        deaf.sendall(say("hello"))
        other.until(lambda _: house.inside(lambda: len(house.room(host.table).connections)) == 3)
        for number in range(400):
            assert player.do("chat", text=f"{number} " * 60)["type"] == "done"
            other.hear("state", number=player.state["number"])
            assert house.inside(lambda: waiting(house)) < MOST_WAITING
        wait_until(lambda: len(house.room(host.table).connections) == 2, "letting it go")
        wait_until(lambda: len(house.running.server_state.connections) == 2 + http(house), "closing the line")
        assert house.inside(lambda: waiting(house)) == 0


def http(house: Inside) -> int:
    """Connections that are not WebSockets."""
    return sum(not isinstance(one, WebSocketProtocol) for one in list(house.running.server_state.connections))


def test_one_who_asks_for_much_and_reads_nothing_is_let_go(house: Inside) -> None:
    """docs/faults.md 21: the answers to its own questions do not pile up either."""
    host = house.open("mad", players=2, bots=["easy"], ready=True)
    with opened(host, 4096) as deaf:
        deaf.sendall(say("hello", token=host.token))
        wait_until(lambda: house.room(host.table).connections, "hello")
        with contextlib.suppress(ConnectionError):
            for _ in range(20):
                deaf.sendall(100 * say("ping", ref="x" * 40) + 20 * say("story"))
                assert house.inside(lambda: waiting(house)) < MOST_STORIES
        wait_until(lambda: not house.room(host.table).connections, "letting it go")


def test_all_that_waits_to_be_read_over_websockets_has_a_limit(house: Inside) -> None:
    """docs/faults.md 21: who has let it wait longest goes first; who reads stays."""
    host = house.open("maumau", players=2, bots=["easy"], ready=True)
    house.house.unsent.most = 400_000
    with Line(host) as reader, contextlib.ExitStack() as stack:
        for number in range(1, 9):
            deaf = stack.enter_context(opened(host, 4096))
            deaf.sendall(say("hello", token=host.token))
            wait_until(lambda: len(house.room(host.table).connections) > 1, "hello")
            deaf.sendall(20 * say("story"))
            house.inside(lambda: None)
            assert reader.do("ping")["type"] == "pong"
            assert house.inside(lambda: house.house.unsent.total) <= 400_000, number
        wait_until(lambda: len(house.room(host.table).connections) < 9, "letting the first go")
    wait_until(lambda: not house.room(host.table).connections, "the end")
    wait_until(lambda: house.inside(lambda: house.house.unsent.total) == 0, "nothing is left")


def test_pings_that_are_answered_but_not_read_do_not_pile_up(house: Inside) -> None:
    """docs/faults.md 21: nor do the answers that the protocol itself gives."""
    host = house.open("mada")
    with opened(host, 4096) as deaf:
        deaf.settimeout(1)
        deaf.sendall(say("hello", token=host.token))
        with contextlib.suppress(TimeoutError, ConnectionError):
            for _ in range(200):
                deaf.sendall(200 * frame(PING, bytes(125)))
        assert house.inside(lambda: waiting(house)) < 500_000
    assert house.get("health").status_code == 200


def test_who_answers_no_ping_is_gone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """docs/faults.md 20: and who does stays, however little is said."""
    monkeypatch.setattr(serve, "PING", 0.5)
    with Inside(tmp_path) as house:
        host = house.open()
        with Line(host) as player, opened(Place(house.url, host.table)) as asleep:
            asleep.sendall(say("hello"))
            wait_until(lambda: len(house.room(host.table).connections) == 2, "hello")
            wait_until(lambda: len(house.room(host.table).connections) == 1, "letting it go")
            assert player.do("ping")["type"] == "pong"


def _send_until_cut(line: sockets.socket, data: bytes) -> None:
    for _ in range(1000):
        line.sendall(data)


def test_a_head_without_end_is_cut(server: Server) -> None:
    """docs/faults.md 20: letters that never become a request."""
    for endless in (b"GET /", b"GET / HTTP/1.1\r\nA: ", b"GET / HTTP/1.1\r\n"):
        with dial(server.url) as line:
            line.sendall(endless)
            more = 1000 * b"B: ccccc\r\n" if endless.endswith(b"\n") else 10_000 * b"a"
            with pytest.raises(ConnectionError):
                _send_until_cut(line, more)
    assert server.get("health").status_code == 200
