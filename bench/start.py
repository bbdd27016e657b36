"""How long a start takes, cold (nothing compiled) and warm, of a game and of a server; how much memory many games and an idle
server need; and how large an install is. Each figure is printed with its goal.

python bench/start.py               everything; installs the package into a folder that is removed again
python bench/start.py --no-install  without that
"""

from __future__ import annotations

import os
import resource
import socket as sockets
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path
from typing import NamedTuple

import kartenhaus

REST = 15.0  # seconds after which a server has loaded all games
ROOT = Path(__file__).parent.parent
MEGABYTE = 1_000_000

FIRST_MOVE = """
import kartenhaus
game = kartenhaus.deal("{name}", players=2, seed=1)
game.play(game.legal()[0])
game.view(0)
"""
SIMULATE = FIRST_MOVE + 'kartenhaus.simulate("{name}", players=2, games=10)\n'


def seconds(*command: str, cache: str) -> float:
    """The time a command takes in a process of its own."""
    start = time.perf_counter()
    environment = {**os.environ, "KARTENHAUS_CACHE": cache, "KARTENHAUS_BOUNDS": "0"}
    subprocess.run([sys.executable, *command], env=environment, check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - start


def free_port() -> int:
    """A port that nobody uses."""
    with sockets.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Serving(NamedTuple):
    """A server that was started: seconds until it gave a page, those that a processor worked, and megabytes at rest."""

    page: float
    worked: float
    memory: float


def serving(cache: str, rest: float = REST) -> Serving:
    """Start a server, ask for a page until it comes, and let it rest."""
    with tempfile.TemporaryDirectory() as folder:
        port = free_port()
        environment = {**os.environ, "KARTENHAUS_CACHE": cache, "KARTENHAUS_BOUNDS": "0"}
        place = ["--port", str(port), "--database", f"sqlite:///{folder}/tables.db"]
        start = time.perf_counter()
        server = subprocess.Popen([sys.executable, "-m", "kartenhaus", "serve", *place], env=environment, stdout=subprocess.DEVNULL)
        try:
            _wait_for(port, server)
            urllib.request.urlopen(f"http://127.0.0.1:{port}/", timeout=600).close()
            page, worked = time.perf_counter() - start, _worked(server.pid)
            time.sleep(rest)  # it loads the games after it has begun to answer
            status = Path(f"/proc/{server.pid}/status").read_text("utf-8")
            return Serving(page, worked, int(status.split("VmRSS:")[1].split()[0]) * 1024 / MEGABYTE)
        finally:
            server.kill()
            server.wait()


def _wait_for(port: int, server: subprocess.Popen[bytes]) -> None:
    """Wait until it listens."""
    while server.poll() is None:
        try:
            sockets.create_connection(("127.0.0.1", port), 1).close()
            return
        except OSError:
            time.sleep(0.01)
    raise SystemExit("the server ended")


def _worked(process: int) -> float:
    """Seconds that processors worked for a process so far."""
    fields = Path(f"/proc/{process}/stat").read_text("utf-8").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def installed_size() -> float:
    """Megabytes of a fresh environment with the package and what it needs, without pip itself."""
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([sys.executable, "-m", "venv", "--without-pip", folder], check=True)
        python = str(Path(folder, "bin", "python"))
        command = [sys.executable, "-m", "pip", "--python", python, "install", "--quiet", "--disable-pip-version-check"]
        subprocess.run([*command, "--constraint", str(ROOT / "constraints.txt"), str(ROOT)], check=True)
        return sum(file.lstat().st_size for file in Path(folder).rglob("*") if file.is_file() and not file.is_symlink()) / MEGABYTE


def main() -> None:
    """Measure and print."""
    with tempfile.TemporaryDirectory() as cache:
        empty = min(seconds("-c", "pass", cache=cache) for _ in range(3))
        print(f"python, an empty program        {empty:6.2f} s")
        for name in kartenhaus.games():
            cold = seconds("-c", SIMULATE.format(name=name), cache=cache)
            warm = min(seconds("-c", FIRST_MOVE.format(name=name), cache=cache) for _ in range(3))
            print(f"{name:7} cold, play and simulate  {cold:6.2f} s (goal: 15)   warm, first move {warm:5.2f} s (goal: 1.5)")
        listing = min(seconds("-m", "kartenhaus", "games", cache=cache) for _ in range(3))
        print(f"kartenhaus games                {listing:6.2f} s (goal: 0.4)")
        helping = min(seconds("-m", "kartenhaus", "--help", cache=cache) for _ in range(5))
        print(f"kartenhaus --help               {helping:6.2f} s (goal: 0.3)")
        serving(cache, rest=0)  # the first start compiles, and writes bytecode
        starts = [serving(cache, rest=0) for _ in range(3)]
        page, worked = min(one.page for one in starts), min(one.worked for one in starts)
        print(f"serve, again, to a page         {page:6.2f} s (goal: 3), of which a processor worked {worked:.2f}")
        print(f"an idle server                  {serving(cache).memory:6.0f} MB (goal: 250)")
    if "--no-install" not in sys.argv:
        print(f"a base install                  {installed_size():6.0f} MB (goal: 400)")
    for games in (10_000, 1_000_000):
        command = [sys.executable, "-m", "kartenhaus", "simulate", "mada", "--games", str(games), "--json"]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        print(f"simulate {games:9,} games of MADA: {resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024:.0f} MB at most")


if __name__ == "__main__":
    main()
