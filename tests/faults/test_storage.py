"""When the database fails, nobody hears anything untrue, nothing is lost, and play resumes by itself."""

from __future__ import annotations

import asyncio
import json
import os
import resource
import sqlite3
import subprocess
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import event
from sqlalchemy.exc import OperationalError

from faults.inside import Inside
from kartenhaus.games.mada import GAME
from kartenhaus.server import store as storing
from kartenhaus.server.database import StoreDown
from kartenhaus.server.in_step import InStep
from kartenhaus.server.store import Store, _Group, _NewEntry
from kartenhaus.table import entries as log
from kartenhaus.table import table
from serving import PATIENCE, Line, Place, Server, begin, lines, wait_until


class Shaky(Store):
    """A store whose next commits fail: before they happen, after, or after and then it cannot be read either."""

    def __init__(self, url: str) -> None:
        super().__init__(url)
        self.faults: list[str] = []
        self.deaf = False

    def commit(self, work: Callable[[], object]) -> None:
        fault = self.faults.pop(0) if self.faults else ""
        if fault != "before":
            super().commit(work)
        self.deaf = fault == "after, and deaf"
        if fault:
            raise OperationalError("COMMIT", None, Exception("disk I/O error"))

    def _look_again(self, batch: Any) -> Any:
        return [None] * len(batch) if self.deaf else super()._look_again(batch)


def acting(seated: list[Line]) -> tuple[Line, dict[str, Any]]:
    """The line of the seat to act, and a move for it."""
    line = seated[seated[0].settle()["to_act"]]
    state = line.settle()
    return line, {"move": state["legal"][0]["move"], "answers": state["answers"], "ref": f"move {state['answers']}"}


@contextmanager
def shaky_game(folder: Path) -> Iterator[tuple[Shaky, list[Line], Callable[[], list[str]]]]:
    """A game at a shaky server; the store, the lines, and what the log has of moves."""
    with Inside(folder, store=Shaky) as server:
        store = server.house.store
        assert isinstance(store, Shaky)
        places = server.full_table()

        def refs() -> list[str]:
            entries = server.run(lambda: store.page(places[0].table))
            return [entry for entry in entries if '"kind":"moved"' in entry]

        with lines(places) as seated:
            begin(seated)
            yield store, seated, refs


def test_a_commit_that_failed_after_it_happened_counts(tmp_path: Path) -> None:
    """docs/faults.md 2: the log is read again before anything is said."""
    with shaky_game(tmp_path) as (store, seated, moves):
        line, move = acting(seated)
        store.faults = ["after"]
        first = line.do("move", **move)
        assert first["type"] == "done"
        assert line.do("move", **move) == first  # sent again: the same
        assert len(moves()) == 1
        assert seated[0].settle()["number"] == seated[1].settle()["number"] == first["number"]


def test_a_commit_that_failed_before_it_happened_does_not(tmp_path: Path) -> None:
    """docs/faults.md 2: the move is refused, with a reason; sent again it is made, once."""
    with shaky_game(tmp_path) as (store, seated, moves):
        line, move = acting(seated)
        store.faults = ["before"]
        refused = line.do("move", **move)
        assert (refused["type"], refused["code"]) == ("refused", "unsaved")
        assert "try again" in refused["message"]
        assert moves() == []
        assert seated[0].settle()["answers"] == move["answers"]
        assert line.do("move", **move)["type"] == "done"
        assert len(moves()) == 1


def test_a_commit_of_which_nobody_knows_is_found_out(tmp_path: Path) -> None:
    """docs/faults.md 2: it happened, failed all the same, and could not be read: it is shown as soon as it can be, and is
    one event.
    """
    with shaky_game(tmp_path) as (store, seated, moves):
        line, move = acting(seated)
        store.faults = ["after, and deaf"]
        assert line.do("move", **move)["code"] == "unsaved"
        for one in seated:
            one.until(lambda state: state["answers"] > move["answers"], 10)  # by itself
        assert line.do("move", **move) == {"type": "done", "ref": move["ref"], "number": line.state["answers"]}
        assert len(moves()) == 1


