"""A real server for tests, with its own process, sockets and database; and the people at its tables.

Tests get one from the fixture `server`, or make as many as they need:

    with Server(folder, away=3) as server:
        mia = server.open("mada", players=2)
        ben = server.join(mia.table, "Ben")
        with Line(mia) as line:
            line.do("ready")
"""

from __future__ import annotations

import json
import os
import re
import secrets
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any, Self

import httpx
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from forking import Forked

KARTENHAUS = (sys.executable, "-m", "kartenhaus", "serve")  # as people start it: its deals are random
DEALT = (sys.executable, str(Path(__file__).with_name("dealt.py")), "serve")
PATIENCE = 60.0  # seconds to wait on a busy machine; a limit that is under test has its own number
START = 600.0  # seconds for a start that compiles the games
QUICK: dict[str, float] = {
    "bot_least": 0.0,
    "bot_most": 0.02,
    "question_least": 0.0,
    "question_most": 0.05,
    "grace": 0.0,
    "messages": 10_000,
    "sockets": 10_000,
    "requests": 10_000_000,
    "openings": 10_000,
    "joins": 10_000,
    "studies": 10_000,
    "checks": 10_000,
    "trials": 10_000,
    "chats": 100_000,
    "entries": 100_000,
    "tables_each": 20_000,
}
"""Default settings of a server in tests: nobody waits, and no limit is reached."""

Frame = dict[str, Any]
web = httpx.Client(verify=False, timeout=30, limits=httpx.Limits(max_keepalive_connections=0))
"""Sends HTTP requests, each on a new connection. Shared, because a new client would first read a hundred certificates."""


def wait_until(holds: Callable[[], Any], what: str, patience: float = PATIENCE) -> Any:
    """Wait until something is true; return its value."""
    end = time.monotonic() + patience
    while True:
        value = holds()
        if value:
            return value
        assert time.monotonic() < end, f"{what}: not within {patience} s"
        time.sleep(0.02)


@dataclass(frozen=True)
class Place:
    """A seat at a table of a server; without a token, a place to watch from."""

    url: str
    table: str
    seat: int = -1
    token: str = ""

    @property
    def socket(self) -> str:
        """The address of its WebSocket."""
        return f"ws{self.url.removeprefix('http')}/api/tables/{self.table}/socket"

    @property
    def link(self) -> str:
        """The invitation to its table."""
        return f"{self.url}/t/{self.table}"


class House:
    """A server somewhere, and what can be asked of it."""

    url = ""

    def post(self, path: str, **body: object) -> httpx.Response:
        """Send a POST request: `post("tables", game="mada")`."""
        return web.post(f"{self.url}/api/{path}", json=body)

    def get(self, path: str) -> httpx.Response:
        """Send a GET request: `get("tables")`."""
        return web.get(f"{self.url}/api/{path}")

    def open(self, game: str = "mada", **choice: object) -> Place:
        """Open a table; return the host's seat."""
        return self._taken(self.post("tables", game=game, name="Host", **choice))

    def join(self, table: str, name: str = "Guest", **choice: object) -> Place:
        """Take a seat at a table."""
        return self._taken(self.post(f"tables/{table}/join", name=name, **choice))

    def _taken(self, answer: httpx.Response) -> Place:
        assert answer.status_code == 201, answer.text
        taken = answer.json()
        return Place(self.url, taken["table"], taken["seat"], taken["token"])

    def watch(self, table: str) -> Place:
        """A place to watch from."""
        return Place(self.url, table)

    def full_table(self, game: str = "mada", players: int = 2, **choice: object) -> list[Place]:
        """A table with a person on every seat, none ready yet."""
        host = self.open(game, players=players, **choice)
        return [host, *(self.join(host.table, f"Guest {seat}") for seat in range(1, players))]


class Server(House):
    """`kartenhaus serve` in its own process. After a restart it has the same port and the same database."""

    def __init__(self, folder: Path, database: str = "", program: Sequence[str] = (), **settings: object) -> None:
        self.folder = folder
        self.program = program  # to start; without one, fork a process that has loaded everything
        self.database = database or f"sqlite:///{folder / 'tables.db'}"
        self.file = Path(self.database.removeprefix("sqlite:///"))
        self.settings: dict[str, object] = {**QUICK, **settings}
        self.port = 0
        self.process: subprocess.Popen[bytes] | Forked | None = None
        self.log = Path(tempfile.mkstemp(".log", "server-", folder)[1])

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.kill()

    @property
    def said(self) -> str:
        """What it has printed so far."""
        return self.log.read_text("utf-8", "replace")

    def start(self, wait: bool = True) -> None:
        """Start it, and wait until it answers."""
        settings = {f"KARTENHAUS_{name.upper()}": str(value) for name, value in self.settings.items()}
        environment = {**os.environ, "COLUMNS": "300", **settings}
        arguments = ["--port", str(self.port), "--database", self.database]
        before = len(self.said)
        with self.log.open("ab") as out, open(os.devnull) as nothing:
            if self.program:
                command = [*self.program, *arguments]
                self.process = subprocess.Popen(
                    command, env=environment, stdin=nothing, stdout=out, stderr=out, start_new_session=True
                )
            else:
                self.process = Forked(["serve", *arguments], environment, [nothing.fileno(), out.fileno(), out.fileno()])
        if wait:
            found = wait_until(lambda: self._alive() and re.search(r"open at http://\S+:(\d+)", self.said[before:]), "start", START)
            self.port = int(found[1])
            self.url = f"http://127.0.0.1:{self.port}"
            wait_until(lambda: self._alive() and self.healthy(), "health")
            wait_until(lambda: self._alive() and not self.get("health").json()["printing"], "the games", START)

    def _alive(self) -> bool:
        assert self.process is not None
        assert self.process.poll() is None, f"the server ended:\n{self.said}"
        return True

    def healthy(self) -> bool:
        """Whether its health check succeeds."""
        try:
            return web.get(f"{self.url}/api/health", timeout=5).status_code == 200
        except httpx.TransportError:
            return False

    def kill(self) -> None:
        """Kill it, as a power cut would."""
        if self.process is not None:
            with suppress(ProcessLookupError):
                os.killpg(self.process.pid, signal.SIGKILL)  # with all its worker processes
            self.process.wait()

    def stop(self, how: signal.Signals = signal.SIGTERM) -> int:
        """Ask it to end; return its exit code."""
        assert self.process is not None
        self.process.send_signal(how)
        return self.process.wait(PATIENCE)

    def entries(self, table: str) -> list[dict[str, Any]]:
        """The entries of a table in an SQLite database, by number; checks that none is missing."""
        with sqlite3.connect(f"file:{self.file}?mode=ro", uri=True) as database:
            rows = database.execute("SELECT number, data FROM entries WHERE table_id = ? ORDER BY number", (table,)).fetchall()
        database.close()
        assert [number for number, _ in rows] == list(range(len(rows)))
        return [json.loads(data) for _, data in rows]


