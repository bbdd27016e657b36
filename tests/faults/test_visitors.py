"""Who may ask at all: the house answers to its own names, pages of other sites can do nothing, and metrics are for its operator.

These are docs/faults.md 32, 38, 42, 44.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
import segno

from faults.inside import Inside
from faults.raw import answer, dial, handshake
from kartenhaus.server import api
from serving import web

TOKEN = "0123456789-abcdef"


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Inside]:
    with Inside(tmp_path_factory.mktemp("house"), metrics_token=TOKEN) as running:
        yield running


HOSTS = {
    "another name": "evil.example",
    "a long name": "x." * 120 + "example",
    "too long": "x" * 2900,
    "too long in labels": "x." * 1450,
    "a list": "localhost, evil.example",
    "somebody at our place": "localhost@evil.example",
    "empty": "",
    "no letters": "[",
    "an address that is none": "[::1",
    "a port that is none": "localhost:port",
    "a path": "localhost/x",
    "no ASCII": "\xff\xfe",
    "a tab": "local\thost",
    "twice": "localhost\r\nHost: localhost",
    "twice, another": "localhost\r\nHost: evil.example",
}


@pytest.mark.parametrize("host", HOSTS.values(), ids=HOSTS.keys())
def test_whatever_a_host_is_it_is_answered_and_nothing_is_drawn(house: Inside, host: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A house has its own names; an invalid name is the visitor's fault, and costs nothing."""
    table = house.open().table
    monkeypatch.setattr(segno, "make", lambda *_, **__: pytest.fail("drawn"))
    with dial(house.url) as line:
        line.sendall(f"GET /api/tables/{table}/invite.svg HTTP/1.1\r\nHost: {host}\r\n\r\n".encode("latin-1"))
        said = line.recv(65536)
    assert 400 <= int(said.split()[1]) < 500
    if not said.startswith(b"HTTP/1.1 400"):  # no HTTP at all
        assert said.startswith(b"HTTP/1.1 421")
        assert b"the setting hosts" in said
        assert len(said) < 1000
    assert 400 <= answer(house.watch(table), Host=host) < 500


@pytest.mark.parametrize("host", ["evil.example", "evil.example:8000", "127.0.0.1.evil.example"])
def test_a_page_whose_name_was_made_to_lead_here_learns_nothing(house: Inside, host: str) -> None:
    """DNS rebinding: Host and Origin agree, and neither is ours."""
    table = house.open().table
    assert answer(house.watch(table), Host=host, Origin=f"http://{host}") == 403
    for path in ("/", "/metrics", f"/api/tables/{table}", "/api/tables"):
        found = web.get(house.url + path, headers={"host": host, "origin": f"http://{host}"})
        assert (found.status_code, found.json()["code"]) == (421, "host")


def test_a_refusal_is_in_the_language_of_who_asks(house: Inside) -> None:
    said = web.get(house.url, headers={"host": "evil.example", "accept-language": "de"}).json()["message"]
    assert said.startswith("dieser Server heißt nicht „evil.example“")


def test_a_socket_that_is_refused_is_told_why(house: Inside) -> None:
    table = house.open().table
    for headers, why in (({"Host": "evil.example"}, b"the setting hosts"), ({"Origin": "https://evil.example"}, b"another site")):
        with dial(house.url) as line:
            line.sendall(handshake(table, **headers))
            said = b""
            while more := line.recv(65536):
                said += more
        assert said.startswith(b"HTTP/1.1 403")
        assert why in said


def test_a_page_of_another_site_opens_no_table(house: Inside) -> None:
    """Without reading the answer it could still fill the house."""
    before = house.get("health").json()["open_tables"]
    for origin in ("https://evil.example", "null", f"{house.url}.evil.example"):
        for kind in ("text/plain", "application/json"):
            found = web.post(
                f"{house.url}/api/tables", content=b'{"game":"mada"}', headers={"origin": origin, "content-type": kind}
            )
            assert (found.status_code, found.json()["code"]) == (403, "origin")
    assert house.get("health").json()["open_tables"] == before
    assert web.post(f"{house.url}/api/tables", json={"game": "mada"}, headers={"origin": house.url}).status_code == 201
    assert web.get(f"{house.url}/api/games", headers={"origin": "https://evil.example"}).status_code == 200