def test_what_the_index_should_hear_survives_a_failure(tmp_path: Path) -> None:
    """docs/faults.md 2: a table is listed although the commit that would have listed it failed."""
    with Inside(tmp_path, store=Shaky) as server:
        store = server.house.store
        assert isinstance(store, Shaky)
        wait_until(lambda: store.commits == 2, "it is noted twice that the server is open: at its start, and by its calendar")
        store.faults = ["", "before", "before"]  # the table is opened; what follows fails
        answer = server.post("tables", game="mada", players=2, name="Host", public=True)
        assert answer.status_code == 503
        store.faults = []
        place = server.open("mada", players=2, public=True)
        wait_until(
            lambda: place.table in (tables := [one["table"] for one in server.get("tables").json()]) and len(tables) == 2, "list"
        )


def test_a_number_is_given_once(tmp_path: Path) -> None:
    """docs/faults.md 2: what was thought to be lost and is there after all is not written again, and takes nothing else along."""

    async def write(store: Store, *entries: tuple[str, int, bytes]) -> list[bool]:
        return await asyncio.gather(*(store.append(*entry) for entry in entries))

    async def evening() -> None:
        store = Store(f"sqlite:///{tmp_path}/tables.db")
        store.start()
        assert await write(store, ("one", 0, b"a"), ("two", 0, b"b")) == [True, True]
        assert await write(store, ("one", 0, b"c"), ("one", 1, b"d"), ("one", 1, b"e"), ("two", 1, b"f")) == [
            False,
            True,
            False,
            True,
        ]
        store.append("one", 2, b"nobody waits for it").cancel()
        assert await write(store, ("two", 2, b"g")) == [True]
        assert (await store.page("one"), await store.page("two")) == (["a", "d"], ["b", "f", "g"])
        assert (store.commits, store.written) == (3, 5)
        await store.stop()

    asyncio.run(evening())


def test_what_was_committed_together_happens_in_step(tmp_path: Path) -> None:
    """docs/faults.md 26: one table after the other takes each step; where one goes wrong, the others go on."""
    taken: list[str] = []

    def steps(name: str, fails: bool = False) -> Iterator[None]:
        for step in range(3):
            if fails and step:
                raise ValueError(name)
            taken.append(f"{name}{step}")
            yield

    async def evening() -> None:
        store, in_step = Store(f"sqlite:///{tmp_path}/tables.db"), InStep()
        store.start()
        tables = [("a", "a"), ("b", "b"), ("c", "c"), ("a", "late")]
        shown = [store.append(table, 0, b"", partial(in_step.add, steps(name, name == "b"))) for table, name in tables]
        done = await asyncio.gather(*shown, return_exceptions=True)
        assert (done[0], str(done[1]), done[2], done[3]) == (True, "b", True, False)
        assert store.commits == 1
        await store.stop()

    asyncio.run(evening())
    assert taken == ["a0", "b0", "c0", "a1", "c1", "a2", "c2"]


def test_who_no_longer_waits_is_not_shown_in_step() -> None:
    """docs/faults.md 26: what was committed is read from the log later; the others are shown theirs."""
    taken: list[str] = []

    def steps(name: str) -> Iterator[None]:
        taken.append(name)
        yield

    async def evening() -> None:
        in_step = InStep()
        gone, here = (asyncio.get_running_loop().create_future() for _ in range(2))
        in_step.add(steps("gone"), gone)
        in_step.add(steps("here"), here)
        gone.cancel()
        assert await here

    asyncio.run(evening())
    assert taken == ["here"]


class Watched(Store):
    """A store that knows which of its connections have written."""

    def __init__(self, url: str) -> None:
        super().__init__(url)
        self.writers: list[sqlite3.Connection] = []
        event.listen(self.engine, "connect", self._watch)

    def _watch(self, connection: sqlite3.Connection, _: object) -> None:
        connection.set_trace_callback(lambda statement: self._heard(connection, statement))

    def _heard(self, connection: sqlite3.Connection, statement: str) -> None:
        if statement.startswith("INSERT") and connection not in self.writers:
            self.writers.append(connection)