@dataclass
class Line:
    """A WebSocket of a seat or a spectator; it says hello, and then only what the test sends."""

    place: Place
    hello: bool = True
    screen: bool = False
    """Whether it is a screen in the middle of the table."""
    holds: Sequence[Place] = ()
    """Other seats whose players sit at the same device."""
    headers: dict[str, str] = field(default_factory=dict)
    state: Frame = field(default_factory=dict)
    """The last state received."""
    heard: list[Frame] = field(default_factory=list)
    """All frames received so far."""

    def __post_init__(self) -> None:
        self._stack = ExitStack()
        options: dict[str, Any] = {
            "compression": None,
            "max_size": None,
            "open_timeout": 30,
            "close_timeout": 1,
            "ping_interval": None,
        }
        self.socket = self._stack.enter_context(connect(self.place.socket, additional_headers=self.headers, **options))
        self._refs = (f"{secrets.token_hex(4)}-{number}" for number in count())
        if self.hello:
            self.say("hello", token=self.place.token, screen=self.screen, holds=[one.token for one in self.holds])
            self.hear("state")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the connection."""
        self._stack.close()

    def say(self, do: str, **rest: object) -> str:
        """Send a message without waiting; return its ref, which is made up unless given."""
        message = {"do": do, **rest}
        if do != "hello":
            message.setdefault("ref", next(self._refs))
        self.socket.send(json.dumps(message))
        return str(message.get("ref", ""))

    def next(self, patience: float = PATIENCE) -> Frame:
        """The next frame."""
        frame: Frame = json.loads(self.socket.recv(patience))
        self.heard.append(frame)
        if frame["type"] == "state":
            self.state = frame
        return frame

    def hear(self, kind: str, patience: float = PATIENCE, **like: object) -> Frame:
        """The next frame of this kind with these values; frames before it are only noted."""
        end = time.monotonic() + patience
        while True:
            frame = self.next(max(0.0, end - time.monotonic()))
            if frame["type"] == kind and all(frame.get(key) == value for key, value in like.items()):
                return frame

    def do(self, do: str, patience: float = PATIENCE, **rest: object) -> Frame:
        """Send a message and wait for its answer: `done`, `refused`, `pong`, `story`, or the error that it was no message."""
        ref = self.say(do, **rest)
        end = time.monotonic() + patience
        while True:
            frame = self.next(max(0.0, end - time.monotonic()))
            if (frame["type"] in ("done", "refused", "pong", "story") and frame["ref"] == ref) or frame.get("code") == "message":
                return frame

    def until(self, holds: Callable[[Frame], Any], patience: float = PATIENCE) -> Frame:
        """The first state that `holds` accepts: the last one received, or a later one."""
        end = time.monotonic() + patience
        while not holds(self.state):
            self.hear("state", max(0.0, end - time.monotonic()))
        return self.state

    def settle(self) -> Frame:
        """The newest state, after everything sent before now has arrived."""
        self.do("ping")
        return self.state

    def close_code(self, patience: float = PATIENCE) -> int:
        """Listen until the other side closes the connection; return its close code."""
        end = time.monotonic() + patience
        try:
            while True:
                self.next(max(0.0, end - time.monotonic()))
        except ConnectionClosed as closed:
            return closed.rcvd.code if closed.rcvd is not None else 1006


@contextmanager
def lines(places: list[Place]) -> Iterator[list[Line]]:
    """A line for each place."""
    opened = []
    try:
        for place in places:
            opened.append(Line(place))
        yield opened
    finally:
        for line in opened:
            line.close()


def begin(seated: list[Line], deal: str = "") -> None:
    """All get ready, and the game is dealt. Each name in `deal` gives another deal, and so does each game of a table."""
    nonce = f"{deal}{seated[0].settle()['games']}"
    for line in seated:
        assert line.do("ready", nonce=nonce)["type"] == "done"
    for line in seated:
        line.until(lambda state: state["phase"] == "playing")
