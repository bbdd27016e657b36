"""A server that stands still for a while: stopped, suspended or busy with something else. Nobody pays for that.

These are docs/faults.md 43.
"""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path

from faults.inside import Inside
from faults.test_clocks import Hand, left
from kartenhaus.server import alarm
from kartenhaus.server.clocks import STALL, TICK, ProcessClock
from serving import Line, Server, begin, lines, wait_until


def test_time_passes_while_somebody_looks_at_the_clock_and_not_otherwise() -> None:
    hand = Hand()
    clock = ProcessClock(hand)
    began = clock()
    for _ in range(10):
        hand.time += TICK
        clock()
    assert clock() - began == 10 * TICK
    hand.time += 3600
    assert clock() - began == 10 * TICK
    hand.time += STALL
    assert clock() - began == 10 * TICK + STALL


def test_somebody_looks_at_the_clock_in_an_empty_house_too(tmp_path: Path) -> None:
    """Otherwise its time would stand still while everybody thinks, and no clock would ever run out."""
    looks = [0]

    def noted() -> float:
        looks[0] += 1
        return time.monotonic()

    with Inside(tmp_path, now=ProcessClock(noted)):
        before = looks[0]
        wait_until(lambda: looks[0] >= before + 5, "it is looked at again and again")


def test_a_stall_is_charged_to_nobody(tmp_path: Path) -> None:
    """Neither to the clock of the player to act, nor to a player who is away for a moment."""
    hand = Hand()
    with Inside(tmp_path, now=ProcessClock(hand), away=30) as server:
        places = server.full_table(clock={"kind": "bank", "seconds": 20, "zero": "resign"})
        with lines(places) as seated:
            begin(seated)
            seat = seated[0].state["to_act"]
            other = seated[1 - seat]
            seated[seat].close()
            other.until(lambda state: not state["seats"][seat]["here"])
            hand.time += 600  # longer than the clock, and than anybody may be away
            server.inside(lambda: alarm.renew(server.room(places[0].table)))
            assert other.do("chat", text="so that the table looks at the clock")["type"] == "done"
            assert (other.state["phase"], other.state["seats"][seat]["replaced"]) == ("playing", False)
            assert left(other, seat) == 20_000
            hand.time += STALL
            assert other.do("chat", text="once more")["type"] == "done"
            assert left(other, seat) == 20_000 - 1000 * STALL


def test_a_process_that_was_stopped_takes_no_time_from_who_is_to_move(tmp_path: Path) -> None:
    """As a suspended machine, a debugger or SIGSTOP does it."""
    with Server(tmp_path) as server, lines(server.full_table(clock={"kind": "bank", "seconds": 3, "zero": "resign"})) as seated:
        begin(seated)
        line: Line = seated[seated[0].settle()["to_act"]]
        assert server.process is not None
        os.killpg(server.process.pid, signal.SIGSTOP)
        stopped = time.monotonic()
        try:
            wait_until(lambda: time.monotonic() > stopped + 4, "longer than the clock")
        finally:
            os.killpg(server.process.pid, signal.SIGCONT)
        state = line.settle()
        assert (state["phase"], state["outcome"]) == ("playing", None)
        assert line.do("move", move=state["legal"][0]["move"], answers=state["answers"])["type"] == "done"