def test_a_file_is_written_over_one_connection_that_waits_for_the_disk(tmp_path: Path) -> None:
    """docs/faults.md 1: entries and the index go over the same, which also checkpoints; what it has committed is on the disk."""
    with Inside(tmp_path, store=Watched) as server:
        store = server.house.store
        assert isinstance(store, Watched)
        store.writers.clear()  # the schema was made before the writer began
        with lines(server.full_table()) as seated:  # which the index hears of
            begin(seated)
            line, move = acting(seated)
            assert line.do("move", **move)["type"] == "done"  # of which it does not
        [writer] = store.writers
        told = [writer.execute(f"PRAGMA {name}").fetchone()[0] for name in ("journal_mode", "synchronous", "wal_autocheckpoint")]
        assert told[:2] == ["wal", 2]
        assert told[2] > 0


def test_an_entry_that_joins_a_group_late_is_answered_in_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """docs/faults.md 4: a group may have waited for the writer for long, with entries that were answered, or only with notes."""
    monkeypatch.setattr(storing, "ANSWER", 0.01)

    async def joins() -> None:
        group = _Group(asyncio.get_running_loop())
        for number in range(2):
            entry = _NewEntry("table", number, "", group.loop.create_future())
            group.add(entry)
            with pytest.raises(StoreDown):
                await asyncio.wait_for(entry.done, 60)

    asyncio.run(joins())


class Counting(Store):
    """A store that counts the tables read from it."""

    loads = 0

    async def page(self, *which: Any) -> list[str]:
        self.loads += 1
        return await super().page(*which)


def test_a_start_reads_no_table(tmp_path: Path) -> None:
    """However many tables are open, each is read only when somebody comes."""
    with Inside(tmp_path, store=Counting) as server:
        places = [server.open("mada", players=2, public=True) for _ in range(50)]
    with server:
        store = server.house.store
        assert isinstance(store, Counting)
        assert server.get("health").json()["open_tables"] == len(server.get("tables").json()) == len(places)
        assert (store.loads, server.house.rooms) == (0, {})
        assert server.get(f"tables/{places[0].table}").status_code == 200
        assert (store.loads, list(server.house.rooms)) == (1, [places[0].table])


def test_a_file_has_one_server(tmp_path: Path) -> None:
    """A second server gets one sentence before it opens; a killed server blocks nobody."""
    first, second = Server(tmp_path), Server(tmp_path)
    with ExitStack() as end:
        end.callback(first.kill)
        end.callback(second.kill)
        first.start()
        second.start(wait=False)
        assert second.process is not None
        assert second.process.wait(60) == 2
        assert second.said == (
            f"error: {first.file} is in use: stop the server or the import that has it open, or name another with --database\n"
        )
        assert first.healthy()
        first.kill()
        second.start()


# A full disk


@contextmanager
def small_disk(folder: Path) -> Iterator[tuple[Path, Callable[[Server], None], Callable[[Server], None]]]:
    """A folder on a disk of a megabyte, how to fill it, and how to make room; without the right to mount, a limit on files."""
    disk = folder / "disk"
    disk.mkdir()
    ballast = disk / "ballast"
    mounted = os.getuid() == 0 and subprocess.run(["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", disk]).returncode == 0

    def fill(server: Server) -> None:
        if not mounted:
            limit(server, max(file.stat().st_size for file in disk.iterdir()))
            return
        with ballast.open("wb", buffering=0) as file, suppress(OSError):
            while file.write(bytes(4096)):
                pass  # until there is no space left

    def make_room(server: Server) -> None:
        if mounted:
            ballast.unlink()
        else:
            limit(server, resource.RLIM_INFINITY)

    try:
        yield disk, fill, make_room
    finally:
        if mounted:
            subprocess.run(["umount", "--lazy", disk], check=True)


def limit(server: Server, size: int) -> None:
    """No file of a server grows beyond a size."""
    assert server.process is not None
    resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))


