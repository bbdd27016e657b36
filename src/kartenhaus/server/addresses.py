"""The server's addresses: on this machine, on its network, and in invitations."""

from __future__ import annotations

import socket
from functools import cache

from kartenhaus.server.settings import Settings

EVERYWHERE = ("0.0.0.0", "::")
HERE = ("127.", "localhost", "[::1]")


@cache
def home_address() -> str:
    """Return the address of this machine on its network, or "" without one; finding it sends nothing."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            address = str(probe.getsockname()[0])
        except OSError:
            return ""
    return "" if address.startswith("127.") else address


def inviting(settings: Settings, scheme: str, host: str) -> str:
    """Return the address for invitations; a host on the server's own machine invites with an address that phones can reach.

    >>> inviting(Settings(), "https", "cards.example"), inviting(Settings(address="https://a.example/"), "http", "localhost:8000")
    ('https://cards.example', 'https://a.example')
    """
    if settings.address:
        return settings.address.rstrip("/")
    if host.startswith(HERE) and settings.host in EVERYWHERE and home_address():
        return f"{scheme}://{home_address()}:{host.rpartition(':')[2]}" if ":" in host else f"{scheme}://{home_address()}"
    return f"{scheme}://{host}"