def test_an_old_client_may_call_the_house_nothing(house: Inside) -> None:
    """HTTP/1.0 has no Host header; load balancers check health this way."""
    with dial(house.url) as line:
        line.sendall(b"GET /api/health HTTP/1.0\r\n\r\n")
        assert line.recv(65536).startswith(b"HTTP/1.1 200")
    with dial(house.url) as line:
        line.sendall(b"GET /api/health HTTP/1.1\r\n\r\n")
        assert line.recv(65536).startswith(b"HTTP/1.1 421")


def test_an_invitation_is_drawn_once_and_not_where_everybody_waits(house: Inside, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[threading.Thread] = []
    make = segno.make

    def noted(link: str, micro: bool) -> segno.QRCode:
        drawn.append(threading.current_thread())
        return make(link, micro=micro)

    monkeypatch.setattr(segno, "make", noted)
    table = house.open().table
    pictures = {house.get(f"tables/{table}/invite.svg").text for _ in range(5)}
    assert len(pictures) == 1
    assert len(drawn) == 1
    assert drawn[0] is not house.inside(threading.current_thread)
    assert api._picture.cache_info().maxsize == 100


def test_pictures_are_counted_by_address(tmp_path: Path) -> None:
    """However many names a house has."""
    with Inside(tmp_path, joins=3) as house:
        path = f"{house.url}/api/tables/{house.open().table}/invite.svg"
        found = [web.get(path, headers={"host": f"name{number}"}).status_code for number in range(5)]
        assert found == [200, 200, 200, 429, 429]


@pytest.mark.parametrize("proxies", ["127.0.0.1", "*"])
def test_who_makes_up_where_they_come_from_is_counted_all_the_same(tmp_path: Path, proxies: str) -> None:
    """Only what the proxy itself wrote counts, which is the last; of an IPv6 address its /64."""
    with Inside(tmp_path, openings=2, proxies=proxies) as house:

        def asked(said: str) -> int:
            return web.post(f"{house.url}/api/tables", json={"game": "mada"}, headers={"x-forwarded-for": said}).status_code

        assert [asked(f"10.0.0.{number}, 203.0.113.5") for number in range(4)] == [201, 201, 429, 429]
        assert [asked(f"2001:db8:0:1:{number}::1") for number in range(4)] == [201, 201, 429, 429]
        assert asked("2001:db8:0:2::1") == 201
        assert [asked(said) for said in ("::ffff:203.0.113.5", "203.0.113.5:99")] == [429, 429]


def test_figures_are_for_programs_on_this_machine_or_with_the_token(house: Inside) -> None:
    def asked(**headers: str) -> int:
        return web.get(
            f"{house.url}/metrics", headers={name.replace("_", "-"): value for name, value in headers.items()}
        ).status_code

    assert asked() == 200
    assert asked(x_forwarded_for="203.0.113.5") == 403  # through a proxy
    assert asked(x_forwarded_for="127.0.0.1") == 403
    assert asked(host="gamebox") == 403
    assert asked(host="gamebox", authorization=f"Bearer {TOKEN}") == 200
    assert asked(x_forwarded_for="203.0.113.5", authorization=f"Bearer {TOKEN}") == 200
    for wrong in ("", "Bearer", f"Bearer {TOKEN}x", f"bearer {TOKEN}", f"Basic {TOKEN}", TOKEN):
        assert asked(host="gamebox", authorization=wrong) == 403, wrong


def test_without_a_token_no_token_is_right(tmp_path: Path) -> None:
    with Inside(tmp_path) as house:
        for said in ("Bearer", "Bearer None", ""):
            assert web.get(f"{house.url}/metrics", headers={"host": "gamebox", "authorization": said}).status_code == 403
