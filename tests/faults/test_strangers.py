"""A connection belongs to the person who opened it, not to a seat number; and a crowd at a table throws nobody out."""

from __future__ import annotations

import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from pathlib import Path

import pytest

from faults.inside import Inside
from faults.raw import CLOSE, close_code, frame, opened, say
from kartenhaus.server.faults import fail
from kartenhaus.table import entries as log
from serving import Line, Place, begin, lines, wait_until

BYE = frame(CLOSE, (1000).to_bytes(2, "big"))


@pytest.fixture
def house(tmp_path: Path) -> Iterator[Inside]:
    with Inside(tmp_path, send_buffer=8192) as running:
        yield running


def test_what_the_last_owner_of_a_seat_says_is_not_said_by_the_next(house: Inside) -> None:
    """docs/faults.md 16: a line that is closed but does not read is no way to act for whoever sits there now."""
    host, guest = house.full_table("mada", 2)
    with Line(host) as line, opened(guest, buffer=4096) as deaf:
        deaf.sendall(say("hello", token=guest.token))
        wait_until(lambda: 1 in house.room(host.table).watch.present, "the guest")
        for _ in range(90):  # more than the line takes: its goodbye waits behind them
            line.do("chat", text="x" * 400)
        line.do("remove", seat=1)
        new = house.join(host.table, "New")
        with Line(new) as owner:
            with suppress(ConnectionError):  # it may have been hung up on
                for message in (say("chat", text="I am New", ref="c"), say("ready", ref="r"), say("leave", ref="l"), BYE):
                    deaf.sendall(message)
            close_code(deaf)  # now all that it said was read, or will never be
            assert owner.do("chat", text="still here")["type"] == "done"
    entries = house.entries(host.table)
    assert [entry["text"] for entry in entries if entry["kind"] == "wrote" and entry["seat"] == 1] == ["still here"]
    assert [entry["seat"] for entry in entries if entry["kind"] in ("left", "readied")] == [1]


def test_what_waits_while_a_seat_changes_hands_is_not_said(house: Inside) -> None:
    """docs/faults.md 16: a message that came before its seat was lost, and has its turn after somebody else sat down."""
    host, guest = house.full_table("mada", 2)
    with lines([host, guest]) as (line, old):
        room = house.room(host.table)
        house.run(room.lock.acquire)
        line.say("remove", seat=1)
        wait_until(lambda: len(room.lock._waiters or ()) == 1, "the host waits")
        with ThreadPoolExecutor(1) as pool:
            sitting = pool.submit(house.join, host.table, "New")
            wait_until(lambda: len(room.lock._waiters or ()) == 2, "New waits")
            old.say("chat", text="I am New")
            wait_until(lambda: len(room.lock._waiters or ()) == 3, "the guest waits")
            house.inside(room.lock.release)
            assert sitting.result().seat == 1
        assert old.close_code() == 4001
    assert all(entry["kind"] != "wrote" for entry in house.entries(host.table))


def test_a_seat_that_changed_hands_elsewhere_shows_nothing_to_its_old_line(house: Inside) -> None:
    """docs/faults.md 12, 16: however many entries another process wrote, they are shown to those whose seat it was at each
    of them.
    """
    host, guest = house.full_table("mada", 2)
    with lines([host, guest]) as (mine, old):
        room = house.room(host.table)
        happened = [
            log.Left(0, 1, removed=True),
            log.Sat(0, 1, "Ben", "blue", "another key"),
            log.Readied(0, 0, True),
            log.Readied(0, 1, True),
            log.Started(0, {}),
        ]
        house.inside(lambda: list(room.happen(happened)))
        assert old.close_code(5) == 4001
        assert not any(frame.get("view") for frame in old.heard)
        assert mine.settle()["phase"] == "playing"


def test_a_table_read_again_is_not_shown_to_who_lost_a_seat_meanwhile(house: Inside) -> None:
    """docs/faults.md 12, 26: the same after something went wrong inside a table."""
    host, guest = house.full_table("mada", 2)
    with lines([host, guest]) as (mine, old):
        room = house.room(host.table)
        house.inside(lambda: fail(room, RuntimeError()))
        number = room.table.number
        for entry in (log.Left(0, 1, removed=True), log.Sat(0, 1, "Ben", "blue", "key"), log.Readied(0, 0, True)):
            number += 1
            data, at = log.encode(entry), number

            async def write(data: bytes = data, at: int = at) -> bool:
                return await house.house.store.append(host.table, at, data)

            assert house.run(write)
        assert mine.do("resume")["type"] == "done"
        assert old.close_code(5) == 4001
        assert all("Ben" not in json.dumps(frame) for frame in old.heard)


def test_a_crowd_that_comes_at_once_throws_nobody_out(tmp_path: Path) -> None:
    """docs/faults.md 21: who reads is not closed because many others come, or much happens, in one moment."""
    with Inside(tmp_path) as house:
        seats = house.full_table("mada", 2)
        with lines(seats) as seated, ExitStack() as open_lines:
            begin(seated)
            crowd = [open_lines.enter_context(opened(Place(house.url, seats[0].table))) for _ in range(150)]
            for one in crowd:
                one.sendall(say("hello"))
            wait_until(lambda: len(house.room(seats[0].table).connections) == 152, "the crowd")
            chats = [log.Wrote(0, 0, "Host", f"word {number}") for number in range(150)]
            house.inside(lambda: list(house.room(seats[0].table).happen(chats)))
            for line in seated:
                assert line.settle()["phase"] == "playing"
            assert len(house.room(seats[0].table).connections) == 152


def test_who_is_back_with_several_tabs_is_back_once(tmp_path: Path) -> None:
    with Inside(tmp_path) as house:
        seats = house.full_table("mada", 2)
        with lines(seats) as seated:
            begin(seated)
        room = house.room(seats[0].table)
        house.run(lambda: room.do(lambda table, at: log.Replaced(at, 1)))
        with lines([seats[1]] * 4) as tabs:
            for tab in tabs:
                tab.until(lambda state: not state["seats"][1]["replaced"])
            number = room.table.number
            house.run(lambda: room.do(lambda table, at: log.Replaced(at, 1)))  # as another process may, that did not know
            for tab in tabs:
                tab.until(lambda state: state["number"] > number and not state["seats"][1]["replaced"])
        assert [entry["kind"] for entry in house.entries(seats[0].table)][-4:] == ["replaced", "returned"] * 2
