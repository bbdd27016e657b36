"""A seat opens for its token, and for nothing else; looking changes nothing."""

from __future__ import annotations

import json
import re
import secrets
import sqlite3
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import pytest
import segno

from faults.raw import answer
from serving import Line, Place, Server, begin, lines, wait_until

STRANGE = ["x", "-1", "0", "null", "a" * 32, "é", "🂡", "a\n", " ", "../0", "%00", "0" * 5000]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    settings = {"address": "https://cards.example", "origins": "https://a.example, https://b.example:8443/"}
    with Server(tmp_path_factory.mktemp("house"), **settings) as running:
        yield running


def heard_by(place: Place, **hello: Any) -> tuple[list[dict[str, Any]], int]:
    """Everything a socket receives until it is closed, and the close code."""
    with Line(place, hello=False) as line:
        line.say("hello", **hello)
        return line.heard, line.close_code(5)


def test_no_token_but_its_own_opens_a_seat(server: Server) -> None:
    """docs/faults.md 15: missing, wrong, of another table, of another seat, old: not one hidden card."""
    seats = server.full_table("mad", 3)
    others = server.full_table("mad", 3)
    with lines(seats) as seated, lines(others) as elsewhere:
        begin(seated)
        begin(elsewhere)
        mine = seated[0].settle()["view"]["hands"][0]
        assert "?" not in mine
        token = seats[0].token
        wrong = [other.token for other in others] + [token[:-1], token + "A", token.upper(), token[::-1], f" {token}", *STRANGE]
        for tried in wrong:
            frames, code = heard_by(seats[0], token=tried)
            assert code == 4001, tried
            assert [(frame["type"], frame.get("code")) for frame in frames] == [("refused", "token")]
            assert "view" not in json.dumps(frames)
        for nobody in ({}, {"token": ""}, {"token": "", "seat": 0}, {"you": 0}):
            with Line(Place(server.url, seats[0].table), hello=False) as line:
                line.say("hello", **nobody)
                state = line.hear("state")
                assert state["you"] == -1
                assert state["legal"] == []
                assert all(set(hand.split()) == {"?"} for hand in state["view"]["hands"])
        with Line(seats[1]) as line:  # a seat sees its own cards, not those of another
            assert line.state["you"] == 1
            assert set(line.state["view"]["hands"][0].split()) == {"?"}


def test_a_seat_asked_for_again_is_the_same(tmp_path: Path) -> None:
    """An answer that got lost costs nobody a seat: neither at once, nor after a restart, nor when the table is full and locked."""
    with Server(tmp_path) as server:
        host = server.open("mad", players=3)
        mine, other = secrets.token_urlsafe(24), secrets.token_urlsafe(24)
        with ThreadPoolExecutor(4) as pool:
            asked = list(pool.map(lambda _: server.join(host.table, "Ben", token=mine), range(4)))
        assert set(asked) == {Place(server.url, host.table, 1, mine)}
        server.kill()
        server.start()
        assert server.join(host.table, "Ben", token=mine) == asked[0]
        assert server.join(host.table, "Eve", token=other).seat == 2
        with Line(host) as line, Line(asked[0]) as his:
            assert his.state["you"] == 1
            assert line.do("lock")["type"] == "done"
            assert server.join(host.table, "Ben", seat=2, token=mine) == asked[0]
            assert server.post(f"tables/{host.table}/join", name="Ida").json()["code"] == "locked"
            assert his.do("leave")["type"] == "done"
        assert server.post(f"tables/{host.table}/join", name="Ben", token=mine).json()["code"] == "locked"
        for weak in ("x", "a" * 31, "a" * 65, "é" * 32):
            assert server.post(f"tables/{host.table}/join", name="Eve", token=weak).status_code == 422
        entries = server.entries(host.table)
        assert [entry["seat"] for entry in entries if entry["kind"] == "sat"] == [0, 1, 2]
        assert mine not in json.dumps(entries)


def test_a_spectator_can_do_nothing_but_talk(server: Server) -> None:
    """docs/faults.md 15: whatever a seat may do, nobody may do it without a token."""
    seats = server.full_table("mada", 2)
    with lines(seats) as seated, Line(Place(server.url, seats[0].table)) as watcher:
        begin(seated)
        before = [entry["kind"] for entry in server.entries(seats[0].table)]
        for message in (
            {"do": "move", "move": seated[0].state["legal"][0]["move"] if seated[0].state["legal"] else "draw", "answers": 10},
            *({"do": word} for word in ("ready", "leave", "lock", "close", "resign", "pause", "resume", "regret")),
            *({"do": word, "seat": seat} for word in ("remove", "host", "bot") for seat in (0, 1, 2)),
            {"do": "answer", "agrees": True},
        ):
            refused = watcher.do(**message)  # type: ignore[arg-type]  # fields by name
            assert refused["type"] == "refused", message
            assert refused["code"] == "not-seated", message
        assert [entry["kind"] for entry in server.entries(seats[0].table)] == before
    waiting = server.open("mada", players=3)
    with Line(Place(server.url, waiting.table)) as watcher:
        assert watcher.do("bot", seat=1)["code"] == "not-seated"


