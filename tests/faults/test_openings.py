"""docs/faults.md 38: Nobody fills the house alone, and tables that nobody plays at end early."""

from __future__ import annotations

import asyncio
import sqlite3
from pathlib import Path

import httpx
from alembic import command
from alembic.config import Config

from faults.inside import Inside
from kartenhaus.server import database
from kartenhaus.server.clocks import wall_clock
from kartenhaus.server.store import Store
from serving import Line, Server, begin, lines, wait_until, web


def index(server: Server) -> dict[str, tuple[str, str]]:
    """What the index has of every table: its phase and who opened it."""
    with sqlite3.connect(f"file:{server.file}?mode=ro", uri=True) as reading:
        rows = reading.execute("SELECT id, phase, opener FROM tables").fetchall()
    reading.close()
    return {code: (phase, opener) for code, phase, opener in rows}


def test_one_address_has_so_many_tables_open_and_no_more(tmp_path: Path) -> None:
    """Even if all are opened at once, and after a restart. Other addresses are not affected, and closed tables no longer count."""

    def asked(address: str = "192.0.2.7") -> httpx.Response:
        return web.post(f"{server.url}/api/tables", json={"game": "mada"}, headers={"x-forwarded-for": address}, timeout=30)

    async def flood() -> list[int]:
        async with httpx.AsyncClient(timeout=30) as asking:
            wanted = [asking.post(f"{server.url}/api/tables", json={"game": "mada"}) for _ in range(20)]
            return [answer.status_code for answer in await asyncio.gather(*wanted)]

    with Inside(tmp_path, tables_each=3) as server:
        found = asyncio.run(flood())
        answers = [server.post("tables", game="mada") for _ in range(4)]
        assert [*found, *(answer.status_code for answer in answers)].count(201) == 3
        answer = answers[-1]
        assert (answer.status_code, answer.json()["code"]) == (429, "too-many-tables")
        assert answer.json()["message"].startswith("3 tables from your address are already open")
        first = asked()
        assert [first.status_code, *(asked().status_code for _ in range(3))] == [201, 201, 201, 429]
        assert not server.house._loading
        assert "192.0.2.7" not in server.file.read_bytes().decode("latin-1")
    with server:
        assert (asked().status_code, asked("192.0.2.8").status_code) == (429, 201)
        taken = first.json()
        with Line(server.watch(taken["table"]), hello=False) as line:
            line.say("hello", token=taken["token"])
            line.hear("state")
            line.do("close")
        wait_until(lambda: index(server)[taken["table"]] == ("closed", ""), "nothing is kept of who opened it")
        assert (asked().status_code, asked().status_code) == (201, 429)


def test_a_table_that_is_used_after_a_restart_still_counts_for_who_opened_it(tmp_path: Path) -> None:
    """The log does not say who opened a table; a closed table counts neither for an address nor for the house."""
    with Inside(tmp_path, tables_each=1, tables=2) as server:
        host = server.open()
        opened = index(server)[host.table]
        assert opened == ("waiting", server.house.store.opener("127.0.0.1"))
    with server:
        with Line(host) as line:
            line.do("lock")
            assert index(server)[host.table] == opened
            assert server.post("tables", game="mada").status_code == 429
            assert web.post(f"{server.url}/api/tables", json={"game": "mada"}, headers={"x-forwarded-for": "192.0.2.7"}).is_success
            refused = web.post(f"{server.url}/api/tables", json={"game": "mada"}, headers={"x-forwarded-for": "192.0.2.8"})
            assert (refused.status_code, refused.json()["code"]) == (503, "house-full")
            line.do("close")
        wait_until(lambda: index(server)[host.table] == ("closed", ""), "the index has heard of it")
        assert server.post("tables", game="mada").status_code == 201


def test_a_digest_is_too_short_to_tell_an_address(tmp_path: Path) -> None:
    stores = [Store(f"sqlite:///{tmp_path}/{name}.db") for name in "ab"]
    for store in stores:
        store.start()
    one, other = (store.opener("192.0.2.7") for store in stores)
    assert len(one) == 6
    assert one != other, "every house has a key of its own"
    for store in stores:
        asyncio.run(store.stop())


def test_a_table_that_nobody_played_at_ends_early(tmp_path: Path) -> None:
    """Not while somebody is connected, and not if a game was played there."""
    with Inside(tmp_path, idle_unplayed=0.0, idle_waiting=3600.0) as server:
        empty, waiting = server.open().table, server.open()
        played = server.full_table()
        with lines(played) as seated:
            begin(seated)
            seated[0].do("resign")
            seated[1].until(lambda state: state["fair"]["last"])
        with Line(waiting) as line:
            wait_until(lambda: index(server)[played[0].table][0] == "over", "the index has heard of the game")
            server.run(server.house.end_idle_tables)
            phases = {code: server.get(f"tables/{code}").json()["phase"] for code in (empty, waiting.table, played[0].table)}
            assert phases == {empty: "closed", waiting.table: "waiting", played[0].table: "over"}
            assert line.do("ping")["type"] == "pong"
        assert server.entries(empty)[-1] == {"kind": "closed", "at": server.entries(empty)[-1]["at"], "reason": "idle"}


def test_a_table_at_which_no_person_has_moved_counts_as_unplayed(tmp_path: Path) -> None:
    """However ready its host was, and although bots have moved."""
    with Inside(tmp_path, idle_unplayed=0.0) as server:
        tables = [server.open(players=2, bots=["easy"], ready=True) for _ in range(2)]
        for host in tables:
            with Line(host) as line:
                state = line.until(lambda state: state["to_act"] == 0)
                if host is tables[1]:
                    assert line.do("move", move=state["legal"][0]["move"], answers=state["answers"])["type"] == "done"
            wait_until(lambda host=host: not server.room(host.table).connections, "gone")  # type: ignore[misc]  # it has a default
        wait_until(lambda: {index(server)[host.table][0] for host in tables} <= {"dealt", "playing"}, "the index has heard of it")
        wait_until(lambda: wall_clock() > max(server.room(host.table).table.at for host in tables), "a millisecond")
        for _ in range(2):  # the index may say less than the table knows
            server.run(server.house.end_idle_tables)
        assert [server.get(f"tables/{host.table}").json()["phase"] for host in tables] == ["closed", "playing"]


def test_a_database_from_before_is_brought_up_to_date(tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        table = server.open().table
    engine = database.connect(server.database)
    config = Config()
    config.set_main_option("script_location", str(Path(database.__file__).parent / "migrations"))
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.downgrade(config, "0001")
    engine.dispose()
    with server:
        assert server.get("health").json()["open_tables"] == 1
        assert server.get(f"tables/{table}").status_code == 200
        assert server.post("tables", game="mada").status_code == 201
