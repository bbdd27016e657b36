"""Friendly and hostile clients at one server for half an hour: does anybody who only plays notice?

python bench/soak.py [--minutes 30] [--tables 9] [--seed 1]

The server has one processor, all clients another. Friendly clients play whole games of all three, with bots, all the time. In every
other period hostile clients do what they can, at fixed rates and from a few addresses, so that quiet and attack are measured side
by side. At the end the logs must have every move that was acknowledged. Everything stays on this machine.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import signal
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

import httpx

from soak_friends import Friend, play

STRETCHES = 10  # quiet and attack in turn
SETTLE = 5.0  # seconds at the beginning of a stretch that are not measured
WATCH = 2.0  # seconds between two checks of the memory
SETTINGS = {
    "KARTENHAUS_BOT_LEAST": "0.1",
    "KARTENHAUS_BOT_MOST": "0.4",
    "KARTENHAUS_QUESTION_LEAST": "0.2",
    "KARTENHAUS_QUESTION_MOST": "0.6",
}


@dataclass
class Soak:
    """What is measured."""

    moves: dict[str, list[float]] = field(default_factory=lambda: {"quiet": [], "attack": []})  # seconds to an acknowledgement
    pings: dict[str, list[float]] = field(default_factory=lambda: {"quiet": [], "attack": []})
    acknowledged: dict[str, dict[str, str]] = field(default_factory=dict)  # by table: the move of each ref
    busy: dict[str, list[float]] = field(default_factory=lambda: {"quiet": [], "attack": []})  # processor share of the server
    games: Counter[str] = field(default_factory=Counter)
    heard: Counter[str] = field(default_factory=Counter)  # the answers to hostile clients
    memory: list[tuple[float, int]] = field(default_factory=list)
    phase: str = ""  # quiet or attack; empty while it settles
    over: bool = False

    def note(self, what: dict[str, list[float]], seconds: float) -> None:
        """Add a time to the current phase."""
        if self.phase:
            what[self.phase].append(seconds)


class Server:
    """Our server, on its own processor."""

    def __init__(self, folder: Path) -> None:
        self.file = folder / "tables.db"
        self.errors = folder / "errors"
        command = [sys.executable, "-m", "kartenhaus", "serve", "--port", "0", "--database", f"sqlite:///{self.file}"]
        with self.errors.open("w") as errors:
            self.process = subprocess.Popen(
                command, env={**os.environ, **SETTINGS}, stdout=subprocess.PIPE, stderr=errors, text=True, start_new_session=True
            )
        assert self.process.stdout is not None
        line = ""
        while " at " not in line:
            line = self.process.stdout.readline()
            if not line:
                raise SystemExit("the server did not start:\n" + self.errors.read_text())
        self.address = line.split(" at ")[1].split()[0]
        while True:
            try:
                httpx.get(self.address + "/api/health", timeout=5).raise_for_status()
                return
            except httpx.HTTPError:
                time.sleep(0.1)

    def memory(self) -> int:
        """Bytes in memory."""
        return int(Path(f"/proc/{self.process.pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")

    def used(self) -> float:
        """The processor seconds it has used."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def stop(self) -> None:
        """Stop it."""
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(15)

    def lost(self, acknowledged: dict[str, dict[str, str]]) -> list[str]:
        """Acknowledged moves that are missing from the logs, or are there twice."""
        reading = sqlite3.connect(f"file:{self.file}?mode=ro", uri=True)
        missing = []
        for table, moves in acknowledged.items():
            rows = reading.execute("SELECT data FROM entries WHERE table_id = ? ORDER BY number", (table,))
            found: Counter[tuple[str, str, str]] = Counter()
            for (data,) in rows:
                entry = json.loads(data)
                if entry["kind"] in ("moved", "held") and entry.get("ref"):
                    found[entry["kind"], entry["ref"], entry["move"]] += 1
            for ref, move in moves.items():
                times = [found[kind, ref, move] for kind in ("moved", "held")]
                if max(times) != 1:
                    missing.append(f"{table} {ref} {move}: {times}")
        reading.close()
        return missing


