"""The compile cache never serves a stale rule; compiled loops let other threads run."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest

import kartenhaus
from kartenhaus.core import edition
from kartenhaus.core.game import find
from kartenhaus.core.jit import compiled, inlined
from kartenhaus.core.random import seed_words
from kartenhaus.core.simulation import simulate

SOURCE = Path(__file__).parent.parent.parent / "src"
ASK = """
import kartenhaus
game = kartenhaus.deal("mada", players=2, seed=1, starter=0)
print(sum(map(int, game.position.held)), game.legal())
"""


def ask(folder: Path, cache: Path) -> str:
    environment = {**os.environ, "PYTHONPATH": str(folder), "KARTENHAUS_CACHE": str(cache), "KARTENHAUS_BOUNDS": "0"}
    return subprocess.run([sys.executable, "-c", ASK], env=environment, capture_output=True, text=True, check=True).stdout


@dataclass(frozen=True)
class Copy:
    """A copy of the source to edit, a store with its compiled rules, and their answer before any edit."""

    source: Path
    cache: Path
    before: str

    def edited(self, file: str, old: str, new: str) -> str:
        """Their answer after an edit that keeps the file's age and length, so that only its content differs."""
        path = self.source / "kartenhaus" / file
        stat, text = path.stat(), path.read_text("utf-8")
        assert old in text
        assert len(old) == len(new)
        try:
            path.write_text(text.replace(old, new), "utf-8")
            os.utime(path, ns=(stat.st_atime_ns, stat.st_mtime_ns))
            return ask(self.source, self.cache)
        finally:
            path.write_text(text, "utf-8")


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Copy:
    folder = tmp_path_factory.mktemp("jit")
    shutil.copytree(SOURCE, folder / "src", ignore=shutil.ignore_patterns("__pycache__"))
    (folder / "cache").mkdir()
    return Copy(folder / "src", folder / "cache", ask(folder / "src", folder / "cache"))


def test_an_edited_helper_is_compiled_anew(copy: Copy) -> None:
    assert copy.before.startswith("6 ")
    assert copy.edited("games/mada/rules.py", "HAND = 3  #", "HAND = 2  #").startswith("4 ")
    assert ask(copy.source, copy.cache) == copy.before


def test_a_helper_in_core_counts_too(copy: Copy) -> None:
    assert copy.edited("core/random.py", "    for _ in range(4):\n", "    for _ in range(3):\n") != copy.before


def test_stores_unused_for_a_month_are_removed(copy: Copy) -> None:
    old, other = copy.cache / ("0" * 24), copy.cache / "mine"
    for folder in (old, other):
        folder.mkdir()
        os.utime(folder, (0, 0))
    assert ask(copy.source, copy.cache) == copy.before
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


def test_other_threads_go_on_while_a_kernel_runs() -> None:
    """An entry point holds the interpreter lock for microseconds; a kernel that plays whole games releases it."""
    game = find("mada")
    simulate(game, 2, 1)
    steps = 0
    with ThreadPoolExecutor(1) as threads:
        running = threads.submit(simulate, game, 2, 100_000)
        while not running.done():
            steps += 1
            time.sleep(0)
    assert steps > 100  # otherwise this thread ran only before and after the kernel
    assert len(running.result().winners) == 100_000


def test_a_kernel_tells_nothing_and_everything_else_does() -> None:
    """docs/decisions 15: search and simulation are compiled without the code that tells events."""
    game = find("mada")
    template = game.files.lay_out(edition.find(game, edition.STANDARD), {}, 2)
    template.telling = 1
    dealt, played = template.clone(), template.clone()
    dealt.told = played.told = 0  # a copy does not copy the journal
    game.rules.deal(dealt, seed_words(1))
    assert dealt.told > 0
    counts = np.zeros(1, np.int64), np.zeros(1, np.int64)
    game.rules.simulate(template, played, seed_words(1), 0, np.zeros((1, 2), np.int64), *counts)
    assert played.told == 0


@inlined
def never() -> bool:
    return False


@compiled
def leaf(number: int) -> int:
    return number + 1


@compiled
def first(number: int) -> int:
    return leaf(number) if never() else number


@compiled
def second(number: int) -> int:
    return leaf(number) * 2


@compiled
def both(number: int) -> int:
    return first(number) + second(number)


def test_a_part_that_its_first_caller_does_not_need_is_there_for_the_next() -> None:
    """LLVM skips parts that nobody calls yet; unless they are linked again, the second caller jumps to nowhere."""
    assert both(3) == 3 + 8


KERNEL_FIRST = """
import kartenhaus
kartenhaus.simulate("mada", players=2, games=1)
game = kartenhaus.deal("mada", players=2, seed=1)
while not game.over:
    game.play(game.legal()[0])
    print(game.events)
"""


def test_what_happened_is_reported_after_a_kernel_was_loaded_too(tmp_path: Path) -> None:
    """A kernel is compiled without events. Its parts must not serve the entry points that are loaded after it."""
    environment = {**os.environ, "PYTHONPATH": str(SOURCE), "KARTENHAUS_CACHE": str(tmp_path)}
    command = [sys.executable, "-c", KERNEL_FIRST]
    told = subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout
    game = kartenhaus.deal("mada", players=2, seed=1)
    expected = []
    while not game.over:
        game.play(game.legal()[0])
        expected.append(f"{game.events}\n")
    assert told == "".join(expected)
