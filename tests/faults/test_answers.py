"""Answers to questions out of turn on real servers: saved at once, unseen until their time, whatever happens to a process.

These are docs/faults.md 34, 35.
"""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

import pytest

from databases import Postgres
from faults.inside import Inside
from faults.test_clocks import Hand
from faults.test_processes import entries
from kartenhaus.server import alarm, backplane
from kartenhaus.table.timing import Due
from serving import Line, Place, Server, begin, lines
from table.test_window import deal

LONG = 600.0  # seconds: longer than a test


def until_asked(seated: list[Line]) -> Line:
    """Play MAD until somebody is asked out of turn; return who."""
    while True:
        for line in seated:
            line.settle()
        state = seated[0].state
        if state["question"]:
            last: int = state["asked"][-1]
            return seated[last]
        if state["phase"] == "over":
            begin(seated)
            continue
        line = seated[state["to_act"]]
        moves = [one["move"] for one in line.state["legal"]]
        attacks = [move for move in moves if move.startswith("play") and (move.endswith("D") or len(move.split()) > 2)]
        line.do("move", move=[*attacks, *moves][0], answers=state["answers"])


def answer(person: Line, watcher: Line) -> dict[str, Any]:
    """Somebody answers: they hear that it is saved, and a spectator hears nothing."""
    before = watcher.settle()
    done = person.do("move", move="allow", answers=person.state["answers"])
    assert (done["type"], done["number"]) == ("done", before["number"])
    assert (person.settle()["answered"], person.state["legal"]) == ("allow", [])
    heard = len(watcher.heard)
    assert watcher.do("ping")["number"] == before["number"]
    assert len(watcher.heard) == heard + 1
    return done


def came_out(log: list[dict[str, Any]], seat: int) -> dict[str, Any]:
    """The last move of a seat."""
    return [entry for entry in log if entry["kind"] == "moved" and entry["seat"] == seat][-1]


def test_an_answer_that_was_acknowledged_is_there_after_a_kill(tmp_path: Path) -> None:
    with Server(tmp_path, question_least=LONG, question_most=LONG) as server:
        places = server.full_table("mad", 3)
        with lines([*places, Place(server.url, places[0].table)]) as [*seated, watcher]:
            begin(seated)
            person = until_asked(seated)
            done = answer(person, watcher)
        server.kill()
        held = server.entries(places[0].table)[-1]
        assert (held["kind"], held["seat"], held["move"]) == ("held", person.place.seat, "allow")
        server.start()
        with Line(person.place) as line:
            assert (line.state["answered"], line.state["legal"], line.state["number"]) == ("allow", [], done["number"])
            again = line.do("move", ref=held["ref"], move="allow", answers=line.state["answers"])
            assert (again["type"], again["number"]) == ("done", done["number"])
            assert line.do("move", move="allow", answers=line.state["answers"])["code"] == "answered"
        server.kill()
        server.settings |= {"question_least": 0, "question_most": 0}
        server.start()
        with lines(places) as seated:
            line = seated[person.place.seat]
            while line.until(lambda _: True)["asked"]:
                for one in seated:  # the table waits for players with a choice
                    if one.settle()["legal"] and one.state["asked"]:
                        one.do("move", move="allow", answers=one.state["answers"])
            entry = came_out(server.entries(places[0].table), person.place.seat)
            assert (entry["move"], entry.get("by", "")) == ("allow", "")


