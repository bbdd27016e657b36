"""Moves acknowledged durably over WebSocket, next to boardgame.io, a bare echo server and raw fsync.

python bench/server.py [throughput] [idle] [replay] [processes]

One process serves, this one plays: tables of two, and each player answers as soon as it is asked. Without arguments, all parts run.
"""

from __future__ import annotations

import asyncio
import os
import random
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import httpx
import msgspec
from picows import WSFrame, WSListener, WSMsgType, WSTransport, ws_connect

import peer

IDLE = 5000  # connections at rest
SECONDS = 5.0  # measured for each figure, after a second to get going
ROUNDS = 5  # the speed of a machine varies
OPEN = {
    "KARTENHAUS_MESSAGES": "1000000",
    "KARTENHAUS_SOCKETS": "1000000",
    "KARTENHAUS_OPENINGS": "1000000",
    "KARTENHAUS_JOINS": "1000000",
    "KARTENHAUS_ENTRIES": "1000000",
    "KARTENHAUS_REQUESTS": "1000000",
    "KARTENHAUS_TABLES_EACH": "1000000",
    "KARTENHAUS_QUESTION_LEAST": "0",  # measure the server, not how long it lets a question wait
    "KARTENHAUS_QUESTION_MOST": "0",
}


class Server:
    """Our server, or another one, in a separate process."""

    def __init__(self, *arguments: str, other: str = "", **settings: str) -> None:
        command = [other, *arguments] if other else [sys.executable, "-m", "kartenhaus", "serve", "--port", "0", *arguments]
        self.process = subprocess.Popen(command, env={**os.environ, **OPEN, **settings}, stdout=subprocess.PIPE, text=True)
        assert self.process.stdout is not None
        line = ""
        while " at " not in line:
            line = self.process.stdout.readline()
            if not line:
                raise SystemExit("the server did not start")
        self.address = line.split(" at ")[1].split()[0]
        while not self._is_ready(ours=not other):
            time.sleep(0.1)

    def _is_ready(self, ours: bool) -> bool:
        """Whether it can be reached, and ours has compiled and loaded its games, which would slow the first round down."""
        try:
            answer = httpx.get(self.address + "/api/health", timeout=5)
        except httpx.TransportError:
            return False
        return not ours or not answer.json()["printing"]

    def memory(self) -> int:
        """Resident bytes of the server."""
        pages = Path(f"/proc/{self.process.pid}/statm").read_text().split()[1]
        return int(pages) * resource.getpagesize()

    def stop(self) -> None:
        """Stop it."""
        self.process.terminate()
        self.process.wait(10)

    def processor(self) -> float:
        """The processor seconds of the server and the processes it started."""
        pids = [self.process.pid]
        for pid in pids:
            pids += map(int, Path(f"/proc/{pid}/task/{pid}/children").read_text().split())
        fields = [Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split() for pid in pids]
        return sum(int(one[11]) + int(one[12]) for one in fields) / os.sysconf("SC_CLK_TCK")


class _Legal(msgspec.Struct):
    move: str


class _Seat(msgspec.Struct):
    ready: bool = False


class _Frame(msgspec.Struct):
    type: str = ""
    answers: int = -1
    phase: str = ""
    question: bool = False
    legal: list[_Legal] = []
    seats: list[_Seat] = []
    you: int = -1
    ref: str = ""


class Player(WSListener):
    """Answers at once, and records how long an acknowledgement took."""

    read = msgspec.json.Decoder(_Frame).decode

    def __init__(self, token: str, chance: random.Random) -> None:
        super().__init__()
        self.token, self.chance = token, chance
        self.acks: list[tuple[float, float]] = []  # when, and after how long
        self.sent = 0.0
        self.answered = -2  # the state that was answered last
        self.number = 0
        self.refused = 0
        self.transport: Any = None

    def on_ws_connected(self, transport: WSTransport) -> None:
        """Say hello."""
        self.transport = transport
        self.say({"do": "hello", "token": self.token})

    def on_ws_frame(self, _: WSTransport, frame: WSFrame) -> None:
        """Move when asked."""
        if frame.msg_type != WSMsgType.TEXT:
            return
        told = self.read(frame.get_payload_as_bytes())
        if told.type == "done" and told.ref.startswith("m"):
            now = time.perf_counter()
            self.acks.append((now, now - self.sent))
        elif told.type == "refused":
            self.refused += 1
        elif told.type == "state" and told.legal:
            if told.answers == self.answered or (told.question and len(told.legal) == 1):
                return  # it is still the same question, or the table answers it
            self.answered = told.answers
            self.sent = time.perf_counter()
            self.number += 1
            self.say({"do": "move", "move": self.chance.choice(told.legal).move, "answers": told.answers, "ref": f"m{self.number}"})
        elif told.type == "state" and told.phase == "over" and told.answers != self.answered:
            self.answered = told.answers
            self.say({"do": "ready"})

    def say(self, message: dict[str, Any]) -> None:
        """Send a message."""
        self.transport.send(WSMsgType.TEXT, msgspec.json.encode(message))


