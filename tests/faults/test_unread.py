"""docs/faults.md 21: answers over HTTP that nobody reads do not wait for ever, and do not fill the memory."""

from __future__ import annotations

import asyncio
import socket as sockets
from collections.abc import Iterator
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from fastapi.responses import PlainTextResponse
from uvicorn.server import ServerState

from faults.inside import Inside
from faults.raw import dial
from kartenhaus.server import serve
from kartenhaus.server.http_protocol import LEAST_TAKEN, HttpProtocol, OpenLines
from kartenhaus.server.settings import Settings
from kartenhaus.server.unsent import Unsent
from serving import wait_until

LONG, SHORT = 200_000, 40_000  # bytes of an answer: more than a line holds without complaint, and less


class Talkative(Inside):
    """A house that sends as many bytes as it is asked for, at `/much/BYTES`."""

    def start(self, wait: bool = True) -> None:
        """Start it."""
        super().start(wait)

        async def much(count: int) -> PlainTextResponse:
            return PlainTextResponse(count * "x")

        self.running.config.loaded_app.app.add_api_route("/much/{count}", much)


def ask(line: sockets.socket, count: int, *headers: str) -> None:
    line.sendall("\r\n".join([f"GET /much/{count} HTTP/1.1", "Host: a", *headers, "", ""]).encode())


def unsent(house: Inside) -> int:
    """Bytes that wait to be read by somebody."""
    return house.inside(lambda: sum(one.transport.get_write_buffer_size() for one in house.running.server_state.connections))


def is_answered(house: Inside, before: int) -> bool:
    """Whether all of one more answer is written."""
    return house.running.server_state.total_requests > before


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Inside]:
    with Talkative(tmp_path_factory.mktemp("house"), send_buffer=8192, patience=0.5) as running:
        yield running


@pytest.mark.parametrize(
    ("count", "headers"),
    [(LONG, []), (LONG, ["Connection: close"]), (SHORT, ["Connection: close"]), (SHORT, [])],
    ids=["long", "long, the last", "short, the last", "short"],
)
def test_who_asks_and_does_not_read_is_let_go(house: Inside, count: int, headers: list[str]) -> None:
    """However much it is: also what a line holds without complaint, and what is left when it should be over."""
    with dial(house.url, 4096) as deaf:
        ask(deaf, count, *headers)
        wait_until(lambda: unsent(house) > 0, "the answer")
        wait_until(lambda: not house.running.server_state.connections, "the end of the line")


def test_questions_that_wait_behind_an_unread_answer_go_with_it(house: Inside) -> None:
    with dial(house.url, 4096) as deaf:
        for _ in range(3):
            ask(deaf, LONG)
        wait_until(lambda: unsent(house) > 0, "the answer")
        wait_until(lambda: not house.running.server_state.connections, "the end of the line")
        wait_until(lambda: not house.running.server_state.tasks, "the end of all work for it")


def test_all_that_is_unread_has_a_limit_and_who_waits_longest_goes_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serve, "OpenLines", partial(OpenLines, unsent=Unsent(400_000)))
    with Talkative(tmp_path, send_buffer=8192, patience=600) as house, ExitStack() as stack:
        deaf = [stack.enter_context(dial(house.url, 4096)) for _ in range(5)]
        for line in deaf:
            answered = house.running.server_state.total_requests
            ask(line, LONG, "Connection: close")
            wait_until(partial(is_answered, house, answered), "the answer")
        wait_until(lambda: len(house.running.server_state.connections) == 2, "the end of the first three")
        assert unsent(house) <= 400_000
        heard = b""
        while more := deaf[-1].recv(65536):
            heard += more
        head, _, body = heard.partition(b"\r\n\r\n")
        assert head.startswith(b"HTTP/1.1 200")
        assert body == LONG * b"x"


def test_a_second_request_without_end_is_cut_while_the_first_is_answered(house: Inside, monkeypatch: pytest.MonkeyPatch) -> None:
    """docs/faults.md 20: nobody looks at it yet, but it is kept."""
    hold = house.inside(asyncio.Event)
    counted = house.house.store.open_tables

    async def count_late(*asked: Any) -> Any:
        await hold.wait()
        return await counted(*asked)

    monkeypatch.setattr(house.house.store, "open_tables", count_late)
    with dial(house.url) as line:
        line.sendall(b"GET /api/health HTTP/1.1\r\nHost: a\r\n\r\nGET / HTTP/1.1\r\nA: ")
        with pytest.raises(ConnectionError):
            line.sendall(20_000_000 * b"a")
    house.inside(hold.set)


class Line(asyncio.Transport):
    """A transport that keeps what nobody reads."""

    def __init__(self) -> None:
        super().__init__()
        self.size, self.is_aborted = 0, False

    def get_write_buffer_size(self) -> int:
        return self.size

    def is_closing(self) -> bool:
        return self.is_aborted

    def abort(self) -> None:
        self.size, self.is_aborted = 0, True


def test_who_reads_slowly_is_served() -> None:
    """A slow reader may take long, as long as it reads something in time."""

    async def reading() -> None:
        config = serve.configuration(Settings())
        config.load()
        line = Line()
        protocol = HttpProtocol(Settings(patience=600), OpenLines(Settings()), config, ServerState(), {})
        protocol.connection_made(line)
        line.size = 10 * LEAST_TAKEN
        protocol.pause_writing()
        for _ in range(5):
            line.size -= LEAST_TAKEN
            protocol._look()
            assert not line.is_aborted
        line.size -= LEAST_TAKEN - 1
        protocol._look()
        assert line.is_aborted
        protocol.leave()

    asyncio.run(reading())
