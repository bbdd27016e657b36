"""Too much of anything is refused, and what was left behind is cleared away."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import resource
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import SimpleNamespace

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from faults.inside import Inside
from faults.raw import answer, opened, say
from kartenhaus.client import Client
from kartenhaus.server import conversation
from kartenhaus.server import house as housekeeping
from kartenhaus.server.connection import Connection
from kartenhaus.server.limits import FORGET, Limits
from kartenhaus.server.room import Room
from kartenhaus.table.table import Table
from serving import Line, Place, Server, lines, wait_until, web


def test_a_flood_of_messages_ends_its_line_and_no_other(tmp_path: Path) -> None:
    """docs/faults.md 23: policy close; whatever the messages are. The clock stands still, so that nothing is made up for."""
    with Inside(tmp_path, now=lambda: 1.0, messages=20) as server:
        host, guest = server.full_table()
        with Line(guest) as other:
            for message in ('{"do": "ping"}', "nonsense", '{"do": "chat", "text": "again"}', '{"do": "story"}'):
                with Line(host) as line:
                    with contextlib.suppress(ConnectionClosed):
                        for _ in range(300):
                            line.socket.send(message)
                    assert line.close_code() == 1008
                    answered = sum(frame["type"] in ("pong", "done", "story", "error") for frame in line.heard)
                    assert answered <= 61  # one that is nonsense is answered first
                assert other.do("ping")["type"] == "pong"
        assert server.get("health").status_code == 200


def test_a_flood_of_tables_and_joins_is_refused(tmp_path: Path) -> None:
    """docs/faults.md 23: 429 for openings and joins of one address; others are not asked to wait."""
    with Server(tmp_path, openings=5, joins=3) as server:
        opened = [server.post("tables", game="mada", players=5, name="Mia") for _ in range(12)]
        assert [answer.status_code for answer in opened] == 5 * [201] + 7 * [429]
        assert opened[-1].json()["code"] == "too-many"
        code = opened[0].json()["table"]
        joined = [server.post(f"tables/{code}/join", name="Ben") for _ in range(6)]
        assert [answer.status_code for answer in joined] == 3 * [201] + 3 * [429]
        other = web.post(f"{server.url}/api/tables", json={"game": "mada"}, headers={"x-forwarded-for": "192.0.2.7"})
        assert other.status_code == 201  # the proxy that is believed says who asks


def test_no_more_tables_than_the_house_has_room_for(tmp_path: Path) -> None:
    """docs/faults.md 23: even if all are asked for at once."""
    with Server(tmp_path, tables=6) as server:

        async def flood() -> list[int]:
            async with httpx.AsyncClient(timeout=30) as asking:
                asked = [asking.post(f"{server.url}/api/tables", json={"game": "mada"}) for _ in range(40)]
                return [answer.status_code for answer in await asyncio.gather(*asked)]

        found = asyncio.run(flood())
        while server.post("tables", game="mada").status_code == 201:
            found.append(201)
        assert found.count(201) == 6
        assert set(found) == {201, 503}
        assert server.get("health").json()["open_tables"] == 6
        assert server.post("tables", game="mada").json()["code"] == "house-full"


def test_a_count_that_is_old_by_the_time_it_comes_lets_nobody_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """docs/faults.md 23: the last place is taken while somebody else counts the free ones."""
    with Inside(tmp_path, tables=1) as server, ThreadPoolExecutor() as askers:
        counted: list[int] = []
        count = server.house.store.open_tables

        async def count_late(opener: str = "") -> tuple[int, int]:
            counted.append((found := await count(opener))[0])
            first = len(counted) == 1
            while len(counted) < 2 if first else not asked[0].done():
                await asyncio.sleep(0.01)
            return found

        monkeypatch.setattr(server.house.store, "open_tables", count_late)
        asked = [askers.submit(server.post, "tables", game="mada")]
        wait_until(lambda: counted, "the first is counted")
        asked.append(askers.submit(server.post, "tables", game="mada"))
        assert [one.result().status_code for one in asked] == [201, 503]
        assert counted == [0, 0]


def test_no_more_sockets_than_one_address_may_have(tmp_path: Path) -> None:
    """docs/faults.md 23: refused at the door; a place is free again as soon as one hangs up."""
    with Server(tmp_path, sockets=4) as server:
        host = server.open()
        with contextlib.ExitStack() as stack:
            for _ in range(4):
                stack.enter_context(Line(host))
            with pytest.raises(InvalidStatus) as refused:
                Line(host)
            assert refused.value.response.status_code == 403
        wait_until(lambda: _let_in(host), "a free place")


def _let_in(place: Place) -> bool:
    try:
        with Line(place) as line:
            return bool(line.do("ping"))
    except InvalidStatus:
        return False


def test_a_flood_of_requests_from_one_address_is_refused_at_the_door(tmp_path: Path) -> None:
    """docs/faults.md 50: whatever they ask for, also new sockets, and before any work is done; nobody else is refused."""
    with Inside(tmp_path, now=lambda: 1.0, requests=20) as server:
        table = server.open().table
        asked = [httpx.get(f"{server.url}{path}") for path in (f"/api/tables/{table}", "/", "/web/app.js", "/nothing") * 5]
        assert [one.status_code for one in asked] == [200, 200, 200, 404] * 4 + [200, 200, 200, 429]
        refused = asked[-1]
        assert (refused.json()["code"], refused.headers["connection"]) == ("too-many", "close")
        assert answer(server.watch(table)) == 403
        other = {"x-forwarded-for": "192.0.2.7"}
        assert httpx.get(server.url, headers=other).status_code == 200
        assert answer(server.watch(table), **{"X-Forwarded-For": "192.0.2.7"}) == 101


def test_all_lines_of_an_address_together_are_answered_more_slowly(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """docs/faults.md 50: nobody is cut off, and nobody else waits."""
    waits: list[float] = []

    async def noted(seconds: float) -> None:
        waits.append(seconds)

    with Inside(tmp_path, now=lambda: 1.0, messages=20) as server:
        host = server.open()
        monkeypatch.setattr(conversation, "asyncio", SimpleNamespace(sleep=noted, timeout=asyncio.timeout))
        with lines([host] * 11) as tabs, Line(host, headers={"x-forwarded-for": "192.0.2.7"}) as other:
            for tab in tabs:
                assert [tab.do("ping")["type"] for _ in range(59)] == ["pong"] * 59
            rate = conversation.TOGETHER * 20
            over = 11 * 59 - 3 * rate
            assert waits == pytest.approx([number / rate for number in range(1, over + 1)])
            waits.clear()
            assert other.do("ping")["type"] == "pong"
            assert not waits


def test_what_is_owed_is_made_up_for() -> None:
    """docs/faults.md 50: each waits for those before, and no longer."""
    now = [0.0]
    limits = Limits(lambda: now[0])
    assert [limits.owed("message", "a", 10) for _ in range(30)] == [0.0] * 30
    assert [limits.owed("message", "a", 10) for _ in range(3)] == pytest.approx([0.1, 0.2, 0.3])
    assert limits.owed("message", "b", 10) == 0
    now[0] += 0.3
    assert limits.owed("message", "a", 10) == pytest.approx(0.1)
    assert limits.owed("message", "a", 10, 10) == pytest.approx(1.1)
    now[0] += 10
    assert limits.owed("message", "a", 10) == 0


def test_addresses_are_not_remembered_for_ever() -> None:
    """docs/faults.md 23: visitors from many addresses do not fill the memory."""
    limits = Limits()
    for number in range(FORGET + 500):
        assert limits.allow("open", f"2001:db8::{number:x}", 1)
    assert len(limits._buckets) == FORGET


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Inside]:
    monkeypatch.setattr(housekeeping, "EMPTY", 0.1)
    monkeypatch.setattr(housekeeping, "SWEEP", 0.1)
    with Inside(tmp_path, away=0.2) as running:
        yield running


async def come_and_go(house: Inside, cycles: int, at_once: int = 8) -> None:
    """Open a table, sit down, perhaps begin a game, and leave: in good order or not."""
    turns = iter(range(cycles))

    async def one(number: int) -> None:
        bots = ["easy"] if number % 2 else []
        client = await Client.open(house.url, game=("mada", "mad", "maumau")[number % 3], players=2, bots=bots, ready=bool(bots))
        if number % 5 == 4:
            place = Place(house.url, client.table, client.seat, client.token)
            line = await asyncio.to_thread(opened, place)
            line.sendall(say("hello", token=place.token))
            line.close()  # without saying goodbye
            return
        async with client:
            await anext(aiter(client))
            if number % 5 < 3:
                await client.do("leave")

    async def some() -> None:
        for number in turns:
            await one(number)

    await asyncio.gather(*(some() for _ in range(at_once)))


def test_abandoned_tables_leave_nothing_behind(house: Inside) -> None:
    """docs/faults.md 24: rooms, tasks, timers and memory return to where they were."""

    def left() -> dict[str, int]:
        gc.collect()
        kinds = [type(thing) for thing in gc.get_objects()]
        return {kind.__name__: kinds.count(kind) for kind in (Room, Table, Connection)}

    def tasks() -> int:
        return len(asyncio.all_tasks(house.loop))

    before, calm = left(), house.inside(tasks)
    sizes = []
    for _ in range(3):
        asyncio.run(come_and_go(house, 350))
        wait_until(lambda: not house.house.rooms, "an empty house")
        wait_until(lambda: house.inside(tasks) <= calm, "no tasks")
        sizes.append(_memory())
    assert all(count <= before[kind] + 1 for kind, count in left().items())  # the one that was looked at last
    assert not house.house._loading
    assert house.house.store.waiting == 0
    assert sizes[-1] - sizes[0] < 8_000_000
    assert house.get("tables").status_code == 200


def _memory() -> int:
    """Bytes of this process that are in memory."""
    gc.collect()
    return int(Path("/proc/self/statm").read_text().split()[1]) * resource.getpagesize()


def test_who_writes_too_much_is_asked_to_wait(tmp_path: Path) -> None:
    """docs/faults.md 23: each player has a measure of their own, spectators one together: nobody makes a table's log endless."""
    with Server(tmp_path, chats=5) as server:
        host, guest = server.full_table()
        watchers = [Place(server.url, host.table)] * 2
        with lines([host, guest, *watchers]) as (line, other, *crowd):
            answers = [line.do("chat", text="again") for _ in range(8)]
            assert [answer["type"] for answer in answers] == 5 * ["done"] + 3 * ["refused"]
            assert answers[-1]["code"] == "too-many"
            assert other.do("chat", text="hello")["type"] == "done"
            said = [watcher.do("chat", text="hm")["type"] for _ in range(4) for watcher in crowd]
            assert said.count("done") == 5
            assert line.do("ready")["type"] == "done"  # everything except writing still works


