"""Clocks and grace periods at a running server, whose time the test controls."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from faults.inside import Inside
from faults.test_timing import asked
from kartenhaus.table import entries as log
from serving import Line, begin, lines

GRACE = 0.3
QUESTION = 1.5


class Hand:
    """A clock that the test moves, in seconds."""

    def __init__(self) -> None:
        self.time = 1000.0

    def __call__(self) -> float:
        return self.time


@pytest.fixture
def hand() -> Hand:
    return Hand()


@pytest.fixture
def server(tmp_path: Path, hand: Hand) -> Iterator[Inside]:
    with Inside(tmp_path, now=hand, grace=GRACE, question_least=QUESTION, question_most=QUESTION) as running:
        yield running


def left(line: Line, seat: int) -> int:
    """The milliseconds that a seat is said to have."""
    milliseconds: int = line.settle()["seats"][seat]["left"]
    return milliseconds


def buttons(line: Line) -> list[str]:
    """The moves that somebody sees."""
    return [one["move"] for one in line.state["legal"]]


def catches(moves: Iterable[str]) -> list[str]:
    """Those that catch a player who forgot to say Mau."""
    return [move for move in moves if move.startswith("catch")]


def test_at_zero_a_bot_moves(server: Inside, hand: Hand) -> None:
    with lines(server.full_table(clock={"kind": "move", "seconds": 1, "zero": "bot"})) as seated:
        begin(seated)
        line = seated[0]
        seat, answers = line.state["to_act"], line.state["answers"]
        assert left(line, seat) == 1000
        hand.time += 1
        [event] = line.until(lambda state: state["answers"] > answers)["entries"]
        assert (event["kind"], event["seat"], event["by"]) == ("moved", seat, "clock")
        assert line.state["phase"] == "playing"
        assert not line.state["seats"][seat]["resigned"]


def test_at_zero_the_seat_resigns(server: Inside, hand: Hand) -> None:
    with lines(server.full_table(clock={"kind": "bank", "seconds": 1, "zero": "resign"})) as seated:
        begin(seated)
        line = seated[0]
        seat = line.state["to_act"]
        hand.time += 1
        state = line.until(lambda state: state["phase"] == "over")
        assert (state["outcome"]["resigned"], state["outcome"]["winners"]) == ([seat], [1 - seat])
        story = line.do("story")["entries"]
        assert [(event["seat"], event["clock"]) for event in story if event["kind"] == "resigned"] == [(seat, True)]


def test_a_pause_gives_no_thinking_time_back_and_neither_does_a_restart_after_it(server: Inside, hand: Hand) -> None:
    places = server.full_table(clock={"kind": "bank", "seconds": 10})
    with lines(places) as seated:
        begin(seated)
        seat = seated[0].state["to_act"]
        for rest in (7000, 4000):
            hand.time += 3
            assert seated[1].do("pause")["type"] == "done"
            hand.time += 100
            assert left(seated[0], seat) == rest
            assert seated[0].do("resume")["type"] == "done"
            assert left(seated[0], seat) == rest
    server.kill()
    server.start()
    with lines(places) as seated:
        assert left(seated[0], seat) == 4000
        hand.time += 1
        line = seated[seat]
        answers = line.settle()["answers"]
        assert line.do("move", move=buttons(line)[0], answers=answers)["type"] == "done"
        assert left(seated[0], seat) == 3000


def test_somebody_else_who_gives_up_gives_no_thinking_time_back(server: Inside, hand: Hand) -> None:
    with lines(server.full_table(players=3, clock={"kind": "bank", "seconds": 10})) as seated:
        begin(seated)
        seat = seated[0].state["to_act"]
        hand.time += 4
        assert seated[(seat + 1) % 3].do("resign")["type"] == "done"
        assert left(seated[0], seat) == 6000


@pytest.mark.parametrize("choice", [True, False])
def test_the_delay_before_an_answer_is_charged_to_nobody(server: Inside, hand: Hand, choice: bool) -> None:
    """However short the clock is, a question can be answered, by the table or by the player."""
    with lines(server.full_table("mad", 3, clock={"kind": "move", "seconds": 1, "zero": "resign"})) as seated:
        begin(seated)
        person = asked(server, seated, choice)
        answers = person.settle()["answers"]
        hand.time += 1.25  # longer than the clock, shorter than the delay
        assert person.do("chat", text="so that the table looks at the clock")["type"] == "done"
        assert left(person, person.place.seat) == 1000
        if choice:
            person.say("move", move="allow", answers=answers)
        hand.time += 0.25
        person.until(lambda state: state["answers"] > answers)
        assert not any(seat["resigned"] for seat in person.state["seats"])
        stored = map(log.decode, server.run(lambda: server.house.store.page(person.place.table)))
        *_, entry = (entry for entry in stored if isinstance(entry, log.Moved) and entry.seat == person.place.seat)
        assert (entry.seat, entry.move, entry.used, entry.by) == (person.place.seat, "allow", 0, "" if choice else "table")


def test_a_forgotten_mau_is_caught_after_the_grace_and_not_before(server: Inside, hand: Hand) -> None:
    with lines(server.full_table("maumau", options={"announce": "manual"})) as seated:
        begin(seated)
        room = server.room(seated[0].place.table)
        while not server.inside(lambda: catches(room.table.moves(1 - room.table.to_act))):
            for line in seated:
                line.settle()
            if seated[0].state["phase"] == "over":  # nobody forgot anything
                begin(seated)
                continue
            line = seated[seated[0].state["to_act"]]
            moves = [move for move in buttons(line) if not move.endswith("!")]
            places = [move for move in moves if move.startswith("place")]
            assert line.do("move", move=[*places, *moves][0], answers=line.state["answers"])["type"] == "done"
        other = seated[1 - seated[0].settle()["to_act"]]
        [catch] = server.inside(lambda: catches(room.table.moves(other.place.seat)))
        answers = other.settle()["answers"]
        assert not catches(buttons(other))
        assert other.do("move", move=catch, answers=answers)["code"] == "grace"
        hand.time += GRACE
        state = other.until(lambda _: catches(buttons(other)))
        assert (catches(buttons(other)), state["entries"]) == ([catch], [])
        assert other.do("move", move=catch, answers=answers)["type"] == "done"
