"""The house serves while it compiles: players who wait see why, nobody is refused, and nothing is compiled twice."""

from __future__ import annotations

import asyncio
import logging
import os
import subprocess
import sys
import threading
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import httpx
import pytest

from faults.inside import Inside
from kartenhaus.core.estimate import Estimate
from kartenhaus.core.game import Game, find
from kartenhaus.core.texts import LANGUAGES, translator
from kartenhaus.server import press
from kartenhaus.server.press import Job, NotYet, PlainLines, Press
from serving import Frame, Line, wait_until

TESTS = Path(__file__).parent.parent
GATED = """
import os, pathlib, sys, time
folder = pathlib.Path(sys.argv[1])
new = folder / str(os.getpid())
new.write_text(new.name)
new.rename(folder / sys.argv[2].rpartition(".")[2])
print("deal search", flush=True)
print("deal", flush=True)
while not (folder / "open").exists():
    time.sleep(0.01)
print("search", flush=True)
"""
"""A printer that compiles nothing, notes which game it was asked for, and ends when the test lets it."""
FAILING = "import sys; sys.exit('the moon is full')"
STOPPED = "import os, signal; os.kill(os.getpid(), signal.SIGTERM)"


@pytest.fixture
def cold(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Pretend that no game is in the store; return the games that get loaded."""
    loaded: list[str] = []
    monkeypatch.setattr(press, "_missing", lambda _: {"deal": 2, "search": 4})
    monkeypatch.setattr(press, "_load", lambda game: loaded.append(game.name))
    monkeypatch.setattr(press, "_settle", lambda: None)
    return loaded


def gated(folder: Path) -> tuple[str, ...]:
    return sys.executable, "-c", GATED, str(folder)


def games() -> list[Game]:
    return [find(name) for name in ("mada", "mad", "maumau")]


def run(press: Press, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
    """Do something while a press works."""

    async def evening() -> None:
        press.start()
        try:
            await asyncio.wait_for(work(), 60)
        finally:
            await press.stop()

    asyncio.run(evening())


async def until(holds: Callable[[], object]) -> None:
    while not holds():
        await asyncio.sleep(0.01)


def begun(folder: Path) -> set[str]:
    return {file.name for file in folder.iterdir()} & {"mada", "mad", "maumau"}


def test_the_game_that_is_asked_for_is_begun_at_once_and_told_in_every_language(tmp_path: Path, cold: list[str]) -> None:
    shop = Press(games(), printer=gated(tmp_path))

    async def work() -> None:
        await until(lambda: begun(tmp_path) == {"mada", "mad"})
        with pytest.raises(NotYet) as told:
            await shop.wait_for("maumau", 0.0)
        messages = {told.value.told(translator(language)) for language in LANGUAGES}
        assert len(messages) == len(LANGUAGES) == 6
        assert all(f" {told.value.seconds} s" in message for message in messages)
        await until(lambda: begun(tmp_path) == {"mada", "mad", "maumau"})
        assert not cold, "nothing is loaded before it is compiled"
        assert set(shop.printing) == {"mada", "mad", "maumau"}
        (tmp_path / "open").touch()
        await shop.wait_for("maumau")
        await shop.wait_for_all()
        assert not shop.printing
        await shop.wait_for("maumau", 0.0)
        await shop.wait_for("a game of nobody", 0.0)

    run(shop, work)
    assert sorted(cold) == ["mad", "mada", "maumau"]


@pytest.mark.skipif(not hasattr(os, "getpriority"), reason="this system has no priorities")
def test_other_games_make_room_for_the_one_that_somebody_waits_for(tmp_path: Path, cold: list[str]) -> None:
    shop = Press(games(), printer=gated(tmp_path))
    usual = os.getpriority(os.PRIO_PROCESS, 0)

    def niceness(game: str) -> int:
        return os.getpriority(os.PRIO_PROCESS, int((tmp_path / game).read_text())) - usual

    async def work() -> None:
        await until(lambda: begun(tmp_path) == {"mada", "mad"})
        assert [niceness("mada"), niceness("mad")] == [0, 0], "nobody waits, and nobody plays"
        with pytest.raises(NotYet):
            await shop.wait_for("mad", 0.0)
        assert [niceness("mada"), niceness("mad")] == [press.POLITE, 0]
        with pytest.raises(NotYet):
            await shop.wait_for("maumau", 0.0)
        await until(lambda: begun(tmp_path) == {"mada", "mad", "maumau"})
        assert [niceness("mad"), niceness("maumau")] == [0, 0], "somebody waits for each"
        (tmp_path / "open").touch()
        await shop.wait_for_all()

    run(shop, work)
    assert len(cold) == 3


@pytest.mark.skipif(not hasattr(os, "getpriority"), reason="this system has no priorities")
@pytest.mark.parametrize("asked", ["mada", "mad"])
def test_a_game_whose_process_is_being_created_makes_room_too(
    tmp_path: Path, cold: list[str], monkeypatch: pytest.MonkeyPatch, asked: str
) -> None:
    """Somebody asks for a game after it was chosen and before its process is there."""
    create = asyncio.create_subprocess_exec
    shop = Press([find("mada"), find("mad")], printer=gated(tmp_path))

    async def ask_first(*command: str, **rest: Any) -> Any:
        with pytest.raises(NotYet):
            await shop.wait_for(asked, 0.0)
        return await create(*command, **rest)

    async def work() -> None:
        await until(lambda: begun(tmp_path) == {"mada", "mad"})
        pids = {game: int((tmp_path / game).read_text()) for game in ("mada", "mad")}
        found = {game: os.getpriority(os.PRIO_PROCESS, pid) - os.getpriority(os.PRIO_PROCESS, 0) for game, pid in pids.items()}
        assert found == {"mada": press.POLITE, "mad": press.POLITE} | {asked: 0}
        (tmp_path / "open").touch()
        await shop.wait_for_all()

    monkeypatch.setattr(asyncio, "create_subprocess_exec", ask_first)
    run(shop, work)


def test_a_process_that_was_stopped_alone_is_told(
    cold: list[str], caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The press waits first whether the server stops too."""
    monkeypatch.setattr(press, "TOGETHER", 0.0)
    shop = Press([find("mada")], printer=(sys.executable, "-c", STOPPED))
    with caplog.at_level(logging.ERROR):
        run(shop, lambda: shop.wait_for("mada"))
    assert cold == ["mada"]
    assert "exit code -15" in caplog.text


def test_a_process_that_fails_is_told_and_the_server_compiles_itself(cold: list[str], caplog: pytest.LogCaptureFixture) -> None:
    shop = Press([find("mada")], printer=(sys.executable, "-c", FAILING))
    with caplog.at_level(logging.ERROR):
        run(shop, lambda: shop.wait_for("mada"))
    assert cold == ["mada"]
    assert (
        "MADA was not compiled in a process of its own, and is compiled in the server: exit code 1, the moon is full" in caplog.text
    )


def test_a_game_that_cannot_be_compiled_at_all_keeps_nobody_waiting(
    cold: list[str], caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(_: Game) -> None:
        raise RuntimeError("no such machine")

    monkeypatch.setattr(press, "_load", broken)
    shop = Press([find("mada")], printer=("/no/such/program",))
    with caplog.at_level(logging.ERROR):
        run(shop, lambda: shop.wait_for("mada"))
    assert "MADA cannot be played" in caplog.text
    assert "no such machine" in caplog.text
    assert not cold


def test_who_stops_ends_the_processes_too(tmp_path: Path, cold: list[str]) -> None:
    shop = Press([find("mada")], printer=gated(tmp_path))
    run(shop, lambda: until(lambda: begun(tmp_path)))
    found = subprocess.run(["pgrep", "-f", str(tmp_path)], capture_output=True, text=True, check=False)
    assert not found.stdout.split()
    assert not cold


def test_how_long_it_takes_follows_the_pace() -> None:
    now = 0.0
    estimate = Estimate(lambda: now)
    assert estimate.seconds() == 1
    estimate.plan({"deal": 2, "look": 4, "search": 4})
    assert estimate.seconds() == 10
    estimate.begin(["deal", "search"])
    assert estimate.seconds() == 6
    now = 1.0
    assert estimate.seconds() == 5
    now = 4.0
    assert estimate.seconds() == 9, "it takes twice as long as it should, and so will the rest"
    estimate.advance("deal")
    assert estimate.seconds() == 8
    estimate.advance("search")
    assert estimate.seconds() == 1


def test_lines_say_what_begins_and_what_is_there_once(capsys: pytest.CaptureFixture[str]) -> None:
    job, lines = Job(find("mada")), PlainLines()
    lines([job])
    job.estimate.plan({"deal": 2})
    job.estimate.begin(["deal"])
    lines([job])
    lines([job])
    job.there.set()
    lines([job])
    lines([job])
    assert capsys.readouterr().err.splitlines() == [
        "Compiling MADA (once, about 2 s); the page is open meanwhile.",
        "MADA is compiled.",
    ]
    warm = Job(find("mad"))
    warm.there.set()
    lines([warm])
    assert not capsys.readouterr().err


# At a server


def first_of(line: Line, kind: str) -> Frame:
    return next(frame for frame in line.heard if frame["type"] == kind)


def test_everything_is_there_before_a_game_is_and_then_the_cards_come(tmp_path: Path, cold: list[str]) -> None:
    shop = Press(games(), printer=gated(tmp_path))
    with Inside(tmp_path, press=shop) as server:
        assert set(server.get("health").json()["printing"]) == {"mada", "mad", "maumau"}
        assert httpx.get(f"{server.url}/").status_code == 200
        assert httpx.get(f"{server.url}/api/games/mada/rules").status_code == 200
        mia = server.open("maumau", players=2, bots=["easy"])
        other = server.open("mada", players=2)
        with Line(mia) as line:
            assert line.state["phase"] == "waiting"
            assert line.do("ready")["type"] == "done"
            told = line.hear("printing", game="maumau")
            assert told["message"] == f"The cards are being printed: Mau Mau, the board game, about {told['seconds']} s"
            assert line.do("ping")["type"] == "pong"
            assert line.do("chat", text="soon")["type"] == "done"
            assert server.join(other.table, "Ben").seat == 1, "who comes by a link sits down"
            assert begun(tmp_path) == {"mada", "mad", "maumau"}
            lesson = f"{server.url}/api/games/mad/lesson"
            answer = httpx.get(lesson, headers={"prefer": "wait=0", "accept-language": "de"})
            assert answer.status_code == 202
            assert answer.json()["code"] == "printing"
            assert answer.json()["message"].startswith("Die Karten werden gedruckt: MAD, etwa ")
            found: list[int] = []
            waiting = threading.Thread(target=lambda: found.append(httpx.get(lesson, timeout=60).status_code))
            waiting.start()
            assert line.state["phase"] == "waiting"
            assert not found, "without a header it is waited for"
            (tmp_path / "open").touch()
            assert line.until(lambda state: state["phase"] == "playing")["view"]["hands"][mia.seat]
            waiting.join()
            assert found == [200]
        wait_until(lambda: not server.get("health").json()["printing"], "all games")


def test_a_table_from_before_waits_the_same_way(tmp_path: Path, cold: list[str]) -> None:
    with Inside(tmp_path) as server:
        mia = server.open("mada", players=2, bots=["easy"])
        lobby = server.open("mad", players=3)
        with Line(mia) as line:
            line.do("ready")
            before = line.until(lambda state: state["phase"] == "playing" and state["to_act"] == mia.seat)
        port = server.port
    again = Inside(tmp_path, press=Press(games(), printer=gated(tmp_path)))
    again.port = port
    with again as server:
        with Line(lobby) as line:
            assert line.state["phase"] == "waiting", "where nothing was dealt, nothing is waited for"
        with Line(mia, hello=False) as line:
            line.say("hello", token=mia.token)
            assert line.next()["type"] == "printing", "before the welcome"
            assert httpx.get(f"{server.url}/api/tables/{mia.table}", headers={"prefer": "wait=0"}).status_code == 202
            (tmp_path / "open").touch()
            line.hear("state")
            assert first_of(line, "welcome")["game"] == "mada"
            assert line.state["view"]["hands"] == before["view"]["hands"]


# The real thing


def printed(cache: Path, *arguments: str) -> subprocess.Popen[str]:
    environment = {**os.environ, "KARTENHAUS_CACHE": str(cache), "PYTHONPATH": str(TESTS), "KARTENHAUS_BOUNDS": "0"}
    return subprocess.Popen([sys.executable, *arguments], env=environment, stdout=subprocess.PIPE, text=True)


LOADED = """
from fourth import GAME
from kartenhaus.bots import parts
assert parts.missing(GAME) == []
assert parts.load(GAME) is None
print(sum(sum(entry.stats.cache_misses.values()) for part in parts.parts(GAME) for entry in part.entry_points
    if parts.is_kept(entry)))
"""


def test_of_two_processes_one_compiles_and_a_third_only_loads(tmp_path: Path) -> None:
    command = ("-m", "kartenhaus.server.printer", "fourth")
    both = [printed(tmp_path, *command) for _ in range(2)]
    said = sorted(one.communicate()[0] for one in both)
    assert [one.returncode for one in both] == [0, 0]
    assert said == ["\n", "deal proceed look read\ndeal\nproceed\nlook\nread\n"], "one has work, the other finds it done"
    third = printed(tmp_path, "-c", LOADED)
    assert third.communicate()[0] == "0\n"
    assert third.returncode == 0


EVENING = """
import sys
from itertools import cycle
from kartenhaus.bots import View, find as bot, parts
from kartenhaus.bots.levels import NAMES
from kartenhaus.core import recordfile
from kartenhaus.core.game import find, names
from kartenhaus.table import lesson, record, review
from table.evening import Evening

def compiled():
    found = {id(one): one for name, module in list(sys.modules.items()) if name.startswith("kartenhaus")
        for one in vars(module).values() if hasattr(one, "py_func")}
    return {f"{one.py_func.__module__}.{one.py_func.__name__}": len(one.signatures) for one in found.values()}

for name in names():
    parts.load(find(name))
before = compiled()
for name in names():
    evening, levels = Evening(name, 3), cycle(NAMES)
    evening.start("Mia", "Ben", "Ann")
    table = evening.table
    while table.playing:
        seat = table.to_act
        view = View(table.game, seat, 3, table.see(seat).position)
        for viewer in (-1, 0, 1, 2):
            table.look(viewer)
        evening.move(view.text(bot(f"{level}:milliseconds=1" if (level := next(levels)) != "easy" else level)().choose(view, 1)))
    evening.run()
    review.review(recordfile.loads(record.of_game("evening", evening.entries, 1)), 0)
    for number in (1, 2):
        lesson.lesson(find(name), number)
print({entry: count for entry, count in compiled().items() if count != before.get(entry, 0)})
"""


def test_a_table_calls_nothing_that_was_not_compiled_for_it() -> None:
    environment = {**os.environ, "PYTHONPATH": str(TESTS)}
    done = subprocess.run([sys.executable, "-c", EVENING], env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout == "{}\n"
