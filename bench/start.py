"""How long it takes to start from a fresh clone to the first card, and to start a game and a server, cold and warm; how much
memory many games and an idle server need; and how large an install is. Each figure is printed with its goal.

python bench/start.py                 everything; installs the package into folders that are removed again
python bench/start.py --no-install    without that
python bench/start.py --clone         only from a fresh clone: to the page, to the first card, again, and memory
python bench/start.py --clone f8232c1 the same for an older version
"""

from __future__ import annotations

import json
import os
import resource
import signal
import socket as sockets
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path
from typing import NamedTuple

from websockets.sync.client import connect

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
PLAY = """
from kartenhaus.bots.parts import load
from kartenhaus.core.game import find
assert load(find("{name}")) is None
"""
SIMULATE = FIRST_MOVE + 'kartenhaus.simulate("{name}", players=2, games=10)\n'


def seconds(*command: str, cache: str) -> float:
    """The time a command takes in a separate process."""
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
    """The start of a server: seconds to the first page, processor seconds, and megabytes at rest."""

    page: float
    worked: float
    memory: float


def serving(cache: str, rest: float = REST) -> Serving:
    """Start a server, load a page, and let the server rest."""
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
            time.sleep(rest)  # it loads the games after its first answers
            status = Path(f"/proc/{server.pid}/status").read_text("utf-8")
            return Serving(page, worked, int(status.split("VmRSS:")[1].split()[0]) * 1024 / MEGABYTE)
        finally:
            server.kill()
            server.wait()


def _wait_for(port: int, server: subprocess.Popen[bytes]) -> None:
    """Wait until the server listens."""
    while server.poll() is None:
        try:
            sockets.create_connection(("127.0.0.1", port), 1).close()
            return
        except OSError:
            time.sleep(0.01)
    raise SystemExit("the server ended")


def _worked(process: int) -> float:
    """The processor seconds of a process so far."""
    fields = Path(f"/proc/{process}/stat").read_text("utf-8").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def cloned(commit: str) -> None:
    """Run `make play` in a fresh clone, with nothing installed or compiled, like a new user; then once more."""
    with tempfile.TemporaryDirectory() as folder:
        start = time.perf_counter()
        clone = Path(folder, "clone")
        subprocess.run(["git", "clone", "--quiet", "--no-hardlinks", str(ROOT), str(clone)], check=True)
        subprocess.run(["git", "-C", str(clone), "checkout", "--quiet", commit], check=True)
        print(f"fresh clone, to the page        {_played(clone, folder, start, 30)}")
        print(f"second start, to the page       {_played(clone, folder, time.perf_counter(), 3)}")


