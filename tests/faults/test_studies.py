"""People who only look at games never hold up those who play."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

import httpx
import pytest

import kartenhaus
from faults.inside import Inside
from kartenhaus.core import recordfile
from kartenhaus.server import api, backroom
from kartenhaus.server.backroom import Backroom, Busy
from kartenhaus.table import review
from serving import Line, Place, begin, lines, wait_until, web

RECORD = recordfile.dumps(kartenhaus.deal("mada", players=2, seed=3))


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Inside]:
    with Inside(tmp_path) as running:
        yield running


def review_of(server: Inside, address: str) -> httpx.Response:
    return httpx.post(f"{server.url}/api/review", json={"record": RECORD}, headers={"x-forwarded-for": address}, timeout=60)


def test_play_goes_on_while_every_place_for_looking_is_taken(server: Inside, monkeypatch: pytest.MonkeyPatch) -> None:
    """docs/faults.md 46: a table is opened, joined, read and played at; the next who wants to look is asked to come back."""
    hangs, goes_on = threading.Semaphore(0), threading.Event()

    def hang(*_: Any) -> dict[str, Any]:
        hangs.release()
        assert goes_on.wait(60)
        return {}

    monkeypatch.setattr(review, "review", hang)
    places = backroom.THREADS + backroom.WAITING
    with ThreadPoolExecutor(places) as crowd:
        looking = [crowd.submit(review_of, server, f"192.0.2.{number // backroom.EACH}") for number in range(places)]
        for _ in range(backroom.THREADS):
            assert hangs.acquire(timeout=60)
        wait_until(lambda: server.house.backroom.free == 0, "every place is taken")

        seats = server.full_table("mada", 2)
        assert server.get(f"tables/{seats[0].table}").status_code == 200
        assert server.get("tables").status_code == 200
        assert server.get("health").status_code == 200
        with lines(seats) as seated:
            begin(seated)
            line = next(one for one in seated if one.settle()["legal"])
            moved = line.do("move", move=line.state["legal"][0]["move"], answers=line.state["answers"])
            assert moved["type"] == "done"
            assert line.do("story")["code"] == "busy"
        sleeping = server.open("mada")
        server.inside(lambda: server.house.rooms.pop(sleeping.table).stop())
        with Line(sleeping) as line:  # read from the database again
            assert line.state["phase"] == "waiting"
        for path, body in (
            ("review", {"record": RECORD}),
            ("games/mada/lesson", {"stage": 5, "steps": [{"kind": "card", "value": "8"}]}),
        ):
            refused = server.post(path, **body)
            assert (refused.status_code, refused.json()["code"]) == (503, "busy")
            assert "try again in a moment" in refused.json()["message"]
        assert server.get(f"tables/{seats[0].table}/records/1").status_code == 503
        goes_on.set()
        assert {one.result().status_code for one in looking} == {200}
    assert server.get("games/mada/lesson").status_code == 200


def test_who_looks_for_too_long_is_sent_away() -> None:
    """docs/faults.md 46: and what only waits is never begun; a thread that works keeps its place until it ends."""

    async def evening() -> list[str]:
        goes_on, begun = threading.Event(), []
        room = Backroom(threads=1, waiting=1, patience=0.05)

        def work(name: str) -> str:
            begun.append(name)
            assert goes_on.wait(60)
            return name

        first, second = (asyncio.ensure_future(room.do(partial(work, name), "")) for name in ("one", "two"))
        for one in (first, second):
            with pytest.raises(Busy):
                await one
        assert room.free == 1, "who waited has gone, who works is still there"
        goes_on.set()
        while room.free < 2:
            await asyncio.sleep(0.001)
        assert await room.do(lambda: "three", "") == "three"
        room.stop()
        return begun

    assert asyncio.run(evening()) == ["one"]


def test_one_address_does_not_take_all_places() -> None:
    """docs/faults.md 51: others can still look."""

    async def evening() -> None:
        goes_on = threading.Event()
        room = Backroom(threads=2, waiting=5, each=3)
        hanging = [asyncio.ensure_future(room.do(partial(goes_on.wait, 60), "192.0.2.7")) for _ in range(3)]
        await asyncio.sleep(0)
        with pytest.raises(Busy):
            await room.do(lambda: "a fourth", "192.0.2.7")
        other = asyncio.ensure_future(room.do(lambda: "another", "192.0.2.8"))
        goes_on.set()
        assert await asyncio.gather(*hanging) == [True] * 3
        assert await other == "another"
        assert await room.do(lambda: "again", "192.0.2.7") == "again"
        while room.free < 7:
            await asyncio.sleep(0.001)
        assert not room._taken, "nobody is remembered"
        room.stop()

    asyncio.run(evening())


def test_long_logs_cost_more_than_short_ones(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """docs/faults.md 51: who asks for tables that sleep, stories and records pays by the page, whichever way they ask."""
    with Inside(tmp_path, studies=20, joins=20) as server:
        short, long = server.open(), server.open()
        with Line(long) as line:
            for _ in range(60):
                line.do("chat", text="again")
        monkeypatch.setattr(server.house.store, "page_size", 10)
        size = 1 + len(server.entries(long.table)) // 10
        assert 20 // size == 2

        def sleep(*places: Place) -> None:
            for place in places:
                server.inside(lambda code=place.table: server.house.rooms.pop(code).stop())  # type: ignore[misc]

        def left(what: str) -> float:
            return server.inside(lambda: server.house.limits._buckets[what, "127.0.0.1"].level)

        sleep(short, long)
        assert [server.get(f"tables/{one.table}").status_code for one in (short, long)] == [200, 200]
        assert left("read") == pytest.approx(20 - 1 - size, abs=1)
        assert server.get(f"tables/{long.table}").status_code == 200, "what is in memory costs nothing"
        sleep(long)
        with Line(long) as line:
            assert line.do("story")["type"] == "story"
        assert left("reviews") == pytest.approx(20 - size, abs=1)
        sleep(long)
        refused = server.get(f"tables/{long.table}")
        assert (refused.status_code, refused.json()["code"]) == (429, "too-many")
        with Line(long, hello=False) as line:
            line.say("hello", token=long.token)
            assert line.hear("refused")["code"] == "too-many"
            assert line.close_code() == 1013, "come back later"
        assert server.get(f"tables/{long.table}/records/1").status_code == 404
        with Line(short) as line:
            story = f"tables/{long.table}/records/1"
            assert server.get(story).status_code == 429
            assert line.do("story")["type"] == "story"


def test_what_is_the_same_for_all_is_made_once(server: Inside, monkeypatch: pytest.MonkeyPatch) -> None:
    """docs/faults.md 46: in every language, and no thread is needed after that, whatever hangs in those that everybody shares."""
    paths = ["games", "games/mada", "games/mada/rules", "games/mada/rules?format=json", "schema.json"]
    languages = [{"accept-language": language} for language in ("de", "nl")]

    def told() -> list[tuple[str, str]]:
        answers = [web.get(f"{server.url}/api/{path}", headers=language) for path in paths for language in languages]
        assert {answer.status_code for answer in answers} == {200}
        return [(answer.headers["content-type"], answer.text) for answer in answers]

    first = told()
    assert len(set(first)) == len(first) - 1  # the schema has no language
    goes_on = threading.Event()
    for work in ("of_game", "drawing", "guide_of", "rulebook", "read_rulebook"):
        monkeypatch.setattr(api, work, goes_on.wait)
    try:
        server.inside(lambda: [asyncio.get_running_loop().run_in_executor(None, goes_on.wait, 60) for _ in range(50)])
        assert told() == first
    finally:
        goes_on.set()


def test_reading_the_database_has_threads_of_its_own(server: Inside) -> None:
    """docs/faults.md 46: whatever hangs in the threads that everybody shares."""
    goes_on = threading.Event()
    try:
        server.inside(lambda: [asyncio.get_running_loop().run_in_executor(None, goes_on.wait, 60) for _ in range(50)])
        assert server.get("health").status_code == 200
        assert server.get("tables").status_code == 200
    finally:
        goes_on.set()