def test_a_full_disk_stops_moves_and_nothing_else(tmp_path: Path) -> None:
    """docs/faults.md 3: moves are refused and say why, reading works, and play resumes by itself once there is room."""
    with small_disk(tmp_path) as (disk, fill, make_room), Server(tmp_path, f"sqlite:///{disk / 'tables.db'}") as server:
        places = server.full_table()
        with lines(places) as seated:
            begin(seated)
            line, move = acting(seated)
            fill(server)
            talk = [line.do("chat", text="x" * 300) for _ in range(400)]
            refused = line.do("move", **move)
            assert (refused["type"], refused["code"]) == ("refused", "unsaved")
            assert "saved" in refused["message"]
            assert_readable(server, places[0])
            make_room(server)
            made = wait_until(lambda: made if (made := line.do("move", **move))["type"] == "done" else None, "room")
            seated[0].until(lambda state: state["answers"] == made["number"])
            seated[1].until(lambda state: state["answers"] == made["number"])
        entries = server.entries(places[0].table)
        assert entries[made["number"]]["ref"] == move["ref"]
        for said in talk:
            if said["type"] == "done":
                assert entries[said["number"]]["ref"] == said["ref"]


def assert_readable(server: Server, place: Place) -> None:
    """Check that everything can still be read."""
    assert server.get(f"tables/{place.table}").json()["phase"] == "playing"
    assert server.get("tables").status_code == server.get("health").status_code == 200
    with Line(place) as another:
        assert another.state["phase"] == "playing"
        assert another.do("story")["entries"]


def test_a_table_opened_for_other_rules_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """docs/faults.md 29: an older program does not play on with a log of newer rules; whoever comes learns why."""
    with Inside(tmp_path) as server:
        place = server.open("mada", players=2)
        server.house.rooms.clear()
        older = replace(GAME, version=GAME.version - 1)
        monkeypatch.setattr(table, "find", lambda _: older)
        told = f"version {GAME.version} of the rules"
        with Line(place, hello=False) as line:
            line.say("hello", token=place.token)
            assert told in line.hear("refused")["message"]
            assert line.close_code() == 4001
        assert told in server.get(f"tables/{place.table}").json()["message"]


class Slow(Store):
    """A store that commits nothing until the test allows it."""

    def __init__(self, url: str) -> None:
        super().__init__(url)
        self.go_on = threading.Event()
        self.go_on.set()

    def commit(self, work: Callable[[], object]) -> None:
        assert self.go_on.wait(PATIENCE)
        super().commit(work)


@pytest.mark.parametrize("behind", [False, True])
def test_what_was_refused_is_not_written_later_without_a_word(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, behind: bool
) -> None:
    """docs/faults.md 2: whether it was in the writer's hands already, or waited for it, everybody sees what the log has."""
    with Inside(tmp_path, store=Slow) as server:
        host, guest = server.full_table()
        elsewhere = server.open()
        store = server.house.store
        assert isinstance(store, Slow)
        with Line(host) as line, Line(guest) as other, Line(elsewhere) as first:
            monkeypatch.setattr(storing, "ANSWER", 0.3)
            store.go_on.clear()
            if behind:
                first.say("chat", text="slow")
                wait_until(lambda: store.waiting == 1 and store._gathering is None, "the writer has it")
            assert line.do("chat", text="late", ref="late")["code"] == "unsaved"
            store.go_on.set()
            wait_until(lambda: not store.waiting, "the writer is done")
            wait_until(lambda: not server.room(host.table).doubtful, "the log was read again")
            said = [entry["text"] for entry in server.entries(host.table) if entry["kind"] == "wrote"]
            assert said == ([] if behind else ["late"])
            for each in (line, other):
                assert each.settle()["number"] == len(server.entries(host.table)) - 1


def test_a_log_of_any_length_is_read_page_by_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with Inside(tmp_path) as server:
        [host, *_] = seats = server.full_table()
        with lines(seats) as seated:
            begin(seated)
            for number in range(7):
                seated[0].do("chat", text=f"word {number}")
        stored = server.entries(host.table)
        for page in (1, 3, len(stored), 1000):
            monkeypatch.setattr(server.house.store, "page_size", page)
            found = server.run(lambda: server.house.look_through(host.table, list, "192.0.2.7"))
            assert [json.loads(log.encode(entry)) for entry in found] == stored
            assert len(server.run(lambda: server.house.store.page(host.table, 4))) == min(page, len(stored) - 5)