def test_who_makes_too_many_faces_is_asked_to_wait(tmp_path: Path) -> None:
    """docs/faults.md 23: everybody sees the first ones, and nothing of them is stored; spectators only watch."""
    with Server(tmp_path, chats=6) as server:
        host, guest = server.full_table()
        with lines([host, guest, server.watch(host.table)]) as (line, other, watcher):
            answers = [line.do("react", face="laugh") for _ in range(3)]
            assert [answer["type"] for answer in answers] == ["done", "done", "refused"]
            assert answers[-1]["code"] == "too-many"
            assert watcher.do("react", face="cry")["code"] == "not-seated"
            assert line.do("react", face="wink")["code"] == "message"
            assert other.do("react", face="wow")["type"] == "done"
            for one, words in ((line, "You laugh."), (other, "Host laughs."), (watcher, "Host laughs.")):
                one.settle()
                faces = [frame for frame in one.heard if frame["type"] == "reaction"]
                assert [(frame["seat"], frame["face"]) for frame in faces] == [(0, "laugh")] * 2 + [(1, "wow")]
                assert faces[0]["words"] == words
        assert {entry["kind"] for entry in server.entries(host.table)} == {"opened", "sat"}


def test_asking_for_stories_counts_as_much_as_it_costs(tmp_path: Path) -> None:
    """docs/faults.md 23: a whole log is read for each."""
    with Server(tmp_path, messages=20) as server:
        host = server.open("mada", players=2)
        with Line(host) as line:
            for _ in range(20):
                line.say("story")
            assert line.close_code() == 1008
            assert sum(frame["type"] == "story" for frame in line.heard) <= 7


def test_a_flood_of_records_and_lessons_is_refused(tmp_path: Path) -> None:
    """docs/faults.md 23: the server replays a game for each of them."""
    with Inside(tmp_path, studies=4) as server:
        table = server.open("mada", players=2).table
        asked = [server.get(f"tables/{table}/records/1").status_code for _ in range(2)]
        asked += [server.get("games/mada/lesson").status_code for _ in range(3)]
        asked += [
            server.post("review", record="").status_code,
            server.post("games/mada/lesson", stage=5, steps=[{"kind": "card", "value": "8"}]).status_code,
        ]
        assert asked == [404, 404, 200, 200, 429, 429, 429]
