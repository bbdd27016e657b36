"""WebSockets by hand: what no well-behaved client would send, or leave unread."""

from __future__ import annotations

import json
import socket as sockets
import struct
from typing import Any

from serving import Place

TEXT, BINARY, CLOSE, PING = 1, 2, 8, 9


def frame(opcode: int, data: bytes, fin: bool = True, mask: bool = True, reserved: int = 0) -> bytes:
    """The bytes of one frame; the mask is zero."""
    head = bytes([fin << 7 | reserved << 4 | opcode])
    size = len(data)
    if size < 126:
        head += bytes([mask << 7 | size])
    elif size < 1 << 16:
        head += bytes([mask << 7 | 126]) + struct.pack("!H", size)
    else:
        head += bytes([mask << 7 | 127]) + struct.pack("!Q", size)
    return head + (bytes(4) if mask else b"") + data


def say(do: str, **rest: Any) -> bytes:
    """A message as a frame."""
    return frame(TEXT, json.dumps({"do": do, **rest}).encode())


def handshake(table: str, **headers: str) -> bytes:
    """The request that opens a WebSocket."""
    lines = {
        "Host": "127.0.0.1",
        "Upgrade": "websocket",
        "Connection": "Upgrade",
        "Sec-WebSocket-Key": "AAAAAAAAAAAAAAAAAAAAAA==",
        "Sec-WebSocket-Version": "13",
        **headers,
    }
    return "\r\n".join(
        [f"GET /api/tables/{table}/socket HTTP/1.1", *(f"{name}: {value}" for name, value in lines.items()), "", ""]
    ).encode("latin-1")


def answer(place: Place, **headers: str) -> int:
    """The status with which the server answers a handshake."""
    with dial(place.url) as line:
        line.sendall(handshake(place.table, **headers))
        return int(line.recv(100).split()[1])


def dial(url: str, buffer: int = 0) -> sockets.socket:
    """A plain connection to a server; with a small buffer, it accepts little that is not read."""
    line = sockets.socket()
    line.settimeout(30)
    if buffer:
        line.setsockopt(sockets.SOL_SOCKET, sockets.SO_RCVBUF, buffer)
    host, _, port = url.removeprefix("http://").partition(":")
    line.connect((host, int(port)))
    return line


def opened(place: Place, buffer: int = 0) -> sockets.socket:
    """A WebSocket that was accepted and has said nothing."""
    line = dial(place.url, buffer)
    line.sendall(handshake(place.table))
    head = b""
    while b"\r\n\r\n" not in head:
        head += line.recv(1)
    assert head.startswith(b"HTTP/1.1 101")
    return line


def close_code(line: sockets.socket) -> int:
    """Read until the other side closes; return its close code, or 1006 without one."""
    heard = b""
    try:
        while data := line.recv(65536):
            heard += data
    except ConnectionResetError:
        pass
    code = 1006
    while len(heard) >= 2:
        size, start = heard[1] & 127, 2
        if size == 126:
            size, start = struct.unpack("!H", heard[2:4])[0], 4
        elif size == 127:
            size, start = struct.unpack("!Q", heard[2:10])[0], 10
        if heard[0] & 15 == CLOSE and size >= 2:
            code = struct.unpack("!H", heard[start : start + 2])[0]
        heard = heard[start + size :]
    return code
