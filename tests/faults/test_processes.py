"""Several processes, one PostgreSQL: it decides races, news come through Redis or by looking, and either may go away."""

from __future__ import annotations

import asyncio
import random
import signal
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import httpx
import psycopg
import pytest

from databases import Postgres, Redis
from faults.inside import Inside
from faults.test_clocks import Hand
from kartenhaus.bots.builtin import Random
from kartenhaus.client import Client, play
from kartenhaus.server import backplane
from kartenhaus.table import states
from serving import DEALT, Frame, Line, Place, Server, begin, lines, wait_until

AWAY = 1.5  # seconds after which a bot plays for an absent player
SOON = 5.0  # seconds within which a process finds what another wrote


@contextmanager
def processes(folder: Path, database: str, number: int = 2, **settings: Any) -> Iterator[list[Server]]:
    """Several server processes on one database."""
    servers = [Server(folder, database, **settings) for _ in range(number)]
    try:
        starts = [threading.Thread(target=server.start) for server in servers]
        for start in starts:
            start.start()
        for start in starts:
            start.join()
        assert all(server.healthy() for server in servers)
        yield servers
    finally:
        for server in servers:
            server.kill()


def via(server: Server, place: Place) -> Place:
    """The same seat, through another process."""
    return Place(server.url, place.table, place.seat, place.token)


def entries(database: str, table: str) -> list[dict[str, Any]]:
    """What the database has of a table, without a gap."""
    import json

    with psycopg.connect(database) as connection:
        query = "SELECT number, data FROM entries WHERE table_id = %s ORDER BY number"
        rows = connection.execute(query, (table,)).fetchall()
    assert [number for number, _ in rows] == list(range(len(rows)))
    return [json.loads(data) for _, data in rows]


def together(*works: Callable[[], Any]) -> None:
    """Do things at the same moment."""
    barrier = threading.Barrier(len(works))
    failures: list[BaseException] = []

    def do(work: Callable[[], Any]) -> None:
        barrier.wait()
        try:
            work()
        except BaseException as failure:
            failures.append(failure)

    threads = [threading.Thread(target=do, args=(work,)) for work in works]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures, failures


def step(seated: list[Line], dice: random.Random) -> Frame:
    """The first player with a legal move makes a random one."""
    line = next(
        line
        for line in seated
        if line.until(lambda state: state["number"] >= max(one.state["number"] for one in seated)) and line.state["legal"]
    )
    return line.do("move", move=dice.choice(line.state["legal"])["move"], answers=line.state["answers"])


def test_races_between_processes_are_decided_by_the_database(tmp_path: Path, postgres: Postgres) -> None:
    """docs/faults.md 8: one wins, the other retries on the new position; nothing happens twice."""
    database = postgres.database()
    with processes(tmp_path, database) as (here, there):
        come_in_elsewhere(here, there)
        host = here.open("mada", players=2)
        with Line(via(there, host)):  # now both processes have the table in memory
            answers = asyncio.run(rush([here.url, there.url], host.table))
            assert Counter(answer.status_code for answer in answers) == {201: 1, 409: 39}
            won = next(answer.json() for answer in answers if answer.status_code == 201)
            guest = Place(there.url, host.table, won["seat"], won["token"])
            with lines([host, guest]) as seated:
                together(*(lambda line=line: line.do("ready") for line in seated))
                for line in seated:
                    line.until(lambda state: state["phase"] == "playing", SOON)
                said = talk(seated, 30)
                log = entries(database, host.table)
                assert [entry["kind"] for entry in log].count("started") == 1
                assert sorted(entry["text"] for entry in log if entry["kind"] == "wrote") == sorted(said)
                for line in seated:  # all see all of it, in the same order
                    line.until(lambda state: state["number"] == len(log) - 1, SOON)
                    events = [event for frame in line.heard for event in frame.get("entries", [])]
                    assert [event["text"] for event in events if event["kind"] == "wrote"] == [
                        entry["text"] for entry in log if entry["kind"] == "wrote"
                    ]
                dice = random.Random(8)
                for _ in range(4):  # a move answers what the other process wrote
                    assert step(seated, dice)["type"] == "done"
                together(*(lambda line=line: line.do("resign") for line in seated))
                for line in seated:
                    line.until(lambda state: state["fair"]["last"])
                talk(seated, 1)  # who has seen the end finishes nothing any more, and what came before it is written
                kinds = [entry["kind"] for entry in entries(database, host.table)]
                assert (kinds.count("started"), kinds.count("finished")) == (1, 1)


