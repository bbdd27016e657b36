"""How long a start takes, cold (nothing compiled) and warm, how much memory many games and an idle server need, and how large an
install is. Each figure is printed with its goal.

python bench/start.py               everything; installs the package into a folder that is removed again
python bench/start.py --no-install  without that
"""

from __future__ import annotations

import os
import re
import resource
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path

import kartenhaus

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


def idle_memory(cache: str) -> float:
    """Megabytes that a server holds once all games are loaded and nobody is there."""
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder, "log")
        environment = {**os.environ, "KARTENHAUS_CACHE": cache, "KARTENHAUS_BOUNDS": "0", "COLUMNS": "300"}
        command = [sys.executable, "-m", "kartenhaus", "serve", "--port", "0", "--database", f"sqlite:///{folder}/tables.db"]
        with log.open("wb") as out:
            server = subprocess.Popen(command, env=environment, stdout=out, stderr=subprocess.STDOUT)
        try:
            while not (found := re.search(r"open at (http://\S+)", log.read_text("utf-8"))):
                if server.poll() is not None:
                    raise SystemExit(f"the server ended:\n{log.read_text('utf-8')}")
                time.sleep(0.2)
            time.sleep(15)  # it loads the games after it has begun to answer
            urllib.request.urlopen(f"{found[1]}/api/health", timeout=10).close()
            status = Path(f"/proc/{server.pid}/status").read_text("utf-8")
            return int(status.split("VmRSS:")[1].split()[0]) * 1024 / MEGABYTE
        finally:
            server.kill()
            server.wait()


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
        print(f"an idle server                  {idle_memory(cache):6.0f} MB (goal: 250)")
    if "--no-install" not in sys.argv:
        print(f"a base install                  {installed_size():6.0f} MB (goal: 400)")
    for games in (10_000, 1_000_000):
        command = [sys.executable, "-m", "kartenhaus", "simulate", "mada", "--games", str(games), "--json"]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        print(f"simulate {games:9,} games of MADA: {resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024:.0f} MB at most")


if __name__ == "__main__":
    main()
