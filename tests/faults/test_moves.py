"""Moves that come twice, late, or at the same time; seats that are wanted by many or shared by two."""

from __future__ import annotations

import asyncio
import json
import random
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from faults.inside import Inside
from kartenhaus.server.websocket_protocol import WebSocketProtocol
from serving import Frame, Line, Server, begin, lines


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server for all tests here; each test has its own tables."""
    folder: Path = tmp_path_factory.mktemp("moves")
    with Server(folder) as running:
        yield running


def twice(line: Line, do: str, **rest: object) -> Frame:
    """Send the same message twice at once; both get the same answer."""
    ref = line.say(do, **rest)
    line.say(do, ref=ref, **rest)
    first, second = line.hear("done", ref=ref), line.hear("done", ref=ref)
    assert first == second
    return first


def step(seated: list[Line], dice: random.Random, move: Callable[[list[str]], str] | None = None) -> Frame:
    """The seat to act makes a move; return the message that made it."""
    line = seated[seated[0].settle()["to_act"]]
    state = line.settle()
    legal = [one["move"] for one in state["legal"]]
    message = {"move": move(legal) if move else dice.choice(legal), "answers": state["answers"]}
    assert line.do("move", **message)["type"] == "done"
    return {"seat": line.place.seat, **message}


def test_everything_said_twice_happens_once(server: Server) -> None:
    """docs/faults.md 5: every frame is duplicated; there is one event, and the same acknowledgement."""
    places = server.full_table()
    with lines(places) as (host, guest):
        numbers = [twice(host, "lock")["number"], twice(host, "lock", locked=False)["number"]]
        numbers += [twice(host, "ready")["number"], twice(guest, "ready")["number"]]
        host.until(lambda state: state["phase"] == "playing")
        numbers += [twice(host, "pause")["number"], twice(guest, "resume")["number"], twice(guest, "chat", text="Hello")["number"]]
        for _ in range(10):
            line = (host, guest)[host.settle()["to_act"]]
            state = line.settle()
            numbers.append(twice(line, "move", move=state["legal"][0]["move"], answers=state["answers"])["number"])
        numbers.append(twice(guest, "resign")["number"])
        host.until(lambda state: state["phase"] == "over")
        numbers += [twice(host, "host", seat=1)["number"], guest.do("close")["number"]]
        assert (host.close_code(), guest.close_code()) == (1000, 1000)
    entries = server.entries(places[0].table)
    assert len(numbers) == len(set(numbers))
    asked = [number for number, entry in enumerate(entries) if "ref" in entry]
    assert asked == sorted(numbers)


def test_stale_and_replayed_moves_are_refused_with_a_fresh_view(server: Server) -> None:
    """docs/faults.md 6: frames of a game are recorded and sent again, as they were and under new names."""
    dice = random.Random(6)
    places = server.full_table("mada")  # where nothing happens by itself
    with lines(places) as seated:
        begin(seated)
        made = [step(seated, dice) for _ in range(12)]
        before = server.entries(places[0].table)
        for old in made:
            line = seated[old["seat"]]
            refused = line.do("move", move=old["move"], answers=old["answers"])
            assert (refused["type"], refused["code"]) == ("refused", "stale")
            assert refused["message"]
            fresh = line.hear("state", 5)
            assert (fresh["number"], fresh["entries"]) == (len(before) - 1, [])
        line = seated[seated[0].settle()["to_act"]]
        legal = line.settle()["legal"][0]["move"]
        late = line.do("move", move=legal, answers=line.state["answers"] - 1)  # it would be fine, had they seen what happened
        assert (late["type"], late["code"]) == ("refused", "stale")
        for entry in before:
            if entry["kind"] == "moved":
                again = seated[entry["seat"]].do("move", move=entry["move"], answers=0, ref=entry["ref"])
                assert again["type"] == "done"  # the very same: told once more that it is made
                assert before[again["number"]] == entry
        assert server.entries(places[0].table) == before
        future = seated[0].do("move", move=made[0]["move"], answers=len(before) + 5)
        assert (future["type"], future["code"]) == ("refused", "future")


def test_seats_that_act_at_once_are_all_answered(server: Server) -> None:
    """docs/faults.md 7: one moves, one says Mau late, one catches them, all at the same moment: each is done or told why
    not, none is lost.
    """
    dice = random.Random(7)
    contests = 0
    while contests < 4:
        places = server.full_table("maumau", 3, options={"announce": "manual"})
        with lines(places) as seated:
            begin(seated)
            while contests < 4 and seated[0].settle()["phase"] == "playing":
                wishes = at_once(seated, dice)
                if wishes:
                    contest(server, seated, wishes)
                    contests += 1
                else:
                    step(seated, dice, lambda legal: dice.choice([move for move in legal if not move.endswith("!")] or legal))


def at_once(seated: list[Line], dice: random.Random) -> dict[int, dict[str, Any]]:
    """What three seats could do now if somebody forgot to say Mau; otherwise nothing."""
    states = [line.settle() for line in seated]
    legal = [[one["move"] for one in state["legal"]] for state in states]
    acting = states[0]["to_act"]
    owing = next((seat for seat in range(3) if seat != acting and "say" in legal[seat]), None)
    if owing is None:
        return {}
    third = 3 - acting - owing
    wishes = {owing: "say", third: f"catch {owing}", acting: dice.choice([move for move in legal[acting] if "catch" not in move])}
    assert wishes[third] in legal[third]
    return {seat: {"move": move, "answers": states[seat]["answers"]} for seat, move in wishes.items()}


def contest(server: Server, seated: list[Line], wishes: dict[int, dict[str, Any]]) -> None:
    """All send their messages at the same moment."""
    barrier, answers = threading.Barrier(len(wishes)), dict[int, Frame]()

    def speak(seat: int) -> None:
        barrier.wait()
        answers[seat] = seated[seat].do("move", **wishes[seat])

    threads = [threading.Thread(target=speak, args=(seat,)) for seat in wishes]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    entries = server.entries(seated[0].place.table)
    for seat, answer in answers.items():
        if answer["type"] == "done":
            entry = entries[answer["number"]]
            assert (entry["seat"], entry["move"]) == (seat, wishes[seat]["move"])
        else:
            assert (answer["type"], bool(answer["message"])) == ("refused", True)
            seated[seat].hear("state", 5)  # and a fresh view, to decide again
            fresh = seated[seat].settle()
            if wishes[seat]["move"] in [one["move"] for one in fresh["legal"]]:
                again = {**wishes[seat], "answers": fresh["answers"]}
                assert seated[seat].do("move", **again)["type"] == "done"
    assert any(answer["type"] == "done" for answer in answers.values())
    say, catch = (next(seat for seat in wishes if wishes[seat]["move"].startswith(word)) for word in ("say", "catch"))
    assert [answers[say]["type"], answers[catch]["type"]] != ["done", "done"]  # one of them was too late


def test_two_tabs_on_one_seat_show_the_same_table(server: Server) -> None:
    """docs/faults.md 9: neither throws the other out, either may move, and a seat is there as long as one of them is."""
    dice = random.Random(9)
    places = server.full_table()
    with lines(places) as seated, Line(places[0]) as tab, Line(places[0]) as third:
        begin(seated)
        for turn in range(20):
            step([tab if turn % 2 else seated[0], seated[1]], dice)
            frames = [line.settle() for line in (seated[0], tab, third)]
            assert frames[0] == frames[1] == frames[2]
        third.close()
        tab.close()
        seated[1].until(lambda state: state["seats"][0]["here"])
        step(seated, dice)
        assert seated[1].settle()["seats"][0]["here"]
    assert [frame["type"] for frame in tab.heard].count("welcome") == 1


def test_of_many_who_want_the_last_seat_one_gets_it(server: Server) -> None:
    """docs/faults.md 10: 100 joins at once."""
    host = server.open("mada", players=2)

    async def rush() -> list[httpx.Response]:
        limits = httpx.Limits(max_connections=100)
        async with httpx.AsyncClient(base_url=server.url, limits=limits, timeout=30) as client:
            joins = [client.post(f"/api/tables/{host.table}/join", json={"name": f"Guest {number}"}) for number in range(100)]
            return await asyncio.gather(*joins)

    answers = asyncio.run(rush())
    assert Counter(answer.status_code for answer in answers) == {201: 1, 409: 99}
    assert {answer.json()["code"] for answer in answers if answer.status_code == 409} == {"full"}
    winner = next(answer.json() for answer in answers if answer.status_code == 201)
    assert [entry["kind"] for entry in server.entries(host.table)] == ["opened", "sat", "sat"]
    assert server.entries(host.table)[2]["seat"] == winner["seat"] == 1


def test_what_happened_and_that_it_is_done_go_out_together(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One write for the player who asked, and one for each of the others."""
    written: list[list[str]] = []
    write = WebSocketProtocol.write

    def noted(self: WebSocketProtocol, texts: list[bytes]) -> bool:
        written.append([json.loads(text)["type"] for text in texts])
        return write(self, texts)

    monkeypatch.setattr(WebSocketProtocol, "write", noted)
    with Inside(tmp_path) as house, lines(house.full_table()) as seated:
        begin(seated)
        seated[1].settle()
        written.clear()
        step(seated, random.Random(1))
        seated[1].settle()
        assert sorted(texts for texts in written if texts != ["pong"]) == [["state"], ["state", "done"]]
