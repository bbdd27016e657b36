"""Tables that are played by the day: their time runs by the calendar, but never while the server was down."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from databases import Postgres
from faults.inside import Inside
from kartenhaus.server import hours
from kartenhaus.server.hours import lost
from kartenhaus.server.room import Room
from kartenhaus.table.timing import Watch
from serving import Line, Place, begin, lines, wait_until

HOUR = 3600
DAY = 24 * HOUR
TWO_DAYS = {"kind": "days", "seconds": 2 * DAY}
START = 1_700_000_000_000  # milliseconds of the wall clock


class Calendar:
    """The clocks of a server: the test moves both."""

    def __init__(self) -> None:
        self.gone = 0.0  # seconds

    def now(self) -> float:
        """The clock of a process."""
        return 1000 + self.gone

    def wall(self) -> int:
        """The wall clock."""
        return START + round(1000 * self.gone)


@pytest.fixture
def calendar(monkeypatch: pytest.MonkeyPatch) -> Calendar:
    monkeypatch.setattr(hours, "CLOSED", 7000 * HOUR)  # so that a test need not look every half minute
    return Calendar()


@pytest.fixture
def server(tmp_path: Path, calendar: Calendar) -> Iterator[Inside]:
    with Inside(tmp_path, now=calendar.now, wall=calendar.wall, idle_playing=DAY, idle_unplayed=60) as running:
        yield running


def wait(server: Inside, calendar: Calendar, days: float) -> None:
    """Let time pass while the server is open."""
    for _ in range(round(4 * days)):
        calendar.gone += 6 * HOUR
        server.run(server.house.look_at_the_calendar)


def dealt(server: Inside, zero: str = "bot") -> list[Place]:
    """A table of two at which cards are dealt, and nobody is left."""
    seats = server.full_table(clock={**TWO_DAYS, "zero": zero})
    with lines(seats) as seated:
        begin(seated)
    wait_until(lambda: not server.room(seats[0].table).connections, "all are gone")
    wait_until(lambda: (seats[0].table, "dealt") in server.run(lambda: server.house.store.due(1 << 60, "", 100)), "the index")
    return seats


def moved(server: Inside, table: str) -> list[dict[str, Any]]:
    return [entry for entry in server.entries(table) if entry["kind"] in ("moved", "resigned", "replaced", "closed")]


def left(server: Inside, table: str) -> float:
    """The days that are left for the decision."""
    return float(server.get(f"tables/{table}").json()["left"]) / 1000 / DAY


def test_the_time_runs_while_nobody_is_connected(server: Inside, calendar: Calendar) -> None:
    """And nobody is replaced before it is over."""
    table = dealt(server)[0].table
    seat = server.get(f"tables/{table}").json()["waits_for"]
    wait(server, calendar, 1)
    assert left(server, table) == 1
    wait(server, calendar, 0.75)
    assert moved(server, table) == []
    wait(server, calendar, 0.25)
    [entry] = wait_until(lambda: moved(server, table), "a move at zero")
    assert (entry["kind"], [entry["seat"]], entry["by"]) == ("moved", seat, "clock")
    assert left(server, table) == 2


def test_a_restart_keeps_the_deadline_and_what_was_down_does_not_count(server: Inside, calendar: Calendar) -> None:
    """docs/faults.md 56: three days without a server, and a day and a half with one."""
    table = dealt(server)[0].table
    wait(server, calendar, 1.5)
    server.kill()
    calendar.gone += 3 * DAY
    server.start()
    assert left(server, table) == 0.5
    wait(server, calendar, 0.25)
    assert left(server, table) == 0.25
    assert moved(server, table) == []
    server.kill()  # again: both times count
    calendar.gone += 4 * DAY
    server.start()
    assert left(server, table) == 0.25
    wait(server, calendar, 0.25)
    wait_until(lambda: moved(server, table), "a move at zero")


def test_a_pause_stops_the_time(server: Inside, calendar: Calendar) -> None:
    """Also over a restart."""
    seats = dealt(server)
    table = seats[0].table
    wait(server, calendar, 1)
    with Line(seats[0]) as line:
        assert line.do("pause")["type"] == "done"
    wait(server, calendar, 0.5)
    server.kill()
    server.start()
    wait(server, calendar, 2)
    with Line(seats[0]) as line:
        assert line.do("resume")["type"] == "done"
    assert left(server, table) == 1


def test_who_misses_a_deadline_may_have_to_give_up(server: Inside, calendar: Calendar) -> None:
    table = dealt(server, "resign")[0].table
    wait(server, calendar, 2)
    wait_until(lambda: [entry["kind"] for entry in moved(server, table)] == ["resigned"], "gives up")


def test_bots_move_while_nobody_is_connected(server: Inside, calendar: Calendar) -> None:
    """After a restart too: what should have happened long ago happens soon."""
    host = server.open("mada", players=2, bots=["easy"], clock=TWO_DAYS)
    with Line(host) as line:
        begin([line])
        calendar.gone += 10
        state = line.until(lambda one: one["legal"])
        line.do("move", move=state["legal"][0]["move"], answers=state["answers"])
        number = line.settle()["number"]
    server.kill()
    server.start()

    def waits_for_the_host() -> bool:
        calendar.gone += 1
        server.run(server.house.look_at_the_calendar)
        found: list[int] = server.get(f"tables/{host.table}").json()["waits_for"]
        return found == [0]

    wait_until(waits_for_the_host, "the bot has moved")
    assert any(entry.get("by") == "bot" for entry in server.entries(host.table)[number:]) or state["to_act"] == 0


def test_such_tables_are_not_idle_and_end_when_nobody_plays(server: Inside, calendar: Calendar) -> None:
    """docs/faults.md 38: two days before a person has moved, and the time for one move more once cards are dealt.

    Then until no person has done anything for very long.
    """
    waiting, quick, dealt_only = server.open("mada", clock=TWO_DAYS), server.open("mada"), dealt(server)[0]
    seats = dealt(server)
    with lines(seats) as seated:
        line = seated[seated[0].settle()["to_act"]]
        assert line.do("move", move=line.settle()["legal"][0]["move"], answers=line.state["answers"])["type"] == "done"

    def phases(days: float) -> list[str]:
        wait(server, calendar, days)
        server.run(server.house.end_idle_tables)
        return [server.get(f"tables/{one.table}").json()["phase"] for one in (quick, waiting, dealt_only, seats[0])]

    assert phases(1.75) == ["closed", "waiting", "playing", "playing"]
    assert phases(0.5) == ["closed", "closed", "playing", "playing"]
    assert phases(1.5) == ["closed", "closed", "playing", "playing"]
    assert phases(0.5) == ["closed", "closed", "closed", "playing"]
    wait(server, calendar, 1)
    wait_until(lambda: server.get(f"tables/{seats[0].table}").json()["phase"] == "closed", "nobody plays")
    for one in (dealt_only, seats[0]):
        assert moved(server, one.table)[-1]["reason"] == "idle"


def test_a_pause_ends_too_when_nobody_plays(server: Inside, calendar: Calendar) -> None:
    """docs/faults.md 38: and where somebody is connected, the calendar does not look again and again."""
    seats = dealt(server)
    with Line(seats[0]) as line:
        assert line.do("pause")["type"] == "done"
        wait(server, calendar, 5)
        wall = calendar.wall()
        wait_until(lambda: server.run(lambda: server.house.store.due(wall, "", 100)) == [], "the index")
        assert line.settle()["phase"] == "playing"
    wait_until(lambda: not server.room(seats[0].table).connections, "all are gone")
    wait(server, calendar, 3)
    assert server.get(f"tables/{seats[0].table}").json()["phase"] == "closed"


@pytest.mark.parametrize(("where", "name"), [(Watch, "due"), (Room, "_keep_time"), (Room, "has_died")])
def test_one_table_that_fails_stops_no_other(
    server: Inside, calendar: Calendar, monkeypatch: pytest.MonkeyPatch, where: Any, name: str
) -> None:
    """docs/faults.md 26, 56: what is due at others happens, and the house is noted to be open."""
    tables = sorted(dealt(server)[0].table for _ in range(3))
    fine, sick = getattr(where, name), tables[0]

    def fails(self: Any, *rest: Any) -> Any:
        table = self.table if where is Room else rest[0]
        if table.id == sick:
            raise ZeroDivisionError
        return fine(self, *rest)

    monkeypatch.setattr(where, name, fails)
    wait(server, calendar, 2)
    for table in tables[1:]:
        wait_until(lambda table=table: moved(server, table), "a move at zero")  # type: ignore[misc]  # it has a default
    assert server.house.hours._noted == calendar.wall()
    assert moved(server, sick) == []
    assert server.get(f"tables/{sick}").status_code == 200
    monkeypatch.undo()
    server.kill()
    server.start()
    wait(server, calendar, 0.25)
    wait_until(lambda: moved(server, sick), "it continues once its error is gone")


def test_no_error_ends_the_look_at_the_calendar(server: Inside) -> None:
    """docs/faults.md 56: whatever it is, the house looks again."""
    looked: list[int] = []

    async def look() -> None:
        looked.append(1)
        if len(looked) == 3:
            raise asyncio.CancelledError  # the house stops
        raise ZeroDivisionError

    async def keep_looking() -> None:
        with suppress(asyncio.CancelledError):
            await server.house._again_and_again(look, 0.0, "nothing")

    server.run(keep_looking)
    assert len(looked) == 3


def test_two_processes_let_it_happen_once(tmp_path: Path, postgres: Postgres, calendar: Calendar) -> None:
    """docs/faults.md 56: both see that the time is over; a jump of the wall clock costs nobody any time."""
    made: dict[str, Any] = {"database": postgres.database(), "now": calendar.now, "wall": calendar.wall}
    with Inside(tmp_path, **made) as here, Inside(tmp_path, **made) as there:
        seats = here.full_table(clock=TWO_DAYS)
        with lines(seats) as seated:
            begin(seated)
            answers = seated[0].settle()["answers"]
            for _ in range(8):
                calendar.gone += 6 * HOUR
                for one in (here, there):
                    one.run(one.house.look_at_the_calendar)
            state = seated[0].until(lambda one: one["answers"] > answers)
            for one in (here, there):
                one.run(one.house.look_at_the_calendar)
            assert seated[0].settle()["answers"] == state["answers"]
            before = left(there, seats[0].table)
            calendar.gone += 30 * DAY
            for one in (here, there):
                one.run(one.house.look_at_the_calendar)
            assert abs(left(there, seats[0].table) - before) < 0.001


def test_times_that_overlap_count_once() -> None:
    """Two processes may both note that the house was closed."""
    times = [(10, 20), (12, 25), (40, 50)]
    assert lost(times, 0, 100) == 25
    assert lost(times, 15, 45) == 15
    assert lost(times, 60, 100) == 0
    assert lost([], 0, 100) == 0
