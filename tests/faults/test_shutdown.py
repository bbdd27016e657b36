"""A server that is asked to end does so soon and in good order, and its guests come back by themselves."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import time
from contextlib import suppress
from pathlib import Path

import pytest

from databases import Postgres, Redis
from kartenhaus.bots.builtin import Random
from kartenhaus.client import Client, play
from serving import DEALT, KARTENHAUS, PATIENCE, Line, Server, begin, lines, wait_until, web


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT])
def test_a_server_ends_within_3_seconds_and_tells_its_guests(server: Server, how: signal.Signals) -> None:
    """Even with bots that think and a guest who does not listen."""
    busy = server.open("maumau", players=4, bots=["hard", "hard", "hard"], ready=True)
    places = server.full_table()
    with lines([*places, busy]) as seated, Line(busy, hello=False):
        begin(seated[:2])
        before = server.entries(places[0].table)
        started = time.monotonic()
        assert server.stop(how) == 0
        assert time.monotonic() - started < 3
        assert [line.close_code() for line in seated] == [1012, 1012, 1012]
    assert server.entries(places[0].table) == before
    assert "Traceback" not in server.said


@pytest.mark.parametrize("workers", [1, 2])
def test_a_server_ends_within_3_seconds_while_its_database_hangs(
    tmp_path: Path, postgres: Postgres, redis: Redis, workers: int
) -> None:
    """Also with several processes: none waits for ever for data that was never confirmed as saved."""
    with Server(tmp_path, postgres.database(), DEALT, workers=workers, redis=redis.url) as server, Line(server.open()) as line:
        postgres.tell_all(signal.SIGSTOP)
        try:
            line.say("chat", text="Is anybody there?")
            wait_until(lambda: "kartenhaus_waiting_entries 1" in web.get(f"{server.url}/metrics").text, "a worker writes it")
            started = time.monotonic()
            assert server.stop() == 0
            assert time.monotonic() - started < 3
        finally:
            postgres.tell_all(signal.SIGCONT)


def test_a_server_that_is_stopped_while_it_compiles_ends_without_a_complaint(tmp_path: Path) -> None:
    """As a terminal or a service manager stops it: the signal goes to the processes that compile, too."""
    server = Server(tmp_path, program=KARTENHAUS, cache=tmp_path / "cache")
    server.start(wait=False)
    try:
        wait_until(lambda: "Compiling MAD" in server.said, "it compiles")
        assert isinstance(server.process, subprocess.Popen)
        os.killpg(server.process.pid, signal.SIGTERM)
        assert server.process.wait(PATIENCE) == 0
    finally:
        server.kill()
    assert "not compiled" not in server.said
    assert "Traceback" not in server.said


def reached(client: Client) -> int:
    """The last entry that a client has heard of."""
    return client.state.number if client.state else 0


def test_clients_go_on_by_themselves_after_a_restart(server: Server) -> None:
    """Two bots at a table play on through a stop and a kill, without anybody's help."""

    async def game() -> None:
        host = await Client.open(server.url, game="mada", players=2, name="Mia")
        guest = await Client.join(f"{server.url}/t/{host.table}", "Ben")
        async with host, guest:
            players = [asyncio.create_task(play(client, Random)) for client in (host, guest)]
            for end in (server.stop, server.kill):
                before = reached(host)
                while reached(host) < before + 20:
                    await asyncio.sleep(0.05)
                await asyncio.to_thread(end)
                await asyncio.to_thread(server.start)
            before = reached(host)
            while reached(host) < before + 20:
                assert not any(player.done() for player in players)
                await asyncio.sleep(0.05)
            for player in players:
                player.cancel()
                with suppress(asyncio.CancelledError):
                    await player
        kinds = [entry["kind"] for entry in server.entries(host.table)]
        assert kinds.count("started") - kinds.count("finished") in (0, 1)

    asyncio.run(asyncio.wait_for(game(), 90))
