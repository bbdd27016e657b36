"""Hostile clients for bench/soak.py: each does one thing, at a fixed rate, and counts the answers.

They run in a separate process, so that slowing themselves down does not look like slowing the server down.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import random
import sys
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from typing import Any
from urllib.parse import urlsplit

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

TABS = 30  # sockets of one seat
SILENT = 100  # sockets that say nothing
DEAF = 20  # connections that do not read
DOTS = "a." * 29_000 + "a = 1"
NESTED = "x = " + "[" * 20_000
DIGITS = "x = 0x" + "f" * 50_000
LONG = 'game = "mada"\nplayers = ["' + "n" * 28_000 + '", "b"]\n'
FRAMES: list[str | bytes] = [
    "",
    "nonsense",
    '{"do": ' * 500,
    "[" * 8_000,
    b"\0" * 100,
    '{"do": "move", "move": 7}',
    '{"do": "story", "game": -5}',
]
EDITIONS: list[dict[str, Any]] = [
    {"title": "\ud800"},
    {"title": "<img src=x>\u202e\x1b[2J"},
    {"title": "", "name": ""},
    {"deck": {str(number): number for number in range(900)}},
    {str(number): 1 for number in range(900)},
    {"assumed": ["deck"] * 900},
    {"turns": 10**60},
    {},
]
CHANGES: list[dict[str, Any]] = [
    {"edition": "gold"},
    {"edition": {"game": "mada"}},
    {"edition": {"title": "\ud800"}},
    {"watch": "nobody"},
    {"public": True},
    {"options": {"x": 1}},
]
Foe = Callable[["Ground"], Awaitable[None]]


class Ground:
    """What a hostile client has: a server, its own address, and the answers so far."""

    def __init__(self, address: str, number: int, heard: Counter[str], dice: random.Random) -> None:
        self.address, self.heard, self.dice = address, heard, dice
        self.headers = {"x-forwarded-for": f"203.0.113.{number + 1}"}

    def asking(self) -> httpx.AsyncClient:
        """A client for HTTP."""
        return httpx.AsyncClient(base_url=self.address, headers=self.headers, timeout=60)

    async def ask(self, client: httpx.AsyncClient, method: str, path: str, **rest: Any) -> httpx.Response | None:
        """Ask, and count the answer."""
        try:
            answer = await client.request(method, path, **rest)
        except httpx.HTTPError as error:
            self.heard[type(error).__name__] += 1
            return None
        self.heard[str(answer.status_code)] += 1
        return answer

    @contextlib.asynccontextmanager
    async def line(self, table: str, token: str = "", holds: Sequence[str] = ()) -> AsyncIterator[ClientConnection]:
        """A socket that has said hello."""
        url = f"ws{self.address.removeprefix('http')}/api/tables/{table}/socket"
        async with connect(url, additional_headers=self.headers, compression=None, max_size=None, open_timeout=60) as line:
            await line.send(json.dumps({"do": "hello", "token": token, "holds": [*holds]}))
            yield line

    async def raw(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """A bare connection."""
        parts = urlsplit(self.address)
        return await asyncio.open_connection(parts.hostname, parts.port, limit=1024)


async def table_of(ground: Ground, **choice: Any) -> dict[str, Any]:
    """Open a table; if that is refused, wait like everybody else."""
    async with ground.asking() as client:
        while True:
            answer = await ground.ask(client, "POST", "/api/tables", json={"game": "mada", "players": 3, **choice})
            if answer is not None and answer.status_code == 201:
                taken: dict[str, Any] = answer.json()
                return taken
            await asyncio.sleep(5)


async def _listen(ground: Ground, line: ClientConnection) -> None:
    async for text in line:
        frame = json.loads(text)
        if frame["type"] == "refused":
            ground.heard[frame["code"]] += 1


async def toggle(ground: Ground) -> None:
    """Ready and not ready, locked and open, and talk, from many tabs of one seat: 150 messages a second."""
    taken = await table_of(ground)

    async def tab(number: int) -> None:
        async with ground.line(taken["table"], taken["token"]) as line:
            listening = asyncio.create_task(_listen(ground, line))
            try:
                while True:
                    yes = ground.dice.random() < 0.5
                    message = [{"do": "ready", "ready": yes}, {"do": "lock", "locked": yes}, {"do": "chat", "text": "x" * 300}][
                        number % 3
                    ]
                    await line.send(json.dumps(message))
                    await asyncio.sleep(TABS / 150)
            finally:
                listening.cancel()

    await asyncio.gather(*(tab(number) for number in range(TABS)))


async def review(ground: Ground) -> None:
    """Records that are costly to parse: four a second."""
    async with ground.asking() as client:
        while True:
            record = ground.dice.choice([DOTS, NESTED, DIGITS, LONG])
            await ground.ask(client, "POST", "/api/review", json={"record": record, "seat": 0})
            await asyncio.sleep(0.25)


async def draw(ground: Ground) -> None:
    """QR codes, with every kind of Host: ten a second."""
    taken = await table_of(ground)
    path = f"/api/tables/{taken['table']}/invite.svg"
    async with ground.asking() as client:
        while True:
            host = ground.dice.choice(["localhost", "a" * 2_900, f"{ground.dice.random()}.example"])
            await ground.ask(client, "GET", path, headers={"host": host})
            await asyncio.sleep(0.1)


async def open_tables(ground: Ground) -> None:
    """Tables, two a second, some with hard bots that think."""
    async with ground.asking() as client:
        while True:
            bots = ["hard", "hard"] if ground.dice.random() < 0.2 else []
            answer = await ground.ask(
                client, "POST", "/api/tables", json={"game": "mad", "players": 3, "bots": bots, "ready": bool(bots)}
            )
            if answer is not None and answer.status_code == 201:
                taken = answer.json()
                await ground.ask(client, "POST", f"/api/tables/{taken['table']}/join", json={"name": "Host", "token": "wrong"})
            await asyncio.sleep(0.5)


async def stutter(ground: Ground) -> None:
    """Frames that make no sense: five a second."""
    taken = await table_of(ground)
    while True:
        with contextlib.suppress(ConnectionClosed, InvalidHandshake, OSError, TimeoutError):
            async with ground.line(taken["table"], "") as line:
                for _ in range(20):
                    await line.send(ground.dice.choice(FRAMES))
                    await asyncio.sleep(0.2)
        await asyncio.sleep(0.2)


async def look(ground: Ground) -> None:
    """Stories, records, lists and pages: ten a second."""
    taken = await table_of(ground)
    paths = [f"/api/tables/{taken['table']}/records/1", "/api/tables", "/api/games/mad/rules", "/api/games/mad/lesson", "/"]
    async with ground.asking() as client, ground.line(taken["table"], taken["token"]) as line:
        listening = asyncio.create_task(_listen(ground, line))
        try:
            while True:
                await ground.ask(client, "GET", ground.dice.choice(paths))
                with contextlib.suppress(ConnectionClosed):
                    await line.send('{"do": "story"}')
                await asyncio.sleep(0.1)
        finally:
            listening.cancel()


async def be_silent(ground: Ground) -> None:
    """Connections that send nothing, or half a request; new ones replace those that are closed."""
    lines: list[asyncio.StreamWriter] = []
    try:
        while True:
            lines = [line for line in lines if not line.transport.is_closing()][-SILENT:]
            with contextlib.suppress(OSError):
                _, line = await ground.raw()
                line.write(
                    ground.dice.choice(
                        [b"", b"GET / HT", b"POST /api/review HTTP/1.1\r\nhost: localhost\r\ncontent-length: 999\r\n\r\n{"]
                    )
                )
                lines.append(line)
                if len(lines) > SILENT:
                    lines.pop(0).close()
            await asyncio.sleep(0.1)
    finally:
        for line in lines:
            line.close()


async def be_deaf(ground: Ground) -> None:
    """Ask for much and read nothing: twenty connections, each with four requests a second."""
    lines: list[tuple[asyncio.StreamReader, asyncio.StreamWriter]] = []
    try:
        while True:
            with contextlib.suppress(OSError):
                if len(lines) < DEAF:
                    lines.append(await ground.raw())
                for one in lines.copy():
                    _, line = one
                    if line.transport.is_closing() or line.transport.get_write_buffer_size() > 100_000:
                        line.close()
                        lines.remove(one)
                        continue
                    line.write(b"GET /api/games/mad/rules HTTP/1.1\r\nhost: localhost\r\n\r\n")
            await asyncio.sleep(0.25)
    finally:
        for _, line in lines:
            line.close()


async def fill_boxes(ground: Ground) -> None:
    """Boxes that nobody can play, and boards that nobody can print: eight a second."""
    async with ground.asking() as client:
        answer = await ground.ask(client, "GET", "/api/games/mada/box")
        ours = answer.json()["ours"] if answer is not None and answer.is_success else {"game": "mada"}
        while True:
            box = {**ours, **ground.dice.choice(EDITIONS)}
            asked = ground.dice.choice([{"edition": box}, {"text": DOTS}, {"text": NESTED}, {"text": "x" * 20_000}])
            await ground.ask(client, "POST", "/api/games/mada/box", content=json.dumps(asked))
            text = ground.dice.choice(["S" * 19_999, "\n".join(["<" * 100] * 100), "S" + "." * 90, "\n" * 5000])
            await ground.ask(client, "POST", "/api/games/maumau/board", json={"text": text})
            await asyncio.sleep(0.25)


async def try_out(ground: Ground) -> None:
    """Trials, one after another; every other time this client goes away while bots play."""
    async with ground.asking() as client:
        while True:
            name, body = ground.dice.choice(
                [("maumau", {"board": "S..T..1", "players": 3}), ("mada", {}), ("mad", {"edition": {}})]
            )
            try:
                async with client.stream("POST", f"/api/games/{name}/trial", json=body, timeout=600) as answer:
                    ground.heard[f"trial {answer.status_code}"] += 1
                    stay = ground.dice.random() < 0.5
                    async for line in answer.aiter_lines():
                        if answer.status_code != 200:
                            break
                        if '"progress"' not in line:
                            ground.heard["trial problem" if '"problem"' in line else "trial told"] += 1
                        elif not stay:
                            break
            except httpx.HTTPError as error:
                ground.heard[type(error).__name__] += 1
            await asyncio.sleep(2)


async def set_anew(ground: Ground) -> None:
    """A table that is set in another way, by its host and by strangers: ten times a second."""
    taken = await table_of(ground)
    path = f"/api/tables/{taken['table']}/setup"
    async with ground.asking() as client, ground.line(taken["table"], taken["token"]) as line:
        listening = asyncio.create_task(_listen(ground, line))
        try:
            while True:
                token = ground.dice.choice([taken["token"], taken["token"], "", "x" * 32])
                change = ground.dice.choice(CHANGES) if ground.dice.random() < 0.5 else {"players": ground.dice.randint(2, 5)}
                await ground.ask(client, "POST", path, content=json.dumps({"token": token, **change}))
                await asyncio.sleep(0.1)
        finally:
            listening.cancel()


async def hold(ground: Ground) -> None:
    """Sockets that hold many seats, their own and made up ones: four a second."""
    taken = await table_of(ground)
    async with ground.asking() as client:
        answer = await ground.ask(client, "POST", f"/api/tables/{taken['table']}/join", json={"name": "Ben"})
    tokens = [taken["token"], answer.json()["token"] if answer is not None and answer.is_success else ""]
    while True:
        holds = [*tokens, *(f"{ground.dice.random():.32f}" for _ in range(ground.dice.choice([0, 4, 90])))]
        with contextlib.suppress(ConnectionClosed, InvalidHandshake, OSError, TimeoutError):
            async with ground.line(taken["table"], ground.dice.choice([*tokens, ""]), holds) as line:
                for seat in (0, 1, 2, -5):
                    await line.send(json.dumps({"do": "ready", "ready": ground.dice.random() < 0.5, "seat": seat}))
                await asyncio.sleep(0.2)
        await asyncio.sleep(0.05)


async def leave_by_day(ground: Ground) -> None:
    """Tables that are played by the day, dealt and left; and looks at them without a token: one a second."""
    clock = {"kind": "days", "seconds": 14 * 86_400}
    while True:
        ready = ground.dice.random() < 0.5
        taken = await table_of(ground, clock=clock, bots=["easy", "easy"], ready=ready, watch="nobody")
        async with ground.asking() as client:
            for rest in ("", "/records/1", "/records/1/players"):
                headers = {"authorization": "Bearer " + ground.dice.choice(["", "x" * 32, "x" * 4000])}
                await ground.ask(client, "GET", f"/api/tables/{taken['table']}{rest}", headers=headers)
        await asyncio.sleep(1)


FOES: tuple[Foe, ...] = (
    *(toggle, toggle, review, draw, open_tables, stutter, look, be_silent, be_deaf),
    *(fill_boxes, try_out, set_anew, hold, leave_by_day),
)


async def _on_and_on(foe: Foe, ground: Ground) -> None:
    """Run a hostile client; start it again if it fails."""
    while True:
        try:
            await foe(ground)
        except (OSError, TimeoutError, httpx.HTTPError, ConnectionClosed, InvalidHandshake) as error:
            ground.heard[type(error).__name__] += 1
        await asyncio.sleep(1)


async def obey(address: str, heard: Counter[str], dice: random.Random) -> None:
    """Attack when a line says so, all at once and each from its own address; rest at the next line; end with the input."""
    tasks: list[asyncio.Task[None]] = []
    while line := await asyncio.to_thread(sys.stdin.readline):
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        grounds = [Ground(address, number, heard, random.Random(dice.random())) for number in range(len(FOES))]
        pairs = zip(FOES, grounds, strict=True) if line.strip() == "attack" else ()
        tasks = [asyncio.create_task(_on_and_on(foe, ground)) for foe, ground in pairs]


def main(address: str, seed: str) -> None:
    """Obey the lines on standard input, then print the answers."""
    os.nice(5)  # friendly clients go first
    heard: Counter[str] = Counter()
    print("here", flush=True)
    asyncio.run(obey(address, heard, random.Random(seed)))
    print(json.dumps(heard))


if __name__ == "__main__":
    main(*sys.argv[1:])
