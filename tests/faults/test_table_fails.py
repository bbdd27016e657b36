"""Something goes wrong inside one table, or with the wall clock: the other tables do not notice."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from faults.inside import Inside
from kartenhaus.server import house as house_module
from kartenhaus.server import presence
from kartenhaus.server.clocks import wall_clock
from kartenhaus.table import frames
from kartenhaus.table.table import Table
from serving import Line, begin, lines, wait_until, web

DAY = 86_400_000  # milliseconds


class Fault(Exception):
    """The error to raise; its message must not get out."""


def move(line: Line) -> dict[str, Any]:
    state = line.settle()
    return line.do("move", move=state["legal"][0]["move"], answers=state["answers"])


def acting(seated: list[Line]) -> Line:
    return seated[seated[0].settle()["to_act"]]


@pytest.mark.parametrize("where", ["apply", "show"])
def test_an_error_inside_a_table_pauses_only_that_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, where: str) -> None:
    """docs/faults.md 26: its seats learn of it, all others go on, and `resume` mends it; what was committed counts."""
    with Inside(tmp_path) as server:
        sick, well = server.full_table(), server.full_table()
        with lines(sick) as seated, lines(well) as others:
            begin(seated)
            begin(others)
            before = seated[0].settle()["number"]
            module: Any = Table if where == "apply" else frames
            name = "_moved" if where == "apply" else "state"
            fine = getattr(module, name)

            def fails(table: Table, *rest: Any) -> Any:
                if table.id == sick[0].table:
                    raise Fault("hidden: r5 g7")
                return fine(table, *rest)

            monkeypatch.setattr(module, name, fails)
            line = acting(seated)
            line.say("move", move=line.state["legal"][0]["move"], answers=line.state["answers"], ref="unlucky")
            for one in seated:
                told = one.hear("error")
                assert (told["code"], "paused" in told["message"]) == ("broken", True)
            assert [line.do("chat", text="?")["code"] for line in seated] == ["broken", "broken"]
            assert server.post(f"tables/{sick[0].table}/join", name="Late").json()["code"] == "broken"
            for _ in range(5):
                assert move(acting(others))["type"] == "done"
            with Line(sick[1], hello=False) as late:
                late.say("hello", token=sick[1].token)
                assert late.hear("error")["code"] == "broken"  # who comes now learns of it as well
            assert seated[0].do("resume")["code"] == "broken"  # still wrong: still paused
            monkeypatch.undo()
            assert seated[1].do("resume")["type"] == "done"
            for one in seated:
                one.until(lambda state: state["number"] == before + 1)
            assert line.do("move", move="draw", answers=0, ref="unlucky")["number"] == before + 1
            for _ in range(5):
                assert move(acting(seated))["type"] == "done"
            assert not any("hidden: r5 g7" in str(frame) for one in seated for frame in one.heard)
        assert "kartenhaus_broken_total" in web.get(f"{server.url}/metrics").text


def test_an_error_while_somebody_sits_down_pauses_the_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """docs/faults.md 26: whoever asked over HTTP learns of it, and so does who sits there."""

    def fails(*_: object) -> None:
        raise Fault

    with Inside(tmp_path) as server:
        host = server.open("mada", players=2)
        with Line(host) as line:
            monkeypatch.setattr(Table, "_sat", fails)
            answer = server.post(f"tables/{host.table}/join", name="Ben")
            assert (answer.status_code, answer.json()["code"]) == (409, "broken")
            assert line.hear("error")["code"] == "broken"
            monkeypatch.undo()
            assert line.do("resume")["type"] == "done"
            line.until(lambda state: state["seats"][1]["name"] == "Ben")  # that was committed


@pytest.mark.parametrize("where", ["move", "thought"])
def test_an_error_while_a_bot_moves_pauses_the_table_and_is_mended(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, where: str
) -> None:
    """docs/faults.md 26: nobody asked for anything when it happened."""
    with Inside(tmp_path) as server:
        place = server.open("mada", players=2, bots=["easy"])
        with Line(place) as line:

            def fails(*_: object) -> Any:
                raise Fault

            if where == "move":
                monkeypatch.setattr(Table, "_moved", fails)
            else:
                monkeypatch.setattr(server.house.thinker, "choose", fails)
            assert line.do("ready")["type"] == "done"
            line.until(lambda state: state["phase"] == "playing")
            while "error" not in [frame["type"] for frame in line.heard]:
                if line.settle()["legal"]:
                    move(line)
            monkeypatch.undo()
            assert line.do("resume")["type"] == "done"
            for _ in range(5):
                line.until(lambda state: state["to_act"] == 0)
                assert move(line)["type"] == "done"


def test_an_error_while_looking_for_idle_tables_keeps_none_open(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """docs/faults.md 26: one table cannot be read; the others are ended all the same."""
    with Inside(tmp_path, idle_unplayed=0.0) as server:
        sick, well = server.open("mada", players=2), server.open("mada", players=2)
        wait_until(lambda: server.get("health").json()["open_tables"] == 2, "index")
        fine = Table._sat

        def fails(table: Table, entry: Any) -> None:
            if table.id == sick.table:
                raise Fault
            fine(table, entry)

        server.house.rooms.clear()
        monkeypatch.setattr(Table, "_sat", fails)
        monkeypatch.setattr(house_module, "IDLE_PAGE", 1)  # nor does it stand in the way of those behind it
        opened = server.entries(well.table)[-1]["at"]
        wait_until(lambda: wall_clock() > opened, "a millisecond")
        server.run(server.house.end_idle_tables)
        assert server.get(f"tables/{well.table}").json()["phase"] == "closed"
        wait_until(lambda: server.get("health").json()["open_tables"] == 0, "neither takes up room")


def test_a_table_that_cannot_be_read_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: Any) -> None:
    """docs/faults.md 26, 30: over HTTP and WebSocket; what went wrong is logged without its message, and others go on."""
    with Inside(tmp_path) as server:
        sick, well = server.full_table(), server.full_table()
        server.house.rooms.clear()
        fine = Table._sat

        def fails(table: Table, entry: Any) -> None:
            if table.id == sick[0].table:
                raise Fault(table.secret)
            fine(table, entry)

        monkeypatch.setattr(Table, "_sat", fails)
        for answer in (
            server.get(f"tables/{sick[0].table}"),
            server.get(f"tables/{sick[0].table}/records/1"),
            server.post(f"tables/{sick[0].table}/join", name="Eve"),
        ):
            assert (answer.status_code, answer.json()["code"]) == (503, "unreadable")
        with Line(sick[0], hello=False) as line:
            line.say("hello", token=sick[0].token)
            assert line.hear("refused")["code"] == "unreadable"
            assert line.close_code() == 1013
        with Line(well[0]) as line:
            assert line.do("chat", text="hello")["type"] == "done"
        assert server.entries(sick[0].table)[0]["secret"] not in caplog.text
        assert "Fault" in caplog.text


def test_who_is_connected_elsewhere_keeps_a_table_from_being_idle(tmp_path: Path) -> None:
    """Also a spectator, of whom only another process knows; and what has just happened there."""
    with Inside(tmp_path, idle_unplayed=0.0) as server:
        table = server.open("mada", players=2).table
        room = server.room(table)
        server.inside(lambda: presence.hear(room, "another process", -1, True))
        server.run(room.end_if_idle)
        assert not room.table.closed
        server.inside(lambda: presence.hear(room, "another process", -1, False))
        server.run(room.end_if_idle)
        assert server.room(table).table.closed == "idle"


class Wall:
    """A wall clock that the test moves."""

    def __init__(self) -> None:
        self.moved = 0

    def __call__(self) -> int:
        return wall_clock() + self.moved


@pytest.mark.parametrize("jump", [DAY, -DAY])
def test_a_wall_clock_that_jumps_a_day_lets_nobody_run_out_of_time(tmp_path: Path, jump: int) -> None:
    """docs/faults.md 27: neither a seat's clock, nor a player who is away, nor a table nobody looks at."""
    wall = Wall()
    with Inside(tmp_path, wall=wall, idle_unplayed=3600.0, idle_playing=7200.0, away=3600.0) as server:
        idle = server.open("mada", players=2)
        places = server.full_table(clock={"kind": "bank", "seconds": 600, "zero": "resign"})
        with lines(places) as seated:
            begin(seated)
            line = acting(seated)
            left = line.settle()["seats"][line.place.seat]["left"]
            wall.moved = jump
            assert move(line)["type"] == "done"
            assert line.settle()["seats"][line.place.seat]["left"] > left - 60_000
            next(one for one in seated if one is not line).close()
            wall.moved *= 2
            server.run(server.house.end_idle_tables)
            state = line.settle()
            assert (state["phase"], state["outcome"]) == ("playing", None)
            assert not any(seat["replaced"] or seat["resigned"] for seat in state["seats"])
            assert all(seat["left"] > 540_000 for seat in state["seats"])
        server.run(server.house.end_idle_tables)
        assert server.get(f"tables/{idle.table}").json()["phase"] == "waiting"
        assert server.get(f"tables/{places[0].table}").json()["phase"] == "playing"


def test_what_happens_by_itself_happens_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A game is dealt once and finished once, whatever is said while that is being written."""
    with Inside(tmp_path) as server:
        slow = threading.Event()
        commit = server.house.store.commit

        def take_long(work: Callable[[], object]) -> None:
            if slow.is_set():
                time.sleep(0.05)
            commit(work)

        monkeypatch.setattr(server.house.store, "commit", take_long)
        places = server.full_table()
        with lines(places) as seated:
            slow.set()
            for line in seated:
                line.say("ready")
                for number in range(5):
                    line.say("chat", text=f"{number}")
            seated[0].until(lambda state: state["phase"] == "playing")
            seated[0].say("resign")
            for number in range(5):
                seated[1].say("chat", text=f"{number}")
            seated[0].until(lambda state: state["fair"]["last"])
            seated[0].settle()
            entries = server.run(lambda: server.house.store.page(places[0].table))
        kinds = [entry.split('"')[3] for entry in entries]
        assert (kinds.count("started"), kinds.count("finished")) == (1, 1)