def _played(clone: Path, folder: str, start: float, goal: int) -> str:
    """Start the server there, and wait for the first card."""
    port = free_port()
    homes = {"XDG_DATA_HOME": folder, "KARTENHAUS_CACHE": str(Path(folder, "cache")), "KARTENHAUS_BOUNDS": "0"}
    environment = {name: value for name, value in os.environ.items() if name not in ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER")}
    command = ["make", "play", f"PYTHON={sys.executable}", "HOST=127.0.0.1", f"PORT={port}"]
    making = subprocess.Popen(
        command,
        cwd=clone,
        env={**environment, **homes},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        _wait_for(port, making)
        urllib.request.urlopen(f"http://127.0.0.1:{port}/", timeout=600).close()
        page = time.perf_counter() - start
        _first_card(port)
        card = time.perf_counter() - start
        time.sleep(REST)
        memory = _memory(making.pid)
        return f"{page:6.2f} s (goal: {goal}), to the first card {card:6.2f} s (goal: 45), then {memory:.0f} MB (goal: 260)"
    finally:
        os.killpg(making.pid, signal.SIGKILL)
        making.wait()


def _first_card(port: int) -> None:
    """Open a table of MADA with a bot, be ready, and wait until the cards are dealt."""
    choice = json.dumps({"game": "mada", "players": 2, "bots": ["medium"], "name": "Mia"}).encode()
    request = urllib.request.Request(f"http://127.0.0.1:{port}/api/tables", choice, {"content-type": "application/json"})
    with urllib.request.urlopen(request, timeout=600) as answer:
        taken = json.loads(answer.read())
    with connect(f"ws://127.0.0.1:{port}/api/tables/{taken['table']}/socket", open_timeout=600) as socket:
        socket.send(json.dumps({"do": "hello", "token": taken["token"]}))
        socket.send(json.dumps({"do": "ready"}))
        while not (json.loads(socket.recv(600)).get("view") or {}).get("hands"):
            pass


def _memory(group: int) -> float:
    """Megabytes of the server among the processes of a group."""
    found = [0.0]
    for status in Path("/proc").glob("[0-9]*/status"):
        try:
            command = (status.parent / "cmdline").read_bytes()
            if os.getpgid(int(status.parent.name)) == group and b"serve" in command.split(b"\0"):
                found.append(int(status.read_text("utf-8").split("VmRSS:")[1].split()[0]) * 1024 / MEGABYTE)
        except (OSError, IndexError):
            continue  # the process has ended meanwhile
    return max(found)


def installed_size() -> float:
    """Megabytes of a fresh environment with the package and its dependencies, without pip."""
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([sys.executable, "-m", "venv", "--without-pip", folder], check=True)
        python = str(Path(folder, "bin", "python"))
        command = [sys.executable, "-m", "pip", "--python", python, "install", "--quiet", "--disable-pip-version-check"]
        subprocess.run([*command, "--constraint", str(ROOT / "constraints.txt"), str(ROOT)], check=True)
        return sum(file.lstat().st_size for file in Path(folder).rglob("*") if file.is_file() and not file.is_symlink()) / MEGABYTE


def main() -> None:
    """Measure and print."""
    if "--clone" in sys.argv:
        cloned((sys.argv[sys.argv.index("--clone") + 1 :] or ["HEAD"])[0])
        return
    with tempfile.TemporaryDirectory() as cache:
        empty = min(seconds("-c", "pass", cache=cache) for _ in range(3))
        print(f"python, an empty program        {empty:6.2f} s")
        for name in kartenhaus.game_names():
            play = seconds("-c", PLAY.format(name=name), cache=cache)
            study = seconds("-c", SIMULATE.format(name=name), cache=cache)
            warm = min(seconds("-c", FIRST_MOVE.format(name=name), cache=cache) for _ in range(3))
            print(f"{name:7} cold, to play with bots  {play:6.2f} s (goal: 8), then to simulate {study:5.2f} s")
            print(f"{name:7} warm, first move         {warm:6.2f} s (goal: 1.5)")
        listing = min(seconds("-m", "kartenhaus", "games", cache=cache) for _ in range(3))
        print(f"kartenhaus games                {listing:6.2f} s (goal: 0.4)")
        helping = min(seconds("-m", "kartenhaus", "--help", cache=cache) for _ in range(5))
        print(f"kartenhaus --help               {helping:6.2f} s (goal: 0.3)")
        serving(cache, rest=0)  # the first start writes bytecode
        starts = [serving(cache, rest=0) for _ in range(3)]
        page, worked = min(one.page for one in starts), min(one.worked for one in starts)
        print(f"serve, again, to a page         {page:6.2f} s (goal: 3), of which a processor worked {worked:.2f}")
        print(f"an idle server                  {serving(cache).memory:6.0f} MB (goal: 260)")
    if "--no-install" not in sys.argv:
        cloned("HEAD")
        print(f"a base install                  {installed_size():6.0f} MB (goal: 400)")
    for games in (10_000, 1_000_000):
        command = [sys.executable, "-m", "kartenhaus", "simulate", "mada", "--games", str(games), "--json"]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        print(f"simulate {games:9,} games of MADA: {resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024:.0f} MB at most")


if __name__ == "__main__":
    main()
