"""Friendly clients for bench/soak.py: two at a table with a bot, game after game; they record every acknowledgement."""

from __future__ import annotations

import asyncio
import json
import random
import secrets
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

if TYPE_CHECKING:
    from soak import Soak

GAMES = ("mada", "mad", "maumau")
PING = 0.5  # seconds between two pings


@dataclass
class Friend:
    """A table at which two people play with a bot."""

    address: str
    number: int
    dice: random.Random

    @property
    def headers(self) -> dict[str, str]:
        """The players of every table share an address of their own, as a proxy on this machine would report it."""
        return {"x-forwarded-for": f"10.1.0.{self.number + 1}"}


async def play(friend: Friend, soak: Soak) -> None:
    """Open a table and play a game there, again and again, until the soak is over."""
    number = friend.number
    async with httpx.AsyncClient(base_url=friend.address, headers=friend.headers, timeout=30) as asking:
        while not soak.over:
            game = GAMES[number % len(GAMES)]
            number += 1
            opened = await asking.post("/api/tables", json={"game": game, "players": 3, "name": "Mia", "bots": ["medium"]})
            opened.raise_for_status()
            table = opened.json()["table"]
            joined = await asking.post(f"/api/tables/{table}/join", json={"name": "Ben"})
            joined.raise_for_status()
            await asyncio.gather(*(_sit(friend, soak, one.json()) for one in (opened, joined)))
            if not soak.over:
                soak.games[game] += 1


async def _sit(friend: Friend, soak: Soak, taken: dict[str, Any]) -> None:
    """Play one seat until the game is over; a broken connection is an error: there is no reason for it."""
    url = f"ws{friend.address.removeprefix('http')}/api/tables/{taken['table']}/socket"
    async with connect(url, additional_headers=friend.headers, compression=None, max_size=None, open_timeout=30) as line:
        await line.send(json.dumps({"do": "hello", "token": taken["token"]}))
        seat = Seat(soak, taken["table"], line, friend.dice)
        pinging = asyncio.create_task(seat.ping())
        try:
            await seat.play()
        finally:
            pinging.cancel()


class Seat:
    """One player: what it says, and when."""

    def __init__(self, soak: Soak, table: str, line: ClientConnection, dice: random.Random) -> None:
        self.soak, self.table, self.line, self.dice = soak, table, line, dice
        self.said: dict[str, tuple[float, dict[str, Any]]] = {}  # messages without an answer yet, and when they were sent
        self.answered = -1  # the entry that was answered last
        self.ready = False

    async def ping(self) -> None:
        """Send a ping at intervals."""
        while True:
            await self._say({"do": "ping"})
            await asyncio.sleep(PING)

    async def _say(self, message: dict[str, Any]) -> None:
        ref = secrets.token_hex(8)
        self.said[ref] = time.perf_counter(), {**message, "ref": ref}
        await self._send(ref)

    async def _send(self, ref: str) -> None:
        try:
            await self.line.send(json.dumps(self.said[ref][1]))
        except ConnectionClosed:
            pass  # the reader finds out

    async def play(self) -> None:
        """Play until the game is over."""
        async for text in self.line:
            frame = json.loads(text)
            if frame["type"] == "state":
                if frame["phase"] == "over" or self.soak.over:
                    return
                await self._act(frame)
            elif frame.get("code") == "unsaved":  # the disk was slow: the same message may be sent again
                self.soak.heard["unsaved, a friend"] += 1
                await asyncio.sleep(PING)
                await self._send(frame["ref"])
            elif frame["type"] in ("done", "pong", "refused"):
                self._heard(frame)

    async def _act(self, state: dict[str, Any]) -> None:
        if state["phase"] == "waiting" and not self.ready:
            self.ready = True
            await self._say({"do": "ready"})
        elif state["legal"] and state["answers"] > self.answered and not state.get("answered"):
            self.answered = state["answers"]
            await self._say({"do": "move", "move": self.dice.choice(state["legal"])["move"], "answers": state["answers"]})

    def _heard(self, frame: dict[str, Any]) -> None:
        when, message = self.said.pop(frame["ref"], (0.0, {}))
        if not when:
            return
        move = message.get("move", "")
        if frame["type"] == "pong":
            self.soak.note(self.soak.pings, time.perf_counter() - when)
        elif frame["type"] == "done" and move:
            self.soak.note(self.soak.moves, time.perf_counter() - when)
            self.soak.acknowledged.setdefault(self.table, {})[frame["ref"]] = move
        elif frame["type"] == "refused":
            if frame["code"] not in ("stale", "answered"):
                raise RuntimeError(f"a friend was refused: {frame}")
            self.answered = -1  # answer the next state