async def run(server: Server, soak: Soak, minutes: float, tables: int, dice: random.Random) -> None:
    """Play all the time, and attack in every other stretch."""
    friends = [Friend(server.address, number, random.Random(dice.random())) for number in range(tables)]
    playing = [asyncio.create_task(play(friend, soak)) for friend in friends]
    watching = asyncio.create_task(watch(server, soak))
    foes = attackers(server.address, dice)
    stretch = 60 * minutes / STRETCHES
    settle = min(SETTLE, stretch / 4)
    await asyncio.sleep(settle)
    for number in range(STRETCHES):
        kind = ("quiet", "attack")[number % 2]
        print(kind, file=foes.stdin, flush=True)
        await asyncio.sleep(settle)
        soak.phase, used, began = kind, server.used(), time.monotonic()
        await asyncio.sleep(stretch - settle)
        soak.busy[kind].append((server.used() - used) / (time.monotonic() - began))
        print(
            f"{kind:6} {number + 1:2}/{STRETCHES}: {len(soak.moves[kind]):6} moves so far, {soak.memory[-1][1] / 1e6:.0f} MB",
            flush=True,
        )
        soak.phase = ""
        broken = [task for task in playing if task.done()]
        if broken:
            broken[0].result()
    said, _ = await asyncio.to_thread(foes.communicate, "quiet\n", timeout=30)
    soak.heard.update(json.loads(said))
    soak.over = True
    await asyncio.wait(playing, timeout=30)
    for task in (*playing, watching):
        task.cancel()
    await asyncio.gather(*playing, watching, return_exceptions=True)


def attackers(address: str, dice: random.Random) -> subprocess.Popen[str]:
    """Start the hostile clients in a separate process."""
    command = [sys.executable, str(Path(__file__).with_name("soak_foes.py")), address, str(dice.random())]
    foes = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert foes.stdout is not None
    foes.stdout.readline()  # they are ready
    return foes


async def watch(server: Server, soak: Soak) -> None:
    """Record the memory at intervals."""
    began = time.monotonic()
    while True:
        soak.memory.append((time.monotonic() - began, server.memory()))
        await asyncio.sleep(WATCH)


def share(values: list[float], part: float) -> float:
    """The value that this part of them does not exceed, in milliseconds."""
    return 1000 * sorted(values)[min(len(values) - 1, int(part * len(values)))] if values else float("nan")


def report(soak: Soak, lost: list[str]) -> bool:
    """Print the comparison; return whether all is as it should be."""
    print(f"\n{'':18}{'quiet':>10}{'attack':>10}{'ratio':>8}")
    ratios = {}
    for name, found in (("move", soak.moves), ("ping", soak.pings)):
        for part in (0.5, 0.99):
            quiet, hostile = share(found["quiet"], part), share(found["attack"], part)
            ratios[name, part] = hostile / quiet
            label = f"{name}, p{round(100 * part)}"
            print(f"{label:14} ms  {quiet:10.1f}{hostile:10.1f}{hostile / quiet:8.2f}")
    print(f"moves             {len(soak.moves['quiet']):10}{len(soak.moves['attack']):10}")
    print("processor, %      " + "".join(f"{100 * statistics.fmean(soak.busy[kind]):10.0f}" for kind in ("quiet", "attack")))
    sizes = [size / 1e6 for _, size in soak.memory]
    quarters = [statistics.fmean(sizes[len(sizes) * n // 4 : len(sizes) * (n + 1) // 4]) for n in range(4)]
    print(f"memory by quarters, MB: {', '.join(f'{one:.0f}' for one in quarters)}; most {max(sizes):.0f}")
    print(f"friendly games over: {', '.join(f'{game} {count}' for game, count in sorted(soak.games.items()))}")
    print("hostile clients heard: " + ", ".join(f"{what} {count}" for what, count in sorted(soak.heard.items())))
    total = sum(map(len, soak.acknowledged.values()))
    print(f"acknowledged moves: {total:,}, lost or doubled: {len(lost)}")
    for one in lost[:10]:
        print("  " + one)
    calm, flat = ratios["move", 0.99] <= 2, quarters[3] <= 1.1 * quarters[1]
    print(f"p99 of friendly moves within twice the quiet one: {calm}; memory flat: {flat}; no lost move: {not lost}")
    return calm and flat and not lost


def main() -> None:
    """Run it all."""
    options = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    options.add_argument("--minutes", type=float, default=30.0)
    options.add_argument("--tables", type=int, default=9, help="at which friends play")
    options.add_argument("--seed", type=int, default=1)
    chosen = options.parse_args()
    soak = Soak()
    first, *others = sorted(os.sched_getaffinity(0))
    if not others:
        print("only one processor: server and clients share it, and the figures say little")
    with tempfile.TemporaryDirectory() as folder:
        os.sched_setaffinity(0, {first})  # the server inherits it
        server = Server(Path(folder))
        os.sched_setaffinity(0, others or {first})
        try:
            asyncio.run(run(server, soak, chosen.minutes, chosen.tables, random.Random(chosen.seed)))
        finally:
            server.stop()
        errors = server.errors.read_text()
        if errors:
            print("the server said:\n" + errors[:2000])
        fine = report(soak, server.lost(soak.acknowledged))
    sys.exit(0 if fine else 1)


if __name__ == "__main__":
    main()