def follow(seated: list[Line], number: int) -> None:
    """Wait until all see an entry."""
    for line in seated:
        line.until(lambda state: state["number"] >= number, SOON)


def come_in_elsewhere(here: Server, there: Server) -> None:
    """A seat opens wherever it was taken: a process with the table in memory looks again before it turns somebody away."""
    for _ in range(3):
        host = here.open("mada", players=2)
        with Line(via(there, host)):
            guest = here.join(host.table)
            with Line(via(there, guest)) as line:
                assert line.state["you"] == guest.seat
                assert line.do("chat", text="Here I am")["type"] == "done"


async def rush(urls: list[str], table: str) -> list[httpx.Response]:
    """Let many join at once, through all processes."""
    async with httpx.AsyncClient(timeout=30) as client:
        joins = [client.post(f"{urls[n % 2]}/api/tables/{table}/join", json={"name": f"Guest {n}"}) for n in range(40)]
        return await asyncio.gather(*joins)


def talk(seated: list[Line], times: int) -> list[str]:
    """All talk at once, without waiting for each other; what was said."""
    said = [[f"{line.place.seat} {number}" for number in range(times)] for line in seated]

    def speak(line: Line, texts: list[str]) -> None:
        for text in texts:
            answer = line.do("chat", text=text)
            assert answer["type"] == "done", answer

    together(*(lambda line=line, texts=texts: speak(line, texts) for line, texts in zip(seated, said, strict=True)))
    return [text for texts in said for text in texts]


def test_tables_go_on_while_redis_is_away(tmp_path: Path, postgres: Postgres, redis: Redis) -> None:
    """docs/faults.md 8: news travel through Redis, without it by looking, and through it again."""
    database = postgres.database()
    with processes(tmp_path, database, redis=redis.url) as (here, there):
        host, guest = here.full_table()
        dice = random.Random(80)
        with lines([host, via(there, guest)]) as seated:
            begin(seated)
            started = time.monotonic()
            for _ in range(10):
                follow(seated, step(seated, dice)["number"])
            assert time.monotonic() - started < 5  # by looking, ten moves would take ten seconds
            redis.stop()
            for _ in range(3):
                follow(seated, step(seated, dice)["number"])
            redis.start()
            for _ in range(3):
                follow(seated, step(seated, dice)["number"])
        assert len(entries(database, host.table)) == seated[0].state["number"] + 1


def test_several_workers_serve_one_port(tmp_path: Path, postgres: Postgres, redis: Redis) -> None:
    """docs/faults.md 8: `--workers 2`, as one starts it; whichever has a connection, all see all of it, and all end soon."""
    database = postgres.database()
    with Server(tmp_path, database, DEALT, redis=redis.url, workers=2) as server:
        assert server.process is not None
        children = Path(f"/proc/{server.process.pid}/task/{server.process.pid}/children").read_text().split()
        assert len(children) >= 2
        seats = server.full_table()
        dice = random.Random(800)
        with lines([*seats, *[server.watch(seats[0].table)] * 6]) as seated:
            begin(seated[:2])
            for _ in range(6):
                follow(seated, step(seated[:2], dice)["number"])
            started = time.monotonic()
            assert server.stop() == 0
            assert time.monotonic() - started < 3
            assert {line.close_code() for line in seated} == {1012}
        assert len(entries(database, seats[0].table)) == seated[0].state["number"] + 1
        assert "Traceback" not in server.said


