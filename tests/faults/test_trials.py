"""Bots that try out editions and boards: in a process of their own, one at a time, which ends with whoever asked."""

from __future__ import annotations

import asyncio
import json
import os
import re
import subprocess
import sys
import threading
from collections.abc import AsyncGenerator, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from kartenhaus.core.game import find
from kartenhaus.server import trial, workshop
from kartenhaus.server.backroom import Busy
from kartenhaus.server.trials import PROCESS, WAITING, TrialFailed, Trials
from kartenhaus.table.balance import balance
from serving import PATIENCE, Server, wait_until

DEPLOY = Path(__file__).parents[2] / "deploy"

GAME = find("mada")
OURS: dict[str, Any] = {"edition": "standard", "options": {}}
ANSWER = {"decisions": [3, 4], "points": [[1, 2], [3, 4]], "winners": [1, 2], "happened": {}}


def program(folder: Path, text: str) -> tuple[str, ...]:
    """A process that does something else than play."""
    file = folder / "other.py"
    file.write_text(f"import json, sys, time, os, pathlib\nasked = json.loads(sys.stdin.readline())\n{text}", "utf-8")
    return sys.executable, str(file)


def played(trials: Trials, address: str = "a") -> Any:
    return trials.run(GAME, 2, OURS, OURS, address)


async def last(told: Any) -> Any:
    return [one async for one in told][-1]


def test_ours_is_played_once(tmp_path: Path) -> None:
    said = f"print(json.dumps({{'series': [{ANSWER}] * len(asked['series'])}}), flush=True)"
    trials = Trials(program(tmp_path, "open('asked', 'a').write(str(len(asked['series'])))\n" + said))

    async def twice() -> list[Any]:
        return [await last(played(trials)), await last(played(trials))]

    with pytest.MonkeyPatch.context() as here:
        here.chdir(tmp_path)
        assert asyncio.run(twice()) == [(ANSWER, ANSWER)] * 2
    assert (tmp_path / "asked").read_text("utf-8") == "21"


@pytest.mark.parametrize(
    "does",
    ["sys.exit(3)", "print('{', flush=True)", "print('x' * 3_000_000, flush=True)", "time.sleep(1000)", "os.abort()"],
)
def test_games_that_do_not_end_are_given_up_in_words(tmp_path: Path, does: str) -> None:
    """docs/faults.md 55: a process that hangs, breaks, or talks nonsense is ended."""
    trials = Trials(program(tmp_path, does), compiling=3.0)
    with pytest.raises(TrialFailed, match="did not come to an end in time"):
        asyncio.run(last(played(trials)))
    assert trials.asking == 0


@pytest.mark.parametrize("more", ["", "\nwhile True: print(json.dumps({'done': 2}), flush=True); time.sleep(0.01)"])
def test_games_that_begin_and_never_end_are_given_up(tmp_path: Path, more: str) -> None:
    """docs/faults.md 55: from the first game on there is another deadline, and no progress moves it."""
    trials = Trials(program(tmp_path, f"print(json.dumps({{'done': 1}}), flush=True){more}\ntime.sleep(1000)"), playing=0.5)

    async def asked() -> None:
        async with asyncio.timeout(PATIENCE):
            await last(played(trials))

    with pytest.raises(TrialFailed):
        asyncio.run(asked())
    assert trials.asking == 0


