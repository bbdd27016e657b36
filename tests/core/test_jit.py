"""The compile cache never serves a stale rule."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

SOURCE = Path(__file__).parent.parent.parent / "src"
ASK = """
import kartenhaus
game = kartenhaus.deal("mada", players=2, seed=1, starter=0)
print(sum(map(int, game.position.held)), game.legal())
"""


def ask(folder: Path, cache: Path) -> str:
    environment = {**os.environ, "PYTHONPATH": str(folder), "KARTENHAUS_CACHE": str(cache), "KARTENHAUS_BOUNDS": "0"}
    return subprocess.run([sys.executable, "-c", ASK], env=environment, capture_output=True, text=True, check=True).stdout


def test_an_edited_helper_is_compiled_anew(tmp_path: Path) -> None:
    copy, cache = tmp_path / "src", tmp_path / "cache"
    shutil.copytree(SOURCE, copy, ignore=shutil.ignore_patterns("__pycache__"))
    before = ask(copy, cache)
    assert before == ask(copy, cache)
    rules = copy / "kartenhaus/games/mada/rules.py"
    stat = rules.stat()
    edited = rules.read_text("utf-8").replace("HAND = 3  #", "HAND = 2  #")
    assert edited != rules.read_text("utf-8")
    rules.write_text(edited, "utf-8")
    os.utime(rules, ns=(stat.st_atime_ns, stat.st_mtime_ns))  # same time, same size: only the content tells
    after = ask(copy, cache)
    assert before.startswith("6 ")
    assert after.startswith("4 ")


def test_a_helper_in_core_counts_too(tmp_path: Path) -> None:
    copy, cache = tmp_path / "src", tmp_path / "cache"
    shutil.copytree(SOURCE, copy, ignore=shutil.ignore_patterns("__pycache__"))
    before = ask(copy, cache)
    helper = copy / "kartenhaus/core/random.py"
    helper.write_text(
        helper.read_text("utf-8").replace("for _ in range(4):\n        a, e", "for _ in range(3):\n        a, e"), "utf-8"
    )
    assert ask(copy, cache) != before


def test_stores_unused_for_a_month_are_removed(tmp_path: Path) -> None:
    old, other = tmp_path / ("0" * 24), tmp_path / "mine"
    for folder in (old, other):
        folder.mkdir()
        os.utime(folder, (0, 0))
    ask(SOURCE, tmp_path)
    assert not old.exists()
    assert other.exists()


def test_no_place_for_the_store_is_said_plainly(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("")
    environment = {**os.environ, "PYTHONPATH": str(SOURCE), "KARTENHAUS_CACHE": str(blocked)}
    done = subprocess.run(
        [sys.executable, "-m", "kartenhaus", "perft", "mada"], env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 2
    assert "set KARTENHAUS_CACHE" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_full_disk_is_said_in_a_sentence(tmp_path: Path) -> None:
    resource = "import resource, signal; signal.signal(signal.SIGXFSZ, signal.SIG_IGN); "
    limited = f"{resource}resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100)); "
    ask = f"{limited}from kartenhaus.cli.main import main; main()"
    command = [sys.executable, "-c", ask, "perft", "mada", "--depth", "1"]
    environment = {**os.environ, "KARTENHAUS_CACHE": str(tmp_path), "COLUMNS": "300"}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert f"error: compiled rules cannot be kept in {tmp_path}" in done.stderr
    assert "File too large; make room, or set KARTENHAUS_CACHE to another folder" in done.stderr
    assert "Traceback" not in done.stderr
