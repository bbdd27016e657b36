"""Frames that no client of ours would send: the right answer or the right goodbye, and the house goes on."""

from __future__ import annotations

import asyncio
import contextlib
import json
import socket as sockets
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from websockets.exceptions import ConnectionClosed

from faults.inside import Inside
from faults.raw import BINARY, CLOSE, PING, TEXT, close_code, frame, handshake, opened, say
from kartenhaus.server.conversation import MOST_MESSAGE
from kartenhaus.server.websocket_protocol import WebSocketProtocol
from kartenhaus.table.commands import MAX_REF
from serving import Line, Place, Server, wait_until

WORDS = "hello move ready chat leave remove bot lock host close resign pause resume regret answer story ping".split()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("house")) as running:
        process = running.process
        yield running
        assert process is not None
        assert process.poll() is None
        assert "Traceback" not in running.said
        assert "kartenhaus_broken_total 0" in running.get("../metrics").text


WRONG_MESSAGES = {
    "no JSON": "hello",
    "empty": "",
    "cut": '{"do": "pi',
    "a number": "1",
    "a list": "[]",
    "null": "null",
    "nothing to do": "{}",
    "unknown": '{"do": "dance"}',
    "do is no text": '{"do": 7}',
    "twice": '{"do": "ping"} {"do": "ping"}',
    "a word for a number": '{"do": "remove", "seat": "one"}',
    "a number for a word": '{"do": "chat", "text": 5}',
    "a fraction": '{"do": "remove", "seat": 1.5}',
    "beyond all numbers": '{"do": "remove", "seat": ' + "9" * 400 + "}",
    "a move beyond all numbers": '{"do": "move", "move": "draw", "answers": ' + "9" * 5000 + "}",
    "a story beyond all numbers": '{"do": "story", "game": ' + "9" * 30 + "}",
    "not a number": '{"do": "remove", "seat": NaN}',
    "a field missing": '{"do": "move", "move": "draw"}',
    "deep": "[" * 8000,
    "deep objects": '{"do":' * 1300,
    "deep where it does not matter": '{"do": "ping", "x": ' + "[" * 3000 + "]" * 3000 + "}",
    "half a letter": '{"do": "chat", "text": "\\ud800"}',
    "long": '{"do": "ping", "x": "' + "x" * MOST_MESSAGE + '"}',
    "long in bytes": '{"do": "chat", "text": "' + "🂡" * (MOST_MESSAGE // 3) + '"}',
}


@pytest.mark.parametrize("text", WRONG_MESSAGES.values(), ids=WRONG_MESSAGES.keys())
def test_a_wrong_message_is_answered_and_the_line_stays(server: Server, text: str) -> None:
    """docs/faults.md 22: one bad word is no reason to hang up."""
    with Line(server.open()) as line:
        before = line.settle()["number"]
        line.socket.send(text)
        frame = line.next()
        assert (frame["type"], frame["code"]) == ("error", "message")
        assert len(frame["message"]) < 400
        assert line.do("ping")["number"] == before


def test_binary_messages_are_answered_and_the_line_stays(server: Server) -> None:
    """docs/faults.md 22: text only."""
    with Line(server.open()) as line:
        line.socket.send(b'{"do": "ping"}')
        assert line.next()["code"] == "message"
        assert line.do("ping")["type"] == "pong"


@pytest.mark.parametrize(
    "first", ["", "{", '{"do": "ping"}', '{"do": "hello", "token": 5}', "[" * 9000, b"\0", '{"do":"hello","name":"\\udfff"}']
)
def test_who_does_not_say_hello_is_let_go(server: Server, first: str | bytes) -> None:
    """docs/faults.md 22: nothing is shown to someone who did not introduce themselves."""
    with Line(server.open(), hello=False) as line:
        line.socket.send(first)
        assert line.close_code() == 1008
        assert line.heard == []


def test_messages_that_arrive_together_are_read_one_by_one(server: Server) -> None:
    """docs/faults.md 22: whatever their lengths; what comes in one piece need not be one message."""
    host = server.open()
    with Line(host) as line:
        for size in range(1, 200):
            refs = ["first", size * "x"]
            line.socket.socket.sendall(b"".join(say("ping", ref=ref) for ref in refs))
            assert [line.hear("pong")["ref"] for _ in refs] == [ref[:MAX_REF] for ref in refs]


BAD_FRAMES = {
    "too long": (frame(TEXT, b"x" * 20_000), 1009),
    "too long in parts": (frame(TEXT, b"x" * 9000, fin=False) + frame(0, b"x" * 9000), 1009),
    "said to be long": (bytes([0x81, 0xFF]) + (1 << 40).to_bytes(8, "big") + bytes(4), 1009),
    "no UTF-8": (frame(TEXT, b'{"do": "chat", "text": "\xff\xfe"}'), 1007),
    "half a letter": (frame(TEXT, b"\xed\xa0\x80"), 1007),
    "not masked": (frame(TEXT, b"{}", mask=False), 1002),
    "no such opcode": (frame(3, b"{}"), 1002),
    "reserved bits": (frame(TEXT, b"{}", reserved=4), 1002),
    "a long ping": (frame(PING, bytes(200)), 1002),
    "a ping in parts": (frame(PING, b"", fin=False), 1002),
    "nothing to continue": (frame(0, b"{}"), 1002),
    "a goodbye of one byte": (frame(CLOSE, b"\x03"), 1002),
    "a goodbye without sense": (frame(CLOSE, b"\x03\xe7"), 1002),
    "parts without end": (frame(BINARY, b"", fin=False) + 100 * frame(0, b"", fin=False), 1006),
}


@pytest.mark.parametrize(("data", "code"), BAD_FRAMES.values(), ids=BAD_FRAMES.keys())
@pytest.mark.parametrize("greeted", [False, True])
def test_a_broken_frame_ends_its_line_with_the_right_code(server: Server, data: bytes, code: int, greeted: bool) -> None:
    """docs/faults.md 22: and no other."""
    host = server.open()
    with Line(Place(server.url, host.table)) as other, opened(host) as line:
        if greeted:
            line.sendall(say("hello", token=host.token))
            other.until(lambda state: state["seats"][0]["here"])
        line.sendall(data)
        assert close_code(line) == code
        assert other.do("ping")["type"] == "pong"


values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20) | st.sampled_from(["draw", "play g5", "easy"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=5,
)
fields = st.dictionaries(
    st.sampled_from(["ref", "move", "answers", "seat", "level", "text", "nonce", "game", "agrees", "x"]), values
)
messages = st.builds(lambda do, rest: {**rest, "do": do}, st.sampled_from(WORDS) | st.text(max_size=6), fields)


@settings(max_examples=50, suppress_health_check=list(HealthCheck))
@given(said=st.lists(messages | values, min_size=1, max_size=6), game=st.sampled_from(["mada", "mad", "maumau"]))
def test_whatever_is_said_a_table_goes_on(server: Server, said: list[Any], game: str) -> None:
    """docs/faults.md 22: any JSON at all, in a game."""
    host = server.open(game, players=2, bots=["easy"], ready=True)
    with Line(host) as line, Line(Place(server.url, host.table)) as other:
        try:
            for message in said:
                line.socket.send(json.dumps(message))
            assert line.do("ping", ref="end")["type"] in ("pong", "error")
        except ConnectionClosed as closed:
            assert closed.rcvd is not None
            assert closed.rcvd.code in (1000, 4001)  # the seat was left, or the table closed
        with contextlib.suppress(ConnectionClosed):  # the table closed, and said so to all
            other.settle()
        assert not any(frame.get("code") == "broken" for frame in [*line.heard, *other.heard])


def test_a_frame_that_comes_in_two_pieces_is_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """docs/faults.md 22: wherever it is cut, and even if its second piece looks like the beginning of a message."""
    pieces: list[bytes] = []
    take = WebSocketProtocol.data_received

    def noted(self: WebSocketProtocol, data: bytes) -> None:
        take(self, data)
        pieces.append(data)

    def send(line: sockets.socket, piece: bytes) -> None:
        line.sendall(piece)
        wait_until(lambda: pieces[-1:] == [piece], "the piece, alone")

    monkeypatch.setattr(WebSocketProtocol, "data_received", noted)
    text = b'{"do": "ping", "ref": "a"}'
    mask = bytes([0x81, 0x80 + len(text) - 2, 1, 2])  # with what follows it, as long as a message that says so
    masked = bytes(letter ^ mask[number % 4] for number, letter in enumerate(text))
    whole = bytes([0x81, 0x80 + len(text)]) + mask + masked
    with Inside(tmp_path) as house:
        place = house.open("mada", players=2)
        for cut in range(1, len(whole)):
            with opened(place) as line:
                send(line, say("hello", token=place.token))
                send(line, whole[:cut])
                send(line, whole[cut:])
                line.sendall(say("ping", ref="b"))
                heard = b""
                while b'"ref":"b"' not in heard:
                    got = line.recv(65536)
                    assert got, cut
                    heard += got
                assert b'"ref":"a"' in heard, cut


class _Heard:
    """A transport and an application: what a WebSocket says to both."""

    def __init__(self) -> None:
        self.said: list[Any] = []
        self.loaded_app, self.ws_max_size, self.ws_ping_interval, self.ws_ping_timeout = self.converse, 300, 1000, 1000
        self.connections: set[Any] = set()
        self.tasks: set[Any] = set()
        self.closing = False

    async def converse(self, _: Any, receive: Any, send: Any) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        while (event := await receive())["type"] == "websocket.receive":
            self.said.append(event)
        self.said.append(event)

    def __getattr__(self, name: str) -> Any:
        return lambda *_: self.closing if name == "is_closing" else self.note(name, *_)

    def note(self, name: str, *what: Any) -> None:
        self.closing |= name in ("close", "abort")
        self.said.append((name, *what))


class _Other(WebSocketProtocol):
    """Reads every frame with `websockets`."""

    def _takes(self, data: bytes) -> bool:
        return False


FRAMES = st.one_of(
    st.builds(lambda text: frame(TEXT, text.encode()), st.text(max_size=130)),
    st.builds(lambda text, at: masked(frame(TEXT, text.encode()), at), st.text(max_size=40), st.integers(0, 2**32 - 1)),
    st.builds(
        frame,
        st.sampled_from((0, TEXT, BINARY, CLOSE, PING, 10, 11)),
        st.binary(max_size=150),
        fin=st.booleans(),
        mask=st.sampled_from((True, True, True, False)),
        reserved=st.sampled_from((0, 0, 0, 1)),
    ),
    st.binary(min_size=1, max_size=20),
)


def masked(whole: bytes, key: int) -> bytes:
    """A frame of less than 126 bytes with another mask."""
    mask = key.to_bytes(4, "big")
    if whole[1] & 0x7F > 125:
        return whole
    return whole[:2] + mask + bytes(letter ^ mask[number % 4] for number, letter in enumerate(whole[6:]))


@settings(deadline=None, max_examples=300)
@given(
    frames=st.lists(FRAMES, max_size=8),
    cuts=st.lists(st.integers(0, 400), max_size=4),
    apart=st.booleans(),
    waits=st.sampled_from(((8, 8), (8, 0), (0, 8), (0, 0))),
)
@example([frame(TEXT, b"a", fin=False), frame(TEXT, b"b"), frame(0, b"c")], [], True, (8, 8))
@example([frame(TEXT, b"%d" % number) for number in range(9)], [], True, (8, 0))
@example([frame(TEXT, b"a"), frame(TEXT, b"b")], [], True, (0, 0))
def test_short_texts_are_read_as_websockets_reads_them(
    frames: list[bytes], cuts: list[int], apart: bool, waits: tuple[int, int]
) -> None:
    """docs/faults.md 22: whatever comes, however it is cut, and whenever: both readers say the same."""
    first, each = waits
    data = b"".join(frames)
    ends = sorted({min(cut, len(data)) for cut in cuts} | {0, len(data)})
    packets = frames if apart else [data[start:end] for start, end in pairwise(ends)]

    async def read(kind: type[WebSocketProtocol]) -> list[Any]:
        heard: Any = _Heard()
        protocol = kind(heard, heard, {})
        protocol.connection_made(heard)
        protocol.data_received(handshake("abc"))
        for _ in range(first):
            await asyncio.sleep(0)
        for packet in packets:
            if heard.closing:
                break
            protocol.data_received(packet)
            for _ in range(each):
                await asyncio.sleep(0)
        for _ in range(30):
            await asyncio.sleep(0)
        protocol.connection_lost(None)
        await asyncio.gather(*heard.tasks)
        return [one for one in heard.said if b"Switching Protocols" not in str(one).encode()]  # it has a date

    assert asyncio.run(read(WebSocketProtocol)) == asyncio.run(read(_Other))