@pytest.mark.skipif(not Path("/proc/self/limits").exists(), reason="reads them from /proc")
def test_the_process_gives_way_and_has_little_memory() -> None:
    """docs/faults.md 55: before it reads what is asked."""
    with subprocess.Popen(PROCESS, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        try:

            def limits() -> dict[str, str]:
                text = Path(f"/proc/{process.pid}/limits").read_text("utf-8")
                return {line[:26].strip(): line[26:].split()[0] for line in text.splitlines()}

            wait_until(lambda: limits()["Max data size"] != "unlimited", "limits")
            assert 0 < int(limits()["Max data size"]) == trial.MEMORY
            assert os.getpriority(os.PRIO_PROCESS, process.pid) >= trial.NICE
        finally:
            process.kill()


def test_a_trial_needs_half_the_memory_of_a_service() -> None:
    """docs/faults.md 45, 55: the server itself must fit beside it."""
    unit, compose = ((DEPLOY / name).read_text("utf-8") for name in ("kartenhaus.service", "compose.yaml"))
    [service] = re.findall(r"^MemoryMax=(\d+)G$", unit, re.MULTILINE)
    largest = max(map(int, re.findall(r"memory: (\d+)g", compose)))
    assert min(int(service), largest) << 30 >= 2 * trial.MEMORY


def test_both_series_are_compared_where_nobody_waits() -> None:
    """docs/faults.md 46, 55: in a thread, not between two moves."""

    async def told() -> AsyncGenerator[Any]:
        yield ANSWER, ANSWER

    def compared(*_: Any) -> Any:
        where.append(threading.current_thread().name)
        return balance(*_)

    async def lines() -> list[Any]:
        found = workshop._lines(GAME, 0.0, told(), "en")
        return [json.loads(line) async for line in found]

    where: list[str] = []
    with pytest.MonkeyPatch.context() as here:
        here.setattr(workshop, "balance", compared)
        assert asyncio.run(lines())[-1]["balance"]["mine"]["games"] == 2
    assert where != [threading.main_thread().name]


def test_the_process_ends_when_whoever_asked_goes_away(tmp_path: Path) -> None:
    """docs/faults.md 55"""
    trials = Trials(program(tmp_path, f"pathlib.Path(r'{tmp_path}/pid').write_text(str(os.getpid()))\ntime.sleep(1000)"))

    async def leave() -> None:
        asking = asyncio.create_task(last(played(trials)))
        while not (tmp_path / "pid").exists() or not (tmp_path / "pid").read_text("utf-8"):
            await asyncio.sleep(0.01)
        asking.cancel()
        with pytest.raises(asyncio.CancelledError):
            await asking

    asyncio.run(leave())
    assert trials.asking == 0
    assert not Path(f"/proc/{(tmp_path / 'pid').read_text('utf-8')}").exists()


def test_one_address_has_one_place_and_the_queue_is_short(tmp_path: Path) -> None:
    """docs/faults.md 55: the next is asked to come back, and only one process runs."""
    trials = Trials(program(tmp_path, f"open(r'{tmp_path}/begun', 'a').write('x')\ntime.sleep(1000)"))

    async def crowd() -> None:
        asking = [asyncio.create_task(last(played(trials, f"a{number}"))) for number in range(WAITING + 1)]
        while trials.asking <= WAITING or not (tmp_path / "begun").exists():
            await asyncio.sleep(0.01)
        for address in ("a0", "another"):
            with pytest.raises(Busy):
                await last(played(trials, address))
        assert (tmp_path / "begun").read_text("utf-8") in ("", "x")
        for one in asking:
            one.cancel()
        await asyncio.gather(*asking, return_exceptions=True)

    asyncio.run(crowd())
    assert trials.asking == 0


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("house"), trials=6) as running:
        yield running


def test_a_board_is_tried_out(server: Server) -> None:
    """docs/faults.md 55: what cannot be played is refused before any process starts; the rest is answered line by line."""
    for body, said in (
        ({"board": "S. ."}, "cannot be reached"),
        ({"board": "x" * 30_000}, "20000"),
        ({"edition": {"deck": {}}}, "game must be"),
        ({"players": 9}, "2 to 4 players"),
    ):
        refused = server.post("games/maumau/trial", **body)
        assert refused.status_code == 422
        assert said in refused.json()["message"]
    answer = httpx.post(f"{server.url}/api/games/maumau/trial", json={"board": "S..T..1", "players": 3}, timeout=400)
    lines = [json.loads(line) for line in answer.text.splitlines()]
    assert all(0 <= one["progress"] <= 1 for one in lines[:-1])
    balance = lines[-1]["balance"]
    assert balance["mine"]["games"] == balance["ours"]["games"] == 3000
    assert len(balance["mine"]["seats"]) == 3
    assert balance["mine"]["moves"] < balance["ours"]["moves"]
    assert abs(balance["ours"]["minutes"] - find("maumau").minutes) < 1e-6
    towers = next(one for one in balance["specials"] if one["title"] == "cards placed on a tower")
    assert towers["mine"] > 0 == towers["ours"]
    assert balance["starts"] == "Who starts: Seat 1"
    assert 429 in [server.post("games/maumau/trial", board="S").status_code for _ in range(11)]