def test_an_answer_comes_out_when_its_time_is_over_whichever_process_took_it(
    tmp_path: Path, postgres: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Even if a process has not heard of an answer yet: it checks before it releases anything."""
    monkeypatch.setattr(backplane, "LOOK", LONG)
    hand, database = Hand(), postgres.database()
    settings = {"database": database, "now": hand, "question_least": LONG, "question_most": LONG, "away": 2 * LONG}
    with Inside(tmp_path, **settings) as here, Inside(tmp_path, **settings) as there:  # type: ignore[arg-type]
        places = there.full_table("mad", 3)
        with lines(places) as seated:
            begin(seated)
            asked = until_asked(seated).state["asked"]
            with Line(Place(here.url, places[0].table)) as watcher:
                room = here.room(places[0].table)
                for server in (here, there):  # all can defend themselves, or as many as there are such cards
                    table = server.room(places[0].table).table
                    server.inside(lambda table=table: deal(table, set(asked[:2])))  # type: ignore[misc]
                for seat in asked:
                    answer(seated[seat], watcher)
                assert here.inside(lambda: [room.table.answered(seat) for seat in asked]) == [""] * len(asked)
                due = here.inside(lambda: room.watch.due(room.table, hand()))
                assert due is not None
                assert (due.what, due.at) == ("answer", hand() + LONG)
                hand.time += LONG
                here.inside(lambda: alarm.ring(room, due))
                watcher.until(lambda state: not state["asked"])
            log = entries(database, places[0].table)
            assert [came_out(log, seat)["move"] for seat in asked] == ["allow"] * len(asked)
            assert not any("by" in came_out(log, seat) for seat in asked)


def first_out(here: Inside, there: Inside, hand: Hand, choice: bool) -> dict[str, Any]:
    """A question at a table of two processes: when both let its answers out, and what an onlooker sees of the first."""
    places = there.full_table("mad", 3)
    with lines(places) as seated, Line(Place(here.url, places[0].table)) as watcher:
        begin(seated)
        asked = until_asked(seated).state["asked"]
        watcher.until(lambda state: state["asked"] == asked)
        rooms = [(server, server.room(places[0].table)) for server in (here, there)]

        def dues(*holders: int) -> set[Due | None]:
            """What each process waits for, if these can defend themselves."""
            for server, room in rooms:
                server.inside(partial(deal, room.table, set(holders)))
            return {server.inside(partial(room.watch.due, room.table, hand())) for server, room in rooms}

        [due] = dues() | dues(asked[0])
        assert due is not None
        if choice:
            answer(seated[asked[0]], watcher)
        assert dues(*asked[:choice]) == {due}
        before, heard = entries(here.database, places[0].table), len(watcher.heard)
        hand.time = due.at - 0.001
        for server, room in rooms:
            server.run(partial(alarm._carry_out, room, due))
        assert entries(here.database, places[0].table) == before
        hand.time = due.at
        here.run(partial(alarm._carry_out, rooms[0][1], due))
        watcher.until(lambda state: asked[0] not in state["asked"])
        told: dict[str, Any] = next(entry for frame in watcher.heard[heard:] for entry in frame.get("entries", []))
        assert (told["kind"], told["seat"], told["move"]) == ("moved", asked[0], "allow")
        return told


def test_two_processes_let_answers_out_at_one_moment_with_a_choice_and_without_one(
    tmp_path: Path, postgres: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Which cards are held, whether somebody has answered, and which process knows of it: none of that changes when, or what."""
    monkeypatch.setattr(backplane, "LOOK", 0.05)  # the watcher sees what the others do
    hand, database = Hand(), postgres.database()
    settings = {"database": database, "now": hand, "question_least": LONG / 6, "question_most": LONG, "away": 2 * LONG}
    with Inside(tmp_path, **settings) as here, Inside(tmp_path, **settings) as there:  # type: ignore[arg-type]
        with_one, without = (first_out(here, there, hand, choice) for choice in (True, False))
    assert with_one.keys() == without.keys()


def test_a_question_whose_time_is_over_reads_the_store_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where processes share a store, one of them may have written an answer; if none did, nothing is read again."""
    with Inside(tmp_path) as server:
        place = server.open("mad", players=2)
        room, store, read = server.room(place.table), server.house.store, []
        page = store.page

        async def counted(table: str, after: int = -1) -> list[str]:
            read.append(after)
            return await page(table, after)

        monkeypatch.setattr(store, "page", counted)
        monkeypatch.setattr(store, "shared", True)
        server.run(lambda: alarm._carry_out(room, Due(0.0, "answer", 0)))
        assert len(read) == 1
