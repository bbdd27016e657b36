"""A player at a table of boardgame.io (bench/boardgame.io), with the same client: Socket.IO packets over WebSocket."""

from __future__ import annotations

import asyncio
import random
import subprocess
import time
from pathlib import Path
from typing import Any

import msgspec
from picows import WSFrame, WSListener, WSMsgType, WSTransport, ws_connect

FOLDER = Path(__file__).parent / "boardgame.io"
SPACE = b"/shedding,"  # the game, which follows a packet's type


def install() -> bool:
    """Fetch it from npm, once; return whether that worked."""
    if not (FOLDER / "node_modules/boardgame.io").is_dir():
        command = ["npm", "install", "--no-audit", "--no-fund", "--no-package-lock", "--silent"]
        try:
            subprocess.run(command, cwd=FOLDER, check=True, capture_output=True)
        except (OSError, subprocess.CalledProcessError) as error:
            print(f"  boardgame.io is not here to compare with: {error}")
            return False
    return True


class PeerPlayer(WSListener):
    """Plays as soon as it is its turn, and records how long the answer took."""

    def __init__(self, match: str, seat: str) -> None:
        super().__init__()
        self.match, self.seat = match, seat
        self.chance = random.Random(f"{match} {seat}")
        self.acks: list[tuple[float, float]] = []  # when, and after how long
        self.sent = 0.0
        self.refused = 0
        self.greeted = False
        self.transport: Any = None

    def on_ws_connected(self, transport: WSTransport) -> None:
        """Wait for the greeting."""
        self.transport = transport

    def on_ws_frame(self, _: WSTransport, frame: WSFrame) -> None:
        """Move when it is our turn."""
        if frame.msg_type != WSMsgType.TEXT:
            return
        packet = frame.get_payload_as_bytes()
        if packet[:1] == b"0":  # welcome to the server
            self.say(b"40" + SPACE)
        elif packet[:1] == b"2":  # are you there?
            self.say(b"3")
        elif packet.startswith(b"40"):  # welcome to the game
            self.greeted = True
        elif packet.startswith(b"42"):
            self.hear(*msgspec.json.decode(packet[2 + len(SPACE) :]))

    def hear(self, kind: str, _: str, told: Any, *__: Any) -> None:
        """A state of the table: the answer to our move, or our turn."""
        if kind not in ("sync", "update"):
            return
        if self.sent:
            now = time.perf_counter()
            self.acks.append((now, now - self.sent))
            self.sent = 0.0
        state = told["state"] if kind == "sync" else told
        if state["ctx"]["currentPlayer"] == self.seat:
            hand = state["G"]["players"][self.seat]["hand"]
            play = len(hand) > 1 and self.chance.random() < len(hand) / 16
            move = {"type": "play", "args": [self.chance.choice(hand)]} if play else {"type": "draw", "args": []}
            self.sent = time.perf_counter()
            action = {"type": "MAKE_MOVE", "payload": {**move, "playerID": self.seat}}
            self.emit("update", action, state["_stateID"], self.match, self.seat)

    def emit(self, *arguments: Any) -> None:
        """Send an event of Socket.IO."""
        self.say(b"42" + SPACE + msgspec.json.encode(arguments))

    def say(self, packet: bytes) -> None:
        """Send a packet."""
        self.transport.send(WSMsgType.TEXT, packet)


async def seat_peers(address: str, tables: int, evening: int) -> list[PeerPlayer]:
    """Two players at each of some tables; every evening has its own."""
    players = [PeerPlayer(f"{evening}-{tables}-{number}", seat) for number in range(tables) for seat in "01"]
    for player in players:
        url = f"ws{address.removeprefix('http')}/socket.io/?EIO=4&transport=websocket"
        await ws_connect(lambda player=player: player, url)
    while not all(player.greeted for player in players):
        await asyncio.sleep(0.05)
    for player in players:
        player.emit("sync", player.match, player.seat, None, 2)
    return players