def seats(line: Line, what: str) -> list[bool]:
    """One value of each seat, as a line received it last."""
    return [seat[what] for seat in line.settle()["seats"]]


def look_at_the_clock(seated: list[Line]) -> None:
    """Let every process see how late it is; what is due happens between what is said."""
    for line in 3 * seated:
        assert line.do("chat", text="How late is it?")["type"] == "done"


def move(line: Line) -> None:
    """Make the first legal move, if there is one."""
    state = line.settle()
    if state["legal"]:
        line.do("move", move=state["legal"][0]["move"], answers=state["answers"])


def test_who_is_connected_elsewhere_is_there(tmp_path: Path, postgres: Postgres, redis: Redis) -> None:
    """docs/faults.md 8: processes tell each other who is connected; only who is connected nowhere is replaced by a bot, and
    comes back.
    """
    hand = Hand()
    settings: dict[str, Any] = {"database": postgres.database(), "redis": redis.url, "now": hand, "away": AWAY}
    with Inside(tmp_path, **settings) as here, Inside(tmp_path, **settings) as there:
        wait_until(lambda: here.house.backplane.connected and there.house.backplane.connected, "Redis")
        host, guest = here.full_table()
        with Line(host) as one:
            with Line(via(there, guest)) as other:
                begin([one, other])
                wait_until(lambda: all(seats(one, "here") + seats(other, "here")), "both are there")
                hand.time += 2 * AWAY  # whoever is to act is absent from one of the processes
                look_at_the_clock([one, other])
                assert [seats(line, "replaced") for line in (one, other)] == [[False, False]] * 2
            wait_until(lambda: not seats(one, "here")[guest.seat], "the guest is gone")

            def is_replaced() -> bool:
                move(one)
                hand.time += AWAY
                look_at_the_clock([one])
                return seats(one, "replaced")[guest.seat]

            wait_until(is_replaced, "a bot plays for the guest")
            with Line(via(there, guest)):
                wait_until(lambda: not seats(one, "replaced")[guest.seat] and seats(one, "here")[guest.seat], "the guest is back")


def test_without_news_nobody_is_replaced(tmp_path: Path, postgres: Postgres) -> None:
    """docs/faults.md 8: who seems to be gone may be connected to a process nothing is heard of."""
    hand = Hand()
    settings: dict[str, Any] = {"database": postgres.database(), "now": hand, "away": AWAY}
    with Inside(tmp_path, **settings) as here, Inside(tmp_path, **settings) as there:
        host, guest = here.full_table()
        with lines([host, via(there, guest)]) as seated:
            begin(seated)
            hand.time += 4 * AWAY
            look_at_the_clock(seated)
            assert [seats(line, "replaced") for line in seated] == [[False, False]] * 2


def test_a_database_that_goes_away_and_comes_back_loses_nothing(tmp_path: Path, postgres: Postgres) -> None:
    """docs/faults.md 4: moves are refused within 2 seconds, play resumes within 5, by itself."""
    database = postgres.database()
    with Server(tmp_path, database) as server:
        places = server.full_table()
        dice = random.Random(4)
        with lines(places) as seated:
            begin(seated)
            done = [step(seated, dice)["number"] for _ in range(6)]
            postgres.stop()
            for _ in range(3):
                started = time.monotonic()
                refused = step(seated, dice)
                assert time.monotonic() - started < 2
                assert (refused["type"], refused["code"]) == ("refused", "unsaved")
            with Line(places[0]) as another:  # a table that is looked at can be looked at
                assert another.state["number"] == done[-1]
            assert server.get("health").status_code == 503
            postgres.start()
            started = time.monotonic()
            done.append(wait_until(lambda: made["number"] if (made := step(seated, dice))["type"] == "done" else 0, "play", 5))
            assert time.monotonic() - started < 5
            done += [step(seated, dice)["number"] for _ in range(6)]
        log = entries(database, places[0].table)
        assert [number for number, entry in enumerate(log) if entry["kind"] == "moved"] == done