@pytest.mark.parametrize("playing", [False, True])
@pytest.mark.parametrize("how", ["leave", "remove", "other socket"])
def test_who_has_left_is_out_at_once(server: Server, playing: bool, how: str) -> None:
    """docs/faults.md 16: the token is dead, and every socket of the seat is closed; the others play on."""
    seats = server.full_table("mada", 3)
    with lines(seats) as seated, Line(seats[1]) as second:
        if playing:
            begin(seated)
        if how == "leave":
            assert seated[1].do("leave")["type"] == "done"
        elif how == "other socket":
            assert second.do("leave")["type"] == "done"
        else:
            assert seated[0].do("remove", seat=1)["type"] == "done"
        assert (seated[1].close_code(), second.close_code()) == (4001, 4001)
        after = [frame for line in (seated[1], second) for frame in line.heard if frame["type"] == "state"]
        frames, code = heard_by(seats[1], token=seats[1].token)
        assert (frames[0]["code"], code) == ("token", 4001)
        assert max(frame["number"] for frame in after) <= seated[0].settle()["number"]
        assert seated[2].do("chat", text="still here")["type"] == "done"
        if not playing:  # the seat is free again: its new token works, the old one stays dead
            again = server.join(seats[0].table, "New")
            assert again.seat == 1
            assert heard_by(seats[1], token=seats[1].token)[1] == 4001
            with Line(again) as line:
                assert line.state["you"] == 1


PAGES = ["", "/invite.svg", "/records/1", "/records/2", "/records/0", "/records/x", "/join", "/socket"]


@pytest.mark.parametrize("method", ["GET", "HEAD", "OPTIONS"])
def test_looking_changes_nothing(server: Server, method: str) -> None:
    """docs/faults.md 17: a preview of the invitation, and every other page, leaves the database as it is."""
    seats = server.full_table("mada", 2, public=True)
    with lines(seats) as seated:
        begin(seated)
    other = server.open("mad", players=3, public=True)
    wait_until(lambda: _index(server, seats[0], other) == [("dealt", 0), ("waiting", 2)], "the index hears of it")
    before = _everything(server, seats[0], other)
    with httpx.Client(base_url=server.url, verify=False, timeout=30) as looking:
        paths = [f"/api/tables/{seats[0].table}{page}" for page in PAGES]
        described = looking.get("/api/openapi.json").json()["paths"]
        paths += [path.format(code=seats[0].table, game="mad", number=1) for path, ways in described.items() if "get" in ways]
        paths += [f"/t/{seats[0].table}", f"/t/{seats[0].table}?watch", "/", "/metrics", "/api/tables/nosuchtable"]
        for path in dict.fromkeys(paths):
            found = looking.request(method, path)
            assert found.status_code < 500, path
            assert found.headers["x-content-type-options"] == "nosniff"
    late = server.open("mada")
    wait_until(lambda: _index(server, late) == [("waiting", 1)], "the index has heard all that was to be told before")
    assert _everything(server, seats[0], other) == before


def _index(server: Server, *places: Place) -> list[tuple[str, int]]:
    """What the index says of some tables: the phase, and how many seats are free."""
    rows = [row for place in places for row in _rows(server, "SELECT phase, about FROM tables WHERE id = ?", place)]
    return [(phase, json.loads(about)["free"]) for phase, about in rows]


def _everything(server: Server, *places: Place) -> list[Any]:
    """Everything that the database has of some tables."""
    asked = ("SELECT * FROM entries WHERE table_id = ? ORDER BY number", "SELECT * FROM tables WHERE id = ?")
    return [_rows(server, question, place) for place in places for question in asked]


def _rows(server: Server, question: str, place: Place) -> list[Any]:
    database = sqlite3.connect(f"file:{server.file}?mode=ro", uri=True)
    try:
        return database.execute(question, (place.table,)).fetchall()
    finally:
        database.close()


def test_the_picture_of_an_invitation_says_its_link(server: Server) -> None:
    """docs/faults.md 17: what a phone reads is the link that the host has."""
    told = server.post("tables", game="mada", players=2).json()
    picture = server.get(f"tables/{told['table']}/invite.svg").text
    code = segno.make(told["link"], micro=False)
    dark = {(x, y) for y, row in enumerate(code.matrix) for x, module in enumerate(row) if module}
    assert _modules(picture) == dark
    assert told["link"].endswith(f"/t/{told['table']}")


def _modules(picture: str) -> set[tuple[int, int]]:
    """Where a QR code drawn by lines, with a border of two, is dark."""
    dark: set[tuple[int, int]] = set()
    x, y = -2.0, -2.5
    for kind, numbers in re.findall(r"([Mmh])([-\d. ]+)", picture.partition(' d="')[2].partition('"')[0]):
        across, *down = map(float, numbers.split())
        if kind == "h":
            dark |= {(round(x) + step, round(y)) for step in range(round(across))}
        x, y = x + across, y + sum(down)
    return dark


def test_sockets_are_for_pages_of_this_house(server: Server) -> None:
    """docs/faults.md 18: foreign, similar and empty origins are refused; its own, configured ones and programs are let in."""
    place = server.watch(server.open().table)
    own = f"127.0.0.1:{server.port}"
    let_in = [f"http://{own}", f"https://{own}", "https://cards.example", "https://a.example", "https://b.example:8443"]
    for origin in let_in:
        assert answer(place, Host=own, Origin=origin) == 101, origin
    assert answer(place, Host=own) == 101
    foreign = [
        *("https://evil.example", "null", "", "file://", "https://", "about:blank", "*", "https://cards.example.evil.example"),
        *("https://evilcards.example", "https://evil.example/https://cards.example", "https://cards.example@evil.example"),
        *(f"http://{own}.evil.example", f"http://evil.example#{own}", f"http://evil{own}", f"http://{own}@evil.example"),
        *("http://127.0.0.1:1", "http://127.0.0.1", "https://cards.example:444", "http://cards.example", "https://b.example"),
        *(f"http://evil.example?{own}", f"http://evil.example/{own}", f"//{own}", own, f"http://{own}, http://evil.example"),
        *(f"http://{own}\xff", f"javascript://{own}", f"http://{own}/path"),
    ]
    for origin in foreign:
        assert answer(place, Host=own, Origin=origin) == 403, origin
    assert answer(place, Host="", Origin="http://") == 403
