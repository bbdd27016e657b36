"""Bots that join a server's table from elsewhere: thinking does not block the connection, and a stopped bot leaves."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest
from websockets.asyncio.server import ServerConnection, serve

import kartenhaus
from kartenhaus.bots.builtin import Random
from kartenhaus.bots.view import View
from kartenhaus.client import MOST_FRAME, Client, NoSense, ServerSaysNo, play
from kartenhaus.table import alone
from kartenhaus.table.states import State, encode
from serving import PATIENCE, Line, Server, wait_until

SLOW = """
import time
from kartenhaus.bots.builtin import Random


class Slow(Random):
    def choose(self, view, seed):
        print("Hm.", flush=True)
        time.sleep(3600)
"""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("house")) as running:
        yield running


def test_what_cannot_be_chosen_is_explained(server: Server) -> None:
    async def evening() -> None:
        client = await Client.open(server.url, game="mad", players=2, name="Mia", bots=["easy"], options={"dealer": 1})
        client.language = "de"
        async with client:
            await client.ready()
            async for state in client:
                if state.legal:
                    break
            for step in state.legal[0].steps:
                assert step.kind
                assert step.words
            begun = {(one.steps[0].kind, one.steps[0].value) for one in state.legal}
            assert state.view is not None
            held = [("card", card) for card in state.view["hands"][client.seat].split()]
            wrong = [tried for tried in [*held, ("word", "keep"), ("word", "pass")] if tried not in begun]
            for tried in wrong:
                reason = await client.why(tried)
                assert reason.rule.startswith("mad/")
                assert str(reason)
            with pytest.raises(ServerSaysNo, match="lässt sich"):
                await client.why(("space", "c4"))
            assert client.state is not None
            assert client.state.number == state.number

    asyncio.run(asyncio.wait_for(evening(), 60))


def test_a_bot_that_thinks_does_not_keep_the_line(server: Server) -> None:
    """Otherwise it would miss pings and be disconnected."""
    thinks, goes_on = threading.Event(), threading.Event()
    waited: list[bool] = []

    class Slow(Random):
        def choose(self, view: View, seed: int) -> int:
            thinks.set()
            waited.append(goes_on.wait(3))
            return super().choose(view, seed)

    async def evening() -> None:
        client = await Client.open(server.url, game="mada", players=2, name="Mia", bots=["easy"])
        async with client:
            player = asyncio.create_task(play(client, Slow))
            while not thinks.is_set():
                await asyncio.sleep(0.01)
            await client.do("chat", text="Just a moment")
            goes_on.set()
            while not any(entry.kind == "moved" and entry.seat == client.seat for entry in client.entries):
                await asyncio.sleep(0.01)
            player.cancel()

    asyncio.run(asyncio.wait_for(evening(), 30))
    assert waited[0]


def test_the_host_sets_the_table_from_python(server: Server) -> None:
    """The client hears of it as everybody does: by a new welcome."""

    async def evening() -> None:
        client = await Client.open(server.url, game="mada", players=2, name="Mia", bots=["easy"])
        async with client:
            async for _ in client:
                break
            await client.set(players=3, clock={"kind": "move", "seconds": 30})
            async for state in client:
                if len(state.seats) == 3:
                    break
            assert client.welcome is not None
            assert (client.welcome.players, client.welcome.clock.seconds) == (3, 30)
            with pytest.raises(ServerSaysNo, match="2 to 5 players"):
                await client.set(players=9)

    asyncio.run(asyncio.wait_for(evening(), 30))


@pytest.mark.parametrize("thinking", [False, True])
def test_a_bot_that_is_stopped_leaves_its_seat(server: Server, tmp_path: Path, thinking: bool) -> None:
    """Ctrl-C works while it waits for a game and in the middle of one."""
    (tmp_path / "mine.py").write_text(SLOW)
    host = server.open("mada", players=2)
    bot = subprocess.Popen(
        [sys.executable, "-m", "kartenhaus", "bot", "mine:Slow", "--table", host.link],
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
        stdout=subprocess.PIPE,
        text=True,
    )
    with bot, Line(host) as line:
        assert bot.stdout is not None
        line.until(lambda state: state["seats"][1]["ready"])
        if thinking:
            line.do("ready")
            line.until(lambda state: state["phase"] == "playing")
            while line.settle()["to_act"] == host.seat:
                line.do("move", move=line.state["legal"][0]["move"], answers=line.state["answers"])
            wait_until(lambda: bot.stdout and "Hm." in bot.stdout.readline(), "thought")
        bot.send_signal(signal.SIGINT)
        try:
            assert bot.wait(PATIENCE) == 0
        finally:
            bot.kill()
        assert "Left." in bot.stdout.read()
        line.until(lambda state: state["seats"][1]["kind"] == "free")


FRAMES: dict[str, str] = {
    "no JSON": "{",
    "no object": "[1]",
    "no type": "{}",
    "deep": '{"type": "state", "x": ' + "[" * 5000,
    "digits": '{"type": "state", "x": ' + "9" * 5000 + "}",
    "half a state": '{"type": "state", "game": "mada"}',
    "half a refusal": '{"type": "refused"}',
    "a done without a number": '{"type": "done"}',
    "too much": '{"type": "state", "x": "' + "x" * MOST_FRAME + '"}',
}


def welcome() -> str:
    return encode(alone.welcome(kartenhaus.deal("mada", players=2, seed=1))).decode()


@pytest.mark.parametrize("frame", FRAMES.values(), ids=FRAMES.keys())
def test_a_server_that_makes_no_sense_is_left(frame: str) -> None:
    """The client stops with one sentence, and does not accept whatever it hears."""

    async def talk(socket: ServerConnection) -> None:
        await socket.recv()
        await socket.send(welcome())
        await socket.send('{"type": "of tomorrow", "number": 7}')  # a type that this client does not know
        await socket.send(frame)
        await socket.wait_closed()

    async def evening() -> None:
        async with serve(talk, "127.0.0.1", 0, max_size=None) as server:
            port = next(iter(server.sockets)).getsockname()[1]
            async with Client.watch(f"http://127.0.0.1:{port}/t/abc") as client:
                with pytest.raises(NoSense, match="no table of Kartenhaus says"):
                    async for _ in client:
                        pass
                assert client.welcome is not None

    asyncio.run(evening())


def test_states_that_nobody_looks_at_do_not_pile_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kartenhaus.client.MOST_STATES", 10)

    async def talk(socket: ServerConnection) -> None:
        await socket.recv()
        for number in range(100):
            state = State(game="mada", number=number, phase="waiting", seats=[], closed="host" if number == 99 else "")
            await socket.send(encode(state).decode())
        await socket.wait_closed()

    async def evening() -> list[int]:
        async with serve(talk, "127.0.0.1", 0) as server:
            port = next(iter(server.sockets)).getsockname()[1]
            async with Client.watch(f"http://127.0.0.1:{port}/t/abc") as client:
                while client.state is None or client.state.number != 99:
                    await asyncio.sleep(0.01)
                return [state.number async for state in client]

    assert asyncio.run(asyncio.wait_for(evening(), PATIENCE)) == list(range(90, 100))


ANSWERS: dict[str, tuple[int, bytes]] = {
    "no JSON": (200, b"<html>"),
    "no object": (200, b"[]"),
    "no seat": (200, b"{}"),
    "a seat that is none": (200, b'{"table": "a", "seat": {}, "token": "t"}'),
    "deep": (200, b"[" * 60_000),
    "a refusal in HTML": (502, b"<html>Bad Gateway</html>"),
    "a refusal that is none": (500, b"[]"),
    "half a refusal": (403, b'{"message": "no"}'),
}


@pytest.mark.parametrize(("status", "body"), ANSWERS.values(), ids=ANSWERS.keys())
def test_answers_that_make_no_sense_are_told_in_a_sentence(status: int, body: bytes) -> None:
    class Odd(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            self.send_response(status)
            self.send_header("content-length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            pass

    with HTTPServer(("127.0.0.1", 0), Odd) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        try:
            with pytest.raises(ServerSaysNo):
                asyncio.run(Client.join(f"http://127.0.0.1:{server.server_port}/t/abc", "Mia"))
        finally:
            server.shutdown()
