"""docs/faults.md 38, 42: Who asks, and for which host: proxies are believed only as far as they can be trusted."""

from __future__ import annotations

import socket

import pytest

from kartenhaus.server.settings import Settings
from kartenhaus.server.visitors import Headers, Hosts, Proxies, group, is_local

OURS = [
    *(
        "localhost",
        "localhost:8000",
        "LOCALHOST",
        "127.0.0.1:8000",
        "192.168.1.7",
        "10.0.0.1:80",
        "[::1]:8000",
        "[fe80::1]",
        "203.0.113.5",
    ),
    *(
        "gamebox",
        "gamebox:8000",
        "gamebox.local",
        "gamebox.local.:8000",
        "cards.home.arpa",
        "cards.internal",
        "a.localhost",
        "cards.lan",
    ),
    *(socket.gethostname(), "cards.example", "CARDS.example:443", "more.example"),
]
NOT_OURS = [
    *(
        "evil.example",
        "evil.example:8000",
        "cards.example.evil.example",
        "evilcards.example",
        "127.0.0.1.evil.example",
        "local.evil.example",
    ),
    *(
        "",
        " ",
        ".",
        "..",
        ":8000",
        "a b",
        "a,b",
        "a/b",
        "a@b",
        "a?b",
        "a#b",
        "localhost@evil.example",
        "a:b",
        "a:999999",
        "[::1",
        "::1",
        "[evil]",
    ),
    *(
        "ä.example",
        "\xff",
        "\0",
        "%6cocalhost",
        "localhost\r\n",
        "localhost ",
        "1.2.3",
        "x" * 261,
        "x." * 1500,
        "xn--a.example",
        None,
    ),
]


@pytest.mark.parametrize("host", OURS)
def test_a_house_is_called_by_its_address_or_by_names_that_nobody_outside_can_have(host: str) -> None:
    assert Hosts(Settings(address="https://cards.example", hosts="More.example")).knows(host)


@pytest.mark.parametrize("host", NOT_OURS, ids=lambda host: repr(host)[:30])
def test_any_other_name_is_not_ours(host: str | None) -> None:
    assert not Hosts(Settings(address="https://cards.example", hosts="more.example")).knows(host)


def test_with_a_star_any_name_will_do_and_nonsense_will_not() -> None:
    hosts = Hosts(Settings(hosts="*"))
    assert hosts.knows("anything.example")
    assert not hosts.knows("a b")
    assert not hosts.knows("x." * 1500)


def forwarded(*values: str) -> Headers:
    return [(b"x-forwarded-for", value.encode("latin-1")) for value in values]


@pytest.mark.parametrize(
    ("proxies", "peer", "said", "visitor"),
    [
        ("127.0.0.1", "127.0.0.1", ["203.0.113.5"], "203.0.113.5"),
        ("127.0.0.1", "::ffff:127.0.0.1", ["203.0.113.5"], "203.0.113.5"),
        ("127.0.0.1", "127.0.0.1", ["1.1.1.1, 203.0.113.5"], "203.0.113.5"),  # the visitor wrote the first one
        ("127.0.0.1", "127.0.0.1", ["1.1.1.1", "203.0.113.5"], "203.0.113.5"),
        ("127.0.0.1, 10.0.0.0/8", "127.0.0.1", ["1.1.1.1, 203.0.113.5, 10.0.0.7"], "203.0.113.5"),
        ("127.0.0.1, 10.0.0.0/8", "127.0.0.1", ["10.0.0.8, 10.0.0.7"], "10.0.0.8"),
        ("127.0.0.1", "203.0.113.9", ["1.1.1.1"], "203.0.113.9"),  # not one of our proxies
        ("", "127.0.0.1", ["1.1.1.1"], "127.0.0.1"),
        ("127.0.0.1", "127.0.0.1", [], "127.0.0.1"),
        ("127.0.0.1", "127.0.0.1", ["1.1.1.1, unknown"], "127.0.0.1"),  # nobody knows who wrote the first one
        ("127.0.0.1", "127.0.0.1", ["\xff, , "], "127.0.0.1"),
        ("127.0.0.1", "127.0.0.1", ["[2001:db8::1]:443"], "2001:db8::1"),
        ("127.0.0.1", "127.0.0.1", ["203.0.113.5:1234"], "203.0.113.5"),
        ("*", "198.51.100.1", ["1.1.1.1, 203.0.113.5"], "203.0.113.5"),
        ("*", "198.51.100.1", ["127.0.0.1, 10.0.0.1"], "10.0.0.1"),
        ("*", "198.51.100.1", [], "198.51.100.1"),
    ],
)
def test_the_visitor_is_the_last_one_who_is_no_proxy_of_ours(proxies: str, peer: str, said: list[str], visitor: str) -> None:
    assert Proxies(Settings(proxies=proxies)).visitor(peer, forwarded(*said)) == visitor


@pytest.mark.parametrize(
    ("peer", "said", "scheme"),
    [
        ("127.0.0.1", b"https", "https"),
        ("127.0.0.1", b"http", "http"),
        ("203.0.113.9", b"https", ""),
        ("127.0.0.1", b"javascript", ""),
        ("127.0.0.1", b"", ""),
    ],
)
def test_the_scheme_is_what_a_proxy_of_ours_says(peer: str, said: bytes, scheme: str) -> None:
    assert Proxies(Settings()).scheme(peer, [(b"x-forwarded-proto", said)]) == scheme


@pytest.mark.parametrize(
    ("address", "counted"),
    [
        ("203.0.113.5", "203.0.113.5"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::1", "2001:db8:1:2::/64"),
        ("2001:db8:1:3::1", "2001:db8:1:3::/64"),
        ("::ffff:203.0.113.5", "203.0.113.5"),
        ("fe80::1%eth0", "fe80::/64"),
        ("", ""),
    ],
)
def test_whom_limits_count(address: str, counted: str) -> None:
    assert group(address) == counted


@pytest.mark.parametrize(
    ("peer", "headers", "local"),
    [
        ("127.0.0.1", {"host": "127.0.0.1:8000"}, True),
        ("127.0.0.1", {"host": "localhost"}, True),
        ("::1", {"host": "[::1]:8000"}, True),
        ("::ffff:127.0.0.1", {"host": "localhost:8000"}, True),
        ("192.168.1.7", {"host": "192.168.1.2:8000"}, False),
        ("192.168.1.7", {"host": "127.0.0.1:8000"}, False),
        ("192.168.1.7", {"host": "127.0.0.1:8000", "x-forwarded-for": "127.0.0.1"}, False),
        ("127.0.0.1", {"host": "127.0.0.1:8000", "x-forwarded-for": "203.0.113.5"}, False),
        ("127.0.0.1", {"host": "127.0.0.1:8000", "x-forwarded-for": "127.0.0.1"}, False),
        ("127.0.0.1", {"host": "127.0.0.1:8000", "via": "1.1 proxy"}, False),
        ("127.0.0.1", {"host": "cards.example"}, False),
        ("127.0.0.1", {}, False),
        ("", {"host": "localhost"}, False),
    ],
)
def test_who_asks_from_this_very_machine(peer: str, headers: dict[str, str], local: bool) -> None:
    assert is_local(peer, [(name.encode(), value.encode()) for name, value in headers.items()]) is local
