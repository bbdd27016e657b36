"""Invitations carry an address that friends can reach."""

from __future__ import annotations

import pytest

from kartenhaus.server import addresses
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