def test_a_database_that_hangs_is_one_that_is_away(tmp_path: Path, postgres: Postgres) -> None:
    """docs/faults.md 4: it does not even refuse."""
    database = postgres.database()
    with Server(tmp_path, database) as server:
        places = server.full_table()
        dice = random.Random(44)
        with lines(places) as seated:
            begin(seated)
            postgres.tell_all(signal.SIGSTOP)
            try:
                for _ in range(2):
                    started = time.monotonic()
                    assert step(seated, dice)["code"] == "unsaved"
                    assert time.monotonic() - started < 2
            finally:
                postgres.tell_all(signal.SIGCONT)
            started = time.monotonic()
            wait_until(lambda: step(seated, dice)["type"] == "done", "play", 5)
            assert time.monotonic() - started < 5
        moved = [entry["ref"] for entry in entries(database, places[0].table) if entry["kind"] == "moved"]
        assert len(moved) == len(set(moved))


def test_clients_and_bots_play_on_when_the_database_is_back(
    tmp_path: Path, postgres: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    """docs/faults.md 4: also those who come while it is away."""
    heard: list[str] = []
    understand = Client._heard

    async def note(client: Client, socket: Any, frame: states.Frame | None) -> None:
        heard.append(type(frame).__name__)
        await understand(client, socket, frame)

    async def until(holds: Callable[[], Any], what: str) -> None:
        await asyncio.to_thread(wait_until, holds, what)

    monkeypatch.setattr(Client, "_heard", note)
    with Server(tmp_path, postgres.database()) as server:

        async def game() -> None:
            client = await Client.open(server.url, game="mada", players=2, name="Mia", bots=["easy"])
            server.kill()  # with nothing in memory, the table cannot be shown
            await asyncio.to_thread(server.start)
            await asyncio.to_thread(postgres.stop)
            async with client:
                player = asyncio.create_task(play(client, Random))

                def has_come_to(number: int) -> bool:
                    assert not player.done()
                    return client.state is not None and client.state.number >= number

                await until(lambda: heard.count("Refused") >= 2, "the client is turned away, and comes again")
                assert not client.state
                await asyncio.to_thread(postgres.start)
                await until(partial(has_come_to, 15), "the game")
                await asyncio.to_thread(postgres.stop)
                await until(lambda: server.get("health").status_code == 503, "that it is away again")
                await asyncio.to_thread(postgres.start)
                assert client.state is not None
                await until(partial(has_come_to, client.state.number + 15), "play goes on")
                player.cancel()

        asyncio.run(game())


def test_a_redis_that_hangs_is_one_that_is_away(tmp_path: Path, redis: Redis, monkeypatch: pytest.MonkeyPatch) -> None:
    """docs/faults.md 8: silence is noticed, so that nobody is taken for absent who is connected where nothing is heard of."""
    monkeypatch.setattr(backplane, "LOOK", 0.2)
    monkeypatch.setattr(backplane, "SILENCE", 1.0)
    heard: list[str] = []
    understand = backplane.Backplane._understand

    async def note(news: backplane.Backplane, said: str) -> None:
        assert news.connected
        heard.append(said.split()[1])
        await understand(news, said)

    monkeypatch.setattr(backplane.Backplane, "_understand", note)
    assert redis.process is not None
    with Inside(tmp_path, redis=redis.url) as server:
        news = server.house.backplane
        wait_until(lambda: len(heard) > 2 * 1.0 / 0.2, "what is heard where nothing happens")
        assert set(heard) == {"pulse"}
        assert news.connected
        redis.process.send_signal(signal.SIGSTOP)
        try:
            wait_until(lambda: not news.connected, "silence")
        finally:
            redis.process.send_signal(signal.SIGCONT)
        wait_until(lambda: news.connected, "Redis again")