async def seat(address: str, game: str, tables: int) -> list[Player]:
    """Two players at each of some tables."""
    players: list[Player] = []
    async with httpx.AsyncClient(base_url=address, timeout=30) as http:

        async def open_table(number: int) -> None:
            opened = (await http.post("/api/tables", json={"game": game, "players": 2, "name": "A"})).json()
            joined = (await http.post(f"/api/tables/{opened['table']}/join", json={"name": "B"})).json()
            for taken in (opened, joined):
                player = Player(taken["token"], random.Random(number))
                url = f"ws{address.removeprefix('http')}/api/tables/{opened['table']}/socket"
                await ws_connect(lambda player=player: player, url)
                players.append(player)

        for first in range(0, tables, 10):
            await asyncio.gather(*(open_table(number) for number in range(first, first + 10)))
    return players


async def throughput(servers: Sequence[Server], game: str, tables: int, how: str = "") -> float:
    """Moves per second at our tables, divided among the servers."""
    players = [player for server in servers for player in await seat(server.address, game, tables // len(servers))]
    for player in players:
        player.say({"do": "ready"})
    return await measure(servers, players, how or f"{game:12} {tables:4} tables")


async def peer_throughput(server: Server, tables: int, number: int) -> float:
    """Moves per second at new tables of boardgame.io."""
    return await measure([server], await peer.seat_peers(server.address, tables, number), f"{PEER} {tables:4} tables")


async def measure(servers: Sequence[Server], players: Sequence[Player | peer.PeerPlayer], what: str) -> float:
    """Moves per second, and how long an acknowledgement takes."""
    await asyncio.sleep(1)
    start, used, own = time.perf_counter(), sum(server.processor() for server in servers), time.process_time()
    await asyncio.sleep(SECONDS)
    end, used, own = time.perf_counter(), sum(server.processor() for server in servers) - used, time.process_time() - own
    waits = sorted(wait for player in players for when, wait in player.acks if start <= when < end)
    rate = len(waits) / (end - start)
    for player in players:
        player.transport.disconnect()
    median, worst = 1000 * waits[len(waits) // 2], 1000 * waits[int(len(waits) * 0.99)]
    refused = sum(player.refused for player in players)
    print(
        f"  {what}  {rate:7,.0f} moves/s   median {median:5.1f} ms   p99 {worst:6.1f} ms   {refused} refused"
        f"   {1e6 * used / len(waits):4.0f} µs of a processor a move: {100 * used / SECONDS:.0f} % of one,"
        f" the client {100 * own / SECONDS:.0f} %"
    )
    return rate


class Echo(WSListener):
    """Sends the same message again and again."""

    def __init__(self) -> None:
        super().__init__()
        self.heard = 0
        self.transport: Any = None

    def on_ws_connected(self, transport: WSTransport) -> None:
        """Send the first message."""
        self.transport = transport
        transport.send(WSMsgType.TEXT, b'{"do":"move","move":"play 7","answers":12,"ref":"m"}')

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        """Send it again."""
        if frame.msg_type == WSMsgType.TEXT:
            self.heard += 1
            transport.send(WSMsgType.TEXT, frame.get_payload_as_bytes())


async def echo(address: str, connections: int) -> float:
    """Messages per second that a bare server sends back, with the same client."""
    listeners = []
    for _ in range(connections):
        listener = Echo()
        await ws_connect(lambda listener=listener: listener, f"ws{address.removeprefix('http')}/")
        listeners.append(listener)
    await asyncio.sleep(1)
    before = sum(listener.heard for listener in listeners)
    await asyncio.sleep(SECONDS / 2)
    rate = (sum(listener.heard for listener in listeners) - before) / (SECONDS / 2)
    for listener in listeners:
        listener.transport.disconnect()
    print(f"  bare echo, {connections} connections: {rate:,.0f} messages/s: the ceiling for this server and this client")
    return rate


def fsync(folder: str) -> None:
    """Measure the disk alone."""
    waits = []
    with Path(folder, "raw").open("wb") as file:
        for _ in range(500):
            start = time.perf_counter()
            file.write(bytes(4096))
            file.flush()
            os.fsync(file.fileno())
            waits.append(time.perf_counter() - start)
    waits.sort()
    load = os.getloadavg()[0]
    print(f"  {os.cpu_count()} processors for server and client, load before {load:.1f}")
    print(f"  raw write and fsync of 4 kB: median {1000 * statistics.median(waits):.2f} ms, p99 {1000 * waits[495]:.2f} ms")


ECHO = """
import socket, uvicorn
async def app(scope, receive, send):
    if scope["type"] != "websocket":
        return
    await receive()
    await send({"type": "websocket.accept"})
    while (event := await receive())["type"] == "websocket.receive":
        await send({"type": "websocket.send", "text": event["text"]})
listener = socket.socket()
listener.bind(("127.0.0.1", 0))
print(f"echo at http://127.0.0.1:{listener.getsockname()[1]}", flush=True)
config = uvicorn.Config(app, ws="websockets-sansio", ws_per_message_deflate=False, lifespan="off", log_level="critical")
uvicorn.Server(config).run([listener])
"""


def measure_throughput() -> None:
    """Measure every game at 50 and 200 tables."""
    print("Moves at tables of two, one process: boardgame.io in memory only, ours durable (SQLite, WAL, synchronous=FULL)")
    with tempfile.TemporaryDirectory(dir=".", prefix="tmp") as folder:
        fsync(folder)
        bare = Server("-c", ECHO, other=sys.executable)
        ceiling = asyncio.run(echo(bare.address, 100))
        bare.stop()
        ours = Server("--database", f"sqlite:///{Path(folder).resolve()}/tables.db")
        theirs = Server(str(peer.FOLDER / "server.cjs"), other="node") if peer.install() else None
        rates: dict[tuple[str, int], list[float]] = {}
        for number in range(ROUNDS):
            for tables in TABLES:
                if theirs:
                    rates.setdefault((PEER, tables), []).append(asyncio.run(peer_throughput(theirs, tables, number)))
                for game in GAMES:
                    rates.setdefault((game, tables), []).append(asyncio.run(throughput([ours], game, tables)))
        ours.stop()
        if theirs:
            theirs.stop()
    print(f"  Medians of {ROUNDS} rounds, in which all take turns:")
    for (game, tables), found in rates.items():
        rate = statistics.median(found)
        times = f", {rate / statistics.median(rates[PEER, tables]):.2f} times boardgame.io" if theirs else ""
        print(f"  {game:12} {tables:4} tables  {rate:7,.0f} moves/s: {100 * rate / ceiling:.0f} % of the echo's rate{times}")


def measure_idle() -> None:
    """Measure the memory of idle connections, next to those of a bare server."""
    print(f"Idle: {IDLE} connections to one process; at most 60 kB each are wanted")
    resource.setrlimit(resource.RLIMIT_NOFILE, (3 * IDLE, 3 * IDLE))
    bare = Server("-c", ECHO, other=sys.executable)
    asyncio.run(idle(bare, ["/"], "bare, nothing said"))
    bare.stop()
    with tempfile.TemporaryDirectory(dir=".", prefix="tmp") as folder:
        server = Server("--database", f"sqlite:///{Path(folder).resolve()}/tables.db")
        with httpx.Client(base_url=server.address, timeout=30) as http:
            codes = [http.post("/api/tables", json={"game": "mada", "players": 2}).json()["table"] for _ in range(50)]
        asyncio.run(idle(server, [f"/api/tables/{code}/socket" for code in codes], "spectators of 50 tables"))
        server.stop()


async def idle(server: Server, paths: list[str], who: str) -> None:
    """Open connections that say hello and then listen."""
    await asyncio.sleep(1)
    before = server.memory()
    viewers = []
    for number in range(IDLE):
        viewer = Player("", random.Random(number))
        await ws_connect(lambda viewer=viewer: viewer, f"ws{server.address.removeprefix('http')}{paths[number % len(paths)]}")
        viewers.append(viewer)
    await asyncio.sleep(2)
    each = (server.memory() - before) / IDLE
    start = time.perf_counter()
    await ws_connect(lambda: Player("", random.Random(0)), f"ws{server.address.removeprefix('http')}{paths[0]}")
    wait = 1000 * (time.perf_counter() - start)
    print(f"  {who}: {each / 1000:.1f} kB each; one more connects in {wait:.0f} ms")
    for viewer in viewers:
        viewer.transport.disconnect()


def played(game: str, seed: int) -> list[Any]:
    """The log of a random game of two, of 200 moves at most."""
    from kartenhaus.table import commands
    from kartenhaus.table import entries as log
    from kartenhaus.table.table import Table

    chance = random.Random(seed)
    table = Table("bench")
    stored: list[Any] = [commands.open_table(0, f"{seed:x}", game, 2)]
    stored += [log.Sat(0, seat, "AB"[seat], "red", "key") for seat in (0, 1)]
    stored.append(log.Started(0, {}))
    for entry in stored:
        table.apply(entry)
    while table.playing and len(stored) < 204:
        seat = table.to_act
        move = chance.choice(list(table.moves(seat)))
        stored.append(log.Moved(0, seat, move, ref=f"{len(stored):016x}"))
        table.apply(stored[-1])
    return stored


def measure_replay() -> None:
    """Measure the time from a log of 200 moves to a view, and the memory of a table."""
    import tracemalloc

    from kartenhaus.server.house import replayed
    from kartenhaus.table import entries as log

    print("A table of 200 moves, from its stored log to a view (under 5 ms wanted), and in memory (under 20 kB)")
    for game in GAMES:
        stored = max((played(game, seed) for seed in range(30)), key=len)
        data = [log.encode(entry) for entry in stored]
        times = []
        for _ in range(20):
            start = time.perf_counter()
            replayed("bench", [log.decode(entry) for entry in data]).look(0)
            times.append(time.perf_counter() - start)
        tracemalloc.start()
        tables = [replayed(f"bench{number}", [log.decode(entry) for entry in data]) for number in range(100)]
        each = tracemalloc.get_traced_memory()[0] / len(tables)
        tracemalloc.stop()
        print(f"  {game:7} {len(stored) - 4} moves: {1000 * min(times):.2f} ms, {each / 1000:.1f} kB")


def measure_processes() -> None:
    """Measure one and two processes on PostgreSQL and Redis, which it starts, next to one on SQLite."""
    sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))
    from databases import Postgres, Redis

    print("Durable moves, MADA, 200 tables, in rounds: SQLite; PostgreSQL (fsync) and Redis with one process and with two")
    postgres, redis = Postgres(), Redis()
    postgres.start(durable=True)
    redis.start()
    rates: dict[str, list[float]] = {}
    with tempfile.TemporaryDirectory(dir=".", prefix="tmp") as folder:
        shared = ("--database", postgres.database(), "--redis", redis.url)
        ways = {
            "SQLite, one process": (1, ("--database", f"sqlite:///{Path(folder).resolve()}/tables.db")),
            "one process": (1, shared),
            "two, each with its own tables": (2, shared),
            "two, players where they fall": (1, (*shared, "--workers", "2")),
        }
        for _ in range(ROUNDS):
            for how, (number, arguments) in ways.items():
                servers = [Server(*arguments) for _ in range(number)]
                rates.setdefault(how, []).append(asyncio.run(throughput(servers, "mada", 200, f"{how:29}")))
                for server in servers:
                    server.stop()
    redis.stop()
    postgres.remove()
    print(f"  Medians of {ROUNDS} rounds, in which all take turns:")
    for how, found in rates.items():
        times = statistics.median(found) / statistics.median(rates["one process"])
        print(f"  {how:29}  {statistics.median(found):7,.0f} moves/s, {times:.2f} times one process")


GAMES = ("mada", "mad", "maumau")
TABLES = (50, 200)
PEER = "boardgame.io"
PARTS = {"throughput": measure_throughput, "idle": measure_idle, "replay": measure_replay, "processes": measure_processes}

if __name__ == "__main__":
    for part in sys.argv[1:] or PARTS:
        PARTS[part]()
