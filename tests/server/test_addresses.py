"""Invitations carry an address that friends can reach, and a port belongs to one server."""

from __future__ import annotations

import pytest

from kartenhaus.core.errors import OptionError
from kartenhaus.server import addresses
from kartenhaus.server.serve import bound
from kartenhaus.server.settings import Settings


@pytest.mark.parametrize(
    ("listens", "asked", "home", "link"),
    [
        ("0.0.0.0", "localhost:8000", "192.168.1.7", "http://192.168.1.7:8000"),
        ("0.0.0.0", "127.0.0.1:8000", "", "http://127.0.0.1:8000"),
        ("0.0.0.0", "192.168.1.7:8000", "192.168.1.9", "http://192.168.1.7:8000"),
        ("127.0.0.1", "127.0.0.1:8000", "192.168.1.7", "http://127.0.0.1:8000"),
        ("0.0.0.0", "localhost", "192.168.1.7", "http://192.168.1.7"),
    ],
)
def test_the_address_in_an_invitation(monkeypatch: pytest.MonkeyPatch, listens: str, asked: str, home: str, link: str) -> None:
    monkeypatch.setattr(addresses, "home_address", lambda: home)
    assert addresses.inviting(Settings(host=listens), "http", asked) == link


def test_a_port_belongs_to_one_server_even_before_it_serves() -> None:
    with bound(Settings(port=0)) as first:
        port = first.getsockname()[1]
        with pytest.raises(OptionError, match=f"^port {port} on 127.0.0.1 cannot be used: .*: make play PORT={port + 1}, kart"):
            bound(Settings(port=port))


def test_only_workers_inherit_the_port() -> None:
    """A child that outlives a killed server, as one that compiles a game, does not keep its port."""
    with bound(Settings(port=0)) as alone:
        assert not alone.get_inheritable()
    workers = Settings(port=0, workers=2, database="postgresql://house@localhost/house", redis="redis://localhost")
    with bound(workers) as shared:
        assert shared.get_inheritable()
