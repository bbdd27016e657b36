"""Bots that sit at a server's table from elsewhere: they think beside the line, and leave when they are told to."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from kartenhaus.bots.house import Random
from kartenhaus.bots.view import View
from kartenhaus.client import Client, play
from serving import Line, Server, wait_until

SLOW = """
import time
from kartenhaus.bots.house import Random


class Slow(Random):
    def choose(self, view, seed):
        print("Hm.", flush=True)
        time.sleep(60)
"""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("house")) as running:
        yield running


def test_a_bot_that_thinks_does_not_keep_the_line(server: Server) -> None:
    """Else it would miss the pings, and be let go of."""
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
            while "moved" not in {event["kind"] for event in client.state["events"] if event.get("seat") == client.seat}:
                await asyncio.sleep(0.01)
            player.cancel()

    asyncio.run(asyncio.wait_for(evening(), 30))
    assert waited[0]


@pytest.mark.parametrize("thinking", [False, True])
def test_a_bot_that_is_stopped_leaves_its_seat(server: Server, tmp_path: Path, thinking: bool) -> None:
    """Ctrl-C, while it waits for a game or in the middle of one."""
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
        started = time.monotonic()
        bot.send_signal(signal.SIGINT)
        try:
            assert bot.wait(10) == 0
        finally:
            bot.kill()
        assert time.monotonic() - started < 5
        assert "Left." in bot.stdout.read()
        line.until(lambda state: state["seats"][1]["kind"] == "free", 5)
